//! What the correlations come to, in plain words.

use super::part::Part;
use super::report::About;
use crate::comparison::RankAgreement;
use crate::notes::counted;

/// From here on, two orders are commonly held to be the same.
const SAME_ORDER: f64 = 0.9;

pub(super) fn words(about: &About<'_>, part: &Part) -> Vec<String> {
    let of = part.slice.as_deref().map_or(String::new(), |slice| format!("{slice}: "));
    let mut said = vec![];
    said.extend(measures(about, part));
    said.extend(judgments(about, part));
    said.extend(separation(part));
    if said.is_empty() { vec![] } else { vec![format!("{of}{}", said.join(" "))] }
}

/// `1 of 10 pairs of runs swapped`.
fn swaps(alike: &RankAgreement) -> String {
    format!("{} of {} pairs of runs swapped", alike.swapped.len(), alike.pairs)
}

/// Which measures agree most, and which least.
fn measures(about: &About<'_>, part: &Part) -> Option<String> {
    let tau = |alike: &RankAgreement| alike.tau_b.map(|tau| tau.coefficient);
    let known: Vec<(f64, &(usize, usize, RankAgreement))> =
        part.measures.iter().filter_map(|pair| Some((tau(&pair.2)?, pair))).collect();
    let most = known.iter().rev().max_by(|a, b| a.0.total_cmp(&b.0))?;
    let least = known.iter().min_by(|a, b| a.0.total_cmp(&b.0))?;
    let name = |at: usize| part.first[at].measure.to_string();
    let d = about.digits;
    let say = |(tau, (a, b, alike)): &(f64, &(usize, usize, RankAgreement))| {
        format!("{} and {} (tau_b {tau:.d$}, {})", name(*a), name(*b), swaps(alike))
    };
    let runs = about.runs.len();
    if known.len() == 1 {
        let same = if most.0 >= SAME_ORDER { "in much the same way" } else { "differently" };
        return Some(format!("These {runs} runs are ordered {same} by {}.", say(most)));
    }
    if most.0 == least.0 {
        let pairs = known.len();
        return Some(format!(
            "All {pairs} pairs of measures order these {runs} runs equally alike (tau_b {:.d$}).",
            most.0
        ));
    }
    Some(format!(
        "These {runs} runs are ordered most alike by {}, least by {}.",
        say(most),
        say(least)
    ))
}

/// Whether it matters whose judgments are taken.
fn judgments(about: &About<'_>, part: &Part) -> Option<String> {
    let d = about.digits;
    let each = part.first.iter().zip(&part.second).zip(&part.judgments);
    let said = each.map(|((first, second), alike)| {
        let name = &first.measure;
        let Some(tau) = alike.tau_b else {
            return format!("By {name}, one of the judgments ties all runs.");
        };
        let tau = tau.coefficient;
        let same = if tau >= SAME_ORDER { "much the same order" } else { "another order" };
        let surely = |pair: &&(usize, usize)| {
            [first, second].iter().all(|r| r.pair(**pair).is_some_and(|p| p.separated))
        };
        let sure = match alike.swapped.iter().filter(surely).count() {
            _ if alike.swapped.is_empty() => String::new(),
            0 => "; no swapped pair is separated by both".into(),
            n => format!("; {} separated by both, each way", counted(n, "swapped pair")),
        };
        format!(
            "By {name}, the second judgments give {same} (tau_b {tau:.d$}, {}{sure}).",
            swaps(alike)
        )
    });
    let said: Vec<String> = said.collect();
    (!said.is_empty()).then(|| said.join(" "))
}

/// Which measure separates most.
fn separation(part: &Part) -> Option<String> {
    let most = part.first.iter().map(crate::comparison::RankedRuns::separated).max()?;
    if part.first.iter().all(|ranked| ranked.discriminative_power().is_none()) {
        return None;
    }
    let pairs = part.first.first().map_or(0, |ranked| ranked.pairs.len());
    let by = if part.second.is_empty() { "" } else { "By the first judgments, " };
    if most == 0 {
        let no = if by.is_empty() { "No" } else { "no" };
        return Some(format!("{by}{no} measure separates any of the {pairs} pairs of runs."));
    }
    let names: Vec<String> = part
        .first
        .iter()
        .filter(|ranked| ranked.separated() == most)
        .map(|ranked| ranked.measure.to_string())
        .collect();
    let verb = match (names.len(), part.first.len()) {
        (_, 1) => "separates",
        (1, _) => "separates most:",
        _ => "separate most:",
    };
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let names = crate::notes::listed(&names, "and");
    Some(format!("{by}{names} {verb} {most} of {pairs} pairs of runs."))
}
