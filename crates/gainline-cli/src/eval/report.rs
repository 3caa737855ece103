//! What `gainline eval` shows: the choices behind the numbers, and the numbers.

use super::json::write_document;
use super::notes::notes;
use super::summaries::{Summary, Summing};
use crate::cells::{count, header, text};
use crate::documents::write_line;
use crate::evaluation::Evaluated;
use crate::runs::Opened;
use crate::writing::Format;
use gainline::{Average, Better, Measure};
use gainline_report::{Cell, Table, write_csv, write_latex, write_markdown, write_text, write_tsv};
use gainline_stats::is_same;
use std::io::{self, Write};

/// What all runs were evaluated with.
pub(crate) struct About<'a> {
    pub opened: &'a Opened,
    pub measures: &'a [Measure],
    pub summing: &'a Summing,
    /// For each run what is over topics.
    pub summaries: &'a [Vec<Summary>],
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
        Format::Json => write_document(about, runs, out),
        Format::Jsonl => each_value(about, runs, |row| write_line(row, out)),
    }
}

/// Orders runs by a measure, the best first: by the first of the averages.
pub(crate) fn sort(
    runs: &mut Vec<Evaluated>,
    measures: &[Measure],
    column: usize,
    summing: &Summing,
) -> gainline::Result<()> {
    let lower = measures[column].family().better == Better::Lower;
    let value = |run: &Evaluated| {
        // A spread is neither better nor worse.
        let mut averages = summing.averages.iter().filter(|a| **a != Average::Deviation);
        let first = averages.next().copied().unwrap_or_default();
        let values = run.scores.average(first, summing.weights.as_ref())?;
        Ok(values[column])
    };
    let mut valued = vec![];
    for run in runs.drain(..) {
        valued.push((value(&run)?, run));
    }
    valued.sort_by(|(a, _), (b, _)| {
        if is_same(*a, *b) {
            return std::cmp::Ordering::Equal;
        }
        if lower { a.total_cmp(b) } else { b.total_cmp(a) }
    });
    runs.extend(valued.into_iter().map(|(_, run)| run));
    Ok(())
}

/// Runs as rows, measures as columns.
fn wide(about: &About<'_>, runs: &[Evaluated]) -> Table {
    let labelled = about.per_topic || !about.summing.is_plain();
    let counted = about.summing.slices.is_some();
    let mut header = vec!["run".to_string()];
    header.extend(labelled.then(|| "topic".to_string()));
    header.extend(counted.then(|| "topics".to_string()));
    header.extend(about.measures.iter().map(ToString::to_string));
    let best = about.best();
    let mut rows = vec![];
    for (run, summaries) in runs.iter().zip(about.summaries) {
        let row =
            |label: String, topics: usize, values: Values<'_>, best: &[Option<f64>], average| {
                let mut row = vec![text(&run.name)];
                row.extend(labelled.then_some(Cell::Text(label)));
                row.extend(counted.then(|| count(topics)));
                row.extend((0..values.plain.len()).map(|m| {
                    let (value, decimals) = (values.plain[m], about.decimals(m, average));
                    match values.bounds {
                        Some([low, high]) => {
                            Cell::Range { value, low: low[m], high: high[m], decimals }
                        }
                        None => {
                            let best = best.get(m).copied().flatten();
                            let best = best.is_some_and(|best| is_same(best, value));
                            Cell::Number { value, decimals: Some(decimals), best }
                        }
                    }
                }));
                row
            };
        if about.per_topic {
            let topics = topics(run);
            rows.extend(
                topics.map(|(topic, values)| row(topic.into(), 1, values, &[], Average::Macro)),
            );
        }
        for (at, summary) in summaries.iter().enumerate() {
            let (label, topics) = (summary.label(), summary.topics);
            rows.push(row(label, topics, summary.into(), &best[at], summary.average));
        }
    }
    let marked = best.iter().flatten().any(Option::is_some);
    let within = if about.summing.is_plain() { "" } else { ", for these topics" };
    let legend = if marked { vec![format!("* best of its column{within}")] } else { vec![] };
    Table { notes: notes(about, runs), header, rows, legend, ..Table::default() }
}

/// Values, with the lowest and highest ones where they are asked for.
#[derive(Clone, Copy)]
struct Values<'a> {
    plain: &'a [f64],
    bounds: Option<[&'a [f64]; 2]>,
}

impl<'a> From<&'a Summary> for Values<'a> {
    fn from(summary: &'a Summary) -> Self {
        let bounds = summary.bounds.as_ref().map(|[low, high]| [&low[..], &high[..]]);
        Values { plain: &summary.values, bounds }
    }
}

/// A run's topics with their values.
fn topics(run: &Evaluated) -> impl Iterator<Item = (&str, Values<'_>)> {
    run.scores.iter().map(|(topic, plain)| {
        let bounds = run.scores.bounds();
        let bounds = bounds.and_then(|(low, high)| Some([low.topic(topic)?, high.topic(topic)?]));
        (topic, Values { plain, bounds })
    })
}

impl About<'_> {
    /// For each row over topics and each measure the best of the runs.
    fn best(&self) -> Vec<Vec<Option<f64>>> {
        let rows = self.summaries.first().map_or(0, Vec::len);
        let best_of = |row: usize| {
            let here: Vec<&Summary> = self.summaries.iter().map(|run| &run[row]).collect();
            let one_way = |m: &Measure| {
                let spread = here[0].average == Average::Deviation || here[0].bounds.is_some();
                if spread { Better::Neither } else { m.family().better }
            };
            let values: Vec<&[f64]> = here.iter().map(|summary| &summary.values[..]).collect();
            let column = |(at, m): (usize, &Measure)| best(one_way(m), &values, at);
            self.measures.iter().enumerate().map(column).collect()
        };
        (0..rows).map(best_of).collect()
    }

    /// Counts are whole, and so are their sums, but not what else is made of them.
    fn decimals(&self, measure: usize, average: Average) -> usize {
        let counts = self.measures[measure].family().summary == gainline::Summary::Sum;
        let sums = matches!(average, Average::Macro | Average::Micro);
        if counts && sums { 0 } else { self.digits }
    }
}

/// The best of a column, where there is something to compare.
fn best(better: Better, all: &[&[f64]], measure: usize) -> Option<f64> {
    let column = all.iter().map(|values| values[measure]);
    let found = match better {
        Better::Higher => column.clone().reduce(f64::max),
        Better::Lower => column.clone().reduce(f64::min),
        Better::Neither => None,
    };
    found.filter(|_| all.len() > 1)
}

/// `run, topic, measure, value`, for scripts; then `low, high` where there are bounds.
fn long(about: &About<'_>, runs: &[Evaluated]) -> Table {
    let bounded = runs.iter().any(|run| run.scores.bounds().is_some());
    let columns: &[&str] = if bounded { &["low", "high"] } else { &[] };
    let header = header(&[&["run", "topic", "measure", "value"], columns].concat());
    let mut rows = vec![];
    // Gathering rows cannot fail; only writing them can.
    let _ = each_value(about, runs, |row| {
        let mut cells = vec![text(row.run), text(row.topic), text(row.measure)];
        cells.extend([Some(row.value), row.low, row.high].into_iter().flatten().map(Cell::exact));
        rows.push(cells);
        Ok(())
    });
    Table { header, rows, ..Table::default() }
}

/// Every value: run by run, topics in the order of the qrels, then what is over topics.
fn each_value(
    about: &About<'_>,
    runs: &[Evaluated],
    mut each: impl FnMut(&Row<'_>) -> io::Result<()>,
) -> io::Result<()> {
    let measures: Vec<String> = about.measures.iter().map(ToString::to_string).collect();
    for (run, summaries) in runs.iter().zip(about.summaries) {
        let mut hand_on = |topic: &str, values: Values<'_>| -> io::Result<()> {
            for (m, measure) in measures.iter().enumerate() {
                let [low, high] = [0, 1].map(|end| values.bounds.map(|bounds| bounds[end][m]));
                each(&Row { run: &run.name, topic, measure, value: values.plain[m], low, high })?;
            }
            Ok(())
        };
        if about.per_topic {
            for (topic, values) in topics(run) {
                hand_on(topic, values)?;
            }
        }
        for summary in summaries {
            hand_on(&summary.label(), summary.into())?;
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
    #[serde(skip_serializing_if = "Option::is_none")]
    low: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    high: Option<f64>,
}
