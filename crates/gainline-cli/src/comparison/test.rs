//! The tests by name.

use super::{Plan, Sample, Untested};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use gainline_stats::{
    BootstrapStatistic, Interval, PValues, RankPair, SAME, Sampling, StatsError, WilcoxonOptions,
    bootstrap_test, friedman, paired_t_test, randomization_test, randomized_tukey, sign_test,
    tukey_hsd, wilcoxon,
};
use std::cmp::Ordering;
use std::fmt;

/// What decides whether a difference is more than chance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Test {
    T,
    Wilcoxon,
    Sign,
    Randomization,
    Bootstrap,
    Tukey,
    RandomizedTukey,
    Nemenyi,
    Conover,
}

/// What a test gave for a pair.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tested {
    /// Two-sided.
    pub p: f64,
    /// How far chance in drawing may have moved p, if it was drawn.
    pub standard_error: Option<f64>,
    pub sampling: Option<Sampling>,
    /// Of the difference, where the test has one of its own.
    pub interval: Option<Interval>,
    /// Which run the test sees ahead: `Greater` if the second is better than the first. By signs
    /// or ranks that may be another one than by the mean.
    pub direction: Ordering,
    /// Whether the exact randomization test stands in for one that is undefined, because all
    /// topics differ by the same.
    pub stands_in: bool,
}

/// How Wilcoxon's test is done, wherever it is.
pub(crate) fn signed_ranks() -> WilcoxonOptions {
    WilcoxonOptions { equal_within: SAME, ..WilcoxonOptions::default() }
}

/// A test of two columns.
type PairTest<'a> = dyn Fn(&[f64], &[f64]) -> Result<Seen, Untested> + 'a;

impl Test {
    /// All of them.
    pub(crate) const ALL: [Test; 9] = [
        Test::T,
        Test::Wilcoxon,
        Test::Sign,
        Test::Randomization,
        Test::Bootstrap,
        Test::Tukey,
        Test::RandomizedTukey,
        Test::Nemenyi,
        Test::Conover,
    ];

    /// Reads a test's name; a test of all runs at once stands for the one of pairs that follows it.
    pub(crate) fn parser() -> impl TypedValueParser<Value = Test> {
        let names = Test::ALL.iter().map(ToString::to_string);
        let names = names.chain(["anova", "friedman"].map(String::from));
        PossibleValuesParser::new(names).map(|name| match name.as_str() {
            "anova" => Test::Tukey,
            "friedman" => Test::Nemenyi,
            name => Test::ALL.into_iter().find(|t| t.to_string() == name).unwrap_or(Test::T),
        })
    }

    /// Whether so many trials can give a p below `alpha` at all.
    pub(crate) fn check_trials(self, trials: usize, alpha: f64) -> anyhow::Result<()> {
        let draws = matches!(self, Test::Randomization | Test::Bootstrap | Test::RandomizedTukey);
        let lowest = 1.0 / (1.0 + trials as f64);
        if draws && lowest >= alpha {
            anyhow::bail!(
                "--trials {trials}: with so few, no p lies below {alpha}\n  give at least {}",
                (1.0 / alpha).ceil()
            );
        }
        Ok(())
    }

    /// What is used when nothing is asked for.
    pub(crate) fn usual(runs: usize) -> Test {
        if runs > 2 { Test::RandomizedTukey } else { Test::Randomization }
    }

    /// Whether it holds its error over all pairs of runs at once.
    pub(crate) fn is_simultaneous(self) -> bool {
        matches!(self, Test::Tukey | Test::RandomizedTukey | Test::Nemenyi)
    }

    /// In words.
    pub(crate) fn describe(self) -> &'static str {
        match self {
            Test::T => "paired t test",
            Test::Wilcoxon => "Wilcoxon signed-rank test, zeros dropped",
            Test::Sign => "sign test, ties dropped",
            Test::Randomization => "paired randomization test of the mean difference",
            Test::Bootstrap => "studentized bootstrap test of the mean difference",
            Test::Tukey => "Tukey's HSD in a two-way layout",
            Test::RandomizedTukey => "randomized Tukey HSD",
            Test::Nemenyi => "Nemenyi's test of Friedman's ranks",
            Test::Conover => "Conover's test of Friedman's ranks",
        }
    }

    /// Tests pairs of runs.
    pub(super) fn of_pairs(
        self,
        sample: &Sample<'_>,
        pairs: &[(usize, usize)],
        plan: &Plan<'_>,
    ) -> Vec<Result<Tested, Untested>> {
        let columns = &sample.columns;
        let have = columns.first().map_or(0, Vec::len);
        if have < 2 {
            // Some tests would say p = 1 of a single topic, which tells nothing.
            let too_few = StatsError::TooFew { method: "a test", need: 2, of: "topics", have };
            return vec![Err(too_few); pairs.len()];
        }
        let tested = self.tested(columns, pairs, plan);
        let finished = |(pair, tested): (&(usize, usize), Result<Seen, Untested>)| {
            let (a, b) = (&columns[pair.0], &columns[pair.1]);
            let seen = match tested {
                Err(StatsError::Undefined { .. }) if differ_by_the_same(a, b) => Ok(stand_in(a, b)),
                tested => tested,
            }?;
            let ahead = seen.ahead.map_or(sample.gain(*pair), |ahead| sample.oriented(ahead));
            Ok(Tested { direction: order(ahead), ..seen.tested })
        };
        pairs.iter().zip(tested).map(finished).collect()
    }

    fn tested(
        self,
        columns: &[Vec<f64>],
        pairs: &[(usize, usize)],
        plan: &Plan<'_>,
    ) -> Vec<Result<Seen, Untested>> {
        let each = |test: &PairTest<'_>| {
            pairs.iter().map(|&(a, b)| test(&columns[b], &columns[a])).collect()
        };
        let drawn = |test: gainline_stats::MonteCarloTest| {
            let standard_error = test.sampling.map(|_| test.standard_error);
            let sampling = test.sampling;
            by_mean(Tested { standard_error, sampling, ..alone(test.p.two_sided) })
        };
        // Of a test of all pairs at once, those that were asked for.
        let found = |all: Result<Vec<(usize, usize, Seen)>, Untested>| {
            let find = |&(a, b): &(usize, usize)| {
                let all = all.as_ref().map_err(Clone::clone)?;
                let same = |t: &&(usize, usize, Seen)| (t.0, t.1) == (a.min(b), a.max(b));
                let seen = all.iter().find(same).map(|(_, _, seen)| *seen);
                let mut seen = seen.unwrap_or_else(|| by_mean(alone(1.0)));
                if a < b {
                    return Ok(seen);
                }
                seen.tested.interval = seen.tested.interval.map(turned);
                seen.ahead = seen.ahead.map(|ahead| -ahead);
                Ok(seen)
            };
            pairs.iter().map(find).collect()
        };
        match self {
            Test::T => each(&|b, a| Ok(by_mean(alone(paired_t_test(b, a)?.p.two_sided)))),
            Test::Wilcoxon => each(&|b, a| Ok(by_tails(wilcoxon(b, a, &signed_ranks())?.p))),
            Test::Sign => each(&|b, a| Ok(by_tails(sign_test(b, a)?.p))),
            Test::Randomization => {
                each(&|b, a| randomization_test(b, a, &plan.monte_carlo).map(drawn))
            }
            Test::Bootstrap => {
                let way = BootstrapStatistic::Studentized;
                each(&|b, a| bootstrap_test(b, a, way, &plan.monte_carlo).map(drawn))
            }
            Test::Tukey => found(tukey_hsd(columns, plan.level).map(|tukey| {
                let pairs = tukey.pairs.into_iter();
                pairs
                    .map(|pair| {
                        let interval = Some(turned(pair.interval));
                        let tested = Tested { interval, ..alone(pair.p) };
                        (pair.first, pair.second, by_mean(tested))
                    })
                    .collect()
            })),
            Test::RandomizedTukey => {
                found(randomized_tukey(columns, &plan.monte_carlo).map(|tukey| {
                    let sampling = Some(tukey.sampling);
                    let tested = |pair: &gainline_stats::RandomizedTukeyPair| Tested {
                        standard_error: Some(pair.standard_error),
                        sampling,
                        ..alone(pair.p)
                    };
                    let pairs = tukey.pairs.iter();
                    pairs.map(|pair| (pair.first, pair.second, by_mean(tested(pair)))).collect()
                }))
            }
            Test::Nemenyi => found(
                friedman(columns)
                    .map(|friedman| friedman.nemenyi().into_iter().map(by_ranks).collect()),
            ),
            Test::Conover => {
                found(friedman(columns).and_then(|friedman| {
                    Ok(friedman.conover()?.into_iter().map(by_ranks).collect())
                }))
            }
        }
    }
}

/// What a test gave, before it is known which values are better.
#[derive(Clone, Copy)]
struct Seen {
    tested: Tested,
    /// Above 0 if the test sees the second run higher; none if it goes by the mean.
    ahead: Option<f64>,
}

fn alone(p: f64) -> Tested {
    let direction = Ordering::Equal;
    Tested { p, standard_error: None, sampling: None, interval: None, direction, stands_in: false }
}

fn by_mean(tested: Tested) -> Seen {
    Seen { tested, ahead: None }
}

/// By the tails of a test of the second run being greater than the first.
fn by_tails(p: PValues) -> Seen {
    Seen { tested: alone(p.two_sided), ahead: Some(p.less - p.greater) }
}

/// By mean ranks, of which the highest is that of the highest values.
fn by_ranks(pair: RankPair) -> (usize, usize, Seen) {
    let ahead = Some(-pair.difference);
    (pair.first, pair.second, Seen { tested: alone(pair.p), ahead })
}

/// The exact randomization test where all topics differ by the same: of all ways to turn the signs
/// only two take the mean as far. Where nothing differs, all do.
fn stand_in(a: &[f64], b: &[f64]) -> Seen {
    let halvings = if a == b { 0 } else { a.len() - 1 };
    let p = 0.5_f64.powi(i32::try_from(halvings).unwrap_or(i32::MAX));
    by_mean(Tested { stands_in: true, ..alone(p) })
}

/// Whether all differences are the same, but for rounding.
fn differ_by_the_same(a: &[f64], b: &[f64]) -> bool {
    let first = b[0] - a[0];
    a.iter().zip(b).all(|(a, b)| (b - a - first).abs() <= SAME * a.abs().max(b.abs()).max(1.0))
}

fn order(value: f64) -> Ordering {
    value.partial_cmp(&0.0).unwrap_or(Ordering::Equal)
}

/// The interval of a difference taken the other way round.
fn turned(interval: Interval) -> Interval {
    Interval { low: -interval.high, high: -interval.low, level: interval.level }
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Test::T => "t",
            Test::Wilcoxon => "wilcoxon",
            Test::Sign => "sign",
            Test::Randomization => "randomization",
            Test::Bootstrap => "bootstrap",
            Test::Tukey => "tukey",
            Test::RandomizedTukey => "randomized-tukey",
            Test::Nemenyi => "nemenyi",
            Test::Conover => "conover",
        })
    }
}
