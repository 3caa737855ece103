//! What correlations and discriminative power say, in words.

use super::CorrelatePresenter;
use crate::present::words::{counted, listed, tied};
use gainline_analysis::comparison::{RankAgreement, RankedRuns, SAME_ORDER};
use gainline_analysis::correlate::{MeasureAgreement, OrderPart};
use gainline_stats::is_same;

impl CorrelatePresenter<'_> {
    /// A paragraph on all topics, or on a slice.
    pub(super) fn words(&self, part: &OrderPart) -> Option<String> {
        let of = part.slice.as_ref().map_or(String::new(), |slice| format!("{slice}: "));
        let mut said = vec![];
        said.extend(self.measures(part));
        said.extend(self.judgments(part));
        said.extend(significance(part));
        (!said.is_empty()).then(|| format!("{of}{}", said.join(" ")))
    }

    /// Which measures agree most, and which least.
    fn measures(&self, part: &OrderPart) -> Option<String> {
        let d = self.digits;
        let runs = self.answer.provenance.runs.len();
        let known = part.measures.iter().filter_map(|pair| Some((pair.agreement.tau()?, pair)));
        let known: Vec<(f64, &MeasureAgreement)> = known.collect();
        let most = known.iter().rev().max_by(|a, b| a.0.total_cmp(&b.0))?;
        let least = known.iter().min_by(|a, b| a.0.total_cmp(&b.0))?;
        let numbers = |(tau, pair): &(f64, &MeasureAgreement)| {
            format!("tau_b {tau:.d$}, {}", swaps(&pair.agreement))
        };
        // Pairs whose correlations differ by rounding only are tied.
        let say = |found: &(f64, &MeasureAgreement)| {
            let tied_with = known.iter().filter(|other| is_same(other.0, found.0));
            let one = |pair: &(f64, &MeasureAgreement)| {
                format!("{} and {} ({})", pair.1.first, pair.1.second, numbers(pair))
            };
            tied(&tied_with.map(one).collect::<Vec<_>>(), "pair")
        };
        if known.len() == 1 {
            let how = match most.0 {
                tau if is_same(tau, 1.0) => "identically",
                tau if tau >= SAME_ORDER => "almost identically",
                _ => "differently",
            };
            let MeasureAgreement { first, second, .. } = most.1;
            let numbers = numbers(most);
            return Some(format!("{first} and {second} order the {runs} runs {how} ({numbers})."));
        }
        if is_same(most.0, least.0) {
            let pairs = known.len();
            return Some(format!(
                "All {pairs} pairs of measures order the {runs} runs equally similarly (tau_b {:.d$}).",
                most.0
            ));
        }
        Some(format!(
            "The {runs} runs are ordered most similarly by {}; least similarly by {}.",
            say(most),
            say(least)
        ))
    }

    /// Whether the order depends on the judgments.
    fn judgments(&self, part: &OrderPart) -> Option<String> {
        let d = self.digits;
        let said = part.judgments.iter().map(|of| {
            let (measure, agreement) = (&of.measure, &of.agreement);
            let Some(tau) = agreement.tau() else {
                return format!("By {measure}, one of the judgments ties all runs.");
            };
            let same = match tau {
                tau if is_same(tau, 1.0) => "the same",
                tau if tau >= SAME_ORDER => "almost the same",
                _ => "a different",
            };
            let significant = match of.swapped_significant {
                _ if agreement.swapped.is_empty() => String::new(),
                0 => "; no swapped pair is significantly different by both".into(),
                1 => "; 1 swapped pair is significantly different by both".into(),
                n => format!("; {n} swapped pairs are significantly different by both"),
            };
            format!(
                "By {measure}, the second judgments give {same} order (tau_b {tau:.d$}, \
                 {}{significant}).",
                swaps(agreement)
            )
        });
        let said: Vec<String> = said.collect();
        (!said.is_empty()).then(|| said.join(" "))
    }
}

/// `1 of 10 pairs of runs swapped`.
fn swaps(agreement: &RankAgreement) -> String {
    let pairs = counted(agreement.pairs, "pair");
    match agreement.swapped.len() {
        0 => "no pair of runs swapped".into(),
        swapped => format!("{swapped} of {pairs} of runs swapped"),
    }
}

/// Which measure separates the most pairs of runs: makes them significantly different.
fn significance(part: &OrderPart) -> Option<String> {
    let most = part.first.iter().map(|ranked| ranked.significant).max()?;
    if part.first.iter().all(|ranked| ranked.discriminative_power.is_none()) {
        return None;
    }
    let pairs = part.first.first().map_or(0, |ranked| ranked.pairs.len());
    let by = if part.second.is_empty() { "" } else { "By the first judgments, " };
    if most == 0 {
        let no = if by.is_empty() { "No" } else { "no" };
        return Some(format!("{by}{no} measure separates any of the {pairs} pairs of runs."));
    }
    let best = |ranked: &&RankedRuns| ranked.significant == most;
    let names: Vec<_> = part.first.iter().filter(best).map(|ranked| &ranked.measure).collect();
    let found = match (names.len(), part.first.len()) {
        (_, 1) => format!("separates {most} of {pairs} pairs of runs"),
        (1, _) => format!("separates the most pairs of runs: {most} of {pairs}"),
        _ => format!("separate the most pairs of runs: {most} of {pairs} each"),
    };
    Some(format!("{by}{} {found}.", listed(&names, "and")))
}
