//! What `gainline eval` shows: the choices behind the numbers, and the numbers.

use super::Evaluated;
use super::json::write_document;
use super::notes::notes;
use crate::format::Format;
use gainline::{Better, Measure, Options, Qrels, Summary};
use gainline_report::{Cell, Table, write_csv, write_latex, write_markdown, write_text, write_tsv};
use std::io::{self, Write};

/// What all runs were evaluated with.
pub(crate) struct About<'a> {
    pub qrels: &'a Qrels,
    pub qrels_file: String,
    pub options: &'a Options,
    pub measures: &'a [Measure],
    pub per_topic: bool,
    /// Decimals shown in tables.
    pub digits: usize,
}

pub(crate) fn write(
    about: &About<'_>,
    runs: &[Evaluated],
    format: Format,
    out: &mut dyn Write,
) -> io::Result<()> {
    match format {
        Format::Table => write_text(&wide(about, runs), out),
        Format::Markdown => write_markdown(&wide(about, runs), out),
        Format::Latex => write_latex(&wide(about, runs), out),
        Format::Tsv => write_tsv(&long(about, runs), out),
        Format::Csv => write_csv(&long(about, runs), out),
        Format::Json => {
            write_document(about, runs, out)?;
            writeln!(out)
        }
        Format::Jsonl => each_value(about, runs, |run, topic, measure, value| {
            serde_json::to_writer(&mut *out, &Row { run, topic, measure, value })?;
            writeln!(out)
        }),
    }
}

/// Orders runs by a measure, the best first.
pub(crate) fn sort(runs: &mut [Evaluated], measures: &[Measure], column: usize) {
    let lower = measures[column].family().better == Better::Lower;
    runs.sort_by(|a, b| {
        let (a, b) = (a.scores.all()[column], b.scores.all()[column]);
        if same(a, b) {
            return std::cmp::Ordering::Equal;
        }
        if lower { a.total_cmp(&b) } else { b.total_cmp(&a) }
    });
}

/// Runs as rows, measures as columns.
fn wide(about: &About<'_>, runs: &[Evaluated]) -> Table {
    let mut header = vec!["run".to_string()];
    if about.per_topic {
        header.push("topic".into());
    }
    header.extend(about.measures.iter().map(ToString::to_string));
    let all: Vec<Vec<f64>> = runs.iter().map(|r| r.scores.all()).collect();
    let best: Vec<Option<f64>> = (0..about.measures.len())
        .map(|m| best(about.measures[m].family().better, &all, m))
        .collect();
    let mut rows = vec![];
    for (run, all) in runs.iter().zip(&all) {
        let row = |topic: &str, values: &[f64], mark: bool| {
            let mut row = vec![Cell::Text(run.name.clone())];
            if about.per_topic {
                row.push(Cell::Text(topic.into()));
            }
            row.extend(values.iter().enumerate().map(|(m, &value)| Cell::Number {
                value,
                decimals: Some(about.decimals(m)),
                best: mark && best[m].is_some_and(|best| same(best, value)),
            }));
            row
        };
        if about.per_topic {
            rows.extend(run.scores.iter().map(|(topic, values)| row(topic, values, false)));
        }
        rows.push(row("all", all, true));
    }
    let marked = best.iter().any(Option::is_some);
    let legend = if marked { vec!["* best of its column".to_string()] } else { vec![] };
    Table { notes: notes(about, runs), header, rows, legend }
}

impl About<'_> {
    fn decimals(&self, measure: usize) -> usize {
        if self.measures[measure].family().summary == Summary::Sum { 0 } else { self.digits }
    }
}

/// Whether two means are equal, but for the rounding of their sums.
fn same(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * a.abs().max(1.0)
}

/// The best of a column, where there is something to compare.
fn best(better: Better, all: &[Vec<f64>], measure: usize) -> Option<f64> {
    let column = all.iter().map(|values| values[measure]);
    let found = match better {
        Better::Higher => column.clone().reduce(f64::max),
        Better::Lower => column.clone().reduce(f64::min),
        Better::Neither => None,
    };
    found.filter(|_| all.len() > 1)
}

/// `run, topic, measure, value`, for scripts.
fn long(about: &About<'_>, runs: &[Evaluated]) -> Table {
    let header = ["run", "topic", "measure", "value"].map(String::from).to_vec();
    let mut rows = vec![];
    // Gathering rows cannot fail; only writing them can.
    let _ = each_value(about, runs, |run, topic, measure, value| {
        let text = |text: &str| Cell::Text(text.to_string());
        rows.push(vec![text(run), text(topic), text(measure), Cell::exact(value)]);
        Ok(())
    });
    Table { header, rows, ..Table::default() }
}

/// Every value: run by run, topics in the order of the qrels, `all` last.
fn each_value(
    about: &About<'_>,
    runs: &[Evaluated],
    mut each: impl FnMut(&str, &str, &str, f64) -> io::Result<()>,
) -> io::Result<()> {
    let measures: Vec<String> = about.measures.iter().map(ToString::to_string).collect();
    for run in runs {
        if about.per_topic {
            for (topic, values) in run.scores.iter() {
                for (measure, &value) in measures.iter().zip(values) {
                    each(&run.name, topic, measure, value)?;
                }
            }
        }
        for (measure, value) in measures.iter().zip(run.scores.all()) {
            each(&run.name, "all", measure, value)?;
        }
    }
    Ok(())
}

/// A line of `jsonl`.
#[derive(serde::Serialize)]
struct Row<'a> {
    run: &'a str,
    topic: &'a str,
    measure: &'a str,
    value: f64,
}
