//! The marks of a figure, drawn between its axes.

use super::canvas::{Anchor, Canvas, Lettering, Place, Stroke};
use super::font::{Weight, fitted, width};
use super::layout::{LABEL, Layout};
use super::scale::Laid;
use super::style::Style;
use super::theme::{Theme, text_on};
use super::{Figure, Mark, Ramp};

/// Draws all marks.
pub(super) fn draw(canvas: &mut Canvas, figure: &Figure, layout: &Layout) {
    let (x, y) = (&layout.x, &layout.y);
    let cells = cell_text_size(figure, x, y);
    for mark in &figure.marks {
        match mark {
            Mark::Line { points, series } => line(canvas, figure, points, *series, (x, y)),
            Mark::Bar { x: across, y: up, series } => {
                let fill = style(figure, *series).fill(figure.theme);
                let (left, right) = (x.at(across.0), x.at(across.1));
                canvas.filled((left, right), (y.at(up.1), y.at(up.0)), &fill);
            }
            Mark::Box { .. } => quartiles(canvas, figure, mark, (x, y)),
            Mark::Interval { y: at, value, ends } => {
                interval(
                    canvas,
                    figure,
                    (y.at(*at), x.at(*value)),
                    ends.map(|(l, h)| (x.at(l), x.at(h))),
                );
            }
            Mark::Cell { x: at, y: row, value, text } => {
                cell(canvas, figure, (*at, *row), (*value, text), (x, y), cells);
            }
            Mark::Dot { x: at, y: height, series } => {
                let style = style(figure, *series);
                let (fill, edge) = style.dot(figure.theme);
                let place = (x.at(*at), y.at(*height));
                let radius = radius(x, y) * style.scale();
                canvas.dot(style.shape(figure.theme), place, radius, &fill, edge);
            }
            Mark::Stem { x: at, y: (low, high) } => {
                let line = Stroke { colour: figure.theme.grid(), width: 0.8, dashes: &[] };
                canvas.line(&[(x.at(*at), y.at(*low)), (x.at(*at), y.at(*high))], &line);
            }
            Mark::Track { x: (from, to), y: height } => {
                let line = Stroke { colour: figure.theme.faint_text(), width: 0.5, dashes: &[] };
                let (height, end) = (y.at(*height), x.at(*to));
                canvas.line(&[(x.at(*from), height), (end, height)], &line);
                canvas.line(&[(end, height - 2.0), (end, height + 2.0)], &line);
            }
            Mark::Words(words) => {
                let ((left, right), (top, base)) = (x.span(), y.span());
                let (x, y) = (f64::midpoint(left, right), f64::midpoint(top, base) - 6.0);
                let colour = figure.theme.text();
                let lettering = Lettering { size: LABEL, weight: Weight::Regular, colour };
                let words = fitted(words, LABEL, Weight::Regular, right - left);
                let place = Place { x, y, anchor: Anchor::Middle, turned: false };
                canvas.text(&words, place, lettering);
            }
            Mark::Level(height) => {
                let line = Stroke { colour: figure.theme.faint_text(), width: 0.7, dashes: &[] };
                let (left, right) = x.span();
                canvas.line(&[(left, y.at(*height)), (right, y.at(*height))], &line);
            }
        }
    }
}

fn style(figure: &Figure, series: usize) -> Style {
    figure.series.get(series).map_or(Style::Coloured(series), |series| series.style)
}

/// Dots are as large as the bands of names allow.
fn radius(x: &Laid, y: &Laid) -> f64 {
    let bands = [x, y].into_iter().filter(|laid| laid.names).map(|laid| laid.unit() * 0.35);
    bands.fold(2.4, f64::min).max(0.9)
}

fn line(
    canvas: &mut Canvas,
    figure: &Figure,
    points: &[(f64, f64)],
    series: usize,
    (x, y): (&Laid, &Laid),
) {
    let style = style(figure, series);
    let colour = style.colour(figure.theme);
    let path: Vec<(f64, f64)> =
        points.iter().map(|(at, height)| (x.at(*at), y.at(*height))).collect();
    match path[..] {
        // A line of one point would not show.
        [point] => {
            let (fill, edge) = style.dot(figure.theme);
            canvas.dot(style.shape(figure.theme), point, 2.0, &fill, edge);
        }
        _ => canvas.line(&path, &style.stroke(&colour)),
    }
}

fn quartiles(canvas: &mut Canvas, figure: &Figure, mark: &Mark, (x, y): (&Laid, &Laid)) {
    let Mark::Box { y: at, five, mean, outside } = mark else { return };
    let theme = figure.theme;
    let colour = theme.series(0);
    let (middle, half) = (y.at(*at), (y.unit() * 0.32).min(8.0));
    let [low, q1, median, q3, high] = five.map(|value| x.at(value));
    let thin = Stroke { colour, width: 0.8, dashes: &[] };
    canvas.line(&[(low, middle), (q1, middle)], &thin);
    canvas.line(&[(q3, middle), (high, middle)], &thin);
    for end in [low, high] {
        canvas.line(&[(end, middle - half * 0.5), (end, middle + half * 0.5)], &thin);
    }
    canvas.outlined((q1, q3), (middle - half, middle + half), colour);
    let thick = Stroke { colour, width: 1.8, dashes: &[] };
    canvas.line(&[(median, middle - half), (median, middle + half)], &thick);
    for value in outside {
        canvas.circle((x.at(*value), middle), half.clamp(0.7, 1.3), "none", colour);
    }
    canvas.circle((x.at(*mean), middle), half.clamp(0.8, 1.7), theme.text(), theme.text());
}

fn interval(
    canvas: &mut Canvas,
    figure: &Figure,
    (middle, value): (f64, f64),
    ends: Option<(f64, f64)>,
) {
    let colour = figure.theme.series(0);
    let thick = Stroke { colour, width: 1.4, dashes: &[] };
    if let Some((low, high)) = ends {
        canvas.line(&[(low, middle), (high, middle)], &thick);
        for end in [low, high] {
            canvas.line(&[(end, middle - 2.2), (end, middle + 2.2)], &thick);
        }
    }
    canvas.circle((value, middle), 2.3, colour, colour);
}

/// The colour of a value, and that of text on it.
pub(super) fn shaded(theme: Theme, ramp: &Ramp, value: f64) -> (String, &'static str) {
    let share = (value - ramp.low) / (ramp.high - ramp.low);
    let fill = if ramp.parted { theme.parted(2.0 * share - 1.0) } else { theme.shade(share) };
    let text = text_on(&fill);
    (fill, text)
}

/// How thick the outlines of cells below 0 are.
pub(super) const OUTLINE: f64 = 0.6;

/// Whether a mark is a cell below 0.
pub(super) fn is_below(mark: &Mark) -> bool {
    matches!(mark, Mark::Cell { value: Some(value), .. } if *value < 0.0)
}

/// The size at which the texts of all cells fit into them; none if that is too small to read.
fn cell_text_size(figure: &Figure, x: &Laid, y: &Laid) -> Option<f64> {
    let widest = figure.marks.iter().map(|mark| match mark {
        Mark::Cell { text, .. } => width(text, 1.0, Weight::Regular),
        _ => 0.0,
    });
    let widest = widest.fold(0.0, f64::max);
    let size = (x.unit() * 0.8 / widest.max(0.01)).min(y.unit() * 0.7).min(6.5);
    (size >= 4.0).then_some(size)
}

fn cell(
    canvas: &mut Canvas,
    figure: &Figure,
    (column, row): (f64, f64),
    (value, text): (Option<f64>, &str),
    (x, y): (&Laid, &Laid),
    size: Option<f64>,
) {
    let theme = figure.theme;
    let (middle, height) = (x.at(column), y.at(row));
    let (across, down) = (x.unit() * 0.5, y.unit() * 0.5);
    // Where cells are small, gaps would take the picture over.
    let gap = (across.min(down) * 0.08).min(0.4);
    let (across, down) = (across - gap, down - gap);
    let (Some(value), Some(ramp)) = (value, &figure.ramp) else {
        let cross = across.min(down).min(2.5) * 0.8;
        let thin = Stroke { colour: theme.faint_text(), width: 0.5, dashes: &[] };
        canvas.line(&[(middle - cross, height - cross), (middle + cross, height + cross)], &thin);
        canvas.line(&[(middle - cross, height + cross), (middle + cross, height - cross)], &thin);
        return;
    };
    let (fill, colour) = shaded(theme, ramp, value);
    canvas.rectangle((middle - across, middle + across), (height - down, height + down), &fill);
    if ramp.parted && value < 0.0 {
        // Signs must show without colours, and where there is no room for numbers.
        let (across, down) = (across - OUTLINE, down - OUTLINE);
        let line = Stroke { colour, width: OUTLINE, dashes: &[] };
        canvas.outline((middle - across, middle + across), (height - down, height + down), &line);
    }
    if let Some(size) = size {
        let y = height + size * 0.36;
        let place = Place { x: middle, y, anchor: Anchor::Middle, turned: false };
        canvas.text(text, place, Lettering { size, weight: Weight::Regular, colour });
    }
}
