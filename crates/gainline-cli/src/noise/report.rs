//! What `gainline noise` shows.

use super::inputs::{Judging, Model};
use super::json::write_document;
use super::lines::{lines, rows};
use super::notes::notes;
use super::{Args, tables, words};
use crate::documents::write_line;
use crate::notes::Seen;
use crate::runs::Opened;
use crate::sections::{self, Sections};
use crate::writing::Format;
use gainline::{Measure, Pool};
use gainline_report::{write_csv, write_tsv};
use std::io::{self, Write};

/// What all numbers come from.
pub(super) struct About<'a> {
    pub args: &'a Args,
    pub opened: &'a Opened,
    pub pool: &'a Pool,
    pub model: &'a Model,
    pub measures: &'a [Measure],
    /// Decimals shown in tables.
    pub digits: usize,
}

impl About<'_> {
    /// The name of a run.
    pub(super) fn run(&self, run: usize) -> &str {
        &self.opened.asked[run].name
    }

    pub(super) fn seen(&self) -> Vec<Seen<'_>> {
        Seen::of_pool(self.opened.asked.iter().map(|run| run.name.as_str()), self.pool)
    }
}

pub(super) fn write(
    about: &About<'_>,
    judgings: &[Judging],
    format: Format,
    out: &mut dyn Write,
) -> io::Result<()> {
    match format {
        Format::Tsv => write_tsv(&rows(&lines(about, judgings)), out),
        Format::Csv => write_csv(&rows(&lines(about, judgings)), out),
        Format::Jsonl => lines(about, judgings).iter().try_for_each(|line| write_line(line, out)),
        Format::Json => write_document(about, judgings, out),
        Format::Table | Format::Markdown | Format::Latex => {
            let tables = tables::tables(about, judgings);
            let words = words::words(about, judgings);
            let notes = notes(about, judgings);
            sections::write(&Sections { notes, tables, words }, format, out)
        }
    }
}
