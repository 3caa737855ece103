//! Patterns against Kishida's tables, and against slower ways to the same numbers.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use gainline::{Better, Measure, parse_measures};
use gainline_analysis::patterns::{Coefficient, MeasuredPatterns, World};
use gainline_stats::kendall_tau_b;
use proptest::prelude::*;

/// The four of Kishida's tables, and traditional average precision.
const FIVE: &str = "mSR,AvgnDCG(discount=jk,base=2)@5,Q,GenAP,AP";

fn measured(grades: &[f64], length: usize, measures: &str) -> MeasuredPatterns {
    let measures: Vec<Measure> = parse_measures([measures]).unwrap();
    MeasuredPatterns::new(World::new(grades, length).unwrap(), &measures, 1.0, None).unwrap()
}

fn kishida() -> MeasuredPatterns {
    measured(&[3.0, 2.0, 1.0], 5, FIVE)
}

/// A number to three decimals, as the tables print it.
fn three(number: f64) -> String {
    format!("{number:.3}")
}

#[test]
fn table_3_has_means_and_standard_deviations() {
    let patterns = kishida();
    assert_eq!(patterns.patterns().len(), 136);
    let spreads: Vec<_> = (0..4).map(|at| patterns.spread(at)).collect();
    let means: Vec<String> = spreads.iter().map(|spread| three(spread.mean.unwrap())).collect();
    assert_eq!(means, ["0.488", "0.443", "0.503", "0.410"]);
    let sds: Vec<String> = spreads.iter().map(|spread| three(spread.sd.unwrap())).collect();
    assert_eq!(sds, ["0.245", "0.250", "0.240", "0.228"]);
}

#[test]
fn table_4_has_correlations() {
    let patterns = kishida();
    let print = [
        vec!["1.000"],
        vec!["0.969", "1.000"],
        vec!["0.885", "0.840", "1.000"],
        vec!["0.963", "0.940", "0.961", "1.000"],
        vec!["0.857", "0.829", "0.928", "0.894"],
    ];
    for (a, row) in print.iter().enumerate() {
        for (b, print) in row.iter().enumerate() {
            let correlation = patterns.correlation(a, b, Coefficient::Pearson).unwrap();
            assert_eq!(three(correlation), *print, "{a} {b}");
        }
    }
}

#[test]
fn table_5_has_chosen_patterns() {
    let patterns = kishida();
    for (written, print) in [
        ([3.0, 2.0, 0.0, 0.0, 0.0], ["0.923", "0.933", "0.667", "0.733"]),
        ([0.0, 0.0, 1.0, 2.0, 3.0], ["0.331", "0.184", "0.513", "0.304"]),
        ([0.0, 3.0, 2.0, 1.0, 0.0], ["0.558", "0.610", "0.750", "0.622"]),
        ([3.0, 0.0, 0.0, 0.0, 0.0], ["0.692", "0.640", "0.333", "0.400"]),
        ([0.0, 0.0, 0.0, 0.0, 3.0], ["0.138", "0.046", "0.121", "0.080"]),
    ] {
        let at = patterns.find(&patterns.world().pattern(&written).unwrap()).unwrap();
        let values: Vec<String> = (0..4).map(|m| three(patterns.values(m)[at])).collect();
        assert_eq!(values, print, "{written:?}");
    }
}

/// Pairs that two columns order oppositely, and the widest gap among them, by looking at each pair.
fn by_hand(patterns: &MeasuredPatterns, a: usize, b: usize) -> (u64, f64) {
    let good = |at: usize, place: usize| match patterns.measures()[at].family().better {
        Better::Lower => -patterns.values(at)[place],
        Better::Higher | Better::Neither => patterns.values(at)[place],
    };
    let sd = |at: usize| patterns.spread(at).sd.filter(|sd| *sd > 0.0).unwrap_or(1.0);
    let (mut opposite, mut widest) = (0, 0.0f64);
    for p in 0..patterns.patterns().len() {
        for q in 0..patterns.patterns().len() {
            let (x, y) = (good(a, p) - good(a, q), good(b, q) - good(b, p));
            if x > 1e-12 && y > 1e-12 {
                opposite += 1;
                widest = widest.max(x / sd(a) + y / sd(b));
            }
        }
    }
    (opposite, widest)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn opposite_pairs_and_tau_are_those_of_all_pairs(
        grades in proptest::collection::vec(1u8..4, 1..4),
        length in 1usize..5,
    ) {
        let grades: Vec<f64> = grades.into_iter().map(f64::from).collect();
        let patterns = measured(&grades, length, "AP,nDCG,RR,E@3,P@2,NumRel,RHL");
        let count = patterns.measures().len();
        for (a, b) in (0..count).flat_map(|a| (0..count).map(move |b| (a, b))) {
            let agreement = patterns.agreement(a, b);
            let (opposite, widest) = by_hand(&patterns, a, b);
            prop_assert_eq!(agreement.opposite, opposite);
            let gap = agreement.largest.map_or(0.0, |most| {
                let sd = |at: usize| patterns.spread(at).sd.unwrap();
                let gap = |at: usize| (patterns.values(at)[most.by_first] - patterns.values(at)[most.by_second]).abs();
                gap(a) / sd(a) + gap(b) / sd(b)
            });
            prop_assert!((gap - widest).abs() < 1e-8, "{gap} {widest}");
            // Rounding must not make an order.
            let rounded = |at: usize| patterns.values(at).iter().map(|v| (v * 1e10).round()).collect::<Vec<f64>>();
            let tau = kendall_tau_b(&rounded(a), &rounded(b)).ok().map(|tau| tau.coefficient);
            let ours = patterns.correlation(a, b, Coefficient::Kendall);
            prop_assert_eq!(tau.is_some(), ours.is_some());
            prop_assert!((tau.unwrap_or(0.0) - ours.unwrap_or(0.0)).abs() < 1e-12);
        }
    }

    #[test]
    fn a_pattern_is_found_where_it_is(grades in proptest::collection::vec(1u8..4, 0..4), length in 1usize..5) {
        let grades: Vec<f64> = grades.into_iter().map(f64::from).collect();
        let patterns = measured(&grades, length, "AP");
        for (at, pattern) in patterns.patterns().iter().enumerate() {
            prop_assert_eq!(patterns.find(pattern), Some(at));
            let grades: Vec<f64> = patterns.world().grades_of(pattern).collect();
            prop_assert_eq!(patterns.world().pattern(&grades), Some(pattern.clone()));
        }
    }
}

/// The world is the same whatever is retrieved: five relevant documents of ten, and bpref's judged
/// nonrelevant ones.
#[test]
fn the_recall_base_and_the_collection_stay_the_same() {
    let patterns = measured(&[1.0; 2], 3, "NumRel,R@3,Fallout@3,Bpref");
    let at = |grades: [f64; 3]| patterns.find(&patterns.world().pattern(&grades).unwrap()).unwrap();
    let none = at([0.0; 3]);
    let values = |place: usize| (0..4).map(|m| patterns.values(m)[place]).collect::<Vec<f64>>();
    assert_eq!(values(none), [2.0, 0.0, 1.0, 0.0]);
    // One of two found, below one of three nonrelevant ones: 1/2 · (1 − 1/2).
    assert_eq!(values(at([0.0, 1.0, 0.0])), [2.0, 0.5, 2.0 / 3.0, 0.25]);
}
