//! Properties of the whole: it takes anything, and it agrees with evaluation.

use super::tests::{QRELS, RUN, report};
use super::*;
use crate::{Evaluator, Options, Run, Ties, evaluate, parse_measures};
use proptest::prelude::*;

/// Text that is nearly right: rows of cells that are mostly good.
fn nearly(cells: &'static [&'static str], columns: usize) -> impl Strategy<Value = Vec<u8>> {
    let cell = proptest::sample::select(cells);
    let broken = proptest::collection::vec(cell, 0..8).prop_map(|cells| cells.join(" "));
    let topic = proptest::sample::select(&["1", "2", "3"][..]);
    let good = (topic, 0..60u8, 0..9u8).prop_map(move |(topic, doc, number)| match columns {
        6 => format!("{topic} Q0 {doc} {number} 0.{number} tag"),
        4 => format!("{topic} 0 {doc} {number}"),
        _ => format!("{topic} {doc} {number}"),
    });
    let row = prop_oneof![14 => good, 1 => broken];
    let start = prop_oneof![8 => Just(""), 1 => Just("qid did label\n"), 1 => Just("\u{feff}")];
    let end = proptest::sample::select(&["\n", "\r\n", ""][..]);
    (start, proptest::collection::vec(row, 0..10), end)
        .prop_map(|(start, rows, end)| (start.to_string() + &rows.join("\n") + end).into_bytes())
}

const CELLS: &[&str] = &[
    "1", "Q0", "7", "d1", "-1", "0.5", "nan", "inf", "#", "x\0", "é", "query-id", "score", "{", "",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_at_all_are_taken_without_a_panic(
        qrels in proptest::collection::vec(any::<u8>(), 0..200),
        run in proptest::collection::vec(any::<u8>(), 0..200),
    ) {
        for report in [report(&qrels, &run), report(QRELS, &run), report(&qrels, RUN)] {
            prop_assert_eq!(report.files.len(), 2);
        }
    }

    #[test]
    fn an_error_is_found_just_when_evaluation_refuses_the_file(
        qrels in prop_oneof![nearly(CELLS, 4), nearly(CELLS, 3)],
        run in prop_oneof![4 => nearly(CELLS, 6), 1 => nearly(CELLS, 3), 1 => nearly(CELLS, 4)],
        noise in any::<u8>(), at in any::<prop::sample::Index>(),
    ) {
        let mut run = run;
        if noise < 32 && !run.is_empty() {
            let at = at.index(run.len());
            run[at] = noise;
        }
        let report = report(&qrels, &run);
        let errors = |i: usize| report.files[i].findings.iter().filter(|f| f.severity == Severity::Error).count();
        let read = Qrels::read(Source::bytes("qrels", &qrels[..]));
        prop_assert_eq!(errors(0) > 0, read.is_err(), "{:?} {:#?}", read, report);
        if let Ok(qrels) = read {
            let measures = parse_measures(["nDCG@10"]).unwrap();
            let evaluator = Evaluator::new(&qrels, &measures, Options::default()).unwrap();
            let scores = evaluator.run(Source::bytes("run", &run[..]));
            prop_assert_eq!(errors(1) > 0, scores.is_err(), "{:?} {:#?}", scores, report);
        }
    }

    #[test]
    fn ndcg_lies_between_the_bounds_whatever_the_order_of_ties(
        grades in proptest::collection::vec(-1i8..4, 30),
        scores in proptest::collection::vec(0u8..5, 1..30),
    ) {
        let name = |i: usize| format!("d{}", (i * 7) % 30);
        let qrels = grades.iter().enumerate().map(|(i, &g)| ("1", format!("d{i}"), f64::from(g)));
        let qrels = Qrels::from_rows(qrels).unwrap();
        let text: String = grades.iter().enumerate().map(|(i, g)| format!("1 0 d{i} {g}\n")).collect();
        let rows = scores.iter().enumerate();
        let run: String = rows.map(|(i, s)| format!("1 Q0 {} {i} {s} x\n", name(i))).collect();
        let report = report(text.as_bytes(), run.as_bytes());
        let FileContent::Run { compared: Some(compared), .. } = &report.files[1].content else { panic!() };
        let measures = parse_measures(["nDCG@10"]).unwrap();
        for ties in [Ties::Docid, Ties::Rank, Ties::Input] {
            let options = Options { ties, ..Options::default() };
            let evaluator = Evaluator::new(&qrels, &measures, options).unwrap();
            let value = evaluator.run(Source::bytes("run", run.as_bytes())).unwrap().all()[0];
            prop_assert!(compared.worst_ndcg_at_10 <= value + 1e-12);
            prop_assert!(compared.best_ndcg_at_10 >= value - 1e-12);
        }
        // The bounds are reached: order the ties by grade, upwards and downwards.
        let grade = |i: usize| f64::from(grades[(i * 7) % 30]).max(0.0);
        for (sign, bound) in [(-1.0, compared.worst_ndcg_at_10), (1.0, compared.best_ndcg_at_10)] {
            let rows = scores.iter().enumerate();
            let rows = rows.map(|(i, &s)| ("1", name(i), f64::from(s) + sign * 0.1 * grade(i)));
            let value = evaluate(&qrels, &Run::from_rows(rows).unwrap(), &measures).unwrap();
            prop_assert!((value.all()[0] - bound).abs() < 1e-12);
        }
    }
}
