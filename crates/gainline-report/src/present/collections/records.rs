//! The rows for scripts: one for each value, mean, difference in a collection and difference over
//! collections.

use crate::records::Records;
use gainline_analysis::collections::{CollectionsAnswer, CollectionsPair, MeasureOverCollections};
use gainline_analysis::comparison::Status;
use serde::Serialize;
use std::io;

/// A row; what it does not have is empty.
#[derive(Default, Clone, Serialize)]
struct Record<'a> {
    measure: String,
    kind: &'a str,
    collection: Option<&'a str>,
    run: Option<&'a str>,
    baseline: Option<&'a str>,
    topics: Option<usize>,
    value: Option<f64>,
    standard_error: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    p: Option<f64>,
    p_adjusted: Option<f64>,
    significant: Option<bool>,
    weight: Option<f64>,
    prediction_low: Option<f64>,
    prediction_high: Option<f64>,
    tau_squared: Option<f64>,
    i_squared: Option<f64>,
    better: Option<usize>,
    equal: Option<usize>,
    worse: Option<usize>,
    significantly_better: Option<usize>,
    significantly_worse: Option<usize>,
    nemenyi_p: Option<f64>,
    prob_below: Option<f64>,
    prob_within: Option<f64>,
    prob_above: Option<f64>,
}

/// Measure by measure: values (`run`), means over collections (`macro`), mean ranks (`rank`), then for
/// each pair its difference in each collection (`effect`) and over them (`pair`).
pub(super) fn write(answer: &CollectionsAnswer, out: &mut Records<'_>) -> io::Result<()> {
    for over in &answer.measures {
        let empty = Record { measure: over.board.measure.to_string(), ..Record::default() };
        values(answer, over, &empty, out)?;
        for pair in &over.pairs {
            of_pair(pair, &empty, out)?;
        }
    }
    Ok(())
}

fn values<'a>(
    answer: &'a CollectionsAnswer,
    over: &MeasureOverCollections,
    empty: &Record<'a>,
    out: &mut Records<'_>,
) -> io::Result<()> {
    for (alone, row) in answer.collections.iter().zip(&over.board.cells) {
        for (run, cell) in answer.runs.iter().zip(row) {
            if let Some(cell) = cell {
                out.row(&Record {
                    kind: "run",
                    collection: Some(&alone.collection),
                    run: Some(run.as_str()),
                    topics: Some(cell.topics),
                    value: Some(cell.value),
                    ..empty.clone()
                })?;
            }
        }
    }
    for (kind, means) in [("macro", &over.board.macro_means), ("rank", &over.board.mean_ranks)] {
        for (run, mean) in answer.runs.iter().zip(means) {
            out.row(&Record { kind, run: Some(run.as_str()), value: *mean, ..empty.clone() })?;
        }
    }
    Ok(())
}

fn of_pair<'a>(
    pair: &'a CollectionsPair,
    empty: &Record<'a>,
    out: &mut Records<'_>,
) -> io::Result<()> {
    let both = Record {
        run: Some(pair.run.as_str()),
        baseline: Some(pair.baseline.as_str()),
        ..empty.clone()
    };
    let tested = |status: Status| {
        (status != Status::Untested).then_some(matches!(status, Status::Better | Status::Worse))
    };
    let mut weights = pair.meta.defined().into_iter().flat_map(|meta| &meta.weights);
    for effect in &pair.effects {
        // Differences without a standard error have no weight.
        let weight = effect.weighed_by.and_then(|_| weights.next().copied());
        out.row(&Record {
            kind: "effect",
            collection: Some(&effect.collection),
            topics: Some(effect.topics),
            value: Some(effect.difference),
            standard_error: effect.standard_error,
            low: effect.interval.map(|interval| interval.low),
            high: effect.interval.map(|interval| interval.high),
            p_adjusted: effect.p_adjusted,
            significant: tested(effect.status),
            weight,
            ..both.clone()
        })?;
    }
    let (meta, counts) = (pair.meta.defined(), pair.counts);
    let sides = pair.posterior.as_ref().map(|known| known.overall);
    out.row(&Record {
        kind: "pair",
        value: meta.map(|meta| meta.mean),
        standard_error: meta.map(|meta| meta.standard_error),
        low: pair.interval.map(|interval| interval.low),
        high: pair.interval.map(|interval| interval.high),
        p: meta.map(|meta| meta.p),
        p_adjusted: pair.p_adjusted,
        significant: tested(pair.status),
        prediction_low: pair.prediction.map(|interval| interval.low),
        prediction_high: pair.prediction.map(|interval| interval.high),
        tau_squared: meta.map(|meta| meta.tau_squared),
        i_squared: meta.map(|meta| meta.i_squared),
        better: Some(counts.better),
        equal: Some(counts.equal),
        worse: Some(counts.worse),
        significantly_better: Some(counts.significantly_better),
        significantly_worse: Some(counts.significantly_worse),
        nemenyi_p: pair.nemenyi_p,
        prob_below: sides.map(|sides| sides.below),
        prob_within: sides.map(|sides| sides.within),
        prob_above: sides.map(|sides| sides.above),
        ..both
    })
}
