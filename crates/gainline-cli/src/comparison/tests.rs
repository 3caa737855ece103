//! Samples made by hand, and what must come of them.

use super::*;
use std::cmp::Ordering;

const TOPICS: [&str; 30] = [
    "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17",
    "18", "19", "20", "21", "22", "23", "24", "25", "26", "27", "28", "29", "30",
];

/// A sample of a measure, with a column for each run.
pub(crate) fn of(measure: &str, columns: Vec<Vec<f64>>) -> Sample<'static> {
    let measure: &'static gainline::Measure = Box::leak(Box::new(measure.parse().unwrap()));
    let mean = |column: &Vec<f64>| match measure.summary() {
        gainline::Summary::GeometricMean => {
            let logarithms: Vec<f64> =
                column.iter().map(|v| v.max(gainline::LOWEST).ln()).collect();
            gainline_stats::mean(&logarithms).unwrap().exp()
        }
        _ => gainline_stats::mean(column).unwrap(),
    };
    let means = columns.iter().map(mean).collect();
    let topics = TOPICS[..columns[0].len()].to_vec();
    Sample { measure, slice: None, topics, columns, means }.prepared()
}

pub(crate) fn plan(test: Test, baseline: Option<usize>) -> Plan<'static> {
    Plan {
        test,
        correction: Correction::Holm,
        alpha: 0.05,
        level: 0.95,
        interval: IntervalBy::T,
        monte_carlo: MonteCarlo::new(2000, 1),
        baseline,
        equivalence: Some(0.05),
    }
}

pub(crate) fn compared(
    samples: Vec<Sample<'static>>,
    test: Test,
    baseline: Option<usize>,
) -> Vec<Comparison<'static>> {
    compare(samples, &plan(test, baseline))
}

fn shifted(base: &[f64], by: &[f64]) -> Vec<f64> {
    base.iter().zip(by).map(|(a, d)| a + d).collect()
}

/// Twelve topics gain a little, and two lose so much that the mean drops. The third run is far
/// below, so that tests of all runs have three.
fn opposite() -> Vec<Vec<f64>> {
    let base: Vec<f64> = (0..24).map(|t| 0.9 + 0.001 * f64::from(t)).collect();
    let mut by = vec![0.01; 22];
    by.extend([-0.85, -0.85]);
    vec![base.clone(), shifted(&base, &by), vec![0.01; 24]]
}

#[test]
fn the_direction_is_that_of_the_test() {
    for (measure, test, wanted, opposed) in [
        ("AP", Test::Sign, Ordering::Greater, true),
        ("AP", Test::Wilcoxon, Ordering::Greater, true),
        ("AP", Test::Nemenyi, Ordering::Greater, true),
        ("AP", Test::Conover, Ordering::Greater, true),
        ("AP", Test::T, Ordering::Less, false),
        ("AP", Test::Randomization, Ordering::Less, false),
        ("AP", Test::Tukey, Ordering::Less, false),
        ("AP", Test::RandomizedTukey, Ordering::Less, false),
        // Less is better, so the second is worse by its signs.
        ("E@5", Test::Sign, Ordering::Less, true),
        ("E@5", Test::T, Ordering::Greater, false),
    ] {
        let found = compared(vec![of(measure, opposite())], test, Some(0));
        let pair = &found[0].pairs[0];
        assert_eq!(pair.tested.as_ref().unwrap().direction, wanted, "{measure} {test}");
        assert_eq!(pair.is_opposed(0.05), opposed, "{measure} {test}");
        assert!(!pair.is_real(0.05), "{measure} {test}");
        // Turned round, the same is seen the other way.
        let turned = compared(vec![of(measure, opposite())], test, Some(1));
        let turned = turned[0].pairs[0].tested.as_ref().unwrap().direction;
        assert_eq!(turned, wanted.reverse(), "{measure} {test}");
    }
    // Nothing is made of it by letters: the two share one.
    let all = compared(vec![of("AP", opposite())], Test::Nemenyi, None);
    let letters: Vec<_> = all[0].runs.iter().map(|run| run.letters.clone().unwrap()).collect();
    assert_eq!(letters, ["a", "a", "b"]);
}

#[test]
fn where_all_topics_differ_by_the_same_the_randomization_test_stands_in() {
    let base: Vec<f64> = (0..8).map(|t| f64::from(t) / 9.0).collect();
    let other = shifted(&base, &[1.0 / 9.0; 8]);
    for test in [Test::T, Test::Bootstrap, Test::Tukey] {
        let found = compared(vec![of("AP", vec![base.clone(), other.clone()])], test, Some(0));
        let pair = &found[0].pairs[0];
        let tested = pair.tested.as_ref().unwrap();
        assert!(tested.stands_in && pair.is_real(0.05), "{test}");
        assert_eq!((tested.p, tested.direction), (1.0 / 128.0, Ordering::Greater), "{test}");
    }
    // Two topics are enough to test, and not to tell; one is not.
    let two = compared(vec![of("AP", vec![vec![0.1, 0.2], vec![0.2, 0.3]])], Test::T, Some(0));
    assert_eq!((two[0].pairs[0].p(), two[0].pairs[0].is_real(0.05)), (Some(0.5), false));
    let one = compared(vec![of("AP", vec![vec![0.1], vec![0.2]])], Test::T, Some(0));
    assert!(one[0].pairs[0].tested.is_err() && one[0].pairs[0].adjusted.is_none());
    // Of three runs that are constants apart, each p counts for three pairs.
    let third = shifted(&other, &[1.0 / 9.0; 8]);
    let three = compared(vec![of("AP", vec![base, other, third])], Test::Tukey, None);
    assert!(three[0].pairs.iter().all(|pair| pair.adjusted == Some(3.0 / 128.0)));
}

#[test]
fn what_was_not_tested_has_no_letters() {
    let one = compared(vec![of("AP", vec![vec![0.1], vec![0.2], vec![0.3]])], Test::T, None);
    assert!(one[0].runs.iter().all(|run| run.letters.is_none() && run.rank.is_none()));
}

#[test]
fn rounding_makes_no_difference() {
    let base = vec![0.3, 0.7, 0.5, 0.2];
    let other = vec![0.1 + 0.2, 0.7 + 4e-16, 0.5 - 3e-13, 0.2];
    for test in [Test::Sign, Test::Wilcoxon, Test::Randomization, Test::Nemenyi, Test::T] {
        let found = compared(vec![of("AP", vec![base.clone(), other.clone()])], test, Some(0));
        let pair = &found[0].pairs[0];
        assert!(pair.is_same() && pair.p().is_some_and(|p| p > 0.999_999), "{test}");
        assert_eq!(pair.effects.superiority, Some(0.5));
    }
}

#[test]
fn samples_without_a_test_are_not_corrected_for() {
    let columns =
        || vec![vec![0.1, 0.2, 0.3, 0.4, 0.5], vec![0.2, 0.31, 0.39, 0.52, 0.6], vec![0.5; 5]];
    let untested = || of("RR", vec![vec![0.1], vec![0.2], vec![0.3]]);
    for (samples, times) in [
        (vec![of("AP", columns()), untested()], 1.0),
        (vec![of("AP", columns()), untested(), of("RR", columns())], 2.0),
    ] {
        let found = compared(samples, Test::Tukey, None);
        assert_eq!(samples_tested(&found) as f64, times);
        for pair in &found[0].pairs {
            assert_eq!(pair.adjusted, pair.p().map(|p| (p * times).min(1.0)));
        }
    }
}

#[test]
fn tests_of_equivalence_are_corrected_by_themselves() {
    let base = vec![0.5, 0.4, 0.6, 0.3, 0.7, 0.5];
    let near = shifted(&base, &[0.01, -0.02, 0.01, 0.02, -0.01, 0.0]);
    let far = shifted(&base, &[0.2, 0.25, 0.15, 0.2, 0.3, 0.1]);
    let found = compared(vec![of("AP", vec![base, near, far])], Test::T, Some(0));
    let p = |at: usize| found[0].pairs[at].equivalence.unwrap().p;
    // By Holm, the lower of two counts twice.
    assert!(p(0) < p(1));
    assert_eq!(found[0].pairs[0].equivalence_adjusted, Some(2.0 * p(0)));
    assert_eq!(found[0].pairs[1].equivalence_adjusted, Some(p(1)));
}

#[test]
fn a_geometric_mean_is_compared_by_logarithms() {
    // One topic gains much, the others are halved: the mean rises, the geometric mean drops.
    let base = vec![0.1, 0.2, 0.1, 0.2, 0.1, 0.2, 0.1, 0.2, 0.1, 0.2];
    let mut other: Vec<f64> = base.iter().map(|v| v / 2.0).collect();
    other[9] = 1.0;
    for (measure, wanted) in [("AP", Ordering::Greater), ("GMAP", Ordering::Less)] {
        let columns = vec![base.clone(), other.clone()];
        let found = compared(vec![of(measure, columns)], Test::Randomization, Some(0));
        let (pair, runs) = (&found[0].pairs[0], &found[0].runs);
        assert_eq!(pair.tested.as_ref().unwrap().direction, wanted, "{measure}");
        assert!((runs[1].mean - found[0].sample.means[1]).abs() < 1e-12, "{measure}");
        assert!((pair.relative.unwrap() - (runs[1].mean / runs[0].mean - 1.0)).abs() < 1e-12);
    }
}
