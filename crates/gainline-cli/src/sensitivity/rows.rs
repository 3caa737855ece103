//! Changes as rows, for scripts.

use super::About;
use super::figures::{Examined, Figure};
use crate::cells::{count, header, text};
use crate::documents::write_line;
use crate::writing::Format;
use gainline_report::{Cell, Table, write_csv, write_tsv};
use serde::Serialize;
use std::io::{self, Write};

/// A line of `jsonl`, and a row.
#[derive(Serialize)]
struct Line<'a> {
    run: &'a str,
    topic: &'a str,
    measure: &'a str,
    to: f64,
    rank: usize,
    topics: usize,
    change: f64,
    share: Option<f64>,
    formula: Option<&'static str>,
}

const NAMES: [&str; 9] =
    ["run", "topic", "measure", "to", "rank", "topics", "change", "share", "formula"];

impl Line<'_> {
    fn cells(&self) -> Vec<Cell> {
        vec![
            text(self.run),
            text(self.topic),
            text(self.measure),
            Cell::exact(self.to),
            count(self.rank),
            count(self.topics),
            Cell::exact(self.change),
            self.share.map_or(text(""), Cell::exact),
            text(self.formula.unwrap_or_default()),
        ]
    }
}

/// Writes all changes: run by run, topics in the order of the qrels, `all` last.
pub(super) fn write(
    about: &About<'_>,
    runs: &[Examined],
    format: Format,
    out: &mut dyn Write,
) -> io::Result<()> {
    if format == Format::Jsonl {
        return each_line(about, runs, |line| write_line(line, out));
    }
    let mut rows = vec![];
    each_line(about, runs, |line| {
        rows.push(line.cells());
        Ok(())
    })?;
    let table = Table { header: header(&NAMES), rows, ..Table::default() };
    if format == Format::Csv { write_csv(&table, out) } else { write_tsv(&table, out) }
}

fn each_line(
    about: &About<'_>,
    runs: &[Examined],
    mut each: impl FnMut(&Line<'_>) -> io::Result<()>,
) -> io::Result<()> {
    let measures: Vec<String> = about.measures.iter().map(ToString::to_string).collect();
    for run in runs {
        let topics = run.changes.topics().iter().enumerate().filter(|_| about.args.per_topic);
        let topics = topics.map(|(at, topic)| (Some(at), topic.name()));
        for (topic, name) in topics.chain([(None, "all")]) {
            for (at, measure) in measures.iter().enumerate() {
                for Figure { rank, topics, change, share } in run.figures(topic, at) {
                    each(&Line {
                        run: &run.name,
                        topic: name,
                        measure,
                        to: about.sensitivity.to(at),
                        rank,
                        topics,
                        change,
                        share,
                        formula: about.sensitivity.formula(at),
                    })?;
                }
            }
        }
    }
    Ok(())
}
