//! What `gainline power` shows: what the topics find, and how many it takes.

use super::figures::{Figures, Found, Part, Wanted};
use super::json::{Line, lines, write_document};
use super::notes::notes;
use super::words::{so_many, verdict};
use crate::cells::{count, header, number, text};
use crate::documents::write_line;
use crate::evaluation::Evaluated;
use crate::runs::Opened;
use crate::sections::{self, Sections};
use crate::writing::Format;
use gainline::Slices;
use gainline_report::{Cell, Table, write_csv, write_tsv};
use std::io::{self, Write};

/// What all figures come from.
pub(super) struct About<'a> {
    pub opened: &'a Opened,
    pub runs: &'a [Evaluated],
    pub wanted: &'a Wanted,
    /// Slices of the topics, where there are any.
    pub slices: Option<&'a Slices>,
    /// Decimals shown in tables.
    pub digits: usize,
}

pub(super) fn write(
    about: &About<'_>,
    figures: &[Figures<'_>],
    format: Format,
    out: &mut dyn Write,
) -> io::Result<()> {
    match format {
        Format::Tsv => write_tsv(&rows(about, figures), out),
        Format::Csv => write_csv(&rows(about, figures), out),
        Format::Jsonl => {
            figures.iter().flat_map(|f| lines(about, f)).try_for_each(|line| write_line(&line, out))
        }
        Format::Json => write_document(about, figures, out),
        Format::Table | Format::Markdown | Format::Latex => {
            let Wanted { power, alpha, .. } = about.wanted;
            let smallest = format!(
                "The smallest differences that these topics find with a power of {power}, \
                 at --alpha {alpha}:"
            );
            let range = format!(
                "The power that these topics have for a difference, and the topics that a power of \
                 {power} takes:"
            );
            let tables = vec![
                (smallest, smallest_table(about, figures)),
                (range, range_table(about, figures)),
            ];
            let words = figures.iter().map(|f| verdict(about, f)).collect();
            let notes = notes(about, figures);
            sections::write(&Sections { notes, tables, words }, format, out)
        }
    }
}

/// A part of a test's figures as a cell, or a dash.
fn cell<T>(part: &Result<Part, T>, of: impl Fn(&Part) -> Cell) -> Cell {
    part.as_ref().map_or(text("-"), of)
}

/// The columns that say what a row is about, where there are slices and where not.
fn labels(about: &About<'_>, figures: &Figures<'_>) -> Vec<Cell> {
    let mut labels = vec![text(&figures.measure.to_string())];
    if about.slices.is_some() {
        labels.push(text(figures.slice.unwrap_or("(all)")));
    }
    labels
}

fn table(about: &About<'_>, names: &[&str], rows: Vec<Vec<Cell>>) -> Table {
    let mut labels = vec!["measure"];
    if about.slices.is_some() {
        labels.push("slice");
    }
    Table { header: header(&[&labels[..], names].concat()), rows, ..Table::default() }
}

fn smallest_table(about: &About<'_>, figures: &[Figures<'_>]) -> Table {
    let row = |figures: &Figures<'_>| {
        let mut row = labels(about, figures);
        let deviation = |part: &Part| number(part.deviation, about.digits);
        let smallest = |part: &Part| number(part.smallest, about.digits);
        row.extend([
            count(figures.topics),
            cell(&figures.t, deviation),
            cell(&figures.t, smallest),
            cell(&figures.f, deviation),
            cell(&figures.f, smallest),
        ]);
        row
    };
    let names = ["topics", "sd of differences", "smallest by t", "residual sd", "smallest by F"];
    table(about, &names, figures.iter().map(row).collect())
}

fn range_table(about: &About<'_>, figures: &[Figures<'_>]) -> Table {
    let mut rows = vec![];
    for figures in figures {
        for (at, &difference) in figures.differences.iter().enumerate() {
            let power = |part: &Part| number(part.found[at].power, 3);
            let topics = |part: &Part| match part.found[at] {
                Found { topics: Some(topics), .. } => count(topics),
                Found { topics: None, .. } => text(&so_many(None)),
            };
            let mut row = labels(about, figures);
            row.extend([
                number(difference, about.digits),
                text(figures.kind(at, about.wanted)),
                cell(&figures.t, power),
                cell(&figures.t, topics),
                cell(&figures.f, power),
                cell(&figures.f, topics),
            ]);
            rows.push(row);
        }
    }
    let names = ["difference", "kind", "power by t", "topics by t", "power by F", "topics by F"];
    table(about, &names, rows)
}

fn rows(about: &About<'_>, figures: &[Figures<'_>]) -> Table {
    let exact = |value: Option<f64>| value.map_or(text(""), Cell::exact);
    let whole = |value: Option<usize>| value.map_or(text(""), count);
    let row = |line: Line| {
        vec![
            text(&line.slice),
            text(&line.measure),
            count(line.topics),
            count(line.runs),
            exact(Some(line.difference)),
            text(line.kind),
            exact(line.sd_of_differences),
            exact(line.smallest_by_t),
            exact(line.power_by_t),
            whole(line.topics_by_t),
            exact(line.residual_sd),
            exact(line.smallest_by_f),
            exact(line.power_by_f),
            whole(line.topics_by_f),
        ]
    };
    let rows = figures.iter().flat_map(|f| lines(about, f)).map(row).collect();
    Table { header: header(&Line::NAMES), rows, ..Table::default() }
}
