//! Whatever the data, what comes out is a number or says why it is not.

use std::fmt::Debug;

use gainline_stats::*;

/// Small and large, constant, tied, one-sided, nearly equal.
fn samples(n: usize) -> Vec<Vec<f64>> {
    let sample = |value: &dyn Fn(f64) -> f64| (0..n).map(|i| value(i as f64)).collect();
    vec![
        sample(&|_| 0.0),
        sample(&|_| -0.0),
        sample(&|_| 0.1),
        sample(&|i| i),
        sample(&|i| -i / 7.0),
        sample(&|i| (i / 2.0).floor()),
        sample(&|i| if i == 0.0 { 1.0 } else { 0.0 }),
        sample(&|i| 0.1 + i * 1e-17),
        sample(&|i| 0.1 + i * 1e-15),
        sample(&|i| i * 1e-160),
        sample(&|i| i * 5e-324),
        sample(&|i| (i - 1.0) * 1e99),
        sample(&|i| (i - 1.0) * 1e307),
        sample(&|i| i * i * 0.01 - i * 0.05),
    ]
}

/// A result holds no NaN and nothing infinite, or it is an error with a message.
#[track_caller]
fn sound<T: Debug>(place: &str, result: Result<T>) {
    match result {
        Ok(value) => {
            let text = format!("{value:?}");
            assert!(!text.contains("NaN") && !text.contains("inf"), "{place}: {text}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

#[test]
fn two_samples_give_numbers_or_errors() {
    for n in [0, 1, 2, 3, 5, 14, 51] {
        for a in samples(n) {
            for b in samples(n) {
                let place = format!("{n} {a:?} {b:?}");
                two_samples(&place, &a, &b);
            }
        }
    }
}

fn two_samples(place: &str, a: &[f64], b: &[f64]) {
    sound(place, mean(a));
    sound(place, variance(a));
    sound(place, median(a));
    sound(place, mean_interval(a, 0.95));
    sound(place, paired_t_test(a, b));
    sound(place, paired_t_test(a, b).and_then(|test| test.interval(0.99)));
    sound(place, sign_test(a, b));
    for zeros in [ZeroMethod::Wilcox, ZeroMethod::Pratt, ZeroMethod::Zsplit] {
        for method in [WilcoxonMethod::Exact, WilcoxonMethod::Normal] {
            let options = WilcoxonOptions { zeros, method, continuity: true, equal_within: 1e-12 };
            sound(place, wilcoxon(a, b, &options));
        }
    }
    sound(place, cohen_dz(a, b));
    sound(place, cohen_d(a, b));
    sound(place, glass_delta(a, b));
    sound(place, cliff_delta(a, b));
    sound(place, paired_superiority(a, b));
    sound(place, equivalence_test(a, b, (-0.1, 0.1), 0.05));
    sound(place, margin_test(a, b, -0.1));
    sound(place, margin_test(a, b, 0.0).and_then(|test| test.lower_bound(0.95)));
    sound(place, bayesian_t_test(a, b, (-0.1, 0.1), 0.2));
    sound(place, kendall_tau_b(a, b));
    sound(place, spearman(a, b));
    sound(place, pearson(a, b));
    sound(place, tau_ap(a, b));
    let units: Vec<[f64; 2]> = a.iter().copied().zip(b.iter().copied()).map(Into::into).collect();
    sound(place, fleiss_kappa(&units));
    for metric in AlphaMetric::ALL {
        sound(place, krippendorff_alpha(&units, metric));
    }
}

#[test]
fn tables_of_counts_give_numbers_or_errors() {
    let counts = [0, 1, 2, 7, 1 << 40, 1 << 50];
    let any = |at: usize| counts[at % counts.len()];
    for at in 0..counts.len().pow(4) {
        let [a, b, c, d] = [0, 1, 2, 3].map(|place| any(at / counts.len().pow(place)));
        for table in [vec![vec![a, b], vec![c, d]], vec![vec![a, 0, b], vec![0; 3], vec![c, 0, d]]]
        {
            let place = format!("{table:?}");
            for weights in KappaWeights::ALL {
                let kappa = Confusion::from_counts(table.clone()).and_then(|t| t.kappa(weights));
                sound(&place, kappa.clone().and_then(|kappa| kappa.interval(0.95)));
                sound(&place, kappa);
            }
        }
    }
}

#[test]
fn tables_give_numbers_or_errors() {
    for n in [0, 1, 2, 3, 9] {
        let samples = samples(n);
        for at in 0..samples.len() {
            for width in 1..4 {
                let columns: Vec<&Vec<f64>> =
                    (0..width).map(|i| &samples[(at + i * i) % samples.len()]).collect();
                let place = format!("{columns:?}");
                sound(&place, two_way_anova(&columns));
                sound(&place, tukey_hsd(&columns, 0.95));
                sound(&place, friedman(&columns));
                sound(&place, friedman(&columns).map(|test| test.nemenyi()));
                sound(&place, friedman(&columns).and_then(|test| test.conover()));
                sound(&place, friedman(&columns).and_then(|test| test.critical_difference(0.05)));
            }
        }
    }
}

#[test]
fn plans_give_numbers_or_errors() {
    let values = [0.0, 1e-12, 0.05, 0.999_999, 1.0, 1e9, f64::INFINITY, f64::NAN];
    for alpha in values {
        for effect in values {
            let place = format!("{alpha} {effect}");
            for n in [0, 1, 2, 100, 1_000_000] {
                sound(&place, paired_t_power(n, effect, alpha));
                sound(&place, paired_t_detectable(n, effect, alpha, 0.8));
            }
            sound(&place, paired_t_pairs(effect, alpha, 0.8));
            for columns in [0, 1, 2, 30] {
                for layout in [Layout::OneWay, Layout::TwoWay] {
                    let design =
                        AnovaDesign { layout, columns, min_difference: effect, variance: 0.05 };
                    sound(&place, design.power(50, alpha));
                    sound(&place, design.rows(alpha, 0.8));
                }
            }
        }
    }
}
