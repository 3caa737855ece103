//! The table for a paper: runs as rows, measures as columns, and marks for what is beaten.

use super::outcome::{Outcome, Status, takes_sides};
use crate::comparison::{Comparison, Pair};
use gainline_report::{Cell, Table};

/// Marks are single letters; runs beyond these have none.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";

/// The mark of what is better than the baseline.
const BETTER: &str = "*";

/// How runs are marked.
#[derive(Clone, Copy)]
enum Marks {
    /// With the letters of the runs that they beat.
    Letters,
    /// With one mark where they beat this run; no other pair was tested.
    Against(usize),
    /// Not at all: there are more runs than letters.
    TooMany,
}

/// Runs by measures, with marks for what each run beats.
pub(super) fn paper(outcome: &Outcome<'_>) -> Option<Table> {
    let comparisons = outcome.whole();
    let marks = match outcome.plan.baseline {
        // Of two runs the only pair was tested, whichever comes first.
        Some(baseline) if outcome.runs.len() > 2 => Marks::Against(baseline),
        _ if outcome.runs.len() > LETTERS.len() => Marks::TooMany,
        _ => Marks::Letters,
    };
    let order = comparisons.first()?.sample.best_first();
    let letter = |run: usize| {
        let place = order.iter().position(|r| *r == run).unwrap_or(0);
        LETTERS.get(place..=place).unwrap_or_default()
    };
    let names = comparisons.iter().map(|c| c.sample.measure.to_string());
    let row = |run: &usize| {
        let name = outcome.name(*run);
        let label = match marks {
            Marks::Letters => format!("({}) {name}", letter(*run)),
            _ => name.to_string(),
        };
        let cells = comparisons.iter().map(|comparison| {
            let beaten = beaten(outcome, comparison, *run);
            Cell::Marked {
                value: comparison.runs[*run].mean,
                decimals: outcome.digits,
                best: is_best(comparison, *run, outcome.digits),
                marks: match marks {
                    Marks::Letters => {
                        let mut beaten: Vec<&str> = beaten.into_iter().map(letter).collect();
                        beaten.sort_unstable();
                        beaten.concat()
                    }
                    Marks::Against(baseline) if beaten.contains(&baseline) => BETTER.into(),
                    _ => String::new(),
                },
            }
        });
        [Cell::Text(label)].into_iter().chain(cells).collect()
    };
    let rows: Vec<Vec<Cell>> = order.iter().map(row).collect();
    let marked = |cell: &Cell| matches!(cell, Cell::Marked { marks, .. } if !marks.is_empty());
    let any = rows.iter().flatten().any(marked);
    Some(Table {
        header: ["run".to_string()].into_iter().chain(names).collect(),
        rows,
        key: vec![key(outcome, marks, any)],
        ..Table::default()
    })
}

/// What the marks mean.
fn key(outcome: &Outcome<'_>, marks: Marks, any: bool) -> String {
    let how = format!("(p < {}, {})", outcome.plan.alpha, outcome.plan.test.description());
    match marks {
        Marks::Letters if any => {
            format!("Letters behind a mean: the runs that it is better than {how}.")
        }
        Marks::Letters => format!("No run is better than another {how}."),
        Marks::Against(baseline) => {
            let baseline = outcome.name(baseline);
            let said = match any {
                true => format!("{BETTER}: better than {baseline} {how}"),
                false => format!("No run is better than {baseline} {how}"),
            };
            format!("{said}; other pairs were not tested.")
        }
        Marks::TooMany => format!(
            "Which run is better than which is not marked: there are more than {} runs. With \
             --baseline, what is better than that run is marked.",
            LETTERS.len()
        ),
    }
}

/// The runs that a run is better than, surely; none by a measure that does not say what is better.
fn beaten(outcome: &Outcome<'_>, comparison: &Comparison, run: usize) -> Vec<usize> {
    let of = |pair: &Pair| match outcome.status(pair) {
        Status::Better if pair.run.place == run => Some(pair.baseline.place),
        Status::Worse if pair.baseline.place == run => Some(pair.run.place),
        _ => None,
    };
    comparison.pairs.iter().filter(|_| takes_sides(comparison)).filter_map(of).collect()
}

/// Whether no run has a better mean, to the digits that are shown.
fn is_best(comparison: &Comparison, run: usize, digits: usize) -> bool {
    let shown = |run: usize| format!("{:.digits$}", comparison.runs[run].mean);
    let best = comparison.sample.best_first().first().copied();
    takes_sides(comparison) && best.is_some_and(|best| shown(best) == shown(run))
}
