//! Randomization and the bootstrap: against all outcomes, or within the errors of chance.

use gainline_stats::*;
use serde_json::Value;

use crate::{close, close_p, data_sets, expected};

/// As many as `oracle/resampling.py` leaves room for.
const TRIALS: usize = 50_000;

fn plan() -> MonteCarlo<'static> {
    MonteCarlo::new(TRIALS, 2024).threads(2)
}

fn p(values: PValues) -> [f64; 3] {
    [values.two_sided, values.greater, values.less]
}

/// Each case: where it is from, the columns of its set up to the last row that counts, and what is
/// expected.
fn each(key: &str, least: usize, mut compare: impl FnMut(&str, &[Vec<f64>], &Value)) {
    let sets = data_sets();
    let cases = expected()["resampling"][key].as_array().unwrap().clone();
    assert!(cases.len() >= least, "{key}: only {} cases", cases.len());
    for case in cases {
        let name = case["set"].as_str().unwrap();
        let mut columns = sets.iter().find(|set| set.0 == name).unwrap().1.clone();
        if let Some(rows) = case["rows"].as_u64() {
            columns.iter_mut().for_each(|column| column.truncate(rows as usize));
        }
        compare(&format!("{key} {name} {}", case["pair"]), &columns, &case);
    }
}

/// The pair of columns that a case is about.
fn pair<'a>(columns: &'a [Vec<f64>], case: &Value) -> [&'a [f64]; 2] {
    [0, 1].map(|side| &*columns[case["pair"][side].as_u64().unwrap() as usize])
}

/// A p-value drawn in [`TRIALS`] agrees with the exact one to four standard errors and the one trial
/// that p-values are kept from 0 by.
#[track_caller]
fn near(place: &str, got: f64, want: &Value) {
    let want = want.as_f64().unwrap();
    let trials = TRIALS as f64;
    let room = 4.0 * (want * (1.0 - want) / trials).sqrt() + 1.0 / (1.0 + trials);
    assert!((got - want).abs() <= room, "{place}: {got}, expected {want} ± {room}");
}

#[test]
fn randomization_tests_are_the_shares_of_all_sign_patterns() {
    let (mut exact, mut drawn) = (0, 0);
    each("randomization", 20, |place, columns, case| {
        let [a, b] = pair(columns, case);
        let test = randomization_test(a, b, &plan()).unwrap();
        if test.sampling.is_none() {
            exact += 1;
            return close_p(place, &p(test.p), &case["p"]);
        }
        drawn += 1;
        for (side, got) in p(test.p).into_iter().enumerate() {
            near(place, got, &case["p"][side]);
        }
    });
    assert!(exact >= 12 && drawn >= 5, "{exact} exact, {drawn} drawn");
}

#[test]
fn bootstrap_intervals_agree_with_scipy() {
    let variance = |sample: &[f64]| variance(sample).unwrap_or(f64::NAN);
    each("intervals", 15, |place, columns, case| {
        let [a, b] = pair(columns, case);
        let differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
        for (name, method) in
            [("percentile", BootstrapMethod::Percentile), ("bca", BootstrapMethod::Bca)]
        {
            let found = bootstrap_mean(&differences, 0.95, method, &plan()).unwrap();
            same_interval(&format!("{place} mean {name}"), found, &case["mean"], name);
            let found = bootstrap_interval(&differences, variance, 0.95, method, &plan()).unwrap();
            same_interval(&format!("{place} variance {name}"), found, &case["variance"], name);
        }
    });
}

/// Each end is where chance may put it, and the standard error is within 2 %.
#[track_caller]
fn same_interval(place: &str, found: BootstrapInterval, expected: &Value, method: &str) {
    close(place, &[found.estimate], &expected["estimate"]);
    let error = expected["standard_error"].as_f64().unwrap();
    assert!((found.standard_error / error - 1.0).abs() < 0.02, "{place}: {found:?}");
    for (end, got) in [found.interval.low, found.interval.high].into_iter().enumerate() {
        let [want, least, most]: [f64; 3] =
            serde_json::from_value(expected[method][end].clone()).unwrap();
        assert!(
            (least - 1e-12..=most + 1e-12).contains(&got),
            "{place}: {got}, expected {want}, from {least} to {most}"
        );
    }
}

#[test]
fn bootstrap_tests_are_the_shares_of_all_resamples() {
    let mut undefined = 0;
    each("bootstrap", 15, |place, columns, case| {
        let [a, b] = pair(columns, case);
        for (name, statistic) in
            [("mean", BootstrapStatistic::Mean), ("studentized", BootstrapStatistic::Studentized)]
        {
            let test = bootstrap_test(a, b, statistic, &plan());
            if case[name].is_null() {
                undefined += 1;
                assert!(matches!(test, Err(StatsError::Undefined { .. })), "{place}: {test:?}");
                continue;
            }
            for (side, got) in p(test.unwrap().p).into_iter().enumerate() {
                near(&format!("{place} {name}"), got, &case[name][side]);
            }
        }
    });
    assert_eq!(undefined, 4);
}

#[test]
fn randomized_tukey_tests_are_the_shares_of_all_permutations() {
    each("tukey", 8, |place, columns, case| {
        let found = randomized_tukey(columns, &plan()).unwrap();
        near(place, found.overall_p, &case["overall"]);
        let pairs = case["pairs"].as_array().unwrap();
        assert_eq!(found.pairs.len(), pairs.len(), "{place}");
        for (got, want) in found.pairs.iter().zip(pairs) {
            let place = format!("{place} {} {}", got.first, got.second);
            close(&place, &[got.first as f64], &want[0]);
            close(&place, &[got.second as f64], &want[1]);
            close(&place, &[got.difference], &want[2]);
            near(&place, got.p, &want[3]);
        }
    });
}
