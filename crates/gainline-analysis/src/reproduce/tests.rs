//! Reproductions against repro_eval's numbers, by hand, and where there is nothing to compare.

use super::*;
use crate::Silent;
use gainline::{Missing, Options, Qrels, Run, Ties};
use serde_json::Value;
use std::path::{Path, PathBuf};

fn expected() -> Value {
    let text = std::fs::read_to_string(root().join("testdata/reproduce/expected.json"));
    serde_json::from_str(&text.unwrap()).unwrap()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn open(runs: &[&str], topics: Option<&[String]>) -> Experiment {
    let paths: Vec<PathBuf> = runs.iter().map(|run| root().join("examples").join(run)).collect();
    let mut options = Options::default();
    if let Some(topics) = topics {
        options = options.topics(topics.iter().cloned());
    }
    Experiment::open(root().join("examples/qrels.txt"), &paths, options).unwrap()
}

const ORIGINAL: [&str; 2] = ["runs/titles.run", "runs/hybrid.run"];
const REPRODUCED: [&str; 2] = ["reproduced/titles.run", "reproduced/hybrid.run"];

fn request() -> Reproduce {
    let measures = parse_measures(["AP,nDCG@10,P@10,RR,Rprec,R@20"]).unwrap();
    Reproduce { per_topic: true, cutoffs: vec![5, 10, 20, 30], ..Reproduce::by(measures) }
}

#[track_caller]
fn close(got: f64, wanted: &Value, what: &str) {
    let wanted = wanted.as_f64().unwrap_or_else(|| panic!("{what}: nothing is expected"));
    assert!((got - wanted).abs() <= 1e-9 * wanted.abs().max(1e-6), "{what}: {got}, not {wanted}");
}

/// repro_eval has no p where all scores are the same; it is 1.
#[track_caller]
fn close_p(got: &Difference, wanted: &Value, what: &str) {
    let p = got.test.defined().unwrap().p;
    if wanted.is_null() { assert_eq!(p, 1.0, "{what}") } else { close(p, wanted, what) }
}

#[test]
fn rankings_agree_with_repro_eval() {
    let all = open(&[ORIGINAL, REPRODUCED].concat(), None);
    let expected = &expected()["reproduced"]["rankings"];
    let (mut overlaps, mut unions) = (0, 0);
    for rbo_p in [0.8, 0.95] {
        let answer = Reproduce { rbo_p, ..request() }.answer(&all, None, &Silent).unwrap();
        for of in &answer.rankings {
            for topic in of.topics.as_ref().unwrap() {
                for at in &topic.at {
                    let what = format!("{} {} {}", of.role, topic.topic, at.cutoff);
                    let expected = &expected[of.role.name()][&topic.topic][at.cutoff.to_string()];
                    close(at.rbo, &expected[format!("rbo {rbo_p}")], &what);
                    overlaps += 1;
                    if let Some(ktu) = expected.get("ktu") {
                        close(at.ktu.unwrap(), ktu, &what);
                        unions += 1;
                    }
                }
            }
        }
    }
    assert!(overlaps == 2 * 2 * 12 * 4 && unions > 140, "{overlaps} {unions}");
}

#[test]
fn scores_and_effects_agree_with_repro_eval() {
    let all = open(&[ORIGINAL, REPRODUCED].concat(), None);
    let answer = request().answer(&all, None, &Silent).unwrap();
    let expected = &expected()["reproduced"];
    assert_eq!(answer.measures.len(), 6);
    for of in &answer.measures {
        let measure = of.measure.to_string();
        for scores in &of.scores {
            let what = format!("{measure} {}", scores.role);
            let wanted = |name: &str| &expected[name][scores.role.name()][&measure];
            let errors = scores.errors.as_ref().unwrap();
            close(errors.rmse, wanted("rmse"), &what);
            close(errors.nrmse.unwrap(), wanted("nrmse"), &what);
            close_p(&scores.difference, wanted("p"), &what);
        }
        effect_agrees(of, expected);
    }
}

/// The topics of the example as those of two collections.
#[test]
fn another_collection_agrees_with_repro_eval() {
    let expected = expected();
    let others: Vec<String> =
        serde_json::from_value(expected["topics_of_the_other_collection"].clone()).unwrap();
    let all = open(&ORIGINAL, None);
    let topics = all.qrels.topics().map(String::from);
    let first: Vec<String> = topics.filter(|topic| !others.contains(topic)).collect();
    let (first, second) = (open(&ORIGINAL, Some(&first)), open(&REPRODUCED, Some(&others)));
    let mut second = second;
    second.runs.iter_mut().for_each(|run| run.name.push_str(" again"));
    let answer = request().answer(&first, Some(&second), &Silent).unwrap();
    assert!(answer.rankings.is_empty());
    for of in &answer.measures {
        let measure = of.measure.to_string();
        for scores in &of.scores {
            assert_eq!((scores.original_topics, scores.reproduced_topics), (7, 5));
            assert!(scores.errors.is_none() && scores.topics.is_none());
            let wanted = &expected["replicated"]["p"][scores.role.name()][&measure];
            close_p(&scores.difference, wanted, &format!("{measure} {}", scores.role));
        }
        effect_agrees(of, &expected["replicated"]);
    }
}

#[track_caller]
fn effect_agrees(of: &MeasureReproduction, expected: &Value) {
    let (measure, effect) = (of.measure.to_string(), of.effect.as_ref().unwrap());
    close(effect.effect_ratio.unwrap(), &expected["effect_ratio"][&measure], &measure);
    let delta = effect.delta_relative_improvement.unwrap();
    close(delta, &expected["delta_relative_improvement"][&measure], &measure);
}

/// Topic `t` with a relevant document `a`, and `u` with `b`.
fn experiment(runs: &[(&str, &[(&str, &str)])], options: Options) -> Experiment {
    let judgments = [("t", "a", 1.0), ("t", "b", 0.0), ("t", "x", 0.0), ("u", "b", 1.0)];
    let qrels = Qrels::from_rows(judgments).unwrap();
    let runs = runs.iter().map(|(name, topics)| {
        let rows = topics.iter().flat_map(|(topic, ids)| {
            ids.chars().enumerate().map(|(at, id)| (*topic, id.to_string(), -(at as f64)))
        });
        (*name, Run::from_rows(rows).unwrap())
    });
    Experiment::in_memory(qrels, runs, options).unwrap()
}

fn rankings_of(original: &str, reproduced: &str, cutoffs: &[usize]) -> Vec<RankingsAt> {
    let all = experiment(
        &[("old", &[("t", original)]), ("new", &[("t", reproduced)])],
        Options::default(),
    );
    let measures = parse_measures(["RR"]).unwrap();
    let request = Reproduce { cutoffs: cutoffs.into(), ..Reproduce::by(measures) };
    request.answer(&all, None, &Silent).unwrap().rankings[0].at.clone()
}

/// By hand: KTU numbers documents by their ids, τ takes those in both.
#[test]
fn rankings_worked_by_hand() {
    let taus = |original, reproduced| {
        let at = &rankings_of(original, reproduced, &[3])[0];
        [at.tau, at.ktu].map(|tau| (6.0 * tau.unwrap()).round() / 6.0)
    };
    assert_eq!(taus("abc", "abd"), [1.0, 1.0]);
    // a b c d as 1 2 3 4: 1, 2, 3 beside 2, 4, 3.
    assert_eq!(taus("abc", "bdc"), [1.0, 1.0 / 3.0]);
    // Turned round, τ is −1; KTU depends on the names.
    assert_eq!(taus("bac", "cab"), [-1.0, 1.0 / 3.0]);
    assert_eq!(taus("abc", "cba"), [-1.0, -1.0]);
    let at = &rankings_of("abc", "abd", &[3])[0];
    assert_eq!((at.overlap, at.topics_identical), (2.0 / 3.0, 0));
}

#[test]
fn rankings_of_different_lengths_are_compared_as_far_as_they_go() {
    let at = rankings_of("abcx", "ba", &[1, 2, 3, 8, 9]);
    assert_eq!(at.iter().map(|at| at.cutoff).collect::<Vec<_>>(), [1, 2, 3, 8]);
    assert_eq!((at[0].tau, at[0].topics_without_tau, at[0].ktu), (None, 1, None));
    assert_eq!((at[1].tau, at[1].ktu, at[1].overlap), (Some(-1.0), Some(-1.0), 1.0));
    assert_eq!((at[3].ktu, at[3].overlap), (Some(-1.0), 0.5));
}

#[test]
fn equal_runs_are_found_to_be_equal() {
    let topics: &[(&str, &str)] = &[("t", "xa"), ("u", "b")];
    let all = experiment(&[("old", topics), ("new", topics)], Options::default());
    let answer =
        Reproduce::by(parse_measures(["RR"]).unwrap()).answer(&all, None, &Silent).unwrap();
    let [scores] = &answer.measures[0].scores[..] else { panic!() };
    assert_eq!(scores.difference.difference, 0.0);
    assert_eq!(scores.difference.test.defined().unwrap().p, 1.0);
    let measures = vec![answer.measures[0].measure.clone()];
    let role = Role::Baseline;
    let wanted =
        [Finding::SameRankings { role, cutoff: 10 }, Finding::SameScores { role, measures }];
    assert_eq!(answer.findings, wanted);
    assert!(answer.measures[0].effect.is_none());
}

#[test]
fn topics_that_a_run_lacks_are_told() {
    let options = Options::default().missing(Missing::Skip);
    let all = experiment(&[("old", &[("t", "xa"), ("u", "b")]), ("new", &[("t", "a")])], options);
    let answer =
        Reproduce::by(parse_measures(["RR"]).unwrap()).answer(&all, None, &Silent).unwrap();
    let one = Finding::RankingsInOneRun { role: Role::Baseline, topics: vec!["u".into()] };
    assert!(answer.findings.contains(&one), "{:?}", answer.findings);
    let common = Finding::OnlyCommonTopics { topics: 1, other_collection: false };
    assert!(answer.findings.contains(&common));
    let untested = |finding: &Finding| {
        matches!(finding, Finding::Untested { differences, .. }
            if differences[..] == [TestedDifference::Baseline])
    };
    assert!(answer.findings.iter().any(untested));
}

/// The advanced run finds `b` in the original, and loses `a` in the reproduction.
#[test]
fn an_improvement_that_turns_round_is_seen() {
    let (good, fair, bad): (&[_], &[_], &[_]) =
        (&[("t", "a"), ("u", "b")], &[("t", "a"), ("u", "xb")], &[("t", "xa"), ("u", "xyb")]);
    let verdict = |runs: [&[(&str, &str)]; 4]| {
        let names = ["base", "better", "base again", "better again"];
        let runs: Vec<_> = names.into_iter().zip(runs).collect();
        let all = experiment(&runs, Options::default());
        let request = Reproduce::by(parse_measures(["RR"]).unwrap());
        let effect = request.answer(&all, None, &Silent).unwrap().measures[0].effect.clone();
        let effect = effect.unwrap();
        (effect.verdict, effect.effect_ratio)
    };
    assert_eq!(verdict([fair, good, good, fair]), (EffectVerdict::Opposite, Some(-1.0)));
    assert_eq!(verdict([fair, good, fair, good]), (EffectVerdict::Same, Some(1.0)));
    assert_eq!(verdict([fair, fair, fair, good]), (EffectVerdict::NoDirection, None));
    assert_eq!(verdict([bad, good, good, good]), (EffectVerdict::NoDirection, Some(0.0)));
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let message = |request: Reproduce, all: &Experiment| {
        request.answer(all, None, &Silent).unwrap_err().message().to_string()
    };
    let usual = || Reproduce::by(parse_measures(["RR"]).unwrap());
    let topics: &[(&str, &str)] = &[("t", "xa"), ("u", "b")];
    let pair = |options| experiment(&[("old", topics), ("new", topics)], options);
    let three = [("a", topics), ("b", topics), ("c", topics)];
    let three = experiment(&three, Options::default());
    assert_eq!(
        message(usual(), &three),
        "there are not as many reproduced runs as original ones, or more than two of each"
    );
    assert_eq!(
        message(usual(), &pair(Options::default().ties(Ties::Average))),
        "rankings cannot be compared with ties in no definite order (`average`)"
    );
    let pair = pair(Options::default());
    let wrong = Reproduce { rbo_p: 1.0, ..usual() };
    assert_eq!(message(wrong, &pair), "the p of RBO 1 does not lie between 0 and 1");
    let wrong = Reproduce { cutoffs: vec![3, 0], ..usual() };
    assert_eq!(message(wrong, &pair), "rankings are compared up to rank 1 or a lower one");
    let apart = experiment(&[("old", &[("t", "a")]), ("new", &[("u", "b")])], Options::default());
    assert_eq!(
        message(usual(), &apart),
        "no judged topic is in both an original run and its reproduction"
    );
}
