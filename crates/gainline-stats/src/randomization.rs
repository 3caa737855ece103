//! The paired randomization (sign-flip) test of a mean difference.
//!
//! If two systems are alike, then on each topic the names of the two could as well be exchanged,
//! which turns the sign of that topic's difference. The p-value is the share of all 2ⁿ sign patterns
//! whose mean difference is at least as far out as the observed one.
//!
//! R. A. Fisher, The Design of Experiments, 1935, section 21; M. Smucker, J. Allan and
//! B. Carterette, A Comparison of Statistical Significance Tests for Information Retrieval
//! Evaluation, CIKM 2007.

use crate::random::{MonteCarlo, Random, Sampling};
use crate::summary::centre;
use crate::{PValues, Result, StatsError, check};

const METHOD: &str = "the randomization test";

/// With at most so many differences that are not zero, all sign patterns are gone through.
pub const EXACT_UP_TO: usize = 20;

/// Sums this close count as equal, relative to the sum of absolute differences; so a tie is not
/// lost to the order in which numbers are added.
const TIE: f64 = 1e-12;

/// The outcome of a Monte Carlo test of a mean difference.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MonteCarloTest {
    /// The mean difference, first minus second.
    pub mean_difference: f64,
    /// The p-values.
    pub p: PValues,
    /// The standard error of the two-sided p-value that comes from sampling; 0 if it is exact. For
    /// the others see [`Sampling::standard_error`].
    pub standard_error: f64,
    /// The trials and their seed; `None` if the p-values are exact and nothing was sampled.
    pub sampling: Option<Sampling>,
}

/// Tests whether the mean of paired differences is 0, by the signs they could have had.
///
/// Exact with up to [`EXACT_UP_TO`] differences other than 0 (a zero has no sign to turn); above
/// that `plan` says how many patterns are drawn, and p = (1 + hits) / (1 + trials). Equal samples
/// give p = 1 for every alternative.
pub fn randomization_test(a: &[f64], b: &[f64], plan: &MonteCarlo) -> Result<MonteCarloTest> {
    let mut differences = differences(METHOD, 1, a, b)?;
    let sum = differences.iter().fold(0.0, |sum, d| sum + d);
    let slack = TIE * differences.iter().fold(0.0, |sum, d| sum + d.abs());
    let mean_difference = centre(&differences);
    differences.retain(|&d| d != 0.0);
    if differences.len() <= EXACT_UP_TO {
        let (greater, less) = exact_tails(&differences, sum, slack);
        return Ok(MonteCarloTest::exact(mean_difference, PValues::from_tails(greater, less)));
    }
    let hits = plan.run(|random, trials| sampled_hits(&differences, sum, slack, random, trials));
    Ok(MonteCarloTest::sampled(mean_difference, &hits, plan.sampling()))
}

/// The shares of all patterns whose sum is at least, and at most, the one seen.
///
/// Each pattern is one of the first half of the differences with one of the second half, whose sums
/// are sorted and then searched instead of gone through (E. Horowitz and S. Sahni, JACM 21(2),
/// 1974).
fn exact_tails(differences: &[f64], seen: f64, slack: f64) -> (f64, f64) {
    let (left, right) = differences.split_at(differences.len() / 2);
    let mut right = signed_sums(right);
    right.sort_unstable_by(f64::total_cmp);
    let (mut greater, mut less) = (0, 0);
    for left in signed_sums(left) {
        greater += right.len() - right.partition_point(|right| left + right < seen - slack);
        less += right.partition_point(|right| left + right <= seen + slack);
    }
    let patterns = (1_u64 << differences.len()) as f64;
    (greater as f64 / patterns, less as f64 / patterns)
}

/// The sums of all 2ⁿ sign patterns of `values`.
fn signed_sums(values: &[f64]) -> Vec<f64> {
    let mut sums = vec![0.0];
    for value in values {
        let minus: Vec<f64> = sums.iter().map(|sum| sum - value).collect();
        sums.iter_mut().for_each(|sum| *sum += value);
        sums.extend(minus);
    }
    sums
}

/// So many random patterns, held against the sum that was seen.
fn sampled_hits(
    differences: &[f64],
    seen: f64,
    slack: f64,
    mut random: Random,
    trials: usize,
) -> Hits {
    let mut hits = Hits::default();
    for _ in 0..trials {
        let mut sum = 0.0;
        for part in differences.chunks(64) {
            let mut signs = random.bits();
            for d in part {
                sum += f64::from_bits(d.to_bits() ^ (signs << 63));
                signs >>= 1;
            }
        }
        hits.note(sum, seen, slack);
    }
    hits
}

/// How many trials were at least as far out as what was seen, for each alternative.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Hits {
    two_sided: usize,
    greater: usize,
    less: usize,
}

impl Hits {
    pub(crate) fn note(&mut self, trial: f64, seen: f64, slack: f64) {
        self.two_sided += usize::from(trial.abs() >= seen.abs() - slack);
        self.greater += usize::from(trial >= seen - slack);
        self.less += usize::from(trial <= seen + slack);
    }
}

impl MonteCarloTest {
    pub(crate) fn exact(mean_difference: f64, p: PValues) -> Self {
        MonteCarloTest { mean_difference, p, standard_error: 0.0, sampling: None }
    }

    pub(crate) fn sampled(mean_difference: f64, chunks: &[Hits], sampling: Sampling) -> Self {
        let p = |hits: fn(&Hits) -> usize| sampling.p(chunks.iter().map(hits).sum());
        let p = PValues {
            two_sided: p(|h| h.two_sided),
            greater: p(|h| h.greater),
            less: p(|h| h.less),
        };
        let standard_error = sampling.standard_error(p.two_sided);
        MonteCarloTest { mean_difference, p, standard_error, sampling: Some(sampling) }
    }
}

/// The differences of at least `need` pairs, first minus second. Those that rounding alone may have
/// made are 0.
pub(crate) fn differences(
    method: &'static str,
    need: usize,
    a: &[f64],
    b: &[f64],
) -> Result<Vec<f64>> {
    check::pairs(method, need, a, b)?;
    let noise = noise(a.iter().chain(b));
    let difference = |(a, b)| difference(a, b, noise);
    let differences: Vec<f64> = a.iter().zip(b).map(difference).collect();
    addable(method, &differences)?;
    Ok(differences)
}

/// How far apart rounding may have moved equal scores among these.
pub(crate) fn noise<'a>(scores: impl Iterator<Item = &'a f64>) -> f64 {
    4.0 * f64::EPSILON * scores.fold(0.0, |most: f64, score| most.max(score.abs()))
}

/// a − b, or 0 if that is mere noise.
pub(crate) fn difference(a: &f64, b: &f64, noise: f64) -> f64 {
    let difference = a - b;
    if difference.abs() <= noise { 0.0 } else { difference }
}

/// The values are finite, and so far from the largest number that sums and differences of them are
/// finite too.
pub(crate) fn addable(what: &'static str, values: &[f64]) -> Result<()> {
    check::finite(values)?;
    let most = f64::MAX / (4.0 * values.len() as f64);
    if values.iter().all(|value| value.abs() <= most) {
        return Ok(());
    }
    Err(StatsError::Undefined { what, why: "the values are too large to be added" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn test_of(differences: &[f64]) -> MonteCarloTest {
        let zeros = vec![0.0; differences.len()];
        randomization_test(differences, &zeros, &MonteCarlo::new(50_000, 7)).unwrap()
    }

    /// Darwin's maize in R. A. Fisher, The Design of Experiments, section 21: of 2¹⁵ sums 863 are at
    /// least 314, 28 of them equal to it.
    #[test]
    fn the_p_of_darwins_maize_is_fishers() {
        let eighths = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48];
        let p = test_of(&eighths.map(|d| f64::from(d) / 8.0)).p;
        assert_eq!(p.greater, 863.0 / 32768.0);
        assert_eq!(p.two_sided, 1726.0 / 32768.0);
        assert_eq!(p.less, (32768.0 - 835.0) / 32768.0);
    }

    #[test]
    fn small_cases_are_as_worked_by_hand() {
        let p = |differences: &[f64]| test_of(differences).p.two_sided;
        assert_eq!(p(&[0.1, 0.2, 0.4]), 2.0 / 8.0);
        assert_eq!(p(&[0.5]), 1.0);
        assert_eq!(p(&[0.3, -0.1, -0.2]), 1.0);
        assert_eq!(test_of(&[0.0; 40]), MonteCarloTest::exact(0.0, PValues::ALIKE));
        // scipy.stats.permutation_test, all 2²⁰ patterns.
        let skewed = [
            0.12, -0.05, 0.31, 0.02, 0.0, 0.44, -0.11, 0.07, 0.19, 0.03, 0.56, -0.02, 0.08, 0.15,
            0.01, -0.07, 0.72, 0.05, 0.11, 0.26,
        ];
        assert_eq!(p(&skewed), 0.003170013427734375);
    }

    #[test]
    fn what_rounding_made_is_no_difference() {
        let (a, b) = ([0.1 + 0.2, 0.7, 0.1 + 0.7], [0.3, 0.1 + 0.6, 0.8]);
        let test = randomization_test(&a, &b, &MonteCarlo::new(9, 7)).unwrap();
        assert_eq!(test, MonteCarloTest::exact(0.0, PValues::ALIKE));
    }

    /// The exact value for 30 whole numbers comes from counting the patterns of each sum.
    #[test]
    fn sampled_and_exact_p_agree() {
        let whole: Vec<i32> = (0..30).map(|i| (i * i * 7) % 41 - 14).collect();
        let mut patterns = BTreeMap::from([(0, 1.0)]);
        for d in &whole {
            let mut next = BTreeMap::new();
            for (sum, share) in patterns {
                *next.entry(sum + d).or_insert(0.0) += share / 2.0;
                *next.entry(sum - d).or_insert(0.0) += share / 2.0;
            }
            patterns = next;
        }
        let seen: i32 = whole.iter().sum();
        let greater = patterns.range(seen..).fold(0.0, |sum, (_, share)| sum + share);
        let less = patterns.range(..=seen).fold(0.0, |sum, (_, share)| sum + share);
        let test = test_of(&whole.iter().map(|&d| f64::from(d) / 10.0).collect::<Vec<f64>>());
        let sampling = Sampling { trials: 50_000, seed: 7 };
        assert_eq!(test.sampling, Some(sampling));
        assert_eq!(test.standard_error, sampling.standard_error(test.p.two_sided));
        let exact = PValues::from_tails(greater, less);
        for p in [|p: PValues| p.two_sided, |p: PValues| p.greater, |p: PValues| p.less] {
            let error = sampling.standard_error(p(exact));
            assert!((p(test.p) - p(exact)).abs() < 4.0 * error, "{test:?} is far from {exact:?}");
        }
    }
}
