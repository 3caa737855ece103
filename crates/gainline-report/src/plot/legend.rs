//! The legend below the picture: the names of series beside samples of how they are drawn, in columns,
//! or what the shades of cells stand for.

use super::canvas::{Anchor, Canvas, Lettering, Place, Stroke};
use super::font::{Weight, fitted_apart, width};
use super::marks::{OUTLINE, is_below, shaded};
use super::scale::Laid;
use super::{Figure, Mark, Ramp, Scale};

/// The size of its letters.
const SIZE: f64 = 6.5;
const ROW: f64 = 9.5;
/// Lines need room to show their dashes.
const LINE: f64 = 17.0;
const DOT: f64 = 7.0;
const GAP: f64 = 9.0;
/// The strip of a ramp.
const STRIP: (f64, f64) = (100.0, 5.0);
/// In how many pieces it is drawn.
const PIECES: usize = 50;

/// Entries: the series' number, its name, and where its row and column begin.
pub(super) struct Legend {
    entries: Vec<(usize, String, (f64, f64))>,
    /// How wide samples are.
    sample: f64,
    height: f64,
}

impl Legend {
    /// What is to be told apart; nothing where there is but one series, or none.
    pub(super) fn new(figure: &Figure, room: f64) -> Self {
        let lines = figure.marks.iter().any(|mark| matches!(mark, Mark::Line { .. }));
        let sample = if lines { LINE } else { DOT };
        if figure.ramp.is_some() {
            return Legend { entries: vec![], sample, height: 2.0 * ROW + 3.0 };
        }
        if figure.series.len() < 2 {
            return Legend { entries: vec![], sample, height: 0.0 };
        }
        let names: Vec<&str> = figure.series.iter().map(|series| series.name.as_str()).collect();
        let names = fitted_apart(&names, SIZE, room - sample - 3.0);
        let wide = |name: &String| sample + 3.0 + width(name, SIZE, Weight::Regular);
        let widths: Vec<f64> = names.iter().map(wide).collect();
        let all = widths.iter().fold(-GAP, |sum, wide| sum + wide + GAP);
        let widest = widths.iter().copied().fold(0.0, f64::max);
        let columns = (((room + GAP) / (widest + GAP)).floor() as usize).max(1);
        let (mut entries, mut x) = (vec![], 0.0);
        for (number, name) in names.into_iter().enumerate() {
            let place = if all <= room {
                (x, 0.0)
            } else {
                // Down the columns, as lists are read.
                let rows = figure.series.len().div_ceil(columns);
                ((number / rows) as f64 * (widest + GAP), (number % rows) as f64)
            };
            entries.push((number, name, place));
            x += widths[number] + GAP;
        }
        let rows = entries.iter().map(|(_, _, (_, row))| *row).fold(0.0, f64::max) + 1.0;
        Legend { entries, sample, height: rows * ROW + 3.0 }
    }

    pub(super) fn height(&self) -> f64 {
        self.height
    }

    pub(super) fn draw(&self, canvas: &mut Canvas, figure: &Figure, left: f64, top: f64) {
        if self.height == 0.0 {
            return;
        }
        let colour = figure.theme.text();
        let lettering = Lettering { size: SIZE, weight: Weight::Regular, colour };
        canvas.begin("legend");
        if let Some(ramp) = &figure.ramp {
            strip(canvas, figure, ramp, (left, top + 3.0), lettering);
        }
        for (number, name, (x, row)) in &self.entries {
            let middle = top + 3.0 + (row + 0.5) * ROW;
            sample(canvas, figure, *number, (left + x, middle));
            let (x, y) = (left + x + self.sample + 3.0, middle + SIZE * 0.36);
            canvas.text(name, Place { x, y, anchor: Anchor::Start, turned: false }, lettering);
        }
        canvas.end();
    }
}

fn sample(canvas: &mut Canvas, figure: &Figure, number: usize, (x, y): (f64, f64)) {
    let style = figure.series[number].style;
    let colour = style.colour(figure.theme);
    let mut marks = figure.marks.iter();
    let of_dots = figure.marks.iter().any(|mark| matches!(mark, Mark::Dot { .. }));
    if marks.any(|mark| matches!(mark, Mark::Line { series, .. } if *series == number)) {
        canvas.line(&[(x, y), (x + LINE, y)], &style.stroke(&colour));
    } else if of_dots {
        let (fill, edge) = style.dot(figure.theme);
        let radius = 2.4 * style.scale();
        canvas.dot(style.shape(figure.theme), (x + DOT / 2.0, y), radius, &fill, edge);
    } else {
        canvas.filled((x, x + DOT), (y - 3.0, y + 3.0), &style.fill(figure.theme));
    }
}

/// A strip of all shades with its numbers below, and what they are beside it.
fn strip(
    canvas: &mut Canvas,
    figure: &Figure,
    ramp: &Ramp,
    (left, top): (f64, f64),
    lettering: Lettering<'_>,
) {
    let (long, high) = (STRIP.0.min(figure.size.width * 0.4), STRIP.1);
    // Numbers centred on the ends of the strip must not stand out.
    let left = left + 6.0;
    for piece in 0..PIECES {
        let share = (piece as f64 + 0.5) / PIECES as f64;
        let fill = shaded(figure.theme, ramp, ramp.low + share * (ramp.high - ramp.low)).0;
        let at = |piece: usize| left + long * piece as f64 / PIECES as f64;
        // Pieces overlap a little, so that no gaps show.
        canvas.rectangle((at(piece), at(piece + 1) + 0.2), (top, top + high), &fill);
    }
    let outlined = ramp.parted && figure.marks.iter().any(is_below);
    if outlined {
        let half = (left + 0.3, left + long / 2.0);
        let line = Stroke { colour: figure.theme.text(), width: OUTLINE, dashes: &[] };
        canvas.outline(half, (top + 0.3, top + high - 0.3), &line);
    }
    let exact = Laid::new(&Scale::Numbers(ramp.low, ramp.high), (left, left + long), 22.0);
    let within = |tick: &f64| (ramp.low - 1e-9..=ramp.high + 1e-9).contains(tick);
    let place = |tick: f64| left + (tick - ramp.low) / (ramp.high - ramp.low) * long;
    for (tick, label) in exact.ticks.iter().filter(|(tick, _)| within(tick)) {
        let y = top + high + SIZE + 1.0;
        let place = Place { x: place(*tick), y, anchor: Anchor::Middle, turned: false };
        canvas.text(label, place, lettering);
    }
    let x = left + long + 10.0;
    let room = figure.size.width - x - super::layout::MARGIN;
    let missing = figure.marks.iter().any(|mark| matches!(mark, Mark::Cell { value: None, .. }));
    let signs = [("outlined: below 0", outlined), ("× no value", missing)];
    let signs: Vec<&str> =
        signs.iter().filter(|(_, there)| *there).map(|(sign, _)| *sign).collect();
    let text = match signs.is_empty() {
        true => ramp.label.clone(),
        false => format!("{} ({})", ramp.label, signs.join("; ")),
    };
    let text = super::font::fitted(&text, SIZE, Weight::Regular, room);
    let place = Place { x, y: top + high + 0.5, anchor: Anchor::Start, turned: false };
    canvas.text(&text, place, lettering);
}
