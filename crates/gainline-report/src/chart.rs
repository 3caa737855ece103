//! A line chart in plain characters, for a terminal.
//!
//! Every series has a mark of its own, so that curves are told apart without colour. Where curves
//! run over each other their marks take turns from column to column: none hides another, and two
//! equal curves show as `●○●○`.

use std::cmp::Ordering;
use std::io::{self, Write};
use std::ops::Range;

/// Curves over one pair of axes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Chart {
    /// What stands above it; nothing when empty.
    pub title: String,
    /// What the horizontal axis shows; nothing when empty.
    pub x: String,
    /// What the vertical axis shows; nothing when empty.
    pub y: String,
    /// The curves, in the order of the legend.
    pub series: Vec<Series>,
}

/// One curve.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// Its points, in any order. Those that are not finite, or beyond ±1e300, are left out.
    pub points: Vec<(f64, f64)>,
}

/// The marks; series beyond them start again with the first.
const MARKS: &str = "●○▲△■□◆◇★☆▼▽ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// A chart is never narrower than this, nor its field lower.
const LEAST_WIDTH: usize = 30;
const LEAST_ROWS: usize = 5;

/// Sizes beyond this are cut to it: no terminal is as large.
const MOST: usize = 2_000;

/// Draws a chart in lines of at most `width` characters (30 at least), and at most `height` of
/// them where that leaves the curves five rows.
///
/// A column shows the mean of the points that fall into it; where there is none, the straight line
/// between the points to its left and right. The vertical axis starts at 0, or with negative values
/// at a round number below them; the horizontal one covers the points.
pub fn write_chart(
    chart: &Chart,
    width: usize,
    height: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let width = width.clamp(LEAST_WIDTH, MOST);
    let legend = legend(&chart.series, width);
    let heads = [&chart.title, &chart.y].map(|text| cut(text, width));
    let heads = heads.iter().filter(|text| !text.is_empty());
    for text in heads.clone() {
        writeln!(out, "{text}")?;
    }
    let around = heads.count() + 2 + usize::from(!chart.x.is_empty()) + legend.len();
    match Field::new(&chart.series, width, height.min(MOST).saturating_sub(around)) {
        Some(field) => field.write(&cut(&chart.x, width), out)?,
        None => writeln!(out, "(no points)")?,
    }
    legend.iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// The part of a chart within its axes, and the axes.
struct Field {
    x: Axis,
    y: Axis,
    /// The widest label of the vertical axis.
    margin: usize,
    columns: usize,
    /// From the top.
    rows: Vec<Vec<char>>,
}

impl Field {
    /// `None` if there is nothing to draw.
    fn new(series: &[Series], width: usize, rows: usize) -> Option<Field> {
        let points: Vec<Vec<(f64, f64)>> = series.iter().map(drawable).collect();
        let (xs, ys): (Vec<f64>, Vec<f64>) = points.iter().flatten().copied().unzip();
        if xs.is_empty() {
            return None;
        }
        let (y, rows) = Axis::vertical(&ys, rows.max(LEAST_ROWS));
        let margin = y.ticks.iter().map(|tick| length(&y.label(*tick))).max().unwrap_or(0);
        let columns = width - margin - 2;
        let x = Axis::horizontal(&xs, columns);
        let curves: Vec<Vec<Option<f64>>> = points.iter().map(|p| curve(p, &x, columns)).collect();
        let mut field = Field { x, y, margin, columns, rows: vec![vec![' '; columns]; rows] };
        field.draw(&curves);
        Some(field)
    }

    /// Puts the marks of all curves into the rows.
    fn draw(&mut self, curves: &[Vec<Option<f64>>]) {
        let height = self.rows.len();
        let rows = |curve: &[Option<f64>]| -> Vec<Option<usize>> {
            curve.iter().map(|v| v.map(|v| height - 1 - self.y.cell(v, height))).collect()
        };
        let curves: Vec<Vec<Option<usize>>> = curves.iter().map(|c| rows(c)).collect();
        let marks: Vec<char> = MARKS.chars().collect();
        for column in 0..self.columns {
            // Where curves are, and where they only pass on their way up or down.
            let mut here: Vec<Vec<usize>> = vec![vec![]; height];
            let mut passing = here.clone();
            for (index, curve) in curves.iter().enumerate() {
                let Some(row) = curve[column] else { continue };
                here[row].push(index);
                let before = column.checked_sub(1).and_then(|c| curve[c]);
                let after = curve.get(column + 1).copied().flatten();
                for other in way(row, before, 0).chain(way(row, after, 1)) {
                    passing[other].push(index);
                }
            }
            for (row, (here, passing)) in here.iter().zip(&passing).enumerate() {
                let those = if here.is_empty() { passing } else { here };
                if !those.is_empty() {
                    self.rows[row][column] = marks[those[column % those.len()] % marks.len()];
                }
            }
        }
    }

    fn write(&self, name: &str, out: &mut dyn Write) -> io::Result<()> {
        let (margin, height) = (self.margin, self.rows.len());
        let mut labels = vec![None; height];
        for tick in &self.y.ticks {
            labels[height - 1 - self.y.cell(*tick, height)] = Some(self.y.label(*tick));
        }
        for (row, label) in self.rows.iter().zip(labels) {
            let edge = if label.is_some() { '┤' } else { '│' };
            let row: String = row.iter().collect();
            let line = format!("{:>margin$} {edge}{row}", label.unwrap_or_default());
            writeln!(out, "{}", line.trim_end())?;
        }
        let mut line = vec!['─'; self.columns];
        let mut labels = vec![' '; margin + 2 + self.columns];
        for tick in &self.x.ticks {
            let column = self.x.cell(*tick, self.columns);
            line[column] = '┬';
            let label = self.x.label(*tick);
            let start = (margin + 2 + column).saturating_sub(length(&label) / 2);
            let start = start.min(labels.len() - length(&label));
            let room = start.saturating_sub(2)..(start + length(&label) + 2).min(labels.len());
            if labels[room].iter().all(|c| *c == ' ') {
                label.chars().zip(&mut labels[start..]).for_each(|(c, place)| *place = c);
            }
        }
        writeln!(out, "{:margin$} └{}", "", line.iter().collect::<String>())?;
        writeln!(out, "{}", labels.iter().collect::<String>().trim_end())?;
        if !name.is_empty() {
            // Below the middle of the axis, as far as there is room.
            let middle = margin + 2 + self.columns / 2;
            let start = middle.saturating_sub(length(name) / 2);
            let start = start.min(labels.len() - length(name));
            writeln!(out, "{:start$}{name}", "")?;
        }
        Ok(())
    }
}

/// The rows between a curve's row in one column and in the next one that belong to this column:
/// the nearer half, with `middle` counted to the column on the left.
fn way(row: usize, next: Option<usize>, middle: usize) -> Range<usize> {
    match next {
        Some(next) if next > row => row + 1..row + 1 + (next - row - 1 + middle) / 2,
        Some(next) if next < row => row - (row - next - 1 + middle) / 2..row,
        _ => 0..0,
    }
}

/// The points of a series that can be drawn, from left to right.
fn drawable(series: &Series) -> Vec<(f64, f64)> {
    // A NaN is not below the limit either.
    let fits = |value: f64| value.abs() <= 1e300;
    let points = series.points.iter().copied();
    let mut points: Vec<(f64, f64)> = points.filter(|(x, y)| fits(*x) && fits(*y)).collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    points
}

/// The value of a curve, whose points are sorted, in each column from its first to its last point.
fn curve(points: &[(f64, f64)], x: &Axis, columns: usize) -> Vec<Option<f64>> {
    let mut curve = vec![None; columns];
    let mut before: Option<(usize, (f64, f64))> = None;
    for here in points.chunk_by(|a, b| x.cell(a.0, columns) == x.cell(b.0, columns)) {
        let (first, last) = (here[0], here[here.len() - 1]);
        let column = x.cell(first.0, columns);
        if let Some((from, start)) = before {
            for (column, value) in curve.iter_mut().enumerate().take(column).skip(from + 1) {
                let share = (x.place(column, columns) - start.0) / (first.0 - start.0);
                *value = Some(start.1 * (1.0 - share) + first.1 * share);
            }
        }
        curve[column] = Some(here.iter().fold(0.0, |sum, p| sum + p.1) / here.len() as f64);
        before = Some((column, last));
    }
    curve
}

/// What an axis covers, and where it is labelled.
#[derive(Debug, PartialEq)]
struct Axis {
    low: f64,
    high: f64,
    /// The power of ten of the distance between ticks, which labels show.
    exponent: i32,
    ticks: Vec<f64>,
}

impl Axis {
    /// An axis from 0 or below to a round number, and the number of rows, `most` or a few less,
    /// which its ticks divide evenly.
    fn vertical(values: &[f64], most: usize) -> (Axis, usize) {
        let (low, high) = range(values);
        let (low, mut high) = (low.min(0.0), high.max(0.0));
        if high - low < 1e-300 {
            high = 1.0;
        }
        let whole = values.iter().all(|v| v.fract() == 0.0) && high - low > 1.0;
        let fitting = steps(high - low)
            .filter(|(_, exponent)| !whole || *exponent >= 0)
            .map(|(step, exponent)| Spacing::new(low, high, step, exponent, most))
            .filter(|spacing| spacing.apart >= 2);
        // The last of equal ones is the coarsest.
        let Some(best) = fitting.max_by(Spacing::compare) else {
            return (Axis { low, high, exponent: 0, ticks: vec![low, high] }, most);
        };
        let Spacing { step, exponent, first, intervals, apart, .. } = best;
        let ticks: Vec<f64> = (0..=intervals).map(|i| (first + i as f64) * step).collect();
        let (low, high) = (ticks[0], ticks[intervals]);
        (Axis { low, high, exponent, ticks }, apart * intervals + 1)
    }

    /// An axis over the values, and on to the next tick where that is near.
    fn horizontal(values: &[f64], columns: usize) -> Axis {
        let (low, high) = range(values);
        let span = high - low;
        let whole = values.iter().all(|v| v.fract() == 0.0);
        for (step, exponent) in steps(span).filter(|(_, exponent)| !whole || *exponent >= 0) {
            let outward = [(low / step).floor() * step, (high / step).ceil() * step];
            let near = |tick: f64, end: f64| (tick - end).abs() <= 0.03 * span;
            let low = if near(outward[0], low) { outward[0] } else { low };
            let high = if near(outward[1], high) { outward[1] } else { high };
            let first = (low / step - 1e-9).ceil();
            let count = (high / step + 1e-9).floor() - first;
            let ticks = (0..=count.max(0.0) as usize).map(|i| (first + i as f64) * step).collect();
            let axis = Axis { low, high, exponent, ticks };
            let label = axis.ticks.iter().map(|tick| length(&axis.label(*tick))).max().unwrap_or(0);
            let apart = step / (high - low) * (columns - 1) as f64;
            // The last label may be half its length nearer, to stay within the width.
            if apart >= (label + label / 2 + 2) as f64 && count >= 1.0 {
                return axis;
            }
        }
        // Too narrow for that, or a single place: the ends, in as few digits as tell them.
        let ticks = if low < high { vec![low, high] } else { vec![low] };
        let finest = (power(span.max(low.abs() * 1e-3)) - 2).min(0);
        let exact =
            |exponent: &i32| ticks.iter().all(|tick| (tick * 10f64.powi(-exponent)).fract() == 0.0);
        let exponent = (finest..=0).rev().find(exact).unwrap_or(finest);
        Axis { low, high, exponent, ticks }
    }

    /// Which of so many cells a value falls into.
    fn cell(&self, value: f64, cells: usize) -> usize {
        let span = self.high - self.low;
        let share = if span > 0.0 { (value - self.low) / span } else { 0.5 };
        ((share * (cells - 1) as f64).round().max(0.0) as usize).min(cells - 1)
    }

    /// The value in the middle of a cell.
    fn place(&self, cell: usize, cells: usize) -> f64 {
        self.low + (self.high - self.low) * (cell as f64 / (cells - 1) as f64)
    }

    /// A tick in as many digits as tell it from its neighbours.
    fn label(&self, tick: f64) -> String {
        let largest = self.low.abs().max(self.high.abs());
        let decimals = -self.exponent;
        if tick == 0.0 {
            return "0".into();
        }
        if largest < 1e7 && decimals <= 6 {
            // Adding 0 makes a negative zero positive.
            return format!("{:.*}", decimals.max(0) as usize, tick + 0.0);
        }
        let digits = (power(tick.abs()) - self.exponent).clamp(0, 15);
        format!("{:.*e}", digits as usize, tick)
    }
}

/// Ticks of a vertical axis at a given step.
struct Spacing {
    step: f64,
    exponent: i32,
    /// The first tick, in steps.
    first: f64,
    intervals: usize,
    /// Rows from one tick to the next.
    apart: usize,
    /// Rows from the lowest value to the highest.
    covered: f64,
}

impl Spacing {
    fn new(low: f64, high: f64, step: f64, exponent: i32, rows: usize) -> Self {
        let (first, last) = ((low / step + 1e-9).floor(), (high / step - 1e-9).ceil());
        let intervals = (last - first) as usize;
        let apart = (rows - 1) / intervals.max(1);
        let covered = (high - low) / step * apart as f64;
        Spacing { step, exponent, first, intervals, apart, covered }
    }

    /// Better is to have four ticks or nearly as many, then to give the values many rows.
    fn compare(&self, other: &Self) -> Ordering {
        let same = (self.covered - other.covered).abs() < 1e-6;
        let covered = if same { Ordering::Equal } else { self.covered.total_cmp(&other.covered) };
        self.intervals.min(3).cmp(&other.intervals.min(3)).then(covered)
    }
}

fn range(values: &[f64]) -> (f64, f64) {
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    (low, values.iter().copied().fold(f64::NEG_INFINITY, f64::max))
}

/// The distances 1, 2 and 5 times a power of ten, from the hundredth part of a span or so up to
/// twice the span at least, each with its power.
fn steps(span: f64) -> impl Iterator<Item = (f64, i32)> {
    let tens = if span >= 1e-300 { power(span) - 2..power(span) + 2 } else { 0..0 };
    tens.flat_map(|tens| [1, 2, 5].map(|digit| (format!("{digit}e{tens}"), tens)))
        .filter_map(|(step, tens)| Some((step.parse().ok()?, tens)))
}

/// The power of ten of a number's first digit.
fn power(value: f64) -> i32 {
    value.max(1e-300).log10().floor() as i32
}

/// The marks with the names of their series, in lines that fit.
fn legend(series: &[Series], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![];
    for (series, mark) in series.iter().zip(MARKS.chars().cycle()) {
        let empty = if drawable(series).is_empty() { " (no points)" } else { "" };
        let name = cut(&series.name, width - 2 - length(empty));
        let entry = format!("{mark} {name}{empty}");
        match lines.last_mut() {
            Some(line) if length(line) + 3 + length(&entry) <= width => {
                line.push_str("   ");
                line.push_str(&entry);
            }
            _ => lines.push(entry),
        }
    }
    lines
}

/// Text of at most so many characters, without control characters, which a terminal might obey.
fn cut(text: &str, width: usize) -> String {
    let text = text.replace(char::is_control, "\u{fffd}");
    if length(&text) <= width {
        return text;
    }
    text.chars().take(width - 1).chain(['…']).collect()
}

fn length(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(name: &str, points: &[(f64, f64)]) -> Series {
        Series { name: name.into(), points: points.to_vec() }
    }

    /// The chart, below an empty line so that what is expected can start on one of its own.
    fn drawn(chart: &Chart, width: usize, height: usize) -> String {
        let mut out = b"\n".to_vec();
        write_chart(chart, width, height, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn smallest(points: &[(f64, f64)]) -> String {
        drawn(&Chart { series: vec![series("a", points)], ..Chart::default() }, 0, 0)
    }

    #[test]
    fn curves_are_continuous_and_the_legend_tells_their_marks() {
        let chart = Chart {
            title: "Precision".into(),
            x: "rank".into(),
            y: "P@k".into(),
            series: vec![
                series("bm25", &[(1.0, 1.0), (2.0, 0.25), (5.0, 0.0)]),
                series("dense", &[(5.0, 0.8), (1.0, 0.5)]),
            ],
        };
        let expected = "
Precision
P@k
1.0 ┤●
    │ ●
    │  ●               ○○○○○○○○○○○
    │   ●● ○○○○○○○○○○○○
0.5 ┤○○○○○○
    │      ●
    │       ●●●●●●
    │             ●●●●●●●●●●
  0 ┤                       ●●●●●●
    └┬──────┬──────┬──────┬──────┬
     1      2      3      4      5
                 rank
● bm25   ○ dense
";
        assert_eq!(drawn(&chart, 34, 15), expected);
    }

    #[test]
    fn the_marks_of_curves_in_one_place_take_turns() {
        let same = [(0.0, 1.0), (10.0, 1.0)];
        let rising = [(0.0, 0.0), (10.0, 2.0)];
        let series = vec![series("a", &same), series("b", &same), series("c", &rising)];
        let expected = "
2 ┤                           ▲▲▲▲
  │                   ▲▲▲▲▲▲▲▲
1 ┤●○●○●○●○●○●○●○▲●○▲●○●○●○●○●○●○●
  │    ▲▲▲▲▲▲▲▲
0 ┤▲▲▲▲
  └┬─────┬─────┬─────┬─────┬─────┬
   0     2     4     6     8    10
● a   ○ b   ▲ c
";
        assert_eq!(drawn(&Chart { series, ..Chart::default() }, 34, 8), expected);
    }

    #[test]
    fn a_steep_curve_has_no_gaps_and_a_column_shows_the_mean_of_its_points() {
        let points = [(0.0, 0.0), (49.0, 0.0), (50.0, 0.0), (51.0, 8.0), (100.0, 8.0)];
        let expected = "
8 ┤              ●●●●●●●●●●●●●
  │              ●
6 ┤              ●
  │             ●
4 ┤             ●
  │             ●
2 ┤             ●
  │            ●
0 ┤●●●●●●●●●●●●●
  └┬────────────┬────────────┬
   0           50          100
● a
";
        let chart = Chart { series: vec![series("a", &points)], ..Chart::default() };
        assert_eq!(drawn(&chart, 30, 12), expected);
    }

    #[test]
    fn one_point_stands_in_the_middle_of_the_smallest_chart() {
        let expected = "
0.4 ┤
    │            ●
0.2 ┤
    │
  0 ┤
    └────────────┬────────────
                0.5
● a
";
        assert_eq!(smallest(&[(0.5, 0.25)]), expected);
    }

    #[test]
    fn a_constant_curve_at_0_has_an_axis() {
        let expected = "
1.0 ┤
    │
0.5 ┤
    │
  0 ┤●●●●●●●●●●●●●●●●●●●●●●●●●
    └┬───────────┬───────────┬
     1           2           3
● a
";
        assert_eq!(smallest(&[(1.0, 0.0), (3.0, 0.0)]), expected);
    }

    #[test]
    fn negative_values_are_drawn_and_those_that_are_not_finite_are_not() {
        let expected = "
 5 ┤                        ●●
   │              ●●●●●●●●●●
 0 ┤    ●●●●●●●●●●
   │●●●●
-5 ┤
   └┬────────────┬───────────┬
    1            2           3
● a
";
        let (nan, infinite) = (f64::NAN, f64::INFINITY);
        let points = [(1.0, -2.0), (2.0, nan), (2.0, infinite), (nan, 9.0), (3.0, 4.0)];
        assert_eq!(smallest(&points), expected);
    }

    #[test]
    fn without_points_there_is_no_axis() {
        assert_eq!(smallest(&[]), "\n(no points)\n● a (no points)\n");
        assert_eq!(drawn(&Chart::default(), 80, 24), "\n(no points)\n");
    }

    #[test]
    fn what_a_terminal_might_obey_is_shown_as_a_replacement_character() {
        let chart = Chart {
            title: "a\u{1b}[1m".into(),
            y: "b\n".into(),
            series: vec![series("c\td", &[])],
            ..Chart::default()
        };
        let expected = "
a\u{fffd}[1m
b\u{fffd}
(no points)
● c\u{fffd}d (no points)
";
        assert_eq!(drawn(&chart, 80, 24), expected);
    }

    #[test]
    fn very_large_and_very_small_numbers_are_labelled_with_exponents() {
        let x = Axis::horizontal(&[0.0, 1e9], 80);
        assert_eq!(x.ticks.iter().map(|t| x.label(*t)).nth(1).unwrap(), "2e8");
        let (y, _) = Axis::vertical(&[5e-9], 20);
        assert_eq!(y.ticks.iter().map(|t| y.label(*t)).next_back().unwrap(), "6e-9");
        let x = Axis::horizontal(&[1e15, 1e15 + 2.0], 80);
        assert_eq!(x.label(x.ticks[1]), "1.000000000000001e15");
    }

    #[test]
    fn an_axis_goes_on_to_a_tick_that_is_near() {
        let x = Axis::horizontal(&[1.0, 199.0], 94);
        assert_eq!((x.low, x.high, x.ticks.len()), (0.0, 200.0, 11));
        let x = Axis::horizontal(&[7.0, 193.0], 94);
        assert_eq!((x.low, x.high, x.ticks[0]), (7.0, 193.0, 20.0));
    }

    #[test]
    fn no_line_is_wider_than_asked_for_whatever_the_numbers_are() {
        let values = [0.0, 1.0, -1.0, 0.1, 123_456.7, 1e15, 1e15 + 1.0, 1e-320, -1e300, 1e300, 3e7];
        for (i, a) in values.iter().enumerate() {
            for b in &values[i..] {
                for (width, height) in [(0, 0), (31, 7), (100, 24), (33, usize::MAX)] {
                    let points = [(*a, *b), (*b, *a), (*b, *b)];
                    let chart = Chart {
                        title: "title ".repeat(20),
                        x: "x axis ".repeat(20),
                        y: "y axis ".repeat(20),
                        series: vec![series("n", &points), series(&"long ".repeat(30), &points)],
                    };
                    let widest = drawn(&chart, width, height).lines().map(length).max().unwrap();
                    assert_eq!(widest, width.max(LEAST_WIDTH), "{points:?}");
                }
            }
        }
    }
}
