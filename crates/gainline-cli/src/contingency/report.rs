//! What `gainline contingency` shows: counts, probabilities and averages.

use super::json::{Ordered, Row, document};
use super::notes::notes;
use super::{Counted, Cut};
use crate::format::Format;
use gainline::{Contingency, Options, Qrels};
use gainline_report::{Cell, Table, write_csv, write_latex, write_markdown, write_text, write_tsv};
use std::io::{self, Write};

/// What the run was counted with.
pub(super) struct About<'a> {
    pub qrels: &'a Qrels,
    pub qrels_file: String,
    pub options: &'a Options,
    pub cut: Cut,
    pub per_topic: bool,
    /// Decimals shown in tables.
    pub digits: usize,
}

/// Something that is computed from a table, with its name.
pub(super) type Figure = (&'static str, fn(&Contingency) -> f64);

pub(super) const COUNTS: [Figure; 7] = [
    ("found", |table| table.found),
    ("false_drops", Contingency::false_drops),
    ("missed", Contingency::missed),
    ("rejected", Contingency::rejected),
    ("retrieved", |table| table.retrieved),
    ("relevant", |table| table.relevant),
    ("N", |table| table.collection),
];

pub(super) const RATIOS: [Figure; 10] = [
    ("joint_found", |table| table.joint()[0]),
    ("joint_false_drops", |table| table.joint()[1]),
    ("joint_missed", |table| table.joint()[2]),
    ("joint_rejected", |table| table.joint()[3]),
    ("precision", Contingency::precision),
    ("recall", Contingency::recall),
    ("fallout", Contingency::fallout),
    ("miss", Contingency::miss),
    ("specificity", Contingency::specificity),
    ("F", |table| table.f(1.0)),
];

/// What is averaged in both ways.
pub(super) const AVERAGED: [Figure; 5] = [RATIOS[4], RATIOS[5], RATIOS[6], RATIOS[8], RATIOS[9]];

/// How far two averages lie apart, as a share of the larger.
pub(super) fn apart(a: f64, b: f64) -> f64 {
    if a == b { 0.0 } else { (a - b).abs() / a.max(b) }
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
            let row = Row { run: &run.name, topic, figures: Ordered(figures) };
            serde_json::to_writer(&mut *out, &row)?;
            writeln!(out)
        }),
        Format::Json => {
            serde_json::to_writer_pretty(&mut *out, &document(about, run))?;
            writeln!(out)
        }
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

/// The tables for people: counts, probabilities, averages, and the topics if they are asked for.
fn tables(about: &About<'_>, run: &Counted) -> Vec<Table> {
    let shown = Shown {
        digits: about.digits,
        // Only expected numbers of documents are not whole.
        fractions: run.topics.iter().any(|(_, table)| table.found.fract() != 0.0),
    };
    let total = run.total();
    let mut tables = vec![shown.counts(&total), shown.probabilities(&total), shown.averages(run)];
    if about.per_topic {
        tables.push(shown.topics(run));
    }
    tables
}

/// How numbers are shown.
struct Shown {
    digits: usize,
    fractions: bool,
}

fn text(text: &str) -> Cell {
    Cell::Text(text.to_string())
}

fn header(names: &[&str]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}

impl Shown {
    fn count(&self, value: f64) -> Cell {
        self.number(value, if self.fractions { self.digits } else { 0 })
    }

    fn ratio(&self, value: f64) -> Cell {
        self.number(value, self.digits)
    }

    fn number(&self, value: f64, decimals: usize) -> Cell {
        Cell::Number { value, decimals: Some(decimals), best: false }
    }

    /// Rocchio's figure 5.1 (b).
    fn counts(&self, table: &Contingency) -> Table {
        let row = |name: &str, relevant: f64, others: f64| {
            let counts = [relevant, others, relevant + others].map(|count| self.count(count));
            [text(name)].into_iter().chain(counts).collect()
        };
        let others = table.collection - table.relevant;
        Table {
            header: header(&["documents", "relevant", "not relevant", "sum"]),
            rows: vec![
                row("retrieved", table.found, table.false_drops()),
                row("not retrieved", table.missed(), table.rejected()),
                row("sum", table.relevant, others),
            ],
            ..Table::default()
        }
    }

    /// Each probability with the counts that it is the ratio of.
    fn probabilities(&self, table: &Contingency) -> Table {
        let [found, false_drops, missed, rejected] = table.joint();
        let others = table.collection - table.relevant;
        let of = |part: f64, whole: f64| {
            let decimals = if self.fractions { self.digits } else { 0 };
            format!("{:.decimals$} / {whole:.0}", part + 0.0)
        };
        let row = |name: &str, meaning: &str, equation: &str, counts: (f64, f64), value: f64| {
            let counts = of(counts.0, counts.1);
            vec![text(name), text(meaning), text(equation), text(&counts), self.ratio(value)]
        };
        let n = table.collection;
        Table {
            header: header(&["probability", "of being", "Rocchio", "documents", "value"]),
            rows: vec![
                row("found", "relevant and retrieved", "5.1", (table.found, n), found),
                row(
                    "false drops",
                    "not relevant and retrieved",
                    "5.2",
                    (table.false_drops(), n),
                    false_drops,
                ),
                row("missed", "relevant and not retrieved", "5.3", (table.missed(), n), missed),
                row(
                    "rejected",
                    "not relevant and not retrieved",
                    "5.4",
                    (table.rejected(), n),
                    rejected,
                ),
                row(
                    "hit (recall)",
                    "retrieved, given relevant",
                    "5.5",
                    (table.found, table.relevant),
                    table.recall(),
                ),
                row(
                    "false drop (fallout)",
                    "retrieved, given not relevant",
                    "5.6",
                    (table.false_drops(), others),
                    table.fallout(),
                ),
                row(
                    "miss",
                    "not retrieved, given relevant",
                    "5.7",
                    (table.missed(), table.relevant),
                    table.miss(),
                ),
                row(
                    "correct rejection (specificity)",
                    "not retrieved, given not relevant",
                    "5.8",
                    (table.rejected(), others),
                    table.specificity(),
                ),
                row(
                    "precision",
                    "relevant, given retrieved",
                    "5.9",
                    (table.found, table.retrieved),
                    table.precision(),
                ),
            ],
            ..Table::default()
        }
    }

    fn averages(&self, run: &Counted) -> Table {
        let total = run.total();
        let row = |(name, figure): &Figure| {
            let (topics, documents) = (run.mean(figure), figure(&total));
            let percent = self.number(100.0 * apart(topics, documents), 1);
            vec![text(name), self.ratio(topics), self.ratio(documents), percent]
        };
        Table {
            header: header(&["average", "macro", "micro", "% apart"]),
            rows: AVERAGED.iter().map(row).collect(),
            ..Table::default()
        }
    }

    fn topics(&self, run: &Counted) -> Table {
        let counts = [COUNTS[0], COUNTS[4], COUNTS[5], COUNTS[6]];
        let names = counts.iter().chain(&AVERAGED).map(|(name, _)| *name);
        let row = |(topic, table): &(String, Contingency)| {
            let [found, rest @ ..] = counts.map(|(_, count)| count(table));
            let rest = rest.map(|count| self.number(count, 0));
            let ratios = AVERAGED.map(|(_, figure)| self.ratio(figure(table)));
            [text(topic), self.count(found)].into_iter().chain(rest).chain(ratios).collect()
        };
        Table {
            header: header(&["topic"].into_iter().chain(names).collect::<Vec<_>>()),
            rows: run.topics.iter().map(row).collect(),
            ..Table::default()
        }
    }
}

/// The table for scripts: a row for each topic if they are asked for, then both averages.
fn rows(about: &About<'_>, run: &Counted) -> Table {
    let names = COUNTS.iter().chain(&RATIOS).map(|(name, _)| *name);
    let mut rows = vec![];
    // Gathering rows cannot fail; only writing them can.
    let _ = each_row(about, run, |topic, figures| {
        let labels = [text(&run.name), text(topic)];
        let figures = figures.iter().map(|(_, value)| Cell::exact(*value));
        rows.push(labels.into_iter().chain(figures).collect());
        Ok(())
    });
    let header = header(&["run", "topic"].into_iter().chain(names).collect::<Vec<_>>());
    Table { header, rows, ..Table::default() }
}

pub(super) type Figures = Vec<(&'static str, f64)>;

/// What each of the figures is.
pub(super) fn figures(of: &[Figure], value: impl Fn(fn(&Contingency) -> f64) -> f64) -> Figures {
    of.iter().map(|(name, figure)| (*name, value(*figure))).collect()
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
