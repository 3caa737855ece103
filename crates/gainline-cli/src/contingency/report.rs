//! What `gainline contingency` shows: counts, probabilities and averages.

use super::figures::{COUNTS, Figures, RATIOS, figures};
use super::json::{Row, document};
use super::notes::notes;
use super::tables::tables;
use super::{Counted, Cut};
use crate::cells::{header, text};
use crate::documents::{self, write_line};
use crate::runs::Opened;
use crate::writing::Format;
use gainline_report::{Cell, Table, write_csv, write_latex, write_markdown, write_text, write_tsv};
use std::io::{self, Write};

/// What the run was counted with.
pub(super) struct About<'a> {
    pub opened: &'a Opened,
    pub cut: Cut,
    pub per_topic: bool,
    /// Decimals shown in tables.
    pub digits: usize,
}

pub(super) fn write(
    about: &About<'_>,
    run: &Counted,
    format: Format,
    out: &mut dyn Write,
) -> io::Result<()> {
    match format {
        Format::Table => {
            let mut tables = tables(about, run);
            tables[0].notes = notes(about, run);
            write_each(&tables, write_text, out)
        }
        Format::Markdown => {
            let mut tables = tables(about, run);
            if let Some(last) = tables.last_mut() {
                last.notes = notes(about, run);
            }
            write_each(&tables, write_markdown, out)
        }
        Format::Latex => {
            let mut tables = tables(about, run);
            tables[0].notes = notes(about, run);
            write_each(&tables, write_latex, out)
        }
        Format::Tsv => write_tsv(&rows(about, run), out),
        Format::Csv => write_csv(&rows(about, run), out),
        Format::Jsonl => each_row(about, run, |topic, figures| {
            write_line(&Row { run: &run.name, topic, figures }, out)
        }),
        Format::Json => documents::write(&document(about, run), out),
    }
}

fn write_each(
    tables: &[Table],
    write: fn(&Table, &mut dyn Write) -> io::Result<()>,
    out: &mut dyn Write,
) -> io::Result<()> {
    for (at, table) in tables.iter().enumerate() {
        if at > 0 {
            writeln!(out)?;
        }
        write(table, out)?;
    }
    Ok(())
}

/// The table for scripts: a row for each topic if they are asked for, then both averages.
fn rows(about: &About<'_>, run: &Counted) -> Table {
    let names = COUNTS.iter().chain(&RATIOS).map(|(name, _)| *name);
    let mut rows = vec![];
    // Gathering rows cannot fail; only writing them can.
    let _ = each_row(about, run, |topic, figures| {
        let labels = [text(&run.name), text(topic)];
        let figures = figures.0.iter().map(|(_, value)| Cell::exact(*value));
        rows.push(labels.into_iter().chain(figures).collect());
        Ok(())
    });
    let header = header(&["run", "topic"].into_iter().chain(names).collect::<Vec<_>>());
    Table { header, rows, ..Table::default() }
}

fn each_row(
    about: &About<'_>,
    run: &Counted,
    mut each: impl FnMut(&str, Figures) -> io::Result<()>,
) -> io::Result<()> {
    let all = [&COUNTS[..], &RATIOS].concat();
    for (topic, table) in run.topics.iter().filter(|_| about.per_topic) {
        each(topic, figures(&all, |figure| figure(table)))?;
    }
    let total = run.total();
    each("all", figures(&all, |figure| run.mean(figure)))?;
    each("all:micro", figures(&all, |figure| figure(&total)))
}
