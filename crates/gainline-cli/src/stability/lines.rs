//! The rows for scripts: one number each.

use super::Studied;
use super::report::About;
use crate::cells::{count, header, text};
use gainline_analysis::stability::SizeSwaps;
use gainline_report::{Cell, Table};
use serde::Serialize;

/// A line of `jsonl`, and a row of `tsv` and `csv`.
#[derive(Serialize, Clone)]
pub(super) struct Line<'a> {
    measure: String,
    topics: usize,
    run: Option<&'a str>,
    against: Option<&'a str>,
    difference: Option<f64>,
    quantity: &'static str,
    value: f64,
}

const NAMES: [&str; 7] = ["measure", "topics", "run", "against", "difference", "quantity", "value"];

impl Line<'_> {
    /// The same line with another number.
    fn with(&self, quantity: &'static str, value: f64) -> Self {
        Line { quantity, value, ..self.clone() }
    }
}

/// All lines, measure by measure: sizes with their bins, then ranks and pairs.
pub(super) fn lines<'a>(about: &'a About<'_>, studied: &[Studied<'_>]) -> Vec<Line<'a>> {
    let mut lines = vec![];
    for of in studied {
        let start = Line {
            measure: of.measure.to_string(),
            topics: about.topics,
            run: None,
            against: None,
            difference: None,
            quantity: "",
            value: 0.0,
        };
        for size in &of.stability.sizes {
            of_size(about, &Line { topics: size.topics, ..start.clone() }, size, &mut lines);
        }
        for &run in &of.stability.order {
            let (start, ranks) =
                (Line { run: Some(about.run(run)), ..start.clone() }, &of.stability.ranks[run]);
            lines.extend([
                start.with("mean", of.mean(run)),
                start.with("rank", ranks.rank),
                start.with("mean_rank", ranks.mean_rank),
                start.with("best_rank", ranks.best),
                start.with("worst_rank", ranks.worst),
                start.with("first", ranks.first),
            ]);
        }
        for pair in &of.stability.pairs {
            let (run, against) = (about.run(pair.first), about.run(pair.second));
            let start = Line { run: Some(run), against: Some(against), ..start.clone() };
            lines.push(start.with("difference", pair.difference));
            lines.push(start.with("reversed", pair.reversed));
            lines.push(start.with("tied", pair.tied));
        }
    }
    lines
}

fn of_size<'a>(
    about: &'a About<'_>,
    start: &Line<'a>,
    size: &SizeSwaps,
    lines: &mut Vec<Line<'a>>,
) {
    lines.extend(size.swap_rate().map(|rate| start.with("swap_rate", rate)));
    lines.push(start.with("tie_rate", size.tie_rate()));
    lines.extend(size.tau.map(|tau| start.with("tau", tau)));
    lines.push(start.with("without_tau", size.without_tau_rate()));
    if let Some(sure) = size.sure_from(about.args.rate) {
        lines.push(start.with("sure_from", sure.difference));
        lines.push(start.with("sure_share", sure.share));
    }
    for bin in &size.bins {
        let start = Line { difference: Some(bin.from), ..start.clone() };
        lines.push(start.with("comparisons", bin.comparisons as f64));
        lines.push(start.with("swap_rate", bin.swapped as f64 / bin.comparisons as f64));
    }
}

/// The lines as a table.
pub(super) fn rows(lines: &[Line<'_>]) -> Table {
    let row = |line: &Line<'_>| {
        vec![
            text(&line.measure),
            count(line.topics),
            text(line.run.unwrap_or("")),
            text(line.against.unwrap_or("")),
            line.difference.map_or(text(""), Cell::exact),
            text(line.quantity),
            Cell::exact(line.value),
        ]
    };
    Table { header: header(&NAMES), rows: lines.iter().map(row).collect(), ..Table::default() }
}
