//! What `gainline ties` shows: each measure under the orders of ties, and the topics that move.

use super::json::{Line, write_document};
use super::notes::notes;
use super::{Examined, Outcome, Tied, Values};
use crate::cells::{count, header, number, text};
use crate::documents::write_line;
use crate::runs::Opened;
use crate::writing::Format;
use gainline::{Measure, Summary};
use gainline_report::{Cell, Table, write_csv, write_latex, write_markdown, write_text, write_tsv};
use gainline_stats::SAME;
use std::io::{self, Write};

/// What all runs were evaluated with.
pub(super) struct About<'a> {
    pub opened: &'a Opened,
    pub measures: &'a [Measure],
    pub per_topic: bool,
    /// Decimals shown in tables.
    pub digits: usize,
}

pub(super) fn write(
    about: &About<'_>,
    runs: &[Examined],
    format: Format,
    out: &mut dyn Write,
) -> io::Result<()> {
    let notes = || notes(about, runs);
    let (summary, topics) = (summary(about, runs), topics_table(about, runs));
    match format {
        Format::Table => {
            write_text(&Table { notes: notes(), ..summary }, out)?;
            writeln!(out, "\n{}", topics.title)?;
            topics.moving().map_or(Ok(()), |table| {
                writeln!(out)?;
                write_text(table, out)
            })
        }
        Format::Markdown => {
            write_markdown(&Table { notes: notes(), ..summary }, out)?;
            writeln!(out, "\n{}", topics.title)?;
            topics.moving().map_or(Ok(()), |table| {
                writeln!(out)?;
                write_markdown(table, out)
            })
        }
        Format::Latex => {
            write_latex(&Table { notes: notes(), ..summary }, out)?;
            writeln!(out, "\n% {}", topics.title)?;
            topics.moving().map_or(Ok(()), |table| write_latex(table, out))
        }
        Format::Tsv => write_tsv(&rows(about, runs), out),
        Format::Csv => write_csv(&rows(about, runs), out),
        Format::Jsonl => each_line(about, runs, |line| write_line(line, out)),
        Format::Json => write_document(about, runs, out),
    }
}

impl About<'_> {
    /// A value of a measure, or a dash.
    fn value(&self, measure: usize, value: Option<f64>) -> Cell {
        let sum = self.measures[measure].summary() == Summary::Sum;
        let decimals = if sum { 0 } else { self.digits };
        value.map_or(text("-"), |value| number(value, decimals))
    }
}

/// The values under each order of a run's measure, and the spread: over all topics or for one.
pub(super) fn values(run: &Examined, measure: usize, topic: Option<usize>) -> [Option<f64>; 5] {
    let of = |values: &Values| topic.map_or(values.all, |topic| values.topics[topic]);
    let given = |outcome: &Outcome| outcome.as_ref().ok().map(of);
    let orders = &run.orders[measure];
    let spread = orders.spread(of);
    [
        Some(of(&orders.docid)),
        given(&orders.worst),
        given(&orders.average),
        given(&orders.best),
        spread,
    ]
}

/// Runs and measures as rows.
fn summary(about: &About<'_>, runs: &[Examined]) -> Table {
    let mut rows = vec![];
    for run in runs {
        for (at, measure) in about.measures.iter().enumerate() {
            let values = values(run, at, None).map(|value| about.value(at, value));
            let affected = run.orders[at].affected().map_or(text("-"), count);
            let labels = [text(&run.name), text(&measure.to_string())];
            rows.push(labels.into_iter().chain(values).chain([affected]).collect());
        }
    }
    let names =
        ["run", "measure", "docid", "worst", "average", "best", "spread", "topics affected"];
    Table { header: header(&names), rows, ..Table::default() }
}

/// The topics that move most, or all of them, and what to call them.
struct Topics {
    title: String,
    table: Table,
}

impl Topics {
    /// The table, unless it has no rows.
    fn moving(&self) -> Option<&Table> {
        Some(&self.table).filter(|table| !table.rows.is_empty())
    }
}

/// So many topics are shown where not all are asked for.
const SHOWN: usize = 10;

fn topics_table(about: &About<'_>, runs: &[Examined]) -> Topics {
    let row = |run: &Examined, topic: usize, measure: usize| -> Vec<Cell> {
        let name = &run.scores.topics()[topic];
        let Tied { rows, groups } = run.tied_in(name);
        let labels = [text(&run.name), text(name), count(rows), count(groups)];
        let measured = [text(&about.measures[measure].to_string())];
        let values = values(run, measure, Some(topic)).map(|value| about.value(measure, value));
        labels.into_iter().chain(measured).chain(values).collect()
    };
    let names = [
        "run",
        "topic",
        "tied rows",
        "groups",
        "measure",
        "docid",
        "worst",
        "average",
        "best",
        "spread",
    ];
    let table = |rows| Table { header: header(&names), rows, ..Table::default() };
    if about.per_topic {
        let mut rows = vec![];
        for run in runs {
            for topic in 0..run.scores.topics().len() {
                rows.extend((0..about.measures.len()).map(|measure| row(run, topic, measure)));
            }
        }
        return Topics { title: "All topics, by all measures:".into(), table: table(rows) };
    }
    let Some(measure) = (0..about.measures.len())
        .find(|at| runs.iter().all(|run| run.orders[*at].affected().is_some()))
    else {
        let title =
            "No measure has both a worst and a best order, so no topic can be said to move.";
        return Topics { title: title.into(), table: table(vec![]) };
    };
    let mut moving: Vec<(f64, &Examined, usize)> = vec![];
    for run in runs {
        for topic in 0..run.scores.topics().len() {
            let spread = run.orders[measure].spread(|values| values.topics[topic]);
            moving.extend(spread.filter(|s| *s > SAME).map(|spread| (spread, run, topic)));
        }
    }
    // Stable, so that spreads that differ by rounding only stay in the order of runs and topics.
    moving.sort_by(|a, b| (b.0 / SAME).round().total_cmp(&(a.0 / SAME).round()));
    let name = &about.measures[measure];
    let over = if runs.len() > 1 { ", over all runs" } else { "" };
    let title = match moving.len() {
        0 => format!("By {name}, no topic moves."),
        1 => format!("By {name}, 1 topic moves{over}:"),
        n if n <= SHOWN => format!("By {name}, {n} topics move{over}:"),
        n => format!("By {name}, {n} topics move{over}; the {SHOWN} that move most:"),
    };
    let rows = moving.iter().take(SHOWN).map(|(_, run, topic)| row(run, *topic, measure));
    Topics { title, table: table(rows.collect()) }
}

/// Every line for scripts: run by run, topics in the order of the qrels, `all` last.
fn each_line(
    about: &About<'_>,
    runs: &[Examined],
    mut each: impl FnMut(&Line<'_>) -> io::Result<()>,
) -> io::Result<()> {
    let measures: Vec<String> = about.measures.iter().map(ToString::to_string).collect();
    for run in runs {
        let topics = run.scores.topics().iter().enumerate().filter(|_| about.per_topic);
        let topics = topics.map(|(at, name)| (Some(at), name.as_str(), run.tied_in(name)));
        for (topic, name, tied) in topics.chain([(None, "all", run.tied())]) {
            for (at, measure) in measures.iter().enumerate() {
                let [docid, worst, average, best, spread] = values(run, at, topic);
                each(&Line {
                    run: &run.name,
                    topic: name,
                    tied_rows: tied.rows,
                    tied_groups: tied.groups,
                    measure,
                    docid,
                    worst,
                    average,
                    best,
                    spread,
                    topics_affected: match topic {
                        Some(_) => spread.map(|spread| usize::from(spread > SAME)),
                        None => run.orders[at].affected(),
                    },
                })?;
            }
        }
    }
    Ok(())
}

fn rows(about: &About<'_>, runs: &[Examined]) -> Table {
    let mut rows = vec![];
    // Gathering rows cannot fail; only writing them can.
    let _ = each_line(about, runs, |line| {
        let exact = |value: Option<f64>| value.map_or(text(""), Cell::exact);
        let values = [line.docid, line.worst, line.average, line.best, line.spread];
        let mut row = vec![
            text(line.run),
            text(line.topic),
            count(line.tied_rows),
            count(line.tied_groups),
            text(line.measure),
        ];
        row.extend(values.map(exact));
        row.push(line.topics_affected.map_or(text(""), count));
        rows.push(row);
        Ok(())
    });
    Table { header: header(&Line::NAMES), rows, ..Table::default() }
}
