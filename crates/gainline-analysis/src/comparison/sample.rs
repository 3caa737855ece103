//! The values of runs, topic by topic, as tests take them.

use crate::RunName;
use crate::eval::SliceFacts;
use crate::evaluation::EvaluatedRun;
use gainline::{Better, Error, ErrorKind, LOWEST, Measure, Result, Scores, Slices, Summary};
use gainline_stats::is_same;
use serde::Serialize;
use std::collections::HashSet;

/// The values of some runs by one measure on the same topics.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Sample {
    /// The measure.
    pub measure: Measure,
    /// The slice of the topics; none for all topics.
    pub slice: Option<String>,
    /// The topics: those that every run has, in the order of the judgments.
    pub topics: Vec<String>,
    /// The runs, in the order in which they were given.
    #[serde(skip)]
    pub runs: Vec<RunName>,
    /// For each run, in the order in which they were given, its values by topic as they are
    /// compared: of measures with a geometric mean the natural logarithms.
    #[serde(rename = "values")]
    pub columns: Vec<Vec<f64>>,
    /// Each run's value over these topics, as an evaluation has it: a mean, a sum, ....
    #[serde(skip)]
    pub means: Vec<f64>,
    /// Each run's mean of its column.
    #[serde(skip)]
    centres: Vec<f64>,
}

impl Sample {
    /// Of values as they are, not yet prepared to be compared.
    pub fn new(
        measure: Measure,
        runs: Vec<RunName>,
        topics: Vec<String>,
        columns: Vec<Vec<f64>>,
        means: Vec<f64>,
    ) -> Result<Self> {
        let lengths = columns.iter().all(|column| column.len() == topics.len());
        if columns.len() != runs.len() || means.len() != runs.len() || !lengths {
            let message =
                "a sample has a column and a mean for each run, and a value for each topic";
            return Err(Error::new(ErrorKind::Request, message));
        }
        Sample { measure, slice: None, topics, runs, columns, means, centres: vec![] }.centred()
    }

    /// The mean over topics is what tests and intervals are about. For measures that an evaluation
    /// adds up or puts together in another way it is not the value that it has.
    fn centred(mut self) -> Result<Self> {
        if self.measure.summary() == Summary::Mean {
            self.centres.clone_from(&self.means);
            return Ok(self);
        }
        let means = self.columns.iter().map(|column| gainline_stats::mean(column));
        self.centres = means.collect::<gainline_stats::Result<_>>().map_err(|why| {
            let message = format!("`{}` cannot be compared: {why}", self.measure);
            Error::new(ErrorKind::Measure, message)
        })?;
        Ok(self)
    }

    /// The values of topics as they are compared: of measures whose values are put together by a
    /// geometric mean their logarithms, since the mean of these is what such a measure goes by;
    /// and equal where only rounding is between the values of a topic, so that all tests and
    /// counts take the same values as equal. Values are not rounded to a grid, since then equal
    /// differences would vary.
    pub fn prepared(mut self) -> Result<Self> {
        if self.is_logged() {
            self.columns.iter_mut().flatten().for_each(|value| *value = value.max(LOWEST).ln());
        }
        let mut order: Vec<usize> = (0..self.columns.len()).collect();
        for topic in 0..self.topics.len() {
            let columns = &mut self.columns;
            order.sort_by(|&a, &b| columns[a][topic].total_cmp(&columns[b][topic]));
            let mut before = f64::NAN;
            for at in 1..order.len() {
                let (last, value) = (columns[order[at - 1]][topic], columns[order[at]][topic]);
                let below = if at == 1 { last } else { before };
                before = value;
                if is_same(below, value) {
                    columns[order[at]][topic] = last;
                }
            }
        }
        self.centred()
    }

    /// The columns of some of the topics; the means stay those of all.
    #[must_use]
    pub fn keep_topics(mut self, wanted: impl Fn(&str) -> bool) -> Self {
        let kept: Vec<bool> = self.topics.iter().map(|topic| wanted(topic)).collect();
        let keep = |values: &mut Vec<f64>| {
            let there = std::mem::take(values).into_iter().zip(&kept);
            *values = there.filter_map(|(value, kept)| kept.then_some(value)).collect();
        };
        self.columns.iter_mut().for_each(keep);
        let topics = self.topics.into_iter().zip(&kept);
        self.topics = topics.filter_map(|(topic, kept)| kept.then_some(topic)).collect();
        self
    }

    /// So many runs at a time, each lot a sample: the same runs by one judge after another.
    pub fn split(self, runs: usize) -> Vec<Sample> {
        let places: Vec<usize> = (0..self.columns.len()).collect();
        let part = |places: &[usize]| Sample {
            measure: self.measure.clone(),
            slice: self.slice.clone(),
            topics: self.topics.clone(),
            runs: RunName::all(places.iter().map(|&at| self.runs[at].as_str())),
            columns: places.iter().map(|&at| self.columns[at].clone()).collect(),
            means: places.iter().map(|&at| self.means[at]).collect(),
            centres: places.iter().map(|&at| self.centres[at]).collect(),
        };
        places.chunks(runs.max(1)).map(part).collect()
    }

    /// Whether values are logarithms.
    pub fn is_logged(&self) -> bool {
        self.measure.summary() == Summary::GeometricMean
    }

    /// A mean as it is shown: of logarithms, the geometric mean.
    pub fn shown(&self, mean: f64) -> f64 {
        if self.is_logged() { mean.exp() } else { mean }
    }

    /// A run's mean over topics, which is what tests and intervals are about.
    pub fn mean(&self, run: usize) -> f64 {
        self.centres[run]
    }

    /// By how much the mean of the second run is better than that of the first; 0 if only rounding
    /// is between them.
    pub fn gain(&self, (first, second): (usize, usize)) -> f64 {
        let (base, value) = (self.mean(first), self.mean(second));
        if is_same(base, value) { 0.0 } else { self.oriented(value - base) }
    }

    /// A value, turned so that higher is better.
    pub fn oriented(&self, value: f64) -> f64 {
        if self.measure.family().better == Better::Lower { -value } else { value }
    }

    /// The places of the runs, the best first; those of equal means as they were given.
    pub fn best_first(&self) -> Vec<usize> {
        let height = |run: usize| self.oriented(self.mean(run));
        let mut order: Vec<usize> = (0..self.columns.len()).collect();
        order.sort_by(|&a, &b| height(b).total_cmp(&height(a)));
        order
    }
}

/// The samples of all measures over the topics that every run has, and then over each slice that
/// has any of them. There are none without a topic. The runs may have been evaluated by further
/// measures.
pub fn samples<'r>(
    runs: impl IntoIterator<Item = (&'r str, &'r Scores)>,
    measures: &[Measure],
    slices: Option<&Slices>,
) -> Result<Vec<Sample>> {
    scores(runs, measures, slices)?.into_iter().map(Sample::prepared).collect()
}

/// The same with the scores as they are, not yet prepared to be compared.
pub fn scores<'r>(
    runs: impl IntoIterator<Item = (&'r str, &'r Scores)>,
    measures: &[Measure],
    slices: Option<&Slices>,
) -> Result<Vec<Sample>> {
    let (names, scores): (Vec<&str>, Vec<&Scores>) = runs.into_iter().unzip();
    let names = RunName::all(names);
    let common = scores.first().map_or(vec![], |first| in_all(first.topics(), &scores));
    let mut parts: Vec<(Option<&str>, Vec<CommonTopic<'_>>)> = vec![(None, common)];
    for (slice, topics) in slices.into_iter().flat_map(Slices::iter) {
        let mut topics = in_all(topics, &scores);
        topics.sort_by_key(|topic| topic.places.first().copied());
        parts.push((Some(slice), topics));
    }
    let mut samples = vec![];
    for (slice, topics) in parts.into_iter().filter(|(_, topics)| !topics.is_empty()) {
        let part = |(run, scores): (usize, &&Scores)| {
            scores.select(&topics.iter().map(|topic| topic.places[run]).collect::<Vec<usize>>())
        };
        let part = scores.iter().enumerate().map(part).collect::<Result<Vec<Scores>>>()?;
        for measure in measures {
            let (mut columns, mut means) = (vec![], vec![]);
            for scores in &part {
                let at = column_of(scores, measure)?;
                columns.push(scores.column(at).collect());
                means.push(scores.all()[at]);
            }
            let topics = topics.iter().map(|topic| topic.name.to_string()).collect();
            let sample = Sample::new(measure.clone(), names.clone(), topics, columns, means)?;
            samples.push(Sample { slice: slice.map(String::from), ..sample });
        }
    }
    Ok(samples)
}

/// A topic that every run has.
struct CommonTopic<'t> {
    name: &'t str,
    /// Where it stands in each run's scores.
    places: Vec<usize>,
}

/// Those of these topics that every run has.
fn in_all<'t>(topics: &'t [String], runs: &[&Scores]) -> Vec<CommonTopic<'t>> {
    let common = |name: &'t String| {
        let places = runs.iter().map(|run| run.place(name)).collect::<Option<_>>()?;
        Some(CommonTopic { name, places })
    };
    topics.iter().filter_map(common).collect()
}

/// Where the values of a measure stand.
pub(crate) fn column_of(scores: &Scores, measure: &Measure) -> Result<usize> {
    let found = scores.measures().iter().position(|other| other == measure);
    found.ok_or_else(|| {
        let message = format!("the runs were not evaluated by `{measure}`");
        Error::new(ErrorKind::Request, message)
    })
}

/// Topics that some run has and another one lacks, so that they are in no sample.
pub(crate) fn left_out(runs: &[EvaluatedRun], samples: &[Sample]) -> Vec<String> {
    let Some(first) = samples.first() else { return vec![] };
    let mut known: HashSet<&str> = first.topics.iter().map(String::as_str).collect();
    let topics = runs.iter().flat_map(|run| run.scores.topics());
    topics.filter(|topic| known.insert(topic)).cloned().collect()
}

/// What there is to know about slices, of which those without a sample are empty.
pub(crate) fn slice_facts(
    slices: &Slices,
    runs: &[EvaluatedRun],
    samples: &[Sample],
) -> SliceFacts {
    let there: HashSet<&str> =
        samples.iter().filter_map(|sample| sample.slice.as_deref()).collect();
    let empty = slices.iter().map(|(name, _)| name).filter(|name| !there.contains(name));
    SliceFacts { empty: empty.map(String::from).collect(), ..SliceFacts::of(slices, runs) }
}
