//! A line chart in plain characters, for a terminal.
//!
//! Every series has a mark of its own, so that curves are told apart without colour. Where curves
//! run over each other their marks take turns from column to column: none hides another, and two
//! equal curves show as `●○●○`.

mod axis;

use crate::text::{visible, width as text_width};
use axis::Axis;
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
        let margin = y.ticks.iter().map(|tick| text_width(&y.label(*tick))).max().unwrap_or(0);
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
            let start = (margin + 2 + column).saturating_sub(text_width(&label) / 2);
            let start = start.min(labels.len() - text_width(&label));
            let room = start.saturating_sub(2)..(start + text_width(&label) + 2).min(labels.len());
            if labels[room].iter().all(|c| *c == ' ') {
                label.chars().zip(&mut labels[start..]).for_each(|(c, place)| *place = c);
            }
        }
        writeln!(out, "{:margin$} └{}", "", line.iter().collect::<String>())?;
        writeln!(out, "{}", labels.iter().collect::<String>().trim_end())?;
        if !name.is_empty() {
            // Below the middle of the axis, as far as there is room.
            let middle = margin + 2 + self.columns / 2;
            let start = middle.saturating_sub(text_width(name) / 2);
            let start = start.min(labels.len() - text_width(name));
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

/// The marks with the names of their series, in lines that fit.
fn legend(series: &[Series], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![];
    for (series, mark) in series.iter().zip(MARKS.chars().cycle()) {
        let empty = if drawable(series).is_empty() { " (no points)" } else { "" };
        let name = cut(&series.name, width - 2 - text_width(empty));
        let entry = format!("{mark} {name}{empty}");
        match lines.last_mut() {
            Some(line) if text_width(line) + 3 + text_width(&entry) <= width => {
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
    let text = visible(text);
    if text_width(&text) <= width {
        return text.into_owned();
    }
    text.chars().take(width - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests;
