//! Measures of the whole order, of scores and of users' knowledge: cases worked by hand, with the
//! arithmetic beside them.

// The helpers of the tests unwrap as the tests do.
#![allow(clippy::unwrap_used)]

mod topic;

use gainline::{Evaluator, Expected, Known, Options, Qrels, Run, Ties, Unjudged, parse_measures};
use topic::Topic;

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

/// Kishida, 2005, eq. 38: the mean goes over the N documents of the collection; those that are neither
/// judged nor retrieved have distance 0.
#[test]
fn average_distance_over_the_whole_collection() {
    let docs = [("a", Some(8.0), Some(1.0)), ("c", Some(3.0), Some(3.0)), ("d", None, Some(2.0))];
    let distances = 2.0 / 3.0 + 1.0 + 2.0 / 3.0;
    let value = |measure: &str, collection| {
        values(&docs, measure, Options { collection, ..Options::default() })[0]
    };
    near(value("ADM", None), 1.0 - distances / 3.0);
    near(value("ADM(N=10)", None), 1.0 - distances / 10.0);
    near(value("ADM", Some(100)), 1.0 - distances / 100.0);
    near(value("ADM(N=10)", Some(100)), 1.0 - distances / 10.0);
}

/// Kishida, 2005, sec. 4.1.4: gains are divided by the highest of the scale, not of the topic. Topics
/// with grades 3 and 1, each found first: 1 and 1/3, on average 2/3.
#[test]
fn the_highest_gain_is_that_of_all_judgments() {
    let rows = [("1", "a", 3.0), ("2", "b", 1.0)];
    let qrels = Qrels::from_rows(rows).unwrap();
    let run = Run::from_rows(rows.map(|(topic, doc, _)| (topic, doc, 1.0))).unwrap();
    let mean = |measure: &str| {
        let measures = parse_measures([measure]).unwrap();
        let evaluator = Evaluator::new(&qrels, &measures, Options::default()).unwrap();
        let scores = evaluator.evaluate(&run).unwrap();
        let value = |topic: &str| scores.topic(topic).unwrap()[0];
        (value("1") + value("2")) / 2.0
    };
    near(mean("gP@1"), 2.0 / 3.0);
    near(mean("gP(max=1)@1"), 2.0);
    // Both scores become 1: distances 0 and 2/3.
    near(mean("ADM"), 2.0 / 3.0);
    // Gains 7 and 1.
    near(mean("gP(gains=exp2)@1"), (1.0 + 1.0 / 7.0) / 2.0);
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
