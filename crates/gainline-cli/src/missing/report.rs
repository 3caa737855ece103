//! What `gainline missing` shows, in each format.

use super::notes::notes;
use super::study::Study;
use super::{Args, Part, json, parts, tables, words};
use crate::documents;
use crate::log::complain;
use crate::runs::{Asked, Opened};
use crate::sections::{self, Sections};
use crate::writing::Format;
use anyhow::bail;
use gainline::{Measure, Pool, Source};
use std::process::ExitCode;

/// How many documents are proposed when nothing is asked for.
const NEXT: usize = 10;

/// What everything is about.
pub(super) struct About<'a> {
    pub opened: &'a Opened,
    pub pool: &'a Pool,
    pub measures: &'a [Measure],
    /// How many documents to propose.
    pub next: usize,
    pub pool_depth: usize,
    pub shown: Vec<Part>,
    /// Decimals shown in tables.
    pub digits: usize,
}

impl About<'_> {
    /// What a run is called.
    pub(super) fn name(&self, run: usize) -> &str {
        &self.opened.asked[run].name
    }

    pub(super) fn shows(&self, part: Part) -> bool {
        self.shown.contains(&part)
    }
}

pub(super) fn run(args: &Args, opened: &Opened, measures: &[Measure]) -> anyhow::Result<ExitCode> {
    let format = args.writing.format();
    let one = matches!(format, Format::Tsv | Format::Csv | Format::Jsonl);
    if one && args.show.len() > 1 {
        bail!(
            "--show names {} parts, and tsv, csv and jsonl hold one\n  name one part, or write json",
            args.show.len()
        );
    }
    let pool = opened.pool()?;
    let shown = match &args.show[..] {
        [] if one => vec![Part::Next],
        [] => Part::ALL.to_vec(),
        some => some.to_vec(),
    };
    let about = About {
        opened,
        pool: &pool,
        measures,
        next: args.next.unwrap_or(NEXT),
        pool_depth: args.pool_depth,
        shown,
        digits: args.writing.decimals(),
    };
    let study = Study::new(args, &about)?;
    let file = |run: &Asked| Source::path(&run.file).name().to_string();
    let files: Vec<String> = opened.asked.iter().map(file).collect();
    args.writing.write(&opened.files, |out| match format {
        Format::Json => documents::write(&json::document(&about, &study, &files), out),
        Format::Tsv | Format::Csv | Format::Jsonl => {
            parts::rows(&about, &study, about.shown[0]).write(format, out)
        }
        _ => {
            let sections = Sections {
                notes: notes(&about, &study),
                tables: tables::tables(&about, &study),
                words: words::words(&about, &study),
            };
            sections::write(&sections, format, out)
        }
    })?;
    if let Some(file) = args.writing.file()
        && args.next.is_some()
        && format == Format::Table
    {
        complain(format_args!(
            "gainline: {}: holds tables for people, not judgments; to fill in grades, write to a file \
             that ends in .tsv or .csv",
            file.display()
        ));
    }
    Ok(ExitCode::SUCCESS)
}
