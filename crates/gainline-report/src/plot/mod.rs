//! Plots without a display: a [`Figure`] says what to draw, and is written as SVG, PNG or PDF. Text is
//! drawn by the outlines of a font that is part of the program, so a picture looks the same everywhere.

mod axes;
mod canvas;
mod draw;
mod escape;
mod fill;
mod font;
mod layout;
mod legend;
mod marks;
mod output;
mod pdf;
mod scale;
mod style;
mod theme;

#[cfg(test)]
mod tests;

pub use output::PlotError;
pub use style::Style;
pub use theme::Theme;

/// A picture: a title, axes, and what stands between them.
#[derive(Debug, Clone, Default)]
pub struct Figure {
    /// Above everything.
    pub title: String,
    /// Below it, smaller: what the numbers are made of.
    pub subtitle: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// What is drawn, the first at the bottom.
    pub marks: Vec<Mark>,
    /// What is told apart, in the order of the numbers that marks give for it.
    pub series: Vec<Series>,
    /// What stands at the right of each name of the vertical axis; nothing, or a text for each.
    pub beside: Vec<String>,
    /// What the shades of cells stand for, where there are cells.
    pub ramp: Option<Ramp>,
    /// Colours.
    pub theme: Theme,
    /// How large it is.
    pub size: Size,
}

impl Figure {
    /// The texts that hold letters which the font lacks, so that they are not seen as they are.
    pub fn unseen(&self) -> Vec<&str> {
        let scales = [&self.x.scale, &self.y.scale].into_iter().flat_map(|scale| match scale {
            Scale::Names(names) => &names[..],
            _ => &[],
        });
        let texts = [&self.title, &self.subtitle].into_iter().chain(scales).chain(&self.beside);
        let texts = texts.chain(self.series.iter().map(|series| &series.name));
        let mut unseen: Vec<&str> = vec![];
        for text in texts.map(String::as_str).filter(|text| font::seen(text) != **text) {
            if !unseen.contains(&text) {
                unseen.push(text);
            }
        }
        unseen
    }
}

/// How large a picture is, in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Size {
    /// From edge to edge.
    pub width: f64,
    /// How high it is.
    pub height: Height,
}

/// As wide as a column.
impl Default for Size {
    fn default() -> Self {
        Size { width: COLUMN, height: Height::Between(COLUMN / 2.0) }
    }
}

/// How high a picture is, in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Height {
    /// From edge to edge.
    Whole(f64),
    /// Between the axes; titles, labels and legend come on top of it.
    Between(f64),
}

/// The width of a column of a paper, in points: 3.5 inches.
pub const COLUMN: f64 = 252.0;

/// The width of a page's text, in points: 7 inches.
pub const PAGE: f64 = 504.0;

/// What is drawn in a colour of its own.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// What the legend calls it.
    pub name: String,
    /// How it is drawn.
    pub style: Style,
}

/// What the shades of cells stand for.
#[derive(Debug, Clone, PartialEq)]
pub struct Ramp {
    /// What the numbers are.
    pub label: String,
    /// The number of the first shade.
    pub low: f64,
    /// The number of the last shade.
    pub high: f64,
    /// Whether there are two colours, which part in the middle.
    pub parted: bool,
}

/// An axis.
#[derive(Debug, Clone, Default)]
pub struct Axis {
    /// What it shows, with its unit.
    pub label: String,
    /// What stands along it.
    pub scale: Scale,
}

impl Default for Scale {
    fn default() -> Self {
        Scale::Numbers(0.0, 1.0)
    }
}

/// What stands along an axis.
#[derive(Debug, Clone, PartialEq)]
pub enum Scale {
    /// Numbers, at least from the first to the second; round ends and ticks are found.
    Numbers(f64, f64),
    /// Ranks from 1 to this one.
    Ranks(usize),
    /// The same, their logarithms evenly spaced.
    LogRanks(usize),
    /// Names: the first stands at 0, the next at 1, and so on; on a vertical axis from the top.
    Names(Vec<String>),
}

/// Something drawn; places are numbers of the axes.
#[derive(Debug, Clone, PartialEq)]
pub enum Mark {
    /// A line through points.
    Line {
        /// Its points, from left to right.
        points: Vec<(f64, f64)>,
        /// Which series it is of.
        series: usize,
    },
    /// A filled rectangle between two places.
    Bar {
        /// From left to right.
        x: (f64, f64),
        /// From bottom to top.
        y: (f64, f64),
        /// Which series it is of.
        series: usize,
    },
    /// Quartiles, whiskers and what lies outside them, lying along the horizontal axis.
    Box {
        /// At which height.
        y: f64,
        /// The lower whisker, the quartiles, the upper whisker.
        five: [f64; 5],
        /// The mean.
        mean: f64,
        /// Values outside the whiskers.
        outside: Vec<f64>,
    },
    /// A value with an interval, lying along the horizontal axis.
    Interval {
        /// At which height.
        y: f64,
        /// The value.
        value: f64,
        /// The lower and the upper end; none where there is no interval.
        ends: Option<(f64, f64)>,
    },
    /// A square of a matrix.
    Cell {
        /// Its middle.
        x: f64,
        /// Its middle.
        y: f64,
        /// What the ramp has a shade for; a cross stands where there is none.
        value: Option<f64>,
        /// What stands in it, if all cells have room for theirs.
        text: String,
    },
    /// A dot, in the shape and colour of its series.
    Dot {
        /// Where.
        x: f64,
        /// Where.
        y: f64,
        /// Which series it is of.
        series: usize,
    },
    /// A faint upright line behind dots.
    Stem {
        /// Where.
        x: f64,
        /// From bottom to top.
        y: (f64, f64),
    },
    /// A faint level line behind dots, with a stop at its end.
    Track {
        /// From left to right.
        x: (f64, f64),
        /// At which height.
        y: f64,
    },
    /// A thin line across everything at one height.
    Level(f64),
    /// Words in the middle, where there is nothing else to see.
    Words(String),
}
