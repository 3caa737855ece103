//! Agreement as rows for scripts.

use crate::records::Statistic::{self, Count, Number};
use gainline_analysis::judges::{
    Agreement, AllAgreement, JudgePairEffect, JudgesAnswer, Kappa, MeasureEffect, PairAgreement,
};
use serde::Serialize;

/// A statistic, for scripts.
#[derive(Default, Clone, Serialize)]
pub(super) struct Record<'a> {
    topic: &'a str,
    judge: Option<&'a str>,
    other_judge: Option<&'a str>,
    measure: Option<String>,
    run: Option<&'a str>,
    other_run: Option<&'a str>,
    statistic: &'static str,
    value: Statistic,
}

type Named = Vec<(&'static str, Statistic)>;

impl<'a> Record<'a> {
    /// The same row with each of these statistics.
    fn with(&self, named: Named) -> impl Iterator<Item = Record<'a>> {
        let start = self.clone();
        named.into_iter().map(move |(statistic, value)| Record {
            statistic,
            value,
            ..start.clone()
        })
    }
}

/// Agreement over all topics and in each, then what becomes of the runs.
pub(super) fn rows(answer: &JudgesAnswer) -> Vec<Record<'_>> {
    let mut rows = agreement("all", &answer.agreement);
    for topic in answer.by_topic.iter().flatten() {
        rows.extend(agreement(&topic.topic, &topic.agreement));
    }
    for effect in answer.effect.iter().flat_map(|effect| &effect.measures) {
        rows.extend(of_measure(answer, effect));
    }
    rows
}

fn agreement<'a>(topic: &'a str, agreement: &'a Agreement) -> Vec<Record<'a>> {
    let start = Record { topic, ..Record::default() };
    let mut rows: Vec<Record<'a>> = start.with(of_all(&agreement.all)).collect();
    for pair in &agreement.pairs {
        let (judge, other_judge) = (Some(pair.first.as_str()), Some(pair.second.as_str()));
        let start = Record { judge, other_judge, ..start.clone() };
        rows.extend(start.with(of_pair(pair)));
    }
    rows
}

fn of_measure<'a>(answer: &'a JudgesAnswer, effect: &'a MeasureEffect) -> Vec<Record<'a>> {
    let runs = answer.effect.iter().flat_map(|effect| &effect.provenance.runs);
    let runs: Vec<&str> = runs.map(|run| run.name.as_str()).collect();
    let measure = Some(effect.measure.to_string());
    let start = Record { topic: "all", measure, ..Record::default() };
    let mut rows = vec![];
    for of in &effect.judges {
        let start = Record { judge: Some(&of.judge), ..start.clone() };
        for (run, mean) in runs.iter().zip(&of.runs.means) {
            let start = Record { run: Some(run), ..start.clone() };
            rows.extend(start.with(vec![("mean", Number(Some(*mean)))]));
        }
        for pair in &of.runs.pairs {
            let (a, b) = pair.places();
            let start = Record { run: Some(runs[a]), other_run: Some(runs[b]), ..start.clone() };
            let difference = of.runs.means[a] - of.runs.means[b];
            let named = vec![("difference", Number(Some(difference))), ("p", Number(pair.p))];
            rows.extend(start.with(named));
        }
    }
    for pair in &effect.pairs {
        let (judge, other_judge) = (Some(pair.first.as_str()), Some(pair.second.as_str()));
        let start = Record { judge, other_judge, ..start.clone() };
        rows.extend(start.with(of_orders(pair)));
    }
    rows
}

/// Statistics of all judges.
fn of_all(all: &AllAgreement) -> Named {
    let alpha = |alpha: Option<gainline_analysis::judges::Alpha>| {
        Number(alpha.map(|alpha| alpha.coefficient.alpha))
    };
    let fleiss = |fleiss: Option<gainline_stats::FleissKappa>| Number(fleiss.map(|f| f.kappa));
    vec![
        ("documents", Count(all.documents)),
        ("judged_by_several", Count(all.judged_by_several)),
        ("judged_by_all", Count(all.judged_by_all)),
        ("same_grade", Count(all.same_grade)),
        ("agreement", Number(all.agreement)),
        ("relevant_to_all", Count(all.relevant_to_all)),
        ("relevant_to_any", Count(all.relevant_to_any)),
        ("overlap", Number(all.overlap)),
        ("mean_overlap", Number(all.mean_overlap.map(|overlap| overlap.mean))),
        ("fleiss_kappa", fleiss(all.fleiss_kappa)),
        ("alpha_nominal", alpha(all.alpha_nominal)),
        ("alpha_ordinal", alpha(all.alpha_ordinal)),
        ("alpha_interval", alpha(all.alpha_interval)),
        ("relevant_fleiss_kappa", fleiss(all.relevant_fleiss_kappa)),
        ("relevant_alpha", alpha(all.relevant_alpha)),
    ]
}

/// Statistics of two judges.
fn of_pair(pair: &PairAgreement) -> Named {
    let (grades, relevance) = (&pair.grades, &pair.relevance);
    let documents = &relevance.documents;
    let count = |n: u64| Count(n as usize);
    let mut named = vec![
        ("judged_by_both", Count(pair.judged_by_both)),
        ("judged_by_first_only", Count(pair.judged_by_first_only)),
        ("judged_by_second_only", Count(pair.judged_by_second_only)),
        ("same_grade", count(grades.same)),
        ("agreement", Number(grades.agreement)),
    ];
    named.extend(of_kappa(["kappa", "kappa_se", "kappa_low", "kappa_high"], grades.kappa));
    named.extend(of_kappa(
        ["kappa_linear", "kappa_linear_se", "kappa_linear_low", "kappa_linear_high"],
        grades.kappa_linear,
    ));
    named.extend(of_kappa(
        ["kappa_quadratic", "kappa_quadratic_se", "kappa_quadratic_low", "kappa_quadratic_high"],
        grades.kappa_quadratic,
    ));
    named.extend([
        ("relevant_first", count(documents.both + documents.first)),
        ("relevant_second", count(documents.both + documents.second)),
        ("relevant_both", count(documents.both)),
        ("overlap", Number(relevance.overlap)),
        ("mean_overlap", Number(relevance.mean_overlap.map(|overlap| overlap.mean))),
        ("precision_of_second", Number(relevance.precision_of_second)),
        ("recall_of_second", Number(relevance.recall_of_second)),
        ("positive_agreement", Number(relevance.positive_agreement)),
        ("negative_agreement", Number(relevance.negative_agreement)),
        ("relevant_agreement", Number(relevance.agreement)),
    ]);
    named.extend(of_kappa(
        ["relevant_kappa", "relevant_kappa_se", "relevant_kappa_low", "relevant_kappa_high"],
        relevance.kappa,
    ));
    named
}

fn of_kappa(names: [&'static str; 4], kappa: Option<Kappa>) -> Named {
    let interval = kappa.and_then(|kappa| kappa.interval);
    let values = [
        kappa.map(|kappa| kappa.kappa),
        kappa.map(|kappa| kappa.standard_error),
        interval.map(|interval| interval.low),
        interval.map(|interval| interval.high),
    ];
    names.into_iter().zip(values.map(Number)).collect()
}

/// Statistics of two judges' orders of the runs.
fn of_orders(pair: &JudgePairEffect) -> Named {
    let orders = &pair.agreement;
    vec![
        ("tau_b", Number(orders.tau())),
        ("tau_ap_first_true", Number(orders.tau_ap_first)),
        ("tau_ap_second_true", Number(orders.tau_ap_second)),
        ("run_pairs", Count(orders.pairs)),
        ("swapped", Count(orders.swapped.len())),
        ("tied_in_one", Count(orders.tied_in_one)),
        ("significant_by_one", Count(pair.significant_for_one)),
        ("significant_oppositely", Count(pair.significant_oppositely)),
        ("largest_change", Number(pair.largest_change.as_ref().map(|largest| largest.change))),
    ]
}
