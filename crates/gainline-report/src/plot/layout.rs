//! How much room each part of a figure takes: titles at the top, labels beside and below the axes, the
//! legend at the bottom, and the marks in what remains.

use super::font::{Weight, fitted_apart, lines, width};
use super::legend::Legend;
use super::scale::Laid;
use super::{Figure, Height, PlotError, Scale};

pub(super) const TITLE: f64 = 8.5;
pub(super) const SMALL: f64 = 6.5;
pub(super) const LABEL: f64 = 7.0;
pub(super) const TICK: f64 = 6.5;
pub(super) const MARGIN: f64 = 5.0;
/// What a line of text takes, in sizes of its letters.
pub(super) const LEADING: f64 = 1.25;

/// Marks need at least this much room, either way.
const LEAST: f64 = 36.0;
/// Turned labels of the horizontal axis are cut beyond this.
const LONGEST: f64 = 90.0;

pub(super) struct Layout {
    pub size: (f64, f64),
    pub title: Vec<String>,
    pub subtitle: Vec<String>,
    pub x: Laid,
    pub y: Laid,
    /// The labels of the horizontal axis, as they fit.
    pub x_labels: Vec<String>,
    /// Whether they are turned.
    pub turned: bool,
    /// The labels of the vertical axis in lines, as they fit.
    pub y_labels: Vec<Vec<String>>,
    pub legend: Legend,
    /// Where the legend begins.
    pub bottom: f64,
}

impl Layout {
    pub(super) fn new(figure: &Figure) -> Result<Self, PlotError> {
        let wide = figure.size.width;
        let room = wide - 2.0 * MARGIN;
        let title = lines(&figure.title, TITLE, Weight::Strong, room);
        let subtitle = lines(&figure.subtitle, SMALL, Weight::Regular, room);
        let heading = (title.len() as f64 * TITLE + subtitle.len() as f64 * SMALL) * LEADING;
        let top = MARGIN + heading + 6.0;
        let legend = Legend::new(figure, room);
        let between = match figure.size.height {
            Height::Between(between) => between,
            // Near enough to know how wide the labels beside it are.
            Height::Whole(high) => (high - top - legend.height() - 25.0).max(LEAST),
        };
        let y_labels = beside(figure, &upright(figure, (top, top + between)));
        let labels = y_labels.iter().flatten().map(|line| text(line)).fold(0.0, f64::max);
        let left = MARGIN + LABEL + 5.0 + labels + 3.0;
        let right = MARGIN + 4.0 + beside_wide(figure);
        if wide - left - right < LEAST {
            let least = left + right + LEAST;
            return Err(too_small("wide", wide, least));
        }
        let x = across(figure, left, wide - beside_wide(figure));
        let turned = x.names && x.ticks.iter().any(|(_, name)| text(name) > x.unit() - 4.0);
        let x_labels = below(&x, turned);
        let longest = x_labels.iter().map(|label| text(label)).fold(0.0, f64::max);
        let under = if turned { longest + 3.0 } else { TICK + 2.0 };
        let rest = under + 4.0 + LABEL + 5.0;
        let (base, high) = match figure.size.height {
            Height::Between(between) => {
                let base = top + between;
                (base, base + rest + legend.height() + MARGIN)
            }
            Height::Whole(high) => (high - MARGIN - legend.height() - rest, high),
        };
        if base - top < LEAST.min(between) {
            return Err(too_small("high", high, high + LEAST - (base - top)));
        }
        let y = upright(figure, (top, base));
        let y_labels = beside(figure, &y);
        let size = (wide, high);
        let bottom = base + rest;
        Ok(Layout { size, title, subtitle, x, y, x_labels, turned, y_labels, legend, bottom })
    }
}

fn too_small(how: &str, given: f64, least: f64) -> PlotError {
    let inches = |points: f64| (points / 72.0 * 100.0).ceil() / 100.0;
    PlotError::new(format!(
        "{:.2} in ({given:.0} pt) is not {how} enough for what is to be shown; it takes {:.2} in ({:.0} \
         pt)",
        given / 72.0,
        inches(least),
        least.ceil()
    ))
}

/// What texts at the right of rows take.
fn beside_wide(figure: &Figure) -> f64 {
    let widest = figure.beside.iter().map(|label| text(label)).fold(0.0, f64::max);
    if widest > 0.0 { widest + 3.0 } else { 0.0 }
}

/// How wide a label is.
fn text(label: &str) -> f64 {
    width(label, TICK, Weight::Regular)
}

/// The vertical axis: names stand from the top down, numbers from the bottom up.
fn upright(figure: &Figure, (top, base): (f64, f64)) -> Laid {
    match figure.y.scale {
        Scale::Names(_) => Laid::new(&figure.y.scale, (top, base), TICK * 1.1),
        _ => Laid::new(&figure.y.scale, (base, top), 18.0),
    }
}

/// The labels of the vertical axis: where rows have room, long names take two lines.
fn beside(figure: &Figure, y: &Laid) -> Vec<Vec<String>> {
    let most = figure.size.width * 0.42;
    let names: Vec<&str> = y.ticks.iter().map(|(_, label)| label.as_str()).collect();
    let fitted = fitted_apart(&names, TICK, most);
    let two = y.names && y.unit() >= TICK * 2.4;
    let lines = |(name, fitted): (&&str, String)| match halves(name) {
        Some(halves) if two && text(name) > most => fitted_apart(&halves, TICK, most),
        _ => vec![fitted],
    };
    names.iter().zip(fitted).map(lines).collect()
}

/// A name in two parts of about the same length, parted where it has a joint.
fn halves(name: &str) -> Option<[&str; 2]> {
    let middle = name.len() / 2;
    let joint = |c: char| matches!(c, '_' | '-' | '.' | '/' | ' ' | '+' | ':');
    let ends = name.char_indices().filter(|(_, c)| joint(*c)).map(|(at, c)| at + c.len_utf8());
    let split = ends.filter(|end| *end < name.len()).min_by_key(|end| end.abs_diff(middle))?;
    let (head, tail) = name.split_at(split);
    Some([head, tail])
}

/// The horizontal axis, its labels as dense as they go without touching, and none of them beyond the
/// edge.
fn across(figure: &Figure, left: f64, wide: f64) -> Laid {
    let scale = &figure.x.scale;
    let mut right = wide - MARGIN - 4.0;
    if matches!(scale, Scale::Names(_)) {
        return Laid::new(scale, (left, right), TICK * 1.15);
    }
    let mut apart = 18.0;
    loop {
        let laid = Laid::new(scale, (left, right), apart);
        let ends = laid.ticks.iter().map(|(tick, label)| {
            let (at, half) = (laid.at(*tick), text(label) / 2.0);
            (at - half, at + half)
        });
        let ends: Vec<(f64, f64)> = ends.collect();
        let beyond = ends.last().map_or(0.0, |(_, end)| end - (wide - MARGIN));
        if beyond > 0.01 && right - left > LEAST {
            right -= beyond;
        } else if ends.windows(2).any(|pair| pair[1].0 - pair[0].1 < 6.0) && apart < wide {
            apart *= 1.2;
        } else {
            return laid;
        }
    }
}

/// The labels of the horizontal axis.
fn below(x: &Laid, turned: bool) -> Vec<String> {
    let names: Vec<&str> = x.ticks.iter().map(|(_, label)| label.as_str()).collect();
    fitted_apart(&names, TICK, if turned { LONGEST } else { f64::INFINITY })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_part_at_a_joint_near_their_middle() {
        assert_eq!(halves("SPLADE_P_P_ENSEMBLE_DISTIL"), Some(["SPLADE_P_P_", "ENSEMBLE_DISTIL"]));
        assert_eq!(halves("nojoint"), None);
        assert_eq!(halves("é_"), None);
    }
}
