//! What contributions and differences come to, in plain words.

use super::Score;
use super::differences::{counts, movement};
use super::report::About;
use crate::notes::{counted, listed};
use gainline::{Better, Measure};
use gainline_studies::explain::{Change, Contribution, Difference, SAME};

/// So many documents are named.
const NAMED: usize = 3;

/// Where the score comes from, and where the most of it is lost.
pub(super) fn of_score(about: &About<'_>, measure: &Measure, score: &Score) -> String {
    let d = about.decimals(measure);
    let account = &score.account;
    let mut said = format!("{measure} is {:.d$}", account.score + 0.0);
    if let Some(ideal) = &score.ideal {
        said.push_str(&format!(
            "; with the highest grades first it would be {:.d$}",
            ideal.score + 0.0
        ));
    }
    said.push('.');
    if account.before != 0.0 {
        said.push_str(&format!(" Before the first document it is {:.d$}.", account.before));
    }
    let mut most: Vec<&Contribution> =
        account.ranks.iter().filter(|rank| rank.contribution.abs() > SAME).collect();
    let count = most.len();
    let size = |rank: &Contribution| (rank.contribution.abs() / SAME).round();
    most.sort_by(|a, b| size(b).total_cmp(&size(a)));
    most.truncate(NAMED);
    let name = |rank: &&Contribution| {
        let (document, rank, adds) = (about.document(rank.document), rank.rank, rank.contribution);
        format!("{document} at rank {rank} ({adds:+.d$})")
    };
    let named: Vec<String> = most.iter().map(name).collect();
    let named: Vec<&str> = named.iter().map(String::as_str).collect();
    match count {
        0 => said.push_str(" No document contributes."),
        few if few <= NAMED => said.push_str(&format!(" It comes from {}.", listed(&named, "and"))),
        _ => said.push_str(&format!(
            " Most comes from {}, of {} that contribute.",
            listed(&named, "and"),
            counted(count, "document")
        )),
    }
    said.push_str(&lost(about, measure, score));
    said
}

/// The ranks at which the ideal ranking gains most on the run.
fn lost(about: &About<'_>, measure: &Measure, score: &Score) -> String {
    let d = about.decimals(measure);
    let Some(ideal) = &score.ideal else { return String::new() };
    let sign = match measure.family().better {
        Better::Higher => 1.0,
        Better::Lower => -1.0,
        Better::Neither => return String::new(),
    };
    let there = |at: usize| score.account.ranks.get(at).map_or(0.0, |rank| rank.contribution);
    let mut lost: Vec<(usize, f64, f64)> =
        ideal.ranks.iter().enumerate().map(|(at, i)| (at + 1, there(at), i.contribution)).collect();
    lost.retain(|(_, run, ideal)| sign * (ideal - run) > SAME);
    // Stable, so that gaps that differ by rounding only stay in the order of ranks.
    let size = |(_, run, ideal): &(usize, f64, f64)| (sign * (ideal - run) / SAME).round();
    lost.sort_by(|a, b| size(b).total_cmp(&size(a)));
    lost.truncate(NAMED);
    let named: Vec<String> = lost
        .iter()
        .map(|(rank, run, ideal)| {
            format!("rank {rank} ({:.d$} for {:.d$})", run + 0.0, ideal + 0.0)
        })
        .collect();
    let named: Vec<&str> = named.iter().map(String::as_str).collect();
    match named.len() {
        0 => String::new(),
        _ => format!(" Most is lost to the ideal at {}.", listed(&named, "and")),
    }
}

/// What the difference is, and which moves make most of it.
pub(super) fn of_difference(
    about: &About<'_>,
    measure: &Measure,
    difference: &Difference,
    is_additive: bool,
) -> String {
    let d = about.decimals(measure);
    let (a, b) = (about.run(0), about.run(1));
    let total = difference.total();
    let before = difference.before.1 - difference.before.0;
    let mut said = format!(
        "{measure}: {b} less {a} is {total:+.d$} ({:.d$} - {:.d$}).",
        difference.second + 0.0,
        difference.first + 0.0
    );
    let counting: Vec<&Change> =
        difference.changes.iter().filter(|change| counts(change)).collect();
    if counting.is_empty() {
        said.push_str(" No document contributes differently.");
        return said;
    }
    let sum = |of: &dyn Fn(f64) -> bool| {
        let part = counting.iter().filter(|change| of(change.difference));
        part.fold(0.0, |sum, change| sum + change.difference)
    };
    let (up, down) = (sum(&|d| d > 0.0), sum(&|d| d < 0.0));
    if before.abs() > SAME {
        said.push_str(&format!(
            " Of that, {before:+.d$} comes before the first document, from how many are retrieved."
        ));
    }
    if total.abs() <= SAME {
        said.push_str(&format!(" Gains ({up:+.d$}) and losses ({down:+.d$}) cancel out."));
    } else {
        said.push_str(&mostly(about, &counting, total, d));
        let against = if total > 0.0 { down } else { up };
        if against != 0.0 {
            said.push_str(&format!(" Others work against it: {against:+.d$}."));
        }
    }
    let stayed = counting.iter().filter(|change| change.first_rank == change.second_rank).count();
    if !is_additive && stayed > 0 {
        let documents = counted(stayed, "document");
        said.push_str(&format!(
            " {documents} did not move and contribute{} differently, because of what stands above or how many are retrieved.",
            if stayed == 1 { "s" } else { "" }
        ));
    }
    said
}

/// The moves that make most of the difference.
fn mostly(about: &About<'_>, counting: &[&Change], total: f64, d: usize) -> String {
    let with = |change: &&&Change| change.difference * total > 0.0;
    let (named, all): (Vec<&Change>, usize) = (
        counting.iter().filter(with).take(NAMED).copied().collect(),
        counting.iter().filter(with).count(),
    );
    let part = named.iter().fold(0.0, |sum, change| sum + change.difference);
    let name = |change: &&Change| {
        let (document, moved) = (about.document(change.document), moved(change));
        format!("{document} ({moved}, {:+.d$})", change.difference)
    };
    let names: Vec<String> = named.iter().map(name).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let listed = listed(&names, "and");
    match all {
        few if few <= NAMED => format!(" It comes from {listed}."),
        _ => format!(" It comes mostly from {listed}: {part:+.d$} together."),
    }
}

/// Where a document went, with its ranks.
fn moved(change: &Change) -> String {
    match (change.first_rank, change.second_rank) {
        (Some(a), Some(b)) if a != b => format!("{} from {a} to {b}", word(a, b)),
        (Some(a), None) => format!("gone from {a}"),
        (None, Some(b)) => format!("new at {b}"),
        (Some(a), _) => format!("{} at {a}", movement(change)),
        (None, None) => movement(change),
    }
}

fn word(a: usize, b: usize) -> &'static str {
    if b < a { "up" } else { "down" }
}
