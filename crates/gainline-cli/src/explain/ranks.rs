//! Rank by rank: what each document contributes, what it would at each grade, and the ideal beside.

use super::Score;
use super::json::{RankLine, rank_lines};
use super::report::{About, adds, grade};
use crate::cells::{count, header, number, text};
use crate::notes::counted;
use gainline::{Measure, written};
use gainline_analysis::explain::IdealRank;
use gainline_report::{Cell, Table};
use gainline_stats::SAME;

/// So many rows are shown where not all are asked for.
pub(super) const SHOWN: usize = 20;
/// So many missed documents are.
const SHOWN_MISSED: usize = 10;
/// A column for so many grades fits.
const GRADES: usize = 5;

impl Score {
    /// How many ranks the run or the ideal ranking has.
    fn length(&self) -> usize {
        self.account.ranks.len().max(self.ideal.as_ref().map_or(0, |ideal| ideal.ranks.len()))
    }

    /// The last rank that counts: the cutoff, or the last one that contributes to the run or to the
    /// ideal ranking.
    fn last(&self, measure: &Measure) -> usize {
        let last = |contributions: &mut dyn Iterator<Item = f64>| {
            let counting = contributions.enumerate().filter(|(_, c)| c.abs() > SAME);
            counting.last().map_or(0, |(at, _)| at + 1)
        };
        let run = last(&mut self.account.ranks.iter().map(|rank| rank.contribution));
        let ideal = self.ideal.iter().flat_map(|ideal| &ideal.ranks);
        let ideal = last(&mut ideal.map(|rank| rank.contribution));
        measure.cutoff().map_or(run.max(ideal), |cutoff| cutoff.min(self.length()))
    }

    fn ideal_at(&self, rank: usize) -> Option<&IdealRank> {
        self.ideal.as_ref()?.ranks.get(rank - 1)
    }
}

/// The grades that have a column: all, or some of them from the lowest to the highest.
pub(super) fn shown_grades(grades: &[f64]) -> Vec<usize> {
    match grades.len() {
        few if few <= GRADES => (0..few).collect(),
        many => (0..GRADES).map(|at| at * (many - 1) / (GRADES - 1)).collect(),
    }
}

/// The ranks, and the documents that should have been there.
pub(super) fn tables(about: &About<'_>, measure: &Measure, score: &Score) -> Vec<(String, Table)> {
    let decimals = about.decimals(measure);
    let run = about.run(0);
    let how = if score.account.ranks.is_empty() {
        "nothing is retrieved"
    } else if score.account.is_additive {
        "additive: on this ranking, a document's contribution does not depend on what stands above"
    } else {
        "in sequence: a document's contribution depends on what stands above it"
    };
    let title = format!("{measure} of {run}: {:.decimals$}, {how}", score.account.score + 0.0);
    let mut tables = vec![(title, ranking(about, measure, score))];
    tables.extend(missed(about, measure, score));
    tables
}

fn ranking(about: &About<'_>, measure: &Measure, score: &Score) -> Table {
    let decimals = about.decimals(measure);
    let grades = shown_grades(&score.grades);
    let mut names = header(&["rank", "document", "grade", "adds", "total"]);
    names.extend(grades.iter().map(|at| format!("at {}", written(score.grades[*at]))));
    if score.ideal.is_some() {
        names.extend(header(&["ideal", "ideal adds"]));
    }
    let width = names.len();
    let padded = |mut row: Vec<Cell>| {
        row.resize(width, text(""));
        row
    };
    let mut rows = vec![];
    let before = score.account.before;
    let ideal_before = score.ideal.as_ref().map_or(0.0, |ideal| ideal.before);
    if before != 0.0 || ideal_before != 0.0 {
        let mut row = vec![count(0), text("(before)"), text("")];
        row.extend([number(before, decimals), number(before, decimals)]);
        if score.ideal.is_some() {
            row.resize(width - 1, text(""));
            row.push(number(ideal_before, decimals));
        }
        rows.push(padded(row));
    }
    let last = score.last(measure);
    let shown = if about.all { score.length() } else { last.min(SHOWN) };
    for rank in 1..=shown {
        rows.push(rank_row(about, score, &grades, rank, decimals));
    }
    if shown < score.account.ranks.len() {
        rows.push(padded(rest(score, shown, grades.len(), decimals)));
    }
    Table { header: names, rows, ..Table::default() }
}

fn rank_row(
    about: &About<'_>,
    score: &Score,
    grades: &[usize],
    rank: usize,
    decimals: usize,
) -> Vec<Cell> {
    let mut row = vec![count(rank)];
    match score.account.ranks.get(rank - 1) {
        Some(there) => {
            row.extend([text(about.document(there.document)), grade(there.grade)]);
            row.extend([there.contribution, there.total].map(|n| adds(n, decimals)));
            let at_grades = &score.at_grades[rank - 1];
            row.extend(grades.iter().map(|at| adds(at_grades[*at], decimals)));
        }
        None => {
            row.push(text("(nothing)"));
            row.resize(5 + grades.len(), text(""));
        }
    }
    if score.ideal.is_some() {
        let ideal = score.ideal_at(rank);
        row.push(ideal.map_or(text(""), |ideal| grade(ideal.grade)));
        row.push(ideal.map_or(text(""), |ideal| adds(ideal.contribution, decimals)));
    }
    row
}

/// What the ranks below those shown come to.
fn rest(score: &Score, shown: usize, grades: usize, decimals: usize) -> Vec<Cell> {
    let below = score.account.ranks.get(shown..).unwrap_or(&[]);
    let rest = below.iter().fold(0.0, |sum, rank| sum + rank.contribution);
    let mut row = vec![text("…"), text(&format!("({} more)", below.len())), text("")];
    row.extend([rest, score.account.score].map(|n| adds(n, decimals)));
    row.resize(5 + grades, text(""));
    if let Some(ideal) = &score.ideal {
        let below = ideal.ranks.get(shown..).unwrap_or(&[]);
        let rest = below.iter().fold(0.0, |sum, rank| sum + rank.contribution);
        row.extend([text(""), adds(rest, decimals)]);
    }
    row
}

/// Documents of a grade above 0 that are not within the cutoff.
fn missed(about: &About<'_>, measure: &Measure, score: &Score) -> Option<(String, Table)> {
    let decimals = about.decimals(measure);
    let missed = &score.missed;
    let shown = if about.all { missed.len() } else { missed.len().min(SHOWN_MISSED) };
    let has_change = missed.first()?.on_top.is_some();
    let rows = missed[..shown].iter().map(|missed| {
        let rank = missed.rank.map_or(text("-"), count);
        let mut row = vec![text(about.document(missed.document)), grade(Some(missed.grade)), rank];
        row.extend(missed.on_top.map(|change| adds(change, decimals)));
        row
    });
    let mut names = vec!["document", "grade", "rank"];
    let mut how = String::new();
    let depth = about.opened.options.depth;
    if has_change {
        names.push("on top");
        let cut = depth.map_or(String::new(), |depth| format!(", none below rank {depth}"));
        how = format!(
            "; on top: how the score would change with it at rank 1, all others one lower{cut}"
        );
    }
    let place = match (measure.cutoff(), depth) {
        (Some(cutoff), depth) if depth.is_none_or(|depth| cutoff <= depth) => {
            format!("not in the top {cutoff}")
        }
        (_, Some(depth)) => format!("not in the top {depth} (--depth)"),
        (_, None) => "not retrieved".into(),
    };
    let some = if shown < missed.len() { format!(" (the first {shown})") } else { String::new() };
    let documents = counted(missed.len(), "document");
    let title = format!("{documents} of a grade above 0 {place}{some}{how}:");
    Some((title, Table { header: header(&names), rows: rows.collect(), ..Table::default() }))
}

/// The table for scripts: all ranks, at full precision.
pub(super) fn rows(
    about: &About<'_>,
    measure: &Measure,
    score: &Score,
) -> (Vec<String>, Vec<Vec<Cell>>) {
    let mut names = header(&RankLine::NAMES);
    names.extend(score.grades.iter().map(|grade| format!("at_{}", written(*grade))));
    let exact = |value: Option<f64>| value.map_or(text(""), Cell::exact);
    let rows = rank_lines(about, measure, score).into_iter().map(|line| {
        let mut row = vec![
            text(line.topic),
            text(&line.measure),
            text(line.run),
            count(line.rank),
            text(line.document.unwrap_or("")),
        ];
        let values =
            [line.grade, line.contribution, line.total, line.ideal_grade, line.ideal_contribution];
        row.extend(values.map(exact));
        row.extend(
            (0..score.grades.len()).map(|at| exact(line.at.get(at).map(|at| at.contribution))),
        );
        row
    });
    (names, rows.collect())
}
