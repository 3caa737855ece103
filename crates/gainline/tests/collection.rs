//! Measures that look beyond the grades of a ranking, to the whole collection, to scores or to the
//! user: random small topics against the formulas computed naively, over
//! all orders of tied documents and all grades of unjudged ones.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop
#![allow(clippy::redundant_closure_for_method_calls)] // a list of formulas reads best in one style

mod orders;
mod topic;

use gainline::{Evaluator, Expected, Known, Measure, Options, Qrels, Run, Scores, Ties, Unjudged};
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

    /// The highest gain of all judgments.
    fn highest(&self, gain: fn(f64) -> f64) -> f64 {
        let here = (0..self.docs.len()).map(|doc| self.gain(doc, gain));
        here.chain(self.elsewhere.iter().map(|grade| gain(*grade))).fold(0.0, f64::max)
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
        let distances = world.docs.iter().enumerate().map(|(doc, Doc { score, .. })| {
            let gain = over(world.gain(doc, linear), max).min(1.0);
            (score.map_or(0.0, scale) - gain).abs()
        });
        1.0 - distances.sum::<f64>() / world.collection as f64
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
