//! What pictures of curves have in common.

use super::Room;
use crate::plot::{Mark, Series, Style};
use gainline_analysis::curve::CurveAnswer;

/// How high curves are.
pub(super) const ROOM: Room = Room::Share(0.46);

/// A curve with its name and how it is drawn.
pub(super) struct DrawnCurve<'a> {
    pub name: String,
    pub style: Style,
    pub heights: &'a [f64],
}

/// The lines and what they are called. The first, which has no dashes, is beneath the others, so that
/// equal ones show.
pub(super) fn lines(xs: &[f64], curves: Vec<DrawnCurve<'_>>) -> (Vec<Mark>, Vec<Series>) {
    let line = |(series, curve): (usize, &DrawnCurve<'_>)| {
        let points = xs.iter().copied().zip(curve.heights.iter().copied()).collect();
        Mark::Line { points, series }
    };
    let marks = curves.iter().enumerate().map(line).collect();
    let series = curves.into_iter().map(|DrawnCurve { name, style, .. }| Series { name, style });
    (marks, series.collect())
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
