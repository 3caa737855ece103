//! Raters of the same units.

use gainline_stats::*;
use serde_json::Value;

use crate::{TOLERANCE, expected};

const RATINGS: &str = include_str!("../../../../testdata/stats/ratings.json");

type Units = Vec<Vec<Option<f64>>>;

fn each(compare: impl Fn(&str, &Units, &Value)) {
    let ratings: Value = serde_json::from_str(RATINGS).unwrap();
    let expected = &expected()["agreement"];
    let sets = ratings.as_object().unwrap();
    assert!(sets.len() >= 20);
    for (name, set) in sets {
        compare(name, &serde_json::from_value(set["units"].clone()).unwrap(), &expected[name]);
    }
}

/// Both are undefined, or the numbers agree. What cancels leaves 1e-14 of numbers around 1.
#[track_caller]
fn close(place: &str, got: Result<f64>, want: &Value) {
    match (got, want.as_f64()) {
        (Ok(got), Some(want)) => {
            let off = (got - want).abs();
            assert!(off <= TOLERANCE * want.abs() + 1e-14, "{place}: {got:e}, expected {want:e}");
        }
        (Err(StatsError::Undefined { .. }), None) if want.is_null() => {}
        (got, want) => panic!("{place}: {got:?}, expected {want:?}"),
    }
}

/// The first two raters, by the scale of all ratings.
fn confusion(units: &Units) -> Confusion {
    let mut grades: Vec<f64> = units.iter().flatten().flatten().copied().collect();
    grades.sort_unstable_by(f64::total_cmp);
    grades.dedup();
    let place = |grade: f64| grades.iter().position(|g| *g == grade).unwrap();
    let mut table = Confusion::new(grades.len());
    for unit in units {
        if let [Some(first), Some(second), ..] = unit[..] {
            table.add(place(first), place(second));
        }
    }
    table
}

#[test]
fn cohens_kappa_agrees_with_scikit_learn_and_statsmodels() {
    let names = [
        (KappaWeights::Equal, "equal"),
        (KappaWeights::Linear, "linear"),
        (KappaWeights::Quadratic, "quadratic"),
    ];
    each(|place, units, expected| {
        for (weights, name) in names {
            let expected = &expected["cohen"][name];
            let kappa = confusion(units).kappa(weights);
            let place = format!("{place} {name}");
            close(&place, kappa.clone().map(|k| k.kappa), &expected["kappa"]);
            let variance = kappa.clone().map(|k| k.standard_error.powi(2));
            close(&place, variance, &expected["variance"]);
            let interval = kappa.and_then(|k| k.interval(0.95));
            close(&place, interval.clone().map(|i| i.low), &expected["interval"][0]);
            close(&place, interval.map(|i| i.high), &expected["interval"][1]);
        }
    });
}

#[test]
fn fleiss_kappa_agrees_with_statsmodels() {
    each(|place, units, expected| {
        let full = |unit: &Vec<Option<f64>>| unit.iter().copied().collect::<Option<Vec<f64>>>();
        let rated: Vec<Vec<f64>> = units.iter().filter_map(full).collect();
        close(place, fleiss_kappa(&rated).map(|fleiss| fleiss.kappa), &expected["fleiss"]);
    });
}

#[test]
fn alpha_agrees_with_the_krippendorff_package() {
    let names = [
        (AlphaMetric::Nominal, "nominal"),
        (AlphaMetric::Ordinal, "ordinal"),
        (AlphaMetric::Interval, "interval"),
    ];
    each(|place, units, expected| {
        let rated: Vec<Vec<f64>> =
            units.iter().map(|unit| unit.iter().flatten().copied().collect()).collect();
        for (metric, name) in names {
            let alpha = krippendorff_alpha(&rated, metric).map(|alpha| alpha.alpha);
            close(&format!("{place} {name}"), alpha, &expected["alpha"][name]);
        }
    });
}
