//! The runs of a report and their comparison as the page takes them.

use super::build::{DIGITS, Reported};
use super::data::{MeasureData, PairData, RunData, TestData};
use super::one_way;
use gainline::{Average, Better, Measure, Summary};
use gainline_analysis::comparison::{Comparison, Pair};
use gainline_analysis::evaluation::EvaluatedRun;
use gainline_stats::{Interval, mean_interval};

pub(super) fn measure(measure: &Measure) -> MeasureData {
    let family = measure.family();
    MeasureData {
        name: measure.to_string(),
        meaning: family.meaning,
        formula: family.formula,
        citation: family.citation,
        edge_cases: family.edge_cases,
        better: match family.better {
            Better::Higher => "higher",
            Better::Lower => "lower",
            Better::Neither => "neither",
        },
        summary: match measure.summary() {
            Summary::Mean => "mean",
            Summary::Sum => "sum",
            Summary::GeometricMean => "geometric",
            Summary::Pooled => "pooled",
        },
        decimals: if measure.summary() == Summary::Sum { 0 } else { DIGITS },
        difference_decimals: DIGITS,
    }
}

/// Each run with its values, and what the comparison says of it.
pub(super) fn runs<'a>(outcome: &Reported<'a>) -> gainline::Result<Vec<RunData<'a>>> {
    let all = 0..outcome.measures.len();
    let data = |(at, run): (usize, &'a EvaluatedRun)| {
        let of = |measure: usize| outcome.answer.comparisons.get(measure).map(|c| &c.runs[at]);
        let intervals: Vec<Option<Interval>> =
            all.clone().map(|measure| interval(outcome, run, at, measure)).collect();
        let rank = |m: usize| of(m)?.rank.map(|rank| [rank.best, rank.worst]);
        // Behind the measures is what warnings go by.
        let mut means = run.scores.average(Average::Macro, None)?;
        means.truncate(outcome.measures.len());
        Ok(RunData {
            name: &run.name,
            file: one_way(&outcome.opened.asked[at].file.display().to_string()),
            tag: run.scores.facts().tag.as_deref(),
            rows: run.scores.facts().rows,
            tied_rows: run.scores.facts().tied_rows,
            missing: run.scores.missing(),
            extra: &run.scores.facts().extra_topics,
            means,
            compared: all.clone().map(|m| of(m).map(|summary| summary.mean)).collect(),
            low: intervals.iter().map(|i| i.map(|i| i.low)).collect(),
            high: intervals.iter().map(|i| i.map(|i| i.high)).collect(),
            rank: all.clone().map(rank).collect(),
            letters: all.clone().map(|m| of(m)?.group.clone()).collect(),
        })
    };
    outcome.runs.iter().enumerate().map(data).collect()
}

/// The interval of what is compared; of the run's own mean where nothing is.
fn interval(
    outcome: &Reported<'_>,
    run: &EvaluatedRun,
    at: usize,
    measure: usize,
) -> Option<Interval> {
    if let Some(comparison) = outcome.answer.comparisons.get(measure) {
        return comparison.runs[at].interval;
    }
    if outcome.measures[measure].summary() != Summary::Mean {
        return None;
    }
    let values: Vec<f64> = run.scores.column(measure).collect();
    mean_interval(&values, outcome.answer.request.level).ok()
}

pub(super) fn test(outcome: &Reported<'_>) -> TestData {
    TestData {
        name: outcome.answer.test.to_string(),
        words: outcome.words().test(),
        alpha: outcome.answer.request.alpha,
    }
}

pub(super) fn pairs(comparisons: &[Comparison]) -> Vec<PairData> {
    let pair = |measure: usize, pair: &Pair| PairData {
        measure,
        a: pair.baseline.place,
        b: pair.run.place,
        difference: pair.difference,
        low: pair.interval.map(|interval| interval.low),
        high: pair.interval.map(|interval| interval.high),
        p: pair.p(),
        adjusted: pair.p_adjusted(),
        wins: pair.topics.wins,
        ties: pair.topics.ties,
        losses: pair.topics.losses,
        effect: pair.effects.dz,
        real: pair.is_significant(),
    };
    let of = |(measure, comparison): (usize, &Comparison)| {
        comparison.pairs.iter().map(|p| pair(measure, p)).collect::<Vec<_>>()
    };
    comparisons.iter().enumerate().flat_map(of).collect()
}
