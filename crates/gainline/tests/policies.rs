//! Policies for ties and unjudged documents against going through all orders and all grades, on
//! random small topics and for every family over grades.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

mod orders;

use gainline::{
    Better, BoundRule, Cutoff, Evaluator, Expected, FAMILIES, Family, Known, Measure, Options,
    Qrels, Run, Scorer, TieRule, Ties, Unjudged,
};
use orders::permutations;
use proptest::prelude::*;
use std::collections::HashMap;

/// A document: its score, if it was retrieved, and its grade, if it was judged.
type Doc = (Option<u8>, Option<f64>);

/// One topic; the documents are called a, b, c, …
#[derive(Debug, Clone)]
struct Small(Vec<Doc>);

fn small(most: usize) -> impl Strategy<Value = Small> {
    let grade = prop_oneof![
        2 => (0..=3).prop_map(f64::from),
        1 => prop_oneof![Just(-1.0), Just(0.5), Just(1.5)],
    ];
    let doc = (proptest::option::weighted(0.8, 0u8..3), proptest::option::weighted(0.6, grade));
    proptest::collection::vec(doc, 1..=most).prop_map(Small)
}

fn name(doc: usize) -> String {
    char::from(b'a' + doc as u8).to_string()
}

impl Small {
    /// The judgments; a document that is not retrieved has grade 2, so that there are some.
    fn qrels(&self, also: &[(usize, f64)]) -> Qrels {
        let judged = (0..self.0.len()).filter_map(|doc| Some((doc, self.0[doc].1?)));
        let rows = judged.chain(also.iter().copied()).map(|(doc, grade)| ("t", name(doc), grade));
        let missed = ("t", "z".to_string(), 2.0);
        // A topic of its own has the highest grade, which the unjudged may then have too.
        let other = ("u", "y".to_string(), 4.0);
        Qrels::from_rows(rows.chain([missed, other])).unwrap()
    }

    fn retrieved(&self) -> Vec<usize> {
        (0..self.0.len()).filter(|&doc| self.0[doc].0.is_some()).collect()
    }

    /// The run with its rows in this order.
    fn run(&self, order: &[usize]) -> Run {
        let score = |doc: usize| f64::from(self.0[doc].0.unwrap());
        Run::from_rows(order.iter().map(|&doc| ("t", name(doc), score(doc)))).unwrap()
    }

    /// All orders of documents with equal scores.
    fn orders(&self) -> Vec<Vec<usize>> {
        let mut orders = vec![vec![]];
        for score in (0..3).rev() {
            let tied: Vec<usize> =
                (0..self.0.len()).filter(|&doc| self.0[doc].0 == Some(score)).collect();
            let ways = permutations(&tied);
            orders = orders
                .iter()
                .flat_map(|order| ways.iter().map(move |way| [&order[..], way].concat()))
                .collect();
        }
        orders
    }
}

/// Measures of every family over grades, with some of their parameters.
fn measures(k: usize) -> Vec<Measure> {
    let mut texts = vec![];
    for family in FAMILIES {
        let name = family.name;
        let has = |param: &str| family.params.iter().any(|p| p.name == param);
        let mut params = vec![String::new()];
        if has("gains") {
            params.push("(gains=exp2)".into());
            params.push("(gains={1:3,2:0.5})".into());
            params.push("(gains={1:-2,2:4})".into());
            params.push("(gains={0:-1,3:-3})".into());
        }
        if has("rel") {
            params.push("(rel=2)".into());
        }
        if has("rel") && has("gains") {
            params.push("(gains={1:9,2:1},rel=2)".into());
        }
        if has("discount") {
            params.push("(discount=jk,base=3)".into());
            params.push("(discount=jk-rn,base=3)".into());
        }
        if has("ideal") {
            params.push("(ideal=retrieved)".into());
        }
        if name == "ESL" {
            params.push("(n=2)".into());
        }
        if has("max") && name != "ERR" {
            params.push("(max=3)".into());
        }
        for params in params {
            match family.cutoff {
                Cutoff::None => texts.push(format!("{name}{params}")),
                Cutoff::Optional => {
                    texts.extend([format!("{name}{params}"), format!("{name}{params}@{k}")]);
                }
                Cutoff::Required => texts.push(format!("{name}{params}@{k}")),
                Cutoff::Recall => texts.push(format!("{name}{params}@{}", k as f64 / 6.0)),
            }
        }
    }
    let measures = texts.iter().map(|text| text.parse::<Measure>().unwrap());
    measures.filter(|measure| matches!(measure.scorer(1.0), Scorer::Judged(_))).collect()
}

/// Options with all that any measure needs.
fn options() -> Options {
    let known = Known::from_rows([("t", "a"), ("t", "c"), ("t", "z")]).unwrap();
    Options::default().collection(12).known(known).expected(Expected::Each(2.0)).threads(1)
}

/// The values of the topic.
fn values(qrels: &Qrels, run: &Run, measures: &[Measure], options: &Options) -> Vec<f64> {
    let evaluator = Evaluator::new(qrels, measures, options.clone()).unwrap();
    evaluator.evaluate(run).unwrap().topic("t").unwrap().to_vec()
}

/// Rocchio's mean ranks are not the mean over orders where ranks are not just added up.
fn takes_mean_ranks(family: &Family) -> bool {
    family.tie_mean == TieRule::MeanRanks
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * f64::max(1.0, b.abs())
}

/// What the policies for ties get wrong, against all orders of the tied documents.
fn wrong_under_ties(topic: &Small, k: usize) -> Vec<String> {
    let (qrels, measures) = (topic.qrels(&[]), measures(k));
    let run = topic.run(&topic.retrieved());
    let by = |ties| values(&qrels, &run, &measures, &options().ties(ties));
    let (average, best, worst) = (by(Ties::Average), by(Ties::Best), by(Ties::Worst));
    let orders = topic.orders();
    let input = options().ties(Ties::Input);
    let all: Vec<Vec<f64>> =
        orders.iter().map(|order| values(&qrels, &topic.run(order), &measures, &input)).collect();
    let mut wrong = vec![];
    for (at, measure) in measures.iter().enumerate() {
        let family = measure.family();
        let column = || all.iter().map(|row| row[at]);
        if !takes_mean_ranks(family) {
            let mean = column().sum::<f64>() / orders.len() as f64;
            if !close(average[at], mean) {
                wrong.push(format!("average {measure}: {}, not {mean}", average[at]));
            }
        }
        let (high, low) = (column().fold(f64::MIN, f64::max), column().fold(f64::MAX, f64::min));
        let (top, bottom) = match family.better {
            Better::Higher => (high, low),
            Better::Lower => (low, high),
            Better::Neither => continue,
        };
        if !close(best[at], top) {
            wrong.push(format!("best {measure}: {}, not {top}", best[at]));
        }
        if !close(worst[at], bottom) {
            wrong.push(format!("worst {measure}: {}, not {bottom}", worst[at]));
        }
    }
    wrong
}

/// Half of the gain is reached exactly at rank 2, whichever way the sums are rounded.
#[test]
fn what_is_reached_exactly_is_reached_in_every_order() {
    let topic = Small(vec![
        (Some(1), Some(3.0)),
        (Some(0), None),
        (Some(1), Some(0.5)),
        (Some(0), Some(0.5)),
        (Some(0), Some(3.0)),
    ]);
    for k in 1..6 {
        assert_eq!(wrong_under_ties(&topic, k), [""; 0]);
    }
    let (qrels, half_life) = (topic.qrels(&[]), ["RHL(gains=exp2)".parse().unwrap()]);
    for order in topic.orders() {
        let input = options().ties(Ties::Input);
        assert_eq!(values(&qrels, &topic.run(&order), &half_life, &input), [2.0]);
    }
}

proptest! {
    #[test]
    fn average_best_and_worst_are_what_all_orders_give(topic in small(6), k in 1usize..6) {
        let wrong = wrong_under_ties(&topic, k);
        prop_assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn all_policies_agree_where_nothing_is_tied(topic in small(8), k in 1usize..6) {
        let (qrels, measures) = (topic.qrels(&[]), measures(k));
        let docs = topic.retrieved();
        let rows = (0..).zip(&docs).map(|(at, &doc)| ("t", name(doc), -f64::from(at)));
        let run = Run::from_rows(rows).unwrap();
        let by = |ties| values(&qrels, &run, &measures, &options().ties(ties));
        let docid = by(Ties::Docid);
        for ties in Ties::ALL {
            prop_assert_eq!(&by(ties), &docid, "{}", ties);
        }
    }

    #[test]
    fn bounds_hold_whatever_grades_the_unjudged_have(topic in small(6), k in 1usize..6) {
        let qrels = topic.qrels(&[]);
        let bounded = |measure: &Measure| {
            let options = options().unjudged(Unjudged::Bounds);
            Evaluator::new(&qrels, std::slice::from_ref(measure), options).is_ok()
        };
        let measures: Vec<Measure> = measures(k).into_iter().filter(bounded).collect();
        let run = topic.run(&topic.retrieved());
        let evaluator =
            Evaluator::new(&qrels, &measures, options().unjudged(Unjudged::Bounds)).unwrap();
        let scores = evaluator.evaluate(&run).unwrap();
        let (lower, upper) = scores.bounds().unwrap();
        let (low, high) = (lower.topic("t").unwrap(), upper.topic("t").unwrap());
        for (at, value) in scores.topic("t").unwrap().iter().enumerate() {
            prop_assert!(low[at] <= *value && *value <= high[at], "{}", measures[at]);
        }
        let unjudged: Vec<usize> = topic
            .retrieved()
            .into_iter()
            .filter(|&doc| topic.0[doc].1.is_none())
            .collect();
        let grades: Vec<f64> =
            [0.0].into_iter().chain(qrels.grades().into_iter().filter(|g| *g > 0.0)).collect();
        let mut wrong = vec![];
        let mut reached: HashMap<usize, (f64, f64)> = HashMap::new();
        let ways = grades.len().pow(unjudged.len().min(4) as u32);
        for way in 0..ways {
            let mut rest = way;
            let mut given = vec![];
            for &doc in unjudged.iter().take(4) {
                given.push((doc, grades[rest % grades.len()]));
                rest /= grades.len();
            }
            let values = values(&topic.qrels(&given), &run, &measures, &options());
            for (at, (measure, value)) in measures.iter().zip(values).enumerate() {
                // Whether a document is judged is not a matter of its grade.
                if matches!(measure.family().bounds, BoundRule::Fixed) {
                    continue;
                }
                let within = low[at] - 1e-12 <= value && value <= high[at] + 1e-12;
                if !within {
                    let (low, high) = (low[at], high[at]);
                    wrong.push(format!("{measure} with {given:?}: {value}, not in [{low}, {high}]"));
                }
                let (least, most) = reached.entry(at).or_insert((value, value));
                (*least, *most) = (least.min(value), most.max(value));
            }
        }
        // And they are no wider than need be, but for documents that stay unjudged.
        if unjudged.len() <= 4 {
            let plain = values(&qrels, &run, &measures, &options());
            for (at, (least, most)) in reached {
                let measure = &measures[at];
                let (least, most) = (least.min(plain[at]), most.max(plain[at]));
                // To these it makes a difference whether a document has grade 0 or none.
                let sees = ["Bpref", "Bpref10", "GMBpref", "infAP", "NumNonrelJudgedRet"];
                if sees.contains(&measure.family().name) || measure.to_string().contains("{0:") {
                    continue;
                }
                if !close(low[at], least) || !close(high[at], most) {
                    let (low, high) = (low[at], high[at]);
                    wrong.push(format!("{measure}: [{low}, {high}], not [{least}, {most}]"));
                }
            }
        }
        prop_assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

/// Three tied documents, and only two of them kept: which, depends on their order.
#[test]
fn a_depth_within_tied_documents_is_refused_where_their_order_is_open() {
    let qrels = Qrels::from_rows([("t", "a", 1.0)]).unwrap();
    let run = Run::from_rows([("t", "a", 1.0), ("t", "b", 1.0), ("t", "c", 1.0)]).unwrap();
    let measures = ["AP".parse().unwrap()];
    for ties in Ties::ALL {
        let evaluator = |depth| {
            let options = Options::default().ties(ties).depth(depth);
            Evaluator::new(&qrels, &measures, options).unwrap().evaluate(&run)
        };
        assert_eq!(evaluator(2).is_ok(), ties.is_definite(), "{ties}");
        assert!(evaluator(3).is_ok());
    }
    let options = Options::default().ties(Ties::Best).depth(2);
    let error = Evaluator::new(&qrels, &measures, options).unwrap().evaluate(&run).unwrap_err();
    assert_eq!(
        error.to_string(),
        "in topic `t` documents of equal score stand on both sides of depth 2, so that it depends on \
         their order which of them are there\n  leave the depth out and give measures a cutoff, or \
         order ties by docid, rank or input"
    );
}

/// Numbers that nobody means must not take memory or time, and not fail.
#[test]
fn huge_cutoffs_and_collections_are_taken_in_stride() {
    let qrels = Qrels::from_rows([("t", "a", 1.0), ("t", "z", 2.0)]).unwrap();
    let run = Run::from_rows([("t", "a", 1.0), ("t", "b", 1.0)]).unwrap();
    for ties in Ties::ALL {
        for k in ["1000000000000", "18446744073709551615"] {
            for family in
                FAMILIES.iter().filter(|f| matches!(f.cutoff, Cutoff::Optional | Cutoff::Required))
            {
                let measure: Measure = format!("{}@{k}", family.name).parse().unwrap();
                let options = options().ties(ties).collection(1_000_000_000_000_000);
                let Ok(evaluator) = Evaluator::new(&qrels, &[measure], options) else { continue };
                let value = evaluator.evaluate(&run).unwrap().all()[0];
                assert!(value.is_finite(), "{}@{k}: {value}", family.name);
            }
        }
    }
}
