//! What the figures say, in plain words.

use super::About;
use super::figures::{Examined, Figure};
use gainline::Summary;
use gainline_stats::{SAME, is_same};

/// What sums up each measure: of one run, or of several together.
pub(super) fn words(about: &About<'_>, runs: &[Examined]) -> Vec<String> {
    let each = |(at, measure): (usize, &gainline::Measure)| match runs {
        [run] => format!("{measure}: {}", of_one(about, run, at)),
        _ => format!("{measure}: {}", of_several(about, runs, at)),
    };
    about.measures.iter().enumerate().map(each).collect()
}

fn of_one(about: &About<'_>, run: &Examined, measure: usize) -> String {
    let Some(last) = run.last_moving(measure) else {
        let ranks = ranks(1, run.deepest());
        return match run.deepest() {
            0 => "there is no document to look at.".into(),
            _ => format!("a document that comes to have the grade changes nothing at {ranks}."),
        };
    };
    let first = (1..=last).find_map(|rank| run.figure(None, measure, rank));
    let Some(first) = first else { return "there is no document to look at.".into() };
    let mut said = format!("rank {} {}", first.rank, moves(about, measure, first.change));
    let second = (2..=last.min(10)).rev().find_map(|rank| run.figure(None, measure, rank));
    if let Some(second) = second.filter(|second| second.rank > first.rank) {
        said.push_str(&format!(", rank {} by {}", second.rank, amount(about, second.change)));
        said.push_str(&compared(&first, &second));
    }
    if last < run.deepest() {
        said.push_str(&format!("; from rank {} on nothing moves it", last + 1));
    }
    if let Some(rank) = turns(&run.figures(None, measure)) {
        let way = if first.change > 0.0 { "lowers" } else { "raises" };
        said.push_str(&format!("; from rank {rank} on a document of that grade {way} it"));
    }
    said.push('.');
    if let Some(half) = run.changes.half(measure) {
        let all = ranks(1, run.deepest());
        said.push_str(&format!(" Half of the weight of {all} lies at {}.", ranks(1, half)));
    }
    said
}

/// The rank from which on all changes go the other way than the first one.
fn turns(figures: &[Figure]) -> Option<usize> {
    let first = figures.first()?.change;
    let against = |figure: &&Figure| figure.change * first < 0.0 && figure.change.abs() > SAME;
    figures.iter().rev().take_while(against).last().map(|figure| figure.rank)
}

fn of_several(about: &About<'_>, runs: &[Examined], measure: usize) -> String {
    let firsts = runs.iter().filter_map(|run| run.figure(None, measure, 1));
    let firsts: Vec<f64> = firsts.map(|figure| figure.change).collect();
    let halves: Vec<usize> = runs.iter().filter_map(|run| run.changes.half(measure)).collect();
    let (Some(low), Some(high)) =
        (firsts.iter().copied().reduce(f64::min), firsts.iter().copied().reduce(f64::max))
    else {
        return "no run has a document at rank 1 to look at.".into();
    };
    let (low, high) = (amount(about, low), amount(about, high));
    let (what, how) = moved(about, measure);
    let mut said = match low == high {
        true => format!("rank 1 moves {what} by {low}{how} in every run"),
        false => format!("rank 1 moves {what} by {low} to {high}{how}, depending on the run"),
    };
    if let Some(by) = spread(&halves) {
        said.push_str(&format!("; half of the weight lies by rank {by}"));
    }
    let turned = runs.iter().filter_map(|run| turns(&run.figures(None, measure)));
    if let Some(from) = spread(&turned.collect::<Vec<_>>()) {
        let way = if firsts[0] > 0.0 { "lowers" } else { "raises" };
        said.push_str(&format!("; from rank {from} on a document of that grade {way} it"));
    }
    said.push('.');
    said
}

/// `4`, or `4 to 6`.
fn spread(ranks: &[usize]) -> Option<String> {
    let (least, most) = (ranks.iter().min()?, ranks.iter().max()?);
    Some(if least == most { format!("{least}") } else { format!("{least} to {most}") })
}

fn moves(about: &About<'_>, measure: usize, change: f64) -> String {
    let (what, how) = moved(about, measure);
    match change.abs() > SAME {
        true => format!("moves {what} by {}{how}", amount(about, change)),
        false => format!("does not move {what}{how}"),
    }
}

/// What moves, and how. The mean of topics' changes is the change of their mean, and of no other
/// summary.
fn moved(about: &About<'_>, measure: usize) -> (&'static str, &'static str) {
    match about.measures[measure].summary() {
        Summary::Mean => ("the score", ""),
        Summary::Sum | Summary::GeometricMean | Summary::Pooled => {
            ("a topic's value", " on average")
        }
    }
}

fn amount(about: &About<'_>, change: f64) -> String {
    let shown = format!("{:.*}", about.args.writing.decimals(), change + 0.0);
    let is_zero = shown.trim_start_matches('-').chars().all(|c| c == '0' || c == '.');
    match is_zero {
        true if change.abs() <= SAME => "nothing".into(),
        true => format!("{change:.1e}"),
        false => shown,
    }
}

/// How a change compares with the first one.
fn compared(first: &Figure, second: &Figure) -> String {
    let share = second.change / first.change;
    match share {
        _ if first.change.abs() <= SAME || second.change.abs() <= SAME => String::new(),
        _ if share < 0.0 => " (the other way)".into(),
        _ if is_same(first.change, second.change) => " (as much)".into(),
        _ if (share - 1.0).abs() < 0.05 => " (about as much)".into(),
        _ if share >= 9.95 => format!(" ({share:.0} times as much)"),
        _ if share > 1.0 => format!(" ({share:.1} times as much)"),
        _ if share < 0.0005 => " (less than 0.1% of that)".into(),
        _ if share < 0.0095 => format!(" ({:.1}% of that)", 100.0 * share),
        _ => format!(" ({:.0}% of that)", 100.0 * share),
    }
}

/// `rank 1`, or `ranks 1 to 5`.
fn ranks(first: usize, last: usize) -> String {
    if first >= last { format!("rank {first}") } else { format!("ranks {first} to {last}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(rank: usize, change: f64) -> Figure {
        Figure { rank, topics: 1, change, share: None }
    }

    #[test]
    fn two_changes_are_compared_in_words() {
        let said = |first, second| compared(&figure(1, first), &figure(10, second));
        assert_eq!(said(0.4, 0.1), " (25% of that)");
        assert_eq!(said(0.35, 0.1), " (29% of that)");
        assert_eq!(said(-0.4, -0.002), " (0.5% of that)");
        assert_eq!(said(0.4, 0.00001), " (less than 0.1% of that)");
        assert_eq!(said(0.1, 0.1), " (as much)");
        assert_eq!(said(0.1, 0.0981), " (about as much)");
        assert_eq!(said(0.1, 0.25), " (2.5 times as much)");
        assert_eq!(said(0.1, 1.999), " (20 times as much)");
        assert_eq!(said(0.1, -0.1), " (the other way)");
        assert_eq!(said(0.0, 0.1), "");
    }

    #[test]
    fn it_is_said_where_changes_turn_for_good() {
        let turn = |changes: &[f64]| {
            let figures = (1..).zip(changes).map(|(rank, change)| figure(rank, *change));
            turns(&figures.collect::<Vec<_>>())
        };
        assert_eq!(turn(&[0.3, -0.1, 0.1, -0.1, -0.2]), Some(4));
        assert_eq!(turn(&[-3.0, 1.0]), Some(2));
        assert_eq!(turn(&[0.3, -0.1, 0.0]), None);
        assert_eq!(turn(&[]), None);
    }

    #[test]
    fn ranks_are_named_in_words() {
        assert_eq!(ranks(1, 1), "rank 1");
        assert_eq!(ranks(1, 3), "ranks 1 to 3");
    }
}
