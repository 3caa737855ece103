//! What pictures of curves have in common.

use super::Room;
use crate::plot::{Mark, Series, Style};
use gainline_analysis::curve::CurveAnswer;
use gainline_stats::falling;

/// How high curves are.
pub(super) const ROOM: Room = Room::Share(0.46);

/// A curve with its name and how it is drawn.
pub(super) struct DrawnCurve<'a> {
    pub name: String,
    pub style: Style,
    pub heights: &'a [f64],
}

/// Beyond so many runs, curves in colours cannot be told apart.
pub(super) const MOST_COLOURED: usize = 8;
/// Then so many keep theirs, the highest on average.
const BEST: usize = 6;

/// The lines and what they are called. The first, which has no dashes, is beneath the others, so that
/// equal ones show. Of many runs, all but the best are grey and have one name.
pub(super) fn lines(xs: &[f64], curves: Vec<DrawnCurve<'_>>) -> (Vec<Mark>, Vec<Series>) {
    let (others, curves) = told_apart(curves);
    let grey = curves.len();
    let line = |series: usize, heights: &[f64]| {
        let points = xs.iter().copied().zip(heights.iter().copied()).collect();
        Mark::Line { points, series }
    };
    let beneath = others.iter().map(|heights| line(grey, heights));
    let above = curves.iter().enumerate().map(|(series, curve)| line(series, curve.heights));
    let marks = beneath.chain(above).collect();
    let series = curves.into_iter().map(|DrawnCurve { name, style, .. }| Series { name, style });
    let grey = (!others.is_empty()).then(|| Series {
        name: format!("{} other runs, lower on average", others.len()),
        style: Style::Others,
    });
    (marks, series.chain(grey).collect())
}

/// The heights of the curves that are drawn in grey, and the other curves: of many runs the best, the
/// highest first, and what belongs to them.
fn told_apart<'a>(curves: Vec<DrawnCurve<'a>>) -> (Vec<&'a [f64]>, Vec<DrawnCurve<'a>>) {
    let (mut runs, references): (Vec<_>, Vec<_>) =
        curves.into_iter().partition(|curve| matches!(curve.style, Style::Coloured(_)));
    if runs.len() <= MOST_COLOURED {
        runs.extend(references);
        return (vec![], runs);
    }
    // As all have as many points, their sums are ordered as their means.
    let sum = |curve: &DrawnCurve<'_>| curve.heights.iter().fold(0.0, |sum, height| sum + height);
    let order = falling(&runs.iter().map(sum).collect::<Vec<_>>());
    let others = order[BEST..].iter().map(|&run| runs[run].heights).collect();
    let best = order[..BEST].iter().enumerate().map(|(at, &run)| DrawnCurve {
        name: runs[run].name.clone(),
        style: Style::Coloured(at),
        heights: runs[run].heights,
    });
    let kept = references.into_iter().filter_map(|curve| {
        let style = match curve.style {
            Style::ReferenceOf(run) => {
                Style::ReferenceOf(order[..BEST].iter().position(|best| *best == run)?)
            }
            other @ (Style::Reference
            | Style::Coloured(_)
            | Style::Pair { .. }
            | Style::Shade(_)
            | Style::Others) => other,
        };
        Some(DrawnCurve { style, ..curve })
    });
    (others, best.chain(kept).collect())
}

/// The curves of runs by which documents are relevant: from one grade on, or from each in turn.
pub(super) fn by_level(answer: &CurveAnswer) -> Vec<DrawnCurve<'_>> {
    let levels = answer.levels.as_ref().map_or(1, Vec::len);
    let runs = answer.curves.len() / levels;
    let drawn = answer.curves.iter().enumerate().map(|(place, curve)| {
        let (run, level) = (place / levels, place % levels);
        let (name, style) = match (curve.level, runs) {
            (None, _) => (curve.run.clone(), Style::Coloured(run)),
            (Some(grade), 1) => (format!("from grade {grade}"), Style::Coloured(level)),
            (Some(grade), _) => {
                let style = Style::Pair { colour: run, dashes: level };
                (format!("{}, from grade {grade}", curve.run), style)
            }
        };
        DrawnCurve { name, style, heights: &curve.line.heights }
    });
    drawn.collect()
}

/// The points of such curves: run, lowest relevant grade, place and height.
pub(super) fn points(answer: &CurveAnswer) -> impl Iterator<Item = (&str, f64, f64, f64)> {
    let rel = answer.provenance.options.rel;
    answer.curves.iter().flat_map(move |curve| {
        let points = answer.xs.iter().zip(&curve.line.heights);
        points.map(move |(x, height)| (curve.run.as_str(), curve.level.unwrap_or(rel), *x, *height))
    })
}

/// `relevant from grade 1 on`.
pub(super) fn relevance(answer: &CurveAnswer) -> String {
    match answer.levels {
        None => format!("relevant from grade {} on", answer.provenance.options.rel),
        Some(_) => "relevant from each grade on in turn".into(),
    }
}
