//! Leave one run out: how a run fares when the relevant documents that only it contributed are
//! taken from the judgments. The classic test of whether a collection can be used for runs that
//! had no part in it (J. Zobel, How reliable are the results of large-scale information retrieval
//! experiments?, SIGIR 1998).

use super::judging::{Judging, means};
use super::levels::tau;
use super::yardstick::Yardstick;
use crate::parallel::in_parallel;
use gainline::{Grading, Measure, PoolTopic, Ranking, Result};
use gainline_stats::merge_ties;
use serde::Serialize;

/// A run without the relevant documents that only it has in the pool.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunLeftOut {
    /// The measure.
    pub measure: Measure,
    /// The run.
    pub run: String,
    /// Relevant documents that only it has, among the runs given.
    pub unique_relevant: usize,
    /// Its score with them.
    pub before: f64,
    /// Its score without them.
    pub after: f64,
    /// The change in percent; none from 0.
    pub change_percent: Option<f64>,
    /// Its place among the runs with them; equal runs share the better place.
    pub place_before: usize,
    /// Its place without them.
    pub place_after: usize,
    /// Whether another run has the same score, with them.
    pub tied_before: bool,
    /// Whether another run has the same score, without them.
    pub tied_after: bool,
    /// Kendall's τ of all runs before and after, where it is defined.
    pub tau: Option<f64>,
}

impl RunLeftOut {
    /// Whether another run has the same score only without these documents.
    pub fn newly_tied(&self) -> bool {
        self.tied_after && !self.tied_before
    }
}

/// Leaves out each run in turn. A run contributes the relevant documents of its top `depth`.
pub(super) fn leave_out(
    judging: &Judging<'_>,
    yardstick: &Yardstick,
    names: &[&str],
    depth: usize,
) -> Result<Vec<RunLeftOut>> {
    let values = judging.values(yardstick)?;
    let topics = judging.pool.topics().iter().enumerate();
    let unique: Vec<Vec<Vec<usize>>> = topics
        .map(|(at, topic)| unique(topic, judging.grading(at), yardstick.rel, depth))
        .collect();
    in_parallel(yardstick.threads, judging.runs(), |run| {
        without(judging, yardstick, (run, names[run]), &values, &unique)
    })
}

/// Leaves out one run: the values with all documents, and the documents that only one run has, are
/// given by topic.
fn without(
    judging: &Judging<'_>,
    yardstick: &Yardstick,
    (run, name): (usize, &str),
    values: &[Vec<Option<f64>>],
    unique: &[Vec<Vec<usize>>],
) -> Result<RunLeftOut> {
    let mut values_after = values.to_vec();
    for (topic, unique) in unique.iter().enumerate().filter(|(_, u)| !u[run].is_empty()) {
        let mut grading = judging.grading(topic).clone();
        grading.set_all(&unique[run], None);
        values_after[topic] = judging.topic_values(yardstick, topic, &grading)?;
    }
    let (before, after) = (means(values, judging.runs()), means(&values_after, judging.runs()));
    let heights =
        |means: &[f64]| -> Vec<f64> { means.iter().map(|mean| yardstick.height(*mean)).collect() };
    let place = |heights: &[f64]| {
        let heights = merge_ties(heights);
        1 + heights.iter().filter(|height| **height > heights[run]).count()
    };
    let tied = |heights: &[f64]| {
        let heights = merge_ties(heights);
        heights.iter().filter(|height| **height == heights[run]).count() > 1
    };
    let (heights_before, heights_after) = (heights(&before), heights(&after));
    let (before, after) = (before[run], after[run]);
    Ok(RunLeftOut {
        measure: yardstick.measure.clone(),
        run: name.to_string(),
        unique_relevant: unique.iter().map(|unique| unique[run].len()).sum(),
        before,
        after,
        change_percent: (before != 0.0).then(|| (after - before) / before.abs() * 100.0),
        place_before: place(&heights_before),
        place_after: place(&heights_after),
        tied_before: tied(&heights_before),
        tied_after: tied(&heights_after),
        tau: tau(&heights_before, &heights_after),
    })
}

/// For each run, the relevant documents that only it has among its first `depth`.
fn unique(topic: &PoolTopic, grading: &Grading, rel: f64, depth: usize) -> Vec<Vec<usize>> {
    let top = |ranking: &Option<Ranking>| -> Vec<usize> {
        ranking.iter().flat_map(|ranking| ranking.documents.iter().take(depth)).copied().collect()
    };
    let mut runs = vec![0; topic.documents().len()];
    for place in topic.rankings().iter().flat_map(top) {
        runs[place] += 1;
    }
    let is_unique = |place: &usize| {
        runs[*place] == 1 && grading.grade(*place).is_some_and(|grade| grade >= rel)
    };
    topic.rankings().iter().map(|r| top(r).into_iter().filter(is_unique).collect()).collect()
}
