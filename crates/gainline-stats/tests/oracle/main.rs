//! Every statistic against other libraries: `testdata/stats/data.json` and `ratings.json` hold the
//! data, `expected.json` there what `crates/gainline-stats/oracle/oracle.py` computed from them.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

mod agreement;
mod groups;
mod pairs;
mod planning;
mod rankings;
mod resampling;
mod tables;

use serde_json::Value;

const DATA: &str = include_str!("../../../../testdata/stats/data.json");
const EXPECTED: &str = include_str!("../../../../testdata/stats/expected.json");

/// How far values may be off, relative to themselves.
const TOLERANCE: f64 = 1e-9;

fn expected() -> Value {
    serde_json::from_str(EXPECTED).unwrap()
}

/// Each data set: its name, its columns, and what is expected of it.
fn data_sets() -> Vec<(String, Vec<Vec<f64>>, Value)> {
    let data: Value = serde_json::from_str(DATA).unwrap();
    let expected = &expected()["data"];
    let sets = data.as_object().unwrap().iter();
    let columns = |set: &Value| serde_json::from_value(set["columns"].clone()).unwrap();
    sets.map(|(name, set)| (name.clone(), columns(set), expected[name].clone())).collect()
}

/// Each compared pair of columns: where it is from, both columns, and what is expected of it.
fn column_pairs() -> Vec<(String, Vec<f64>, Vec<f64>, Value)> {
    let mut pairs = Vec::new();
    for (name, columns, expected) in data_sets() {
        for (i, j) in [(0, 1), (1, 2)] {
            let place = format!("{i} {j}");
            let expected = expected["pairs"][&place].clone();
            let (a, b) = (columns[i].clone(), columns[j].clone());
            pairs.push((format!("{name} {place}"), a, b, expected));
        }
    }
    pairs
}

/// Numbers agree to within the tolerance. Where they are differences of scores, what cancelled is
/// lost: 1e-15 of scores up to 1.
#[track_caller]
fn close(place: &str, got: &[f64], want: &Value) {
    within(place, got, want, 1e-15);
}

/// p-values agree to within the tolerance, however small they are.
#[track_caller]
fn close_p(place: &str, got: &[f64], want: &Value) {
    within(place, got, want, 0.0);
}

#[track_caller]
fn within(place: &str, got: &[f64], want: &Value, floor: f64) {
    let want: Vec<f64> = match want {
        Value::Array(_) => serde_json::from_value(want.clone()).unwrap(),
        _ => vec![want.as_f64().unwrap_or_else(|| panic!("{place}: nothing is expected"))],
    };
    assert_eq!(got.len(), want.len(), "{place}");
    for (got, want) in got.iter().zip(want) {
        let off = (got - want).abs();
        assert!(off <= TOLERANCE * want.abs() + floor, "{place}: {got:e}, expected {want:e}");
    }
}
