//! Drops that a test sees, or does not.

use super::*;
use crate::gate::parse::rule;
use crate::gate::rule::Kind;
use crate::gate::settings::{correction_named, test_named};

/// What comes of a rule about a drop of the candidate, which stands behind the baseline, where
/// other measures are tested beside it.
fn judged(text: &str, test: &str, columns: &[Vec<f64>; 2], beside: &[&str]) -> Drop {
    let rule = |text: &str| rule(Kind::Forbid, text, "here").unwrap();
    let mut rules = vec![rule(text)];
    rules.extend(beside.iter().map(|text| rule(text)));
    let samples = rules.iter().map(|rule| {
        let means = columns.iter().map(|column| over_topics(&rule.measure, column)).collect();
        let topics = (0..columns[0].len()).map(|topic| topic.to_string()).collect();
        let runs = RunName::all(["baseline", "candidate"]);
        let measure = rule.measure.clone();
        Sample::new(measure, runs, topics, columns.to_vec(), means).unwrap().prepared().unwrap()
    });
    let samples = samples.collect();
    let settings = Settings {
        test: test_named(test).unwrap(),
        correction: correction_named("holm").unwrap(),
        trials: 2000,
        seed: 1,
    };
    let mut compared = tested(samples, &settings, MonteCarlo::new(2000, 1)).unwrap();
    assert_eq!(correct(&rules, &mut compared, &settings), rules.len());
    let Says::Drop { tolerance, alpha } = rules[0].says else { panic!("{text} is about a drop") };
    super::drop(&compared[0], tolerance, alpha)
}

fn verdict(drop: &Drop) -> Verdict {
    drop.chance.as_ref().unwrap().verdict
}

#[test]
fn a_geometric_mean_drops_by_the_test_of_logarithms() {
    // All but one topic are halved; the last gains more than they lose.
    let base = vec![0.1; 12];
    let mut candidate = vec![0.05; 12];
    candidate[11] = 0.9;
    let lost = judged(
        "GMAP drops by 1% with p < 0.05",
        "wilcoxon",
        &[base.clone(), candidate.clone()],
        &[],
    );
    assert!(lost.exceeds && verdict(&lost) == Verdict::Real);
    // The mean rises, so that nothing drops.
    let mean = judged("AP drops by 1% with p < 0.05", "wilcoxon", &[base.clone(), candidate], &[]);
    assert!(!mean.exceeds);
    // Most topics gain by a tenth, two lose nearly all: the test must not count the gains as loss.
    let mut candidate = vec![0.11; 22];
    candidate.extend([0.00001, 0.00001]);
    let seen = judged("GMAP drops by 1% with p < 0.05", "sign", &[vec![0.1; 24], candidate], &[]);
    assert!(seen.exceeds && verdict(&seen) == Verdict::TestSeesGain);
}

#[test]
fn the_same_loss_on_every_topic_is_tested() {
    for (topics, wanted) in [(2, Verdict::NotMoreThanChance), (8, Verdict::Real)] {
        let columns = [vec![0.5; topics], vec![0.4; topics]];
        let t = judged("AP drops by 1% with p < 0.05", "t", &columns, &[]);
        let randomization = judged("AP drops by 1% with p < 0.05", "randomization", &columns, &[]);
        assert_eq!((verdict(&t), verdict(&randomization)), (wanted, wanted), "{topics}");
    }
}

#[test]
fn the_lowest_p_is_corrected_too() {
    let columns = || [vec![0.5, 0.4, 0.6, 0.3, 0.7, 0.5], vec![0.4, 0.35, 0.5, 0.2, 0.6, 0.45]];
    let rule = "AP drops by 1% with p < 0.05";
    let alone = judged(rule, "randomization", &columns(), &[]).chance.unwrap();
    assert_eq!((alone.lowest, alone.verdict), (Some(1.0 / 32.0), Verdict::Real));
    let beside = ["RR drops by 1% with p < 0.05"];
    let two = judged(rule, "randomization", &columns(), &beside).chance.unwrap();
    assert_eq!((two.lowest, two.verdict), (Some(2.0 / 32.0), Verdict::NotMoreThanChance));
    assert_eq!(judged(rule, "t", &columns(), &beside).chance.unwrap().lowest, None);
}
