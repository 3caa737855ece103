//! The study against exact chances, a naive computation, and Kishida's Table 2.

mod table_2;

use super::spread::Spread;
use super::*;
use crate::Silent;
use gainline::{Missing, Options, Qrels, Run, parse_measures};
use gainline_stats::Random;

/// What is judged again in a test.
struct World(Experiment);

impl World {
    fn new(judgments: &[(&str, &str, f64)], runs: &[&[(&str, &str)]]) -> Self {
        let run = |rows: &&[(&str, &str)]| {
            let rows = rows.iter().enumerate();
            Run::from_rows(rows.map(|(at, (topic, id))| (*topic, *id, -(at as f64)))).unwrap()
        };
        let qrels = Qrels::from_rows(judgments.iter().copied()).unwrap();
        let runs = runs.iter().enumerate().map(|(at, rows)| (at.to_string(), run(rows)));
        World(Experiment::in_memory(qrels, runs, Options::default()).unwrap())
    }

    fn judged(&self, model: Model, measures: &str, repeats: usize) -> Result<NoiseAnswer> {
        let measures = parse_measures([measures])?;
        Noise { model, repeats, ..Noise::by(measures) }.answer(&self.0, &Silent)
    }

    fn flipped(&self, theta: f64, measures: &str, repeats: usize) -> Vec<MeasureNoise> {
        let model = Model::Flip { thetas: vec![theta] };
        self.judged(model, measures, repeats).unwrap().rejudgings.remove(0).measures
    }
}

/// Two topics of three judged documents and an unjudged one, and two runs that order them
/// differently.
fn small() -> World {
    World::new(
        &[
            ("t", "a", 1.0),
            ("t", "b", 0.0),
            ("t", "c", 1.0),
            ("u", "a", 0.0),
            ("u", "b", 1.0),
            ("u", "c", 0.0),
        ],
        &[
            &[("t", "a"), ("t", "b"), ("t", "x"), ("t", "c"), ("u", "a"), ("u", "b"), ("u", "c")],
            &[("t", "x"), ("t", "c"), ("t", "b"), ("t", "a"), ("u", "b"), ("u", "a"), ("u", "c")],
        ],
    )
}

/// AP of a ranking of documents that are relevant or not, out of so many relevant ones.
fn naive_ap(ranking: &[bool], relevant: usize) -> f64 {
    let (mut seen, mut sum) = (0.0, 0.0);
    for (rank, _) in (1..).zip(ranking).filter(|(_, relevant)| **relevant) {
        seen += 1.0;
        sum += seen / f64::from(rank);
    }
    if relevant == 0 { 0.0 } else { sum / relevant as f64 }
}

/// AP of both runs of the small world on one of its topics, by the judgments of a, b and c.
fn small_aps(topic: usize, judged: [bool; 3]) -> [f64; 2] {
    let [a, b, c] = judged;
    let relevant = judged.iter().filter(|relevant| **relevant).count();
    let rankings = match topic {
        0 => [vec![a, b, false, c], vec![false, c, b, a]],
        _ => [vec![a, b, c], vec![b, a, c]],
    };
    rankings.map(|ranking| naive_ap(&ranking, relevant))
}

const SMALL_GIVEN: [[bool; 3]; 2] = [[true, false, true], [false, true, false]];

fn close(a: f64, b: f64, by: f64) {
    assert!((a - b).abs() <= by, "{a} and {b} are more than {by} apart");
}

#[test]
fn judges_who_never_change_their_mind_change_nothing() {
    for measure in small().flipped(1.0, "AP,nDCG@10,GMAP", 30) {
        for run in &measure.runs {
            assert_eq!(run.var_judging, Some(0.0), "{}", measure.measure);
            close(run.mean, run.given, 1e-15);
            for other in [run.var_topics, run.var_one_judging, run.var_sum] {
                close((other.unwrap() / 2.0).sqrt(), run.given_se.unwrap(), 1e-15);
            }
            assert_eq!(run.judging_share, Some(0.0));
            assert_eq!(run.biased, Some(false));
        }
        let pair = &measure.pairs[0];
        assert_eq!((pair.first_better, pair.swapped), (30, Some(0.0)));
        close(pair.mean_difference, pair.difference, 1e-15);
    }
}

/// The same draws, a matrix of all values, and formulas as they stand in the paper.
#[test]
fn the_decomposition_is_that_of_the_matrix_of_all_values() {
    let (theta, repeats, seed) = (0.8, 60, 5);
    let measures = parse_measures(["AP"]).unwrap();
    let model = Model::Flip { thetas: vec![theta] };
    let request = Noise { model, repeats, seed, ..Noise::by(measures) };
    let noise = request.answer(&small().0, &Silent).unwrap().rejudgings.remove(0);
    let mut values = [[vec![], vec![]], [vec![], vec![]]]; // run, topic, repeat
    for repeat in 0..repeats {
        let mut random = Random::stream(seed, repeat as u64);
        for (topic, given) in SMALL_GIVEN.iter().enumerate() {
            let judged = given.map(|relevant| (random.unit() < theta) == relevant);
            for (run, ap) in small_aps(topic, judged).into_iter().enumerate() {
                values[run][topic].push(ap);
            }
        }
    }
    let (mean, variance) = (gainline_stats::mean, gainline_stats::variance);
    for (run, [t, u]) in noise.measures[0].runs.iter().zip(&values) {
        let means = [mean(t).unwrap(), mean(u).unwrap()];
        close(run.mean, mean(&means).unwrap(), 1e-14);
        close(run.var_topics.unwrap(), variance(&means).unwrap(), 1e-14);
        let within = [variance(t).unwrap(), variance(u).unwrap()];
        close(run.var_judging.unwrap(), mean(&within).unwrap(), 1e-14);
        let each: Vec<f64> = t.iter().zip(u).map(|(t, u)| variance(&[*t, *u]).unwrap()).collect();
        close(run.var_one_judging.unwrap(), mean(&each).unwrap(), 1e-14);
        let sum = within[0] / 2.0 + within[1] / 2.0 + variance(&means).unwrap();
        close(run.se_topics_judging.unwrap(), (sum / 2.0).sqrt(), 1e-14);
    }
    let mean_in =
        |run: usize, repeat: usize| (values[run][0][repeat] + values[run][1][repeat]) / 2.0;
    let ahead = |repeat: &usize| mean_in(1, *repeat) > mean_in(0, *repeat) + 1e-12;
    let second = (0..repeats).filter(ahead).count();
    let pair = &noise.measures[0].pairs[0];
    let counted = if pair.first == "1" { pair.first_better } else { pair.second_better };
    assert_eq!(counted, second);
    assert_eq!(pair.first_better + pair.second_better + pair.tied, repeats);
}

/// All 64 outcomes of judging the small world's six documents, each with its chance.
#[test]
fn means_variances_and_swaps_are_near_the_exact_ones() {
    let (theta, repeats) = (0.8_f64, 40_000);
    let (mut mean, mut square, mut behind) = ([0.0; 2], [0.0; 2], 0.0);
    for outcome in 0..64_usize {
        let judged = |place: usize| outcome >> place & 1 == 1;
        let (mut chance, mut both) = (1.0, [0.0; 2]);
        for (topic, given) in SMALL_GIVEN.iter().enumerate() {
            let judged = [0, 1, 2].map(|document| judged(3 * topic + document));
            for (now, given) in judged.iter().zip(given) {
                chance *= if now == given { theta } else { 1.0 - theta };
            }
            let aps = small_aps(topic, judged);
            both = [both[0] + aps[0] / 2.0, both[1] + aps[1] / 2.0];
        }
        for run in 0..2 {
            mean[run] += chance * both[run];
            square[run] += chance * both[run] * both[run];
        }
        behind += if both[1] < both[0] - 1e-12 { chance } else { 0.0 };
    }
    let noise = small().flipped(theta, "AP", repeats).remove(0);
    for (run, ap) in noise.runs.iter().enumerate() {
        let variance = square[run] - mean[run] * mean[run];
        close(ap.mean, mean[run], 4.0 * (variance / repeats as f64).sqrt());
        // The variance of the mean of two topics is half of the mean of their variances.
        close(ap.var_judging.unwrap() / 2.0, variance, 0.02 * variance);
    }
    // The second run is the better one by the given judgments.
    let pair = &noise.pairs[0];
    assert_eq!((pair.first.as_str(), pair.second.as_str()), ("1", "0"));
    let error = (behind * (1.0 - behind) / repeats as f64).sqrt();
    close(pair.swapped.unwrap(), behind, 4.0 * error);
}

/// One relevant document of eight comes first in all topics but one, so that noise can only lower
/// scores, and draws topics together.
#[test]
fn noise_that_moves_the_mean_beyond_its_standard_error_is_told() {
    let ids = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let topics: Vec<String> = (1..=12).map(|topic| topic.to_string()).collect();
    let (mut judgments, mut run) = (vec![], vec![]);
    for topic in topics.iter().map(String::as_str) {
        judgments.extend(ids.map(|id| (topic, id, f64::from(u8::from(id == "a")))));
        run.extend(ids.map(|id| (topic, id)));
    }
    run.swap(0, 1);
    let world = World::new(&judgments, &[&run]);
    let parts = &world.flipped(0.8, "AP", 200)[0].runs[0];
    assert!(parts.mean < parts.given - parts.given_se.unwrap());
    assert_eq!(parts.biased, Some(true));
    // Though there is more noise, topics are nearer to each other than they were.
    assert!(parts.se_topics < parts.given_se);
    let little = &world.flipped(0.999, "AP", 200)[0].runs[0];
    assert_eq!(little.biased, Some(false));
    let one = World::new(&judgments[..8], &[&run[..8]]);
    let one = &one.flipped(0.8, "AP", 20)[0].runs[0];
    assert_eq!(one.biased, None);
}

#[test]
fn threads_do_not_matter() {
    let on = |threads| {
        let mut world = small();
        world.0.options.threads = Some(threads);
        world.flipped(0.7, "AP,RR", 130)
    };
    assert_eq!(on(1), on(8));
}

/// All runs are judged by the same judges.
#[test]
fn a_run_never_changes_places_with_itself() {
    let rows: &[(&str, &str)] = &[("t", "a"), ("t", "b")];
    let world = World::new(&[("t", "a", 1.0), ("t", "b", 0.0)], &[rows, rows]);
    let pair = world.flipped(0.6, "AP", 50)[0].pairs.remove(0);
    assert_eq!((pair.tied, pair.swapped, pair.sd), (50, None, Some(0.0)));
}

#[test]
fn one_topic_has_no_variance_between_topics() {
    let world = World::new(&[("t", "a", 1.0), ("t", "b", 0.0)], &[&[("t", "b"), ("t", "a")]]);
    let noise = world.flipped(0.6, "AP", 50).remove(0);
    let run = &noise.runs[0];
    assert!(run.var_judging.unwrap() > 0.0);
    assert_eq!((run.var_topics, run.var_sum, run.se_topics_judging), (None, None, None));
    assert_eq!(run.var_one_judging, None);
    assert!(noise.pairs.is_empty());
}

#[test]
fn only_topics_that_count_for_all_runs_are_judged() {
    let judgments = [("t", "a", 1.0), ("u", "a", 1.0), ("u", "b", 0.0)];
    let mut world = World::new(&judgments, &[&[("t", "a"), ("u", "a")], &[("t", "a")]]);
    let flip = || Model::Flip { thetas: vec![0.9] };
    assert_eq!(world.judged(flip(), "AP", 2).unwrap().topics, ["t", "u"]);
    world.0.options.missing = Missing::Skip;
    let answer = world.judged(flip(), "AP", 2).unwrap();
    assert_eq!(answer.topics, ["t"]);
    assert_eq!(answer.findings[0], Finding::OnlyCommonTopics { topics: 1 });
    let mut apart = World::new(&judgments, &[&[("u", "a")], &[("t", "a")]]);
    apart.0.options.missing = Missing::Skip;
    let error = apart.judged(flip(), "AP", 2).unwrap_err();
    assert_eq!(
        error.to_string(),
        "no topic counts for all runs\n  count the topics that a run lacks as empty rankings: \
         --missing zero"
    );
}

#[test]
fn every_grade_has_a_row_and_every_outcome_a_gain() {
    let world = World::new(&[("t", "a", 2.0), ("t", "b", 0.0)], &[&[("t", "b"), ("t", "a")]]);
    let judged = |confusion: &Confusion, measure| {
        world.judged(Model::Confusion { matrix: confusion.clone() }, measure, 2)
    };
    let confusion = Confusion::flip(0.9, 1.0, [0.0, 1.0]);
    assert_eq!(
        judged(&confusion, "AP").unwrap_err().to_string(),
        "no row for grade `2`, which the qrels have\n  the confusion matrix needs a row for every \
         grade of the judged documents"
    );
    let half = gainline::Source::bytes("half", *b"grade 0 0.5 2\n0 1 1 0\n2 0 1 1\n");
    let confusion = Confusion::read(half).unwrap();
    assert!(judged(&confusion, "nDCG@5").is_ok());
    assert_eq!(
        judged(&confusion, "nDCG(gains=0-1-10-100)@5").unwrap_err().to_string(),
        "`nDCG(gains=0-1-10-100)@5` has no gain for grade 0.5, which documents may get when they are \
         judged again\n  list a weight for every grade from 0 up, or map single grades: gains={1:1,2:10}"
    );
}
