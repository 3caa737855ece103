//! What contributions and differences come to, in plain words.

use super::Score;
use super::differences::movement;
use super::report::About;
use crate::notes::{counted, listed};
use gainline::{Better, Measure, Need};
use gainline_analysis::explain::{Change, Contribution, Depends, Difference};
use gainline_stats::{SAME, is_same};

/// So many documents are named.
const NAMED: usize = 3;

/// Something that a number is made of.
struct Part {
    size: f64,
    name: String,
    /// How much it is, as it is shown.
    amount: String,
}

/// The largest parts by name; how many others are as large as the last one named is said there.
/// Those of the same size stay in their order.
fn largest(mut parts: Vec<Part>) -> String {
    // Sizes that differ by rounding only are the same.
    let steps = |part: &Part| (part.size.abs() / SAME).round();
    parts.sort_by(|a, b| steps(b).total_cmp(&steps(a)));
    let rest = parts.split_off(parts.len().min(NAMED));
    let as_large = |last: &Part| {
        rest.iter().take_while(|part| is_same(part.size.abs(), last.size.abs())).count()
    };
    let equals = parts.last().map_or(0, as_large);
    let also = match equals {
        0 => String::new(),
        1 => "; 1 other as much".into(),
        many => format!("; {many} others as much each"),
    };
    let mut named: Vec<String> =
        parts.iter().map(|part| format!("{} ({})", part.name, part.amount)).collect();
    if let Some(last) = named.last_mut() {
        last.insert_str(last.len() - 1, &also);
    }
    let named: Vec<&str> = named.iter().map(String::as_str).collect();
    listed(&named, "and")
}

/// Where the score comes from, and where the most of it is lost.
pub(super) fn of_score(about: &About<'_>, measure: &Measure, score: &Score) -> String {
    let d = about.decimals(measure);
    let account = &score.account;
    let is_lower_better = measure.family().better == Better::Lower;
    let lower = if is_lower_better { " (lower is better)" } else { "" };
    let mut said = format!("{measure} is {:.d$}{lower}", account.score + 0.0);
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
    let counting: Vec<&Contribution> =
        account.ranks.iter().filter(|rank| !is_same(rank.contribution, 0.0)).collect();
    said.push_str(&match (counting.is_empty(), is_lower_better) {
        (true, _) => " No document contributes.".to_string(),
        (false, true) => {
            let (up, down): (Vec<_>, Vec<_>) =
                counting.iter().partition(|rank| rank.contribution > 0.0);
            let lowered = moved_by(about, "lowered", &down, d);
            format!("{lowered}{}", moved_by(about, "raised", &up, d))
        }
        (false, false) => comes_from(about, &counting, d),
    });
    said.push_str(&lost(about, measure, score));
    said
}

fn parts(about: &About<'_>, ranks: &[&Contribution], d: usize) -> Vec<Part> {
    let part = |rank: &&Contribution| Part {
        size: rank.contribution,
        name: format!("{} at rank {}", about.document(rank.document), rank.rank),
        amount: format!("{:+.d$}", rank.contribution),
    };
    ranks.iter().map(part).collect()
}

/// What a score of which more is better comes from.
fn comes_from(about: &About<'_>, ranks: &[&Contribution], d: usize) -> String {
    let named = largest(parts(about, ranks, d));
    match ranks.len() {
        few if few <= NAMED => format!(" It comes from {named}."),
        many => {
            let documents = counted(many, "document");
            format!(" Most comes from {named}, of {documents} that contribute.")
        }
    }
}

/// What a score of which less is better is lowered by, or raised.
fn moved_by(about: &About<'_>, way: &str, ranks: &[&Contribution], d: usize) -> String {
    let named = largest(parts(about, ranks, d));
    match ranks.len() {
        0 => String::new(),
        few if few <= NAMED => format!(" It is {way} by {named}."),
        many => format!(" It is {way} most by {named}, of {} that do.", counted(many, "document")),
    }
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
    let gaps = ideal.ranks.iter().enumerate().map(|(at, ideal)| {
        let (run, ideal) = (there(at), ideal.contribution);
        Part {
            size: sign * (ideal - run),
            name: format!("rank {}", at + 1),
            amount: format!("{:.d$} for {:.d$}", run + 0.0, ideal + 0.0),
        }
    });
    let gaps: Vec<Part> = gaps.filter(|gap| gap.size > SAME).collect();
    match gaps.is_empty() {
        true => String::new(),
        false => format!(" Most is lost to the ideal at {}.", largest(gaps)),
    }
}

/// What the difference is, and which moves make most of it.
pub(super) fn of_difference(
    about: &About<'_>,
    measure: &Measure,
    difference: &Difference,
) -> String {
    let d = about.decimals(measure);
    let (a, b) = (about.run(0), about.run(1));
    let total = difference.total();
    let before = difference.before.1 - difference.before.0;
    let lower = match measure.family().better {
        Better::Lower => "; lower is better",
        _ => "",
    };
    let mut said = format!(
        "{measure}: {b} less {a} is {total:+.d$} ({:.d$} - {:.d$}{lower}).",
        difference.second + 0.0,
        difference.first + 0.0
    );
    if !is_same(before, 0.0) {
        let why = why_before(measure, difference);
        said.push_str(&format!(
            " Before the first document they differ by {before:+.d$} already, by {why}."
        ));
    }
    let counting: Vec<&Change> = difference.changes.iter().filter(|c| c.counts()).collect();
    if counting.is_empty() {
        said.push_str(" No document contributes differently.");
        return said;
    }
    let all = || counting.iter().map(|change| change.difference).chain([before]);
    let sum = |sign: f64| all().filter(|part| part * sign > SAME).fold(0.0, |sum, part| sum + part);
    let (up, down) = (sum(1.0), sum(-1.0));
    if is_same(total, 0.0) {
        said.push_str(&format!(" Gains ({up:+.d$}) and losses ({down:+.d$}) cancel out."));
    } else {
        said.push_str(&mostly(about, &counting, total, d));
        let against = if total > 0.0 { down } else { up };
        if against != 0.0 {
            said.push_str(&format!(" Others work against it: {against:+.d$}."));
        }
    }
    said.push_str(&stayed(measure, &counting, difference.depends));
    said
}

/// What makes rankings differ of which no document is known.
fn why_before(measure: &Measure, difference: &Difference) -> &'static str {
    if goes_by_scores(measure) {
        return "the scores";
    }
    let retrieved = |rank: fn(&Change) -> Option<usize>| {
        difference.changes.iter().filter(|change| rank(change).is_some()).count()
    };
    match retrieved(|change| change.first_rank) == retrieved(|change| change.second_rank) {
        true => "how many of the retrieved documents are judged",
        false => "how many documents are retrieved",
    }
}

fn goes_by_scores(measure: &Measure) -> bool {
    measure.family().needs.contains(&Need::Scores)
}

/// Documents that count though they did not move.
fn stayed(measure: &Measure, counting: &[&Change], depends: Depends) -> String {
    let stayed = counting.iter().filter(|change| change.stays()).count();
    let (documents, s) = (counted(stayed, "document"), if stayed == 1 { "s" } else { "" });
    let why = match depends {
        _ if goes_by_scores(measure) => "the scores",
        Depends::Above => "what stands above or how many are retrieved",
        Depends::Rank | Depends::Retrieved | Depends::Score => "how many are retrieved",
    };
    match stayed {
        0 => String::new(),
        _ => {
            format!(" {documents} did not move and contribute{s} differently, because of {why}.")
        }
    }
}

/// The moves that make most of the difference; nothing where no document does.
fn mostly(about: &About<'_>, counting: &[&Change], total: f64, d: usize) -> String {
    let with: Vec<&Change> =
        counting.iter().filter(|change| change.difference * total > 0.0).copied().collect();
    let part = |change: &&Change| Part {
        size: change.difference,
        name: about.document(change.document).to_string(),
        amount: format!("{}, {:+.d$}", moved(change), change.difference),
    };
    let named = largest(with.iter().map(part).collect());
    let together = with.iter().take(NAMED).fold(0.0, |sum, change| sum + change.difference);
    match with.len() {
        0 => String::new(),
        few if few <= NAMED => format!(" It comes from {named}."),
        _ => format!(" It comes mostly from {named}: {together:+.d$} together."),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_parts_are_counted_where_they_are_not_named() {
        let part = |(at, size): (usize, &f64)| Part {
            size: *size,
            name: format!("d{at}"),
            amount: format!("{size:.1}"),
        };
        let said = |sizes: &[f64]| largest(sizes.iter().enumerate().map(part).collect());
        assert_eq!(said(&[]), "");
        assert_eq!(said(&[0.1]), "d0 (0.1)");
        assert_eq!(said(&[0.1, -0.3, 0.2, 0.05]), "d1 (-0.3), d2 (0.2) and d0 (0.1)");
        let rounded = 0.1 + 1e-16;
        assert_eq!(
            said(&[0.1, 0.1, rounded, 0.1, 0.05]),
            "d0 (0.1), d1 (0.1) and d2 (0.1; 1 other as much)"
        );
        assert_eq!(
            said(&[0.1, 0.3, 0.1, 0.1, -0.1]),
            "d1 (0.3), d0 (0.1) and d2 (0.1; 2 others as much each)"
        );
    }
}
