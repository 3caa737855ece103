//! Tails against mpmath's; `crates/gainline-stats/oracle/distributions.py` made the values.

use super::*;

const EXPECTED: &str = include_str!("../../../../testdata/stats/expected.json");

/// Compares `tail` with every expected point of `law`.
fn check(law: &str, tolerance: f64, tail: impl Fn(&[f64]) -> f64) {
    let expected: serde_json::Value = serde_json::from_str(EXPECTED).unwrap();
    let points = expected["distributions"][law].as_array().unwrap();
    assert!(points.len() >= 4, "{law} has points");
    for point in points {
        let point: Vec<f64> = serde_json::from_value(point.clone()).unwrap();
        let (want, arguments) = point.split_last().unwrap();
        let off = tail(arguments) / want - 1.0;
        assert!(off.abs() < tolerance, "{law} {arguments:?}: off by {off:e}");
    }
}

#[test]
fn student_tails_are_exact() {
    check("student", 1e-12, |v| student::survival(v[0], v[1]));
}

#[test]
fn fisher_tails_are_exact() {
    check("fisher", 1e-12, |v| fisher::survival(v[0], v[1], v[2]));
}

#[test]
fn chi_squared_tails_are_exact() {
    check("chi_squared", 1e-12, |v| chi_squared::survival(v[0], v[1]));
}

#[test]
fn normal_tails_are_exact() {
    check("normal", 1e-12, |v| normal::survival(v[0]));
}

#[test]
fn coin_tails_are_exact() {
    check("coin", 1e-12, |v| binomial::at_least(v[0] as usize, v[1] as usize));
}

#[test]
fn ranges_of_normal_values_are_exact() {
    let tail =
        |v: &[f64]| studentized_range::StudentizedRange::new(v[1] as usize, None).survival(v[0]);
    check("normal_range", 1e-12, tail);
}

#[test]
fn studentized_ranges_are_exact() {
    check("studentized_range", 1e-11, |v| {
        studentized_range::StudentizedRange::new(v[1] as usize, Some(v[2])).survival(v[0])
    });
}

#[test]
fn noncentral_student_tails_are_exact() {
    check("noncentral_student", 1e-12, |v| noncentral_student::survival(v[0], v[1], v[2]));
}

#[test]
fn noncentral_fisher_tails_are_exact() {
    check("noncentral_fisher", 1e-12, |v| noncentral_fisher::survival(v[0], v[1], v[2], v[3]));
}

#[test]
fn quantiles_invert_tails() {
    for p in [1e-12, 1e-3, 0.025, 0.5, 0.9] {
        let close = |back: f64| assert!((back / p - 1.0).abs() < 1e-11, "{back} for {p}");
        for df in [1.0, 4.0, 42.0, 1e5] {
            close(student::survival(student::upper_quantile(p, df), df));
            close(fisher::survival(fisher::upper_quantile(p, 5.0, df), 5.0, df));
            let range = studentized_range::StudentizedRange::new(6, Some(df));
            close(range.survival(range.upper_quantile(p)));
        }
    }
}

#[test]
fn studentized_range_quantiles_are_the_published_ones() {
    // Pearson & Hartley (1966), Biometrika Tables for Statisticians, table 29: upper 5 % points.
    for (k, df, published) in
        [(3, Some(10.0), 3.88), (5, Some(20.0), 4.23), (10, Some(60.0), 4.65), (4, None, 3.63)]
    {
        let quantile = studentized_range::StudentizedRange::new(k, df).upper_quantile(0.05);
        assert!((quantile - published).abs() < 0.005, "{k} {df:?}: {quantile}");
    }
}
