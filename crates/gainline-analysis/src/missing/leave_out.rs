//! Leave one run out: how a run fares when the relevant documents that only it contributed are
//! taken from the judgments. The classic test of whether a collection can be used for runs that
//! had no part in it (J. Zobel, How reliable are the results of large-scale information retrieval
//! experiments?, SIGIR 1998).

use super::judging::{Judging, means};
use super::levels::tau;
use super::parallel::in_parallel;
use super::yardstick::Yardstick;
use gainline::{Grading, PoolTopic, Ranking, Result};
use gainline_stats::merge_ties;

/// How a run fares without the relevant documents that only it contributed.
#[derive(Debug, Clone, PartialEq)]
pub struct LeftOut {
    /// How many relevant documents only this run, among those given, has within the pool's depth.
    pub unique: usize,
    /// Its score with them.
    pub before: f64,
    /// Its score without them.
    pub after: f64,
    /// Its place among the runs with them; equal runs share the better place.
    pub place_before: usize,
    /// Its place without them.
    pub place_after: usize,
    /// Kendall's τ of the order of all runs before and after; none where it is not defined.
    pub tau: Option<f64>,
}

/// Leaves out each run in turn. A run contributes the relevant documents of its top `depth`.
pub fn leave_out(
    judging: &Judging<'_>,
    yardstick: &Yardstick,
    depth: usize,
) -> Result<Vec<LeftOut>> {
    let values = judging.values(yardstick)?;
    let topics = judging.pool().topics().iter().enumerate();
    let unique: Vec<Vec<Vec<usize>>> = topics
        .map(|(at, topic)| unique(topic, judging.grading(at), yardstick.rel(), depth))
        .collect();
    in_parallel(yardstick.threads(), judging.runs(), |run| {
        without(judging, yardstick, run, &values, &unique)
    })
}

/// Leaves out one run: the values with all documents, and the documents that only one run has, are
/// given by topic.
fn without(
    judging: &Judging<'_>,
    yardstick: &Yardstick,
    run: usize,
    values: &[Vec<Option<f64>>],
    unique: &[Vec<Vec<usize>>],
) -> Result<LeftOut> {
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
    let (heights_before, heights_after) = (heights(&before), heights(&after));
    Ok(LeftOut {
        unique: unique.iter().map(|unique| unique[run].len()).sum(),
        before: before[run],
        after: after[run],
        place_before: place(&heights_before),
        place_after: place(&heights_after),
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
