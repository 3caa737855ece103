use super::bounds::bounds;
use super::chance::chances;
use super::discovery::BANDS;
use super::flips::flips;
use super::judging::Judging;
use super::leave_out::leave_out;
use super::next::{Candidate, next};
use super::replay::{Replay, replay};
use super::scores::{estimated, values};
use super::yardstick::Yardstick;
use super::*;
use crate::sensitivity::kishida::average_precision_discovery;
use gainline::{Found, Measure, Options, Pool, Qrels, Run};
use proptest::prelude::*;

fn qrels(rows: &[(&str, &str, f64)]) -> Qrels {
    Qrels::from_rows(rows.iter().copied()).unwrap()
}

/// A run from the documents of its topics, best first.
fn run(topics: &[(&str, &str)]) -> Run {
    let rows = topics.iter().flat_map(|(topic, documents)| {
        let ranked = documents.split(' ').enumerate();
        ranked.map(move |(rank, document)| (*topic, document, 1000.0 - rank as f64))
    });
    Run::from_rows(rows).unwrap()
}

fn yardstick(qrels: &Qrels, measure: &str) -> Yardstick {
    Yardstick::new(qrels, &measure.parse::<Measure>().unwrap(), &Options::default()).unwrap()
}

/// What the runs of a world are called.
pub(super) const RUNS: [&str; 3] = ["first", "second", "third"];

/// Two topics; `a` and `b` are judged everywhere, `x`, `y` and `z` nowhere.
fn world() -> (Qrels, Vec<Run>) {
    let qrels = qrels(&[("t", "a", 1.0), ("t", "b", 0.0), ("u", "a", 1.0), ("u", "b", 2.0)]);
    let first = run(&[("t", "a x b y"), ("u", "b a")]);
    let second = run(&[("t", "x b a"), ("u", "z a y b")]);
    (qrels, vec![first, second])
}

#[test]
fn unjudged_documents_are_counted_by_rank() {
    let (qrels, runs) = world();
    let pool = Pool::new(&qrels, &runs, &Options::default()).unwrap();
    let [one, two] = [0, 1].map(|run| RunUnjudged::of(&pool, (run, RUNS[run]), &[1, 2, 4, 10]));
    // The first run: x at rank 2 and y at rank 4 of t, nothing of u.
    let shares: Vec<Option<f64>> = one.shares.iter().map(|at| at.share).collect();
    assert_eq!(shares, [Some(0.0), Some(0.25), Some(2.0 / 6.0), None]);
    assert_eq!((one.first_unjudged, one.topics_with_unjudged), (Some(2.0), 1));
    assert_eq!(one.unjudged_documents, 2);
    assert_eq!((two.shares[0].share, two.first_unjudged), (Some(1.0), Some(1.0)));
}

#[test]
fn scores_lie_within_their_bounds_and_estimates_are_between_them() {
    let (qrels, runs) = world();
    let pool = Pool::new(&qrels, &runs, &Options::default()).unwrap();
    let judging = Judging::as_judged(&pool, 100);
    let p2 = yardstick(&qrels, "P@2");
    // Of 2 in t only x is in doubt, and both of u are relevant; for the second run x and z are in
    // doubt, b is irrelevant, a is relevant.
    assert_eq!(values(&judging, &p2).unwrap(), [0.75, 0.25]);
    assert_eq!(bounds(&judging, &p2).unwrap(), [Ok((0.75, 1.0)), Ok((0.25, 0.75))]);
    let estimates = estimated(&judging, &p2).unwrap();
    assert!((0.75..=1.0).contains(&estimates[0]) && (0.25..=0.75).contains(&estimates[1]));
}

#[test]
fn a_measure_without_bounds_says_why() {
    let (qrels, runs) = world();
    let options = Options::default().collection(50);
    let pool = Pool::new(&qrels, &runs, &options).unwrap();
    let judging = Judging::as_judged(&pool, 100);
    let long = run(&[("t", &(0..60).map(|n| format!("d{n}")).collect::<Vec<_>>().join(" "))]);
    let deep = Pool::new(&qrels, &[long], &Options::default()).unwrap();
    let deep = Judging::as_judged(&deep, 100);
    let reason = &bounds(&deep, &yardstick(&qrels, "infAP")).unwrap()[0];
    assert!(reason.as_ref().unwrap_err().contains("too many unjudged documents"), "{reason:?}");
    assert!(bounds(&judging, &yardstick(&qrels, "infAP")).unwrap()[0].is_ok());
}

#[test]
fn measures_that_order_no_runs_are_refused() {
    let (qrels, _) = world();
    for (name, why) in [
        ("NumRet", "its topics are not put together by their mean"),
        ("Judged@10", "neither more nor less of it is better"),
    ] {
        let measure = name.parse::<Measure>().unwrap();
        let error = Yardstick::new(&qrels, &measure, &Options::default()).err().unwrap();
        assert_eq!(error.message(), format!("measure `{name}` orders no runs here: {why}"));
    }
}

/// By hand: t has one relevant document, at rank 1 of the first run and at rank 3 of the second.
/// Found relevant at rank 1 of the second run, x gives it AP (1 + 2/3) / 2 for 1/3.
#[test]
fn a_discovery_changes_ap_as_worked_by_hand() {
    let (qrels, runs) = world();
    let pool = Pool::new(&qrels, &runs, &Options::default()).unwrap();
    let judging = Judging::as_judged(&pool, 100);
    let found = discoveries(&judging, &yardstick(&qrels, "AP"));
    let x = (1.0 + 2.0 / 3.0) / 2.0 - 1.0 / 3.0;
    // In u, z at rank 1 gives (1 + 2/2 + 3/4) / 3 for (1/2 + 2/4) / 2.
    let z = (1.0 + 1.0 + 0.75) / 3.0 - 0.5;
    assert_eq!(found[1][0].unjudged_documents, 2);
    assert!((found[1][0].change.unwrap() - (x + z) / 2.0).abs() < 1e-12);
    assert_eq!((found[0][0].unjudged_documents, found[0][0].change), (0, None));
}

/// By run and band, what one more relevant document changes.
pub(super) fn discoveries(judging: &Judging<'_>, by: &Yardstick) -> Vec<Vec<RunDiscovery>> {
    let runs = RUNS.into_iter().enumerate().take(judging.runs());
    runs.map(|run| RunDiscovery::by_band(judging, by, run).unwrap()).collect()
}

/// The place of a run.
pub(super) fn place(run: &str) -> usize {
    RUNS.iter().position(|name| *name == run).unwrap()
}

/// Compares two runs of a pool.
pub(super) fn flip(judging: &Judging<'_>, yardstick: &Yardstick, pair: (usize, usize)) -> PairFlip {
    let (values, bounds) =
        (values(judging, yardstick).unwrap(), bounds(judging, yardstick).unwrap());
    flips(judging, yardstick, &RUNS, &values, &bounds, &[pair], &|_, _| {}).unwrap().remove(0)
}

/// a and b, both relevant, stand first in the first run: by P@1 the second can draw level, not pass.
#[test]
fn a_comparison_that_can_only_become_a_draw_is_not_turned() {
    let (qrels, runs) = world();
    let pool = Pool::new(&qrels, &runs, &Options::default()).unwrap();
    let judging = Judging::as_judged(&pool, 100);
    let found = flip(&judging, &yardstick(&qrels, "P@1"), (1, 0));
    assert_eq!((found.run.as_str(), found.against.as_str()), (RUNS[0], RUNS[1]));
    assert_eq!((found.difference, found.least, found.most), (1.0, Some(0.0), Some(1.0)));
    assert_eq!(found.outcome, FlipOutcome::NotFound);
}

/// P@2 of the first run is 2/2. The second has x, y and z above what is judged, and P@4 needs three
/// of its four open ones to be 3/4 against 2/4: with x, y or z each, it gains 1/4.
#[test]
fn a_comparison_turns_with_as_many_documents_as_it_takes() {
    let qrels = qrels(&[("t", "a", 1.0), ("t", "b", 1.0), ("t", "n", 0.0), ("t", "m", 0.0)]);
    let runs = [run(&[("t", "a b n m")]), run(&[("t", "n x y z w")])];
    let pool = Pool::new(&qrels, &runs, &Options::default()).unwrap();
    let judging = Judging::as_judged(&pool, 100);
    let found = flip(&judging, &yardstick(&qrels, "P@4"), (0, 1));
    assert_eq!(found.run, RUNS[0]);
    assert_eq!((found.difference, found.judgments), (0.5, Some(3)));
    let mut names: Vec<&str> = found.documents.iter().map(|d| d.document.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["x", "y", "z"]);
    // By P@5 the other open one, w, could do in place of any of them; two are not enough for either.
    let found = flip(&judging, &yardstick(&qrels, "P@5"), (0, 1));
    assert_eq!(found.judgments, Some(3));
    // Nothing below the pool's depth is picked.
    let shallow = Judging::as_judged(&pool, 3);
    assert_eq!(flip(&shallow, &yardstick(&qrels, "P@4"), (0, 1)).outcome, FlipOutcome::NotFound);
}

#[test]
fn a_comparison_without_unjudged_documents_is_safe() {
    let qrels = qrels(&[("t", "a", 1.0), ("t", "b", 0.0)]);
    let runs = [run(&[("t", "a b")]), run(&[("t", "b a")]), run(&[("t", "a b")])];
    let pool = Pool::new(&qrels, &runs, &Options::default()).unwrap();
    let judging = Judging::as_judged(&pool, 100);
    let rr = yardstick(&qrels, "RR");
    assert_eq!(flip(&judging, &rr, (1, 0)).outcome, FlipOutcome::Safe);
    assert_eq!(flip(&judging, &rr, (0, 2)).outcome, FlipOutcome::Equal);
    assert!(next(&judging, &rr).unwrap().0.is_empty());
}

/// Only the second run has c, and only the first has d within the depth.
#[test]
fn a_run_without_its_own_documents_scores_as_worked_by_hand() {
    let qrels = qrels(&[("t", "a", 1.0), ("t", "c", 1.0), ("t", "d", 1.0), ("t", "e", 0.0)]);
    let runs = [run(&[("t", "a d e")]), run(&[("t", "a e c d")])];
    let pool = Pool::new(&qrels, &runs, &Options::default()).unwrap();
    let judging = Judging::as_judged(&pool, 100);
    let left = leave_out(&judging, &yardstick(&qrels, "AP"), &RUNS, 3).unwrap();
    assert_eq!((left[0].unique_relevant, left[1].unique_relevant), (1, 1));
    // Of a, c, d it has a and d at 1 and 2: 2/3. Without d it has a of a and c: 1/2.
    assert!((left[0].before - 2.0 / 3.0).abs() < 1e-12);
    assert!((left[0].after - 0.5).abs() < 1e-12);
    // (1 + 2/3 + 3/4) / 3, and without c (1 + 2/4) / 2.
    assert!((left[1].before - (1.0 + 2.0 / 3.0 + 0.75) / 3.0).abs() < 1e-12);
    assert!((left[1].after - 0.75).abs() < 1e-12);
    assert_eq!((left[1].place_before, left[1].place_after), (1, 2));
    assert_eq!((left[0].place_before, left[0].place_after, left[0].tau), (2, 2, Some(1.0)));
    // The whole rankings share d.
    assert_eq!(
        leave_out(&judging, &yardstick(&qrels, "AP"), &RUNS, 9).unwrap()[0].unique_relevant,
        0
    );
}

/// A document that all runs have at the same rank changes no difference.
#[test]
fn what_settles_nothing_is_judged_last() {
    let qrels = qrels(&[("t", "a", 1.0), ("t", "b", 0.0), ("t", "c", 0.0)]);
    let runs = [run(&[("t", "s a x b")]), run(&[("t", "s c b x")])];
    let pool = Pool::new(&qrels, &runs, &Options::default()).unwrap();
    let judging = Judging::as_judged(&pool, 100);
    let (candidates, risks) = next(&judging, &yardstick(&qrels, "P@3")).unwrap();
    let name = |c: &Candidate| pool.topics()[c.topic].documents()[c.place].id.clone();
    assert_eq!(candidates.iter().map(name).collect::<Vec<_>>(), ["x", "s"]);
    assert_eq!((candidates[0].priority, candidates[1].priority), (1.0, 0.0));
    assert_eq!(risks.len(), 1);
    assert!(risks[0].risk > 0.0 && risks[0].risk <= 0.5);
}

#[test]
fn chances_follow_what_is_judged() {
    // Where documents at the top were irrelevant, others at the top probably are.
    let run = run(&[("t", "a x"), ("u", "b y"), ("v", "c z")]);
    let chance = |grade: f64| {
        let qrels =
            qrels(&[("t", "a", grade), ("u", "b", grade), ("v", "c", grade), ("v", "o", 1.0)]);
        let pool = Pool::new(&qrels, std::slice::from_ref(&run), &Options::default()).unwrap();
        let judging = Judging::as_judged(&pool, 100);
        let chances = chances(&judging, &yardstick(&qrels, "P@5"));
        let x = pool.topics()[0].find("x").unwrap();
        assert_eq!(chances.of(0, pool.topics()[0].find("a").unwrap()), 0.0);
        chances.of(0, x)
    };
    assert!(chance(1.0) > chance(0.0));
}

#[test]
fn a_replay_ends_with_all_judgments_and_the_final_order() {
    let (qrels, runs) = world();
    let pool = Pool::new(&qrels, &runs, &Options::default()).unwrap();
    let ap = yardstick(&qrels, "AP");
    for order in [ReplayOrder::Next, ReplayOrder::Depth, ReplayOrder::Random] {
        let asked = Replay { order, seed: 3, batch: 1, most: usize::MAX };
        let trace = replay(&pool, &ap, &asked, &|_, _| {}).unwrap();
        assert_eq!((trace.documents, trace.points.len()), (4, 5));
        assert_eq!((trace.points[0].judged, trace.points[0].tau), (0, 0.0));
        assert_eq!((trace.points[4].judged, trace.points[4].tau), (4, 1.0));
        assert_eq!(trace.points[4].tau_by_estimate, 1.0);
        assert!(trace.by_value.reached.first <= trace.by_value.reached.stays);
        assert!(trace.is_whole() && !trace.ends_level);
        let cut = replay(&pool, &ap, &Replay { most: 3, ..asked }, &|_, _| {}).unwrap();
        assert_eq!((cut.judged, cut.is_whole()), (3, false));
        assert_eq!(cut.by_estimate.reached.stays, None);
    }
}

#[test]
fn a_replay_of_equal_runs_has_no_order_to_come_to() {
    let qrels = qrels(&[("t", "a", 1.0), ("t", "b", 1.0), ("t", "c", 0.0)]);
    let runs = [run(&[("t", "a c b")]), run(&[("t", "b c a")])];
    let pool = Pool::new(&qrels, &runs, &Options::default()).unwrap();
    let asked = Replay { order: ReplayOrder::Depth, seed: 1, batch: 1, most: usize::MAX };
    let trace = replay(&pool, &yardstick(&qrels, "AP"), &asked, &|_, _| {}).unwrap();
    assert!(trace.ends_level);
    assert_eq!(trace.by_value.reached, Reached { first: None, stays: None });
}

/// Nothing judged is relevant, so a relevant grade is supposed: else nothing could be found.
#[test]
fn without_a_relevant_grade_one_is_supposed() {
    let only_zero = qrels(&[("t", "a", 0.0), ("t", "b", -1.0)]);
    let runs = [run(&[("t", "a x y")]), run(&[("t", "z a")])];
    let pool = Pool::new(&only_zero, &runs, &Options::default()).unwrap();
    let judging = Judging::as_judged(&pool, 100);
    for (measure, supposed) in [("P@2", 1.0), ("AP(rel=3)", 3.0), ("nDCG@2", 1.0), ("ERR", 1.0)] {
        let yardstick = yardstick(&only_zero, measure);
        assert_eq!(yardstick.supposed, Some(supposed), "{measure}");
        assert_eq!(yardstick.top_grade(), supposed, "{measure}");
        let (_, high) = bounds(&judging, &yardstick).unwrap()[0].clone().unwrap();
        assert!(high > 0.0, "{measure}");
        let found = discoveries(&judging, &yardstick);
        assert!(found[1][0].change.unwrap() > 0.0, "{measure}");
        let (candidates, _) = next(&judging, &yardstick).unwrap();
        assert!(candidates.iter().any(|c| c.priority > 0.0), "{measure}");
    }
    let some = qrels(&[("t", "a", 2.0)]);
    for measure in ["P@2", "nDCG@2", "AP(rel=2)", "AP(rel=0)", "CG"] {
        assert_eq!(yardstick(&some, measure).supposed, None, "{measure}");
    }
    assert_eq!(yardstick(&some, "AP(rel=2.5)").supposed, Some(2.5));
}

/// Only rounding lies between the runs, before and after.
#[test]
fn rounding_gives_no_places() {
    // P@10 is 0.1, 0.2 and 0.3 on the topics, or the other way round: the same mean, but for rounding,
    // since 0.1 + 0.2 + 0.3 is more than 0.3 + 0.2 + 0.1.
    let judged = ["t", "u", "v"].map(|t| ["a", "b", "c"].map(|d| (t, d, 1.0)));
    let qrels = qrels(&judged.concat());
    let rising = run(&[("t", "a"), ("u", "a b"), ("v", "a b c")]);
    let falling = run(&[("t", "a b c"), ("u", "a b"), ("v", "a")]);
    let pool = Pool::new(&qrels, &[rising, falling], &Options::default()).unwrap();
    let judging = Judging::as_judged(&pool, 100);
    let places = leave_out(&judging, &yardstick(&qrels, "P@10"), &RUNS, 10).unwrap();
    assert_eq!(places.iter().map(|left| left.place_before).collect::<Vec<_>>(), [1, 1]);
}

#[test]
fn tau_that_is_lost_again_is_not_there_to_stay() {
    let point = |judged, tau| Point { judged, tau, tau_by_estimate: 0.0 };
    let points = [point(0, 0.0), point(2, 1.0), point(4, 0.5), point(6, 1.0), point(7, 1.0)];
    let by_value = |whole: bool| ReachedBy::of(&points, whole, |point| point.tau);
    assert_eq!(by_value(true).reached, Reached { first: Some(2), stays: Some(6) });
    let by_estimate = ReachedBy::of(&points, true, |point| point.tau_by_estimate);
    assert_eq!(by_estimate.reached, Reached { first: None, stays: None });
    assert!((by_value(true).mean_tau - (2.0 + 1.0 + 2.0 + 1.0) / 7.0).abs() < 1e-12);
    // Cut off, nobody knows whether it stays.
    assert_eq!(by_value(false).reached, Reached { first: Some(2), stays: None });
}

/// Any ranking: what is judged (a grade) and what is not.
fn rankings() -> impl Strategy<Value = Vec<Option<u8>>> {
    prop::collection::vec(prop::option::of(0_u8..3), 1..30)
}

proptest! {
    /// What exact recomputation gives is Kishida's formula (16).
    #[test]
    fn discoveries_of_ap_are_kishidas(grades in rankings(), missed in 0_usize..5) {
        let names: Vec<String> = (0..grades.len()).map(|n| format!("d{n:02}")).collect();
        let judged = names.iter().zip(&grades);
        let mut rows: Vec<(&str, &str, f64)> =
            judged.filter_map(|(d, g)| Some(("t", d.as_str(), f64::from((*g)?)))).collect();
        let others: Vec<String> = (0..missed).map(|n| format!("m{n}")).collect();
        rows.extend(others.iter().map(|d| ("t", d.as_str(), 1.0)));
        rows.push(("t", "top", 2.0));
        let (qrels, run) = (qrels(&rows), run(&[("t", &names.join(" "))]));
        let pool = Pool::new(&qrels, &[run], &Options::default()).unwrap();
        let judging = Judging::as_judged(&pool, 100);
        let found = discoveries(&judging, &yardstick(&qrels, "AP"));
        let ranks = (1..).zip(&grades);
        let relevant: Vec<usize> =
            ranks.clone().filter(|(_, g)| g.is_some_and(|g| g > 0)).map(|(rank, _)| rank).collect();
        let all = rows.iter().filter(|(_, _, grade)| *grade >= 1.0).count();
        for (band, discovery) in BANDS.iter().zip(&found[0]) {
            let there = ranks.clone().filter(|(rank, grade)| {
                grade.is_none() && (band.first..=band.last).contains(rank)
            });
            let changes: Vec<f64> =
                there.map(|(rank, _)| average_precision_discovery(&relevant, all, rank)).collect();
            prop_assert_eq!(discovery.unjudged_documents, changes.len());
            let sum = changes.iter().fold(0.0, |sum, change| sum + change);
            if let Some(change) = discovery.change {
                prop_assert!((change - sum / changes.len() as f64).abs() < 1e-12);
            }
        }
    }

    /// The short way for documents outside the measure's ranks gives what recomputing gives; and
    /// what is turned is turned.
    #[test]
    fn effects_are_exact_and_flips_are_real(
        first in rankings(), second in rankings(), shift in 0_usize..20,
        measure in prop::sample::select(vec!["nDCG@5", "AP", "P@3", "RR", "AP@4", "R@5"]),
    ) {
        let name = |n: usize| format!("d{n:02}");
        let names = |ranking: &[Option<u8>], from: usize| {
            (from..from + ranking.len()).map(name).collect::<Vec<_>>()
        };
        let (a, b) = (names(&first, 0), names(&second, shift));
        let graded = a.iter().zip(&first).chain(b.iter().zip(&second));
        let graded = graded.filter_map(|(d, g)| Some((d.clone(), f64::from((*g)?))));
        let graded: std::collections::BTreeMap<String, f64> = graded.collect();
        let mut rows: Vec<(&str, &str, f64)> =
            graded.iter().map(|(d, g)| ("t", d.as_str(), *g)).collect();
        rows.push(("t", "top", 2.0));
        let qrels = qrels(&rows);
        let runs = [run(&[("t", &a.join(" "))]), run(&[("t", &b.join(" "))])];
        let pool = Pool::new(&qrels, &runs, &Options::default()).unwrap();
        let (judging, yardstick) = (Judging::as_judged(&pool, 100), yardstick(&qrels, measure));
        let (topic, mut found) = (&pool.topics()[0], Vec::<Found>::new());
        let mut grading = judging.grading(0).clone();
        let known = effects::effects(&judging, &yardstick, 0, &grading, 2.0).unwrap();
        for (&place, changes) in known.places.iter().zip(&known.changes) {
            for (at, change) in changes.iter().enumerate() {
                let before = yardstick.value(topic, &topic.judged(at, &grading, &mut found)).unwrap();
                grading.set(place, Some(2.0));
                let after = yardstick.value(topic, &topic.judged(at, &grading, &mut found)).unwrap();
                grading.set(place, None);
                prop_assert!((after - before - change).abs() < 1e-12, "{measure} {place} {at}");
            }
        }
        let flip = flip(&judging, &yardstick, (0, 1));
        let (least, most) = (flip.least.unwrap(), flip.most.unwrap());
        prop_assert!(least <= flip.difference + 1e-12 && flip.difference <= most + 1e-12);
        if let Some(judgments) = flip.judgments {
            prop_assert!(judgments >= 1 && judgments <= judging.left());
            prop_assert!(least < 0.0);
        }
        let (candidates, _) = next(&judging, &yardstick).unwrap();
        prop_assert_eq!(candidates.len(), judging.left());
        let sum = candidates.iter().fold(0.0, |sum, c| sum + c.priority);
        prop_assert!(sum.abs() < 1e-9 || (sum - 1.0).abs() < 1e-9);
        prop_assert!(candidates.iter().all(|c| (0.0..=1.0).contains(&c.chance)));
    }
}
