//! What one comparison comes to, in a sentence or two.

use super::tables::in_order;
use super::{ComparePresenter, opposed, p_of};
use crate::present::statistics::{confidence, interval, percent};
use crate::present::words::signed;
use crate::present::words::{any_of, names, some_of};
use gainline_analysis::RunName;
use gainline_analysis::compare::beside_best;
use gainline_analysis::comparison::{Comparison, Pair, Status};
use gainline_stats::Practical;
use std::collections::HashMap;

impl ComparePresenter<'_> {
    /// The verdict of one measure, over all topics or a slice.
    pub fn verdict(&self, comparison: &Comparison) -> String {
        match (&comparison.pairs[..], &self.answer.baseline) {
            ([pair], _) => self.of_pair(comparison, pair),
            (_, Some(baseline)) => self.with_baseline(comparison, baseline),
            (_, None) => self.of_all(comparison),
        }
    }

    fn of_pair(&self, comparison: &Comparison, pair: &Pair) -> String {
        let (run, other) = (&pair.run, &pair.baseline);
        let (place, topics) = (place(comparison), comparison.sample.topics.len());
        let [better, worse] = direction(comparison);
        let how = match pair.status {
            Status::Same => {
                let of = if topics == 1 {
                    "the only topic".into()
                } else {
                    format!("all {topics} topics")
                };
                return format!("{run} and {other} have the same scores {place}, for {of}.");
            }
            Status::Untested => {
                let why = pair.test.undefined().map(ToString::to_string).unwrap_or_default();
                let by = signed(pair.difference, self.digits);
                return format!("{run} differs from {other} {place} by {by}; not tested: {why}.");
            }
            Status::Better => format!("{run} is significantly {better} than {other} {place}"),
            Status::Worse => format!("{run} is significantly {worse} than {other} {place}"),
            Status::NotSignificant => {
                format!("{run} and {other} are not significantly different {place}")
            }
            Status::Opposed => {
                let opposed = opposed(self.answer.test, pair);
                format!("Neither {run} nor {other} is clearly {better} {place}, since {opposed}")
            }
        };
        let (wins, losses) = (pair.topics.wins, pair.topics.losses);
        let by_topics = match (wins, losses) {
            (0, losses) => format!("{worse} on {losses} of {topics} topics"),
            (wins, 0) => format!("{better} on {wins} of {topics} topics"),
            (wins, losses) => format!("{better} on {wins} of {topics} topics, {worse} on {losses}"),
        };
        let numbers = self.numbers(pair);
        let size = pair.practical.map(Practical::word);
        let size =
            size.map_or(String::new(), |word| format!("; {word} by Sparck Jones' rule of thumb"));
        format!("{how}: {numbers}; {by_topics}{size}.")
    }

    /// `+0.031, 95 % CI [0.012, 0.050] (+7.2 %), p = 0.002 after Holm correction`.
    fn numbers(&self, pair: &Pair) -> String {
        let digits = self.digits;
        let ci = confidence(1.0 - self.answer.request.alpha);
        let within = pair
            .interval
            .defined()
            .map_or(String::new(), |i| format!(", {ci} {}", interval(Some(*i), digits)));
        let relative = pair.relative.map_or(String::new(), |r| format!(" ({})", percent(Some(r))));
        let (difference, p) = (signed(pair.difference, digits), p_of(pair));
        format!("{difference}{relative}{within}, {p}{}", self.after_correction())
    }

    /// What follows a p that was corrected.
    fn after_correction(&self) -> String {
        let answer = self.answer;
        let simultaneous = answer.test.is_simultaneous();
        match answer.correction_used.word() {
            _ if answer.pairs_tested < 2 => String::new(),
            None if simultaneous => String::new(),
            None => ", uncorrected".into(),
            Some(_) if simultaneous => " after correction".into(),
            Some(name) => format!(" after {name} correction"),
        }
    }

    /// Runs by how they compare with the baseline.
    fn with_baseline(&self, comparison: &Comparison, baseline: &RunName) -> String {
        let pairs = in_order(comparison);
        let of = |wanted: Status, shown: &dyn Fn(&Pair) -> String| -> Option<String> {
            let found = pairs.iter().filter(|pair| pair.status == wanted);
            let found: Vec<String> = found.map(|pair| shown(pair)).collect();
            (!found.is_empty()).then(|| some_of(&found, "and"))
        };
        let name = |pair: &Pair| pair.run.to_string();
        let full = |pair: &Pair| {
            let by = signed(pair.difference, self.digits);
            format!("{} ({by}, {})", pair.run, p_of(pair))
        };
        let [better, worse] = direction(comparison);
        let parts = [
            of(Status::Better, &full).map(|runs| format!("significantly {better}: {runs}")),
            of(Status::Worse, &full).map(|runs| format!("significantly {worse}: {runs}")),
            of(Status::NotSignificant, &full)
                .map(|runs| format!("not significantly different: {runs}")),
            of(Status::Opposed, &full).map(|runs| format!("test and mean disagree: {runs}")),
            of(Status::Same, &name).map(|runs| format!("same scores: {runs}")),
            of(Status::Untested, &name).map(|runs| format!("not tested: {runs}")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        format!("Compared with {baseline} {}: {}.", place(comparison), parts.join("; "))
    }

    /// Which runs are the best group, where all pairs were tested.
    fn of_all(&self, comparison: &Comparison) -> String {
        let place = place(comparison);
        let Some(best) = comparison.best() else { return String::new() };
        if comparison.pairs.iter().all(|pair| pair.status == Status::Untested) {
            let why = comparison.pairs.first().and_then(|pair| pair.test.undefined());
            let why = why.map(ToString::to_string).unwrap_or_default();
            return format!("{best} has the best mean {place}; not tested: {why}.");
        }
        if comparison.pairs.iter().all(Pair::is_same) {
            let runs = comparison.runs.len();
            return format!("All {runs} runs have the same scores {place}.");
        }
        let mut said = vec![self.best_group(comparison, best)];
        let with_best = comparison.pairs.iter().filter(|pair| pair.run == *best);
        for pair in with_best.filter(|pair| pair.status == Status::Opposed) {
            let opposed = opposed(self.answer.test, pair);
            said.push(format!("Of {} and {best}, {opposed}.", pair.baseline));
        }
        let untested = beside_best(comparison, &[Status::Untested]);
        if !untested.is_empty() {
            said.push(format!("Not tested: {best} and {}.", names(&untested)));
        }
        said.join(" ")
    }

    /// What the best run is better than, and what it is not significantly different from.
    fn best_group(&self, comparison: &Comparison, best: &RunName) -> String {
        let place = place(comparison);
        let [better, _] = direction(comparison);
        let alike = beside_best(comparison, &[Status::NotSignificant, Status::Same]);
        let below = beside_best(comparison, &[Status::Better]);
        // Whether every pair with the best run says something.
        let all = 1 + alike.len() + below.len() == comparison.runs.len();
        let (alpha, after) = (self.answer.request.alpha, self.after_correction());
        let beats = format!("significantly {better} than {} (p < {alpha}{after})", names(&below));
        match (&alike[..], &below[..]) {
            ([], []) => return format!("{best} has the best mean {place}."),
            ([], _) if !all => return format!("{best} has the best mean {place}; it is {beats}."),
            ([], _) => {
                let with_best = comparison.pairs.iter().filter(|pair| pair.run == *best);
                let p = |pair: &&Pair| pair.p_adjusted().unwrap_or(f64::INFINITY);
                let largest = with_best.max_by(|a, b| p(a).total_cmp(&p(b)));
                let p = largest.map(p_of).unwrap_or_default();
                let others = match below.len() {
                    2 => "both others".into(),
                    count => format!("each of the {count} others"),
                };
                return format!(
                    "{best} is significantly {better} than {others} {place} (largest {p}{after})."
                );
            }
            _ => {}
        }
        let group: Vec<RunName> = [best].into_iter().chain(&alike).cloned().collect();
        let status = statuses(comparison);
        let between = |a: &RunName, b: &RunName| {
            status.get(&(a.place.min(b.place), a.place.max(b.place))).copied()
        };
        let is_alike = |a: &RunName, b: &RunName| {
            a == b || matches!(between(a, b), Some(Status::NotSignificant | Status::Same))
        };
        let apart = |a: &RunName, b: &RunName| {
            matches!(between(a, b), Some(Status::Better | Status::Worse))
        };
        let one_group = group.iter().all(|a| group.iter().all(|b| is_alike(a, b)));
        let same = format!("{} are not significantly different {place}", names(&group));
        if below.is_empty() {
            return match (one_group, all) {
                (true, true) => {
                    let runs = comparison.runs.len();
                    format!("No two of the {runs} runs are significantly different {place}.")
                }
                (true, false) => format!("{same}."),
                (false, _) => {
                    let others = if all { "any other run".into() } else { any_of(&alike) };
                    format!(
                        "{best} has the best mean {place}, but is not significantly different from \
                         {others}."
                    )
                }
            };
        }
        if one_group && group.iter().all(|a| below.iter().all(|b| apart(a, b))) {
            let both = if group.len() == 2 { "both are" } else { "all of them are" };
            return format!("{same}; {both} {beats}.");
        }
        let alike = any_of(&alike);
        format!(
            "{best} has the best mean {place}; it is {beats}, but not significantly different from \
             {alike}."
        )
    }
}

/// `on nDCG@10`, and in which slice.
fn place(comparison: &Comparison) -> String {
    let sample = &comparison.sample;
    let slice = sample.slice.as_ref().map_or(String::new(), |slice| format!(" in slice {slice}"));
    format!("on {}{slice}", sample.measure)
}

/// What a run is that has the higher value, and one that has the lower.
fn direction(comparison: &Comparison) -> [&'static str; 2] {
    if comparison.says_better() { ["better", "worse"] } else { ["higher", "lower"] }
}

/// The status of each pair, by the places of its runs, the lower one first.
fn statuses(comparison: &Comparison) -> HashMap<(usize, usize), Status> {
    let pairs = comparison.pairs.iter().map(|pair| {
        let (a, b) = (pair.baseline.place, pair.run.place);
        ((a.min(b), a.max(b)), pair.status)
    });
    pairs.collect()
}
