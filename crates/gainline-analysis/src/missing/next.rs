//! Which documents are most worth judging next.
//!
//! After Carterette, Allan and Sitaraman (Minimal Test Collections for Retrieval Evaluation, SIGIR
//! 2006), a document is worth as much as it can change the differences between runs. A pair of runs
//! counts by the risk that its order is not the one that is estimated, so that comparisons that are
//! settled ask for no more judgments. The priority of a document is the sum over pairs of the risk
//! times the square of what it changes in the difference of the means. How likely the document is to
//! be relevant only decides between equals: to find one irrelevant tells as much.

use super::chance::{Chances, chances};
use super::effects::{Effects, effects};
use super::judging::Judging;
use super::scores::{estimates, likeliest};
use super::yardstick::Yardstick;
use crate::parallel::in_parallel;
use gainline::Result;
use gainline_stats::merge_ties;

/// A document that may be judged.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// Its topic, by its place in the pool.
    pub topic: usize,
    /// Its place among the topic's documents.
    pub place: usize,
    /// How much of the total uncertainty depends on it: its share of the sum over all open documents.
    pub priority: f64,
    /// The chance that it is relevant, as the judgments so far suggest.
    pub chance: f64,
}

/// How certain the order of two runs is.
#[derive(Debug, Clone, PartialEq)]
pub struct Risk {
    /// The run that is estimated to be the better one, and the other.
    pub runs: (usize, usize),
    /// At most so likely the order is the other one: exp(−z²/2) / 2 for an estimated difference of
    /// the means of z standard deviations, if open documents are relevant by their chances, each on
    /// its own.
    pub risk: f64,
}

/// The least weight of a pair, so that documents have an order when everything is settled.
const LEAST_RISK: f64 = 1e-9;

/// The open documents, those first that are most worth judging, and the risk of each pair of runs.
/// With one run, a document counts by what it changes in the run's own mean.
pub fn next(judging: &Judging<'_>, yardstick: &Yardstick) -> Result<(Vec<Candidate>, Vec<Risk>)> {
    let chances = chances(judging, yardstick);
    let estimates = estimates(judging, yardstick, &chances)?;
    weighed(judging, yardstick, &chances, &estimates)
}

/// The same, where chances and estimates are known.
pub(super) fn weighed(
    judging: &Judging<'_>,
    yardstick: &Yardstick,
    chances: &Chances,
    estimates: &[f64],
) -> Result<(Vec<Candidate>, Vec<Risk>)> {
    let counted = judging.counted();
    let effects = in_parallel(yardstick.threads, judging.pool.topics().len(), |topic| {
        let supposed = likeliest(judging, chances, topic);
        let mut effects = effects(judging, yardstick, topic, &supposed, chances.grade)?;
        for changes in &mut effects.changes {
            // In terms of the mean over topics.
            changes.iter_mut().zip(&counted).for_each(|(change, n)| *change /= n.max(1.0));
        }
        Ok(effects)
    })?;
    let heights: Vec<f64> = estimates.iter().map(|e| yardstick.height(*e)).collect();
    let risks = risks(&heights, &effects, chances);
    let mut candidates = vec![];
    for (topic, effects) in effects.iter().enumerate() {
        for (&place, changes) in effects.places.iter().zip(&effects.changes) {
            let priority = match &risks[..] {
                [] => changes.iter().fold(0.0, |sum, change| sum + change * change),
                risks => risks.iter().fold(0.0, |sum, Risk { runs: (a, b), risk, .. }| {
                    let change = changes[*a] - changes[*b];
                    sum + risk.max(LEAST_RISK) * change * change
                }),
            };
            let chance = chances.of(topic, place);
            candidates.push(Candidate { topic, place, priority, chance });
        }
    }
    let total = candidates.iter().fold(0.0, |sum, candidate| sum + candidate.priority);
    if total > 0.0 {
        candidates.iter_mut().for_each(|candidate| candidate.priority /= total);
    }
    sort(&mut candidates);
    Ok((candidates, risks))
}

/// The highest priority first; of those that differ by rounding only, the one that is likelier to be
/// relevant.
fn sort(candidates: &mut [Candidate]) {
    let priorities: Vec<f64> = candidates.iter().map(|candidate| candidate.priority).collect();
    for (candidate, priority) in candidates.iter_mut().zip(merge_ties(&priorities)) {
        candidate.priority = priority;
    }
    let by_priority = |a: &Candidate, b: &Candidate| b.priority.total_cmp(&a.priority);
    // Stable: what is equal in both stays in the order of topics and documents.
    candidates.sort_by(|a, b| by_priority(a, b).then(b.chance.total_cmp(&a.chance)));
}

/// The risk of each pair of runs.
fn risks(heights: &[f64], effects: &[Effects], chances: &Chances) -> Vec<Risk> {
    let mut risks = vec![];
    for second in 0..heights.len() {
        for first in 0..second {
            let variance = effects.iter().enumerate().fold(0.0, |sum, (topic, effects)| {
                let documents = effects.places.iter().zip(&effects.changes);
                documents.fold(sum, |sum, (&place, changes)| {
                    let (chance, change) =
                        (chances.of(topic, place), changes[first] - changes[second]);
                    sum + chance * (1.0 - chance) * change * change
                })
            });
            let difference = heights[first] - heights[second];
            let runs = if difference >= 0.0 { (first, second) } else { (second, first) };
            let deviation = variance.sqrt();
            let risk = match deviation {
                0.0 => 0.0,
                _ => 0.5 * (-(difference / deviation).powi(2) / 2.0).exp(),
            };
            risks.push(Risk { runs, risk });
        }
    }
    risks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chance_decides_between_priorities_that_differ_by_rounding() {
        let candidate = |place, priority, chance| Candidate { topic: 0, place, priority, chance };
        let mut candidates = [
            candidate(0, 0.100_000_000_000_000_02, 0.2),
            candidate(1, 0.099_999_999_999_999_91, 0.8),
            candidate(2, 0.3, 0.1),
        ];
        sort(&mut candidates);
        assert_eq!(candidates.map(|candidate| candidate.place), [2, 1, 0]);
    }
}
