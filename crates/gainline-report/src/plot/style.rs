//! How series differ: colours, dashes, shapes, sizes and hatching together, so that no eye and no printer
//! needs to see colours.

use super::canvas::Stroke;
use super::fill::Fill;
use super::theme::Theme;

/// How a series is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// In the colour, dashes and shape of this number.
    Coloured(usize),
    /// In the colour of one number and the dashes of another.
    Pair {
        /// Whose colour.
        colour: usize,
        /// Whose dashes.
        dashes: usize,
    },
    /// As a thin dashed line in the colour of text, for what others are held against.
    Reference,
    /// The same in the colour of this number.
    ReferenceOf(usize),
    /// In the shade and size of a step from 0 up to 100: for what has an order, as grades have.
    Shade(u8),
    /// As thin grey lines that are not told apart.
    Others,
}

/// The shape of a dot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Circle,
    Square,
    Diamond,
    Up,
    Down,
}

impl Style {
    pub(super) fn colour(self, theme: Theme) -> String {
        match self {
            Style::Coloured(number)
            | Style::ReferenceOf(number)
            | Style::Pair { colour: number, .. } => theme.series(number).into(),
            Style::Reference => theme.faint_text().into(),
            Style::Shade(percent) => theme.step(f64::from(percent) / 100.0),
            Style::Others => theme.others().into(),
        }
    }

    /// What dots are filled with, and the colour of their edge. In print those of the first shapes are
    /// black, then the shapes come again hollow, and then grey.
    pub(super) fn dot(self, theme: Theme) -> (String, &'static str) {
        match (self, theme) {
            (Style::Coloured(number), Theme::Paper) => {
                const FILLS: [(&str, &str); 3] =
                    [("#000000", "#ffffff"), ("#ffffff", "#000000"), ("#a0a0a0", "#000000")];
                let (fill, edge) = FILLS[number / SHAPES.len() % FILLS.len()];
                (fill.into(), edge)
            }
            _ => (self.colour(theme), theme.edge()),
        }
    }

    /// What bars are filled with: in print black, white, hatching and grey in turn.
    pub(super) fn fill(self, theme: Theme) -> Fill {
        match (self, theme) {
            (Style::Coloured(number), Theme::Paper) => match number % 8 {
                0 => Fill::Plain("#000000".into()),
                1 => Fill::Outlined("#ffffff".into()),
                3 => Fill::Outlined("#a8a8a8".into()),
                2 => Fill::Hatched(0),
                hatching => Fill::Hatched(hatching - 3),
            },
            _ => Fill::Plain(self.colour(theme)),
        }
    }

    /// How large a dot is, as a share of the usual.
    pub(super) fn scale(self) -> f64 {
        match self {
            Style::Shade(percent) => 0.62 + 0.53 * f64::from(percent) / 100.0,
            _ => 1.0,
        }
    }

    pub(super) fn stroke(self, colour: &str) -> Stroke<'_> {
        let (width, dashes): (f64, &[f64]) = match self {
            Style::Reference | Style::ReferenceOf(_) => (0.8, &[1.0, 1.5]),
            Style::Coloured(number) => (1.3, dashes(number + number / DASHES.len())),
            Style::Pair { dashes: number, .. } => (1.3, dashes(number)),
            Style::Shade(_) => (1.3, &[]),
            Style::Others => (0.7, &[]),
        };
        Stroke { colour, width, dashes }
    }

    /// Beyond as many colours as there are, they come again with other shapes; in print, shapes come
    /// again with other fillings.
    pub(super) fn shape(self, theme: Theme) -> Shape {
        match self {
            Style::Coloured(number) if theme == Theme::Paper => SHAPES[number % SHAPES.len()],
            Style::Coloured(number) => SHAPES[(number + number / 8) % SHAPES.len()],
            _ => Shape::Circle,
        }
    }
}

const SHAPES: [Shape; 5] = [Shape::Circle, Shape::Square, Shape::Up, Shape::Diamond, Shape::Down];

const DASHES: [&[f64]; 8] = [
    &[],
    &[5.0, 2.0],
    &[1.6, 1.6],
    &[6.0, 1.5, 1.5, 1.5],
    &[3.0, 1.2],
    &[8.0, 1.5, 1.5, 1.5, 1.5, 1.5],
    &[2.0, 3.0],
    &[9.0, 3.0],
];

fn dashes(number: usize) -> &'static [f64] {
    DASHES[number % DASHES.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn series_differ_in_print() {
        let bar = |number| format!("{:?}", Style::Coloured(number).fill(Theme::Paper));
        assert_eq!((0..8).map(bar).collect::<HashSet<_>>().len(), 8);
        let dot = |number| {
            let style = Style::Coloured(number);
            format!("{:?} {:?}", style.shape(Theme::Paper), style.dot(Theme::Paper))
        };
        assert_eq!((0..15).map(dot).collect::<HashSet<_>>().len(), 15);
    }

    #[test]
    fn higher_steps_are_larger() {
        let scales = [0, 50, 100].map(|percent| Style::Shade(percent).scale());
        assert!(scales.is_sorted_by(|a, b| *b >= a * 1.25), "{scales:?}");
    }
}
