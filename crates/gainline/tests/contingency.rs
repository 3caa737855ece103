//! The contingency table: Rocchio's worked example, and what it shares with measures.

// The helpers of the tests unwrap as the tests do.
#![allow(clippy::unwrap_used)]

use gainline::{
    Average, Contingency, Evaluator, Judged, Options, Qrels, Run, Scores, Ties, join_run,
    parse_measures,
};

/// Rocchio, Document Retrieval Systems, 1966, table 5.1: relevant and retrieved, nonrelevant and
/// retrieved, relevant and not retrieved.
const ROCCHIO: [(usize, usize, usize); 4] = [(7, 3, 3), (5, 5, 5), (9, 1, 9), (5, 45, 45)];

/// Retrieved documents score 1, the relevant ones among them 2.
fn rocchio() -> (Qrels, Run) {
    let (mut judgments, mut rows) = (vec![], vec![]);
    for (topic, (found, others, missed)) in (1..).zip(ROCCHIO) {
        for doc in 0..found + others + missed {
            let relevant = doc < found || doc >= found + others;
            judgments.push((format!("q{topic}"), format!("d{doc}"), f64::from(u8::from(relevant))));
            if doc < found + others {
                let score = if doc < found { 2.0 } else { 1.0 };
                rows.push((format!("q{topic}"), format!("d{doc}"), score));
            }
        }
    }
    (Qrels::from_rows(judgments).unwrap(), Run::from_rows(rows).unwrap())
}

fn tables(
    (qrels, run): &(Qrels, Run),
    options: &Options,
    table: impl Fn(&Judged<'_>) -> Contingency + Sync,
) -> Vec<Contingency> {
    let joined = join_run(qrels, run, options, &|judged| table(judged)).unwrap();
    joined.topics.into_iter().map(|(_, table)| table).collect()
}

fn sum(tables: &[Contingency]) -> Contingency {
    tables.iter().fold(Contingency::default(), |sum, table| sum.add(table))
}

fn mean(tables: &[Contingency], value: fn(&Contingency) -> f64) -> f64 {
    tables.iter().map(value).sum::<f64>() / tables.len() as f64
}

fn evaluate((qrels, run): &(Qrels, Run), measures: &str, options: Options) -> Scores {
    let measures = parse_measures([measures]).unwrap();
    Evaluator::new(qrels, &measures, options).unwrap().evaluate(run).unwrap()
}

fn close(value: f64, printed: f64, tolerance: f64) {
    assert!((value - printed).abs() <= tolerance, "{value}, printed as {printed}");
}

/// Table 5.2 (a).
#[test]
fn rocchio_s_precision_and_recall_and_their_sample_means() {
    let whole = |judged: &Judged<'_>| Contingency::within(judged, 1.0, usize::MAX);
    let tables = tables(&rocchio(), &Options::default(), whole);
    let printed = [(0.7, 0.7), (0.5, 0.5), (0.9, 0.5), (0.1, 0.1)];
    for ((table, (found, others, missed)), (precision, recall)) in
        tables.iter().zip(ROCCHIO).zip(printed)
    {
        assert_eq!(
            (table.found, table.false_drops(), table.missed(), table.rejected()),
            (found as f64, others as f64, missed as f64, 0.0)
        );
        close(table.precision(), precision, 1e-12);
        close(table.recall(), recall, 1e-12);
    }
    close(mean(&tables, Contingency::precision), 0.55, 1e-12);
    close(mean(&tables, Contingency::recall), 0.45, 1e-12);
}

/// Table 5.2 (b): cumulative frequencies 26, 54, 62, and 26/80 ≈ .33, 26/88 ≈ .30.
#[test]
fn rocchio_s_cumulated_table_and_its_population_ratios() {
    let whole = |judged: &Judged<'_>| Contingency::within(judged, 1.0, usize::MAX);
    let total = sum(&tables(&rocchio(), &Options::default(), whole));
    assert_eq!((total.found, total.false_drops(), total.missed()), (26.0, 54.0, 62.0));
    assert_eq!((total.precision(), total.recall()), (26.0 / 80.0, 26.0 / 88.0));
    close(total.precision(), 0.33, 0.0051);
    close(total.recall(), 0.30, 0.005);
}

#[test]
fn the_table_s_averages_are_those_of_the_set_measures() {
    let data = rocchio();
    let whole = |judged: &Judged<'_>| Contingency::within(judged, 1.0, usize::MAX);
    let tables = tables(&data, &Options::default(), whole);
    let scores = evaluate(&data, "SetP,SetR,SetF", Options::default());
    let values: [fn(&Contingency) -> f64; 3] =
        [Contingency::precision, Contingency::recall, |table| table.f(1.0)];
    let total = sum(&tables);
    for (at, value) in values.into_iter().enumerate() {
        close(scores.all()[at], mean(&tables, value), 1e-15);
        close(scores.average(Average::Micro, None).unwrap()[at], value(&total), 1e-15);
    }
}

#[test]
fn the_four_joint_probabilities_make_up_1_and_give_the_conditional_ones() {
    let options = Options { collection: Some(1000), ..Options::default() };
    for table in tables(&rocchio(), &options, |judged| Contingency::within(judged, 1.0, usize::MAX))
    {
        let [p1, p2, p3, p4] = table.joint();
        close(p1 + p2 + p3 + p4, 1.0, 1e-12);
        close(table.recall(), p1 / (p1 + p3), 1e-12);
        close(table.fallout(), p2 / (p2 + p4), 1e-12);
        close(table.miss(), p3 / (p1 + p3), 1e-12);
        close(table.specificity(), p4 / (p2 + p4), 1e-12);
        close(table.precision(), p1 / (p1 + p2), 1e-12);
    }
    assert_eq!(Contingency::default().joint(), [0.0; 4]);
}

#[test]
fn a_score_retrieves_the_documents_that_reach_it() {
    let options = Options { scores: true, ..Options::default() };
    let at = |score: f64| {
        let tables = tables(&rocchio(), &options, |judged| {
            Contingency::from_score(judged, 1.0, score).unwrap()
        });
        let total = sum(&tables);
        (total.found, total.retrieved)
    };
    assert_eq!(at(1.0), (26.0, 80.0));
    assert_eq!(at(1.5), (26.0, 26.0));
    assert_eq!(at(2.0), (26.0, 26.0));
    assert_eq!(at(2.1), (0.0, 0.0));
}

/// P@k and R@k know the same orders of ties, by arranging documents; the table counts.
#[test]
fn best_worst_and_expected_counts_are_those_of_precision_and_recall() {
    let grades = [Some(0.0), Some(1.0), None, Some(2.0), Some(1.0), None, Some(0.0), Some(1.0)];
    // Groups of 3, 1 and 4, and two of 4.
    for scores in [[3, 3, 3, 2, 1, 1, 1, 1], [2, 2, 2, 2, 1, 1, 1, 1]] {
        let docs = (0..8).map(|doc| format!("d{doc}")).collect::<Vec<_>>();
        let rows = docs.iter().zip(scores).map(|(doc, score)| ("t", doc, f64::from(score)));
        let judged = docs.iter().zip(grades).filter_map(|(doc, grade)| Some(("t", doc, grade?)));
        let missed = "missed".to_string();
        let judged = judged.chain([("t", &missed, 1.0)]);
        let data = (Qrels::from_rows(judged).unwrap(), Run::from_rows(rows).unwrap());
        for ties in Ties::ALL {
            for k in 1..=8 {
                let options = Options { ties, ..Options::default() };
                let table = |judged: &Judged<'_>| Contingency::within_ties(judged, 1.0, k, ties);
                let table = tables(&data, &options, table)[0];
                let options = Options::default().ties(ties);
                let scores = evaluate(&data, &format!("P@{k},R@{k}"), options);
                let values = scores.all();
                close(table.precision(), values[0], 1e-12);
                close(table.recall(), values[1], 1e-12);
            }
        }
    }
}
