//! Rows for scripts.

use super::part::Part;
use crate::cells::{count, header, text};
use crate::comparison::Statistic;
use gainline_report::{Cell, Table};
use serde::Serialize;

/// A line of `jsonl`, and a row for scripts.
#[derive(Serialize)]
pub(super) struct Line {
    pub slice: String,
    pub judgments: &'static str,
    pub measure: String,
    pub other: Option<String>,
    pub statistic: &'static str,
    pub value: Statistic,
}

const NAMES: [&str; 6] = ["slice", "judgments", "measure", "other", "statistic", "value"];

/// The lines of a part: orders held against each other, then each measure by itself.
pub(super) fn lines(part: &Part) -> Vec<Line> {
    let mut lines = vec![];
    let mut add = |judgments, measure: String, other: Option<String>, statistics: &[_]| {
        lines.extend(statistics.iter().map(|&(statistic, value)| Line {
            slice: part.label(),
            judgments,
            measure: measure.clone(),
            other: other.clone(),
            statistic,
            value,
        }));
    };
    let name = |at: usize| part.first[at].measure.to_string();
    for (a, b, alike) in &part.measures {
        add("first", name(*a), Some(name(*b)), &alike.statistics());
    }
    for (at, alike) in part.judgments.iter().enumerate() {
        add("both", name(at), None, &alike.statistics());
    }
    for (judgments, ranked) in part.ranked() {
        add(judgments, ranked.measure.to_string(), None, &ranked.statistics());
    }
    lines
}

pub(super) fn table(parts: &[Part]) -> Table {
    let row = |line: Line| {
        vec![
            text(&line.slice),
            text(line.judgments),
            text(&line.measure),
            text(line.other.as_deref().unwrap_or("")),
            text(line.statistic),
            match line.value {
                Statistic::Count(number) => count(number),
                Statistic::Number(number) => number.map_or(text(""), Cell::exact),
            },
        ]
    };
    let rows = parts.iter().flat_map(lines).map(row).collect();
    Table { header: header(&NAMES), rows, ..Table::default() }
}
