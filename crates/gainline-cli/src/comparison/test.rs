//! The tests by name.

use super::{Plan, Untested};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use gainline_stats::{
    BootstrapStatistic, Interval, Sampling, StatsError, WilcoxonOptions, bootstrap_test, friedman,
    paired_t_test, randomization_test, randomized_tukey, sign_test, tukey_hsd, wilcoxon,
};
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
}

/// A test of two columns.
type PairTest<'a> = dyn Fn(&[f64], &[f64]) -> Result<Tested, Untested> + 'a;

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

    /// Tests pairs of columns.
    pub(super) fn of_pairs(
        self,
        columns: &[Vec<f64>],
        pairs: &[(usize, usize)],
        plan: &Plan<'_>,
    ) -> Vec<Result<Tested, Untested>> {
        let have = columns.first().map_or(0, Vec::len);
        if have < 2 {
            // Some tests would say p = 1 of a single topic, which tells nothing.
            let too_few = StatsError::TooFew { method: "a test", need: 2, of: "topics", have };
            return vec![Err(too_few); pairs.len()];
        }
        let alone = |p: f64| Tested { p, standard_error: None, sampling: None, interval: None };
        let each = |test: &PairTest<'_>| {
            pairs.iter().map(|&(a, b)| test(&columns[b], &columns[a])).collect()
        };
        let drawn = |test: gainline_stats::MonteCarloTest| Tested {
            p: test.p.two_sided,
            standard_error: test.sampling.map(|_| test.standard_error),
            sampling: test.sampling,
            interval: None,
        };
        // Of a test of all pairs at once, those that were asked for.
        let found = |all: Result<Vec<(usize, usize, Tested)>, Untested>| {
            let find = |&(a, b): &(usize, usize)| {
                let all = all.as_ref().map_err(Clone::clone)?;
                let same = |t: &&(usize, usize, Tested)| (t.0, t.1) == (a.min(b), a.max(b));
                let tested = all.iter().find(same).map(|(_, _, tested)| *tested);
                let mut tested = tested.unwrap_or_else(|| alone(1.0));
                if a < b {
                    return Ok(tested);
                }
                tested.interval = tested.interval.map(turned);
                Ok(tested)
            };
            pairs.iter().map(find).collect()
        };
        match self {
            Test::T => each(&|b, a| Ok(alone(paired_t_test(b, a)?.p.two_sided))),
            Test::Wilcoxon => {
                // Scores such as P@10 differ by rounding where they are equal.
                let options = WilcoxonOptions { equal_within: 1e-12, ..WilcoxonOptions::default() };
                each(&|b, a| Ok(alone(wilcoxon(b, a, &options)?.p.two_sided)))
            }
            Test::Sign => each(&|b, a| Ok(alone(sign_test(b, a)?.p.two_sided))),
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
                        (pair.first, pair.second, Tested { interval, ..alone(pair.p) })
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
                    pairs.map(|pair| (pair.first, pair.second, tested(pair))).collect()
                }))
            }
            Test::Nemenyi => found(friedman(columns).map(|friedman| {
                let pairs = friedman.nemenyi().into_iter();
                pairs.map(|pair| (pair.first, pair.second, alone(pair.p))).collect()
            })),
            Test::Conover => found(friedman(columns).and_then(|friedman| {
                let pairs = friedman.conover()?.into_iter();
                Ok(pairs.map(|pair| (pair.first, pair.second, alone(pair.p))).collect())
            })),
        }
    }
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
