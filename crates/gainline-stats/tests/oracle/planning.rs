//! Power and sample sizes.

use gainline_stats::*;

use crate::{close, expected};

/// Each case: its arguments, and what is expected.
fn each(key: &str, compare: impl Fn(&str, &[f64], f64)) {
    let cases: Vec<Vec<f64>> = serde_json::from_value(expected()["planning"][key].clone()).unwrap();
    assert!(!cases.is_empty());
    for case in cases {
        let (want, arguments) = case.split_last().unwrap();
        compare(&format!("{key} {arguments:?}"), arguments, *want);
    }
}

#[test]
fn power_of_paired_t_tests_agrees_with_statsmodels() {
    each("paired", |place, v, want| {
        close(place, &[paired_t_power(v[0] as usize, v[1], v[2]).unwrap()], &want.into());
    });
    each("paired_n", |place, v, want| {
        assert_eq!(paired_t_pairs(v[0], v[1], v[2]).unwrap() as f64, want, "{place}");
    });
    each("detectable", |place, v, want| {
        close(place, &[paired_t_detectable(v[0] as usize, 1.0, v[1], v[2]).unwrap()], &want.into());
    });
}

#[test]
fn power_of_analyses_of_variance_agrees_with_statsmodels_and_scipy() {
    for (name, layout) in [("one_way", Layout::OneWay), ("two_way", Layout::TwoWay)] {
        let design = |v: &[f64]| AnovaDesign {
            layout,
            columns: v[0] as usize,
            min_difference: v[1],
            variance: v[2],
        };
        each(name, |place, v, want| {
            close(place, &[design(v).power(v[3] as usize, v[4]).unwrap()], &want.into());
        });
        each(&format!("{name}_n"), |place, v, want| {
            assert_eq!(design(v).rows(v[3], v[4]).unwrap() as f64, want, "{place}");
        });
    }
}
