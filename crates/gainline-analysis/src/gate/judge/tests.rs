//! Drops that a test finds, or does not.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use super::*;
use crate::comparison::tests::of;
use crate::gate::{RuleKind, parse_rule};

/// What comes of a rule about a drop of the candidate, which stands behind the baseline, where
/// other measures are tested beside it.
fn judged(text: &str, test: &str, columns: &[Vec<f64>; 2], others: &[&str]) -> Drop {
    let rule = |text: &str| parse_rule(RuleKind::Forbid, text, "here").unwrap();
    let mut rules = vec![rule(text)];
    rules.extend(others.iter().map(|text| rule(text)));
    let gate = Gate { rules, test: test.parse().unwrap(), trials: 2000, ..Gate::default() };
    let sample = |r: &Rule| of(&r.measure.to_string(), columns.to_vec());
    let pairs: Vec<Sample> = gate.rules.iter().map(sample).collect();
    let (compared, tests) = compared(&gate, &pairs, &MonteCarlo::new(2000, 1)).unwrap();
    assert_eq!(tests, gate.rules.len());
    let Condition::Drop { tolerance, alpha } = gate.rules[0].condition else {
        panic!("{text} is about a drop")
    };
    super::drop(&compared[0], tolerance, alpha).unwrap()
}

fn verdict(drop: &Drop) -> DropVerdict {
    drop.significance.as_ref().unwrap().verdict
}

#[test]
fn a_geometric_mean_drops_by_the_test_of_logarithms() {
    // All but one topic are halved; the last gains more than they lose.
    let base = vec![0.1; 12];
    let mut candidate = vec![0.05; 12];
    candidate[11] = 0.9;
    let rule = "GMAP drops by 1% with p < 0.05";
    let lost = judged(rule, "wilcoxon", &[base.clone(), candidate.clone()], &[]);
    assert!(lost.exceeds_tolerance && verdict(&lost) == DropVerdict::Significant);
    // The mean rises, so that nothing drops.
    let mean = judged("AP drops by 1% with p < 0.05", "wilcoxon", &[base.clone(), candidate], &[]);
    assert!(!mean.exceeds_tolerance);
    // Most topics gain by a tenth, two lose nearly all: the test must not count the gains as loss.
    let mut candidate = vec![0.11; 22];
    candidate.extend([0.00001, 0.00001]);
    let seen = judged(rule, "sign", &[vec![0.1; 24], candidate], &[]);
    assert!(seen.exceeds_tolerance && verdict(&seen) == DropVerdict::TestFindsGain);
}

#[test]
fn the_same_loss_on_every_topic_is_tested() {
    for (topics, wanted) in [(2, DropVerdict::NotSignificant), (8, DropVerdict::Significant)] {
        let columns = [vec![0.5; topics], vec![0.4; topics]];
        let t = judged("AP drops by 1% with p < 0.05", "t", &columns, &[]);
        let randomization = judged("AP drops by 1% with p < 0.05", "randomization", &columns, &[]);
        assert_eq!((verdict(&t), verdict(&randomization)), (wanted, wanted), "{topics}");
    }
}

#[test]
fn the_lowest_p_is_adjusted_too() {
    let columns = || [vec![0.5, 0.4, 0.6, 0.3, 0.7, 0.5], vec![0.4, 0.35, 0.5, 0.2, 0.6, 0.45]];
    let rule = "AP drops by 1% with p < 0.05";
    let found =
        |test: &str, others: &[&str]| judged(rule, test, &columns(), others).significance.unwrap();
    let alone = found("randomization", &[]);
    assert_eq!((alone.lowest_p, alone.verdict), (Some(1.0 / 32.0), DropVerdict::Significant));
    let others = ["RR drops by 1% with p < 0.05"];
    let two = found("randomization", &others);
    assert_eq!((two.lowest_p, two.verdict), (Some(2.0 / 32.0), DropVerdict::NotSignificant));
    assert_eq!(found("t", &others).lowest_p, None);
}
