//! What to do about it all, for somebody who has to choose a run.

use super::outcome::{Outcome, Status, takes_sides};
use super::unclear::unclear;
use super::warnings::paired_tests_disagree;
use crate::comparison::{Comparison, Pair};
use crate::notes::listed;

/// The conclusion over all measures, in a few sentences.
pub(crate) fn conclusion(outcome: &Outcome<'_>) -> Vec<String> {
    let sided: Vec<&Comparison> = outcome.whole().iter().filter(|c| takes_sides(c)).collect();
    if sided.is_empty() {
        return vec!["No measure here says which of two values is better, so none is.".into()];
    }
    let untested = |c: &&Comparison| c.pairs.iter().all(|pair| pair.p_adjusted().is_none());
    if sided.iter().all(untested) {
        let why = sided[0].pairs.first().and_then(|pair| pair.test.undefined());
        let why = why.map(|why| format!(" ({why})")).unwrap_or_default();
        return vec![format!("Nothing was tested{why}, so no run can be said to be better.")];
    }
    let measures = Measures { outcome, sided };
    let (chosen, mut said) = match outcome.plan.baseline {
        Some(baseline) if outcome.runs.len() == 2 => measures.of_two(baseline),
        Some(baseline) => measures.against(baseline),
        None => measures.among_all(),
    };
    if paired_tests_disagree(outcome).is_some() {
        said.push("But paired tests find more real than this test does.".into());
    }
    said.extend(chosen.and_then(|run| worse_slices(outcome, run)));
    said.extend(equivalent(outcome));
    said
}

/// Pairs that differ by less than the user cares about.
fn equivalent(outcome: &Outcome<'_>) -> Option<String> {
    let margin = outcome.plan.equivalence?;
    let alpha = outcome.plan.alpha;
    let mut named = vec![];
    for comparison in outcome.whole() {
        let close =
            |pair: &&Pair| pair.equivalence.map(|e| e.p_adjusted).is_some_and(|p| p < alpha);
        named.extend(comparison.pairs.iter().filter(close).map(|pair| {
            let (run, other) = (outcome.name(pair.run.place), outcome.name(pair.baseline.place));
            format!("{run} and {other} by {}", comparison.sample.measure)
        }));
    }
    (!named.is_empty()).then(|| {
        format!(
            "As good as the same, with a difference below {margin} (--equivalence): {}.",
            named.join("; ")
        )
    })
}

/// The comparisons over all topics by measures that say what is better.
pub(super) struct Measures<'o, 'a> {
    pub outcome: &'o Outcome<'a>,
    pub sided: Vec<&'a Comparison>,
}

impl<'a> Measures<'_, 'a> {
    /// `by AP`, `by both measures`, `by AP and RR`.
    pub(super) fn by(&self, some: &[&Comparison]) -> String {
        match some.len() {
            1 => format!("by {}", some[0].sample.measure),
            2 if self.sided.len() == 2 => "by both measures".into(),
            n if self.sided.len() == n => format!("by all {n} measures"),
            _ => {
                let names: Vec<String> =
                    some.iter().map(|c| c.sample.measure.to_string()).collect();
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                format!("by {}", listed(&names, "and"))
            }
        }
    }

    /// `a by AP and P@5, b by RR`; the run that is the best by each measure is given.
    fn best_by(&self, bests: &[usize]) -> String {
        let mut groups: Vec<(usize, Vec<&Comparison>)> = vec![];
        for (comparison, run) in self.sided.iter().zip(bests) {
            match groups.iter_mut().find(|(known, _)| known == run) {
                Some((_, some)) => some.push(comparison),
                None => groups.push((*run, vec![comparison])),
            }
        }
        let each = groups.iter().map(|(run, some)| {
            let name = self.outcome.name(*run);
            format!("{name} {}", self.by(some))
        });
        let each: Vec<String> = each.collect();
        // Where measures have an "and" between, runs must not have one.
        if groups.iter().any(|(_, some)| some.len() > 1) {
            return each.join(", ");
        }
        let each: Vec<&str> = each.iter().map(String::as_str).collect();
        listed(&each, "and")
    }

    /// The measures by which a run stands so to the baseline.
    fn with(&self, run: usize, status: Status) -> Vec<&'a Comparison> {
        let has = |c: &&&'a Comparison| {
            let pair = c.pairs.iter().find(|pair: &&Pair| pair.run.place == run);
            pair.is_some_and(|pair| self.outcome.status(pair) == status)
        };
        self.sided.iter().filter(has).copied().collect()
    }

    /// A run against the one that is there.
    fn of_two(&self, baseline: usize) -> (Option<usize>, Vec<String>) {
        let run = 1 - baseline;
        let (new, old) = (self.outcome.name(run), self.outcome.name(baseline));
        let better = self.with(run, Status::Better);
        let worse = self.with(run, Status::Worse);
        let same = self.with(run, Status::Same);
        let rest: Vec<&Comparison> = self.with(run, Status::NotSignificant);
        let open = |text: &str| {
            if rest.is_empty() { ".".into() } else { format!("; {} {text}.", self.by(&rest)) }
        };
        let (chosen, said) = match (&better[..], &worse[..]) {
            ([], []) if same.len() == self.sided.len() => (
                None,
                format!("{new} and {old} have the same scores {}: ship either.", self.by(&same)),
            ),
            ([], []) if rest.is_empty() => {
                (None, format!("Nothing here decides between {new} and {old}. Keep {old}."))
            }
            ([], []) => (
                None,
                format!(
                    "Nothing here tells {new} from {old}: what they differ by may be chance. Keep \
                     {old}, or try more topics; `gainline power` says how many."
                ),
            ),
            (better, []) => {
                let rest = open("the two cannot be told apart");
                (Some(run), format!("Ship {new}: it beats {old} {}{rest}", self.by(better)))
            }
            ([], worse) => {
                let rest = open("the two cannot be told apart");
                (Some(baseline), format!("Keep {old}: {new} is worse {}{rest}", self.by(worse)))
            }
            (better, worse) => {
                let (better, worse) = (self.by(better), self.by(worse));
                let said = format!(
                    "{new} is better than {old} {better}, and worse {worse}: the measure that \
                     matters to you decides."
                );
                (None, said)
            }
        };
        let mut said = vec![said];
        said.extend(unclear(self.outcome, &self.sided, run));
        (chosen, said)
    }

    /// Several runs against the one that is there.
    fn against(&self, baseline: usize) -> (Option<usize>, Vec<String>) {
        let old = self.outcome.name(baseline);
        let order = self.sided[0].sample.best_first();
        let wins = |run: &usize| self.with(*run, Status::Better).len();
        let loses = |run: &usize| !self.with(*run, Status::Worse).is_empty();
        let mut winners: Vec<usize> = order.iter().copied().filter(|run| wins(run) > 0).collect();
        winners.retain(|run| !loses(run));
        // Stable: of those that win by as many measures, the best by the first one.
        winners.sort_by_key(|run| std::cmp::Reverse(wins(run)));
        let Some(&best) = winners.first() else {
            let mixed = order.iter().any(|run| wins(run) > 0);
            let none = if mixed {
                format!("No run beats {old} by some measure without losing to it by another")
            } else {
                format!("No run can be said to beat {old}")
            };
            let mut said = vec![format!("{none}. Keep {old}, or try more topics.")];
            said.extend(order.iter().flat_map(|run| unclear(self.outcome, &self.sided, *run)));
            return (Some(baseline), said);
        };
        let name = self.outcome.name(best);
        let better = self.with(best, Status::Better);
        let open = self.with(best, Status::NotSignificant);
        let rest = match &open[..] {
            [] => String::new(),
            open => format!(", and cannot be told from it {}", self.by(open)),
        };
        let mut said = vec![format!("Ship {name}: it beats {old} {}{rest}.", self.by(&better))];
        if winners.len() > 1 {
            let others: Vec<&str> =
                winners[1..].iter().map(|run| self.outcome.name(*run)).collect();
            let do_so = if others.len() == 1 { "does so" } else { "do so" };
            said.push(format!(
                "{} {do_so} too by some measure; leave --baseline out to compare them with each \
                 other.",
                listed(&others, "and")
            ));
        }
        said.extend(unclear(self.outcome, &self.sided, best));
        (Some(best), said)
    }

    /// All runs with each other.
    fn among_all(&self) -> (Option<usize>, Vec<String>) {
        let outcome = self.outcome;
        let alpha = outcome.plan.alpha;
        let bests: Vec<usize> = self.sided.iter().map(|c| c.sample.best_first()[0]).collect();
        let names = |runs: &[usize]| {
            let names: Vec<&str> = runs.iter().map(|run| outcome.name(*run)).collect();
            listed(&names, "and")
        };
        let best = bests[0];
        let name = outcome.name(best);
        if self.sided.iter().all(|c| c.pairs.iter().all(Pair::is_same)) {
            return (None, vec!["All runs have the same scores: ship any of them.".into()]);
        }
        let groups: Vec<Vec<usize>> = self.sided.iter().map(|c| outcome.best_group(c)).collect();
        if bests.iter().all(|run| *run == best) {
            let all = self.by(&self.sided);
            let beaten = |c: &&'a Comparison| self.lead(c).beaten.len() + 1;
            if self.sided.iter().all(|c| beaten(c) == outcome.runs.len()) {
                let said = format!(
                    "Ship {name}: it is the best run {all}, and better than every other with p < \
                     {alpha}."
                );
                return (Some(best), vec![said]);
            }
            let mut said =
                vec![format!("Ship {name} if you have to choose now: it has the best mean {all}.")];
            said.extend(self.leads());
            said.extend(unclear(outcome, &self.sided, best));
            return (Some(best), said);
        }
        let mut said =
            vec![format!("No run is the best by every measure: {}.", self.best_by(&bests))];
        let order = self.sided[0].sample.best_first();
        let mut everywhere = order.clone();
        everywhere.retain(|run| groups.iter().all(|group| group.contains(run)));
        let doubts: Vec<String> = self
            .sided
            .iter()
            .zip(&bests)
            .flat_map(|(c, run)| unclear(outcome, &[c], *run))
            .collect();
        said.push(match &everywhere[..] {
            [] => "No run is among the best, or cannot be told from them, by every measure; the \
                   measure that matters to you decides."
                .into(),
            [one] if doubts.is_empty() => format!(
                "Ship {}: it alone is the best or cannot be told from the best by every measure.",
                outcome.name(*one)
            ),
            some if some.len() == order.len() => {
                "Their leads may be chance by every measure: try more topics before you choose."
                    .into()
            }
            some => format!(
                "The best, or what cannot be told from it, by every measure: {}.",
                names(some)
            ),
        });
        let only = everywhere.first().copied();
        let only = only.filter(|_| everywhere.len() == 1 && doubts.is_empty());
        said.extend(doubts);
        (only, said)
    }
}

/// Where the run that was chosen really loses.
fn worse_slices(outcome: &Outcome<'_>, run: usize) -> Option<String> {
    let mut lost: Vec<String> = vec![];
    for comparison in &outcome.comparisons[outcome.measures.len()..] {
        let slice = comparison.sample.slice.as_deref().unwrap_or_default();
        for pair in comparison.pairs.iter().filter(|_| takes_sides(comparison)) {
            let winner = match outcome.status(pair) {
                Status::Better if pair.baseline.place == run => pair.run.place,
                Status::Worse if pair.run.place == run => pair.baseline.place,
                _ => continue,
            };
            let measure = &comparison.sample.measure;
            lost.push(format!("in slice {slice} to {} by {measure}", outcome.name(winner)));
        }
    }
    let lost: Vec<&str> = lost.iter().map(String::as_str).collect();
    let name = outcome.name(run);
    (!lost.is_empty()).then(|| format!("But {name} loses {}.", listed(&lost, "and")))
}
