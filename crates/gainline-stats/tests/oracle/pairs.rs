//! Two paired samples.

use gainline_stats::*;
use serde_json::Value;

use crate::{close, close_p, column_pairs};

fn p(values: PValues) -> [f64; 3] {
    [values.two_sided, values.greater, values.less]
}

/// The places that have something to compare, by the key of what is expected.
fn each(key: &str, least: usize, mut compare: impl FnMut(&str, &[f64], &[f64], &Value)) {
    let mut seen = 0;
    for (place, a, b, expected) in column_pairs() {
        if let Some(expected) = expected.get(key) {
            compare(&place, &a, &b, expected);
            seen += 1;
        }
    }
    assert!(seen >= least, "{key}: only {seen} pairs");
}

#[test]
fn paired_t_tests_agree_with_scipy() {
    each("t", 15, |place, a, b, expected| {
        t_test_agrees(place, &paired_t_test(a, b).unwrap(), expected);
    });
}

/// Without the first value of the second sample, so that they differ in length.
#[test]
fn unpaired_t_tests_agree_with_scipy() {
    each("unpaired", 15, |place, a, b, expected| {
        t_test_agrees(place, &unpaired_t_test(a, &b[1..]).unwrap(), expected);
    });
}

fn t_test_agrees(place: &str, test: &TTest, expected: &Value) {
    close(place, &[test.t], &expected["t"]);
    close(place, &[test.df], &expected["df"]);
    close_p(place, &p(test.p), &expected["p"]);
    close(place, &[test.mean_difference], &expected["mean_difference"]);
    close(place, &[test.standard_error], &expected["standard_error"]);
    for (level, ends) in [0.5, 0.95, 0.999].iter().zip(expected["intervals"].as_array().unwrap()) {
        let interval = test.interval(*level).unwrap();
        close(place, &[interval.low, interval.high], ends);
    }
}

#[test]
fn summaries_agree_with_numpy_and_scipy() {
    each("mean", 20, |place, a, _, expected| {
        close(place, &[mean(a).unwrap()], &expected["mean"]);
        close(place, &[variance(a).unwrap()], &expected["variance"]);
        close(place, &[median(a).unwrap()], &expected["median"]);
        for (level, ends) in
            [0.5, 0.95, 0.999].iter().zip(expected["intervals"].as_array().unwrap())
        {
            let interval = mean_interval(a, *level).unwrap();
            close(place, &[interval.low, interval.high], ends);
        }
    });
}

#[test]
fn sign_tests_agree_with_scipy() {
    each("sign", 20, |place, a, b, expected| {
        let test = sign_test(a, b).unwrap();
        close(place, &[test.plus as f64], &expected["plus"]);
        close(place, &[test.minus as f64], &expected["minus"]);
        close(place, &[test.zeros as f64], &expected["zeros"]);
        close_p(place, &p(test.p), &expected["p"]);
    });
}

#[test]
fn signed_rank_tests_agree_with_scipy_in_every_mode() {
    let methods = [
        ("auto", WilcoxonMethod::Auto, false),
        ("exact", WilcoxonMethod::Exact, false),
        ("normal", WilcoxonMethod::Normal, false),
        ("corrected", WilcoxonMethod::Normal, true),
    ];
    each("wilcoxon", 19, |place, a, b, expected| {
        for zeros in ZeroMethod::ALL {
            let expected = &expected[zeros.name()];
            for (name, method, continuity) in methods {
                let options = WilcoxonOptions { zeros, method, continuity, equal_within: 0.0 };
                let test = wilcoxon(a, b, &options).unwrap();
                let place = format!("{place} {} {name}", zeros.name());
                close(&place, &[test.w_plus], &expected["w_plus"]);
                close_p(&place, &p(test.p), &expected[name]);
                if name == "normal" {
                    close(&place, &[test.z.unwrap()], &expected["z"]);
                }
            }
        }
    });
}

#[test]
fn effect_sizes_agree_with_their_formulas() {
    each("effect", 15, |place, a, b, expected| {
        close(place, &[cohen_dz(a, b).unwrap()], &expected["dz"]);
        close(place, &[cohen_d(a, b).unwrap()], &expected["d_av"]);
        close(place, &[glass_delta(a, b).unwrap()], &expected["glass"]);
    });
}

#[test]
fn probabilities_of_superiority_agree_with_mann_and_whitneys_u() {
    each("superiority", 20, |place, a, b, expected| {
        close(place, &[cliff_delta(a, b).unwrap()], &expected["cliff"]);
        close(place, &[superiority(a, b).unwrap()], &expected["unpaired"]);
        close(place, &[paired_superiority(a, b).unwrap()], &expected["paired"]);
    });
}

#[test]
fn equivalence_tests_agree_with_statsmodels() {
    each("tost", 15, |place, a, b, expected| {
        let test = equivalence_test(a, b, (-0.05, 0.1), 0.05).unwrap();
        close_p(place, &[test.p], &expected["p"]);
        close_p(place, &[test.p_lower], &expected["p_lower"]);
        close_p(place, &[test.p_upper], &expected["p_upper"]);
        close(place, &[test.interval.low, test.interval.high], &expected["interval"]);
    });
}

#[test]
fn posteriors_agree_with_scipys_t() {
    each("bayes", 15, |place, a, b, expected| {
        for (at, correlation) in [0.0, 0.1].into_iter().enumerate() {
            let expected = &expected[at];
            let posterior = bayesian_t_test(a, b, (-0.05, 0.05), correlation).unwrap();
            close_p(place, &[posterior.left], &expected["left"]);
            close_p(place, &[posterior.right], &expected["right"]);
            close(place, &[posterior.rope], &expected["rope"]);
            let interval = posterior.interval(0.95).unwrap();
            close(place, &[interval.low, interval.high], &expected["interval"]);
        }
    });
}

#[test]
fn equal_columns_give_a_p_of_1_in_every_test() {
    let mut seen = 0;
    for (place, a, b, _) in column_pairs() {
        if a == b {
            seen += 1;
            assert_eq!(p(paired_t_test(&a, &b).unwrap().p), [1.0; 3], "{place}");
            assert_eq!(p(sign_test(&a, &b).unwrap().p), [1.0; 3], "{place}");
            let test = wilcoxon(&a, &b, &WilcoxonOptions::default()).unwrap();
            assert_eq!(p(test.p), [1.0; 3], "{place}");
        }
    }
    assert!(seen >= 3);
}

#[test]
fn constant_differences_are_said_to_be_undefined() {
    for (place, a, b, _) in column_pairs() {
        if place.starts_with("constant") {
            assert!(matches!(paired_t_test(&a, &b), Err(StatsError::Undefined { .. })), "{place}");
            assert!(matches!(cohen_dz(&a, &b), Err(StatsError::Undefined { .. })), "{place}");
        }
    }
}
