//! The rows for scripts: one for each run, pair, test of all runs, and topic.

use super::ComparePresenter;
use crate::records::Records;
use gainline_analysis::comparison::{
    Comparison, EquivalenceVerdict, NotWorseVerdict, Pair, RunSummary,
};
use gainline_stats::Practical;
use serde::Serialize;
use std::io;

/// A row; what it does not have is empty. The columns stay as they are.
#[derive(Default, Clone, Serialize)]
struct Record<'a> {
    slice: String,
    measure: String,
    topics: usize,
    kind: &'a str,
    run: Option<&'a str>,
    baseline: Option<&'a str>,
    topic: Option<&'a str>,
    value: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    relative: Option<f64>,
    p: Option<f64>,
    p_standard_error: Option<f64>,
    p_adjusted: Option<f64>,
    significant: Option<bool>,
    wins: Option<usize>,
    ties: Option<usize>,
    losses: Option<usize>,
    dz: Option<f64>,
    d: Option<f64>,
    glass: Option<f64>,
    cliff: Option<f64>,
    superiority: Option<f64>,
    size: Option<&'static str>,
    equivalence_p: Option<f64>,
    equivalent: Option<bool>,
    prob_below: Option<f64>,
    prob_within: Option<f64>,
    prob_above: Option<f64>,
    group: Option<&'a str>,
    rank_best: Option<usize>,
    rank_worst: Option<usize>,
    df: Option<f64>,
    df_residual: Option<f64>,
    equivalence_p_adjusted: Option<f64>,
    alone_low: Option<f64>,
    alone_high: Option<f64>,
    not_worse_p: Option<f64>,
    not_worse_p_adjusted: Option<f64>,
    not_worse: Option<NotWorseVerdict>,
}

/// Every row: measure by measure over all topics, then slice by slice.
pub(super) fn write(presenter: &ComparePresenter<'_>, out: &mut Records<'_>) -> io::Result<()> {
    for comparison in &presenter.answer.comparisons {
        let sample = &comparison.sample;
        let slice = sample.slice.as_ref().map_or("all".into(), |slice| format!("by:{slice}"));
        let (measure, topics) = (sample.measure.to_string(), sample.topics.len());
        let empty = Record { slice, measure, topics, ..Record::default() };
        for run in &comparison.best_first {
            out.row(&of_run(&comparison.runs[run.place], empty.clone()))?;
        }
        for pair in &comparison.pairs {
            out.row(&of_pair(pair, empty.clone()))?;
        }
        omnibus(comparison, &empty, out)?;
        if presenter.per_topic {
            of_topics(comparison, &empty, out)?;
        }
    }
    Ok(())
}

fn of_run<'a>(summary: &'a RunSummary, empty: Record<'a>) -> Record<'a> {
    Record {
        kind: "run",
        run: Some(summary.run.as_str()),
        value: Some(summary.mean),
        low: summary.interval.map(|interval| interval.low),
        high: summary.interval.map(|interval| interval.high),
        group: summary.group.as_deref(),
        rank_best: summary.rank.map(|rank| rank.best),
        rank_worst: summary.rank.map(|rank| rank.worst),
        ..empty
    }
}

fn of_pair<'a>(pair: &'a Pair, empty: Record<'a>) -> Record<'a> {
    let tested = pair.test.defined();
    Record {
        kind: "pair",
        run: Some(pair.run.as_str()),
        baseline: Some(pair.baseline.as_str()),
        value: Some(pair.difference),
        low: pair.interval.defined().map(|interval| interval.low),
        high: pair.interval.defined().map(|interval| interval.high),
        relative: pair.relative,
        p: tested.map(|tested| tested.p),
        p_standard_error: tested.and_then(|tested| tested.p_standard_error),
        p_adjusted: tested.map(|tested| tested.p_adjusted),
        significant: tested.map(|_| pair.is_significant()),
        wins: Some(pair.topics.wins),
        ties: Some(pair.topics.ties),
        losses: Some(pair.topics.losses),
        dz: pair.effects.dz.defined().copied(),
        d: pair.effects.d,
        glass: pair.effects.glass,
        cliff: pair.effects.cliff,
        superiority: pair.effects.superiority,
        size: pair.practical.map(Practical::word),
        equivalence_p: pair.equivalence.map(|test| test.p),
        equivalence_p_adjusted: pair.equivalence.map(|test| test.p_adjusted),
        equivalent: pair.equivalence.map(|test| test.verdict == EquivalenceVerdict::Equivalent),
        prob_below: pair.posterior.map(|known| known.left),
        prob_within: pair.posterior.map(|known| known.rope),
        prob_above: pair.posterior.map(|known| known.right),
        alone_low: pair.interval_alone.defined().map(|interval| interval.low),
        alone_high: pair.interval_alone.defined().map(|interval| interval.high),
        not_worse_p: pair.not_worse.map(|test| test.p),
        not_worse_p_adjusted: pair.not_worse.map(|test| test.p_adjusted),
        not_worse: pair.not_worse.map(|test| test.verdict),
        ..empty
    }
}

/// The tests of all runs at once that are there.
fn omnibus(comparison: &Comparison, empty: &Record<'_>, out: &mut Records<'_>) -> io::Result<()> {
    if let Some(test) = comparison.anova_test() {
        out.row(&Record {
            kind: "anova",
            value: Some(test.f),
            p: Some(test.p),
            df: Some(test.df.0),
            df_residual: Some(test.df.1),
            ..empty.clone()
        })?;
    }
    if let Some(test) = comparison.friedman.as_ref().and_then(|friedman| friedman.defined()) {
        out.row(&Record {
            kind: "friedman",
            value: Some(test.chi_squared),
            p: Some(test.p),
            df: Some(test.df),
            ..empty.clone()
        })?;
    }
    Ok(())
}

fn of_topics(comparison: &Comparison, empty: &Record<'_>, out: &mut Records<'_>) -> io::Result<()> {
    let sample = &comparison.sample;
    for (at, topic) in sample.topics.iter().enumerate() {
        for (run, column) in sample.runs.iter().zip(&sample.columns) {
            out.row(&Record {
                kind: "topic",
                run: Some(run.as_str()),
                topic: Some(topic),
                value: Some(column[at]),
                ..empty.clone()
            })?;
        }
    }
    Ok(())
}
