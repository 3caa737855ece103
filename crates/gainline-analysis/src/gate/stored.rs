//! A baseline kept as a small file of scores, so that its run need not be kept: the scores of each
//! topic, and the judgments and choices behind them. Scores under other choices are not
//! comparable, so any difference is an error.

use crate::Experiment;
use gainline::{
    Error, ErrorKind, Expected, LOWEST, Measure, Missing, Qrels, Result, Scores, Source, Summary,
};
use serde::{Deserialize, Serialize};
use serde_json::ser::{Formatter, PrettyFormatter};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

/// The scores of a run, and what is behind them.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct StoredScores {
    /// The version that made it.
    pub gainline: String,
    /// The run.
    pub run: String,
    judgments: Judgments,
    choices: StoredChoices,
    measures: Vec<String>,
    /// By topic, in the order of the measures.
    scores: BTreeMap<String, Vec<f64>>,
}

#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
struct Judgments {
    topics: usize,
    judgments: usize,
    /// Of topics, documents and grades, in whatever order.
    fingerprint: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct StoredChoices {
    rel: f64,
    ties: String,
    unjudged: String,
    missing: String,
    #[serde(rename = "self")]
    itself: String,
    depth: Option<usize>,
    collection_size: Option<usize>,
    known: bool,
    expected: Option<String>,
}

impl StoredChoices {
    fn of(experiment: &Experiment) -> Self {
        let options = &experiment.options;

        StoredChoices {
            rel: options.rel,
            ties: options.ties.to_string(),
            unjudged: options.unjudged.to_string(),
            missing: options.missing.to_string(),
            itself: if options.drop_self { "drop" } else { "keep" }.into(),
            depth: options.depth,
            collection_size: options.collection,
            known: options.known.is_some(),
            expected: options.expected.as_ref().map(|expected| match expected {
                Expected::Each(number) => number.to_string(),
                Expected::ByTopic(_) => "by topic".into(),
            }),
        }
    }

    /// Each choice by its option.
    fn named(&self) -> [(&'static str, String); 9] {
        let given = |value: Option<String>| value.unwrap_or_else(|| "not given".into());
        [
            ("--rel", self.rel.to_string()),
            ("--ties", self.ties.clone()),
            ("--unjudged", self.unjudged.clone()),
            ("--missing", self.missing.clone()),
            ("--self", self.itself.clone()),
            ("--depth", given(self.depth.map(|depth| depth.to_string()))),
            ("--collection-size", given(self.collection_size.map(|size| size.to_string()))),
            ("--known", if self.known { "given" } else { "not given" }.into()),
            ("--expected", given(self.expected.clone())),
        ]
    }
}

impl StoredScores {
    /// What is to be stored of a run.
    pub fn of(run: &str, scores: &Scores, experiment: &Experiment) -> Self {
        let rows = scores.iter().map(|(topic, values)| (topic.into(), values.to_vec()));
        StoredScores {
            gainline: env!("CARGO_PKG_VERSION").into(),
            run: run.into(),
            judgments: Judgments::of(&experiment.qrels),
            choices: StoredChoices::of(experiment),
            measures: scores.measures().iter().map(ToString::to_string).collect(),
            scores: rows.collect(),
        }
    }

    /// As a document in which a topic is a line, so that a baseline under version control changes
    /// line by line.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let layout = FlatArrays(PrettyFormatter::new());
        self.serialize(&mut serde_json::Serializer::with_formatter(&mut *out, layout))?;
        writeln!(out)
    }

    /// Reads what was stored.
    pub fn read(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let wrong = |message: String| {
            Error::new(ErrorKind::Malformed, format!("not a baseline: {message}"))
                .in_file(&name)
                .remedy("`gainline gate --save FILE` writes one")
        };
        let text = std::fs::read_to_string(path);
        let text = text.map_err(|error| Source::path(path).io_error(&error))?;
        let stored: StoredScores = serde_json::from_str(&text).map_err(|error| {
            let message = error.to_string();
            let end = message.find(" at line ").unwrap_or(message.len());
            wrong(message[..end].into()).at(error.line().max(1) as u64, None)
        })?;
        for (topic, values) in &stored.scores {
            let (have, need) = (values.len(), stored.measures.len());
            if have != need {
                return Err(wrong(format!("topic {topic} has {have} scores for {need} measures")));
            }
        }
        Ok(stored)
    }

    /// Whether scores of today can be held against these; the error names every difference.
    pub fn check(
        &self,
        file: &str,
        experiment: &Experiment,
        candidate: &Scores,
        measures: &[&Measure],
    ) -> Result<()> {
        let mut wrong = vec![];
        let now = Judgments::of(&experiment.qrels);
        if self.judgments != now {
            wrong.push(self.judgments.against(&now));
        }
        let pairs = self.choices.named().into_iter().zip(StoredChoices::of(experiment).named());
        for ((option, then), (_, now)) in pairs.filter(|(then, now)| then != now) {
            wrong.push(format!("{option}: {then} in the baseline, {now} here"));
        }
        for measure in measures {
            if self.place(measure).is_none() {
                wrong.push(format!("{measure}: the baseline has no scores of it"));
            } else if measure.summary() == Summary::Pooled {
                wrong.push(format!("{measure}: is of all topics at once, so it needs the runs"));
            }
        }
        // Where topics that a run lacks are left out, topics may well differ.
        let lacking: Vec<&str> = match experiment.options.missing {
            Missing::Skip => vec![],
            Missing::Zero => {
                candidate.topics().iter().filter(|t| !self.has(t)).map(String::as_str).collect()
            }
        };
        match lacking[..] {
            [] => {}
            [one] => wrong.push(format!("topic {one}: the baseline lacks it")),
            [one, ..] => {
                wrong.push(format!("{} topics ({one}, …): the baseline lacks them", lacking.len()));
            }
        }
        if wrong.is_empty() {
            return Ok(());
        }
        let lines: Vec<String> = wrong.iter().map(|line| format!("\n  {line}")).collect();
        let remedy = format!("choose as it did; or remove it and make it anew: --save {file}");
        let message = format!("{file}: this baseline cannot be compared with:{}", lines.concat());
        Err(Error::new(ErrorKind::Request, message).remedy(remedy))
    }

    /// Whether there are scores of a topic.
    pub fn has(&self, topic: &str) -> bool {
        self.scores.contains_key(topic)
    }

    /// The topics, in byte order.
    pub fn topics(&self) -> impl ExactSizeIterator<Item = &str> {
        self.scores.keys().map(String::as_str)
    }

    /// The scores of some topics, all of which it must have.
    pub fn column(&self, measure: &Measure, topics: &[String]) -> Result<Vec<f64>> {
        let lacks = |what: String| {
            Error::new(ErrorKind::Request, format!("the baseline has no scores of {what}"))
        };
        let place = self.place(measure).ok_or_else(|| lacks(measure.to_string()))?;
        let score = |topic: &String| {
            let score = self.scores.get(topic).and_then(|scores| scores.get(place));
            score.copied().ok_or_else(|| lacks(format!("topic {topic}")))
        };
        topics.iter().map(score).collect()
    }

    fn place(&self, measure: &Measure) -> Option<usize> {
        let name = measure.to_string();
        self.measures.iter().position(|measure| *measure == name)
    }
}

impl Judgments {
    fn of(qrels: &Qrels) -> Self {
        // Sums do not depend on the order of rows.
        let mut sum = 0_u64;
        for name in qrels.topics() {
            for (document, grade) in qrels.topic(name).into_iter().flat_map(|t| t.documents()) {
                let row = [name.as_bytes(), b"\t", document.as_bytes(), b"\t"].concat();
                sum = sum.wrapping_add(hash(&[&row[..], &(grade + 0.0).to_be_bytes()].concat()));
            }
        }
        Judgments {
            topics: qrels.topics().len(),
            judgments: qrels.judgments(),
            fingerprint: format!("{sum:016x}"),
        }
    }

    fn against(&self, now: &Judgments) -> String {
        let count = |j: &Judgments| format!("{} judgments of {} topics", j.judgments, j.topics);
        if (self.topics, self.judgments) == (now.topics, now.judgments) {
            return format!(
                "qrels: other judgments in the baseline, though as many ({})",
                count(now)
            );
        }
        format!("qrels: {} in the baseline, {} here", count(self), count(now))
    }
}

/// FNV-1a, 64 bits; to notice changes, not to keep secrets.
fn hash(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

/// What a measure gives over topics, from their scores, as [`Scores::average`] does.
pub fn over_topics(measure: &Measure, values: &[f64]) -> f64 {
    let sum = |value: &dyn Fn(f64) -> f64| values.iter().fold(0.0, |sum, v| sum + value(*v));
    let count = values.len().max(1) as f64;
    match measure.summary() {
        Summary::Sum => sum(&|v| v),
        Summary::GeometricMean if !values.is_empty() => {
            (sum(&|v: f64| v.max(LOWEST).ln()) / count).exp()
        }
        Summary::Mean | Summary::GeometricMean | Summary::Pooled => sum(&|v| v) / count,
    }
}

/// Indented, but for arrays, which stand on their line.
struct FlatArrays(PrettyFormatter<'static>);

impl Formatter for FlatArrays {
    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { out.write_all(b", ") }
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.begin_object(out)
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_object(out)
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_object_key(out, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.begin_object_value(out)
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_object_value(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_over_topics_are_those_of_the_library() {
        let qrels = Qrels::from_rows([("t1", "a", 1.0), ("t2", "a", 1.0), ("t2", "b", 2.0)]);
        let run = gainline::Run::from_rows([("t1", "x", 2.0), ("t1", "a", 1.0), ("t2", "b", 1.0)]);
        let measures = gainline::parse_measures(["AP,GMAP,NumRel,nDCG@10"]).unwrap();
        let scores = gainline::evaluate(&qrels.unwrap(), &run.unwrap(), &measures).unwrap();
        for (at, measure) in measures.iter().enumerate() {
            let values: Vec<f64> = scores.column(at).collect();
            let (ours, theirs) = (over_topics(measure, &values), scores.all()[at]);
            assert!((ours - theirs).abs() < 1e-15, "{measure}: {ours} and {theirs}");
        }
    }

    #[test]
    fn a_column_has_a_score_for_each_topic_or_there_is_none() {
        let qrels = Qrels::from_rows([("t1", "a", 1.0)]).unwrap();
        let run = gainline::Run::from_rows([("t1", "a", 1.0)]).unwrap();
        let options = gainline::Options::default();
        let experiment = Experiment::in_memory(qrels, [("run", run)], options).unwrap();
        let measures = gainline::parse_measures(["AP,RR"]).unwrap();
        let runs =
            crate::evaluation::evaluate(&experiment, &measures[..1], &crate::Silent).unwrap();
        let stored = StoredScores::of("run", &runs[0].scores, &experiment);
        let column = |measure: usize, topics: &[&str]| {
            let topics: Vec<String> = topics.iter().map(ToString::to_string).collect();
            stored.column(&measures[measure], &topics).map_err(|error| error.to_string())
        };
        assert_eq!(column(0, &["t1"]), Ok(vec![1.0]));
        let lacks = |what: &str| Err(format!("the baseline has no scores of {what}"));
        assert_eq!(column(0, &["t1", "t2"]), lacks("topic t2"));
        assert_eq!(column(1, &["t1"]), lacks("RR"));
    }

    #[test]
    fn the_fingerprint_goes_by_what_is_judged_and_not_by_its_order() {
        let of = |rows: [(&str, &str, f64); 2]| Judgments::of(&Qrels::from_rows(rows).unwrap());
        let one = of([("t1", "a", 1.0), ("t2", "b", 0.0)]);
        assert_eq!(one, of([("t2", "b", 0.0), ("t1", "a", 1.0)]));
        assert_ne!(one, of([("t1", "a", 2.0), ("t2", "b", 0.0)]));
        assert_ne!(one, of([("t1", "b", 1.0), ("t2", "a", 0.0)]));
    }
}
