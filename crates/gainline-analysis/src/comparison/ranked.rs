//! The runs as a measure orders them, and the pairs that a test separates.

use super::{Comparison, Plan, Statistic};
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
    /// Each run's value over the topics, as an evaluation has it.
    pub means: Vec<f64>,
    /// The same, turned so that higher is better, and equal where only rounding is between them.
    pub heights: Vec<f64>,
    /// All pairs of runs: 0 and 1, 0 and 2, …, 1 and 2, ….
    pub pairs: Vec<SeparatedPair>,
}

/// Two runs, in the order in which they were given, and whether a test separates them.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeparatedPair {
    /// The first run.
    pub first: RunName,
    /// The second run.
    pub second: RunName,
    /// How far their means are apart, not below 0.
    pub difference: f64,
    /// The p-value, not corrected; none where the test has nothing to say.
    pub p: Option<f64>,
    /// Whether p is below α.
    pub separated: bool,
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
            SeparatedPair {
                first,
                second,
                difference: pair.difference.abs(),
                p,
                separated: p.is_some_and(|p| p < plan.alpha),
            }
        });
        let mut pairs: Vec<SeparatedPair> = pairs.collect();
        pairs.sort_by_key(SeparatedPair::places);
        let sample = comparison.sample;
        let turned: Vec<f64> = sample.means.iter().map(|mean| sample.oriented(*mean)).collect();
        let heights = merge_ties(&turned);
        RankedRuns { measure: sample.measure, means: sample.means, heights, pairs }
    }

    /// How many pairs are separated.
    pub fn separated(&self) -> usize {
        self.pairs.iter().filter(|pair| pair.separated).count()
    }

    /// Pairs of which the test has nothing to say.
    pub fn untested(&self) -> usize {
        self.pairs.iter().filter(|pair| pair.p.is_none()).count()
    }

    /// The share of pairs that are separated; none if no pair could be tested.
    pub fn discriminative_power(&self) -> Option<f64> {
        let tested = self.untested() < self.pairs.len();
        tested.then(|| self.separated() as f64 / self.pairs.len() as f64)
    }

    /// The smallest difference from which on every pair is separated.
    pub fn smallest_separated(&self) -> Option<f64> {
        let (separated, not): (Vec<_>, Vec<_>) = self.pairs.iter().partition(|p| p.separated);
        let beyond = not.iter().fold(0.0, |most: f64, pair| most.max(pair.difference));
        let always = separated.iter().map(|pair| pair.difference).filter(|d| *d > beyond);
        always.min_by(f64::total_cmp)
    }

    /// Two of the runs, by their places.
    pub fn pair(&self, (a, b): (usize, usize)) -> Option<&SeparatedPair> {
        let wanted = (a.min(b), a.max(b));
        let found = self.pairs.binary_search_by_key(&wanted, SeparatedPair::places);
        found.ok().map(|at| &self.pairs[at])
    }

    /// Statistics by name, in the order in which they are written.
    pub fn statistics(&self) -> [(&'static str, Statistic); 5] {
        use Statistic::{Count, Number};
        [
            ("run_pairs", Count(self.pairs.len())),
            ("separated", Count(self.separated())),
            ("untested", Count(self.untested())),
            ("discriminative_power", Number(self.discriminative_power())),
            ("smallest_separated", Number(self.smallest_separated())),
        ]
    }
}

impl SeparatedPair {
    fn places(&self) -> (usize, usize) {
        (self.first.place, self.second.place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranked(pairs: &[(f64, Option<f64>)]) -> RankedRuns {
        let separation = |&(difference, p): &(f64, Option<f64>)| SeparatedPair {
            first: RunName::new(0, "a"),
            second: RunName::new(1, "b"),
            difference,
            p,
            separated: p.is_some_and(|p| p < 0.05),
        };
        let measure = "AP".parse().unwrap();
        let pairs = pairs.iter().map(separation).collect();
        RankedRuns { measure, means: vec![], heights: vec![], pairs }
    }

    #[test]
    fn from_the_smallest_difference_on_every_pair_is_separated() {
        let pairs = [(0.3, Some(0.001)), (0.1, Some(0.01)), (0.2, Some(0.04)), (0.15, Some(0.2))];
        assert_eq!(ranked(&pairs).smallest_separated(), Some(0.2));
        assert_eq!(ranked(&pairs).discriminative_power(), Some(0.75));
        // An equal difference that is not separated counts against it.
        let equal = [(0.3, Some(0.001)), (0.2, Some(0.01)), (0.2, Some(0.4))];
        assert_eq!(ranked(&equal).smallest_separated(), Some(0.3));
        assert_eq!(ranked(&[(0.3, Some(0.5)), (0.1, Some(0.01))]).smallest_separated(), None);
    }

    #[test]
    fn without_any_p_there_is_no_discriminative_power() {
        let pairs = ranked(&[(0.3, None), (0.1, None)]);
        assert_eq!((pairs.discriminative_power(), pairs.untested()), (None, 2));
        let some = ranked(&[(0.3, None), (0.1, Some(0.5))]);
        assert_eq!(some.discriminative_power(), Some(0.0));
    }
}
