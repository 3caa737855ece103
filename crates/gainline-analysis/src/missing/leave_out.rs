//! Leave one run out: how a run fares when the relevant documents that only it contributed are
//! taken from the judgments. The classic test of whether a collection can be used for runs that
//! had no part in it (J. Zobel, How reliable are the results of large-scale information retrieval
//! experiments?, SIGIR 1998).

use super::judging::{Judging, means};
use super::levels::tau;
use super::scores::heights;
use super::yardstick::Yardstick;
use gainline::{PoolTopic, Result};
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
    let before = heights(judging, yardstick)?;
    (0..judging.runs()).map(|run| without(judging, yardstick, run, depth, &before)).collect()
}

fn without(
    judging: &Judging<'_>,
    yardstick: &Yardstick,
    run: usize,
    depth: usize,
    before: &[f64],
) -> Result<LeftOut> {
    let (mut unique, mut values) = (0, vec![]);
    for (at, topic) in judging.pool().topics().iter().enumerate() {
        let mut grading = judging.grading(at).clone();
        for place in only_of(topic, run, depth) {
            if grading.grade(place).is_some_and(|grade| grade >= yardstick.rel()) {
                grading.set(place, None);
                unique += 1;
            }
        }
        values.push(judging.topic_values(yardstick, at, &grading)?);
    }
    let means = means(&values, judging.runs());
    let after: Vec<f64> = means.iter().map(|mean| yardstick.height(*mean)).collect();
    let place = |heights: &[f64]| {
        let heights = merge_ties(heights);
        1 + heights.iter().filter(|height| **height > heights[run]).count()
    };
    Ok(LeftOut {
        unique,
        before: yardstick.height(before[run]),
        after: means[run],
        place_before: place(before),
        place_after: place(&after),
        tau: tau(before, &after),
    })
}

/// The documents that only this run has among its first `depth`.
fn only_of(topic: &PoolTopic, run: usize, depth: usize) -> Vec<usize> {
    let mut others = vec![false; topic.documents().len()];
    for (at, ranking) in topic.rankings().iter().enumerate() {
        for &place in ranking.iter().flat_map(|r| r.documents.iter().take(depth)) {
            others[place] |= at != run;
        }
    }
    let own = topic.rankings()[run].iter().flat_map(|r| r.documents.iter().take(depth));
    own.copied().filter(|&place| !others[place]).collect()
}
