use super::plan::{Split, Topic};
use super::results::CeilingResults;
use super::study::study as ceiling;
use super::*;
use gainline::{Evaluator, Missing, Options, Pool, Qrels, Run, Ties, Unjudged};
use gainline_stats::Random;

mod bounds;

fn study(
    qrels: &[(&str, &str, f64)],
    runs: &[&[(&str, &str, f64)]],
    measures: &str,
    vectors: &Vectors,
    design: &Design,
) -> Result<CeilingResults> {
    let qrels = Qrels::from_rows(qrels.iter().copied())?;
    let runs = runs.iter().map(|run| Run::from_rows(run.iter().copied()));
    let runs = runs.collect::<Result<Vec<Run>>>()?;
    let measures = parse_measures([measures])?;
    ceiling(&qrels, &runs, &measures, &Options::default(), vectors, design, &|_| {})
}

/// Four documents in the plane, by hand. Relevant are a = (1, 0) and b = (0, 1); the others are
/// c = (−1, 0) and d = (0.6, 0.8).
///
/// All judged: the mean of a and b is (½, ½), that of c and d (−0.2, 0.4), so the query is
/// (0.7, 0.1), of length √0.5. Cosines: a 0.7/√0.5, b 0.1/√0.5, c −0.7/√0.5, d 0.5/√0.5: the order is
/// a, d, b, c, and AP = (1 + 2/3)/2.
///
/// With a held out, b makes the query. Others are c and d; a is not counted among them. So the
/// query is (0, 1) − (−0.2, 0.4) = (0.2, 0.6). Without b: d 0.6, a 0.2, c −0.2 over √0.4, and AP = ½.
/// With b held out: (1, 0) − (−0.2, 0.4) = (1.2, −0.4). Without a: d 0.4, b −0.4, c −1.2, and AP = ½.
#[test]
fn four_documents_in_the_plane_as_by_hand() {
    let rows = [
        ("a", vec![2.0, 0.0]),
        ("b", vec![0.0, 0.5]),
        ("c", vec![-1.0, 0.0]),
        ("d", vec![6.0, 8.0]),
    ];
    let vectors = Vectors::from_rows(rows).unwrap();
    let qrels = [("t", "a", 1.0), ("t", "b", 1.0)];
    let run = [("t", "b", 3.0), ("t", "c", 2.0), ("t", "a", 1.0)];
    let found = study(&qrels, &[&run], "AP", &vectors, &Design::default()).unwrap();
    let topic = &found.topics[0];
    let order: Vec<&str> = topic.ranking.iter().map(|(row, _)| vectors.ids().get(*row)).collect();
    assert_eq!(order, ["a", "d", "b", "c"]);
    let expected = [0.7, 0.5, 0.1, -0.7].map(|x: f64| x / 0.5_f64.sqrt());
    let close =
        topic.ranking.iter().zip(expected).all(|((_, cosine), e)| (cosine - e).abs() < 1e-15);
    assert!(close, "{:?}", topic.ranking);
    assert_eq!(topic.all.optimal, [(1.0 + 2.0 / 3.0) / 2.0]);
    assert_eq!(topic.all.runs, [Some(vec![(1.0 + 2.0 / 3.0) / 2.0])]);
    let held_out = topic.held_out.as_ref().unwrap();
    assert_eq!((&held_out.perfect[..], &held_out.optimal[..]), (&[1.0][..], &[0.5][..]));
    // Without b the run has c, a; without a it has b, c.
    assert_eq!(held_out.runs, [Some(vec![0.75])]);
    let losses = found.losses(Judgments::HeldOut, 0, Some(0)).unwrap();
    assert_eq!((losses.vector_loss, losses.query_loss), (Some(0.5), Some(-0.25)));
    assert_eq!(found.facts.queries, 1 + 2 * 5);
}

/// With those judged not relevant instead of the collection: e is one, c and d are not judged.
#[test]
fn judged_documents_alone_may_be_the_others() {
    let rows = [
        ("a", vec![1.0, 0.0]),
        ("c", vec![-1.0, 0.0]),
        ("d", vec![0.6, 0.8]),
        ("e", vec![0.0, 1.0]),
    ];
    let vectors = Vectors::from_rows(rows).unwrap();
    let qrels = [("t", "a", 1.0), ("t", "e", 0.0)];
    let design = Design { nonrelevant: Nonrelevant::Judged, ..Design::default() };
    let found = study(&qrels, &[], "AP", &vectors, &design).unwrap();
    // The query is (1, −1)/√2.
    let cosines: Vec<f64> = found.topics[0].ranking.iter().map(|(_, cosine)| *cosine).collect();
    let expected = [1.0, -0.2, -1.0, -1.0].map(|x: f64| x / 2_f64.sqrt());
    let close = cosines.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-15);
    assert!(close, "{cosines:?}");
    assert!(found.topics[0].held_out.is_none());
    assert!(found.losses(Judgments::HeldOut, 0, None).is_none());
}

/// A world of random vectors, judgments and a run.
struct World {
    rows: Vec<(String, Vec<f64>)>,
    qrels: Vec<(String, String, f64)>,
    run: Vec<(String, String, f64)>,
}

impl World {
    fn new(seed: u64) -> World {
        let mut random = Random::stream(seed, 0);
        let documents = 30 + random.below(40);
        let rows = (0..documents)
            .map(|at| {
                let vector = (0..5).map(|_| (random.below(9) as f64 - 3.0) / 2.0).collect();
                (format!("d{at}"), vector)
            })
            .collect();
        let (mut qrels, mut run) = (vec![], vec![]);
        for topic in 0..6 {
            for at in 0..documents + 3 {
                // Some judged and ranked documents have no vector.
                if random.below(3) == 0 {
                    let grade = random.below(5) as f64 - 1.0;
                    qrels.push((format!("t{topic}"), format!("d{at}"), grade));
                }
                if topic != 4 && random.below(2) == 0 {
                    let score = random.below(20) as f64;
                    run.push((format!("t{topic}"), format!("d{at}"), score));
                }
            }
        }
        World { rows, qrels, run }
    }

    /// The mean over splits of the measures of what a plain computation ranks, by the evaluator of
    /// files: rankings and judgments are written out as new ones without the documents taken out.
    fn plainly(&self, topic: &Topic<'_>, design: &Design, measures: &[Measure]) -> [Vec<f64>; 2] {
        let name = topic.pool.name();
        let judged: Vec<(&str, f64)> = topic.pool.documents()[..topic.judged.len()]
            .iter()
            .map(|d| (d.id.as_str(), d.grade.unwrap()))
            .collect();
        let mut means = [vec![0.0; measures.len()], vec![0.0; measures.len()]];
        let splits = topic.splits.iter().filter(|split| **split != Split::All);
        let count = splits.clone().count() as f64;
        for split in splits {
            let Split::HeldOut(held) = split else { continue };
            let held: Vec<&str> = judged
                .iter()
                .zip(held)
                .filter(|(_, held)| **held)
                .map(|((id, _), _)| *id)
                .collect();
            let is_trained = |id: &str| judged.iter().any(|j| j.0 == id) && !held.contains(&id);
            let qrels = judged.iter().filter(|j| held.contains(&j.0)).map(|j| (name, j.0, j.1));
            let qrels = Qrels::from_rows(qrels).unwrap();
            let query = self.query(&judged, &held, design.nonrelevant);
            let kept = self.rows.iter().filter(|(id, _)| !is_trained(id));
            let optimal = kept.map(|(id, v)| (name, id.as_str(), cosine(v, &query)));
            let run = self.run.iter().filter(|(topic, id, _)| topic == name && !is_trained(id));
            let run = run.map(|(_, id, score)| (name, id.as_str(), *score));
            let options = Options::default().depth(design.depth);
            let evaluator = Evaluator::new(&qrels, measures, options).unwrap();
            let optimal = evaluator.evaluate(&Run::from_rows(optimal).unwrap()).unwrap();
            let run = evaluator.evaluate(&Run::from_rows(run).unwrap()).unwrap();
            for (mean, scores) in means.iter_mut().zip([optimal, run]) {
                mean.iter_mut().zip(scores.all()).for_each(|(mean, value)| *mean += value / count);
            }
        }
        means
    }

    fn query(&self, judged: &[(&str, f64)], held: &[&str], nonrelevant: Nonrelevant) -> Vec<f64> {
        let grade = |id: &str| judged.iter().find(|j| j.0 == id).map(|j| j.1);
        let mean = |wanted: &dyn Fn(&str) -> bool| {
            let units = self.rows.iter().filter(|(id, _)| wanted(id)).map(|(_, v)| unit(v));
            let units: Vec<Vec<f64>> = units.filter(|v| v.iter().any(|x| *x != 0.0)).collect();
            let n = units.len().max(1) as f64;
            (0..5).map(|at| units.iter().map(|v| v[at]).sum::<f64>() / n).collect::<Vec<f64>>()
        };
        let relevant = |id: &str| !held.contains(&id) && grade(id).is_some_and(|g| g >= 1.0);
        let others = |id: &str| match nonrelevant {
            Nonrelevant::Collection => !held.contains(&id) && grade(id).is_none_or(|g| g < 1.0),
            Nonrelevant::Judged => !held.contains(&id) && grade(id).is_some_and(|g| g < 1.0),
        };
        mean(&relevant).iter().zip(mean(&others)).map(|(a, b)| a - b).collect()
    }
}

fn unit(vector: &[f64]) -> Vec<f64> {
    let length = vector.iter().map(|x| x * x).sum::<f64>().sqrt();
    vector.iter().map(|x| if length > 0.0 { x / length } else { 0.0 }).collect()
}

fn cosine(a: &[f64], b: &[f64]) -> f64 {
    let cosine: f64 = unit(a).iter().zip(unit(b)).map(|(a, b)| a * b).sum();
    // So that documents of the same direction are tied here too.
    (cosine * 1e12).round() / 1e12
}

#[test]
fn values_held_out_are_those_of_a_plain_computation() {
    let measures = parse_measures(["nDCG@5,AP,R@10,P@3,bpref,RBP,NumRet,Judged@5"]).unwrap();
    let mut topics = 0;
    for seed in 0..12 {
        let world = World::new(seed);
        let qrels = Qrels::from_rows(world.qrels.iter().map(|(t, d, g)| (t, d, *g))).unwrap();
        let run = Run::from_rows(world.run.iter().map(|(t, d, s)| (t, d, *s))).unwrap();
        let vectors = Vectors::from_rows(world.rows.clone()).unwrap();
        let nonrelevant = Nonrelevant::ALL[seed as usize % 2];
        let (folds, depth) = (2 + seed as usize % 3, [1000, 7][seed as usize % 2]);
        let design = Design { nonrelevant, folds, repeats: 2, seed, depth };
        let options = Options::default();
        let found =
            ceiling(&qrels, &[run], &measures, &options, &vectors, &design, &|_| {}).unwrap();
        for pool in found.pool.topics() {
            let mut topic = Topic::new(pool, &vectors, 1.0, false);
            for judged in &mut topic.judged {
                let row = judged.row.map(|row| &world.rows[row as usize].1);
                judged.usable = row.is_some_and(|v| v.iter().any(|x| *x != 0.0));
            }
            topic.split(folds, 2, seed);
            let ours = found.topics.iter().find(|t| t.topic == pool.name());
            let Some(ours) = ours.and_then(|t| t.held_out.as_ref()) else { continue };
            let [optimal, run] = world.plainly(&topic, &design, &measures);
            topics += 1;
            for (at, measure) in measures.iter().enumerate() {
                let run = (ours.runs[0].as_ref().unwrap()[at], run[at]);
                let optimal = (ours.optimal[at], optimal[at]);
                assert!((run.0 - run.1).abs() < 1e-12, "{seed} {measure}: run {run:?}");
                assert!((optimal.0 - optimal.1).abs() < 1e-12, "{seed} {measure}: {optimal:?}");
                let bad = measure.to_string() == "NumRet" || ours.perfect[at] + 1e-12 >= optimal.0;
                assert!(bad, "{seed} {measure}: better than perfect");
            }
        }
    }
    assert!(topics > 50, "{topics}");
}

#[test]
fn each_fold_is_held_out_once_and_has_a_relevant_document_to_find() {
    let world = World::new(3);
    let qrels = Qrels::from_rows(world.qrels.iter().map(|(t, d, g)| (t, d, *g))).unwrap();
    let vectors = Vectors::from_rows(world.rows.clone()).unwrap();
    let pool = Pool::new(&qrels, &[], &Options::default()).unwrap();
    for pool in pool.topics() {
        let mut topic = Topic::new(pool, &vectors, 1.0, false);
        topic.judged.iter_mut().for_each(|j| j.usable = j.row.is_some());
        let usable = topic.usable();
        for folds in [2, 3, 50] {
            topic.split(folds, 2, 9);
            assert_eq!(topic.splits.len(), 1 + 2 * folds.min(usable));
            for repeat in topic.splits[1..].chunks(folds.min(usable)) {
                for at in 0..topic.judged.len() {
                    assert_eq!(repeat.iter().filter(|split| split.measures(at)).count(), 1);
                }
                for split in repeat {
                    let relevant =
                        |at: &usize| topic.judged[*at].relevant && topic.judged[*at].usable;
                    let places = || (0..topic.judged.len()).filter(relevant);
                    assert!(places().any(|at| split.measures(at)));
                    assert!(places().any(|at| split.trains(at)));
                    assert!(places().all(|at| split.trains(at) != split.measures(at)));
                }
            }
        }
    }
}

#[test]
fn topics_are_split_the_same_whichever_are_asked_for_and_on_any_number_of_threads() {
    let world = World::new(5);
    let qrels = Qrels::from_rows(world.qrels.iter().map(|(t, d, g)| (t, d, *g))).unwrap();
    let vectors = Vectors::from_rows(world.rows.clone()).unwrap();
    let measures = parse_measures(["nDCG@10,AP"]).unwrap();
    let with = |options: &Options| {
        ceiling(&qrels, &[], &measures, options, &vectors, &Design::default(), &|_| {}).unwrap()
    };
    let all = with(&Options::default().threads(1));
    let three = with(&Options::default().threads(3));
    let one = with(&Options::default().topics(["t2"]));
    let values = |found: &CeilingResults, topic: &str| {
        let topic = found.topics.iter().find(|t| t.topic == topic).unwrap();
        (topic.all.clone(), topic.held_out.clone(), topic.ranking.clone())
    };
    for topic in &all.topics {
        assert_eq!(values(&all, &topic.topic), values(&three, &topic.topic));
    }
    assert_eq!(one.topics.len(), 1);
    assert_eq!(values(&all, "t2"), values(&one, "t2"));
}

#[test]
fn what_has_no_vector_or_no_direction_is_counted_and_left_out() {
    let rows = [("a", vec![1.0, 0.0]), ("z", vec![0.0, 0.0]), ("c", vec![0.5, 0.5])];
    let vectors = Vectors::from_rows(rows).unwrap();
    let qrels = [
        ("t1", "a", 1.0),
        ("t1", "gone", 2.0),
        ("t2", "z", 1.0),
        ("t3", "gone", 1.0),
        ("t4", "a", 0.0),
    ];
    let found = study(&qrels, &[], "AP,SetR", &vectors, &Design::default()).unwrap();
    assert_eq!(found.without_vectors, ["t2", "t3"]);
    assert_eq!(found.without_relevant, ["t4"]);
    let expected = VectorUse {
        zero_vectors: 1,
        judged_vectors: 2,
        judged: 5,
        judged_without_vector: 2,
        relevant: 4,
        relevant_without_vector: 2,
        queries: 1,
        zero_queries: 0,
    };
    assert_eq!(found.facts, expected);
    // What has no vector is not found: half of the relevant documents.
    assert_eq!(found.topics[0].all.optimal, [0.5, 0.5]);
    assert_eq!(found.topics[0].all.perfect, [1.0, 1.0]);
    let error = study(&[("t", "x", 1.0)], &[], "AP", &vectors, &Design::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "memory: no judged document has a vector: there are vectors of documents such as `a`, the \
         qrels judge `x`\n  give vectors with the document ids of the qrels"
    );
}

#[test]
fn means_that_are_the_same_leave_a_query_of_zeros() {
    let rows = ["a", "b", "c", "d"].map(|id| (id, vec![0.1, 0.2, 0.7]));
    let vectors = Vectors::from_rows(rows).unwrap();
    let found = study(&[("t", "a", 1.0)], &[], "AP", &vectors, &Design::default()).unwrap();
    assert_eq!(found.facts.zero_queries, 1);
    assert_eq!(found.topics[0].all.optimal, [0.25]);
}

#[test]
fn a_topic_that_does_not_count_for_a_run_is_left_out_of_its_comparison() {
    let rows = [("a", vec![1.0, 0.0]), ("b", vec![1.0, 0.2]), ("c", vec![0.0, 1.0])];
    let vectors = Vectors::from_rows(rows).unwrap();
    let qrels = [("t", "a", 1.0), ("t", "b", 1.0), ("u", "a", 1.0), ("u", "b", 1.0)];
    let qrels = Qrels::from_rows(qrels).unwrap();
    let run = [Run::from_rows([("t", "c", 1.0)]).unwrap()];
    let measures = parse_measures(["AP"]).unwrap();
    for (missing, topics) in [(Missing::Skip, 1), (Missing::Zero, 2)] {
        let options = Options::default().missing(missing);
        let design = Design::default();
        let found = ceiling(&qrels, &run, &measures, &options, &vectors, &design, &|_| {}).unwrap();
        let losses = found.losses(Judgments::HeldOut, 0, Some(0)).unwrap();
        assert_eq!((losses.topics, losses.reached), (topics, Some(0.0)));
        assert_eq!(found.losses(Judgments::HeldOut, 0, None).unwrap().topics, 2);
    }
}

#[test]
fn losses_turn_round_where_lower_is_better_and_are_none_where_neither_is() {
    let vectors = Vectors::from_rows(World::new(1).rows).unwrap();
    let qrels = [("t", "d1", 1.0), ("t", "d2", 1.0), ("t", "d3", 0.0), ("t", "d4", 1.0)];
    let run = [("t", "d9", 3.0), ("t", "d8", 2.0), ("t", "d1", 1.0)];
    let found = study(&qrels, &[&run], "ESL,Judged@2", &vectors, &Design::default()).unwrap();
    let losses = found.losses(Judgments::All, 0, Some(0)).unwrap();
    let (run, by_vectors) = (losses.reached.unwrap(), losses.vector_loss.unwrap());
    assert_eq!(losses.query_loss, Some(run - losses.optimal));
    assert_eq!(by_vectors, losses.optimal - losses.perfect);
    assert!(by_vectors >= 0.0, "{losses:?}");
    let judged = found.losses(Judgments::All, 1, Some(0)).unwrap();
    assert_eq!((judged.vector_loss, judged.query_loss, judged.interval), (None, None, None));
}

#[test]
fn what_cannot_be_measured_is_refused() {
    let vectors = Vectors::from_rows([("a", vec![1.0])]).unwrap();
    let refused = |measure: &str, design: &Design| {
        study(&[("t", "a", 1.0)], &[], measure, &vectors, design).unwrap_err().to_string()
    };
    let design = Design::default();
    assert_eq!(
        refused("ADM", &design),
        "`ADM` reads scores, and cosines are not on a run's scale\n  take a measure of rankings"
    );
    assert_eq!(
        refused("nDCG(normalise=mean)@10", &design),
        "`nDCG(normalise=mean)@10` is taken from all topics at once, not from each\n  take the \
         measure without `normalise=mean`"
    );
    assert_eq!(
        refused("AP", &Design { folds: 1, ..design }),
        "at least 2 folds, 1 repeat and a depth of 1 are needed\n  give higher numbers"
    );
    let qrels = Qrels::from_rows([("t", "a", 1.0)]).unwrap();
    let options = Options::default().ties(Ties::Average);
    let measures = parse_measures(["AP"]).unwrap();
    let design = Design::default();
    let error = ceiling(&qrels, &[], &measures, &options, &vectors, &design, &|_| {}).unwrap_err();
    assert!(error.to_string().starts_with("ties in no definite order"), "{error}");
}
