//! Each test rejects at 0.05 no more often than it may, on tables without any difference, and tests
//! that are exact or nearly so reject as often. `examples/null_rates.rs` does the same at length.
//!
//! For each of two distributions, 1,000 tables of 25 topics × 4 systems, which is 6 pairs, and 200
//! trials for each Monte Carlo test; of the 201 p-values that these can give, 10 are below 0.05.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

mod simulation;

use gainline_stats::Random;
use simulation::{ALPHA, DISTRIBUTIONS, Scale, count_rejections};

const SCALE: Scale = Scale { topics: 25, systems: 4, trials: 200, bold: false };
const TABLES: usize = 1_000;
const SEED: u64 = 1;

/// Tests of normal samples and the chance with which they reject, exactly or nearly. The sign test
/// of 25 differences rejects if at most 7 have one of the signs.
const EXACT: [(&str, f64); 11] = [
    ("pair: paired t", ALPHA),
    ("pair: Wilcoxon", ALPHA),
    ("pair: sign", 0.043_285),
    ("pair: randomization", ALPHA),
    ("pair: bootstrap, studentized", ALPHA),
    ("all: ANOVA, F", ALPHA),
    ("all: ANOVA, permuted F", ALPHA),
    ("all: Friedman, χ²", ALPHA),
    ("all: Friedman, F", ALPHA),
    ("family: Tukey HSD", ALPHA),
    ("family: randomized Tukey HSD", ALPHA),
];

/// The least and the most rejections in the central 99.9 % of the binomial distribution.
fn central(chance: f64) -> (usize, usize) {
    let (mut share, mut below) = ((1.0 - chance).powi(TABLES as i32), 0.0);
    let (mut least, mut most) = (None, TABLES);
    for count in 0..=TABLES {
        below += share;
        if below >= 0.0005 && least.is_none() {
            least = Some(count);
        }
        if below >= 0.9995 {
            most = count;
            break;
        }
        share *= (TABLES - count) as f64 / (count + 1) as f64 * chance / (1.0 - chance);
    }
    (least.unwrap(), most)
}

/// How many tables each test rejects, by the name of the distribution.
fn rejections(distribution: &str) -> Vec<(String, usize)> {
    let place = DISTRIBUTIONS.iter().position(|(name, _)| *name == distribution).unwrap();
    let random = Random::stream(SEED, place as u64);
    count_rejections(DISTRIBUTIONS[place].1, random, TABLES, SCALE).unwrap().0
}

/// No test rejects more often than 0.05 allows, but for all pairs without a correction, which show
/// that the bound can be crossed.
fn no_more_than_allowed(distribution: &str, found: &[(String, usize)]) {
    let most = central(ALPHA).1;
    let mut corrected = 0;
    for (test, count) in found {
        let place = format!("{distribution}, {test}: {count} of {TABLES}, at most {most}");
        if test.ends_with("`none`") {
            assert!(*count > most, "{place}");
        } else {
            assert!(*count <= most, "{place}");
        }
        corrected += usize::from(test.contains("correction"));
    }
    assert_eq!(corrected, 15, "three tests with five corrections each");
    assert!(found.iter().any(|(test, _)| test == "family: Nemenyi"));
}

#[test]
fn tests_of_normal_samples_reject_as_often_as_they_should() {
    let found = rejections("normal");
    no_more_than_allowed("normal", &found);
    for (test, chance) in EXACT {
        let count = found.iter().find(|(name, _)| name == test).unwrap().1;
        let (least, most) = central(chance);
        assert!((least..=most).contains(&count), "{test}: {count}, from {least} to {most}");
    }
}

#[test]
fn tests_of_skewed_and_tied_samples_reject_no_more_often() {
    no_more_than_allowed("reciprocal rank", &rejections("reciprocal rank"));
}

#[test]
fn the_interval_is_the_binomial_one() {
    // scipy.stats.binom(1000, 0.05).interval(0.999)
    assert_eq!(central(0.05), (29, 74));
}
