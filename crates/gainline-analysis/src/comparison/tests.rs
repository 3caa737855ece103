//! Samples made by hand, and what must come of them.

use super::*;
use gainline::{LOWEST, Summary};

/// A sample of a measure, with a column for each run.
pub(crate) fn of(measure: &str, columns: Vec<Vec<f64>>) -> Sample {
    let measure: gainline::Measure = measure.parse().unwrap();
    let mean = |column: &Vec<f64>| match measure.summary() {
        Summary::GeometricMean => {
            let logarithms: Vec<f64> = column.iter().map(|v| v.max(LOWEST).ln()).collect();
            gainline_stats::mean(&logarithms).unwrap().exp()
        }
        _ => gainline_stats::mean(column).unwrap(),
    };
    let means = columns.iter().map(mean).collect();
    let topics = (1..=columns[0].len()).map(|topic| topic.to_string()).collect();
    let runs = RunName::all(
        ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"].into_iter().take(columns.len()),
    );
    Sample::new(measure, runs, topics, columns, means).unwrap().prepared().unwrap()
}

pub(crate) fn plan(test: Test, baseline: Option<usize>) -> Plan<'static> {
    Plan { baseline, equivalence: Some(0.05), ..Plan::new(test, MonteCarlo::new(2000, 1)) }
}

pub(crate) fn compared(
    samples: Vec<Sample>,
    test: Test,
    baseline: Option<usize>,
) -> Vec<Comparison> {
    compare(samples, &plan(test, baseline)).unwrap()
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
    let (run, base) = (Side::Run, Side::Baseline);
    for (measure, test, wanted, opposed) in [
        ("AP", Test::Sign, run, true),
        ("AP", Test::Wilcoxon, run, true),
        ("AP", Test::Nemenyi, run, true),
        ("AP", Test::Conover, run, true),
        ("AP", Test::T, base, false),
        ("AP", Test::Randomization, base, false),
        ("AP", Test::Tukey, base, false),
        ("AP", Test::RandomizedTukey, base, false),
        // Less is better, so the second is worse by its signs.
        ("E@5", Test::Sign, base, true),
        ("E@5", Test::T, run, false),
    ] {
        let found = compared(vec![of(measure, opposite())], test, Some(0));
        let pair = &found[0].pairs[0];
        assert_eq!(pair.test.defined().unwrap().better, Some(wanted), "{measure} {test}");
        assert_eq!(pair.status == Status::Opposed, opposed, "{measure} {test}");
        assert!(!pair.is_significant(), "{measure} {test}");
        // Turned round, the same is seen the other way.
        let turned = compared(vec![of(measure, opposite())], test, Some(1));
        let turned = turned[0].pairs[0].test.defined().unwrap().better;
        assert_eq!(turned, Some(if wanted == run { base } else { run }), "{measure} {test}");
    }
    // Nothing is made of it by letters: the two share one.
    let all = compared(vec![of("AP", opposite())], Test::Nemenyi, None);
    let letters: Vec<_> = all[0].runs.iter().map(|run| run.group.clone().unwrap()).collect();
    assert_eq!(letters, ["a", "a", "b"]);
}

#[test]
fn where_all_topics_differ_by_the_same_the_randomization_test_stands_in() {
    let base: Vec<f64> = (0..8).map(|t| f64::from(t) / 9.0).collect();
    let other = shifted(&base, &[1.0 / 9.0; 8]);
    for test in [Test::T, Test::Bootstrap, Test::Tukey] {
        let found = compared(vec![of("AP", vec![base.clone(), other.clone()])], test, Some(0));
        let pair = &found[0].pairs[0];
        let tested = pair.test.defined().unwrap();
        assert!(tested.exact_instead && pair.is_significant(), "{test}");
        assert_eq!((tested.p, tested.better), (1.0 / 128.0, Some(Side::Run)), "{test}");
    }
    // Two topics are enough to test, and not to tell; one is not.
    let two = compared(vec![of("AP", vec![vec![0.1, 0.2], vec![0.2, 0.3]])], Test::T, Some(0));
    assert_eq!((two[0].pairs[0].p(), two[0].pairs[0].is_significant()), (Some(0.5), false));
    let one = compared(vec![of("AP", vec![vec![0.1], vec![0.2]])], Test::T, Some(0));
    assert!(one[0].pairs[0].status == Status::Untested);
    // Of three runs that are constants apart, each p counts for three pairs.
    let third = shifted(&other, &[1.0 / 9.0; 8]);
    let three = compared(vec![of("AP", vec![base, other, third])], Test::Tukey, None);
    assert!(three[0].pairs.iter().all(|pair| pair.p_adjusted() == Some(3.0 / 128.0)));
}

/// Five pairs of runs, significantly different within each pair and not across pairs: a group takes one of
/// each pair, so that there would be 32 letters.
#[test]
fn where_letters_would_be_too_many_there_is_still_the_top_group() {
    let column = |run: usize| -> Vec<f64> {
        let (pair, better) = (run / 2 + 1, (run % 2) as f64);
        let sign =
            |topic: usize| if (topic & pair).count_ones().is_multiple_of(2) { 1.0 } else { -1.0 };
        (0..16).map(|topic| 0.5 + 0.3 * sign(topic) + 0.01 * better).collect()
    };
    for (runs, lettered) in [(4, true), (10, false)] {
        let all = compared(vec![of("AP", (0..runs).map(column).collect())], Test::Sign, None);
        let significant = all[0].pairs.iter().filter(|pair| pair.is_significant()).count();
        assert_eq!(significant, runs / 2);
        assert_eq!(all[0].runs.iter().filter(|run| run.top == Some(true)).count(), runs - 1);
        assert!(
            all[0].runs.iter().all(|run| run.group.is_some() == lettered && run.rank.is_some())
        );
    }
}

#[test]
fn what_was_not_tested_has_no_letters() {
    let one = compared(vec![of("AP", vec![vec![0.1], vec![0.2], vec![0.3]])], Test::T, None);
    assert!(one[0].runs.iter().all(|run| run.group.is_none() && run.rank.is_none()));
}

#[test]
fn what_is_undefined_says_why_and_what_is_wrong_is_an_error() {
    let one = compared(vec![of("AP", vec![vec![0.1], vec![0.2]])], Test::T, Some(0));
    let pair = &one[0].pairs[0];
    let why = [pair.interval.undefined(), pair.effects.dz.undefined()];
    assert!(
        why.iter().all(|why| matches!(why, Some(StatsError::TooFew { need: 2, .. }))),
        "{why:?}"
    );
    let apart = vec![vec![0.125, 0.25], vec![0.25, 0.375]];
    let apart = compared(vec![of("AP", apart)], Test::T, Some(0));
    let why = apart[0].pairs[0].effects.dz.undefined();
    assert!(matches!(why, Some(StatsError::Undefined { .. })), "{why:?}");
    let wrong = Plan { alpha: 0.7, ..plan(Test::Randomization, Some(0)) };
    let error = compare(vec![of("AP", vec![vec![0.1, 0.2], vec![0.2, 0.4]])], &wrong).unwrap_err();
    let said = "the runs cannot be compared: alpha is `0.7`; it must be between 0 and 0.5";
    assert!(error.to_string().starts_with(said), "{error}");
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
            assert_eq!(pair.p_adjusted(), pair.p().map(|p| (p * times).min(1.0)));
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
    assert_eq!(found[0].pairs[0].equivalence.map(|e| e.p_adjusted), Some(2.0 * p(0)));
    assert_eq!(found[0].pairs[1].equivalence.map(|e| e.p_adjusted), Some(p(1)));
}

/// scipy 1.17.1: `ttest_1samp(run - base + 0.025, 0, alternative="greater")` for both runs; by Holm the
/// lower of two counts twice.
#[test]
fn a_run_is_shown_to_be_not_worse_by_more_than_a_margin() {
    let base = vec![0.5, 0.4, 0.6, 0.3, 0.7, 0.5];
    let near = shifted(&base, &[0.01, -0.02, 0.01, 0.02, -0.01, 0.0]);
    let far = shifted(&base, &[-0.2, -0.25, -0.15, -0.2, -0.3, -0.1]);
    let plan = Plan { not_worse_by: Some(Tolerance::Percent(5.0)), ..plan(Test::T, Some(0)) };
    let found = compare(vec![of("AP", vec![base, near, far])], &plan).unwrap();
    let tests: Vec<NotWorseTest> =
        found[0].pairs.iter().filter_map(|pair| pair.not_worse).collect();
    assert!((tests[0].margin - 0.025).abs() < 1e-15);
    assert!((tests[0].p - 0.003_389_982_786_389_881).abs() < 1e-12);
    assert!((tests[1].p - 0.999_118_594_478_059_1).abs() < 1e-12);
    assert_eq!(tests[0].p_adjusted, 2.0 * tests[0].p);
    assert_eq!(tests[0].verdict, NotWorseVerdict::Shown);
    assert!(tests[0].bound.unwrap() > -0.025);
    assert_eq!(tests[1].verdict, NotWorseVerdict::Worse);
}

#[test]
fn a_geometric_mean_is_compared_by_logarithms() {
    // One topic gains much, the others are halved: the mean rises, the geometric mean drops.
    let base = vec![0.1, 0.2, 0.1, 0.2, 0.1, 0.2, 0.1, 0.2, 0.1, 0.2];
    let mut other: Vec<f64> = base.iter().map(|v| v / 2.0).collect();
    other[9] = 1.0;
    for (measure, wanted) in [("AP", Side::Run), ("GMAP", Side::Baseline)] {
        let columns = vec![base.clone(), other.clone()];
        let found = compared(vec![of(measure, columns)], Test::Randomization, Some(0));
        let (pair, runs) = (&found[0].pairs[0], &found[0].runs);
        assert_eq!(pair.test.defined().unwrap().better, Some(wanted), "{measure}");
        assert!((runs[1].mean - found[0].sample.means[1]).abs() < 1e-12, "{measure}");
        assert!((pair.relative.unwrap() - (runs[1].mean / runs[0].mean - 1.0)).abs() < 1e-12);
    }
}

/// Most topics gain a little and two lose much: what the status of the pair must be.
#[test]
fn a_status_never_contradicts_its_test() {
    let mut against = vec![0.01; 12];
    against.extend([-0.9, -0.9]);
    let with: Vec<f64> = vec![0.1; 14];
    for (differences, test, wanted) in [
        (&against, Test::Sign, Status::Opposed),
        (&against, Test::Randomization, Status::NotSignificant),
        (&against, Test::T, Status::NotSignificant),
        (&with, Test::Sign, Status::Better),
        (&with, Test::T, Status::Better),
    ] {
        let base = vec![0.95; 14];
        let other = base.iter().zip(differences).map(|(a, d)| a + d).collect();
        let found = compared(vec![of("AP", vec![base, other])], test, Some(0));
        assert_eq!(found[0].pairs[0].status, wanted, "{test}");
    }
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(60))]

    /// Whatever the test and the correction: an interval that excludes 0, an adjusted p below alpha, the
    /// status and the letters say the same, unless the pair says that they do not; and where all go by
    /// the mean in a single step, they always do.
    #[test]
    fn intervals_p_values_status_and_letters_agree(
        seed in 0_u64..1_000_000,
        rows in 3_usize..25,
        runs in 2_usize..5,
        with_baseline in proptest::prelude::any::<bool>(),
    ) {
        let mut random = gainline_stats::Random::stream(seed, 0);
        let mut column = |shift: f64| (0..rows).map(|_| random.unit() + shift).collect::<Vec<f64>>();
        let columns: Vec<Vec<f64>> = (0..runs).map(|run| column(0.3 * run as f64)).collect();
        let baseline = with_baseline.then_some(0);
        for test in Test::ALL {
            for correction in Correction::ALL {
                let single_step = match correction {
                    Correction::None | Correction::Bonferroni => true,
                    Correction::Holm | Correction::Hochberg => false,
                    Correction::BenjaminiHochberg => true,
                };
                let by_mean = match test {
                    Test::T | Test::Tukey | Test::MaxT => true,
                    Test::Dunnett if with_baseline => true,
                    Test::Dunnett => continue,
                    _ => false,
                };
                let plan = Plan {
                    correction, baseline, ..Plan::new(test, MonteCarlo::new(400, 1))
                };
                let found = compare(vec![of("AP", columns.clone())], &plan).unwrap().remove(0);
                for pair in &found.pairs {
                    let (Some(p), Some(interval)) = (pair.p_adjusted(), pair.interval.defined())
                        else { continue };
                    let agree = (p < plan.alpha) != interval.contains(0.0);
                    proptest::prop_assert_eq!(agree, !pair.interval_differs);
                    let exact = pair.test.defined().is_some_and(|tested| tested.exact_instead);
                    if by_mean && single_step && !exact {
                        proptest::prop_assert!(agree, "{} {} {:?}", test, correction, pair);
                    }
                    let significant = p < plan.alpha;
                    proptest::prop_assert!(!pair.is_significant() || significant);
                    let letters = |run: &RunName| found.runs[run.place].group.clone();
                    if let (Some(a), Some(b)) = (letters(&pair.run), letters(&pair.baseline)) {
                        let shared = a.chars().any(|letter| b.contains(letter));
                        proptest::prop_assert_eq!(shared, !pair.is_significant());
                    }
                }
            }
        }
    }
}
