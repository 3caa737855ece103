use super::*;
use gainline::Qrels;
use gainline_stats::KappaWeights;
use proptest::prelude::*;

type Rows = Vec<(u8, u8, u8)>;

fn qrels(rows: &[(&str, &str, f64)]) -> Qrels {
    Qrels::from_rows(rows.iter().copied()).unwrap()
}

fn ratings(judges: &[&Qrels]) -> Ratings {
    Ratings::new(judges, |_| true).unwrap()
}

fn three() -> [Qrels; 3] {
    [
        qrels(&[("t", "a", 2.0), ("t", "b", 0.0), ("t", "c", 1.0), ("u", "a", 0.0)]),
        qrels(&[("t", "b", 0.0), ("t", "a", 1.0), ("t", "d", 2.0), ("u", "a", 1.0)]),
        qrels(&[("u", "a", 1.0), ("t", "a", 2.0), ("t", "b", 2.0), ("v", "z", 0.5)]),
    ]
}

#[test]
fn documents_are_brought_together_by_topic_and_name() {
    let [one, two, three] = three();
    let ratings = ratings(&[&one, &two, &three]);
    assert_eq!(ratings.grades(), [0.0, 0.5, 1.0, 2.0]);
    assert!(!ratings.is_even());
    let topics: Vec<&str> = ratings.topics().iter().map(|topic| topic.name.as_str()).collect();
    assert_eq!(topics, ["t", "u", "v"]);
    let ids: Vec<&str> = ratings.topics()[0].documents.iter().map(|d| d.id.as_str()).collect();
    assert_eq!(ids, ["a", "b", "c", "d"]);
    assert_eq!(ratings.topics()[0].documents[0].grades, [Some(2.0), Some(1.0), Some(2.0)]);
    assert_eq!(ratings.topics()[0].documents[3].grades, [None, Some(2.0), None]);
}

#[test]
fn pairs_and_all_are_counted_by_hand() {
    let [one, two, three] = three();
    let agreement = Agreement::of(&ratings(&[&one, &two, &three]), 1.0);
    let pair = agreement.pair(1, 0).unwrap();
    assert_eq!((pair.both, pair.only_first, pair.only_second), (3, 1, 1));
    // a: 2 and 1, b: 0 and 0, u's a: 0 and 1.
    assert_eq!(pair.grades.counts(), [[1, 0, 1, 0], [0; 4], [0; 4], [0, 0, 1, 0]]);
    assert_eq!(pair.relevant.overlap(), Some(0.5));
    // 1 of 1 in t, 0 of 1 in u.
    assert_eq!(pair.mean_overlap, Some((0.5, 2)));
    let all = &agreement.all;
    assert_eq!((all.documents, all.by_all, all.by_several, all.same), (6, 3, 3, 0));
    assert_eq!((all.relevant_to_all, all.relevant_to_any), (1, 3));
    assert_eq!(all.mean_overlap, Some((0.25, 2)));
    assert_eq!(all.fleiss.as_ref().unwrap().units, 3);
}

#[test]
fn only_wanted_topics_count() {
    let [one, two, _] = three();
    let ratings = Ratings::new(&[&one, &two], |topic| topic == "u").unwrap();
    assert_eq!(ratings.grades(), [0.0, 1.0]);
    assert_eq!(Agreement::of(&ratings, 1.0).pairs[0].both, 1);
}

#[test]
fn what_all_have_judged_is_kept() {
    let [one, two, three] = three();
    let kept = judged_by_all(&[&one, &two, &three]).unwrap();
    assert_eq!(kept.iter().map(Qrels::judgments).collect::<Vec<_>>(), [3, 3, 3]);
    assert_eq!(kept[2].grade("t", "b"), Some(2.0));
    assert_eq!(kept[1].grade("t", "d"), None);
}

#[test]
fn too_many_grades_are_refused() {
    let many: Vec<(String, f64)> = (0..=MOST_GRADES).map(|n| (n.to_string(), n as f64)).collect();
    let rows = many.iter().map(|(doc, grade)| ("t", doc, *grade));
    let one = Qrels::from_rows(rows).unwrap();
    let error = Ratings::new(&[&one, &one], |_| true).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the judges gave 201 different grades\n  agreement is counted by grade, of which there may \
         be 200; round them to a few steps"
    );
}

#[test]
fn regrading_counts_pairs_both_ways_or_from_one_judge() {
    let [one, two, three] = three();
    let ratings = ratings(&[&one, &two, &three]);
    let both = Regrading::of(&ratings, None);
    // Half a grade was given by one judge only, to a document of no other.
    assert_eq!(both.grades, [0.0, 1.0, 2.0]);
    // b: 0, 0, 2; u's a: 0, 1, 1; a: 2, 1, 2.
    assert_eq!(both.counts, [[2, 2, 2], [2, 2, 2], [2, 2, 2]]);
    let from = Regrading::of(&ratings, Some(0));
    assert_eq!(from.counts, [[1, 2, 1], [0, 0, 0], [0, 1, 1]]);
}

fn judge() -> impl Strategy<Value = Rows> {
    proptest::collection::vec((0..3u8, 0..6u8, 0..4u8), 1..18)
}

fn built(rows: &Rows) -> Qrels {
    let mut seen = std::collections::HashSet::new();
    let rows = rows.iter().filter(|(topic, doc, _)| seen.insert((*topic, *doc)));
    Qrels::from_rows(rows.map(|(t, d, g)| (t.to_string(), d.to_string(), f64::from(*g)))).unwrap()
}

proptest! {
    #[test]
    fn topics_add_up_to_all(one in judge(), two in judge(), three in judge()) {
        let [one, two, three] = [built(&one), built(&two), built(&three)];
        let ratings = ratings(&[&one, &two, &three]);
        let (all, topics) = (Agreement::of(&ratings, 1.0), Agreement::by_topic(&ratings, 1.0));
        for (at, pair) in all.pairs.iter().enumerate() {
            let sum = |of: &dyn Fn(&PairAgreement) -> usize| {
                topics.iter().map(|topic| of(&topic.pairs[at])).sum::<usize>()
            };
            prop_assert_eq!(pair.both, sum(&|pair| pair.both));
            prop_assert_eq!(pair.both as u64, pair.grades.total());
            prop_assert_eq!(pair.both as u64, pair.relevant.total());
            prop_assert_eq!(pair.grades.same() as usize, sum(&|pair| pair.grades.same() as usize));
            let judged = [&one, &two, &three][pair.first].judgments();
            prop_assert_eq!(judged, pair.both + pair.only_first);
        }
        let by_all: usize = topics.iter().map(|topic| topic.all.by_all).sum();
        prop_assert_eq!(all.all.by_all, by_all);
    }

    #[test]
    fn the_order_of_two_judges_does_not_matter(one in judge(), two in judge()) {
        let [one, two] = [built(&one), built(&two)];
        let forth = Agreement::of(&ratings(&[&one, &two]), 2.0);
        let back = Agreement::of(&ratings(&[&two, &one]), 2.0);
        let kappa = |agreement: &Agreement, weights| agreement.pairs[0].grades.kappa(weights);
        for weights in KappaWeights::ALL {
            match (kappa(&forth, weights), kappa(&back, weights)) {
                (Ok(a), Ok(b)) => prop_assert!((a.kappa - b.kappa).abs() < 1e-12),
                (a, b) => prop_assert_eq!(a, b),
            }
        }
        let transposed = back.pairs[0].grades.counts();
        for (row, counts) in forth.pairs[0].grades.counts().iter().enumerate() {
            for (column, count) in counts.iter().enumerate() {
                prop_assert_eq!(*count, transposed[column][row]);
            }
        }
        prop_assert_eq!(forth.pairs[0].relevant.overlap(), back.pairs[0].relevant.overlap());
    }

    /// Two judges who are one agree fully, or there is nothing that chance would not give.
    #[test]
    fn a_judge_agrees_with_itself(one in judge()) {
        let one = built(&one);
        let agreement = Agreement::of(&ratings(&[&one, &one, &one]), 1.0);
        let several = one.grades().len() > 1;
        for pair in &agreement.pairs {
            let kappa = pair.grades.kappa(KappaWeights::Linear).map(|kappa| kappa.kappa).ok();
            prop_assert_eq!(kappa, several.then_some(1.0));
        }
        for alpha in &agreement.all.alpha {
            let alpha = alpha.as_ref().map(|alpha| alpha.alpha).ok();
            prop_assert_eq!(alpha, several.then_some(1.0));
        }
        prop_assert_eq!(agreement.all.agreement(), Some(1.0));
        prop_assert!(agreement.all.overlap().is_none_or(|overlap| overlap == 1.0));
    }
}
