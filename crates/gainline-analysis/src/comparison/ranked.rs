//! The runs as a measure orders them, and the pairs that a test finds significantly different.

use super::agreement::is_constant;
use super::{Comparison, Plan};
use crate::RunName;
use gainline::Measure;
use gainline_stats::merge_ties;
use serde::Serialize;

/// The runs as a measure orders them.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RankedRuns {
    /// The measure.
    pub measure: Measure,
    /// Each run's value over the topics, as an evaluation has it, in the order in which runs were
    /// given.
    pub means: Vec<f64>,
    /// The same, turned so that higher is better, and equal where only rounding is between them.
    #[serde(skip)]
    pub heights: Vec<f64>,
    /// Whether all runs have the same mean, so that there is no order.
    pub all_tied: bool,
    /// How many pairs of runs are significantly different.
    pub significant: usize,
    /// For how many pairs the test has no p-value.
    pub untested: usize,
    /// The share of pairs that are significantly different; null if no pair could be tested.
    pub discriminative_power: Option<f64>,
    /// The smallest difference from which on every pair is significantly different.
    pub smallest_significant: Option<f64>,
    /// All pairs of runs: 0 and 1, 0 and 2, …, 1 and 2, ….
    pub pairs: Vec<TestedPair>,
}

/// Two runs, in the order in which they were given, and whether they are significantly different.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TestedPair {
    /// The first run.
    pub first: RunName,
    /// The second run.
    pub second: RunName,
    /// How far their means are apart, not below 0.
    pub difference: f64,
    /// The p-value, not corrected; null where the test is undefined.
    pub p: Option<f64>,
    /// Whether p is below α.
    pub significant: bool,
}

impl RankedRuns {
    /// Of a comparison of all pairs.
    pub fn of(comparison: Comparison, plan: &Plan<'_>) -> Self {
        let pairs = comparison.pairs.into_iter().map(|pair| {
            let p = pair.p();
            let (first, second) = if pair.run.place < pair.baseline.place {
                (pair.run, pair.baseline)
            } else {
                (pair.baseline, pair.run)
            };
            TestedPair {
                first,
                second,
                difference: pair.difference.abs(),
                p,
                significant: p.is_some_and(|p| p < plan.alpha),
            }
        });
        let mut pairs: Vec<TestedPair> = pairs.collect();
        pairs.sort_by_key(TestedPair::places);
        let sample = comparison.sample;
        let turned: Vec<f64> = sample.means.iter().map(|mean| sample.oriented(*mean)).collect();
        RankedRuns::new(sample.measure, sample.means, merge_ties(&turned), pairs)
    }

    fn new(measure: Measure, means: Vec<f64>, heights: Vec<f64>, pairs: Vec<TestedPair>) -> Self {
        let significant = pairs.iter().filter(|pair| pair.significant).count();
        let untested = pairs.iter().filter(|pair| pair.p.is_none()).count();
        RankedRuns {
            measure,
            means,
            all_tied: is_constant(&heights),
            heights,
            significant,
            untested,
            discriminative_power: (untested < pairs.len())
                .then(|| significant as f64 / pairs.len() as f64),
            smallest_significant: smallest_significant(&pairs),
            pairs,
        }
    }

    /// Two of the runs, by their places.
    pub fn pair(&self, (a, b): (usize, usize)) -> Option<&TestedPair> {
        let wanted = (a.min(b), a.max(b));
        let found = self.pairs.binary_search_by_key(&wanted, TestedPair::places);
        found.ok().map(|at| &self.pairs[at])
    }
}

impl TestedPair {
    /// The places of the two runs.
    pub fn places(&self) -> (usize, usize) {
        (self.first.place, self.second.place)
    }
}

/// The smallest difference from which on every pair is significantly different.
fn smallest_significant(pairs: &[TestedPair]) -> Option<f64> {
    let (significant, not): (Vec<_>, Vec<_>) = pairs.iter().partition(|pair| pair.significant);
    let beyond = not.iter().fold(0.0, |most: f64, pair| most.max(pair.difference));
    let always = significant.iter().map(|pair| pair.difference).filter(|d| *d > beyond);
    always.min_by(f64::total_cmp)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranked(pairs: &[(f64, Option<f64>)]) -> RankedRuns {
        let pair = |&(difference, p): &(f64, Option<f64>)| TestedPair {
            first: RunName::new(0, "a"),
            second: RunName::new(1, "b"),
            difference,
            p,
            significant: p.is_some_and(|p| p < 0.05),
        };
        let measure = "AP".parse().unwrap();
        RankedRuns::new(measure, vec![], vec![], pairs.iter().map(pair).collect())
    }

    #[test]
    fn from_the_smallest_difference_on_every_pair_is_significant() {
        let pairs = [(0.3, Some(0.001)), (0.1, Some(0.01)), (0.2, Some(0.04)), (0.15, Some(0.2))];
        assert_eq!(ranked(&pairs).smallest_significant, Some(0.2));
        assert_eq!(ranked(&pairs).discriminative_power, Some(0.75));
        // An equal difference that is not significant counts against it.
        let equal = [(0.3, Some(0.001)), (0.2, Some(0.01)), (0.2, Some(0.4))];
        assert_eq!(ranked(&equal).smallest_significant, Some(0.3));
        assert_eq!(ranked(&[(0.3, Some(0.5)), (0.1, Some(0.01))]).smallest_significant, None);
    }

    #[test]
    fn without_any_p_there_is_no_discriminative_power() {
        let pairs = ranked(&[(0.3, None), (0.1, None)]);
        assert_eq!((pairs.discriminative_power, pairs.untested), (None, 2));
        let some = ranked(&[(0.3, None), (0.1, Some(0.5))]);
        assert_eq!(some.discriminative_power, Some(0.0));
    }
}
