//! What `gainline ceiling` shows: what is lost, held out and with all judgments.

use super::json;
use super::notes::notes;
use super::rows::{self, each_line, runs};
use super::words::words;
use crate::cells::{count, header, number, text};
use crate::documents::write_line;
use crate::notes::counted;
use crate::runs::Opened;
use crate::sections::{self, Sections};
use crate::writing::Format;
use gainline::Missing;
use gainline_analysis::ceiling::{Ceiling, Design, Judgments, Losses};
use gainline_analysis::vectors::Vectors;
use gainline_report::{Cell, Table, write_csv, write_tsv};
use std::io::{self, Write};

/// What was computed, and from what.
pub(super) struct About<'a> {
    pub opened: &'a Opened,
    pub vectors: &'a Vectors,
    pub design: &'a Design,
    pub found: &'a Ceiling,
    /// What the measures are called.
    pub names: Vec<String>,
    pub per_topic: bool,
    /// Decimals shown in tables.
    pub digits: usize,
}

impl About<'_> {
    /// How many topics have values on these judgments.
    pub(super) fn topics_on(&self, judgments: Judgments) -> usize {
        self.found.topics.iter().filter(|topic| topic.on(judgments).is_some()).count()
    }
}

pub(super) fn write(about: &About<'_>, format: Format, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Tsv => write_tsv(&rows::table(about), out),
        Format::Csv => write_csv(&rows::table(about), out),
        Format::Jsonl => each_line(about, |line| write_line(line, out)),
        Format::Json => json::write(about, out),
        Format::Table | Format::Markdown | Format::Latex => {
            let sections =
                Sections { notes: notes(about), tables: tables(about), words: words(about) };
            sections::write(&sections, format, out)
        }
    }
}

fn tables(about: &About<'_>) -> Vec<(String, Table)> {
    let mut tables = vec![];
    for judgments in rows::BOTH {
        let topics = about.topics_on(judgments);
        if topics == 0 {
            continue;
        }
        let over = counted(topics, "topic");
        let title = match judgments {
            Judgments::HeldOut => format!(
                "Held out: queries made from some of the judged documents, everything measured on \
                 the others; {over}:"
            ),
            Judgments::All => format!(
                "All judgments: queries made from the documents that they are measured on, so that \
                 optimal is usually too high; {over}:"
            ),
        };
        tables.push((title, table(about, judgments, false)));
        if about.per_topic {
            let title = match judgments {
                Judgments::HeldOut => "Held out, by topic:",
                Judgments::All => "All judgments, by topic:",
            };
            tables.push((title.into(), table(about, judgments, true)));
        }
    }
    tables
}

/// A row for each run and measure, or for each topic besides.
fn table(about: &About<'_>, judgments: Judgments, by_topic: bool) -> Table {
    let has_runs = !about.opened.asked.is_empty();
    // From the run to what is lost by queries.
    let names: Vec<String> = rows::NAMES[1..10].iter().map(|name| name.replace('_', " ")).collect();
    // Where runs may have fewer topics, each row says how many.
    let counts = has_runs && about.opened.options.missing == Missing::Skip;
    let keep = |at: &usize| match at {
        0 | 6 | 8 => has_runs,
        1 => by_topic,
        3 => counts && !by_topic,
        _ => true,
    };
    let kept: Vec<usize> = (0..names.len()).filter(keep).collect();
    let mut rows = vec![];
    let mut push = |run: Option<&str>, topic: &str, measure: &str, losses: Losses| {
        let mut cells = vec![text(run.unwrap_or("")), text(topic), text(measure)];
        cells.push(count(losses.topics));
        cells.extend(values(&losses, about.digits));
        rows.push(kept.iter().map(|&at| cells[at].clone()).collect::<Vec<Cell>>());
    };
    for (at, run) in runs(about) {
        if !by_topic {
            for (column, name) in about.names.iter().enumerate() {
                if let Some(losses) = about.found.losses(judgments, column, at) {
                    push(run, "", name, losses);
                }
            }
            continue;
        }
        for topic in &about.found.topics {
            for (column, measure) in about.found.measures.iter().enumerate() {
                if let Some(losses) = topic.losses(judgments, (column, measure), at) {
                    push(run, &topic.topic, &about.names[column], losses);
                }
            }
        }
    }
    let header = header(&kept.iter().map(|&at| names[at].as_str()).collect::<Vec<_>>());
    Table { header, rows, ..Table::default() }
}

fn values(losses: &Losses, digits: usize) -> [Cell; 5] {
    let shown = |value: Option<f64>| value.map_or(text("-"), |value| number(value, digits));
    let by_queries = match (losses.by_queries, losses.interval) {
        (Some(value), Some(interval)) => {
            Cell::Range { value, low: interval.low, high: interval.high, decimals: digits }
        }
        (value, _) => shown(value),
    };
    [
        shown(Some(losses.perfect)),
        shown(Some(losses.ceiling)),
        shown(losses.run),
        shown(losses.by_vectors),
        by_queries,
    ]
}
