//! Measures that look beyond the grades of a ranking, to the whole collection, to scores or to the
//! user: cases worked by hand, and random small topics against the formulas computed naively, over
//! all orders of tied documents and all grades of unjudged ones.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop
#![allow(clippy::redundant_closure_for_method_calls)] // a list of formulas reads best in one style

mod orders;
mod topic;

use gainline::{
    Evaluator, Expected, Known, Measure, Options, Qrels, Run, Scores, Ties, Unjudged,
    parse_measures,
};
use orders::permutations;
use proptest::prelude::*;
use topic::Topic;

/// A document: its score, if it was retrieved, its grade, if it was judged, and whether the user
/// knew it.
#[derive(Debug, Clone, Copy)]
struct Doc {
    score: Option<f64>,
    grade: Option<f64>,
    known: bool,
}

/// One topic: its documents, called a, b, c, …, and the size of the collection.
#[derive(Debug, Clone)]
struct World {
    docs: Vec<Doc>,
    /// The grades of another topic: unjudged documents may have them too.
    elsewhere: Vec<f64>,
    collection: usize,
    expected: f64,
    rel: f64,
    k: usize,
}

/// Up to six documents, some with equal scores, and one more that was judged and not retrieved.
fn any_world() -> impl Strategy<Value = World> {
    let grade = prop_oneof![
        3 => (0..=3).prop_map(f64::from),
        1 => prop_oneof![Just(-1.0), Just(0.5), Just(1.5)],
    ];
    let score = prop_oneof![Just(-0.5), Just(0.25), Just(0.75), Just(2.0)];
    let doc = (
        proptest::option::weighted(0.8, score),
        proptest::option::weighted(0.6, grade.clone()),
        any::<bool>(),
    );
    let docs = proptest::collection::vec(doc, 0..=6);
    let expected = prop_oneof![(0..4).prop_map(f64::from), Just(1.5)];
    let rel = prop_oneof![3 => Just(1.0), 1 => Just(2.0), 1 => Just(0.5)];
    let elsewhere = proptest::collection::vec(grade.clone(), 0..3);
    (docs, grade, elsewhere, 0usize..10, expected, rel, 1usize..7).prop_map(
        |(docs, missed, elsewhere, more, expected, rel, k)| {
            let mut docs: Vec<Doc> =
                docs.into_iter().map(|(score, grade, known)| Doc { score, grade, known }).collect();
            docs.push(Doc { score: None, grade: Some(missed), known: true });
            let collection = docs.len().max(elsewhere.len()) + more;
            World { docs, elsewhere, collection, expected, rel, k }
        },
    )
}

fn name(doc: usize) -> String {
    char::from(b'a' + doc as u8).to_string()
}

impl World {
    fn qrels(&self) -> Qrels {
        let judged = (0..self.docs.len()).filter_map(|d| Some(("t", name(d), self.docs[d].grade?)));
        let others = self.elsewhere.iter().enumerate().map(|(d, grade)| ("u", name(d), *grade));
        Qrels::from_rows(judged.chain(others)).unwrap()
    }

    fn score(&self, doc: usize) -> f64 {
        self.docs[doc].score.unwrap()
    }

    fn retrieved(&self) -> Vec<usize> {
        (0..self.docs.len()).filter(|&doc| self.docs[doc].score.is_some()).collect()
    }

    /// All orders of the retrieved documents by score; the first as they stand.
    fn orders(&self) -> Vec<Vec<usize>> {
        let mut scores: Vec<f64> = self.retrieved().iter().map(|&doc| self.score(doc)).collect();
        scores.sort_by(|a, b| b.total_cmp(a));
        scores.dedup();
        let mut orders = vec![vec![]];
        for score in scores {
            let is_tied = |doc: &usize| self.score(*doc) == score;
            let ways =
                permutations(&self.retrieved().into_iter().filter(is_tied).collect::<Vec<_>>());
            let with = |order: &Vec<usize>| {
                ways.iter().map(|way| [&order[..], way].concat()).collect::<Vec<_>>()
            };
            orders = orders.iter().flat_map(with).collect();
        }
        orders
    }

    fn evaluate(&self, measures: &[Measure], ties: Ties, unjudged: Unjudged) -> Scores {
        let known = (0..self.docs.len()).filter(|&doc| self.docs[doc].known);
        let known = Known::from_rows(known.map(|doc| ("t", name(doc)))).unwrap();
        let options = Options::default().rel(self.rel).ties(ties).unjudged(unjudged).threads(1);
        let options = options.collection(self.collection).known(known);
        let options = options.expected(Expected::Each(self.expected));
        let qrels = self.qrels();
        let evaluator = Evaluator::new(&qrels, measures, options).unwrap();
        let rows = self.retrieved().into_iter().map(|doc| ("t", name(doc), self.score(doc)));
        evaluator.evaluate(&Run::from_rows(rows).unwrap()).unwrap()
    }

    /// The library's values.
    fn values(&self, measures: &[Measure], ties: Ties) -> Vec<f64> {
        self.evaluate(measures, ties, Unjudged::Irrelevant).topic("t").unwrap().to_vec()
    }

    /// Its lower and upper bounds.
    fn bounds(&self, measures: &[Measure]) -> [Vec<f64>; 2] {
        let scores = self.evaluate(measures, Ties::Docid, Unjudged::Bounds);
        let (lower, upper) = scores.bounds().unwrap();
        [lower, upper].map(|scores| scores.topic("t").unwrap().to_vec())
    }

    fn is_relevant(&self, doc: usize) -> bool {
        self.docs[doc].grade.is_some_and(|grade| grade >= self.rel)
    }

    fn relevant(&self) -> Vec<usize> {
        (0..self.docs.len()).filter(|&doc| self.is_relevant(doc)).collect()
    }

    fn gain(&self, doc: usize, gain: fn(f64) -> f64) -> f64 {
        self.docs[doc].grade.map_or(0.0, gain)
    }

    /// The highest gain of the topic.
    fn highest(&self, gain: fn(f64) -> f64) -> f64 {
        (0..self.docs.len()).map(|doc| self.gain(doc, gain)).fold(0.0, f64::max)
    }
}

fn linear(grade: f64) -> f64 {
    grade.max(0.0)
}

/// Not in the order of the grades.
fn mapped(grade: f64) -> f64 {
    match grade {
        1.0 => 3.0,
        2.0 => 0.5,
        other => other.max(0.0),
    }
}

fn over(a: f64, b: f64) -> f64 {
    if b == 0.0 { 0.0 } else { a / b }
}

/// The formulas, for one order of the documents.
struct Naive<'w> {
    world: &'w World,
    order: &'w [usize],
    /// φ(1), φ(2), …
    phi: Vec<f64>,
}

impl<'w> Naive<'w> {
    /// Each document at its own rank.
    fn ordered(world: &'w World, order: &'w [usize]) -> Self {
        let at = |doc: &usize| order.iter().position(|other| other == doc);
        Naive::new(world, order, |doc| at(&doc).map(|at| at as f64 + 1.0))
    }

    /// Tied documents at the mean of their ranks.
    fn at_mean_ranks(world: &'w World, order: &'w [usize]) -> Self {
        let count = |is: &dyn Fn(f64) -> bool| {
            order.iter().filter(|&&doc| is(world.score(doc))).count() as f64
        };
        Naive::new(world, order, |doc| {
            let score = world.docs[doc].score?;
            Some(count(&|s| s > score) + (count(&|s| s == score) + 1.0) / 2.0)
        })
    }

    fn new(world: &'w World, order: &'w [usize], rank: impl Fn(usize) -> Option<f64>) -> Self {
        // What is not retrieved shares the ranks n+1 to N.
        let behind = ((order.len() + 1 + world.collection) as f64) / 2.0;
        let ranks = world.relevant().into_iter().map(|doc| rank(doc).unwrap_or(behind));
        let mut phi: Vec<f64> = ranks.collect();
        phi.sort_by(f64::total_cmp);
        Naive { world, order, phi }
    }

    fn n0(&self) -> f64 {
        self.phi.len() as f64
    }

    fn mean_rank(&self) -> f64 {
        over(self.phi.iter().sum(), self.n0())
    }

    fn recall_error(&self) -> f64 {
        if self.phi.is_empty() { 0.0 } else { self.mean_rank() - (self.n0() + 1.0) / 2.0 }
    }

    /// ln 1 + ln 2 + … from one number to another.
    fn logs(from: usize, to: usize) -> f64 {
        (from..=to).map(|i| (i as f64).ln()).sum()
    }

    fn precision_error(&self) -> f64 {
        self.phi.iter().map(|rank| rank.ln()).sum::<f64>() - Naive::logs(1, self.phi.len())
    }

    fn norm_r(&self) -> f64 {
        let others = self.world.collection as f64 - self.n0();
        match (self.phi.len(), self.order.len()) {
            (0, _) => 0.0,
            (_, 0) => 0.5,
            _ if others == 0.0 => 1.0,
            _ => 1.0 - self.recall_error() / others,
        }
    }

    fn norm_p(&self) -> f64 {
        let (n0, n) = (self.phi.len(), self.world.collection);
        let choose = Naive::logs(n - n0 + 1, n) - Naive::logs(1, n0);
        match n0 {
            0 => 0.0,
            _ if n == n0 => f64::from(u8::from(!self.order.is_empty())),
            _ => 1.0 - self.precision_error() / choose,
        }
    }

    /// 0 where there is nothing in order.
    fn of_order(&self, value: f64) -> f64 {
        let none = self.order.is_empty() && self.phi.len() == self.world.collection;
        if self.phi.is_empty() || none { 0.0 } else { value }
    }

    fn log_p(&self) -> f64 {
        let sum: f64 = self.phi.iter().map(|rank| rank.ln()).sum();
        if sum == 0.0 { 1.0 } else { Naive::logs(1, self.phi.len()) / sum }
    }

    /// One by one down the ranking; behind it the mean over all orders of what is left.
    fn search_length(&self, wanted: usize) -> f64 {
        let (mut passed, mut left) = (0.0, wanted);
        for &doc in self.order {
            if left == 0 {
                return passed;
            }
            if self.world.is_relevant(doc) { left -= 1 } else { passed += 1.0 }
        }
        let missed = self.phi.len() - (wanted - left);
        let others = (self.world.collection - self.order.len() - missed) as f64;
        let share = if left > missed { 1.0 } else { left as f64 / (missed as f64 + 1.0) };
        passed + others * share
    }

    fn adm(&self, raw: bool, max: Option<f64>) -> f64 {
        let world = self.world;
        let scores: Vec<f64> = self.order.iter().map(|&doc| world.score(doc)).collect();
        let (low, high) =
            scores.iter().fold((f64::MAX, f64::MIN), |(l, h), &s| (l.min(s), h.max(s)));
        let scale = |s: f64| match raw {
            true => s.clamp(0.0, 1.0),
            false if low == high => 1.0,
            false => (s - low) / (high - low),
        };
        let max = max.unwrap_or(world.highest(linear));
        let (mut sum, mut count) = (0.0, 0.0);
        for (doc, Doc { score, grade, .. }) in world.docs.iter().enumerate() {
            if score.is_some() || grade.is_some() {
                let gain = over(world.gain(doc, linear), max).min(1.0);
                sum += (score.map_or(0.0, scale) - gain).abs();
                count += 1.0;
            }
        }
        1.0 - sum / count
    }

    fn cosine(&self, k: usize) -> f64 {
        let list = || {
            let pair = |&doc: &usize| (self.world.score(doc), self.world.gain(doc, linear));
            self.order.iter().take(k).map(pair)
        };
        let norm = |square: f64| square.sqrt();
        let dot: f64 = list().map(|(s, g)| s * g).sum();
        let (s, g) =
            (list().map(|(s, _)| s * s).sum::<f64>(), list().map(|(_, g)| g * g).sum::<f64>());
        over(dot, norm(s) * norm(g))
    }

    /// The sum of what the top k give, and the least and most that any order of the list gives.
    fn among_orders(&self, each: impl Fn(usize) -> f64) -> [f64; 3] {
        let sum = |order: &[usize]| -> f64 {
            order.iter().take(self.world.k).map(|&doc| each(doc)).sum()
        };
        let all: Vec<f64> = permutations(self.order).iter().map(|order| sum(order)).collect();
        let low = all.iter().copied().fold(f64::MAX, f64::min);
        [sum(self.order), low, all.iter().copied().fold(f64::MIN, f64::max)]
    }

    fn satisfaction(&self, gain: fn(f64) -> f64) -> f64 {
        let world = self.world;
        let each = |doc| if world.is_relevant(doc) { world.gain(doc, gain) } else { 0.0 };
        let [actual, _, best] = self.among_orders(each);
        over(actual, best)
    }

    fn frustration(&self, gain: fn(f64) -> f64, max: Option<f64>) -> f64 {
        let world = self.world;
        let max = max.unwrap_or(world.highest(gain));
        let [actual, best, worst] = self.among_orders(|doc| match world.is_relevant(doc) {
            true => 0.0,
            false => 1.0 - over(world.gain(doc, gain), max).min(1.0),
        });
        if worst - best < 1e-9 { 0.0 } else { (actual - best) / (worst - best) }
    }

    fn count(&self, is: impl Fn(usize) -> bool) -> f64 {
        self.order.iter().filter(|&&doc| is(doc)).count() as f64
    }

    fn recall_effort(&self) -> f64 {
        let (mut left, mut examined) = (self.world.expected.ceil(), 0.0);
        for &doc in self.order.iter() {
            if left > 0.0 {
                examined += 1.0;
                left -= if self.world.is_relevant(doc) { 1.0 } else { 0.0 };
            }
        }
        over(self.world.expected, examined)
    }
}

type Formula = Box<dyn Fn(&Naive<'_>) -> f64>;

/// Measures whose mean over orders is had exactly, each with its formula.
fn averaged(k: usize) -> Vec<(String, Formula)> {
    vec![
        ("NormR".into(), Box::new(|n| n.norm_r())),
        ("ScaledR".into(), Box::new(|n| n.of_relevant(1.0 - 5.0 * (1.0 - n.norm_r())))),
        ("ScaledR(scale=2)".into(), Box::new(|n| n.of_relevant(1.0 - 2.0 * (1.0 - n.norm_r())))),
        ("RecallError".into(), Box::new(|n| n.recall_error())),
        ("ASL".into(), Box::new(|n| n.mean_rank())),
        ("ESL".into(), Box::new(|n| n.search_length(1))),
        ("ESL(n=1.5)".into(), Box::new(|n| n.search_length(2))),
        ("ESL(n=3)".into(), Box::new(|n| n.search_length(3))),
        ("ADM".into(), Box::new(|n| n.adm(false, None))),
        ("ADM(max=2)".into(), Box::new(|n| n.adm(false, Some(2.0)))),
        ("ADM(scores=raw)".into(), Box::new(|n| n.adm(true, None))),
        ("RelRel".into(), Box::new(|n| n.cosine(usize::MAX))),
        (format!("RelRel@{k}"), Box::new(move |n| n.cosine(k))),
        (format!("Sat@{k}"), Box::new(|n| n.satisfaction(linear))),
        (format!("Sat(gains={{1:3,2:0.5}})@{k}"), Box::new(|n| n.satisfaction(mapped))),
        (format!("Frus@{k}"), Box::new(|n| n.frustration(linear, None))),
        (format!("Frus(max=2)@{k}"), Box::new(|n| n.frustration(linear, Some(2.0)))),
        (format!("Frus(gains={{1:3,2:0.5}})@{k}"), Box::new(|n| n.frustration(mapped, None))),
        (
            format!("SFT@{k}"),
            Box::new(|n| f64::midpoint(n.satisfaction(linear), 1.0 - n.frustration(linear, None))),
        ),
        (
            format!("SFT(w=0.2,gains={{1:3,2:0.5}})@{k}"),
            Box::new(|n| 0.2 * n.satisfaction(mapped) + 0.8 * (1.0 - n.frustration(mapped, None))),
        ),
        (
            "RelRecall".into(),
            Box::new(|n| over(n.count(|doc| n.world.is_relevant(doc)), n.world.expected)),
        ),
        ("RecallEffort".into(), Box::new(|n| n.recall_effort())),
    ]
}

/// Measures that have mean ranks, not means over orders.
fn by_mean_ranks() -> Vec<(String, Formula)> {
    vec![
        ("NormP".into(), Box::new(|n| n.norm_p())),
        ("RankR".into(), Box::new(|n| n.of_order((n.n0() + 1.0) / 2.0 / n.mean_rank()))),
        ("LogP".into(), Box::new(|n| n.of_order(n.log_p()))),
        ("PrecisionError".into(), Box::new(|n| n.precision_error())),
    ]
}

/// Measures that have no bounds.
fn unbounded() -> Vec<(String, Formula)> {
    vec![
        (
            "Coverage".into(),
            Box::new(|n| {
                let is = |doc: usize| n.world.is_relevant(doc) && n.world.docs[doc].known;
                over(n.count(is), (0..n.world.docs.len()).filter(|&d| is(d)).count() as f64)
            }),
        ),
        (
            "Novelty".into(),
            Box::new(|n| {
                let new = |doc: usize| n.world.is_relevant(doc) && !n.world.docs[doc].known;
                over(n.count(new), n.count(|doc| n.world.is_relevant(doc)))
            }),
        ),
    ]
}

impl Naive<'_> {
    fn of_relevant(&self, value: f64) -> f64 {
        if self.phi.is_empty() { 0.0 } else { value }
    }
}

fn parsed(all: &[(String, Formula)]) -> Vec<Measure> {
    all.iter().map(|(text, _)| topic::parsed(text)).collect()
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * f64::max(1.0, b.abs())
}

fn all_close(texts: &[(String, Formula)], a: &[f64], b: &[f64]) -> Result<(), TestCaseError> {
    for ((text, _), (a, b)) in texts.iter().zip(a.iter().zip(b)) {
        prop_assert!(close(*a, *b), "{text}: {a}, naively {b}");
    }
    Ok(())
}

proptest! {
    #[test]
    fn measures_equal_their_formulas(world in any_world()) {
        let mut all = averaged(world.k);
        all.extend(by_mean_ranks());
        all.extend(unbounded());
        let mut docs = world.retrieved();
        docs.sort_by(|a, b| world.score(*b).total_cmp(&world.score(*a)).then(b.cmp(a)));
        let naive = Naive::ordered(&world, &docs);
        let expected: Vec<f64> = all.iter().map(|(_, formula)| formula(&naive)).collect();
        let values = world.values(&parsed(&all), Ties::Docid);
        all_close(&all, &values, &expected)?;
    }

    #[test]
    fn the_average_over_ties_is_the_mean_over_all_orders(world in any_world()) {
        let mut all = averaged(world.k);
        all.extend(unbounded());
        let orders = world.orders();
        let naive: Vec<Naive<'_>> = orders.iter().map(|o| Naive::ordered(&world, o)).collect();
        let mean = |formula: &Formula| naive.iter().map(formula).sum::<f64>() / naive.len() as f64;
        let expected: Vec<f64> = all.iter().map(|(_, formula)| mean(formula)).collect();
        let values = world.values(&parsed(&all), Ties::Average);
        all_close(&all, &values, &expected)?;
    }

    #[test]
    fn rocchio_s_other_indices_give_tied_documents_the_mean_of_their_ranks(world in any_world()) {
        let all = by_mean_ranks();
        let order = &world.orders()[0];
        let naive = Naive::at_mean_ranks(&world, order);
        let expected: Vec<f64> = all.iter().map(|(_, formula)| formula(&naive)).collect();
        let values = world.values(&parsed(&all), Ties::Average);
        all_close(&all, &values, &expected)?;
    }

    /// They hold for all grades that the unjudged may have, and are reached.
    #[test]
    fn bounds_are_the_lowest_and_highest_over_all_grades(world in any_world()) {
        let mut all = averaged(world.k);
        all.extend(by_mean_ranks());
        let [low, high] = world.bounds(&parsed(&all));
        let mut docs = world.retrieved();
        docs.sort_by(|a, b| world.score(*b).total_cmp(&world.score(*a)).then(b.cmp(a)));
        let unjudged: Vec<usize> =
            docs.iter().copied().filter(|&doc| world.docs[doc].grade.is_none()).collect();
        let grades: Vec<Option<f64>> =
            world.qrels().grades().into_iter().filter(|g| *g > 0.0).chain([0.0]).map(Some).collect();
        // The ways to grade more are too many to go through.
        prop_assume!(unjudged.len() <= 3);
        let mut reached = vec![(f64::INFINITY, f64::NEG_INFINITY); all.len()];
        for way in 0..grades.len().pow(unjudged.len() as u32) {
            let mut given = world.clone();
            let mut rest = way;
            for &doc in &unjudged {
                given.docs[doc].grade = grades[rest % grades.len()];
                rest /= grades.len();
            }
            let naive = Naive::ordered(&given, &docs);
            for ((_, formula), (least, most)) in all.iter().zip(&mut reached) {
                let value = formula(&naive);
                (*least, *most) = (least.min(value), most.max(value));
            }
        }
        for (((text, _), (least, most)), (low, high)) in
            all.iter().zip(reached).zip(low.iter().zip(high))
        {
            let right = close(*low, least) && close(high, most);
            prop_assert!(right, "{text}: [{low}, {high}], not [{least}, {most}]");
        }
    }

    /// The area under the curve of recall over fallout: how often a relevant document stands above
    /// another one.
    #[test]
    fn normalised_recall_of_a_whole_collection_is_the_area_under_the_roc_curve(
        ranking in proptest::collection::vec(any::<bool>(), 1..30),
    ) {
        let (mut pairs, mut right) = (0.0, 0.0);
        for below in 0..ranking.len() {
            for above in 0..below {
                if ranking[above] != ranking[below] {
                    pairs += 1.0;
                    right += f64::from(u8::from(ranking[above]));
                }
            }
        }
        let grades: Vec<Option<f64>> =
            ranking.iter().map(|&is| Some(f64::from(u8::from(is)))).collect();
        prop_assume!(pairs > 0.0);
        let value = Topic { ranking: grades, missed: vec![] }.value("NormR");
        prop_assert!(close(value, right / pairs), "{value}, not {right} of {pairs}");
    }
}

/// The values of one topic, whose documents are given with score and grade, those without a score
/// being judged and not retrieved.
fn values(docs: &[(&str, Option<f64>, Option<f64>)], measures: &str, options: Options) -> Vec<f64> {
    let judged = docs.iter().filter_map(|(doc, _, grade)| Some(("t", *doc, (*grade)?)));
    let ranked = docs.iter().filter_map(|(doc, score, _)| Some(("t", *doc, (*score)?)));
    let (qrels, run) = (Qrels::from_rows(judged).unwrap(), Run::from_rows(ranked).unwrap());
    let measures = parse_measures([measures]).unwrap();
    let evaluator = Evaluator::new(&qrels, &measures, options).unwrap();
    evaluator.evaluate(&run).unwrap().topic("t").unwrap().to_vec()
}

#[track_caller]
fn near(value: f64, expected: f64) {
    assert!((value - expected).abs() <= 1e-12 * expected.abs().max(1.0), "{value}, not {expected}");
}

/// Rocchio, ch. 5, sec. 4.A: d1 > d2 > {d3, d4, d5} > d6 have the ranks 1, 2, 4, 4, 4, 6.
#[test]
fn tied_documents_have_the_mean_of_their_ranks() {
    let scores = [("d1", 9.0), ("d2", 8.0), ("d3", 5.0), ("d4", 5.0), ("d5", 5.0), ("d6", 1.0)];
    for (at, rank) in [1.0, 2.0, 4.0, 4.0, 4.0, 6.0].into_iter().enumerate() {
        let mut docs = scores.map(|(doc, score)| (doc, Some(score), Some(0.0)));
        docs[at].2 = Some(1.0);
        let average = Options::default().ties(Ties::Average);
        assert_eq!(values(&docs, "ASL", average), [rank]);
    }
    // By document id, descending, d3 stands at rank 5.
    let mut docs = scores.map(|(doc, score)| (doc, Some(score), Some(0.0)));
    docs[2].2 = Some(1.0);
    assert_eq!(values(&docs, "ASL", Options::default()), [5.0]);
}

/// Relevant documents at ranks 1 and 4; one more was not retrieved and has the mean of ranks
/// 5..12, 8.5. So mean φ = 13.5/3 = 4.5, and at best it is 2.
#[test]
fn rocchio_s_indices_of_four_documents_out_of_twelve() {
    let topic = Topic::of("1 - 0 1", "1");
    near(topic.value("ASL(N=12)"), 4.5);
    near(topic.value("RecallError(N=12)"), 4.5 - 2.0);
    near(topic.value("NormR(N=12)"), 1.0 - 2.5 / 9.0);
    near(topic.value("ScaledR(N=12)"), 1.0 - 12.5 / 9.0);
    near(topic.value("ScaledR(scale=2,N=12)"), 1.0 - 5.0 / 9.0);
    near(topic.value("RankR(N=12)"), 2.0 / 4.5);
    // φ(1) φ(2) φ(3) = 34, 3! = 6, C(12, 3) = 220.
    near(topic.value("PrecisionError(N=12)"), (34.0f64 / 6.0).ln());
    near(topic.value("NormP(N=12)"), 1.0 - (34.0f64 / 6.0).ln() / 220f64.ln());
    near(topic.value("LogP(N=12)"), 6f64.ln() / 34f64.ln());
}

/// The least collection is the four retrieved documents and the one missed, which has rank 5.
#[test]
fn without_its_size_the_collection_is_as_small_as_it_can_be() {
    let topic = Topic::of("1 - 0 1", "1 0 -1");
    near(topic.value("ASL"), 10.0 / 3.0);
    near(topic.value("NormR"), 1.0 - (10.0 / 3.0 - 2.0) / 2.0);
    let docs = [("a", Some(1.0), Some(0.0)), ("b", None, Some(1.0))];
    // N from the options: the one missed has the mean of ranks 2..10.
    near(values(&docs, "ASL", Options::default().collection(10))[0], 6.0);
    // And from the measure before the options.
    near(values(&docs, "ASL(N=20)", Options::default().collection(10))[0], 11.0);
}

#[test]
fn a_perfect_ranking_has_no_error_and_a_reversed_one_all_there_can_be() {
    for (ranking, value) in [("2 1 3 0 - 0", 1.0), ("0 - 0 2 1 3", 0.0)] {
        let topic = Topic::of(ranking, "");
        near(topic.value("NormR"), value);
        near(topic.value("NormP"), value);
        near(topic.value("ScaledR"), if value == 1.0 { 1.0 } else { -4.0 });
        // At worst the relevant stand at ranks 4, 5 and 6.
        near(topic.value("RecallError"), 3.0 * (1.0 - value));
        near(topic.value("PrecisionError"), 20f64.ln() * (1.0 - value));
        near(topic.value("RankR"), if value == 1.0 { 1.0 } else { 2.0 / 5.0 });
        near(topic.value("LogP"), if value == 1.0 { 1.0 } else { 6f64.ln() / 120f64.ln() });
    }
}

/// C(10^12, 1) is 10^12; C(10^12, 2) is 10^12 (10^12 - 1) / 2.
#[test]
fn a_huge_collection_is_no_trouble() {
    let (one, two) = (Topic::of("0 0 1", ""), Topic::of("0 1 0 1", ""));
    near(one.value("NormP(N=1e12)"), 1.0 - 3f64.ln() / 1e12f64.ln());
    let choose = 1e12f64.ln() + (1e12f64 - 1.0).ln() - 2f64.ln();
    near(two.value("NormP(N=1e12)"), 1.0 - 4f64.ln() / choose);
    near(two.value("NormR(N=1e12)"), 1.0 - 1.5 / (1e12 - 2.0));
}

#[test]
fn indices_where_there_is_nothing_to_put_in_order() {
    let nothing = Topic::of("", "1 1 0");
    near(nothing.value("NormR"), 0.5);
    near(nothing.value("NormR(N=50)"), 0.5);
    near(nothing.value("ScaledR(N=50)"), -1.5);
    // Both in the middle of ranks 1..50, at 25.5; C(50, 2) = 1225.
    near(nothing.value("ASL(N=50)"), 25.5);
    near(nothing.value("NormP(N=50)"), 1.0 - (25.5f64 * 25.5 / 2.0).ln() / 1225f64.ln());
    for measure in ["NormP", "RankR", "LogP"] {
        assert_eq!(nothing.value(measure), 0.0, "{measure}");
        assert_eq!(Topic::of("1 2", "").value(measure), 1.0, "{measure}");
        assert_eq!(Topic::of("0 -", "0").value(measure), 0.0, "{measure}");
    }
    assert_eq!(Topic::of("1 2", "").value("NormR"), 1.0);
    // A single relevant document.
    assert_eq!(Topic::of("1 0", "").value("LogP"), 1.0);
    assert_eq!(Topic::of("0 1", "").value("LogP"), 0.0);
}

/// Mean ranks may lie further down, in logarithms, than any order: two of three documents at rank
/// 2.5 each, where 2 ln 2.5 = 1.83 and ln 2 + ln 3 = 1.79.
#[test]
fn normalised_precision_of_ties_by_mean_ranks_may_fall_below_0() {
    let docs =
        [("a", Some(2.0), Some(0.0)), ("b", Some(1.0), Some(1.0)), ("c", Some(1.0), Some(1.0))];
    let average = || Options::default().ties(Ties::Average);
    let error = (2.5f64 * 2.5 / 2.0).ln();
    near(values(&docs, "NormP", average())[0], 1.0 - error / 3f64.ln());
    near(values(&docs, "PrecisionError", average())[0], error);
}

/// Cooper's formula j + i s / (r + 1).
#[test]
fn expected_search_length_of_ties_and_of_documents_not_retrieved() {
    let (yes, no) = (Some(1.0), Some(0.0));
    let docs = [
        ("a", Some(3.0), None),
        ("b", Some(2.0), yes),
        ("c", Some(2.0), no),
        ("d", Some(2.0), yes),
        ("e", Some(2.0), None),
        ("f", None, yes),
    ];
    let by = |ties: Ties| {
        let options = Options::default().ties(ties).collection(12);
        values(&docs, "ESL,ESL(n=2),ESL(n=3),ESL(n=4)", options)
    };
    // Before the ties 1 document is passed; of the 2 others among them a third each before, between
    // and behind the 2 relevant. The third relevant document is one of 7 behind the ranking, and 3
    // documents are passed before them: 3 + 6/2. There is no fourth: all 9 others are passed.
    let average = by(Ties::Average);
    for (value, expected) in average.iter().zip([1.0 + 2.0 / 3.0, 1.0 + 4.0 / 3.0, 6.0, 9.0]) {
        near(*value, expected);
    }
    // In descending order of ids: a, e, d, c, b.
    assert_eq!(by(Ties::Docid), [2.0, 3.0, 6.0, 9.0]);
    assert_eq!(by(Ties::Best), [1.0, 1.0, 6.0, 9.0]);
    assert_eq!(by(Ties::Worst), [3.0, 3.0, 6.0, 9.0]);
}

/// Scores 8, 5 and 3 become 1, 0.4 and 0; grades 1, none and 3, out of 3, 1/3, 0 and 1; a document
/// of grade 2 was not retrieved: distances 2/3, 0.4, 1 and 2/3.
#[test]
fn average_distance_of_scores_and_gains() {
    let docs = [
        ("a", Some(8.0), Some(1.0)),
        ("b", Some(5.0), None),
        ("c", Some(3.0), Some(3.0)),
        ("d", None, Some(2.0)),
    ];
    let value = |measure: &str| values(&docs, measure, Options::default())[0];
    near(value("ADM"), 1.0 - (2.0 / 3.0 + 0.4 + 1.0 + 2.0 / 3.0) / 4.0);
    // Out of 4: 1/4, 0, 3/4 and 1/2.
    near(value("ADM(max=4)"), 1.0 - (0.75 + 0.4 + 0.75 + 0.5) / 4.0);
    // Out of 2, no more than 1: 1/2, 0, 1 and 1.
    near(value("ADM(max=2)"), 1.0 - (0.5 + 0.4 + 1.0 + 1.0) / 4.0);
    // Scores above 1 are 1: distances 2/3, 1, 0 and 2/3.
    near(value("ADM(scores=raw)"), 1.0 - (2.0 / 3.0 + 1.0 + 2.0 / 3.0) / 4.0);
    // Gains 1, 0, 7 and 3, out of 7.
    near(value("ADM(gains=exp2)"), 1.0 - (6.0 / 7.0 + 0.4 + 1.0 + 3.0 / 7.0) / 4.0);
}

/// Scores 3, 2 and 1 with gains 1, 0 and 3: (3 + 3) / (√14 √10).
#[test]
fn the_cosine_of_scores_and_gains() {
    let docs = [("a", Some(3.0), Some(1.0)), ("b", Some(2.0), None), ("c", Some(1.0), Some(3.0))];
    let all = values(&docs, "RelRel,RelRel@1,RelRel@2,RelRel@9", Options::default());
    near(all[0], 6.0 / 140f64.sqrt());
    near(all[1], 1.0);
    near(all[2], 3.0 / 13f64.sqrt());
    near(all[3], all[0]);
    let below = docs.map(|(doc, score, grade)| (doc, score.map(|s| s - 4.0), grade));
    // Scores -1, -2 and -3: -(1 + 9) / (√14 √10).
    near(values(&below, "RelRel", Options::default())[0], -10.0 / 140f64.sqrt());
}

#[test]
fn scores_that_are_infinite_huge_tiny_or_all_equal_give_numbers() {
    let inf = f64::INFINITY;
    // The scores, and what becomes of the three of them for ADM.
    for (scores, scaled) in [
        ([inf, 1.0, -inf], [1.0, 0.5, 0.0]),
        ([inf, 5.0, 3.0], [1.0, 0.0, 0.0]),
        ([f64::MAX, 0.0, f64::MIN], [1.0, 0.5, 0.0]),
        ([1e-320, 5e-321, 0.0], [1.0, 0.5, 0.0]),
        ([inf, inf, inf], [1.0, 1.0, 1.0]),
        ([-7.0, -7.0, -7.0], [1.0, 1.0, 1.0]),
    ] {
        let [a, b, c] = scores.map(Some);
        let docs = [("c", a, Some(2.0)), ("b", b, Some(1.0)), ("a", c, Some(0.0))];
        let all = values(&docs, "ADM,RelRel,RelRel@1", Options::default());
        let distances = (1.0 - scaled[0]) + f64::abs(0.5 - scaled[1]) + scaled[2];
        assert!((all[0] - (1.0 - distances / 3.0)).abs() < 1e-3, "{scores:?}: {}", all[0]);
        let sign = if scores[0] > 0.0 { 1.0 } else { -1.0 };
        near(all[2], sign);
        assert!(all[1] * sign > 0.0 && all[1].abs() <= 1.0, "{scores:?}: {}", all[1]);
    }
}

/// The list's gains are 1, none, 0, 3, 2 and none; the top 3 give 1, and at best 3 + 2 + 1. Two of
/// them are not relevant; at best there is none, at worst 3.
#[test]
fn satisfaction_and_frustration_are_between_the_best_and_the_worst_order() {
    let topic = Topic::of("1 - 0 3 2 -", "3");
    near(topic.value("Sat@3"), 1.0 / 6.0);
    near(topic.value("Frus@3"), 2.0 / 3.0);
    near(topic.value("SFT@3"), 0.5 / 6.0 + 0.5 / 3.0);
    near(topic.value("SFT(w=0.8)@3"), 0.8 / 6.0 + 0.2 / 3.0);
    // From grade 2 on: the top 3 give nothing and frustrate 2/3 + 1 + 1; at best 0 + 0 + 2/3, at
    // worst 3.
    near(topic.value("Sat(rel=2)@3"), 0.0);
    near(topic.value("Frus(rel=2)@3"), (8.0 / 3.0 - 2.0 / 3.0) / (3.0 - 2.0 / 3.0));
    // With max=6 grade 1 frustrates 5/6.
    near(topic.value("Frus(rel=2,max=6)@3"), (17.0 / 6.0 - 5.0 / 6.0) / (3.0 - 5.0 / 6.0));
    // Gains 1, 3 and 7.
    near(topic.value("Sat(gains=exp2)@3"), 1.0 / 11.0);
    // Grades below 0 frustrate as 0 does, and grade 0.5 half if the highest is 1.
    let topic = Topic::of("-2 0.5 1 0", "");
    near(topic.value("Frus@2"), (1.5 - 0.5) / (2.0 - 0.5));
    near(topic.value("Sat@2"), 0.0);
}

#[test]
fn a_list_of_which_all_orders_are_alike_does_not_frustrate() {
    for (ranking, satisfaction) in [("", 0.0), ("0 - -1", 0.0), ("2 1", 1.0), ("1", 1.0)] {
        let topic = Topic::of(ranking, "3");
        assert_eq!(topic.value("Frus@2"), 0.0, "{ranking}");
        assert_eq!(topic.value("Sat@2"), satisfaction, "{ranking}");
        assert_eq!(topic.value("SFT(w=0.25)@2"), 0.75 + 0.25 * satisfaction, "{ranking}");
    }
}

/// Of the relevant documents a, c, d and e, all but d are known; a, c and d are retrieved, at ranks
/// 1, 3 and 4.
#[test]
fn what_the_user_knew_and_expected() {
    let docs = [
        ("a", Some(9.0), Some(1.0)),
        ("b", Some(8.0), Some(0.0)),
        ("c", Some(7.0), Some(2.0)),
        ("d", Some(6.0), Some(1.0)),
        ("u", Some(5.0), None),
        ("e", None, Some(1.0)),
    ];
    let options = |expected: f64| {
        let known = ["a", "b", "c", "e", "u"].map(|doc| ("t", doc));
        let known = Known::from_rows(known).unwrap();
        Options::default().known(known).expected(Expected::Each(expected))
    };
    let all = "Coverage,Novelty,RelRecall,RecallEffort,Coverage(rel=2),Novelty(rel=2)";
    let with = |expected: f64| values(&docs, all, options(expected));
    for (expected, values) in [
        (2.0, [2.0 / 3.0, 1.0 / 3.0, 1.5, 2.0 / 3.0, 1.0, 0.0]),
        (2.5, [2.0 / 3.0, 1.0 / 3.0, 1.2, 2.5 / 4.0, 1.0, 0.0]),
        // Too few are found: all five were examined.
        (4.0, [2.0 / 3.0, 1.0 / 3.0, 0.75, 4.0 / 5.0, 1.0, 0.0]),
        (0.0, [2.0 / 3.0, 1.0 / 3.0, 0.0, 0.0, 1.0, 0.0]),
    ] {
        with(expected).iter().zip(values).for_each(|(value, expected)| near(*value, expected));
    }
}

#[test]
fn whether_unjudged_documents_were_known_is_not_told_so_there_are_no_bounds() {
    let qrels = Qrels::from_rows([("t", "a", 1.0)]).unwrap();
    let known = || Known::from_rows([("t", "a")]).unwrap();
    for measure in ["Coverage", "Novelty"] {
        let options = Options::default().known(known()).unjudged(Unjudged::Bounds);
        let error = Evaluator::new(&qrels, &[measure.parse().unwrap()], options).err().unwrap();
        let expected = format!(
            "measure `{measure}` has no bounds for unjudged documents: of unjudged documents it is \
             not told which the user knew"
        );
        assert_eq!(error.message(), expected);
    }
}
