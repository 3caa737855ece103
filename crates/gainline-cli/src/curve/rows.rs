//! Curves and readings as rows, for scripts.

use super::About;
use super::reading::Readings;
use super::shown::Shown;
use crate::cells::{header, text};
use crate::documents::write_line;
use crate::writing::Format;
use gainline::Line;
use gainline_report::{Cell, Table, write_csv, write_tsv};
use serde::Serialize;
use std::io::{self, Write};

/// Where a curve has a height: at a rank, at a level of recall or fallout; or what the value is.
#[derive(Clone, Copy, Serialize)]
#[serde(untagged)]
pub(super) enum X {
    Rank(usize),
    Level(f64),
    Word(&'static str),
}

impl X {
    /// All of a curve's places.
    pub(super) fn all(about: &About<'_>) -> Vec<X> {
        let by_rank = about.args.kind.is_by_rank();
        let x = |x: f64| if by_rank { X::Rank(x as usize) } else { X::Level(x) };
        about.specs[0].xs().into_iter().map(x).collect()
    }

    fn cell(self) -> Cell {
        match self {
            X::Rank(rank) => Cell::exact(rank as f64),
            X::Level(level) => Cell::exact(level),
            X::Word(word) => Cell::Text(word.into()),
        }
    }
}

/// A row of curves.
#[derive(Serialize)]
struct Point<'a> {
    run: &'a str,
    topic: &'a str,
    x: X,
    value: f64,
}

/// A row of readings.
#[derive(Serialize)]
struct Read<'a> {
    run: &'a str,
    against: Option<&'a str>,
    at: X,
    value: f64,
    rank: Option<usize>,
}

/// What can be a row of cells.
trait Row: Serialize {
    const HEADER: &'static [&'static str];
    fn cells(&self) -> Vec<Cell>;
}

impl Row for Point<'_> {
    const HEADER: &'static [&'static str] = &["run", "topic", "x", "value"];
    fn cells(&self) -> Vec<Cell> {
        vec![text(self.run), text(self.topic), self.x.cell(), Cell::exact(self.value)]
    }
}

impl Row for Read<'_> {
    const HEADER: &'static [&'static str] = &["run", "against", "at", "value", "rank"];
    fn cells(&self) -> Vec<Cell> {
        let rank = self.rank.map_or(text(""), |rank| Cell::exact(rank as f64));
        let against = text(self.against.unwrap_or_default());
        vec![text(self.run), against, self.at.cell(), Cell::exact(self.value), rank]
    }
}

/// Writes `run, topic, x, value`: run by run, topics in the order of the qrels, `all` last.
pub(super) fn write(
    about: &About<'_>,
    shown: &[Shown<'_>],
    format: Format,
    out: &mut dyn Write,
) -> io::Result<()> {
    let xs = X::all(about);
    let mut begun = false;
    for curve in shown {
        let all = ("all", curve.line);
        for (topic, line) in curve.topics.iter().copied().chain([all]) {
            // A curve at a time: those of thousands of topics need not all be held as text.
            write_rows(&points(&xs, &curve.name, topic, line), format, begun, out)?;
            begun = true;
        }
    }
    Ok(())
}

fn points<'a>(xs: &[X], run: &'a str, topic: &'a str, line: &Line) -> Vec<Point<'a>> {
    let sums = [(X::Word("mean"), line.mean), (X::Word("area"), line.area)];
    let points = xs.iter().copied().zip(line.heights.iter().copied()).chain(sums);
    points.map(|(x, value)| Point { run, topic, x, value }).collect()
}

/// Writes `run, against, at, value, rank`.
pub(super) fn write_readings(
    readings: &Readings,
    format: Format,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut rows = vec![];
    for reading in &readings.runs {
        let run = reading.run.as_str();
        rows.extend(reading.at.iter().map(|at| Read {
            run,
            against: Some(&reading.against),
            at: X::Rank(at.at),
            value: at.value,
            rank: at.rank,
        }));
        let (rank, value) = reading.widest;
        let against = Some(reading.ideal.as_str());
        rows.push(Read { run, against, at: X::Word("gap"), value, rank: Some(rank) });
    }
    rows.extend(readings.flat.iter().map(|flat| Read {
        run: &flat.ideal,
        against: None,
        at: X::Word("flat"),
        value: flat.height,
        rank: flat.rank,
    }));
    write_rows(&rows, format, false, out)
}

/// Writes rows; the header only if nothing was written before.
fn write_rows<R: Row>(
    rows: &[R],
    format: Format,
    begun: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    if format == Format::Jsonl {
        return rows.iter().try_for_each(|row| write_line(row, out));
    }
    let table = Table {
        header: header(R::HEADER),
        rows: rows.iter().map(Row::cells).collect(),
        ..Table::default()
    };
    let mut text = vec![];
    match format {
        Format::Csv => write_csv(&table, &mut text)?,
        _ => write_tsv(&table, &mut text)?,
    }
    let first = text.iter().position(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    out.write_all(&text[if begun { first } else { 0 }..])
}
