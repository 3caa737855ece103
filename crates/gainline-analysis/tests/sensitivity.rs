//! The changes that the library gives, by formula or not, against plain recomputation, for every
//! family of measures. Where the recall base grows, judgments and run are made anew and evaluated;
//! where it is fixed, no judgments are like that, and the scorer is given the changed ranking.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use gainline::{
    Background, Cutoff, Evaluator, Expected, FAMILIES, Family, Found, Judged, Known, Measure, Need,
    Options, ParamKind, Qrels, Run, Scorer, Source, Ties, Unjudged, parse_measures,
};
use gainline_analysis::sensitivity::{Base, Changes, Documents, Sensitivity, SensitivityEvaluator};
use proptest::prelude::*;
use std::sync::LazyLock;

/// A topic, written down densely.
#[derive(Debug, Clone)]
struct Topic {
    /// Grades by rank, none for unjudged documents.
    ranking: Vec<Option<f64>>,
    /// The grades of documents that were not retrieved.
    missed: Vec<f64>,
}

/// All grades that there are, each with a document of another topic.
const GRADES: [(&str, f64); 5] = [("a", -1.0), ("b", 0.0), ("c", 1.0), ("d", 2.0), ("e", 3.0)];

impl Topic {
    fn rows(&self) -> Vec<(String, f64)> {
        let ranked = self.ranking.iter().enumerate();
        let ranked = ranked.filter_map(|(at, grade)| Some((format!("d{at}"), (*grade)?)));
        let missed = self.missed.iter().enumerate().map(|(at, grade)| (format!("m{at}"), *grade));
        ranked.chain(missed).collect()
    }

    /// There is one more document that was judged and not retrieved, so that the topic stays, and another
    /// topic with all grades, so that the scale stays.
    fn qrels(&self) -> Qrels {
        let mut rows = self.rows();
        rows.push(("other".into(), 0.0));
        let rows = rows.iter().map(|(id, grade)| ("t", id.as_str(), *grade));
        Qrels::from_rows(rows.chain(GRADES.map(|(id, grade)| ("u", id, grade)))).unwrap()
    }

    fn run(&self) -> Run {
        let ids: Vec<String> = (0..self.ranking.len()).map(|at| format!("d{at}")).collect();
        let rows = ids.iter().zip(scores(ids.len()));
        Run::from_rows(rows.map(|(id, score)| ("t", id.as_str(), score))).unwrap()
    }

    fn with(&self, rank: usize, grade: Option<f64>) -> Topic {
        let mut topic = self.clone();
        topic.ranking[rank - 1] = grade;
        topic
    }

    fn grades(&self) -> Vec<f64> {
        let mut grades: Vec<f64> = self.rows().into_iter().map(|(_, grade)| grade).collect();
        grades.push(0.0);
        grades.sort_by(|a, b| b.total_cmp(a));
        grades
    }

    /// The value when R and the ideal are those of these grades.
    fn value_with_base(&self, measure: &Measure, grades: &[f64], known: &[f64]) -> f64 {
        let ranked = (1..).zip(&self.ranking);
        let is_known = |rank| rank == 2 && !known.is_empty();
        let found = ranked.filter_map(|(rank, grade)| {
            Some(Found { rank, grade: (*grade)?, known: is_known(rank) })
        });
        let found: Vec<Found> = found.collect();
        let scores: Vec<f64> = scores(self.ranking.len()).collect();
        let background = Background { collection: Some(60), known, expected: Some(3.0) };
        let judged = Judged::new(self.ranking.len(), &found, grades)
            .with_scores(&scores)
            .with_background(background);
        let Scorer::Judged(scorer) = measure.scorer_on(1.0, &GRADES.map(|(_, grade)| grade)) else {
            panic!("{measure}")
        };
        scorer.score(&judged)
    }

    /// The value when judgments and run are made anew.
    fn value(&self, measure: &Measure, options: &Options) -> f64 {
        let (qrels, run) = (self.qrels(), self.run());
        let evaluator = Evaluator::new(&qrels, std::slice::from_ref(measure), options.clone());
        evaluator.unwrap().evaluate(&run).unwrap().topic("t").unwrap()[0]
    }
}

/// Scores that fall, not evenly.
fn scores(count: usize) -> impl Iterator<Item = f64> {
    (0..count).map(|at| 3.0 / (at as f64 + 1.5))
}

/// The document at rank 2 was known before, if it is judged.
fn options(topic: &Topic) -> Options {
    let is_judged = topic.ranking.get(1).is_some_and(Option::is_some);
    let known = if is_judged { "t d1\n" } else { "t nothing\n" };
    let known = Known::read(Source::bytes("known", known.as_bytes())).unwrap();
    Options::default().known(known).expected(Expected::Each(3.0)).collection(60)
}

fn topic() -> impl Strategy<Value = Topic> {
    let grade = || prop_oneof![Just(-1.0), Just(0.0), Just(1.0), Just(2.0), Just(3.0)];
    let ranking = prop::collection::vec(prop::option::of(grade()), 1..14);
    (ranking, prop::collection::vec(grade(), 0..5))
        .prop_map(|(ranking, missed)| Topic { ranking, missed })
}

/// Measures of a family: each of its parameters in turn, at several cutoffs.
fn spellings(family: &Family) -> Vec<String> {
    let mut params = vec![String::new()];
    for param in family.params {
        let values: Vec<String> = match &param.kind {
            ParamKind::Word(words) => words.iter().map(ToString::to_string).collect(),
            ParamKind::Gains => {
                ["exp2", "0-1-3-9", "{1:0,2:5}", "{0:0.5}"].map(String::from).into()
            }
            ParamKind::List(..) => vec!["0.25-0.5".into()],
            ParamKind::Number(low, high) => {
                let fits = |n: &f64| (low..=high).contains(&n);
                [0.5, 2.0, 80.0].into_iter().filter(fits).map(|n| n.to_string()).collect()
            }
        };
        params.extend(values.iter().map(|value| format!("({}={value})", param.name)));
    }
    let cutoffs: &[&str] = match family.cutoff {
        Cutoff::None => &[""],
        Cutoff::Optional => &["", "@1", "@4", "@20"],
        Cutoff::Required => &["@1", "@4", "@20"],
        Cutoff::Recall => &["@0", "@0.4", "@1"],
    };
    let name = family.name;
    let all = params.iter().flat_map(|p| cutoffs.iter().map(move |c| format!("{name}{p}{c}")));
    all.collect()
}

/// All measures over grades that go with the random topics.
static MEASURES: LazyLock<Vec<Measure>> = LazyLock::new(|| {
    let spelled = FAMILIES.iter().flat_map(|family| spellings(family));
    let measures = spelled.filter_map(|text| text.parse::<Measure>().ok());
    let over_grades = |m: &Measure| matches!(m.scorer(1.0), Scorer::Judged(_));
    // A measure with a collection of its own may have a smaller one than there are documents.
    let has_room = |m: &Measure| !["(N=0.5)", "(N=2)"].iter().any(|n| m.to_string().contains(n));
    // The scale stays as it is, even if a document gets a grade beyond it.
    let is_on_scale =
        |m: &Measure| m.setting(1.0).rel() <= 3.0 || !m.family().needs.contains(&Need::HighestGain);
    measures.filter(|m| over_grades(m) && has_room(m) && is_on_scale(m)).collect()
});

/// Holds all changes of a topic to recomputation. Returns how many there are.
fn hold(topic: &Topic, measures: &[Measure], request: &Sensitivity) -> usize {
    let (qrels, options) = (topic.qrels(), options(topic));
    let request = Sensitivity { measures: measures.to_vec(), ..request.clone() };
    let sensitivity = SensitivityEvaluator::new(&qrels, options.clone(), &request).unwrap();
    let changes = sensitivity.evaluate(&topic.run()).unwrap();
    let grades = topic.grades();
    let known: Vec<f64> = topic.ranking.get(1).copied().flatten().into_iter().collect();
    let mut held = 0;
    for (at, measure) in measures.iter().enumerate() {
        let to = sensitivity.to(at);
        for rank in 1..=topic.ranking.len() {
            let now = topic.ranking[rank - 1];
            let (counts, before) = match request.documents {
                Documents::All => (true, None),
                Documents::Lower => (now.is_none_or(|now| now < to), now),
                Documents::Unjudged => (now.is_none(), None),
            };
            let (before, after) = (topic.with(rank, before), topic.with(rank, Some(to)));
            let value = |topic: &Topic| match request.base {
                Base::Grows => topic.value(measure, &options),
                Base::Fixed => topic.value_with_base(measure, &grades, &known),
            };
            let counts = counts && is_possible(&after, measure, &grades, request.base);
            let wanted = counts.then(|| value(&after) - value(&before)).filter(|v| v.is_finite());
            let given = changes.topics[0].change(at, rank);
            let same = match (given, wanted) {
                (Some(given), Some(wanted)) => {
                    (given - wanted).abs() <= 1e-12 * wanted.abs().max(1.0)
                }
                (given, wanted) => given.is_none() && wanted.is_none(),
            };
            let by = sensitivity.formula(at);
            assert!(same, "{measure} ({by:?}) to {to} at rank {rank}: {given:?}, not {wanted:?}");
            held += usize::from(wanted.is_some());
        }
    }
    held
}

/// What reads the place of every relevant document cannot have more of them than there are.
fn is_possible(after: &Topic, measure: &Measure, grades: &[f64], base: Base) -> bool {
    let rel = measure.setting(1.0).rel();
    let relevant = |grades: &[f64]| grades.iter().filter(|g| **g >= rel).count();
    let found: Vec<f64> = after.ranking.iter().flatten().copied().collect();
    let places_all = measure.family().needs.contains(&Need::Collection);
    base == Base::Grows || !places_all || relevant(&found) <= relevant(grades)
}

/// A request without its measures.
fn request() -> impl Strategy<Value = Sensitivity> {
    let base = prop::sample::select(Base::ALL.to_vec());
    let documents = prop::sample::select(Documents::ALL.to_vec());
    let to = prop::sample::select(vec![None, None, Some(0.0), Some(1.0), Some(2.0), Some(3.0)]);
    (base, documents, to).prop_map(|(base, documents, to)| Sensitivity {
        to,
        base,
        documents,
        ..Sensitivity::by(vec![])
    })
}

/// Every sixteenth measure is taken at a time.
const STEP: usize = 16;

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..Default::default() })]

    #[test]
    fn changes_equal_recomputation_for_every_family(
        topic in topic(), request in request(), first in 0..STEP,
    ) {
        let some: Vec<Measure> = MEASURES.iter().skip(first).step_by(STEP).cloned().collect();
        hold(&topic, &some, &request);
    }
}

/// The measures with a formula, in all their ways.
const WITH_FORMULAS: &str = "AP,AP@1,AP@4,AP(divisor=min)@4,AP(rel=2),GMAP,Rprec,Rprec(rel=2),\
    Rprec(rounding=trec_eval),mSR,mSR@3,mSR(gains=exp2),mSR(gains={1:0,2:5})@5,AvgnDCG@1,AvgnDCG@4,\
    AvgnDCG(discount=jk)@6,AvgnDCG(discount=jk,base=4)@20,AvgnDCG(discount=jk-rn,base=3)@9,\
    AvgnDCG(discount=rank)@50,AvgnDCG(discount=none)@9,AvgnDCG(gains=exp2)@1000000,Q,Q@1,Q@4,\
    Q(beta=0),Q(beta=10)@20,Q(divisor=min)@3,Q(gains=exp2),GenAP,GenAP@3,GenAP(gains=0-1-10-100)";

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..Default::default() })]

    #[test]
    fn formulas_equal_recomputation(
        topic in topic(),
        documents in prop::sample::select(Documents::ALL.to_vec()),
        to in prop::sample::select(vec![None, Some(2.0), Some(3.0)]),
    ) {
        let measures = parse_measures([WITH_FORMULAS]).unwrap();
        let fixed = Sensitivity { to, documents, ..Sensitivity::by(vec![]) };
        hold(&topic, &measures, &fixed);
        hold(&topic, &measures[..1], &Sensitivity { base: Base::Grows, ..fixed });
    }
}

fn small() -> Topic {
    let ranking = vec![Some(1.0), None, Some(0.0), Some(2.0), None, Some(1.0)];
    Topic { ranking, missed: vec![1.0] }
}

/// A test that compared nothing would pass.
#[test]
fn every_family_over_grades_is_held_to_recomputation() {
    for family in FAMILIES {
        let own: Vec<Measure> =
            MEASURES.iter().filter(|m| m.family() == *family).cloned().collect();
        let first: Measure = spellings(family)[0].parse().unwrap();
        let over_grades = matches!(first.scorer(1.0), Scorer::Judged(_));
        assert_eq!(!own.is_empty(), over_grades, "{}", family.name);
        for base in Base::ALL.into_iter().filter(|_| over_grades) {
            let held = hold(&small(), &own, &Sensitivity { base, ..Sensitivity::by(vec![]) });
            assert!(held >= 3 * own.len(), "{}: {held}", family.name);
        }
    }
}

#[test]
fn measures_say_which_formula_they_have() {
    let measures = parse_measures([WITH_FORMULAS]).unwrap();
    let qrels = small().qrels();
    let of = |measures: &[Measure], request: Sensitivity| {
        let request = Sensitivity { measures: measures.to_vec(), ..request };
        let sensitivity = SensitivityEvaluator::new(&qrels, Options::default(), &request).unwrap();
        (0..measures.len()).map(|at| sensitivity.formula(at)).collect::<Vec<_>>()
    };
    assert!(of(&measures, Sensitivity::by(vec![])).iter().all(Option::is_some));
    let named = parse_measures(["AP,Rprec,mSR,AvgnDCG@5,Q,GenAP,nDCG@10,RR"]).unwrap();
    let fixed = ["(10)", "1/R", "(28)", "(33)", "(37)", "(44)"].map(Some).to_vec();
    assert_eq!(of(&named, Sensitivity::by(vec![])), [fixed, vec![None; 2]].concat());
    let lower = Sensitivity { documents: Documents::Lower, ..Sensitivity::by(vec![]) };
    assert_eq!(of(&named, lower)[4..6], [Some("(36), (37)"), Some("(43), (44)")]);
    let grows = Sensitivity { base: Base::Grows, ..Sensitivity::by(vec![]) };
    assert_eq!(of(&named, grows), [vec![Some("(16)")], vec![None; 7]].concat());
    // Where a gain is not the same as relevance, or nothing turns relevant, they do not apply.
    let apart = parse_measures(["Q(rel=2),GenAP(rel=2),Q(gains={0:1}),Rprec(mult=2)"]).unwrap();
    assert_eq!(of(&apart, Sensitivity::by(vec![])), [None; 4]);
    let to_nothing = Sensitivity { to: Some(0.0), ..Sensitivity::by(vec![]) };
    assert_eq!(of(&named, to_nothing)[..2], [None, None]);
}

proptest! {
    /// Kishida's (11), and his remark on R-precision.
    #[test]
    fn a_higher_rank_moves_average_precision_more_and_r_precision_the_same(topic in topic()) {
        let request = Sensitivity::by(parse_measures(["AP,Rprec"]).unwrap());
        let sensitivity =
            SensitivityEvaluator::new(&topic.qrels(), Options::default(), &request).unwrap();
        let changes = sensitivity.evaluate(&topic.run()).unwrap();
        let relevant = topic.grades().iter().filter(|grade| **grade >= 1.0).count();
        let is_relevant = |rank: usize| topic.ranking[rank - 1].is_some_and(|grade| grade >= 1.0);
        for rank in 1..=topic.ranking.len() {
            let ap = |rank| changes.topics[0].change(0, rank).unwrap();
            let neighbours = rank < topic.ranking.len() && !is_relevant(rank) && !is_relevant(rank + 1);
            prop_assert!(relevant == 0 || !neighbours || ap(rank) > ap(rank + 1));
            let each = if rank <= relevant { 1.0 / relevant as f64 } else { 0.0 };
            prop_assert_eq!(changes.topics[0].change(1, rank), Some(each));
        }
    }
}

/// Two topics and one that the run lacks. P@2 moves by 1/2 at ranks 1 and 2; RR, with rank 1
/// relevant in `a` and rank 2 in `b`, moves at rank 1 by 1 − 0 and by 1 − 1/2, at rank 2 by 0 and by
/// 1/2; the third rank is there in `b` only, and moves nothing.
#[test]
fn means_by_hand() {
    let qrels =
        Qrels::from_rows([("a", "1", 1.0), ("b", "2", 2.0), ("c", "3", 1.0), ("b", "4", 0.0)]);
    let qrels = qrels.unwrap();
    let rows =
        [("a", "1", 3.0), ("a", "x", 2.0), ("b", "4", 3.0), ("b", "2", 2.0), ("b", "y", 1.0)];
    let run = Run::from_rows(rows).unwrap();
    let measures = parse_measures(["P@2,RR,RR(rel=2)"]).unwrap();
    let of = |documents| {
        let request = Sensitivity { documents, ..Sensitivity::by(measures.clone()) };
        let sensitivity = SensitivityEvaluator::new(&qrels, Options::default(), &request).unwrap();
        assert_eq!([0, 1, 2].map(|at| sensitivity.to(at)), [1.0, 1.0, 2.0]);
        sensitivity.evaluate(&run).unwrap()
    };
    let shown = |changes: &Changes, measure: usize| -> Vec<Option<(f64, usize)>> {
        let curve = changes.curve(measure);
        let at = |rank| curve.iter().find(|at| at.rank == rank).map(|at| (at.change, at.topics));
        (0..=4).map(at).collect()
    };
    let all = of(Documents::All);
    let none = None;
    assert_eq!(shown(&all, 0), [none, Some((0.5, 2)), Some((0.5, 2)), Some((0.0, 1)), none]);
    assert_eq!(shown(&all, 1), [none, Some((0.75, 2)), Some((0.25, 2)), Some((0.0, 1)), none]);
    assert_eq!([all.half(0), all.half(1)], [Some(1), Some(1)]);
    let two = parse_measures(["AP@1,P@2"]).unwrap();
    let grows = Sensitivity { base: Base::Grows, ..Sensitivity::by(two) };
    let grows = SensitivityEvaluator::new(&qrels, Options::default(), &grows).unwrap();
    let grows = grows.evaluate(&run).unwrap();
    // A relevant document at rank 2 of `a` makes AP@1 there 1/2, which was 1. So changes go both
    // ways, and there is no half.
    assert_eq!(shown(&grows, 0)[1..3], [Some((0.75, 2)), Some((-0.25, 2))]);
    assert_eq!([grows.half(0), grows.half(1)], [None, Some(1)]);
    assert!(all.topics.iter().map(|topic| topic.name.as_str()).eq(["a", "b", "c"]));
    assert_eq!(all.topics[2].change(0, 1), None);
    // Only documents that rise: in `a` the second, in `b` the first and the third. With RR(rel=2)
    // the first of `a` rises too, from grade 1 to 2.
    let lower = of(Documents::Lower);
    assert_eq!(shown(&lower, 1), [none, Some((0.5, 1)), Some((0.0, 1)), Some((0.0, 1)), none]);
    assert_eq!(shown(&lower, 2)[1..3], [Some((0.75, 2)), Some((0.5, 1))]);
    let unjudged = of(Documents::Unjudged);
    assert_eq!(shown(&unjudged, 1), [none, none, Some((0.0, 1)), Some((0.0, 1)), none]);
    assert_eq!(unjudged.half(1), None);
}

#[test]
fn what_leaves_a_change_open_is_refused() {
    let qrels = small().qrels();
    let refused = |options: Options, documents, measure: &str, to| {
        let measures = parse_measures([measure]).unwrap();
        let request = Sensitivity { documents, to, ..Sensitivity::by(measures) };
        SensitivityEvaluator::new(&qrels, options, &request).err().unwrap().to_string()
    };
    let plain = Options::default;
    assert_eq!(
        refused(plain().ties(Ties::Average), Documents::All, "AP", None),
        "ties in no definite order (`average`)\n  order ties by docid, rank or input"
    );
    assert_eq!(
        refused(plain().unjudged(Unjudged::Bounds), Documents::All, "AP", None),
        "a change at a rank is one number, not bounds for unjudged documents\n  count unjudged \
         documents as irrelevant, or condense rankings"
    );
    assert_eq!(
        refused(plain().unjudged(Unjudged::Condense), Documents::Unjudged, "AP", None),
        "condensed rankings have no unjudged documents\n  count unjudged documents as irrelevant"
    );
    assert_eq!(
        refused(plain(), Documents::All, "nDCG(gains=0-1-10-50)@10", Some(4.0)),
        "`nDCG(gains=0-1-10-50)@10` has no gain for grade 4, which documents get\n  give another \
         grade (--to), or the measure other gains"
    );
    assert_eq!(
        refused(plain(), Documents::All, "AP", Some(f64::NAN)),
        "the grade to change to is not finite\n  give a grade"
    );
}
