//! Curves: the vectors that Järvelin and Kekäläinen and Modern Information Retrieval print, and
//! that a curve is, rank by rank, what the measure of its name gives.

// The helpers of the tests unwrap as the tests do.
#![allow(clippy::unwrap_used)]

mod topic;
#[allow(dead_code)] // each test file uses a part of this
mod world;

use gainline::{
    Curve, CurveKind, CurveSet, CurveSpec, Curves, Evaluator, IdealFrom, Line, Measure, Missing,
    Normalise, Options, Qrels, Run, Source, Ties, Unjudged,
};
use proptest::prelude::*;
use world::{World, any_world, file};

fn draw(qrels: &Qrels, run: &Run, spec: CurveSpec, options: Options) -> CurveSet {
    Curves::new(qrels, &[spec], options).unwrap().per_topic(true).draw(run).unwrap()
}

fn one(qrels: &Qrels, run: &Run, spec: CurveSpec) -> Curve {
    draw(qrels, run, spec, Options::default()).curves()[0].clone()
}

fn spec(kind: CurveKind, params: &str, depth: usize) -> CurveSpec {
    CurveSpec::new(kind, params).unwrap().depth(depth)
}

/// Whether values agree with printed ones; print may round or cut off.
fn printed(values: &[f64], print: &[f64], decimals: i32) {
    assert_eq!(values.len(), print.len());
    let unit = 10f64.powi(-decimals);
    for (value, print) in values.iter().zip(print) {
        assert!((value - print).abs() < 1.000_001 * unit, "{value} printed as {print}");
    }
}

/// JK, 2.1 and 2.2: the gain vector G′ and the ideal vector I′, which has three documents more.
fn jk() -> (Qrels, Run) {
    let ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0];
    let names: Vec<String> = (0..15).map(|i| format!("d{i}")).collect();
    let missed = [1, 1, 1, 0, 0];
    let judged = names.iter().zip(ranking.iter().chain(&missed));
    let qrels = Qrels::from_rows(judged.map(|(d, &g)| ("t", d, f64::from(g)))).unwrap();
    let ranked = names[..10].iter().zip(0..).map(|(d, i)| ("t", d, -f64::from(i)));
    (qrels, Run::from_rows(ranked).unwrap())
}

#[test]
fn the_gain_vectors_of_jk() {
    let (qrels, run) = jk();
    let cg = one(&qrels, &run, spec(CurveKind::Cg, "", 13));
    let actual = [3., 5., 8., 8., 8., 9., 11., 13., 16., 16., 16., 16., 16.];
    assert_eq!(cg.actual.heights, actual);
    let ideal = [3., 6., 9., 11., 13., 15., 16., 17., 18., 19., 19., 19., 19.];
    assert_eq!(cg.ideal.heights, ideal);
    let ncg = one(&qrels, &run, spec(CurveKind::Ncg, "", 10));
    let print = [1., 0.83, 0.89, 0.73, 0.62, 0.6, 0.69, 0.76, 0.89, 0.84];
    printed(&ncg.actual.heights, &print, 2);
    assert_eq!(ncg.ideal.heights, [1.0; 10]);
}

#[test]
fn the_discounted_gain_vectors_of_jk() {
    let (qrels, run) = jk();
    let dcg = one(&qrels, &run, spec(CurveKind::Dcg, "discount=jk,base=2", 12));
    let actual = [3., 5., 6.89, 6.89, 6.89, 7.28, 7.99, 8.66, 9.61, 9.61, 9.61, 9.61];
    printed(&dcg.actual.heights, &actual, 2);
    let ideal = [3., 6., 7.89, 8.89, 9.75, 10.52, 10.88, 11.21, 11.53, 11.83, 11.83, 11.83];
    printed(&dcg.ideal.heights, &ideal, 2);
    let ndcg = one(&qrels, &run, spec(CurveKind::Ndcg, "discount=jk,base=2", 12));
    for rank in 0..12 {
        let share = dcg.actual.heights[rank] / dcg.ideal.heights[rank];
        assert_eq!(ndcg.actual.heights[rank], share);
    }
}

/// JK 3.4 and 5: reading curves from left to right, and when to stop.
#[test]
fn reading_the_curves_of_jk() {
    let (qrels, run) = jk();
    let Curve { actual, ideal, .. } = one(&qrels, &run, spec(CurveKind::Cg, "", 13));
    let reached = |k: usize| actual.first_rank_of(ideal.heights[k - 1]);
    assert_eq!([1, 2, 3, 4, 5, 7].map(reached), [1, 3, 6, 7, 8, 9].map(Some));
    assert_eq!([8, 10, 13].map(reached), [None; 3]);
    assert_eq!((ideal.last_rise(), actual.last_rise()), (10, 9));
    let curve = one(&qrels, &run, spec(CurveKind::Cg, "", 13));
    assert_eq!(curve.widest_gap(), (6, 6.0));
    assert_eq!((curve.ideal.area, curve.actual.area, curve.gap()), (184.0, 145.0, 39.0));
    // A curve that has just reached its depth may go on to rise.
    assert_eq!(one(&qrels, &run, spec(CurveKind::Cg, "", 10)).ideal.last_rise(), 10);
}

#[test]
fn rounding_does_not_delay_a_reading() {
    let line = Line { heights: vec![0.1, 0.3, 0.3 + 1e-15], ..Line::default() };
    assert_eq!(line.first_rank_of(0.1 + 0.2), Some(2));
    assert_eq!(line.last_rise(), 2);
    assert_eq!(Line { heights: vec![0.0; 3], ..Line::default() }.last_rise(), 0);
}

/// MIR, ch. 4: two queries with 15 documents each.
fn mir() -> (Qrels, Run) {
    let rankings = [
        "d123 d84 d56 d6 d8 d9 d511 d129 d187 d25 d38 d48 d250 d113 d3",
        "d425 d87 d56 d32 d124 d615 d512 d129 d4 d130 d193 d715 d810 d5 d3",
    ];
    let grades: [&[(&str, u32)]; 2] = [
        &[
            ("d3", 3),
            ("d5", 3),
            ("d9", 3),
            ("d25", 2),
            ("d39", 2),
            ("d44", 2),
            ("d56", 1),
            ("d71", 1),
            ("d89", 1),
            ("d123", 1),
        ],
        &[("d3", 3), ("d56", 2), ("d129", 1)],
    ];
    let (mut judged, mut ranked) = (vec![], vec![]);
    for (topic, (ranking, grades)) in ["q1", "q2"].into_iter().zip(rankings.iter().zip(grades)) {
        judged.extend(grades.iter().map(|(doc, grade)| (topic, *doc, f64::from(*grade))));
        let scores = (0..).map(|i| -f64::from(i));
        ranked.extend(ranking.split(' ').zip(scores).map(|(doc, score)| (topic, doc, score)));
    }
    (Qrels::from_rows(judged).unwrap(), Run::from_rows(ranked).unwrap())
}

#[test]
fn the_mean_vectors_of_mir() {
    let (qrels, run) = mir();
    let curve = |kind, params, ideal| {
        let spec = spec(kind, params, 15).normalise(Normalise::Mean).ideal_from(ideal);
        one(&qrels, &run, spec).actual.heights
    };
    let cg = [0.5, 0.5, 2., 2., 2., 3.5, 3.5, 4., 4., 5., 5., 5., 5., 5., 8.];
    assert_eq!(curve(CurveKind::Cg, "", IdealFrom::Judged), cg);
    let (jk, own) = ("discount=jk,base=2", IdealFrom::Retrieved);
    let mut print = vec![0.17, 0.09, 0.29, 0.27, 0.25, 0.44, 0.44, 0.50, 0.50];
    print.extend([0.63, 0.63, 0.63, 0.63, 0.63, 1.00]);
    printed(&curve(CurveKind::Ncg, "", own), &print, 2);
    let mut print = vec![0.17, 0.09, 0.22, 0.22, 0.21, 0.29, 0.29, 0.32, 0.32];
    print.extend([0.36, 0.36, 0.36, 0.36, 0.36, 0.47]);
    printed(&curve(CurveKind::Ndcg, jk, own), &print, 2);
    // With all judged documents in the ideal:
    printed(&curve(CurveKind::Ncg, "", IdealFrom::Judged)[14..], &[0.64], 2);
    printed(&curve(CurveKind::Ndcg, jk, IdealFrom::Judged)[14..], &[0.37], 2);
}

#[test]
fn the_eleven_points_of_mir() {
    let (qrels, run) = mir();
    let drawn = draw(&qrels, &run, spec(CurveKind::PrecisionRecall, "", 1), Options::default());
    let curve = &drawn.curves()[0];
    assert_eq!(drawn.topics(), ["q1", "q2"]);
    let q1 = [1.0, 1.0, 0.666, 0.5, 0.4, 0.333, 0.0, 0.0, 0.0, 0.0, 0.0];
    let q2 = [0.333, 0.333, 0.333, 0.333, 0.25, 0.25, 0.25, 0.2, 0.2, 0.2, 0.2];
    let mean = [0.666, 0.666, 0.499, 0.416, 0.325, 0.291, 0.125, 0.1, 0.1, 0.1, 0.1];
    printed(&curve.topics[0].actual.heights, &q1, 3);
    printed(&curve.topics[1].actual.heights, &q2, 3);
    printed(&curve.actual.heights, &mean, 3);
    assert_eq!(curve.spec.xs()[3], 0.3);
    let area: f64 = curve.actual.heights.windows(2).map(|w| (w[0] + w[1]) / 20.0).sum();
    assert!((curve.actual.area - area).abs() < 1e-12);
    assert!((curve.gap() - (1.0 - area)).abs() < 1e-12);
}

#[test]
fn a_run_may_lack_everything() {
    let qrels = Qrels::from_rows([("t1", "a", 2.0), ("t2", "b", 0.0)]).unwrap();
    let nothing = Run::from_rows([("t2", "x", 1.0)]).unwrap();
    for kind in CurveKind::ALL {
        let drawn = draw(&qrels, &nothing, spec(kind, "", 3), Options::default());
        let curve = &drawn.curves()[0];
        assert_eq!((drawn.topics().len(), drawn.missing()), (2, &["t1".to_string()][..]));
        if kind == CurveKind::Roc {
            // An empty ranking is as good as one at random.
            assert_eq!(curve.topics[0].actual.area, 0.5);
            assert_eq!(curve.topics[0].actual.heights[25], 0.25);
            assert_eq!(curve.actual.area, 0.25);
        } else {
            assert!(curve.actual.heights.iter().all(|h| *h == 0.0), "{kind}: {curve:?}");
            assert_eq!((curve.actual.mean, curve.actual.area), (0.0, 0.0), "{kind}");
        }
        // Of the two topics one has something to find.
        assert!(curve.ideal.heights[0] > 0.0 && curve.gap() > 0.0, "{kind}");
        let skipped = Options::default().missing(Missing::Skip);
        let skipped = draw(&qrels, &nothing, spec(kind, "", 3), skipped);
        assert_eq!(skipped.topics(), ["t2"]);
        assert!(skipped.curves()[0].ideal.heights.iter().all(|h| *h == 0.0), "{kind}");
    }
}

#[test]
fn one_document_makes_a_curve_that_keeps_its_height() {
    let qrels = Qrels::from_rows([("t", "a", 2.0)]).unwrap();
    let run = Run::from_rows([("t", "a", 1.0)]).unwrap();
    for (kind, heights) in [
        (CurveKind::Cg, [2.0, 2.0, 2.0]),
        (CurveKind::Dcg, [2.0, 2.0, 2.0]),
        (CurveKind::Ndcg, [1.0, 1.0, 1.0]),
        (CurveKind::Precision, [1.0, 0.5, 1.0 / 3.0]),
        (CurveKind::Recall, [1.0, 1.0, 1.0]),
    ] {
        let curve = one(&qrels, &run, spec(kind, "", 3));
        assert_eq!(curve.actual.heights, heights, "{kind}");
        assert_eq!(curve.actual, curve.ideal, "{kind}");
        assert_eq!(curve.actual.area, heights.iter().sum::<f64>());
        assert_eq!(curve.actual.mean, curve.actual.area / 3.0);
    }
}

#[test]
fn what_a_curve_cannot_be_is_said() {
    let (qrels, run) = jk();
    let refused = |spec: CurveSpec, options: Options| {
        let drawn = Curves::new(&qrels, &[spec], options).and_then(|curves| curves.draw(&run));
        drawn.unwrap_err().to_string()
    };
    let plain = Options::default();
    assert_eq!(
        refused(spec(CurveKind::Cg, "", 5), plain.clone().unjudged(Unjudged::Bounds)),
        "a curve has no bounds for unjudged documents\n  \
         let them count as irrelevant, or drop them first (condense)"
    );
    assert_eq!(
        refused(spec(CurveKind::Cg, "", 0), plain.clone()),
        "a curve has no depth of `0`\n  choose one from 1 to 10000000"
    );
    assert_eq!(
        refused(spec(CurveKind::Dcg, "gains=0-1", 5), plain.clone()),
        "`DCG(gains=0-1)` has no gain for grade 2, which the qrels hold\n  \
         list a weight for every grade from 0 up, or map single grades: gains={1:1,2:10}"
    );
    let upside_down = spec(CurveKind::Dcg, "discount=jk-rn,base=10", 5);
    assert_eq!(
        refused(upside_down, plain.clone().ties(Ties::Best)),
        "`DCG(discount=jk-rn,base=10)` counts some lower ranks more than higher ones, so no one \
         order of tied documents is the best at all ranks\n  \
         order ties by docid, rank or input, or average over them"
    );
    assert_eq!(
        refused(spec(CurveKind::Roc, "", 5), plain.collection(14)),
        "the collection is too small for topic `t`: 15 documents are retrieved or judged\n  \
         give the size of the whole collection (--collection-size, or N= in a measure)"
    );
    assert!(CurveSpec::new(CurveKind::Precision, "rel=1,2").is_err());
    let other = Run::from_rows([("u", "a", 1.0)]).unwrap();
    let curves = Curves::new(&qrels, &[spec(CurveKind::Cg, "", 5)], Options::default()).unwrap();
    let error = curves.draw(&other).unwrap_err();
    assert!(error.message().starts_with("no topic of this run is judged"), "{error}");
}

#[test]
fn too_many_orders_of_ties_are_refused_for_interpolated_precision() {
    let grade = |i: u32| f64::from(i % 2);
    let names: Vec<String> = (0..40).map(|i| format!("d{i}")).collect();
    let qrels = Qrels::from_rows(names.iter().zip(0..).map(|(d, i)| ("t", d, grade(i)))).unwrap();
    let run = Run::from_rows(names.iter().map(|d| ("t", d, 1.0))).unwrap();
    let pr = spec(CurveKind::PrecisionRecall, "", 1);
    let options = Options::default().ties(Ties::Average);
    let error = Curves::new(&qrels, &[pr], options.clone()).unwrap().draw(&run).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`IPrec@0` has no closed form for tied documents, and topic `t` has more than 10000 orders \
         of them\n  order ties by docid, rank or input, or take the best or the worst order"
    );
    // The others have a closed form.
    for kind in CurveKind::ALL.into_iter().filter(|k| *k != CurveKind::PrecisionRecall) {
        let curve = draw(&qrels, &run, spec(kind, "", 40), options.clone()).curves()[0].clone();
        assert!(curve.actual.mean > 0.0);
    }
}

/// The measure behind a curve at one of its places.
fn measure(kind: CurveKind, params: &str, x: f64) -> Measure {
    let family = match kind {
        CurveKind::Cg => "CG",
        CurveKind::Dcg => "DCG",
        CurveKind::Ncg => "nCG",
        CurveKind::Ndcg => "nDCG",
        CurveKind::Precision => "P",
        CurveKind::Recall => "R",
        _ => "IPrec",
    };
    format!("{family}({params})@{x}").parse().unwrap()
}

const SPECS: [(CurveKind, &str); 15] = [
    (CurveKind::Cg, ""),
    (CurveKind::Cg, "gains=exp2"),
    (CurveKind::Dcg, ""),
    (CurveKind::Dcg, "gains={1:-1,2:4},discount=jk,base=3"),
    (CurveKind::Dcg, "discount=rank"),
    (CurveKind::Ncg, ""),
    (CurveKind::Ncg, "ideal=retrieved"),
    (CurveKind::Ndcg, ""),
    (CurveKind::Ndcg, "gains={1:-3,2:4},discount=jk,normalise=mean"),
    (CurveKind::Ndcg, "discount=jk-rn,ideal=retrieved,normalise=mean"),
    (CurveKind::Precision, ""),
    (CurveKind::Precision, "rel=2"),
    (CurveKind::Recall, ""),
    (CurveKind::Recall, "rel=0.5"),
    (CurveKind::PrecisionRecall, ""),
];

fn any_policy() -> impl Strategy<Value = Options> {
    let ties = proptest::sample::select(Ties::ALL.to_vec()).prop_filter("of memory", |ties| {
        // A run in memory has no rank column.
        *ties != Ties::Rank
    });
    (ties, any::<[bool; 2]>()).prop_map(|(ties, [condense, skip])| {
        let unjudged = if condense { Unjudged::Condense } else { Unjudged::Irrelevant };
        let missing = if skip { Missing::Skip } else { Missing::Zero };
        Options { missing, ties, unjudged, ..Options::default() }
    })
}

/// Documents in the order of the ranking, relevant or not: the share of pairs of a relevant
/// document and one that is not in which the relevant one stands first, tied ones counting half.
fn share_of_pairs(world: &World, topic: &str, collection: Option<usize>, averaged: bool) -> f64 {
    let docs: Vec<_> = world.0.iter().filter(|doc| doc.topic == topic).collect();
    let relevant = |doc: &world::Doc| doc.grade.is_some_and(|grade| grade >= 1.0);
    let there: Vec<_> = docs.iter().filter(|d| d.ranked.is_some() || relevant(d)).collect();
    let others = collection.map_or(0, |n| n - there.len());
    let (good, bad): (Vec<&world::Doc>, Vec<&world::Doc>) =
        there.into_iter().partition(|doc| relevant(doc));
    if good.is_empty() {
        return 0.0;
    }
    if bad.len() + others == 0 {
        let found = good.iter().any(|doc| doc.ranked.is_some());
        return if found { 1.0 } else { 0.5 };
    }
    let mut wins = 0.0;
    for a in &good {
        wins += if a.ranked.is_some() { others as f64 } else { others as f64 / 2.0 };
        for b in &bad {
            let score = |doc: &world::Doc| doc.ranked.map_or(f64::NEG_INFINITY, |r| r.0);
            let by_score = score(a).total_cmp(&score(b));
            let order = if averaged { by_score } else { by_score.then(a.id.cmp(&b.id)) };
            wins += match order {
                std::cmp::Ordering::Greater => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Less => 0.0,
            };
        }
    }
    wins / (good.len() * (bad.len() + others)) as f64
}

proptest! {
    #[test]
    fn a_curve_is_at_every_place_what_its_measure_gives(
        world in any_world(),
        options in any_policy(),
        (kind, params) in proptest::sample::select(SPECS.to_vec()),
    ) {
        prop_assume!(world.has_common_topic());
        let (qrels, run) = (world.qrels(), world.run());
        let spec = spec(kind, params, 13);
        let drawn = draw(&qrels, &run, spec.clone(), options.clone());
        let curve = &drawn.curves()[0];
        let measures: Vec<Measure> =
            spec.xs().iter().map(|x| measure(kind, params, *x)).collect();
        let scores = Evaluator::new(&qrels, &measures, options).unwrap().evaluate(&run).unwrap();
        prop_assert_eq!(drawn.topics(), scores.topics());
        prop_assert_eq!(drawn.missing(), scores.missing());
        prop_assert_eq!(drawn.facts(), scores.facts());
        for (height, score) in curve.actual.heights.iter().zip(scores.all()) {
            prop_assert!((height - score).abs() < 1e-12, "{height} {score}");
        }
        for (topic, (_, scores)) in curve.topics.iter().zip(scores.iter()) {
            for (height, score) in topic.actual.heights.iter().zip(scores) {
                prop_assert!((height - score).abs() < 1e-12, "{height} {score}");
            }
        }
        let sum = curve.actual.heights.iter().fold(0.0, |a, b| a + b);
        prop_assert!((curve.actual.mean - sum / spec.xs().len() as f64).abs() < 1e-12);
    }

    #[test]
    fn the_mean_height_of_a_curve_is_the_measure_of_that_name(
        world in any_world(),
        options in any_policy(),
    ) {
        prop_assume!(world.has_common_topic());
        let (qrels, run) = (world.qrels(), world.run());
        for (kind, name) in [
            (CurveKind::Cg, "AvgCG@7"),
            (CurveKind::Dcg, "AvgDCG@7"),
            (CurveKind::Ncg, "AvgnCG@7"),
            (CurveKind::Ndcg, "AvgnDCG@7"),
            (CurveKind::PrecisionRecall, "IPrec11"),
        ] {
            let drawn = draw(&qrels, &run, spec(kind, "", 7), options.clone());
            let measures = [name.parse().unwrap()];
            let evaluator = Evaluator::new(&qrels, &measures, options.clone()).unwrap();
            let score = evaluator.evaluate(&run).unwrap().all()[0];
            let mean = drawn.curves()[0].actual.mean;
            prop_assert!((mean - score).abs() < 1e-12, "{name}: {mean} {score}");
        }
    }

    #[test]
    fn the_ideal_is_never_below_a_curve(
        world in any_world(),
        options in any_policy(),
        kind in proptest::sample::select(CurveKind::ALL.to_vec()),
    ) {
        prop_assume!(world.has_common_topic());
        let drawn = draw(&world.qrels(), &world.run(), spec(kind, "", 13), options);
        let curve = &drawn.curves()[0];
        let lines = curve.topics.iter().map(|topic| (&topic.actual, &topic.ideal));
        for (actual, ideal) in lines.chain([(&curve.actual, &curve.ideal)]) {
            for (a, i) in actual.heights.iter().zip(&ideal.heights) {
                prop_assert!(a <= &(i + 1e-12), "{a} above {i}");
            }
            prop_assert!(actual.area <= ideal.area + 1e-12);
        }
        prop_assert!(curve.widest_gap().1 >= -1e-12);
    }

    #[test]
    fn the_area_below_a_roc_curve_is_the_share_of_pairs_in_the_right_order(
        world in any_world(),
        collection in proptest::option::of(10usize..20),
        averaged in any::<bool>(),
    ) {
        prop_assume!(world.has_common_topic());
        let ties = if averaged { Ties::Average } else { Ties::Docid };
        let mut options = Options::default().ties(ties);
        options.collection = collection;
        let drawn = draw(&world.qrels(), &world.run(), spec(CurveKind::Roc, "", 1), options);
        let curve = &drawn.curves()[0];
        let mut sum = 0.0;
        for (name, topic) in drawn.topics().iter().zip(&curve.topics) {
            let share = share_of_pairs(&world, name, collection, averaged);
            prop_assert!((topic.actual.area - share).abs() < 1e-12, "{} {share}", topic.actual.area);
            prop_assert!(topic.actual.heights.windows(2).all(|w| w[0] <= w[1] + 1e-12));
            sum += share;
        }
        prop_assert!((curve.actual.area - sum / drawn.topics().len() as f64).abs() < 1e-12);
    }

    #[test]
    fn the_area_below_a_roc_curve_is_normalised_recall(
        world in any_world(),
        options in any_policy(),
        collection in proptest::option::of(10usize..20),
    ) {
        prop_assume!(world.has_common_topic());
        let (qrels, run) = (world.qrels(), world.run());
        let mut options = options;
        options.collection = collection;
        let drawn = draw(&qrels, &run, spec(CurveKind::Roc, "", 1), options.clone());
        let measures = ["NormR".parse().unwrap()];
        let scores = Evaluator::new(&qrels, &measures, options).unwrap().evaluate(&run).unwrap();
        for (topic, (_, scores)) in drawn.curves()[0].topics.iter().zip(scores.iter()) {
            let area = topic.actual.area;
            prop_assert!((area - scores[0]).abs() < 1e-12, "{area} {}", scores[0]);
        }
        prop_assert!((drawn.curves()[0].actual.area - scores.all()[0]).abs() < 1e-12);
    }

    #[test]
    fn any_number_of_threads_and_a_file_give_the_same_curves(
        world in any_world(),
        kind in proptest::sample::select(CurveKind::ALL.to_vec()),
    ) {
        prop_assume!(world.has_common_topic());
        let qrels = world.qrels();
        let spec = spec(kind, "", 9);
        let from = |threads: usize| {
            let options = Options::default().threads(threads);
            let curves = Curves::new(&qrels, std::slice::from_ref(&spec), options).unwrap();
            (curves.draw(&world.run()).unwrap(), curves.run(file(&world.lines())).unwrap())
        };
        let ((memory, read), eight) = (from(1), from(8));
        prop_assert_eq!(&memory.curves(), &read.curves());
        prop_assert_eq!((memory, read), eight);
    }
}

#[test]
fn several_curves_are_drawn_in_one_reading() {
    let (qrels, run) = jk();
    let specs = [spec(CurveKind::Precision, "rel=1", 10), spec(CurveKind::Precision, "rel=3", 10)];
    let curves = Curves::new(&qrels, &specs, Options::default()).unwrap();
    let drawn = curves.draw(&run).unwrap();
    assert_eq!(drawn.curves()[0].actual.heights[9], 0.7);
    assert_eq!(drawn.curves()[1].actual.heights[9], 0.3);
    assert!(drawn.curves()[0].topics.is_empty());
    let none = Source::bytes("run", &b"u Q0 a 1 1 x\n"[..]);
    let error = curves.run(none).unwrap_err();
    assert_eq!(error.file(), Some("run"));
    assert!(error.message().starts_with("no topic of this run is judged"), "{error}");
}
