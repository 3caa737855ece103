//! A run's values over topics: all of them, or a slice, put together in each way asked for.

use crate::evaluation::Evaluated;
use gainline::{Average, Error, ErrorKind, Scores, Slices, TopicNumbers};

/// How topics are put together.
pub(crate) struct Summing {
    /// The ways, in the order in which they were asked for.
    pub averages: Vec<Average>,
    pub weights: Option<TopicNumbers>,
    pub slices: Option<Slices>,
    /// Slices of which no run has a topic, so that there is nothing to average.
    pub empty: Vec<String>,
}

/// The values over some topics.
pub(crate) struct Summary {
    /// The slice; all topics without one.
    pub slice: Option<String>,
    pub average: Average,
    /// How many topics there are.
    pub topics: usize,
    pub values: Vec<f64>,
    /// The lowest and the highest values that grades of unjudged documents allow.
    pub bounds: Option<[Vec<f64>; 2]>,
}

impl Summary {
    /// What stands in the place of a topic: `all`, `all:median`, `by:NAME`, `by:NAME:median`.
    pub(crate) fn label(&self) -> String {
        let over = self.slice.as_ref().map_or("all".into(), |slice| format!("by:{slice}"));
        match self.average {
            Average::Macro => over,
            other => format!("{over}:{other}"),
        }
    }
}

impl Summing {
    /// Finds out which slices are empty.
    pub(crate) fn look_at(&mut self, runs: &[Evaluated]) {
        let has = |topic: &String| runs.iter().any(|run| run.scores.topics().contains(topic));
        let slices = self.slices.iter().flat_map(Slices::iter);
        let empty = slices.filter(|(_, topics)| !topics.iter().any(has));
        self.empty = empty.map(|(name, _)| name.to_string()).collect();
    }

    /// Whether there is a row for each run and nothing more.
    pub(crate) fn is_plain(&self) -> bool {
        self.averages.len() == 1 && self.slices.is_none()
    }

    /// The values over all topics, then over each slice.
    pub(crate) fn summaries(&self, scores: &Scores) -> gainline::Result<Vec<Summary>> {
        let mut summaries = self.over(None, scores)?;
        for (slice, topics) in self.slices.iter().flat_map(Slices::iter) {
            let here = scores.only(|topic| topics.iter().any(|t| t == topic));
            if !self.empty.iter().any(|empty| empty == slice) {
                summaries.extend(self.over(Some(slice), &here)?);
            }
        }
        Ok(summaries)
    }

    fn over(&self, slice: Option<&str>, scores: &Scores) -> gainline::Result<Vec<Summary>> {
        let summary = |&average: &Average| {
            let values = |scores: &Scores| scores.average(average, self.weights.as_ref());
            let bounds = match scores.bounds() {
                Some(_) if average == Average::Deviation => {
                    let message = "a standard deviation has no bounds for unjudged documents";
                    return Err(Error::new(ErrorKind::Measure, message)
                        .remedy("take another average, or no bounds"));
                }
                Some((lower, upper)) => Some([values(lower)?, values(upper)?]),
                None => None,
            };
            Ok(Summary {
                slice: slice.map(String::from),
                average,
                topics: scores.topics().len(),
                values: values(scores)?,
                bounds,
            })
        };
        self.averages.iter().map(summary).collect()
    }
}

/// Topics of the runs that are in no slice.
pub(crate) fn in_no_slice(slices: &Slices, runs: &[Evaluated]) -> Vec<String> {
    let in_slice = |topic: &String| slices.iter().any(|(_, topics)| topics.contains(topic));
    let mut outside: Vec<String> =
        runs.iter().flat_map(|r| r.scores.topics()).filter(|t| !in_slice(t)).cloned().collect();
    outside.sort_unstable();
    outside.dedup();
    outside
}
