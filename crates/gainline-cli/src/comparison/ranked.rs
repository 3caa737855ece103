//! The runs as each measure orders and separates them.

use super::alike::{Alike, Statistic};
use super::{Comparison, Plan, Sample, compare};
use gainline::Measure;
use gainline_stats::levelled;

/// What there is of all topics, or of a slice.
pub(crate) struct Part<'r> {
    pub slice: Option<&'r str>,
    pub topics: usize,
    /// By the first judgments, one for each measure.
    pub first: Vec<Ranked<'r>>,
    /// By the second, where there are any.
    pub second: Vec<Ranked<'r>>,
    /// Measures held against each other; nothing where there are second judgments.
    pub measures: Vec<(usize, usize, Alike)>,
    /// Each measure by the first judgments against the same by the second.
    pub judgments: Vec<Alike>,
}

/// The runs by one measure.
pub(crate) struct Ranked<'r> {
    pub measure: &'r Measure,
    /// As `gainline eval` has them.
    pub means: Vec<f64>,
    /// The same, turned so that higher is better, and levelled.
    pub heights: Vec<f64>,
    pub pairs: Vec<Separation>,
}

/// Two runs, in the order in which they were given, and whether a test separates them.
pub(crate) struct Separation {
    pub first: usize,
    pub second: usize,
    /// Not below 0.
    pub difference: f64,
    /// None where the test has nothing to say.
    pub p: Option<f64>,
    pub separated: bool,
}

impl<'r> Part<'r> {
    /// The parts of samples, each of which has as many measures. With two sets of judgments, the
    /// runs by the second stand behind those by the first.
    pub(crate) fn all(
        samples: Vec<Sample<'r>>,
        measures: usize,
        two_sets: bool,
        plan: &Plan<'_>,
    ) -> Vec<Self> {
        let (first, second): (Vec<_>, Vec<_>) =
            if two_sets { samples.into_iter().map(halves).unzip() } else { (samples, vec![]) };
        let ranked = |samples: Vec<Sample<'r>>| -> Vec<(Option<&'r str>, usize, Ranked<'r>)> {
            compare(samples, plan).into_iter().map(|comparison| ranked(comparison, plan)).collect()
        };
        let mut second = ranked(second).into_iter().map(|(_, _, ranked)| ranked);
        let mut first = ranked(first).into_iter().peekable();
        let mut parts = vec![];
        while let Some(&(slice, topics, _)) = first.peek() {
            let one = first.by_ref().take(measures).map(|(_, _, ranked)| ranked).collect();
            let other = second.by_ref().take(measures).collect();
            parts.push(Part::of(slice, topics, one, other));
        }
        parts
    }

    fn of(
        slice: Option<&'r str>,
        topics: usize,
        first: Vec<Ranked<'r>>,
        second: Vec<Ranked<'r>>,
    ) -> Self {
        let mut measures = vec![];
        for b in (0..first.len()).filter(|_| second.is_empty()) {
            let against = |a: usize| (a, b, Alike::of(&first[a].heights, &first[b].heights));
            measures.extend((0..b).map(against));
        }
        measures.sort_by_key(|&(a, b, _)| (a, b));
        let both = first.iter().zip(&second);
        let judgments = both.map(|(one, other)| Alike::of(&one.heights, &other.heights)).collect();
        Part { slice, topics, first, second, measures, judgments }
    }

    /// What it is called in a column.
    pub(crate) fn label(&self) -> String {
        self.slice.map_or("all".into(), |slice| format!("by:{slice}"))
    }

    /// All measures by all judgments, with which judgments these are.
    pub(crate) fn ranked(&self) -> impl Iterator<Item = (&'static str, &Ranked<'r>)> {
        let first = self.first.iter().map(|ranked| ("first", ranked));
        first.chain(self.second.iter().map(|ranked| ("second", ranked)))
    }
}

/// The runs by the first judgments and the same by the second.
fn halves<'r>(mut sample: Sample<'r>) -> (Sample<'r>, Sample<'r>) {
    let runs = sample.columns.len() / 2;
    let second = Sample {
        columns: sample.columns.split_off(runs),
        means: sample.means.split_off(runs),
        topics: sample.topics.clone(),
        ..sample
    };
    (sample, second)
}

/// The runs of a comparison, with its slice and the number of its topics.
pub(crate) fn ranked<'r>(
    comparison: Comparison<'r>,
    plan: &Plan<'_>,
) -> (Option<&'r str>, usize, Ranked<'r>) {
    let pairs = comparison.pairs.iter().map(|pair| {
        let p = pair.p();
        Separation {
            first: pair.first.min(pair.second),
            second: pair.first.max(pair.second),
            difference: pair.difference.abs(),
            p,
            separated: p.is_some_and(|p| p < plan.alpha),
        }
    });
    let mut pairs: Vec<Separation> = pairs.collect();
    pairs.sort_by_key(|pair| (pair.first, pair.second));
    let sample = comparison.sample;
    let turned: Vec<f64> = sample.means.iter().map(|mean| sample.oriented(*mean)).collect();
    let heights = levelled(&turned);
    let Sample { measure, slice, topics, means, .. } = sample;
    (slice, topics.len(), Ranked { measure, means, heights, pairs })
}

impl Ranked<'_> {
    pub(crate) fn separated(&self) -> usize {
        self.pairs.iter().filter(|pair| pair.separated).count()
    }

    /// Pairs of which the test has nothing to say.
    pub(crate) fn untested(&self) -> usize {
        self.pairs.iter().filter(|pair| pair.p.is_none()).count()
    }

    /// The share of pairs that are separated; none if no pair could be tested.
    pub(crate) fn discriminative_power(&self) -> Option<f64> {
        let tested = self.untested() < self.pairs.len();
        tested.then(|| self.separated() as f64 / self.pairs.len() as f64)
    }

    /// The smallest difference from which on every pair is separated.
    pub(crate) fn smallest_separated(&self) -> Option<f64> {
        let (separated, not): (Vec<_>, Vec<_>) = self.pairs.iter().partition(|p| p.separated);
        let beyond = not.iter().fold(0.0, |most: f64, pair| most.max(pair.difference));
        let always = separated.iter().map(|pair| pair.difference).filter(|d| *d > beyond);
        always.min_by(f64::total_cmp)
    }

    /// Two of the runs.
    pub(crate) fn pair(&self, (a, b): (usize, usize)) -> Option<&Separation> {
        self.pairs.iter().find(|pair| (pair.first, pair.second) == (a.min(b), a.max(b)))
    }

    /// Statistics by name, in the order in which they are written.
    pub(crate) fn statistics(&self) -> [(&'static str, Statistic); 5] {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn ranked(pairs: &[(f64, Option<f64>)]) -> Ranked<'static> {
        let separation = |&(difference, p): &(f64, Option<f64>)| Separation {
            first: 0,
            second: 1,
            difference,
            p,
            separated: p.is_some_and(|p| p < 0.05),
        };
        let measure: &'static Measure = Box::leak(Box::new("AP".parse().unwrap()));
        let pairs = pairs.iter().map(separation).collect();
        Ranked { measure, means: vec![], heights: vec![], pairs }
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
