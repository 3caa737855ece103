//! Several columns of one length.

use gainline_stats::*;
use serde_json::Value;

use crate::{close, close_p, data_sets, expected};

fn each(key: &str, least: usize, mut compare: impl FnMut(&str, &[Vec<f64>], &Value)) {
    let mut seen = 0;
    for (place, columns, expected) in data_sets() {
        if let Some(expected) = expected["table"].get(key) {
            compare(&place, &columns, expected);
            seen += 1;
        }
    }
    assert!(seen >= least, "{key}: only {seen} tables");
}

#[test]
fn analyses_of_variance_agree_with_statsmodels() {
    each("anova", 10, |place, columns, expected| {
        let anova = two_way_anova(columns).unwrap();
        let residual =
            [anova.residual_sum_of_squares, anova.residual_df, anova.residual_mean_square];
        close(place, &residual, &expected["residual"]);
        for (name, factor) in [("row", anova.rows), ("column", anova.columns)] {
            let (expected, test) = (&expected[name], factor.test.unwrap());
            let place = format!("{place} {name}");
            close(&place, &[factor.sum_of_squares], &expected["sum_of_squares"]);
            close(&place, &[factor.df], &expected["df"]);
            close(&place, &[test.f], &expected["f"]);
            close_p(&place, &[test.p], &expected["p"]);
            close(&place, &[factor.partial_eta_squared], &expected["partial_eta_squared"]);
            close(&place, &[factor.omega_squared], &expected["omega_squared"]);
            close(&place, &[factor.partial_omega_squared], &expected["partial_omega_squared"]);
        }
    });
}

#[test]
fn tukeys_tests_agree_with_scipys_studentized_range() {
    each("tukey", 10, |place, columns, expected| {
        let tukey = tukey_hsd(columns, 0.95).unwrap();
        close(place, &[tukey.critical_q], &expected["critical"]);
        assert_eq!(tukey.pairs.len(), expected["pairs"].as_array().unwrap().len());
        for (at, pair) in tukey.pairs.iter().enumerate() {
            let (first, second) = (pair.first as f64, pair.second as f64);
            let ends = pair.interval;
            let got = [first, second, pair.difference, pair.q, ends.low, ends.high];
            let place = format!("{place} {first} {second}");
            close(&place, &got, &expected["pairs"][at]["values"]);
            close_p(&place, &[pair.p], &expected["pairs"][at]["p"]);
        }
    });
}

#[test]
fn max_t_agrees_with_all_sign_patterns_in_numpy() {
    each("max_t", 6, |place, columns, expected| {
        let count = columns.len();
        let pairs: Vec<(usize, usize)> =
            (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect();
        let found = max_t(columns, &pairs, 0.95, &MonteCarlo::new(1 << 15, 1)).unwrap();
        let of = |value: fn(&MaxTPair) -> f64| found.pairs.iter().map(value).collect::<Vec<f64>>();
        close(place, &of(|pair| pair.single_step), &expected["single_step"]);
        close(place, &of(|pair| pair.step_down), &expected["step_down"]);
        if expected["low"].is_null() {
            assert!(found.critical.is_infinite(), "{place}");
            return;
        }
        for (at, pair) in found.pairs.iter().enumerate() {
            let interval = [pair.interval.low, pair.interval.high];
            for (got, name) in interval.iter().zip(["low", "high"]) {
                let wanted = expected[name][at].as_f64().unwrap();
                // A statistic that counts as equal may be a little larger.
                let near = (got - wanted).abs() < 1e-5 * (1.0 + wanted.abs());
                assert!(near, "{place} {name}: {got}, not {wanted}");
            }
        }
    });
}

#[test]
fn dunnetts_test_agrees_with_quadrature_and_so_with_scipy() {
    each("dunnett", 8, |place, columns, expected| {
        let found = dunnett(columns, 0, 0.95).unwrap();
        let t: Vec<f64> = found.pairs.iter().map(|pair| pair.t).collect();
        let p: Vec<f64> = found.pairs.iter().map(|pair| pair.p).collect();
        close(place, &t, &expected["t"]);
        for (at, p) in p.iter().enumerate() {
            let wanted = expected["p"][at].as_f64().unwrap();
            assert!((p / wanted - 1.0).abs() < 1e-6, "{place} {at}: {p}, not {wanted}");
        }
    });
}

#[test]
fn friedmans_tests_agree_with_scipy() {
    each("friedman", 12, |place, columns, expected| {
        let test = friedman(columns).unwrap();
        close(place, &test.mean_ranks, &expected["mean_ranks"]);
        if expected.get("p").is_none() {
            assert_eq!((test.chi_squared, test.p), (0.0, 1.0), "{place}");
            return;
        }
        close(place, &[test.chi_squared], &expected["chi_squared"]);
        close_p(place, &[test.p], &expected["p"]);
        match (test.iman_davenport, expected.get("f")) {
            (Some(test), Some(expected)) => close_p(place, &[test.f, test.p], expected),
            (ours, theirs) => assert!(ours.is_none() && theirs.is_none(), "{place}"),
        }
    });
}

#[test]
fn post_hoc_tests_agree_with_their_formulas() {
    let compare = |place: &str, pairs: Vec<RankPair>, expected: &Value| {
        assert_eq!(pairs.len(), expected.as_array().unwrap().len());
        for (at, pair) in pairs.iter().enumerate() {
            let got = [pair.first as f64, pair.second as f64, pair.statistic, pair.p];
            close_p(&format!("{place} {at}"), &got, &expected[at]);
        }
    };
    each("nemenyi", 12, |place, columns, expected| {
        compare(place, friedman(columns).unwrap().nemenyi(), expected);
    });
    each("conover", 10, |place, columns, expected| {
        let conover = friedman(columns).unwrap().conover();
        match expected {
            Value::Null => assert!(conover.is_err(), "{place}"),
            _ => compare(place, conover.unwrap(), expected),
        }
    });
}

#[test]
fn corrections_agree_with_statsmodels() {
    for family in expected()["corrections"].as_array().unwrap() {
        let p: Vec<f64> = serde_json::from_value(family["p"].clone()).unwrap();
        for correction in Correction::ALL {
            if correction != Correction::None {
                let name = correction.name();
                close(name, &correction.adjust(&p).unwrap(), &family[name]);
            }
        }
    }
}

#[test]
fn equal_columns_give_a_p_of_1_and_constants_apart_none() {
    for (place, columns, _) in data_sets() {
        let anova = two_way_anova(&columns).unwrap();
        if place == "identical" {
            assert_eq!(anova.columns.test.unwrap().p, 1.0);
            assert!(tukey_hsd(&columns, 0.95).unwrap().pairs.iter().all(|pair| pair.p == 1.0));
        } else if place == "constant" {
            assert_eq!(anova.columns.test, None);
            assert!(tukey_hsd(&columns, 0.95).is_err());
        }
    }
}
