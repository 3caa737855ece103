//! What is shown, what is not, and what is worse.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use super::*;
use crate::comparison::tests::of;
use crate::gate::{RuleKind, parse_rule};

const BASELINE: [f64; 8] = [0.52, 0.61, 0.43, 0.70, 0.35, 0.58, 0.49, 0.66];
const CANDIDATE: [f64; 8] = [0.51, 0.63, 0.40, 0.72, 0.36, 0.55, 0.50, 0.64];

/// What comes of the first of these rules, where candidate and baseline have the same values by every
/// measure; and how many tests there are.
fn judged(rules: &[&str], baseline: &[f64], candidate: &[f64]) -> (RuleStatus, NotWorse, usize) {
    let rule = |text: &&str| parse_rule(RuleKind::Require, text, "here").unwrap();
    let gate = Gate { rules: rules.iter().map(rule).collect(), ..Gate::default() };
    let mut pairs: Vec<Sample> = vec![];
    for rule in &gate.rules {
        if pairs.iter().all(|pair| pair.measure != rule.measure) {
            pairs.push(of(&rule.measure.to_string(), vec![baseline.to_vec(), candidate.to_vec()]));
        }
    }
    let margins = Margins::of(&gate, &pairs).unwrap();
    let Condition::NotWorse { tolerance, alpha } = gate.rules[0].condition else {
        panic!("{} is about a margin", rules[0])
    };
    let (_, status, found) = margins.found(&gate.rules[0], None, tolerance, alpha).unwrap();
    (status, found, margins.tests)
}

#[track_caller]
fn close(seen: Option<f64>, wanted: f64) {
    assert!((seen.unwrap() - wanted).abs() < 1e-12, "{seen:?}, not {wanted}");
}

/// `scipy.stats.ttest_1samp(candidate - baseline, -margin, alternative="greater")` and its
/// `confidence_interval(0.95).low`; scipy 1.17.1.
#[test]
fn margins_are_shares_of_the_baseline_or_absolute() {
    let (status, found, _) = judged(&["AP not worse by 1%"], &BASELINE, &CANDIDATE);
    assert_eq!(status, RuleStatus::NotShown);
    close(Some(found.margin), -0.005425);
    close(found.p, 0.415_319_949_821_635_1);
    close(found.bound, -0.018_043_668_703_080_377);
    let (status, found, _) = judged(&["AP not worse by 0.05"], &BASELINE, &CANDIDATE);
    assert_eq!(status, RuleStatus::Ok);
    close(Some(found.margin), -0.05);
    close(found.p, 0.000_238_333_748_360_196_94);
    let (status, found, _) = judged(&["AP better"], &BASELINE, &CANDIDATE);
    assert_eq!((status, found.margin, found.topics_needed), (RuleStatus::NotShown, 0.0, None));
    close(found.p, 0.682_808_679_688_133_7);
}

#[test]
fn a_drop_that_is_surely_larger_than_the_margin_breaks_the_rule() {
    let worse = CANDIDATE.map(|value| value - 0.1);
    let (status, found, _) = judged(&["AP not worse by 0.05"], &BASELINE, &worse);
    assert_eq!(status, RuleStatus::Broken);
    assert!(found.p_worse_adjusted.unwrap() < 0.05 && found.p.unwrap() > 0.95);
}

#[test]
fn where_lower_is_better_all_is_turned_round() {
    let (_, higher, _) = judged(&["AP not worse by 0.005"], &BASELINE, &CANDIDATE);
    let turned = |values: &[f64; 8]| values.map(|value| 1.0 - value);
    let (base, candidate) = (turned(&BASELINE), turned(&CANDIDATE));
    let (status, lower, _) = judged(&["Miss@10 not worse by 0.005"], &base, &candidate);
    assert_eq!((status, lower.margin), (RuleStatus::NotShown, 0.005));
    close(lower.p, higher.p.unwrap());
    close(lower.bound, -higher.bound.unwrap());
    assert_eq!(lower.topics_needed, higher.topics_needed);
}

/// As above, of the logarithms and ln 0.95; the bound is that of the geometric mean's difference.
#[test]
fn a_geometric_mean_is_tested_by_logarithms() {
    let (status, found, _) = judged(&["GMAP not worse by 5%"], &BASELINE, &CANDIDATE);
    assert_eq!(status, RuleStatus::Ok);
    close(found.p, 0.010_679_194_934_210_177);
    close(found.bound, -0.018_713_068_694_596_765);
    close(Some(found.margin), -0.026_522_348_070_871_24);
    // No value is below 0, so nothing can drop by more than all.
    let (status, ..) = judged(&["GMAP not worse by 1"], &BASELINE, &CANDIDATE);
    assert_eq!(status, RuleStatus::Ok);
}

#[test]
fn the_margin_of_a_sum_is_one_of_the_sum() {
    let columns = vec![vec![3.0, 5.0, 2.0, 6.0], vec![3.0, 4.0, 3.0, 5.0]];
    let runs = crate::RunName::all(["a", "b"]);
    let topics = (1..=4).map(|topic| topic.to_string()).collect();
    let measure = "NumRelRet".parse().unwrap();
    let pair = Sample::new(measure, runs, topics, columns.clone(), vec![16.0, 15.0]).unwrap();
    let scale = MarginScale::of(&pair, 0, Tolerance::Percent(25.0));
    assert_eq!((scale.amount, scale.margin, scale.shown(-0.25)), (4.0, 1.0, -1.0));
    assert_eq!(
        scale.test(&pair, (0, 1)),
        gainline_stats::margin_test(&columns[1], &columns[0], -1.0)
    );
}

#[test]
fn p_values_are_adjusted_over_all_margins() {
    let rule = "AP not worse by 0.05";
    let (_, alone, tests) =
        judged(&[rule, "AP not worse by 0.05 with p < 0.1"], &BASELINE, &CANDIDATE);
    assert_eq!((tests, alone.p_adjusted), (1, alone.p));
    let (_, three, tests) = judged(&[rule, "AP better", "RR better"], &BASELINE, &CANDIDATE);
    assert_eq!(tests, 3);
    close(three.p_adjusted, 3.0 * alone.p.unwrap());
    assert!(three.topics_needed > alone.topics_needed);
}

#[test]
fn an_unchanged_run_is_not_worse_if_there_are_topics_enough() {
    for (topics, wanted) in [(3, RuleStatus::NotShown), (8, RuleStatus::Ok)] {
        let values = &BASELINE[..topics];
        let (status, found, _) = judged(&["AP not worse by 1%"], values, values);
        assert_eq!((status, found.exact_instead, found.bound), (wanted, true, None), "{topics}");
        assert_eq!(judged(&["AP better"], values, values).0, RuleStatus::NotShown);
    }
}

#[test]
fn one_topic_shows_nothing() {
    let (status, found, tests) = judged(&["AP better"], &[0.1], &[0.9]);
    assert_eq!((status, tests, found.p), (RuleStatus::NotShown, 0, None));
    assert!(found.undefined.is_some());
}

/// With a margin of half a standard deviation, 27 pairs: G*Power 3.1, paired t test, one tail, dz = 0.5,
/// 5 %, power 0.80.
#[test]
fn topics_are_counted_for_a_one_sided_test() {
    let baseline = [0.5; 10];
    let candidate: Vec<f64> = (0..10).map(|at| if at % 2 == 0 { 0.6 } else { 0.4 }).collect();
    let deviation = 0.1 * (10.0_f64 / 9.0).sqrt();
    let rule = format!("AP not worse by {}", deviation / 2.0);
    let (status, found, _) = judged(&[&rule], &baseline, &candidate);
    assert_eq!((status, found.topics_needed), (RuleStatus::NotShown, Some(27)));
}
