//! Document by document: what makes a run differ from the one that it is held against.

use super::json::{ChangeLine, change_lines};
use super::report::{About, adds, grade};
use crate::cells::{count, header, text};
use gainline::Measure;
use gainline_analysis::explain::{Change, Depends, Difference};
use gainline_report::{Cell, Table};
use gainline_stats::SAME;

/// So many documents are shown where not all are asked for.
const SHOWN: usize = 20;

/// A part of the whole difference; none where there is no difference.
pub(super) fn share(part: f64, difference: &Difference) -> Option<f64> {
    let total = difference.total();
    // Adding 0 makes a negative zero positive.
    (total.abs() > SAME).then(|| part / total + 0.0)
}

/// Where a document went, in a word or two.
pub(super) fn movement(change: &Change) -> String {
    match (change.first_rank, change.second_rank) {
        (None, _) => "new".into(),
        (_, None) => "gone".into(),
        (Some(a), Some(b)) if b < a => format!("up {}", a - b),
        (Some(a), Some(b)) if b > a => format!("down {}", b - a),
        _ => "stays".into(),
    }
}

pub(super) fn table(
    about: &About<'_>,
    measure: &Measure,
    difference: &Difference,
) -> (String, Table) {
    let decimals = about.decimals(measure);
    let Difference { first, second, changes, before, depends } = difference;
    let how = match depends {
        Depends::Rank => "additive: each difference comes from the document's own move",
        Depends::Retrieved => {
            "additive in each run, but contributions also depend on how many documents are \
             retrieved, so that one may change without moving"
        }
        Depends::Score => {
            "additive in each run, but contributions also depend on scores, so that one may change \
             without moving"
        }
        Depends::Above => {
            "in sequence: a document's contribution depends on what stands above it, so that one may \
             change without moving"
        }
    };
    let title =
        format!("{measure}: A {:.decimals$}, B {:.decimals$}, {how}", first + 0.0, second + 0.0);
    let counting = changes.iter().filter(|change| change.counts()).count();
    let shown = if about.all { changes.len() } else { counting.min(SHOWN) };
    let mut rows: Vec<Vec<Cell>> = vec![];
    if *before != (0.0, 0.0) {
        rows.push(sums("(before)", [before.0, before.1], difference, decimals));
    }
    rows.extend(changes[..shown].iter().map(|change| row(about, change, difference, decimals)));
    if shown < changes.len() {
        let rest = &changes[shown..];
        let sum = |of: fn(&Change) -> f64| rest.iter().fold(0.0, |sum, change| sum + of(change));
        let label = format!("({} more)", rest.len());
        rows.push(sums(&label, [sum(|c| c.first), sum(|c| c.second)], difference, decimals));
    }
    rows.push(sums("all", [*first, *second], difference, decimals));
    let names = [
        "document",
        "grade",
        "rank A",
        "rank B",
        "move",
        "A adds",
        "B adds",
        "difference",
        "share %",
    ];
    (title, Table { header: header(&names), rows, ..Table::default() })
}

fn row(about: &About<'_>, change: &Change, difference: &Difference, decimals: usize) -> Vec<Cell> {
    let rank = |rank: Option<usize>| rank.map_or(text("-"), count);
    let mut row = vec![
        text(about.document(change.document)),
        grade(change.grade),
        rank(change.first_rank),
        rank(change.second_rank),
        text(&movement(change)),
    ];
    row.extend([change.first, change.second, change.difference].map(|n| adds(n, decimals)));
    row.push(share(change.difference, difference).map_or(text("-"), percent));
    row
}

/// A row of what several documents, or none, come to.
fn sums(label: &str, [a, b]: [f64; 2], difference: &Difference, decimals: usize) -> Vec<Cell> {
    let mut row = vec![text(label)];
    row.resize(5, text(""));
    row.extend([a, b, b - a].map(|value| adds(value, decimals)));
    row.push(share(b - a, difference).map_or(text("-"), percent));
    row
}

fn percent(share: f64) -> Cell {
    adds(100.0 * share, 1)
}

/// The table for scripts: all documents of either run, at full precision.
pub(super) fn rows(
    about: &About<'_>,
    measure: &Measure,
    difference: &Difference,
) -> (Vec<String>, Vec<Vec<Cell>>) {
    let exact = |value: Option<f64>| value.map_or(text(""), Cell::exact);
    let rank = |rank: Option<usize>| rank.map_or(text(""), count);
    let rows = change_lines(about, measure, difference).into_iter().map(|line| {
        let mut row =
            vec![text(line.topic), text(&line.measure), text(line.document.unwrap_or(""))];
        row.extend([exact(line.grade), rank(line.rank_a), rank(line.rank_b)]);
        let values = [line.contribution_a, line.contribution_b, line.difference];
        row.extend(values.map(Cell::exact));
        row.push(exact(line.share));
        row
    });
    (header(&ChangeLine::NAMES), rows.collect())
}
