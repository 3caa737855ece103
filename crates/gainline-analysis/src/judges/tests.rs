//! Agreement counted by hand, and what must hold of any judges.

use super::*;
use crate::{NamedQrels, Silent};
use gainline::{Options, Qrels};
use proptest::prelude::*;

type Rows = Vec<(u8, u8, u8)>;

fn named(qrels: Qrels, name: &str) -> NamedQrels {
    NamedQrels { name: name.into(), qrels, file: None }
}

fn judge_of(name: &str, rows: &[(&str, &str, f64)]) -> NamedQrels {
    named(Qrels::from_rows(rows.iter().copied()).unwrap(), name)
}

fn ratings(judges: &[NamedQrels]) -> Ratings {
    Ratings::new(judges, |_| true).unwrap()
}

fn three() -> [NamedQrels; 3] {
    [
        judge_of("ann", &[("t", "a", 2.0), ("t", "b", 0.0), ("t", "c", 1.0), ("u", "a", 0.0)]),
        judge_of("ben", &[("t", "b", 0.0), ("t", "a", 1.0), ("t", "d", 2.0), ("u", "a", 1.0)]),
        judge_of("cat", &[("u", "a", 1.0), ("t", "a", 2.0), ("t", "b", 2.0), ("v", "z", 0.5)]),
    ]
}

#[test]
fn documents_are_brought_together_by_topic_and_name() {
    let ratings = ratings(&three());
    assert_eq!(ratings.grades, [0.0, 0.5, 1.0, 2.0]);
    assert!(!ratings.is_even());
    let topics: Vec<&str> = ratings.topics.iter().map(|topic| topic.name.as_str()).collect();
    assert_eq!(topics, ["t", "u", "v"]);
    let ids: Vec<&str> = ratings.topics[0].documents.iter().map(|d| d.id.as_str()).collect();
    assert_eq!(ids, ["a", "b", "c", "d"]);
    assert_eq!(ratings.topics[0].documents[0].grades, [Some(2.0), Some(1.0), Some(2.0)]);
    assert_eq!(ratings.topics[0].documents[3].grades, [None, Some(2.0), None]);
}

#[test]
fn pairs_and_all_are_counted_by_hand() {
    let agreement = Agreement::of(&ratings(&three()), 1.0);
    let pair = &agreement.pairs[0];
    assert_eq!((pair.first.as_str(), pair.second.as_str()), ("ann", "ben"));
    let only = (pair.judged_by_first_only, pair.judged_by_second_only);
    assert_eq!((pair.judged_by_both, only), (3, (1, 1)));
    // a: 2 and 1, b: 0 and 0, u's a: 0 and 1.
    assert_eq!(pair.grades.confusion.counts(), [[1, 0, 1, 0], [0; 4], [0; 4], [0, 0, 1, 0]]);
    assert_eq!(pair.relevance.overlap, Some(0.5));
    // 1 of 1 in t, 0 of 1 in u.
    assert_eq!(pair.relevance.mean_overlap, Some(MeanOverlap { mean: 0.5, topics: 2 }));
    let all = &agreement.all;
    let judged = (all.documents, all.judged_by_all, all.judged_by_several, all.same_grade);
    assert_eq!(judged, (6, 3, 3, 0));
    assert_eq!((all.relevant_to_all, all.relevant_to_any), (1, 3));
    assert_eq!(all.mean_overlap, Some(MeanOverlap { mean: 0.25, topics: 2 }));
    assert_eq!(all.fleiss_kappa.unwrap().units, 3);
}

#[test]
fn only_wanted_topics_count() {
    let [one, two, _] = three();
    let ratings = Ratings::new(&[one, two], |topic| topic == "u").unwrap();
    assert_eq!(ratings.grades, [0.0, 1.0]);
    assert_eq!(Agreement::of(&ratings, 1.0).pairs[0].judged_by_both, 1);
}

#[test]
fn what_all_have_judged_is_kept() {
    let kept = judged_by_all(&three()).unwrap();
    assert_eq!(kept.iter().map(|judge| judge.qrels.judgments()).collect::<Vec<_>>(), [3, 3, 3]);
    assert_eq!(kept[2].qrels.grade("t", "b"), Some(2.0));
    assert_eq!(kept[1].qrels.grade("t", "d"), None);
}

#[test]
fn too_many_grades_are_refused() {
    let many: Vec<(String, f64)> = (0..=MOST_GRADES).map(|n| (n.to_string(), n as f64)).collect();
    let rows = many.iter().map(|(doc, grade)| ("t", doc, *grade));
    let one = Qrels::from_rows(rows).unwrap();
    let both = [named(one.clone(), "a"), named(one, "b")];
    let error = Ratings::new(&both, |_| true).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the judges gave 201 different grades\n  agreement is counted by grade, of which there may \
         be 200; round them to a few steps"
    );
}

#[test]
fn regrading_counts_pairs_both_ways_or_from_one_judge() {
    let ratings = ratings(&three());
    let both = Regrading::of(&ratings, None);
    // Half a grade was given by one judge only, to a document of no other.
    assert_eq!(both.grades, [0.0, 1.0, 2.0]);
    // b: 0, 0, 2; u's a: 0, 1, 1; a: 2, 1, 2.
    assert_eq!(both.counts, [[2, 2, 2], [2, 2, 2], [2, 2, 2]]);
    let from = Regrading::of(&ratings, Some(0));
    assert_eq!(from.counts, [[1, 2, 1], [0, 0, 0], [0, 1, 1]]);
    assert_eq!(from.to_text(), "grade\t0\t1\t2\n0\t1\t2\t1\n2\t0\t1\t1\n");
}

#[test]
fn only_what_all_have_judged_counts_where_that_is_asked_for() {
    let inputs = JudgeInputs::new(three().into(), vec![], Options::default()).unwrap();
    let request = Judges { common: true, ..Judges::usual().unwrap() };
    let answer = request.clone().answer(&inputs, &Silent).unwrap();
    assert_eq!((answer.agreement.all.documents, answer.documents_left_out), (3, 3));
    assert_eq!((answer.topics, answer.topics_by_all), (2, 2));
    assert!(answer.effect.is_none());
    let from = Judges { regrading_from: Some("dan".into()), ..request };
    let error = from.answer(&inputs, &Silent).unwrap_err().to_string();
    assert_eq!(error, "there is no judge `dan`; the judges are ann, ben, cat");
}

#[test]
fn classes_change_where_their_authors_put_them() {
    let said = [-0.1, 0.0, 0.2, 0.21, 0.4, 0.6, 0.61, 0.8, 0.81].map(Strength::of);
    use Strength::{AlmostPerfect, Fair, Moderate, Poor, Slight, Substantial};
    let want =
        [Poor, Slight, Slight, Fair, Fair, Moderate, Substantial, Substantial, AlmostPerfect];
    assert_eq!(said, want);
    use Reliability::{Reliable, Tentative, Unreliable};
    let said = [0.8, 0.7999, 0.667, 0.666].map(Reliability::of);
    assert_eq!(said, [Reliable, Tentative, Tentative, Unreliable]);
}

fn judge() -> impl Strategy<Value = Rows> {
    proptest::collection::vec((0..3u8, 0..6u8, 0..4u8), 1..18)
}

fn built(rows: &Rows, name: &str) -> NamedQrels {
    let mut seen = std::collections::HashSet::new();
    let rows = rows.iter().filter(|(topic, doc, _)| seen.insert((*topic, *doc)));
    let rows = rows.map(|(t, d, g)| (t.to_string(), d.to_string(), f64::from(*g)));
    named(Qrels::from_rows(rows).unwrap(), name)
}

proptest! {
    #[test]
    fn topics_add_up_to_all(one in judge(), two in judge(), three in judge()) {
        let judges = [built(&one, "0"), built(&two, "1"), built(&three, "2")];
        let ratings = ratings(&judges);
        let (all, topics) = (Agreement::of(&ratings, 1.0), Agreement::by_topic(&ratings, 1.0));
        for (at, pair) in all.pairs.iter().enumerate() {
            let sum = |of: &dyn Fn(&PairAgreement) -> usize| {
                topics.iter().map(|topic| of(&topic.agreement.pairs[at])).sum::<usize>()
            };
            let both = pair.judged_by_both;
            prop_assert_eq!(both, sum(&|pair| pair.judged_by_both));
            prop_assert_eq!(both as u64, pair.grades.confusion.total());
            prop_assert_eq!(both as u64, pair.relevance.documents.total());
            prop_assert_eq!(pair.grades.same as usize, sum(&|pair| pair.grades.same as usize));
            let first = judges.iter().find(|judge| judge.name == pair.first).unwrap();
            prop_assert_eq!(first.qrels.judgments(), both + pair.judged_by_first_only);
        }
        let by_all: usize = topics.iter().map(|topic| topic.agreement.all.judged_by_all).sum();
        prop_assert_eq!(all.all.judged_by_all, by_all);
    }

    #[test]
    fn the_order_of_two_judges_does_not_matter(one in judge(), two in judge()) {
        let [one, two] = [built(&one, "0"), built(&two, "1")];
        let forth = Agreement::of(&ratings(&[one.clone(), two.clone()]), 2.0).pairs.remove(0);
        let back = Agreement::of(&ratings(&[two, one]), 2.0).pairs.remove(0);
        let kappas = |pair: &PairAgreement| {
            let GradeAgreement { kappa, kappa_linear, kappa_quadratic, .. } = pair.grades;
            [kappa, kappa_linear, kappa_quadratic].map(|kappa| kappa.map(|kappa| kappa.kappa))
        };
        for (forth, back) in kappas(&forth).into_iter().zip(kappas(&back)) {
            match (forth, back) {
                (Some(a), Some(b)) => prop_assert!((a - b).abs() < 1e-12),
                (a, b) => prop_assert_eq!(a, b),
            }
        }
        let transposed = back.grades.confusion.counts();
        for (row, counts) in forth.grades.confusion.counts().iter().enumerate() {
            for (column, count) in counts.iter().enumerate() {
                prop_assert_eq!(*count, transposed[column][row]);
            }
        }
        prop_assert_eq!(forth.relevance.overlap, back.relevance.overlap);
    }

    /// Two judges who are one agree fully, or there is nothing that chance would not give.
    #[test]
    fn a_judge_agrees_with_itself(one in judge()) {
        let same = ["0", "1", "2"].map(|name| built(&one, name));
        let agreement = Agreement::of(&ratings(&same), 1.0);
        let several = same[0].qrels.grades().len() > 1;
        for pair in &agreement.pairs {
            let kappa = pair.grades.kappa_linear.map(|kappa| kappa.kappa);
            prop_assert_eq!(kappa, several.then_some(1.0));
        }
        let all = &agreement.all;
        for alpha in [all.alpha_nominal, all.alpha_ordinal, all.alpha_interval] {
            let alpha = alpha.map(|alpha| alpha.coefficient.alpha);
            prop_assert_eq!(alpha, several.then_some(1.0));
        }
        prop_assert_eq!(all.agreement, Some(1.0));
        prop_assert!(all.overlap.is_none_or(|overlap| overlap == 1.0));
    }
}
