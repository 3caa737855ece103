//! The rows for scripts: one for each run, pair, test of all runs, and topic.

use super::outcome::Outcome;
use crate::cells::header;
use crate::comparison::{Comparison, Pair};
use crate::documents::Ordered;
use gainline_report::{Cell, Table};
use serde::Serialize;
use std::io;

/// What a field of a row holds.
#[derive(Clone, Serialize)]
#[serde(untagged)]
pub(super) enum Field {
    Text(String),
    Count(usize),
    Number(f64),
    Truth(bool),
}

/// The columns, in their order; they stay as they are.
const NAMES: [&str; 35] = [
    "slice",
    "measure",
    "topics",
    "kind",
    "run",
    "baseline",
    "topic",
    "value",
    "low",
    "high",
    "relative",
    "p",
    "p_standard_error",
    "p_adjusted",
    "real",
    "wins",
    "ties",
    "losses",
    "dz",
    "d",
    "glass",
    "cliff",
    "superiority",
    "practical",
    "equivalence_p",
    "equivalent",
    "chance_lower",
    "chance_within",
    "chance_higher",
    "group",
    "rank_best",
    "rank_worst",
    "df",
    "df_residual",
    "equivalence_p_adjusted",
];

/// A row: a field for each column, or nothing.
#[derive(Clone)]
pub(super) struct Row(Vec<Option<Field>>);

impl Row {
    fn of(comparison: &Comparison, kind: &str) -> Self {
        let sample = &comparison.sample;
        let slice = sample.slice.as_deref().map_or("all".into(), |slice| format!("by:{slice}"));
        let mut row = Row(vec![None; NAMES.len()]);
        row.text("slice", &slice);
        row.text("measure", &sample.measure.to_string());
        row.set("topics", Some(Field::Count(sample.topics.len())));
        row.text("kind", kind);
        row
    }

    fn set(&mut self, name: &str, field: Option<Field>) {
        if let Some(at) = NAMES.iter().position(|n| *n == name) {
            self.0[at] = field;
        }
    }

    fn text(&mut self, name: &str, text: &str) {
        self.set(name, Some(Field::Text(text.into())));
    }

    fn number(&mut self, name: &str, number: Option<f64>) {
        self.set(name, number.map(Field::Number));
    }

    /// The fields that hold something, by their names.
    pub(super) fn filled(&self) -> Ordered<'static, Field> {
        let fields = NAMES.iter().zip(&self.0);
        Ordered(fields.filter_map(|(name, field)| Some((*name, field.clone()?))).collect())
    }
}

/// Every row: measure by measure over all topics, then slice by slice.
pub(super) fn each_row(
    outcome: &Outcome<'_>,
    mut each: impl FnMut(&Row) -> io::Result<()>,
) -> io::Result<()> {
    for comparison in outcome.comparisons {
        for run in comparison.sample.best_first() {
            each(&of_run(outcome, comparison, run))?;
        }
        for pair in &comparison.pairs {
            each(&of_pair(outcome, comparison, pair))?;
        }
        for row in omnibus(comparison) {
            each(&row)?;
        }
        if outcome.per_topic {
            for row in of_topics(outcome, comparison) {
                each(&row)?;
            }
        }
    }
    Ok(())
}

fn of_run(outcome: &Outcome<'_>, comparison: &Comparison, run: usize) -> Row {
    let summary = &comparison.runs[run];
    let mut row = Row::of(comparison, "run");
    row.text("run", outcome.name(run));
    row.number("value", Some(summary.mean));
    row.number("low", summary.interval.map(|i| i.low));
    row.number("high", summary.interval.map(|i| i.high));
    row.set("group", summary.group.clone().map(Field::Text));
    row.set("rank_best", summary.rank.map(|rank| Field::Count(rank.best)));
    row.set("rank_worst", summary.rank.map(|rank| Field::Count(rank.worst)));
    row
}

fn of_pair(outcome: &Outcome<'_>, comparison: &Comparison, pair: &Pair) -> Row {
    let mut row = Row::of(comparison, "pair");
    row.text("run", outcome.name(pair.run.place));
    row.text("baseline", outcome.name(pair.baseline.place));
    let alpha = outcome.plan.alpha;
    let posterior = pair.posterior;
    let tested = pair.test.defined();
    for (name, number) in [
        ("value", Some(pair.difference)),
        ("low", pair.interval.map(|i| i.low)),
        ("high", pair.interval.map(|i| i.high)),
        ("relative", pair.relative),
        ("p", pair.p()),
        ("p_standard_error", tested.and_then(|tested| tested.p_standard_error)),
        ("p_adjusted", pair.p_adjusted()),
        ("dz", pair.effects.dz),
        ("d", pair.effects.d),
        ("glass", pair.effects.glass),
        ("cliff", pair.effects.cliff),
        ("superiority", pair.effects.superiority),
        ("equivalence_p", pair.equivalence.map(|e| e.p)),
        ("equivalence_p_adjusted", pair.equivalence.map(|e| e.p_adjusted)),
        ("chance_lower", posterior.map(|known| known.left)),
        ("chance_within", posterior.map(|known| known.rope)),
        ("chance_higher", posterior.map(|known| known.right)),
    ] {
        row.number(name, number);
    }
    let topics = pair.topics;
    for (name, count) in [("wins", topics.wins), ("ties", topics.ties), ("losses", topics.losses)] {
        row.set(name, Some(Field::Count(count)));
    }
    row.set("real", pair.p_adjusted().map(|_| Field::Truth(pair.is_significant())));
    row.set("practical", pair.practical.map(|p| Field::Text(p.word().into())));
    row.set("equivalent", pair.equivalence.map(|e| e.p_adjusted).map(|p| Field::Truth(p < alpha)));
    row
}

/// The tests of all runs at once that are there.
fn omnibus(comparison: &Comparison) -> Vec<Row> {
    let mut rows = vec![];
    if let Some(test) = comparison.anova_test() {
        let mut row = Row::of(comparison, "anova");
        let (above, below) = test.df;
        for (name, number) in
            [("value", test.f), ("p", test.p), ("df", above), ("df_residual", below)]
        {
            row.number(name, Some(number));
        }
        rows.push(row);
    }
    if let Some(test) = comparison.friedman.as_ref().and_then(|f| f.defined()) {
        let mut row = Row::of(comparison, "friedman");
        for (name, number) in [("value", test.chi_squared), ("p", test.p), ("df", test.df)] {
            row.number(name, Some(number));
        }
        rows.push(row);
    }
    rows
}

fn of_topics(outcome: &Outcome<'_>, comparison: &Comparison) -> Vec<Row> {
    let sample = &comparison.sample;
    let mut rows = vec![];
    for (at, topic) in sample.topics.iter().enumerate() {
        for (run, column) in sample.columns.iter().enumerate() {
            let mut row = Row::of(comparison, "topic");
            row.text("run", outcome.name(run));
            row.text("topic", topic);
            row.number("value", Some(column[at]));
            rows.push(row);
        }
    }
    rows
}

/// All rows as a table.
pub(super) fn rows(outcome: &Outcome<'_>) -> Table {
    let mut rows = vec![];
    // Gathering rows cannot fail; only writing them can.
    let _ = each_row(outcome, |row| {
        let cell = |field: &Option<Field>| match field {
            Some(Field::Text(text)) => Cell::Text(text.clone()),
            Some(Field::Count(count)) => Cell::exact(*count as f64),
            Some(Field::Number(number)) => Cell::exact(*number),
            Some(Field::Truth(truth)) => Cell::Text(truth.to_string()),
            None => Cell::Text(String::new()),
        };
        rows.push(row.0.iter().map(cell).collect());
        Ok(())
    });
    Table { header: header(&NAMES), rows, ..Table::default() }
}
