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
    let grey = (!others.is_empty())
        .then(|| Series { name: format!("{} other runs", others.len()), style: Style::Others });
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_runs_the_highest_keep_colours_and_the_others_share_a_name() {
        let heights: Vec<[f64; 2]> = (0..17).map(|run| [f64::from(run) / 20.0, 0.1]).collect();
        let drawn = |runs: usize| {
            let run = |at: usize| DrawnCurve {
                name: format!("run {at}"),
                style: Style::Coloured(at),
                heights: &heights[at],
            };
            let ideal = |at: usize| DrawnCurve { style: Style::ReferenceOf(at), ..run(at) };
            lines(&[1.0, 2.0], (0..runs).map(run).chain([ideal(16), ideal(0)]).collect())
        };
        let (marks, series) = drawn(17);
        let names: Vec<&str> = series.iter().map(|series| series.name.as_str()).collect();
        let best = ["run 16", "run 15", "run 14", "run 13", "run 12", "run 11"];
        assert_eq!(names, [&best[..], &["run 16", "11 other runs"]].concat());
        assert_eq!(series[6].style, Style::ReferenceOf(0));
        // Each run once, and the ideal of a run in colour; the grey ones beneath.
        assert_eq!(marks.len(), 18);
        assert!(matches!(&marks[0], Mark::Line { series: 7, .. }));
        let (marks, series) = drawn(8);
        assert_eq!((marks.len(), series.len()), (10, 10));
    }
}
