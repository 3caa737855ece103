//! Cumulated gain by rank.

use super::curves::{self, DrawnCurve};
use super::{Plot, caption};
use crate::plot::{Axis, Figure, Scale, Style};
use gainline::{CurveKind, Discount, Gains, IdealFrom, Normalise, Setting};
use gainline_analysis::curve::{CurveAnswer, RunCurves};
use serde::Serialize;

/// A point of a curve.
#[derive(Default, Serialize)]
pub struct GainRow {
    run: String,
    rank: usize,
    value: f64,
}

/// Whether the curve of the best possible ranking is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdealShown {
    /// For gains that are not shares of it.
    Auto,
    /// Yes.
    Always,
    /// No.
    Never,
}

/// A picture of curves of gain.
pub fn gain(answer: &CurveAnswer, ideal: IdealShown) -> Plot<GainRow> {
    let CurveAnswer { request, provenance, .. } = answer;
    let curves = drawn(answer, ideal);
    let heights = || curves.iter().flat_map(|curve| curve.heights.iter().copied());
    let (low, high) = match request.kind.is_normalised() {
        // Many curves need the room that would be empty.
        true if answer.curves.len() > curves::MOST_COLOURED => {
            let (low, high) = (heights().reduce(f64::min), heights().reduce(f64::max));
            low.zip(high).unwrap_or((0.0, 1.0))
        }
        true => (caption::around_0(heights()).0, caption::around_0(heights()).1.max(1.0)),
        false => caption::around_0(heights()),
    };
    let rows = curves.iter().flat_map(|curve| {
        let points = (1..).zip(curve.heights);
        points.map(|(rank, value)| GainRow { run: curve.name.clone(), rank, value: *value })
    });
    let rows = rows.collect();
    let (marks, series) = curves::lines(&answer.xs, curves);
    let measure = answer.measure.as_ref().map_or(String::new(), ToString::to_string);
    let (of, topics) = (caption::of_single(provenance), caption::topics(provenance));
    let choices = caption::choices(provenance);
    Plot {
        kind: "gain",
        figure: Figure {
            title: format!("{measure}{of} at ranks 1 to {}, {topics}", request.depth),
            subtitle: format!("{} {choices}", caption::sentence(&definition(answer))),
            x: Axis { label: "rank".into(), scale: Scale::Ranks(request.depth) },
            y: Axis {
                label: format!("{}, {}", request.kind.y(), over(request)),
                scale: Scale::Numbers(low, high),
            },
            marks,
            series,
            ..Figure::default()
        },
        room: curves::ROOM,
        rows,
        warnings: vec![],
    }
}

/// The runs' curves, and the ideal ones where they are asked for.
fn drawn(answer: &CurveAnswer, ideal: IdealShown) -> Vec<DrawnCurve<'_>> {
    let runs = answer.curves.iter().enumerate().map(|(at, curve)| DrawnCurve {
        name: curve.run.clone(),
        style: Style::Coloured(at),
        heights: &curve.line.heights,
    });
    let shown = match ideal {
        IdealShown::Auto => !answer.request.kind.is_normalised(),
        IdealShown::Always => true,
        IdealShown::Never => false,
    };
    let ideals = answer.ideals.iter().enumerate().filter(|_| shown).map(|(at, curve)| {
        let (name, style) = match &curve.run {
            Some(run) => (format!("ideal of {run}"), Style::ReferenceOf(at)),
            None => ("ideal".into(), Style::Reference),
        };
        DrawnCurve { name, style, heights: &curve.line.heights }
    });
    runs.chain(ideals).collect()
}

/// What is shown, in short.
fn definition(answer: &CurveAnswer) -> String {
    let CurveAnswer { request, measure, .. } = answer;
    let setting = measure.as_ref().map(|measure| measure.setting(1.0));
    let gains = match setting.as_ref().map_or(Gains::Linear, Setting::gains) {
        Gains::Linear => "gains are the grades".to_string(),
        Gains::Exp2 => "gains are 2^grade − 1".into(),
        Gains::Scale(_) | Gains::Map(_) => {
            format!("gains {}", request.gain.gains.as_deref().unwrap_or_default())
        }
    };
    let divided = match setting.as_ref().map_or(Discount::None, Discount::of) {
        _ if !request.kind.is_discounted() => String::new(),
        Discount::Log2 => " divided by log2(rank + 1)".into(),
        Discount::Jk(base) => format!(", from rank {base} on divided by log{base}(rank)"),
        Discount::JkRn(base) => format!(", from rank 2 on divided by log{base}(rank)"),
        Discount::Rank => " divided by the rank".into(),
        Discount::None => String::new(),
    };
    let what = match request.kind {
        CurveKind::Cg => "cumulated gain",
        CurveKind::Ncg => "cumulated gain as a share of the ideal",
        CurveKind::Dcg => "discounted cumulated gain",
        CurveKind::Ndcg => "discounted cumulated gain as a share of the ideal",
        other @ (CurveKind::PrecisionRecall
        | CurveKind::Precision
        | CurveKind::Recall
        | CurveKind::Roc) => other.y(),
    };
    let ideal = match request.ideal_from.unwrap_or_default() {
        IdealFrom::Judged => "ideal from all judged documents",
        IdealFrom::Retrieved => "ideal from the retrieved documents",
    };
    format!("{what}; {gains}{divided}; {ideal}")
}

/// How topics are put together.
fn over(request: &RunCurves) -> &'static str {
    match request.gain.normalise.unwrap_or_default() {
        Normalise::Mean => "mean gain / mean ideal gain",
        Normalise::Topic => "mean over topics",
    }
}
