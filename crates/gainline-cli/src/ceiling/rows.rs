//! Losses by judgments, run, topic and measure: what the tables show and what scripts read.

use super::report::About;
use crate::cells::header;
use gainline_analysis::ceiling::{Judgments, Losses};
use gainline_report::{Cell, Table};
use serde::Serialize;
use std::io;

/// A line of `jsonl`, and a row for scripts.
#[derive(Serialize, Clone, Copy)]
pub(super) struct Line<'a> {
    pub judgments: &'static str,
    pub run: Option<&'a str>,
    pub topic: &'a str,
    pub measure: &'a str,
    #[serde(flatten)]
    pub values: Values,
}

/// What is known of a measure.
#[derive(Serialize, Clone, Copy)]
pub(super) struct Values {
    pub topics: usize,
    pub perfect: f64,
    pub optimal: f64,
    pub reached: Option<f64>,
    pub lost_by_vectors: Option<f64>,
    pub lost_by_queries: Option<f64>,
    pub low: Option<f64>,
    pub high: Option<f64>,
}

/// The columns for scripts; those of tables are called the same, with blanks.
pub(super) const NAMES: [&str; 12] = [
    "judgments",
    "run",
    "topic",
    "measure",
    "topics",
    "perfect",
    "optimal",
    "reached",
    "lost_by_vectors",
    "lost_by_queries",
    "low",
    "high",
];

impl From<Losses> for Values {
    fn from(losses: Losses) -> Self {
        Values {
            topics: losses.topics,
            perfect: losses.perfect,
            optimal: losses.ceiling,
            reached: losses.run,
            lost_by_vectors: losses.by_vectors,
            lost_by_queries: losses.by_queries,
            low: losses.interval.map(|interval| interval.low),
            high: losses.interval.map(|interval| interval.high),
        }
    }
}

/// What judgments are called in rows.
pub(super) fn name(judgments: Judgments) -> &'static str {
    match judgments {
        Judgments::HeldOut => "held_out",
        Judgments::All => "all",
    }
}

/// Both kinds of judgments, in the order in which they are shown.
pub(super) const BOTH: [Judgments; 2] = [Judgments::HeldOut, Judgments::All];

/// The runs by place and name; one without either, where there are none.
pub(super) fn runs<'a>(about: &'a About<'_>) -> Vec<(Option<usize>, Option<&'a str>)> {
    let asked = about.opened.asked.iter().enumerate();
    let runs: Vec<_> = asked.map(|(at, run)| (Some(at), Some(run.name.as_str()))).collect();
    if runs.is_empty() { vec![(None, None)] } else { runs }
}

/// Calls `each` with every row: for each kind of judgments and each run, the topics if they are
/// asked for, then all of them together.
pub(super) fn each_line<'a>(
    about: &'a About<'_>,
    mut each: impl FnMut(&Line<'a>) -> io::Result<()>,
) -> io::Result<()> {
    for judgments in BOTH {
        for (at, run) in runs(about) {
            for topic in about.found.topics.iter().filter(|_| about.per_topic) {
                for (column, measure) in about.found.measures.iter().enumerate() {
                    let Some(losses) = topic.losses(judgments, (column, measure), at) else {
                        continue;
                    };
                    let (topic, measure) = (topic.topic.as_str(), about.names[column].as_str());
                    let judgments = name(judgments);
                    each(&Line { judgments, run, topic, measure, values: losses.into() })?;
                }
            }
            for (column, measure) in about.names.iter().enumerate() {
                if let Some(losses) = about.found.losses(judgments, column, at) {
                    let judgments = name(judgments);
                    let values = losses.into();
                    each(&Line { judgments, run, topic: "all", measure, values })?;
                }
            }
        }
    }
    Ok(())
}

/// The table for scripts.
pub(super) fn table(about: &About<'_>) -> Table {
    let text = |text: &str| Cell::Text(text.to_string());
    let exact = |value: Option<f64>| value.map_or(text(""), Cell::exact);
    let mut rows = vec![];
    // Gathering rows cannot fail; only writing them can.
    let _ = each_line(about, |line| {
        let Values {
            topics,
            perfect,
            optimal,
            reached,
            lost_by_vectors,
            lost_by_queries,
            low,
            high,
        } = line.values;
        let labels = [line.judgments, line.run.unwrap_or(""), line.topic, line.measure];
        let mut row: Vec<Cell> = labels.into_iter().map(text).collect();
        row.push(crate::cells::count(topics));
        let numbers = [Some(perfect), Some(optimal), reached, lost_by_vectors, lost_by_queries];
        row.extend(numbers.into_iter().chain([low, high]).map(exact));
        rows.push(row);
        Ok(())
    });
    Table { header: header(&NAMES), rows, ..Table::default() }
}
