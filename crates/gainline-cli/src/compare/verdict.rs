//! What one comparison comes to, in a sentence or two.

use super::outcome::{Outcome, Status, takes_sides};
use super::unclear::opposed;
use super::words::{after, interval, p_is, percent, signed};
use crate::comparison::{Comparison, Pair};
use crate::notes::listed;
use gainline_stats::Practical;
use std::cmp::Ordering;

/// The verdict of one measure, over all topics or a slice.
pub(super) fn verdict<'a>(outcome: &Outcome<'a>, comparison: &'a Comparison) -> String {
    match (&comparison.pairs[..], outcome.plan.baseline) {
        ([pair], _) => of_pair(outcome, comparison, pair),
        (_, Some(baseline)) => against_baseline(outcome, comparison, baseline),
        (_, None) => of_all(outcome, comparison),
    }
}

/// `on nDCG@10`, and in which slice.
fn place(comparison: &Comparison) -> String {
    let slice = comparison
        .sample
        .slice
        .as_deref()
        .map_or(String::new(), |slice| format!(" in slice {slice}"));
    format!("on {}{slice}", comparison.sample.measure)
}

fn of_pair(outcome: &Outcome<'_>, comparison: &Comparison, pair: &Pair) -> String {
    let (run, against) = (outcome.name(pair.run.place), outcome.name(pair.baseline.place));
    let (place, topics) = (place(comparison), comparison.sample.topics.len());
    let how = match outcome.status(pair) {
        Status::Same => {
            let of =
                if topics == 1 { "the one topic".into() } else { format!("all {topics} topics") };
            return format!("{run} and {against} have the same scores {place}, for {of}.");
        }
        Status::Untested => {
            let why = pair.test.undefined().map(ToString::to_string).unwrap_or_default();
            let by = signed(pair.difference, outcome.digits);
            return format!("{run} differs from {against} {place} by {by}; not tested: {why}.");
        }
        Status::Better if takes_sides(comparison) => format!("{run} beats {against} {place}"),
        Status::Worse if takes_sides(comparison) => format!("{run} loses to {against} {place}"),
        Status::Better => format!("{run} is above {against} {place}"),
        Status::Worse => format!("{run} is below {against} {place}"),
        Status::NotSignificant => format!("{run} and {against} cannot be told apart {place}"),
        Status::Opposed => {
            format!("Neither {run} nor {against} is ahead {place}; {}", opposed(outcome, pair))
        }
    };
    let (wins, losses) = (pair.topics.wins, pair.topics.losses);
    let word = if takes_sides(comparison) { "better" } else { "higher" };
    let topics = match outcome.status(pair) {
        Status::Worse => format!("{word} on only {wins} of {topics} topics"),
        Status::NotSignificant | Status::Opposed if losses > 0 => {
            format!("{word} on {wins} of {topics} topics, the other way on {losses}")
        }
        _ => format!("{word} on {wins} of {topics} topics"),
    };
    format!("{how}: {}, {topics}{}.", numbers(outcome, pair), practical(pair))
}

/// `+0.031 [0.012, 0.050] (+7.2 %), p = 0.002 after Holm`.
fn numbers(outcome: &Outcome<'_>, pair: &Pair) -> String {
    let digits = outcome.digits;
    let within = pair.interval.map_or(String::new(), |i| format!(" {}", interval(Some(i), digits)));
    let relative = pair.relative.map_or(String::new(), |r| format!(" ({})", percent(Some(r))));
    let after = after(outcome.plan, outcome.tested());
    format!("{}{within}{relative}, {}{after}", signed(pair.difference, digits), p_is(pair))
}

fn practical(pair: &Pair) -> String {
    let word = pair.practical.map(Practical::word);
    word.map_or(String::new(), |word| format!("; by Sparck Jones' rule of thumb {word}"))
}

/// Runs by how they stand to the baseline.
fn against_baseline<'a>(
    outcome: &Outcome<'a>,
    comparison: &'a Comparison,
    baseline: usize,
) -> String {
    let order = comparison.sample.best_first();
    let pairs: Vec<&Pair> = order
        .iter()
        .filter_map(|run| comparison.pairs.iter().find(|pair| pair.run.place == *run))
        .collect();
    let of = |wanted: Status, shown: &dyn Fn(&Pair) -> String| -> Option<String> {
        let found = pairs.iter().filter(|pair| outcome.status(pair) == wanted);
        let found: Vec<String> = found.map(|pair| shown(pair)).collect();
        let found: Vec<&str> = found.iter().map(String::as_str).collect();
        (!found.is_empty()).then(|| listed(&found, "and"))
    };
    let name = |pair: &Pair| outcome.name(pair.run.place).to_string();
    let full = |pair: &Pair| {
        let by = signed(pair.difference, outcome.digits);
        format!("{} ({by}, {})", name(pair), p_is(pair))
    };
    let words = if takes_sides(comparison) { ["better", "worse"] } else { ["above", "below"] };
    let parts = [
        of(Status::Better, &full).map(|runs| format!("{}: {runs}", words[0])),
        of(Status::Worse, &full).map(|runs| format!("{}: {runs}", words[1])),
        of(Status::NotSignificant, &full).map(|runs| format!("cannot be told from it: {runs}")),
        of(Status::Opposed, &full)
            .map(|runs| format!("the test and the mean point opposite ways: {runs}")),
        of(Status::Same, &name).map(|runs| format!("same scores: {runs}")),
        of(Status::Untested, &name).map(|runs| format!("not tested: {runs}")),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let (place, base) = (place(comparison), outcome.name(baseline));
    format!("TopicCounts {base} {place}: {}.", parts.join("; "))
}

/// Which runs are the best group, where all pairs were tested.
fn of_all<'a>(outcome: &Outcome<'a>, comparison: &'a Comparison) -> String {
    let place = place(comparison);
    let order = comparison.sample.best_first();
    let group = outcome.best_group(comparison);
    let best = outcome.name(order[0]);
    let names = |runs: &[usize]| {
        let names: Vec<&str> = runs.iter().map(|run| outcome.name(*run)).collect();
        listed(&names, "and")
    };
    if comparison.pairs.iter().all(|pair| pair.p_adjusted().is_none()) {
        let why = comparison.pairs.first().and_then(|pair| pair.test.undefined());
        let why = why.map(ToString::to_string).unwrap_or_default();
        return format!("{best} has the best mean {place}; not tested: {why}.");
    }
    if comparison.pairs.iter().all(Pair::is_same) {
        return format!("All {} runs have the same scores {place}.", order.len());
    }
    let below = outcome.beside_best(comparison, &[Status::Better]);
    let said = among(outcome, comparison, &group, &below);
    let mut said = vec![said];
    let pairs = comparison.pairs.iter().filter(|pair| pair.run.place == order[0]);
    for pair in pairs.filter(|pair| outcome.status(pair) == Status::Opposed) {
        said.push(format!(
            "For {} and {best}, {}.",
            outcome.name(pair.baseline.place),
            opposed(outcome, pair)
        ));
    }
    let untested = outcome.beside_best(comparison, &[Status::Untested]);
    if !untested.is_empty() {
        said.push(format!("Not tested: {best} against {}.", names(&untested)));
    }
    said.join(" ")
}

/// What the best run is ahead of, and what it cannot be told from.
fn among<'a>(
    outcome: &Outcome<'a>,
    comparison: &'a Comparison,
    group: &[usize],
    below: &[usize],
) -> String {
    let place = place(comparison);
    let order = comparison.sample.best_first();
    let best = outcome.name(order[0]);
    let names = |runs: &[usize]| {
        let names: Vec<&str> = runs.iter().map(|run| outcome.name(*run)).collect();
        listed(&names, "and")
    };
    // Whether every pair with the best run says something.
    let all = group.len() + below.len() == order.len();
    let (alpha, after) = (outcome.plan.alpha, after(outcome.plan, outcome.tested()));
    let beats = if takes_sides(comparison) { "beats" } else { "is above" };
    if group.len() == 1 && !all {
        let beaten = match below {
            [] => String::new(),
            below => format!("; it {beats} {} (p < {alpha}{after})", names(below)),
        };
        return format!("{best} has the best mean {place}{beaten}.");
    }
    if group.len() == 1 {
        let largest = comparison.pairs.iter().filter(|pair| pair.run.place == order[0]);
        let largest = largest
            .max_by(|a, b| a.p_adjusted().partial_cmp(&b.p_adjusted()).unwrap_or(Ordering::Equal));
        let p = largest.map(p_is).unwrap_or_default();
        let others = counted_others(below.len());
        return format!("{best} {beats} {others} {place}: {p}{after} or lower for each.");
    }
    let apart = |a: usize, b: usize| {
        let pair = |p: &&Pair| {
            (p.baseline.place, p.run.place) == (a, b) || (p.baseline.place, p.run.place) == (b, a)
        };
        comparison.pairs.iter().find(pair).is_some_and(|pair| pair.is_significant())
    };
    let alike = format!("{} cannot be told apart {place}", names(group));
    let clear =
        |a: usize, b: usize| a == b || !apart(a, b) && alike_or_open(outcome, comparison, a, b);
    let unlike = group.iter().any(|&a| group.iter().any(|&b| !clear(a, b)));
    if below.is_empty() && unlike {
        let others = if all { "any other run".into() } else { names(&group[1..]) };
        return format!("{best} has the best mean {place}, but cannot be told from {others}.");
    }
    if below.is_empty() && !all {
        return format!("{alike}.");
    }
    if below.is_empty() {
        return format!("No two of the {} runs can be told apart {place}.", order.len());
    }
    let all_beat = group.iter().all(|&a| below.iter().all(|&b| apart(a, b)));
    if all_beat && !unlike {
        let both = if group.len() == 2 { "both beat" } else { "all of them beat" };
        return format!("{alike}; {both} {} (p < {alpha}{after}).", names(below));
    }
    let but = names(&group[1..]);
    let below = names(below);
    format!(
        "{best} has the best mean {place}; it {beats} {below} (p < {alpha}{after}), but cannot be \
         told from {but}."
    )
}

/// Whether what two runs differ by may be chance, or is nothing.
fn alike_or_open(outcome: &Outcome<'_>, comparison: &Comparison, a: usize, b: usize) -> bool {
    let pair = |p: &&Pair| {
        (p.baseline.place, p.run.place) == (a, b) || (p.baseline.place, p.run.place) == (b, a)
    };
    let pair = comparison.pairs.iter().find(pair);
    pair.is_some_and(|pair| matches!(outcome.status(pair), Status::NotSignificant | Status::Same))
}

fn counted_others(count: usize) -> String {
    if count == 2 { "both others".into() } else { format!("each of the {count} others") }
}
