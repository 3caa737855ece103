//! What `gainline explain` shows: for each measure, ranks or differences, and words in the end.

use super::json::{change_lines, rank_lines, write_document};
use super::notes::notes;
use super::{Explained, What, differences, ranks, words};
use crate::cells::{number, text};
use crate::documents::write_line;
use crate::runs::Opened;
use crate::sections::{self, Sections};
use crate::writing::Format;
use gainline::{Measure, Pool, PoolTopic, Summary, written};
use gainline_report::{Cell, Table, write_csv, write_tsv};
use std::io::{self, Write};

/// What is explained, and with what.
pub(super) struct About<'a> {
    pub opened: &'a Opened,
    pub pool: &'a Pool,
    pub topic: &'a PoolTopic,
    pub measures: &'a [Measure],
    /// Every row is shown.
    pub all: bool,
    /// Decimals shown in tables.
    pub digits: usize,
}

impl<'a> About<'a> {
    /// The name of a document of the topic.
    pub(super) fn document(&self, place: usize) -> &'a str {
        &self.topic.documents()[place].id
    }

    /// The name of a run.
    pub(super) fn run(&self, at: usize) -> &'a str {
        self.opened.asked.get(at).map_or("", |run| &run.name)
    }

    /// How many decimals a measure is shown with: counts have none.
    pub(super) fn decimals(&self, measure: &Measure) -> usize {
        if measure.summary() == Summary::Sum { 0 } else { self.digits }
    }

    /// Whether a run is held against another one, which comes first.
    pub(super) fn is_against(&self) -> bool {
        self.opened.asked.len() > 1
    }
}

/// A grade; a dash while a document is unjudged.
pub(super) fn grade(grade: Option<f64>) -> Cell {
    match grade {
        None => text("-"),
        // In full it would be too wide.
        Some(grade) if grade.abs() >= 1e15 => text(&written(grade)),
        Some(grade) => Cell::exact(grade),
    }
}

/// A contribution. What would be shown as less than nothing, and is nothing when rounded, is 0.
pub(super) fn adds(value: f64, decimals: usize) -> Cell {
    let shown = format!("{value:.decimals$}").parse().unwrap_or(value);
    number(if shown == 0.0 { 0.0 } else { value }, decimals)
}

pub(super) fn write(
    about: &About<'_>,
    explained: &[Explained],
    format: Format,
    out: &mut dyn Write,
) -> io::Result<()> {
    match format {
        Format::Tsv => write_tsv(&rows(about, explained), out),
        Format::Csv => write_csv(&rows(about, explained), out),
        Format::Jsonl => {
            for one in explained {
                match &one.what {
                    What::Score(score) => {
                        let lines = rank_lines(about, &one.measure, score);
                        lines.iter().try_for_each(|line| write_line(line, out))?;
                    }
                    What::Difference(difference) => {
                        let lines = change_lines(about, &one.measure, difference);
                        lines.iter().try_for_each(|line| write_line(line, out))?;
                    }
                }
            }
            Ok(())
        }
        Format::Json => write_document(about, explained, out),
        Format::Table | Format::Markdown | Format::Latex => {
            let mut tables = vec![];
            let mut said = vec![];
            for one in explained {
                match &one.what {
                    What::Score(score) => {
                        tables.extend(ranks::tables(about, &one.measure, score));
                        said.push(words::of_score(about, &one.measure, score));
                    }
                    What::Difference(difference) => {
                        tables.push(differences::table(about, &one.measure, difference));
                        said.push(words::of_difference(about, &one.measure, difference));
                    }
                }
            }
            let notes = notes(about, explained);
            sections::write(&Sections { notes, tables, words: said }, format, out)
        }
    }
}

/// The table for scripts.
fn rows(about: &About<'_>, explained: &[Explained]) -> Table {
    let mut table = Table::default();
    for one in explained {
        let (header, rows) = match &one.what {
            What::Score(score) => ranks::rows(about, &one.measure, score),
            What::Difference(difference) => differences::rows(about, &one.measure, difference),
        };
        // The same for all measures.
        table.header = header;
        table.rows.extend(rows);
    }
    table
}
