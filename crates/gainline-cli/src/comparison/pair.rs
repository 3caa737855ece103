//! Two runs: how they differ, how surely, and what that amounts to.

use super::{IntervalBy, Plan, Sample, Tested};
use gainline_stats::{
    BootstrapMethod, Equivalence, Interval, Posterior, Practical, StatsError, bayesian_t_test,
    bootstrap_mean, cliff_delta, cohen_d, cohen_dz, equivalence_test, glass_delta,
    paired_superiority, paired_t_test, relative_difference,
};
use std::cmp::Ordering;

/// A run against another.
pub(crate) struct Pair {
    /// The one that the other is compared with.
    pub first: usize,
    pub second: usize,
    /// Second less first.
    pub difference: f64,
    /// The same, turned so that more is better.
    pub gain: f64,
    /// As a share of the first; none if that is 0.
    pub relative: Option<f64>,
    /// Of the difference; none with a single topic.
    pub interval: Option<Interval>,
    /// What the test gave, or why there is nothing.
    pub tested: Result<Tested, Untested>,
    /// p after the correction.
    pub adjusted: Option<f64>,
    /// Topics by which of the two is better there.
    pub topics: Against,
    pub effects: Effects,
    /// What the relative difference means in practice, by Sparck Jones' rule of thumb.
    pub practical: Option<Practical>,
    /// Whether the two are the same but for little, where that was asked.
    pub equivalence: Option<Equivalence>,
    /// p of that after the correction, which is over all such tests.
    pub equivalence_adjusted: Option<f64>,
    pub posterior: Option<Posterior>,
}

/// Why a pair has no p-value.
pub(crate) type Untested = StatsError;

/// How many topics each of two runs wins.
#[derive(Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
pub(crate) struct Against {
    /// The second is better.
    pub wins: usize,
    pub ties: usize,
    pub losses: usize,
}

/// How large a difference is beside the spread of values; none where it is undefined.
#[derive(Clone, Copy, serde::Serialize)]
pub(crate) struct Effects {
    /// Cohen's d of the differences.
    pub dz: Option<f64>,
    /// Cohen's d with the pooled deviation.
    pub d: Option<f64>,
    /// Glass's Δ, with the first run's deviation.
    pub glass: Option<f64>,
    pub cliff: Option<f64>,
    /// How likely the second run is better on a topic, ties counting half.
    pub superiority: Option<f64>,
}

impl Pair {
    pub(super) fn new(
        sample: &Sample<'_>,
        (first, second): (usize, usize),
        tested: Result<Tested, Untested>,
        plan: &Plan<'_>,
    ) -> Self {
        let (a, b) = (&sample.columns[first], &sample.columns[second]);
        let (base, value) = (sample.mean(first), sample.mean(second));
        let relative = relative_difference(sample.shown(value), sample.shown(base)).ok();
        let bound = plan.equivalence;
        let interval = match &tested {
            Ok(Tested { interval: Some(interval), .. }) => Some(*interval),
            _ => interval(a, b, plan),
        };
        Pair {
            first,
            second,
            difference: value - base,
            gain: sample.gain((first, second)),
            relative,
            interval,
            tested,
            adjusted: None,
            topics: against(sample, a, b),
            effects: Effects {
                dz: cohen_dz(b, a).ok(),
                d: cohen_d(b, a).ok(),
                glass: glass_delta(b, a).ok(),
                cliff: cliff_delta(b, a).ok(),
                superiority: paired_superiority(b, a).ok(),
            },
            practical: relative.and_then(|r| Practical::of(r).ok()),
            equivalence: bound.and_then(|d| equivalence_test(b, a, (-d, d), plan.alpha).ok()),
            equivalence_adjusted: None,
            posterior: bound.and_then(|d| bayesian_t_test(b, a, (-d, d), 0.0).ok()),
        }
    }

    /// p before the correction.
    pub(crate) fn p(&self) -> Option<f64> {
        self.tested.as_ref().ok().map(|tested| tested.p)
    }

    /// Whether the two have the same values on all topics.
    pub(crate) fn is_same(&self) -> bool {
        self.topics.wins == 0 && self.topics.losses == 0
    }

    /// Whether the difference is more than chance, after the correction, and the test sees the
    /// same run ahead as the mean does.
    pub(crate) fn is_real(&self, alpha: f64) -> bool {
        self.is_below(alpha) && self.agrees()
    }

    /// Whether the test finds a difference, but not the one between the means: tests of signs or
    /// ranks may see the other run ahead.
    pub(crate) fn is_opposed(&self, alpha: f64) -> bool {
        self.is_below(alpha) && !self.agrees()
    }

    /// Whether p is below α, whichever way the difference is.
    pub(crate) fn is_below(&self, alpha: f64) -> bool {
        self.adjusted.is_some_and(|p| p < alpha)
    }

    fn agrees(&self) -> bool {
        let mean = self.gain.total_cmp(&0.0);
        mean != Ordering::Equal && self.tested.as_ref().is_ok_and(|t| t.direction == mean)
    }
}

/// The interval of the mean difference; none with a single topic.
fn interval(a: &[f64], b: &[f64], plan: &Plan<'_>) -> Option<Interval> {
    let method = match plan.interval {
        IntervalBy::T => {
            return paired_t_test(b, a).and_then(|t| t.interval(plan.level)).ok();
        }
        IntervalBy::Percentile => BootstrapMethod::Percentile,
        IntervalBy::Bca => BootstrapMethod::Bca,
    };
    let differences: Vec<f64> = b.iter().zip(a).map(|(b, a)| b - a).collect();
    let drawn = bootstrap_mean(&differences, plan.level, method, &plan.monte_carlo);
    drawn.ok().map(|drawn| drawn.interval)
}

fn against(sample: &Sample<'_>, a: &[f64], b: &[f64]) -> Against {
    let mut topics = Against::default();
    for (a, b) in a.iter().zip(b) {
        let gain = sample.oriented(b - a);
        if gain == 0.0 {
            topics.ties += 1;
        } else if gain > 0.0 {
            topics.wins += 1;
        } else {
            topics.losses += 1;
        }
    }
    topics
}
