//! Numbers that books and tools print, each with its source.

// The helpers of the tests unwrap as the tests do.
#![allow(clippy::unwrap_used)]

mod topic;

use gainline::{
    Average, Dialect, Evaluator, Missing, Options, Qrels, Run, Scores, Source, parse_measures,
};
use topic::Topic;

fn close(value: f64, printed: f64, tolerance: f64) {
    assert!((value - printed).abs() <= tolerance, "{value}, printed as {printed}");
}

fn evaluate(qrels: &Qrels, run: &Run, measures: &str, options: Options) -> Scores {
    let measures = parse_measures([measures]).unwrap();
    Evaluator::new(qrels, &measures, options).unwrap().evaluate(run).unwrap()
}

/// Baeza-Yates and Ribeiro-Neto, Modern Information Retrieval, the two example queries.
fn mir(measures: &str) -> Scores {
    let judged = [
        ("q1", "d3 3 d5 3 d9 3 d25 2 d39 2 d44 2 d56 1 d71 1 d89 1 d123 1"),
        ("q2", "d3 3 d56 2 d129 1"),
    ];
    let ranked = [
        ("q1", "d123 d84 d56 d6 d8 d9 d511 d129 d187 d25 d38 d48 d250 d113 d3"),
        ("q2", "d425 d87 d56 d32 d124 d615 d512 d129 d4 d130 d193 d715 d810 d5 d3"),
    ];
    let mut judgments = vec![];
    for (topic, text) in judged {
        let cells: Vec<&str> = text.split(' ').collect();
        judgments.extend(cells.chunks(2).map(|pair| (topic, pair[0], pair[1].parse().unwrap())));
    }
    let rows = ranked.iter().flat_map(|(topic, text)| {
        text.split(' ').enumerate().map(move |(at, doc)| (*topic, doc, -(at as f64)))
    });
    let (qrels, run) = (Qrels::from_rows(judgments).unwrap(), Run::from_rows(rows).unwrap());
    evaluate(&qrels, &run, measures, Options::default())
}

#[test]
fn modern_information_retrieval_s_single_values_for_q1() {
    let scores = mir("P@5,P@10,Rprec,APseen");
    let q1 = scores.topic("q1").unwrap();
    for (value, printed) in q1.iter().zip([0.4, 0.4, 0.4]) {
        close(*value, printed, 1e-12);
    }
    // (1 + .66 + .5 + .4 + .33) / 5, which the slide cuts to 0.57.
    close(q1[3], 0.58, 0.005);
}

#[test]
fn modern_information_retrieval_s_tables_of_interpolated_precision() {
    let scores = mir("IPrec@0,0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1");
    let tables: [(&[f64], [f64; 11]); 3] = [
        (
            scores.topic("q1").unwrap(),
            [100.0, 100.0, 66.6, 50.0, 40.0, 33.3, 0.0, 0.0, 0.0, 0.0, 0.0],
        ),
        (
            scores.topic("q2").unwrap(),
            [33.3, 33.3, 33.3, 33.3, 25.0, 25.0, 25.0, 20.0, 20.0, 20.0, 20.0],
        ),
        (scores.all(), [66.6, 66.6, 49.9, 41.6, 32.5, 29.1, 12.5, 10.0, 10.0, 10.0, 10.0]),
    ];
    for (values, printed) in tables {
        for (value, printed) in values.iter().zip(printed) {
            // Cut, not rounded, in print; and the means are of the cut numbers.
            close(value * 100.0, printed, 0.101);
        }
    }
}

/// Rocchio, Document Retrieval Systems, tables 5.1 and 5.2: (relevant retrieved, nonrelevant
/// retrieved, relevant not retrieved), precision and recall of four types of query.
#[test]
fn rocchio_s_four_types_of_query_their_sample_means_and_population_ratios() {
    let table = [
        ((7, 3, 3), 0.7, 0.7),
        ((5, 5, 5), 0.5, 0.5),
        ((9, 1, 9), 0.9, 0.5),
        ((5, 45, 45), 0.1, 0.1),
    ];
    let (mut judgments, mut rows) = (vec![], vec![]);
    for (topic, ((found, others, missed), _, _)) in table.iter().enumerate() {
        for doc in 0..found + others + missed {
            let relevant = doc < *found || doc >= found + others;
            judgments.push((topic.to_string(), doc.to_string(), f64::from(u8::from(relevant))));
            if doc < found + others {
                rows.push((topic.to_string(), doc.to_string(), 1.0));
            }
        }
    }
    let (qrels, run) = (Qrels::from_rows(judgments).unwrap(), Run::from_rows(rows).unwrap());
    let scores = evaluate(&qrels, &run, "SetP,SetR", Options::default());
    for ((_, values), (_, precision, recall)) in scores.iter().zip(table) {
        close(values[0], precision, 1e-12);
        close(values[1], recall, 1e-12);
    }
    close(scores.all()[0], 0.55, 1e-12);
    close(scores.all()[1], 0.45, 1e-12);
    // Population ratios: printed as .33 and .30.
    let micro = scores.average(Average::Micro, None).unwrap();
    close(micro[0], 26.0 / 80.0, 1e-12);
    close(micro[1], 26.0 / 88.0, 1e-12);
}

/// trec_eval 9.0.8, and ir_measures after it, take the number behind set_F for β².
#[test]
fn f_of_two_is_not_what_trec_eval_s_set_f_2_says() {
    let topic = Topic::of("1 0 1 0 0", "1 1");
    close(topic.value("SetP"), 0.4, 1e-12);
    close(topic.value("SetR"), 0.5, 1e-12);
    close(topic.value("set_F.2"), 0.4615, 5e-5);
    close(topic.value("set_F_2"), 0.4615, 5e-5);
    close(topic.value("SetF(beta=2)"), 0.4762, 5e-5);
}

/// Measured: trec_eval 9.0.8 and pytrec_eval for nDCG and AP; ranx's Burges gain and gdeval for
/// the exponential gain and ERR; ir_measures for RBP.
#[test]
fn grades_1_0_3_and_unjudged_with_a_2_not_retrieved_as_the_tools_have_them() {
    let topic = Topic::of("1 0 3 -", "2");
    for (measure, printed) in [
        ("nDCG@5", 0.5250),
        ("ndcg_cut_5", 0.5250),
        ("nDCG(gains=exp2)@5", 0.4791),
        ("nDCG(dcg='exp-log2')@5", 0.47909),
        ("RBP(p=0.8)", 0.328),
        ("RBP(p=0.9,rel=1)", 0.181),
        ("AP", 0.5556),
        ("map", 0.5556),
        ("ERR@5", 0.19922),
    ] {
        close(topic.value(measure), printed, 5e-5);
    }
}

/// Measured with trec_eval 9.0.8: documents with equal scores stand in descending order of id.
#[test]
fn three_tied_documents_are_ranked_as_trec_eval_ranks_them() {
    let run = Run::from_rows(["d1", "d5", "d3"].map(|doc| ("1", doc, 1.0))).unwrap();
    for (relevant, reciprocal_rank) in [("d1", 1.0 / 3.0), ("d5", 1.0), ("d3", 0.5)] {
        let qrels = Qrels::from_rows([("1", relevant, 1.0)]).unwrap();
        let scores = evaluate(&qrels, &run, "RR,RR@10", Options::default());
        close(scores.all()[0], reciprocal_rank, 1e-12);
        close(scores.all()[1], reciprocal_rank, 1e-12);
    }
}

/// Measured with trec_eval 9.0.8, which holds scores in single precision, and 10.0, which does
/// not.
#[test]
fn scores_equal_in_single_precision_are_tied_for_trec_eval_only() {
    let qrels = Qrels::from_rows([("1", "d1", 1.0)]).unwrap();
    let file = Source::bytes("r", &b"1 Q0 d1 1 0.9222621455 t\n1 Q0 d2 2 0.9222621453 t\n"[..]);
    for (dialect, reciprocal_rank) in [(Dialect::TrecEval, 0.5), (Dialect::Gainline, 1.0)] {
        let options = Options { dialect, ..Options::default() };
        let measures = parse_measures(["RR"]).unwrap();
        let scores = Evaluator::new(&qrels, &measures, options).unwrap().run(file.clone()).unwrap();
        assert_eq!(scores.all(), [reciprocal_rank]);
    }
}

/// Measured with trec_eval 9.0.8: 1.0 without -c; ir_measures, as ours by default: 0.5.
#[test]
fn a_topic_that_the_run_lacks_is_skipped_by_trec_eval_and_counted_by_default() {
    let qrels = Qrels::from_rows([("1", "d", 1.0), ("2", "d", 1.0)]).unwrap();
    let run = Run::from_rows([("1", "d", 1.0), ("3", "d", 1.0)]).unwrap();
    let skip = Options { missing: Missing::Skip, ..Options::default() };
    assert_eq!(evaluate(&qrels, &run, "AP,NumQ", skip).all(), [1.0, 1.0]);
    let scores = evaluate(&qrels, &run, "AP,NumQ", Options::default());
    assert_eq!(scores.all(), [0.5, 2.0]);
    assert_eq!(
        (scores.missing(), &scores.facts().extra_topics[..]),
        (&["2".into()][..], &["3".into()][..])
    );
}

/// Measured with trec_eval 9.0.8; gdeval leaves such a topic out and prints 1.0.
#[test]
fn a_topic_with_nothing_relevant_counts_as_0_in_the_mean() {
    let qrels = Qrels::from_rows([("1", "d", 0.0), ("2", "d", 1.0)]).unwrap();
    let run = Run::from_rows([("1", "d", 1.0), ("2", "d", 1.0)]).unwrap();
    assert_eq!(evaluate(&qrels, &run, "nDCG", Options::default()).all(), [0.5]);
}

/// Measured with trec_eval 9.0.8; ranx has 0 for both.
#[test]
fn bpref_is_1_without_judged_nonrelevant_documents_and_below_a_negative_grade() {
    assert_eq!(Topic::of("1", "").value("bpref"), 1.0);
    assert_eq!(Topic::of("-2 1", "").value("bpref"), 1.0);
}

/// trec_eval 9.0.8 divides map_cut by R, NTCIREVAL by the smaller of k and R.
#[test]
fn ap_at_a_cutoff_is_divided_by_all_relevant_documents() {
    let topic = Topic::of("1 0 1", "1 1");
    assert_eq!(topic.value("map_cut_1"), 0.25);
    assert_eq!(topic.value("AP@1"), 0.25);
    assert_eq!(topic.value("AP(divisor=min)@1"), 1.0);
}

/// Measured with trec_eval 9.0.8 (10.0 rounds otherwise and gives 1.0 and 0.7273).
#[test]
fn recall_levels_are_rounded_as_trec_eval_9_rounds_them() {
    let topic = Topic::of("1 0 0 1 0 1", "");
    close(topic.value("iprec_at_recall_0.40"), 0.5, 1e-12);
    close(topic.value("11pt_avg"), 0.6818, 5e-5);
}

/// trec_eval 9.0.8 sorts gains as whole numbers, so that these, which differ by less than 1, come
/// out as 0.0000 there, and ten times as large as 1.0000.
#[test]
fn fractional_gains_are_sorted_as_what_they_are() {
    let topic = Topic::of("1 3 2", "");
    assert_eq!(topic.value("nDCG(gains={1:0.9,2:0.2,3:0.5})"), 1.0);
    assert_eq!(topic.value("nDCG(gains={1:9,2:2,3:5})"), 1.0);
}

/// The same two queries: mean gain over mean ideal gain, the ideal made of what was retrieved as
/// the slides have it; and with all judged documents in it.
#[test]
fn modern_information_retrieval_s_mean_gains_over_their_mean_ideals() {
    let mean = |measure: &str| {
        let at: Vec<String> = (1..=15).map(|k| format!("{measure}@{k}")).collect();
        mir(&at.join(",")).all().to_vec()
    };
    let ncg =
        [0.17, 0.09, 0.29, 0.27, 0.25, 0.44, 0.44, 0.50, 0.50, 0.63, 0.63, 0.63, 0.63, 0.63, 1.00];
    let ndcg =
        [0.17, 0.09, 0.22, 0.22, 0.21, 0.29, 0.29, 0.32, 0.32, 0.36, 0.36, 0.36, 0.36, 0.36, 0.47];
    for (measure, print) in [
        ("nCG(ideal=retrieved,normalise=mean)", ncg),
        ("nDCG(discount=jk,ideal=retrieved,normalise=mean)", ndcg),
    ] {
        for (value, print) in mean(measure).into_iter().zip(print) {
            close(value, print, 0.01);
        }
    }
    close(mean("nCG(normalise=mean)")[14], 0.64, 0.005);
    close(mean("nDCG(discount=jk,normalise=mean)")[14], 0.37, 0.005);
}
