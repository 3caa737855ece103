//! Two runs: how they differ, how surely, and how much that is.

use super::margin::{CorrectedMargin, NotWorseTest, UncorrectedMargin};
use super::{Computed, Plan, Sample};
use crate::RunName;
use gainline_stats::{
    Equivalence, Interval, PairTest, Posterior, Practical, StatsError, bayesian_t_test,
    cliff_delta, cohen_d, cohen_dz, equivalence_test, glass_delta, paired_superiority,
    relative_difference,
};
use serde::Serialize;
use std::cmp::Ordering;

/// A run compared with another.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Pair {
    /// The run.
    pub run: RunName,
    /// The run that it is compared with. Without a baseline, it is the one with the worse mean.
    pub baseline: RunName,
    /// The run's mean minus the baseline's; of logarithms for geometric means.
    pub difference: f64,
    /// By how much the run is better: the difference, turned where lower is better; 0 if only
    /// rounding is between the means.
    pub gain: f64,
    /// The difference as a share of the baseline; none if that is 0.
    pub relative: Option<f64>,
    /// The confidence interval of the difference that belongs to the adjusted p, or why there is none:
    /// all intervals of the family hold together with probability 1 − alpha, where the correction
    /// controls the family-wise error. Its own level is so much higher.
    pub interval: Computed<Interval>,
    /// The confidence interval of this difference alone, of level 1 − alpha: it belongs to p before
    /// the correction.
    pub interval_alone: Computed<Interval>,
    /// Whether the interval excludes 0 and the adjusted p does not say so, or the other way round:
    /// corrections that go step by step find more than intervals, which cannot, and some tests are
    /// not about the mean.
    pub interval_differs: bool,
    /// What the test gave, or why there is nothing.
    pub test: Computed<Tested>,
    /// What it comes to.
    pub status: Status,
    /// Topics by which of the two is better there.
    pub topics: TopicCounts,
    /// How large the difference is.
    pub effects: Effects,
    /// What the relative difference means in practice, by Sparck Jones' rule of thumb.
    #[serde(rename = "size")]
    pub practical: Option<Practical>,
    /// Whether the two differ by less than a margin, where that was asked and is defined.
    pub equivalence: Option<EquivalenceTest>,
    /// Whether the run is worse by less than a margin, where that was asked and is defined.
    pub not_worse: Option<NotWorseTest>,
    /// How likely the difference is below, within and above that margin, by the Bayesian t test.
    pub posterior: Option<Posterior>,
}

/// What a test gave for two runs.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tested {
    /// The two-sided p-value, before any correction for the number of tests.
    pub p: f64,
    /// p after the correction.
    pub p_adjusted: f64,
    /// The standard error of p that comes from drawing at random, if it was drawn.
    pub p_standard_error: Option<f64>,
    /// How many permutations or resamples were drawn, if any were.
    pub trials: Option<usize>,
    /// Which of the two the test finds better. By signs or ranks that may be another one than by
    /// the mean; none if neither.
    pub better: Option<Side>,
    /// Whether p is that of the exact randomization test, because the chosen test is undefined
    /// where all topics differ by the same.
    pub exact_instead: bool,
}

/// One of the two runs of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Side {
    /// The run.
    Run,
    /// The one that it is compared with.
    Baseline,
}

impl Side {
    /// The one that is ahead, by what is positive if the run is.
    fn ahead(order: Ordering) -> Option<Self> {
        match order {
            Ordering::Greater => Some(Side::Run),
            Ordering::Equal => None,
            Ordering::Less => Some(Side::Baseline),
        }
    }
}

/// What a pair comes to, seen from its run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "PairStatus"))]
pub enum Status {
    /// Significantly better; higher, by a measure that does not say what is better.
    Better,
    /// Significantly worse; lower, by a measure that does not say what is better.
    Worse,
    /// Not significantly different.
    NotSignificant,
    /// The test is significant, but finds the other run better than the means do: tests of signs or
    /// ranks may.
    Opposed,
    /// The two have the same values on all topics.
    Same,
    /// Not tested.
    Untested,
}

/// Topics by which of two runs is better there.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TopicCounts {
    /// The run is better.
    pub wins: usize,
    /// Both have the same value.
    pub ties: usize,
    /// The baseline is better.
    pub losses: usize,
}

/// How large a difference is beside the spread of values; none where it is undefined.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Effects {
    /// Cohen's d of the differences, their mean over their standard deviation; or why there is none.
    pub dz: Computed<f64>,
    /// Cohen's d with the pooled standard deviation.
    pub d: Option<f64>,
    /// Glass's Δ, with the baseline's standard deviation.
    pub glass: Option<f64>,
    /// Cliff's δ.
    pub cliff: Option<f64>,
    /// How likely the run has the higher value on a topic, ties counting half.
    pub superiority: Option<f64>,
}

/// Whether two runs differ by less than a margin: two one-sided t tests.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EquivalenceTest {
    /// The p-value, before any correction.
    pub p: f64,
    /// p after the correction, which is over all such tests.
    pub p_adjusted: f64,
    /// The interval of the difference that they go by, of level 1 − 2α.
    pub interval: Interval,
    /// What they show.
    pub verdict: EquivalenceVerdict,
}

/// What tests of equivalence show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum EquivalenceVerdict {
    /// The difference is within the margin.
    Equivalent,
    /// The difference is significantly outside of the margin: its interval, that of the adjusted p, lies
    /// beyond it.
    NotEquivalent,
    /// Neither.
    Inconclusive,
}

/// The tests of a pair of columns, before any correction.
pub(super) struct Uncorrected {
    pub places: (usize, usize),
    pub test: Result<PairTest, StatsError>,
    pub equivalence: Option<Equivalence>,
    pub not_worse: Option<UncorrectedMargin>,
}

/// The same, each with its p-value after the correction.
pub(super) struct Corrected {
    pub places: (usize, usize),
    pub test: Result<(PairTest, f64), StatsError>,
    pub equivalence: Option<(Equivalence, f64)>,
    pub not_worse: Option<CorrectedMargin>,
    /// The level of an interval that holds together with the others of its family.
    pub level: f64,
}

impl Uncorrected {
    /// The pairs of a sample that a plan asks for, tested; there are so many samples in its family.
    pub(super) fn all(
        sample: &Sample,
        plan: &Plan<'_>,
        samples: usize,
    ) -> Result<Vec<Self>, StatsError> {
        let runs = sample.columns.len();
        let wanted: Vec<(usize, usize)> = match plan.baseline {
            Some(base) => (0..runs).filter(|&run| run != base).map(|run| (base, run)).collect(),
            // The better one against the worse one, so that what is shown is a gain.
            None => {
                let order = sample.best_first();
                let below = |place: usize| order[place + 1..].iter().map(move |&run| (place, run));
                let pairs = (0..runs).flat_map(below);
                pairs.map(|(place, worse)| (worse, order[place])).collect()
            }
        };
        let level = 1.0 - plan.alpha / plan.times(samples);
        let tests = plan.test.of_pairs(&sample.columns, &wanted, level, &plan.monte_carlo);
        let tested = |(places, test): ((usize, usize), _)| {
            let (a, b) = (&sample.columns[places.0], &sample.columns[places.1]);
            let equivalence = match plan.equivalence {
                Some(d) => Computed::option(equivalence_test(b, a, (-d, d), plan.alpha))?,
                None => None,
            };
            let not_worse = match plan.not_worse_by {
                Some(margin) => Computed::option(UncorrectedMargin::of(sample, places, margin))?,
                None => None,
            };
            Ok(Uncorrected { places, test, equivalence, not_worse })
        };
        wanted.into_iter().zip(tests).map(tested).collect()
    }
}

impl Pair {
    /// A pair with its p-values after the correction.
    pub(super) fn new(
        sample: &Sample,
        corrected: Corrected,
        plan: &Plan<'_>,
    ) -> Result<Self, StatsError> {
        let Corrected { places, test, equivalence, not_worse, level } = corrected;
        let (a, b) = (&sample.columns[places.0], &sample.columns[places.1]);
        let (base, value) = (sample.mean(places.0), sample.mean(places.1));
        let relative = relative_difference(sample.shown(value), sample.shown(base));
        let relative = Computed::option(relative)?;
        let gain = sample.gain(places);
        let interval = match test.as_ref().ok().and_then(|(test, _)| test.interval) {
            Some(own) => Computed::Defined(own),
            None => Computed::of(plan.interval.of_difference(a, b, level, &plan.monte_carlo))?,
        };
        let alone = 1.0 - plan.alpha;
        let interval_alone = plan.interval.of_difference(a, b, alone, &plan.monte_carlo);
        let is_below = test.as_ref().ok().map(|(_, p_adjusted)| *p_adjusted < plan.alpha);
        let excludes = interval.defined().map(|interval| !interval.contains(0.0));
        let interval_differs = is_below.zip(excludes).is_some_and(|(p, interval)| p != interval);
        let test = test.map(|(test, p_adjusted)| Tested::new(sample, &test, p_adjusted, gain));
        let topics = TopicCounts::of(sample, a, b);
        let margin = plan.equivalence;
        let posterior = match margin {
            Some(d) => Computed::option(bayesian_t_test(b, a, (-d, d), 0.0))?,
            None => None,
        };
        let equivalence = margin.zip(equivalence).map(|(margin, (test, p_adjusted))| {
            EquivalenceTest::new(&test, p_adjusted, margin, plan.alpha, &interval)
        });
        Ok(Pair {
            run: sample.runs[places.1].clone(),
            baseline: sample.runs[places.0].clone(),
            difference: value - base,
            gain,
            relative,
            interval,
            interval_alone: Computed::of(interval_alone)?,
            interval_differs,
            status: Status::of(test.as_ref().ok(), topics, gain, plan.alpha),
            test: test.into(),
            topics,
            effects: Effects {
                dz: Computed::of(cohen_dz(b, a))?,
                d: Computed::option(cohen_d(b, a))?,
                glass: Computed::option(glass_delta(b, a))?,
                cliff: Computed::option(cliff_delta(b, a))?,
                superiority: Computed::option(paired_superiority(b, a))?,
            },
            practical: relative.map(Practical::of).transpose()?,
            equivalence,
            not_worse: not_worse.map(|margin| margin.tested(sample, plan.alpha)).transpose()?,
            posterior,
        })
    }

    /// p before the correction, if the pair was tested.
    pub fn p(&self) -> Option<f64> {
        self.test.defined().map(|tested| tested.p)
    }

    /// p after the correction, if the pair was tested.
    pub fn p_adjusted(&self) -> Option<f64> {
        self.test.defined().map(|tested| tested.p_adjusted)
    }

    /// Whether the two have the same values on all topics.
    pub fn is_same(&self) -> bool {
        self.topics.wins == 0 && self.topics.losses == 0
    }

    /// Whether the difference is significant, and the test finds the same run ahead as the mean
    /// does.
    pub fn is_significant(&self) -> bool {
        matches!(self.status, Status::Better | Status::Worse)
    }

    /// Whether the two were shown to differ by less than the margin.
    pub fn is_equivalent(&self) -> bool {
        self.equivalence.is_some_and(|found| found.verdict == EquivalenceVerdict::Equivalent)
    }
}

impl Tested {
    /// What a test says of the second run against the first, of which the mean is better by
    /// `gain`.
    fn new(sample: &Sample, test: &PairTest, p_adjusted: f64, gain: f64) -> Self {
        let lower_is_better = sample.oriented(1.0) < 0.0;
        let ahead = match test.direction {
            Some(direction) if lower_is_better => direction.reverse(),
            Some(direction) => direction,
            None => gain.total_cmp(&0.0),
        };
        Tested {
            p: test.p,
            p_adjusted,
            p_standard_error: test.standard_error,
            trials: test.sampling.map(|sampling| sampling.trials),
            better: Side::ahead(ahead),
            exact_instead: test.exact_instead,
        }
    }
}

impl Status {
    fn of(test: Option<&Tested>, topics: TopicCounts, gain: f64, alpha: f64) -> Self {
        let Some(test) = test else { return Status::Untested };
        if topics.wins == 0 && topics.losses == 0 {
            return Status::Same;
        }
        if test.p_adjusted >= alpha {
            return Status::NotSignificant;
        }
        match (Side::ahead(gain.total_cmp(&0.0)), test.better) {
            (Some(Side::Run), Some(Side::Run)) => Status::Better,
            (Some(Side::Baseline), Some(Side::Baseline)) => Status::Worse,
            (_, _) => Status::Opposed,
        }
    }
}

impl TopicCounts {
    pub(crate) fn of(sample: &Sample, a: &[f64], b: &[f64]) -> Self {
        let mut topics = TopicCounts::default();
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
}

impl EquivalenceTest {
    /// With the interval of the difference that belongs to its adjusted p.
    fn new(
        test: &Equivalence,
        p_adjusted: f64,
        margin: f64,
        alpha: f64,
        difference: &Computed<Interval>,
    ) -> Self {
        let outside = |ends: &Interval| ends.low > margin || ends.high < -margin;
        let verdict = if p_adjusted < alpha {
            EquivalenceVerdict::Equivalent
        } else if difference.defined().is_some_and(outside) {
            EquivalenceVerdict::NotEquivalent
        } else {
            EquivalenceVerdict::Inconclusive
        };
        EquivalenceTest { p: test.p, p_adjusted, interval: test.interval, verdict }
    }
}
