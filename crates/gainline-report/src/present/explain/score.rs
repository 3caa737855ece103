//! A score rank by rank: what each document contributes, at each grade, and the ideal ranking.

use super::{ExplainPresenter, NAMED, Part, amount, grade, largest};
use crate::document::Document;
use crate::present::words::{count, counted, header, number, signed, text};
use crate::records::Records;
use crate::{Cell, Table};
use gainline::{Better, Measure, format_number};
use gainline_analysis::explain::{Contribution, IdealRank, ScoreExplanation};
use gainline_stats::{SAME, is_same};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::io;

/// So many rows are shown where not all are asked for.
const SHOWN: usize = 20;
/// So many missed documents are.
const SHOWN_MISSED: usize = 10;
/// A column for so many grades fits.
const GRADES: usize = 5;

/// The grades that have a column: all, or some of them from the lowest to the highest.
pub(super) fn shown_grades(grades: usize) -> Vec<usize> {
    match grades {
        few if few <= GRADES => (0..few).collect(),
        many => (0..GRADES).map(|at| at * (many - 1) / (GRADES - 1)).collect(),
    }
}

/// The ranks, and the relevant documents that are not among them.
pub(super) fn tables(
    this: &ExplainPresenter<'_>,
    measure: &Measure,
    score: &ScoreExplanation,
    document: &mut Document,
) {
    let d = this.decimals(measure);
    let run = &this.answer.request.run;
    let how = if score.breakdown.ranks.is_empty() {
        "No document is retrieved."
    } else if score.breakdown.additive {
        "Additive: on this ranking, a document's contribution does not depend on the documents above \
         it."
    } else {
        "Not additive: a document's contribution depends on the documents above it."
    };
    let title = format!("{measure} of {run}: {:.d$}. {how}", score.breakdown.score + 0.0);
    document.titled(title, ranking(this, measure, score));
    if let Some((title, table)) = missed(this, measure, score) {
        document.titled(title, table);
    }
}

/// How many ranks the run or the ideal ranking has.
fn length(score: &ScoreExplanation) -> usize {
    score.breakdown.ranks.len().max(ideal_ranks(score).len())
}

fn ideal_ranks(score: &ScoreExplanation) -> &[IdealRank] {
    score.ideal.as_ref().map_or(&[], |ideal| &ideal.ranks)
}

/// The last rank that counts: the cutoff, or the last one that contributes to the run or to the
/// ideal ranking.
fn last(measure: &Measure, score: &ScoreExplanation) -> usize {
    let last = |contributions: &mut dyn Iterator<Item = f64>| {
        let counting = contributions.enumerate().filter(|(_, c)| c.abs() > SAME);
        counting.last().map_or(0, |(at, _)| at + 1)
    };
    let run = last(&mut score.breakdown.ranks.iter().map(|rank| rank.contribution));
    let ideal = last(&mut ideal_ranks(score).iter().map(|rank| rank.contribution));
    measure.cutoff().map_or(run.max(ideal), |cutoff| cutoff.min(length(score)))
}

fn ranking(this: &ExplainPresenter<'_>, measure: &Measure, score: &ScoreExplanation) -> Table {
    let d = this.decimals(measure);
    let all_grades = &this.answer.grades;
    let grades = shown_grades(all_grades.len());
    let mut names = header(&["rank", "document", "grade", "contrib.", "total"]);
    names.extend(grades.iter().map(|at| format!("at {}", format_number(all_grades[*at]))));
    if score.ideal.is_some() {
        names.extend(header(&["ideal", "ideal contrib."]));
    }
    let width = names.len();
    let padded = |mut row: Vec<Cell>| {
        row.resize(width, text(""));
        row
    };
    let mut rows = vec![];
    let before = score.breakdown.before;
    let ideal_before = score.ideal.as_ref().map_or(0.0, |ideal| ideal.before);
    if before != 0.0 || ideal_before != 0.0 {
        let mut row = vec![count(0), text("(before)"), text("")];
        row.extend([number(before, d), number(before, d)]);
        if score.ideal.is_some() {
            row.resize(width - 1, text(""));
            row.push(number(ideal_before, d));
        }
        rows.push(padded(row));
    }
    let shown = if this.all { length(score) } else { last(measure, score).min(SHOWN) };
    rows.extend((1..=shown).map(|rank| rank_row(score, &grades, rank, d)));
    if shown < score.breakdown.ranks.len() {
        rows.push(padded(rest(score, shown, grades.len(), d)));
    }
    Table { header: names, rows, ..Table::default() }
}

fn rank_row(score: &ScoreExplanation, grades: &[usize], rank: usize, d: usize) -> Vec<Cell> {
    let mut row = vec![count(rank)];
    match score.breakdown.ranks.get(rank - 1) {
        Some(there) => {
            row.extend([text(&there.document), grade(there.grade)]);
            row.extend([there.contribution, there.total].map(|n| amount(n, d)));
            let at_grades = &score.at_grades[rank - 1];
            row.extend(grades.iter().map(|at| amount(at_grades[*at], d)));
        }
        None => {
            row.push(text("(nothing)"));
            row.resize(5 + grades.len(), text(""));
        }
    }
    if score.ideal.is_some() {
        let ideal = ideal_ranks(score).get(rank - 1);
        row.push(ideal.map_or(text(""), |ideal| grade(ideal.grade)));
        row.push(ideal.map_or(text(""), |ideal| amount(ideal.contribution, d)));
    }
    row
}

/// The sums of the ranks below those shown.
fn rest(score: &ScoreExplanation, shown: usize, grades: usize, d: usize) -> Vec<Cell> {
    let below = &score.breakdown.ranks[shown..];
    let rest = below.iter().fold(0.0, |sum, rank| sum + rank.contribution);
    let mut row = vec![text("…"), text(format!("({} more)", below.len())), text("")];
    row.extend([rest, score.breakdown.score].map(|n| amount(n, d)));
    row.resize(5 + grades, text(""));
    if score.ideal.is_some() {
        let below = ideal_ranks(score).iter().skip(shown);
        let rest = below.fold(0.0, |sum, rank| sum + rank.contribution);
        row.extend([text(""), amount(rest, d)]);
    }
    row
}

/// Documents of a grade above 0 that are not within the cutoff.
fn missed(
    this: &ExplainPresenter<'_>,
    measure: &Measure,
    score: &ScoreExplanation,
) -> Option<(String, Table)> {
    let (d, depth, missed) = (this.decimals(measure), this.depth(), &score.missed);
    let shown = if this.all { missed.len() } else { missed.len().min(SHOWN_MISSED) };
    let has_change = missed.first()?.change_on_top.is_some();
    let rows = missed[..shown].iter().map(|missed| {
        let rank = missed.rank.map_or(text("-"), count);
        let mut row = vec![text(&missed.document), grade(Some(missed.grade)), rank];
        row.extend(missed.change_on_top.map(|change| amount(change, d)));
        row
    });
    let mut names = vec!["document", "grade", "rank"];
    let mut how = String::new();
    if has_change {
        names.push("gain at rank 1");
        let cut = depth.map_or(String::new(), |depth| format!(", cut at rank {depth}"));
        how = format!(
            " Gain at rank 1: the change of the score if the document is moved to rank 1, and all \
             others one rank down{cut}."
        );
    }
    let place = match (measure.cutoff(), depth) {
        (Some(cutoff), depth) if depth.is_none_or(|depth| cutoff <= depth) => {
            format!("not in the top {cutoff}")
        }
        (_, Some(depth)) => format!("not in the top {depth} (--depth)"),
        (_, None) => "not retrieved".into(),
    };
    let some = if shown < missed.len() { format!(", {shown} shown") } else { String::new() };
    let documents = counted(missed.len(), "document");
    let title = format!("{documents} with a grade above 0 {place}{some}.{how}");
    Some((title, Table { header: header(&names), rows: rows.collect(), ..Table::default() }))
}

/// Where the score comes from, and where the most of it is lost.
pub(super) fn words(
    this: &ExplainPresenter<'_>,
    measure: &Measure,
    score: &ScoreExplanation,
) -> String {
    let d = this.decimals(measure);
    let breakdown = &score.breakdown;
    let is_lower_better = measure.family().better == Better::Lower;
    let lower = if is_lower_better { " (lower is better)" } else { "" };
    let mut said = format!("{measure} is {:.d$}{lower}", breakdown.score + 0.0);
    if let Some(ideal) = &score.ideal {
        said.push_str(&format!("; with the highest grades first: {:.d$}", ideal.score + 0.0));
    }
    said.push('.');
    if breakdown.before != 0.0 {
        said.push_str(&format!(" Before the first document, it is {:.d$}.", breakdown.before));
    }
    let counting: Vec<&Contribution> =
        breakdown.ranks.iter().filter(|rank| !is_same(rank.contribution, 0.0)).collect();
    if counting.is_empty() {
        said.push_str(" No document contributes.");
    } else if is_lower_better {
        let (up, down): (Vec<_>, Vec<_>) =
            counting.iter().partition(|rank| rank.contribution > 0.0);
        said.push_str(&changed_by(["lowered", "lower"], &down, d));
        said.push_str(&changed_by(["raised", "raise"], &up, d));
    } else {
        said.push_str(&comes_from(&counting, breakdown.score, d));
    }
    said.push_str(&lost(measure, score, d));
    said
}

fn parts(ranks: &[&Contribution], d: usize) -> Vec<Part> {
    let part = |rank: &&Contribution| Part {
        size: rank.contribution,
        name: format!("{} at rank {}", rank.document, rank.rank),
        amount: signed(rank.contribution, d),
    };
    ranks.iter().map(part).collect()
}

/// What a score of which more is better comes from.
fn comes_from(ranks: &[&Contribution], score: f64, d: usize) -> String {
    let named = largest(parts(ranks, d));
    let many = match ranks.len() {
        few if few <= NAMED => return format!(" It comes from {named}."),
        many => many,
    };
    let share = named_sum(ranks) / score;
    match share > 0.5 {
        true => format!(" It comes mostly from {named}; {many} documents contribute."),
        false => format!(
            " The largest contributions: {named}; together {:.0} % of the score. {many} documents \
             contribute.",
            share * 100.0
        ),
    }
}

/// What the documents come to that are named.
fn named_sum(ranks: &[&Contribution]) -> f64 {
    let mut sizes: Vec<f64> = ranks.iter().map(|rank| rank.contribution).collect();
    sizes.sort_by(|a, b| b.abs().total_cmp(&a.abs()));
    sizes.iter().take(NAMED).sum()
}

/// What a score of which less is better is lowered by, or raised.
fn changed_by([changed, change]: [&str; 2], ranks: &[&Contribution], d: usize) -> String {
    let named = largest(parts(ranks, d));
    let all: f64 = ranks.iter().map(|rank| rank.contribution).sum();
    match ranks.len() {
        0 => String::new(),
        few if few <= NAMED => format!(" It is {changed} by {named}."),
        many if named_sum(ranks) / all > 0.5 => {
            format!(" It is {changed} mostly by {named}; {many} documents {change} it.")
        }
        many => format!(" It is {changed} most by {named}; {many} documents {change} it."),
    }
}

/// The ranks at which the ideal ranking contributes more than the run.
fn lost(measure: &Measure, score: &ScoreExplanation, d: usize) -> String {
    let sign = match measure.family().better {
        Better::Higher => 1.0,
        Better::Lower => -1.0,
        Better::Neither => return String::new(),
    };
    let ranks = &score.breakdown.ranks;
    let gaps = ideal_ranks(score).iter().enumerate().map(|(at, ideal)| {
        let run = ranks.get(at).map_or(0.0, |rank| rank.contribution);
        Part {
            size: sign * (ideal.contribution - run),
            name: format!("rank {}", at + 1),
            amount: format!("{:.d$} instead of {:.d$}", run + 0.0, ideal.contribution + 0.0),
        }
    });
    let gaps: Vec<Part> = gaps.filter(|gap| gap.size > SAME).collect();
    match gaps.is_empty() {
        true => String::new(),
        false => format!(" Largest losses against the ideal ranking: {}.", largest(gaps)),
    }
}

/// A rank, for scripts. Rank 0 is the value before the first document.
#[derive(Serialize)]
struct Record<'a> {
    topic: &'a str,
    measure: &'a Measure,
    run: &'a str,
    rank: usize,
    document: Option<&'a str>,
    grade: Option<f64>,
    /// None below the last document, where only the ideal ranking has one.
    contribution: Option<f64>,
    total: Option<f64>,
    ideal_grade: Option<f64>,
    ideal_contribution: Option<f64>,
    /// For each grade: `at_0`, `at_1`, ...
    #[serde(flatten)]
    at: Map<String, Value>,
}

/// All ranks.
pub(super) fn records(
    this: &ExplainPresenter<'_>,
    measure: &Measure,
    score: &ScoreExplanation,
    out: &mut Records<'_>,
) -> io::Result<()> {
    let (request, grades) = (&this.answer.request, this.answer.grades.as_slice());
    let at = |contributions: Option<&Vec<f64>>| -> Map<String, Value> {
        let contribution = |at: usize| contributions.map(|contributions| contributions[at]);
        let name = |grade: &f64| format!("at_{}", format_number(*grade));
        grades.iter().enumerate().map(|(at, g)| (name(g), json!(contribution(at)))).collect()
    };
    let before = Some(score.breakdown.before);
    let start = Record {
        topic: &this.answer.topic,
        measure,
        run: &request.run,
        rank: 0,
        document: None,
        grade: None,
        contribution: before,
        total: before,
        ideal_grade: None,
        ideal_contribution: score.ideal.as_ref().map(|ideal| ideal.before),
        at: at(None),
    };
    out.row(&start)?;
    for place in 0..length(score) {
        let (there, ideal) = (score.breakdown.ranks.get(place), ideal_ranks(score).get(place));
        out.row(&Record {
            rank: place + 1,
            document: there.map(|rank| rank.document.as_str()),
            grade: there.and_then(|rank| rank.grade),
            contribution: there.map(|rank| rank.contribution),
            total: there.map(|rank| rank.total),
            ideal_grade: ideal.and_then(|ideal| ideal.grade),
            ideal_contribution: ideal.map(|ideal| ideal.contribution),
            at: at(score.at_grades.get(place)),
            ..start
        })?;
    }
    Ok(())
}
