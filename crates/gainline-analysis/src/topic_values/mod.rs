//! How does a measure vary over topics? Its values for every topic and run, and how they spread.

mod differences;
mod spread;

pub use differences::{TopicDifference, TopicDifferences, TopicDifferencesAnswer};
pub use spread::Spread;

use crate::evaluation::{EvaluatedRun, evaluate, refuse_bounds};
use crate::progress::Progress;
use crate::{Answer, Experiment, Provenance};
use gainline::{Better, Error, ErrorKind, Measure, Result, Summary};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// How does a measure vary over topics?
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TopicValues {
    /// The measure.
    pub measure: Measure,
    /// The order of the topics.
    pub order: TopicOrder,
}

/// An order of topics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TopicOrder {
    /// By their value, the best first.
    #[default]
    Value,
    /// That of the judgments.
    Qrels,
}

named!(TopicOrder: Value "value", Qrels "qrels");

/// What came of it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TopicValuesAnswer {
    /// What was asked.
    pub request: TopicValues,
    /// Where the numbers come from.
    pub provenance: Provenance,
    /// The topics that any run has, in the order that was asked for: by value, that is by the mean
    /// over the runs.
    pub topics: Vec<String>,
    /// The runs, in the order in which they were given.
    pub runs: Vec<RunValues>,
    /// Their places, the best mean first.
    pub best_first: Vec<usize>,
}

/// A run's values.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunValues {
    /// The run.
    pub run: String,
    /// The value of each topic; none where it does not count for the run.
    pub values: Vec<Option<f64>>,
    /// Their mean.
    pub mean: f64,
    /// How they spread.
    pub spread: Spread,
}

impl Answer for TopicValuesAnswer {
    const NAME: &'static str = "topic-values";
}

impl TopicValues {
    /// Evaluates the runs.
    pub fn answer(
        self,
        experiment: &Experiment,
        progress: &dyn Progress,
    ) -> Result<TopicValuesAnswer> {
        let Evaluated { runs, provenance, topics, columns } =
            Evaluated::of(experiment, &self.measure, progress)?;
        let order = self.in_order(&columns, topics.len());
        let mut best_first: Vec<usize> = (0..runs.len()).collect();
        sort_best_first(&self.measure, &mut best_first, |run| {
            mean(columns[run].iter().flatten().copied())
        });
        let mut values = vec![];
        for (run, column) in runs.iter().zip(&columns) {
            let own: Vec<f64> = column.iter().flatten().copied().collect();
            let spread = Spread::of(&own).ok_or_else(|| nothing(&run.name))?;
            // As an evaluation has it, where that is a mean.
            let mean = match self.measure.summary() {
                Summary::Mean => run.scores.all()[0],
                Summary::Sum | Summary::GeometricMean | Summary::Pooled => {
                    mean(own.iter().copied())
                }
            };
            let values_in_order = order.iter().map(|&topic| column[topic]).collect();
            values.push(RunValues { run: run.name.clone(), values: values_in_order, mean, spread });
        }
        let topics = order.iter().map(|&topic| topics[topic].clone()).collect();
        Ok(TopicValuesAnswer { request: self, provenance, topics, runs: values, best_first })
    }

    /// Places of the topics.
    fn in_order(&self, columns: &[Vec<Option<f64>>], topics: usize) -> Vec<usize> {
        let mut places: Vec<usize> = (0..topics).collect();
        match self.order {
            TopicOrder::Value => sort_best_first(&self.measure, &mut places, |topic| {
                mean(columns.iter().filter_map(|values| values[topic]))
            }),
            TopicOrder::Qrels => {}
        }
        places
    }
}

fn nothing(run: &str) -> Error {
    let message = format!("{run} has none of the judged topics");
    Error::new(ErrorKind::Nothing, message).remedy("count them as empty rankings: --missing zero")
}

/// The best first; those of equal values as they were.
fn sort_best_first(measure: &Measure, places: &mut [usize], value: impl Fn(usize) -> f64) {
    let sign = if measure.family().better == Better::Lower { -1.0 } else { 1.0 };
    places.sort_by(|&a, &b| (sign * value(b)).total_cmp(&(sign * value(a))));
}

/// The mean of values; 0 of none.
pub(crate) fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    if count > 0.0 { sum / count } else { 0.0 }
}

/// One measure of every topic and run.
struct Evaluated {
    runs: Vec<EvaluatedRun>,
    provenance: Provenance,
    /// All topics that a run has, in the order of the judgments.
    topics: Vec<String>,
    /// For each run the value of each topic; none where it does not count for the run.
    columns: Vec<Vec<Option<f64>>>,
}

impl Evaluated {
    fn of(experiment: &Experiment, measure: &Measure, progress: &dyn Progress) -> Result<Self> {
        refuse_bounds(&experiment.options)?;
        let runs = evaluate(experiment, std::slice::from_ref(measure), progress)?;
        let provenance = Provenance::of(experiment, &runs)?;
        let maps = runs.iter().map(|run| run.scores.iter().map(|(t, v)| (t, v[0])).collect());
        let maps: Vec<HashMap<&str, f64>> = maps.collect();
        let any = |topic: &&str| maps.iter().any(|map| map.contains_key(topic));
        let topics: Vec<String> = experiment.qrels.topics().filter(any).map(String::from).collect();
        if topics.is_empty() {
            let message = "no topic is both judged and in a run, so there is nothing to show";
            return Err(Error::new(ErrorKind::Nothing, message));
        }
        let column = |map: &HashMap<&str, f64>| {
            topics.iter().map(|topic| map.get(topic.as_str()).copied()).collect()
        };
        let columns = maps.iter().map(column).collect();
        Ok(Evaluated { runs, provenance, topics, columns })
    }
}
