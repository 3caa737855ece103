//! The axes: grid, lines and labels.

use super::Figure;
use super::canvas::{Anchor, Canvas, Lettering, Place, Stroke};
use super::font::{Weight, fitted};
use super::layout::{LABEL, LEADING, Layout, MARGIN, TICK};
use super::scale::Laid;

/// How far the middle of letters lies above the line that they stand on, in sizes.
const MIDDLE: f64 = 0.36;

pub(super) fn grid(canvas: &mut Canvas, figure: &Figure, layout: &Layout) {
    let line = Stroke { colour: figure.theme.grid(), width: 0.5, dashes: &[] };
    let (x, y) = (&layout.x, &layout.y);
    let ((left, right), (top, base)) = (x.span(), y.span());
    canvas.begin("grid");
    for (tick, _) in y.ticks.iter().filter(|_| !y.names) {
        canvas.line(&[(left, y.at(*tick)), (right, y.at(*tick))], &line);
    }
    for (tick, _) in x.ticks.iter().filter(|_| !x.names) {
        canvas.line(&[(x.at(*tick), top), (x.at(*tick), base)], &line);
    }
    canvas.end();
}

/// The axes themselves: a line at the left, one at the bottom. A matrix needs none.
pub(super) fn frame(canvas: &mut Canvas, figure: &Figure, layout: &Layout) {
    if figure.ramp.is_some() {
        return;
    }
    let line = Stroke { colour: figure.theme.faint_text(), width: 0.7, dashes: &[] };
    let ((left, right), (top, base)) = (layout.x.span(), layout.y.span());
    canvas.line(&[(left, top), (left, base), (right, base)], &line);
}

/// The labels of both axes, and what the axes show.
pub(super) fn labels(canvas: &mut Canvas, figure: &Figure, layout: &Layout) {
    let colour = figure.theme.text();
    let tick = Lettering { size: TICK, weight: Weight::Regular, colour };
    across(canvas, layout, tick);
    beside(canvas, layout, tick);
    at_the_right(canvas, figure, layout, tick);
    let label = Lettering { size: LABEL, ..tick };
    let fit = |text: &str, room: f64| fitted(text, LABEL, Weight::Regular, room);
    let ((left, right), (top, base)) = (layout.x.span(), layout.y.span());
    let (wide, middle) = (layout.size.0 - 2.0 * MARGIN, f64::midpoint(left, right));
    let text = fit(&named(&figure.x.label, &layout.x), wide);
    // In the middle of the axis, unless it would then reach beyond the edge.
    let half = super::font::width(&text, LABEL, Weight::Regular) / 2.0;
    let x = middle.min(layout.size.0 - MARGIN - half).max(MARGIN + half);
    let place = Place { x, y: layout.bottom - 4.0, anchor: Anchor::Middle, turned: false };
    canvas.text(&text, place, label);
    let text = fit(&named(&figure.y.label, &layout.y), base - top + 20.0);
    let middle = f64::midpoint(top, base);
    let place = Place { x: MARGIN + LABEL, y: middle, anchor: Anchor::Middle, turned: true };
    canvas.text(&text, place, label);
}

/// What an axis shows; and that some names are left out, if they are.
fn named(label: &str, laid: &Laid) -> String {
    match laid.every {
        1 => label.to_string(),
        2 => format!("{label} (every 2nd named)"),
        3 => format!("{label} (every 3rd named)"),
        n => format!("{label} (every {n}th named)"),
    }
}

fn across(canvas: &mut Canvas, layout: &Layout, lettering: Lettering<'_>) {
    let base = layout.y.span().1;
    canvas.begin("labels of the horizontal axis");
    for ((tick, _), label) in layout.x.ticks.iter().zip(&layout.x_labels) {
        let at = layout.x.at(*tick);
        let place = if layout.turned {
            Place { x: at + TICK * MIDDLE, y: base + 3.0, anchor: Anchor::End, turned: true }
        } else {
            Place { x: at, y: base + TICK + 2.0, anchor: Anchor::Middle, turned: false }
        };
        canvas.text(label, place, lettering);
    }
    canvas.end();
}

fn beside(canvas: &mut Canvas, layout: &Layout, lettering: Lettering<'_>) {
    let left = layout.x.span().0;
    canvas.begin("labels of the vertical axis");
    for ((tick, _), lines) in layout.y.ticks.iter().zip(&layout.y_labels) {
        let above = (lines.len() as f64 - 1.0) / 2.0;
        for (line, text) in lines.iter().enumerate() {
            let down = (line as f64 - above) * TICK * LEADING * 0.9;
            let y = layout.y.at(*tick) + TICK * MIDDLE + down;
            let place = Place { x: left - 3.0, y, anchor: Anchor::End, turned: false };
            canvas.text(text, place, lettering);
        }
    }
    canvas.end();
}

/// What stands at the right of rows.
fn at_the_right(canvas: &mut Canvas, figure: &Figure, layout: &Layout, lettering: Lettering<'_>) {
    let x = layout.x.span().1 + 5.0;
    // Where names are left out, so are these.
    for (row, text) in figure.beside.iter().enumerate().step_by(layout.y.every) {
        let y = layout.y.at(row as f64) + TICK * MIDDLE;
        canvas.text(text, Place { x, y, anchor: Anchor::Start, turned: false }, lettering);
    }
}
