//! Scores: topics × measures, and their averages.

use crate::join::{Facts, JoinedRun, Joining, Unjudged, join_run, join_source};
use crate::judged::Judged;
use crate::measure::{JudgedScorer, Measure, Scorer, Summary};
use crate::qrels::Qrels;
use crate::run::{Run, Ties};
use crate::{Error, ErrorKind, Result, Source};
use std::fmt;

/// Every choice behind a number.
#[derive(Debug, Clone)]
pub struct Options {
    /// The lowest relevant grade, for measures that do not say.
    pub rel: f64,
    /// What becomes of judged topics that a run lacks.
    pub missing: Missing,
    /// How runs are ranked and joined with judgments.
    pub joining: Joining,
}

impl Default for Options {
    fn default() -> Self {
        Options { rel: 1.0, missing: Missing::Zero, joining: Joining::default() }
    }
}

/// The choices one by one, as in `Options::default().rel(2.0).ties(Ties::Rank)`.
impl Options {
    /// The lowest relevant grade.
    #[must_use]
    pub fn rel(mut self, rel: f64) -> Self {
        self.rel = rel;
        self
    }

    /// What becomes of judged topics that a run lacks.
    #[must_use]
    pub fn missing(mut self, missing: Missing) -> Self {
        self.missing = missing;
        self
    }

    /// How equal scores are ordered.
    #[must_use]
    pub fn ties(mut self, ties: Ties) -> Self {
        self.joining.ties = ties;
        self
    }

    /// What becomes of unjudged documents.
    #[must_use]
    pub fn unjudged(mut self, unjudged: Unjudged) -> Self {
        self.joining.unjudged = unjudged;
        self
    }

    /// Only the documents at ranks up to this one.
    #[must_use]
    pub fn depth(mut self, depth: usize) -> Self {
        self.joining.depth = Some(depth);
        self
    }

    /// Only these topics.
    #[must_use]
    pub fn topics<T: Into<String>>(mut self, topics: impl IntoIterator<Item = T>) -> Self {
        self.joining.topics = Some(topics.into_iter().map(Into::into).collect());
        self
    }

    /// Threads to use; all cores without it.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.joining.threads = Some(threads);
        self
    }
}

/// What becomes of judged topics that a run lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Missing {
    /// They count as empty rankings, because leaving them out rewards a run for failing.
    #[default]
    Zero,
    /// They are left out of the averages.
    Skip,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Missing::Zero => "zero",
            Missing::Skip => "skip",
        })
    }
}

/// Evaluates runs against one set of judgments with one set of measures.
///
/// ```
/// use gainline::{Evaluator, Options, Qrels, Run, parse_measures};
/// let qrels = Qrels::from_rows([("t1", "d1", 1.0), ("t1", "d2", 0.0), ("t1", "d3", 2.0)])?;
/// let run = Run::from_rows([("t1", "d1", 9.0), ("t1", "d2", 8.0), ("t1", "d3", 7.0)])?;
/// let measures = parse_measures(["nDCG@10,AP"])?;
/// let scores = Evaluator::new(&qrels, &measures, Options::default())?.evaluate(&run)?;
/// assert_eq!(scores.topic("t1").unwrap()[1], (1.0 + 2.0 / 3.0) / 2.0);
/// // Only grades from 2 up are relevant, and only the top 2 count:
/// let strict = Evaluator::new(&qrels, &measures, Options::default().rel(2.0).depth(2))?;
/// assert_eq!(strict.evaluate(&run)?.topic("t1").unwrap()[1], 0.0);
/// # Ok::<(), gainline::Error>(())
/// ```
pub struct Evaluator<'q> {
    qrels: &'q Qrels,
    measures: Vec<Measure>,
    scorers: Vec<JudgedScorer>,
    options: Options,
}

impl<'q> Evaluator<'q> {
    /// Prepares the measures. Fails when one needs other judgments than grades, or has no gain
    /// for a grade of the qrels.
    pub fn new(qrels: &'q Qrels, measures: &[Measure], options: Options) -> Result<Self> {
        if !options.rel.is_finite() {
            let message = format!("the lowest relevant grade, `{}`, is not finite", options.rel);
            return Err(Error::new(ErrorKind::Measure, message));
        }
        let grades = qrels.grades();
        let mut scorers = vec![];
        for measure in measures {
            measure.check_grades(&grades)?;
            let needs = match measure.scorer(options.rel) {
                Scorer::Judged(scorer) => {
                    scorers.push(scorer);
                    continue;
                }
                Scorer::Groups(_) => "judgments by groups (gainline trec-eval -R qrels_jg)",
                Scorer::Preferences(_) => "preferences (gainline trec-eval -R prefs)",
            };
            let message = format!("measure `{measure}` needs {needs}, not qrels");
            return Err(Error::new(ErrorKind::Measure, message));
        }
        if let Some(wanted) = &options.joining.topics {
            let mut unknown: Vec<&str> =
                wanted.iter().filter(|t| qrels.topic(t).is_none()).map(|t| &**t).collect();
            unknown.sort_unstable();
            if !unknown.is_empty() {
                let names = unknown.iter().take(5).map(|t| format!("`{t}`")).collect::<Vec<_>>();
                let more = unknown.len().saturating_sub(5);
                let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                let message = format!("no judgments for topic {}{more}", names.join(", "));
                return Err(Error::new(ErrorKind::Nothing, message)
                    .remedy("the topics asked for must be in the qrels"));
            }
        }
        Ok(Evaluator { qrels, measures: measures.to_vec(), scorers, options })
    }

    /// Evaluates a run from a file (or standard input), topic by topic.
    pub fn run(&self, source: impl Into<Source>) -> Result<Scores> {
        self.run_with_progress(&source.into(), &|_| {})
    }

    /// The same, telling `progress` how many bytes were read so far.
    pub fn run_with_progress(
        &self,
        source: &Source,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Scores> {
        let each = |judged: &Judged<'_>| self.score(judged);
        let joined = join_source(self.qrels, source, &self.options.joining, progress, &each)?;
        if joined.topics.is_empty() && !joined.facts.extra_topics.is_empty() {
            return Err(no_common_topic(self.qrels, &joined.facts).in_file(source.name()));
        }
        Ok(self.scores(joined))
    }

    /// Evaluates a run in memory; one without rows lacks every topic.
    pub fn evaluate(&self, run: &Run) -> Result<Scores> {
        let each = |judged: &Judged<'_>| self.score(judged);
        let joined = join_run(self.qrels, run, &self.options.joining, &each)?;
        if joined.topics.is_empty() && !run.is_empty() {
            return Err(no_common_topic(self.qrels, &joined.facts));
        }
        Ok(self.scores(joined))
    }

    fn score(&self, judged: &Judged<'_>) -> Box<[f64]> {
        self.scorers.iter().map(|score| score(judged)).collect()
    }

    fn scores(&self, joined: JoinedRun<Box<[f64]>>) -> Scores {
        let wanted = |name: &str| {
            self.options.joining.topics.as_ref().is_none_or(|topics| topics.contains(name))
        };
        let mut found = joined.topics.into_iter().peekable();
        let (mut topics, mut values, mut missing) = (vec![], vec![], vec![]);
        for (index, name) in self.qrels.topics().enumerate() {
            if let Some((_, scores)) = found.next_if(|(topic, _)| *topic == index) {
                topics.push(name.to_string());
                values.extend_from_slice(&scores);
            } else if wanted(name) {
                missing.push(name.to_string());
                if self.options.missing == Missing::Zero {
                    topics.push(name.to_string());
                    let nothing = Judged::new(0, &[], self.qrels.topic_at(index).grades());
                    values.extend_from_slice(&self.score(&nothing));
                }
            }
        }
        Scores { measures: self.measures.clone(), topics, values, missing, facts: joined.facts }
    }
}

#[cold]
fn no_common_topic(qrels: &Qrels, facts: &Facts) -> Error {
    let judged = qrels.topics().next().unwrap_or_default();
    let ranked = facts.extra_topics.first().map_or("", String::as_str);
    Error::new(
        ErrorKind::Nothing,
        format!(
            "no topic of this run is judged: it holds topics such as `{ranked}`, the qrels \
             `{judged}`"
        ),
    )
    .remedy("`gainline validate QRELS RUN` looks for ids that differ in case or leading zeros")
}

/// The scores of one run: a value for each topic and measure.
#[derive(Debug, Clone, PartialEq)]
pub struct Scores {
    measures: Vec<Measure>,
    topics: Vec<String>,
    /// Row by row: a topic's values stand together.
    values: Vec<f64>,
    missing: Vec<String>,
    facts: Facts,
}

impl Scores {
    /// The measures, in the order asked for.
    pub fn measures(&self) -> &[Measure] {
        &self.measures
    }

    /// The topics that are averaged over, in the order of the qrels.
    pub fn topics(&self) -> &[String] {
        &self.topics
    }

    /// Judged topics that the run lacks; among [`Scores::topics`] only under [`Missing::Zero`].
    pub fn missing(&self) -> &[String] {
        &self.missing
    }

    /// What was seen while reading the run.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// One topic's values, in the order of the measures.
    pub fn topic(&self, name: &str) -> Option<&[f64]> {
        let row = self.topics.iter().position(|t| t == name)?;
        Some(self.row(row))
    }

    /// The value of a measure over all topics, if it is among [`Scores::measures`].
    pub fn mean(&self, measure: &Measure) -> Option<f64> {
        let column = self.measures.iter().position(|m| m == measure)?;
        Some(summarise(measure.family().summary, self.column(column)))
    }

    /// Every topic with its values, in the order of the qrels.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &[f64])> {
        self.topics.iter().enumerate().map(|(i, topic)| (topic.as_str(), self.row(i)))
    }

    /// One measure's values over the topics.
    pub fn column(&self, measure: usize) -> impl ExactSizeIterator<Item = f64> + Clone {
        let width = self.measures.len();
        (0..self.topics.len()).map(move |row| self.values[row * width + measure])
    }

    /// The values over all topics, one for each measure: means, or sums for counts.
    pub fn all(&self) -> Vec<f64> {
        let summary = |(i, m): (usize, &Measure)| summarise(m.family().summary, self.column(i));
        self.measures.iter().enumerate().map(summary).collect()
    }

    fn row(&self, row: usize) -> &[f64] {
        let width = self.measures.len();
        &self.values[row * width..(row + 1) * width]
    }
}

/// Puts the values of topics together.
pub fn summarise(summary: Summary, values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let n = values.len();
    if n == 0 {
        return 0.0;
    }
    match summary {
        Summary::Sum => values.fold(0.0, |a, b| a + b),
        Summary::Mean => values.fold(0.0, |a, b| a + b) / n as f64,
        Summary::GeometricMean => {
            (values.fold(0.0, |a, b| a + b.max(LOWEST).ln()) / n as f64).exp()
        }
    }
}

/// The value that a geometric mean takes for anything lower.
pub const LOWEST: f64 = 0.00001;
