//! The kind of test as a value: its name, what it is, and how pairs of columns are tested by it.

use crate::randomization::EXACT_UP_TO;
use crate::rounding::SAME;
use crate::sign_flips::randomization_p;
use crate::{
    BootstrapStatistic, Interval, MaxTPair, MonteCarlo, MonteCarloTest, PValues, RankPair, Result,
    Sampling, StatsError, WilcoxonOptions, bootstrap_test, check, dunnett, friedman, max_t,
    paired_t_test, randomization_test, randomized_tukey, sign_test, tukey_hsd, wilcoxon,
};
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// A test of whether paired samples differ. The columns of a table are the samples, such as the
/// scores of systems; its rows are what they have in common, such as topics.
///
/// ```
/// use gainline_stats::{MonteCarlo, Test};
/// let test: Test = "wilcoxon".parse()?;
/// let columns = [[0.2, 0.4, 0.1, 0.5, 0.3], [0.3, 0.6, 0.4, 0.9, 0.8]];
/// let tested = test.of_pairs(&columns, &[(0, 1)], 0.95, &MonteCarlo::new(1000, 1));
/// assert_eq!(tested[0].as_ref().unwrap().p, 0.0625);
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Test {
    /// The paired t test.
    T,
    /// Wilcoxon's signed-rank test.
    Wilcoxon,
    /// The sign test.
    Sign,
    /// The paired randomization (permutation) test of the mean difference.
    Randomization,
    /// The studentized bootstrap test of the mean difference.
    Bootstrap,
    /// Tukey's HSD after a two-way analysis of variance.
    Tukey,
    /// Tukey's HSD by permutations within rows.
    RandomizedTukey,
    /// The largest paired t of all pairs under sign flips that they share, in a single step.
    MaxT,
    /// The same, step by step from the largest t down.
    MaxTStepDown,
    /// Dunnett's test against one column, after a two-way analysis of variance.
    Dunnett,
    /// Nemenyi's test of mean ranks after Friedman's test.
    Nemenyi,
    /// Conover's test of rank sums after Friedman's test.
    Conover,
}

/// What a test says of two columns.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairTest {
    /// The two-sided p-value.
    pub p: f64,
    /// The standard error of p that comes from drawing at random, if it was drawn.
    pub standard_error: Option<f64>,
    /// The trials and their seed, if p was drawn.
    pub sampling: Option<Sampling>,
    /// The interval of the second column's mean minus the first's, where the test has its own.
    pub interval: Option<Interval>,
    /// `Greater` if the test finds the second column higher; none where it goes by the means. By
    /// signs or ranks another column may be higher than by the means.
    pub direction: Option<Ordering>,
    /// Whether p is that of the exact randomization test, because the chosen test is undefined
    /// where all differences are the same.
    pub exact_instead: bool,
}

/// What there is to know about a test.
struct Facts {
    name: &'static str,
    /// A test of all columns that is followed by this one of pairs.
    alias: Option<&'static str>,
    description: &'static str,
    /// What its trials are, if it draws at random.
    trials: Option<&'static str>,
    is_simultaneous: bool,
    /// It goes by the signs of differences: n rows allow no p below 2¹⁻ⁿ.
    by_signs: bool,
    /// It has intervals of its own.
    has_interval: bool,
}

/// A test of a second column against a first one.
type OfTwo<'a> = dyn Fn(&[f64], &[f64]) -> Result<PairTest> + 'a;

impl Test {
    /// All of them.
    pub const ALL: [Test; 12] = [
        Test::T,
        Test::Wilcoxon,
        Test::Sign,
        Test::Randomization,
        Test::Bootstrap,
        Test::Tukey,
        Test::RandomizedTukey,
        Test::MaxT,
        Test::MaxTStepDown,
        Test::Dunnett,
        Test::Nemenyi,
        Test::Conover,
    ];

    fn facts(self) -> Facts {
        let facts = |name, description| Facts {
            name,
            alias: None,
            description,
            trials: None,
            is_simultaneous: false,
            by_signs: false,
            has_interval: false,
        };
        match self {
            Test::T => facts("t", "paired t test"),
            Test::Wilcoxon => Facts {
                by_signs: true,
                ..facts("wilcoxon", "Wilcoxon signed-rank test, zeros dropped")
            },
            Test::Sign => Facts { by_signs: true, ..facts("sign", "sign test, ties dropped") },
            Test::Randomization => Facts {
                by_signs: true,
                trials: Some("permutations"),
                ..facts("randomization", "paired randomization test of the mean difference")
            },
            Test::Bootstrap => Facts {
                trials: Some("resamples"),
                ..facts("bootstrap", "studentized bootstrap test of the mean difference")
            },
            Test::Tukey => Facts {
                alias: Some("anova"),
                is_simultaneous: true,
                has_interval: true,
                ..facts("tukey", "Tukey's HSD in a two-way layout")
            },
            Test::RandomizedTukey => Facts {
                trials: Some("permutations"),
                is_simultaneous: true,
                ..facts("randomized-tukey", "randomized Tukey HSD")
            },
            Test::MaxT => Facts {
                trials: Some("sign flips"),
                is_simultaneous: true,
                by_signs: true,
                has_interval: true,
                ..facts("max-t", "single-step max-t test by sign flips")
            },
            Test::MaxTStepDown => Facts {
                trials: Some("sign flips"),
                is_simultaneous: true,
                by_signs: true,
                has_interval: true,
                ..facts("max-t-step-down", "step-down max-t test by sign flips")
            },
            Test::Dunnett => Facts {
                is_simultaneous: true,
                has_interval: true,
                ..facts("dunnett", "Dunnett's test against the baseline")
            },
            Test::Nemenyi => Facts {
                alias: Some("friedman"),
                is_simultaneous: true,
                ..facts("nemenyi", "Nemenyi's test of Friedman's ranks")
            },
            Test::Conover => facts("conover", "Conover's test of Friedman's ranks"),
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// Another name: that of the test of all columns at once that it follows.
    pub fn alias(self) -> Option<&'static str> {
        self.facts().alias
    }

    /// In words.
    pub fn description(self) -> &'static str {
        self.facts().description
    }

    /// What is drawn at random, if anything is: `permutations` or `resamples`.
    pub fn trials_are(self) -> Option<&'static str> {
        self.facts().trials
    }

    /// Whether it holds its error over all pairs of columns at once.
    pub fn is_simultaneous(self) -> bool {
        self.facts().is_simultaneous
    }

    /// The lowest p that so many rows can give, for a test that goes by the signs of differences.
    pub fn lowest_p(self, rows: usize) -> Option<f64> {
        let halvings = i32::try_from(rows).unwrap_or(i32::MAX).saturating_sub(1);
        self.facts().by_signs.then(|| 0.5_f64.powi(halvings))
    }

    /// Whether it has intervals of differences of its own.
    pub fn has_interval(self) -> bool {
        self.facts().has_interval
    }

    /// Whether so many trials can give a p-value below `alpha` at all.
    pub fn check_trials(self, trials: usize, alpha: f64) -> Result<()> {
        check::share("alpha", alpha)?;
        let lowest = 1.0 / (1.0 + trials as f64);
        if self.trials_are().is_none() || lowest < alpha {
            return Ok(());
        }
        let need = (1.0 / alpha).ceil() as usize;
        Err(StatsError::TooFew {
            method: "a p-value below alpha",
            need,
            of: "trials",
            have: trials,
        })
    }

    /// Tests pairs of columns, given by their places: each second column against its first one.
    /// Intervals, where the test has its own, are of `level`.
    pub fn of_pairs<C: AsRef<[f64]>>(
        self,
        columns: &[C],
        pairs: &[(usize, usize)],
        level: f64,
        plan: &MonteCarlo<'_>,
    ) -> Vec<Result<PairTest>> {
        let columns: Vec<&[f64]> = columns.iter().map(AsRef::as_ref).collect();
        let each =
            |test: &OfTwo<'_>| pairs.iter().map(|&pair| of_two(&columns, pair, test)).collect();
        match self {
            Test::T => each(&|b, a| Ok(by_mean(paired_t_test(b, a)?.p.two_sided))),
            Test::Wilcoxon => each(&|b, a| Ok(by_tails(wilcoxon(b, a, &signed_ranks())?.p))),
            Test::Sign => each(&|b, a| Ok(by_tails(sign_test(b, a)?.p))),
            Test::Randomization => randomization(&columns, pairs, plan),
            Test::Bootstrap => {
                each(&|b, a| bootstrap_test(b, a, BootstrapStatistic::Studentized, plan).map(drawn))
            }
            Test::Tukey => among_all(&columns, pairs, || {
                let tests = tukey_hsd(&columns, level)?.pairs.into_iter();
                let test = |pair: crate::HsdPair| PairTest {
                    interval: Some(turned(pair.interval)),
                    ..by_mean(pair.p)
                };
                Ok(tests.map(test).collect())
            }),
            Test::RandomizedTukey => among_all(&columns, pairs, || {
                let tukey = randomized_tukey(&columns, plan)?;
                let test = |pair: crate::RandomizedTukeyPair| PairTest {
                    standard_error: Some(pair.standard_error),
                    sampling: Some(tukey.sampling),
                    ..by_mean(pair.p)
                };
                Ok(tukey.pairs.into_iter().map(test).collect())
            }),
            Test::MaxT => largest_t(&columns, pairs, level, plan, |pair| pair.single_step),
            Test::MaxTStepDown => largest_t(&columns, pairs, level, plan, |pair| pair.step_down),
            Test::Dunnett => against_one(&columns, pairs, level),
            Test::Nemenyi => among_all(&columns, pairs, || {
                Ok(friedman(&columns)?.nemenyi().into_iter().map(by_ranks).collect())
            }),
            Test::Conover => among_all(&columns, pairs, || {
                Ok(friedman(&columns)?.conover()?.into_iter().map(by_ranks).collect())
            }),
        }
    }
}

/// How Wilcoxon's test is done, wherever pairs of columns are tested: differences that are only
/// rounding are zeros.
pub fn signed_ranks() -> WilcoxonOptions {
    WilcoxonOptions { equal_within: SAME, ..WilcoxonOptions::default() }
}

/// Two columns of a table, which must be there and have at least two rows: of one row some tests
/// would say p = 1, which tells nothing.
fn two<'c>(columns: &[&'c [f64]], (a, b): (usize, usize)) -> Result<(&'c [f64], &'c [f64])> {
    let column = |at: usize| {
        let there = columns.get(at).filter(|_| a != b).copied();
        let allowed = "the place of a column, and another one than the first";
        there.ok_or(StatsError::Setting { name: "a column of a pair", value: at as f64, allowed })
    };
    let (a, b) = (column(a)?, column(b)?);
    check::enough("a test", 2, "topics", a.len().min(b.len()))?;
    Ok((a, b))
}

fn of_two(columns: &[&[f64]], pair: (usize, usize), test: &OfTwo<'_>) -> Result<PairTest> {
    let (a, b) = two(columns, pair)?;
    test(b, a).or_else(|why| exact_instead(a, b, why))
}

/// Of a test of all pairs at once, which gives them in the order 0 and 1, 0 and 2, …, 1 and 2, …,
/// those that were asked for.
fn among_all(
    columns: &[&[f64]],
    pairs: &[(usize, usize)],
    test: impl Fn() -> Result<Vec<PairTest>>,
) -> Vec<Result<PairTest>> {
    let count = columns.len();
    let all = test();
    let find = |&(a, b): &(usize, usize)| {
        let (first, second) = two(columns, (a, b))?;
        let all = match &all {
            Ok(all) => all,
            Err(why) => return exact_instead(first, second, why.clone()),
        };
        let (low, high) = (a.min(b), a.max(b));
        let found = all[low * (2 * count - low - 1) / 2 + high - low - 1];
        if a < b {
            return Ok(found);
        }
        Ok(PairTest {
            interval: found.interval.map(turned),
            direction: found.direction.map(Ordering::reverse),
            ..found
        })
    };
    pairs.iter().map(find).collect()
}

/// Each pair by itself where all its patterns of signs can be gone through; the others with patterns
/// that they share.
fn randomization(
    columns: &[&[f64]],
    pairs: &[(usize, usize)],
    plan: &MonteCarlo<'_>,
) -> Vec<Result<PairTest>> {
    let is_sampled = |&&pair: &&(usize, usize)| {
        let differ = |(a, b): (&[f64], &[f64])| a.iter().zip(b).filter(|(a, b)| a != b).count();
        two(columns, pair).is_ok_and(|both| differ(both) > EXACT_UP_TO)
    };
    let sampled: Vec<(usize, usize)> = pairs.iter().filter(is_sampled).copied().collect();
    let shared = match &sampled[..] {
        [] => Ok(vec![]),
        sampled => randomization_p(columns, sampled, plan),
    };
    let mut next = 0;
    let test = |pair: &(usize, usize)| {
        // There is a p for each pair that was sampled, in their order.
        if sampled.get(next) != Some(pair) {
            return of_two(columns, *pair, &|b, a| randomization_test(b, a, plan).map(drawn));
        }
        next += 1;
        let p = shared.as_ref().map_err(StatsError::clone)?[next - 1];
        let sampling = plan.sampling();
        let standard_error = Some(sampling.standard_error(p));
        Ok(PairTest { standard_error, sampling: Some(sampling), ..by_mean(p) })
    };
    pairs.iter().map(test).collect()
}

/// The pairs by the largest t of all of them, with the p-value that `p` takes.
fn largest_t(
    columns: &[&[f64]],
    pairs: &[(usize, usize)],
    level: f64,
    plan: &MonteCarlo<'_>,
    p: fn(&MaxTPair) -> f64,
) -> Vec<Result<PairTest>> {
    if let Some(why) = pairs.iter().find_map(|&pair| two(columns, pair).err()) {
        return pairs.iter().map(|&pair| two(columns, pair).and(Err(why.clone()))).collect();
    }
    let all = match max_t(columns, pairs, level, plan) {
        Ok(all) => all,
        Err(why) => return pairs.iter().map(|_| Err(why.clone())).collect(),
    };
    let test = |pair: &MaxTPair| {
        let p = p(pair);
        let standard_error = all.sampling.map(|sampling| sampling.standard_error(p));
        let interval = Some(pair.interval);
        Ok(PairTest { standard_error, sampling: all.sampling, interval, ..by_mean(p) })
    };
    all.pairs.iter().map(test).collect()
}

/// The pairs by Dunnett's test, which needs that all have their first column in common, and that every
/// other one is compared with it.
fn against_one(columns: &[&[f64]], pairs: &[(usize, usize)], level: f64) -> Vec<Result<PairTest>> {
    let all = pairs.first().map(|&(control, _)| dunnett(columns, control, level));
    let test = |&(control, other): &(usize, usize)| {
        let (first, second) = two(columns, (control, other))?;
        if pairs.iter().any(|pair| pair.0 != control) {
            let why = "it compares columns with a single one";
            return Err(StatsError::Undefined { what: "Dunnett's test of all pairs", why });
        }
        let all = match &all {
            Some(Ok(all)) => all,
            Some(Err(why)) => return exact_instead(first, second, why.clone()),
            None => unreachable!("there is a pair, and so a control"),
        };
        let found = all.pairs.iter().find(|pair| pair.column == other);
        let found = found.ok_or(StatsError::Undefined {
            what: "Dunnett's test",
            why: "the column is not in the table",
        })?;
        Ok(PairTest { interval: Some(found.interval), ..by_mean(found.p) })
    };
    pairs.iter().map(test).collect()
}

fn by_mean(p: f64) -> PairTest {
    PairTest {
        p,
        standard_error: None,
        sampling: None,
        interval: None,
        direction: None,
        exact_instead: false,
    }
}

fn drawn(test: MonteCarloTest) -> PairTest {
    let standard_error = test.sampling.map(|_| test.standard_error);
    PairTest { standard_error, sampling: test.sampling, ..by_mean(test.p.two_sided) }
}

/// By the tails of a test of the second column being greater than the first.
fn by_tails(p: PValues) -> PairTest {
    PairTest { direction: Some(order(p.less - p.greater)), ..by_mean(p.two_sided) }
}

/// By mean ranks, of which the highest is that of the highest values.
fn by_ranks(pair: RankPair) -> PairTest {
    PairTest { direction: Some(order(-pair.difference)), ..by_mean(pair.p) }
}

/// The exact randomization test where the chosen one is undefined because all differences are the
/// same: of all ways to turn their signs only two take the mean as far. Where nothing differs, all
/// do.
fn exact_instead(a: &[f64], b: &[f64], why: StatsError) -> Result<PairTest> {
    if !matches!(why, StatsError::Undefined { .. }) || !differ_by_the_same(a, b) {
        return Err(why);
    }
    let halvings = if a == b { 0 } else { a.len() - 1 };
    // Beyond the range of i32, the power is 0 all the same.
    let p = i32::try_from(halvings).map_or(0.0, |halvings| 0.5_f64.powi(halvings));
    Ok(PairTest { exact_instead: true, ..by_mean(p) })
}

/// Whether all differences are the same, but for rounding.
fn differ_by_the_same(a: &[f64], b: &[f64]) -> bool {
    let first = b[0] - a[0];
    a.iter().zip(b).all(|(a, b)| (b - a - first).abs() <= SAME * a.abs().max(b.abs()).max(1.0))
}

/// Above 0, below it, or neither.
fn order(value: f64) -> Ordering {
    value.partial_cmp(&0.0).unwrap_or(Ordering::Equal)
}

/// The interval of a difference taken the other way round.
fn turned(interval: Interval) -> Interval {
    Interval { low: -interval.high, high: -interval.low, level: interval.level }
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Test {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        let named = |test: &Test| test.name() == text || test.alias() == Some(text);
        Test::ALL.into_iter().find(named).ok_or_else(|| {
            let names: Vec<&str> = Test::ALL.iter().map(|test| test.name()).collect();
            format!("no test is called `{text}`\n  there are {}", names.join(", "))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAN: (usize, u64) = (1000, 1);

    fn tested(test: Test, columns: &[Vec<f64>], pairs: &[(usize, usize)]) -> Vec<Result<PairTest>> {
        test.of_pairs(columns, pairs, 0.95, &MonteCarlo::new(PLAN.0, PLAN.1))
    }

    #[test]
    fn every_test_is_read_by_its_names() {
        for test in Test::ALL {
            assert_eq!(test.to_string().parse(), Ok(test));
            assert!(test.alias().is_none_or(|alias| alias.parse() == Ok(test)));
        }
        assert_eq!("friedman".parse(), Ok(Test::Nemenyi));
        let message = "no test is called `z`\n  there are t, wilcoxon, sign, randomization, \
                       bootstrap, tukey, randomized-tukey, max-t, max-t-step-down, dunnett, \
                       nemenyi, conover";
        assert_eq!("z".parse::<Test>(), Err(message.into()));
    }

    #[test]
    fn a_pair_is_the_same_the_other_way_round_and_among_others() {
        let columns = vec![
            vec![0.3, 0.5, 0.2, 0.8, 0.4],
            vec![0.4, 0.5, 0.4, 0.9, 0.3],
            vec![0.1, 0.4, 0.3, 0.5, 0.2],
            vec![0.2, 0.6, 0.1, 0.6, 0.5],
        ];
        for test in Test::ALL {
            let all: Vec<(usize, usize)> = match test {
                Test::Dunnett => vec![(1, 0), (1, 2), (1, 3)],
                _ => crate::tukey::pairs_of(4).collect(),
            };
            let all_tested = tested(test, &columns, &all);
            let turned_round: Vec<(usize, usize)> = all.iter().map(|&(a, b)| (b, a)).collect();
            // Max-t is over the pairs that were asked for, Dunnett's test has one control.
            let others = match test {
                Test::MaxT | Test::MaxTStepDown => tested(test, &columns, &turned_round),
                Test::Dunnett => tested(test, &columns, &all),
                _ => turned_round
                    .iter()
                    .map(|pair| tested(test, &columns, &[*pair]).remove(0))
                    .collect(),
            };
            for ((&(a, b), there), other) in all.iter().zip(all_tested).zip(others) {
                let (there, other) = (there.unwrap(), other.unwrap());
                assert_eq!(other.p, there.p, "{test} {a} {b}");
                if test != Test::Dunnett {
                    assert_eq!(other.direction, there.direction.map(Ordering::reverse), "{test}");
                    assert_eq!(other.interval.map(turned), there.interval, "{test}");
                }
            }
        }
    }

    #[test]
    fn a_pair_that_is_not_there_is_an_error() {
        let columns = vec![vec![0.1, 0.2], vec![0.3, 0.5]];
        for test in Test::ALL {
            for pair in [(0, 2), (2, 0), (1, 1)] {
                assert!(tested(test, &columns, &[pair])[0].is_err(), "{test} {pair:?}");
            }
            let one = tested(test, &[vec![0.1], vec![0.2]], &[(0, 1)]).remove(0);
            let message = "a test needs at least 2 topics, not 1";
            assert_eq!(one.unwrap_err().to_string(), message, "{test}");
        }
    }

    #[test]
    fn too_few_trials_are_refused_where_any_are_drawn() {
        assert!(Test::T.check_trials(1, 0.05).is_ok());
        assert!(Test::Bootstrap.check_trials(20, 0.05).is_ok());
        let message = "a p-value below alpha needs at least 20 trials, not 19";
        let error = Test::RandomizedTukey.check_trials(19, 0.05).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}
