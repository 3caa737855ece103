//! Bounds: what a measure may come to when unjudged documents of the ranking have grades.

use super::{Column, NoValue};
use crate::measure::Sees;
use crate::ranking::exchange::{exchange_found, exchange_grade};
use crate::ranking::judged::{Found, Judged};

/// More gradings of a topic than this are not tried.
pub const MOST_GRADINGS: usize = 100_000;
const MOST: f64 = MOST_GRADINGS as f64;

/// What an unjudged document may turn out to be: a grade, or nothing known.
pub(super) type State = Option<f64>;

/// The bounds of a measure that goes one way with each grade.
pub(super) fn one_way(column: &Column, topic: &mut Topic<'_>, states: &[State]) -> (f64, f64) {
    let Topic { ranks, trial } = topic;
    let mut at = |state: State| match state {
        None => column.scorer.score(&trial.given.with_ties(&[])),
        Some(_) => trial.value(column, ranks.iter().map(|&rank| (rank, state))),
    };
    let (a, b) = (at(states[0]), at(states[states.len() - 1]));
    (a.min(b), a.max(b))
}

/// The bounds of a measure whose value is at its ends when better states stand at higher ranks, or
/// at lower ones.
pub(super) fn search(
    column: &Column,
    topic: &mut Topic<'_>,
    states: &[State],
) -> std::result::Result<(f64, f64), NoValue> {
    let Topic { ranks, trial } = topic;
    let (within, behind) = split(ranks, column.cutoff);
    if sequences(within.len(), states.len()) > MOST {
        return Err(NoValue::Unjudged(ranks.len()));
    }
    let reversed: Vec<usize> = within.iter().rev().copied().collect();
    let orders = [within, &reversed];
    let mut bounds = (f64::INFINITY, f64::NEG_INFINITY);
    for &end in ends(behind, states) {
        let behind = behind.iter().map(|&rank| (rank, end));
        trial.turn(within.iter().map(|&rank| (rank, states[0])).chain(behind));
        match Turned::new(column, &trial.judged(), orders, states) {
            Some(turned) => turned.widen(&mut bounds, column, trial, orders, states),
            None => widen(&mut bounds, column, trial, orders, states),
        }
    }
    Ok(bounds)
}

/// Widens bounds by what states in falling sequence give, in two orders of these ranks.
fn widen(
    bounds: &mut (f64, f64),
    column: &Column,
    trial: &mut Trial<'_>,
    orders: [&[usize]; 2],
    states: &[State],
) {
    let mut counts = vec![0; states.len()];
    for ranks in orders {
        counts.fill(0);
        counts[0] = ranks.len();
        loop {
            // The counts say how many documents have each state, the best state first.
            let each = states.iter().zip(&counts).rev();
            let falling = each.flat_map(|(state, &n)| std::iter::repeat_n(*state, n));
            let value = trial.value(column, ranks.iter().copied().zip(falling));
            *bounds = (bounds.0.min(value), bounds.1.max(value));
            if !next_counts(&mut counts) {
                break;
            }
        }
    }
}

/// The bounds of any other measure: all ways to give grades are tried.
pub(super) fn exhaust(
    column: &Column,
    topic: &mut Topic<'_>,
    states: &[State],
) -> std::result::Result<(f64, f64), NoValue> {
    let Topic { ranks, trial } = topic;
    // Where worth and relevance go apart, documents behind the cutoff may differ from each other.
    let last = if column.worth_is_relevance { column.cutoff } else { usize::MAX };
    let (within, behind) = split(ranks, last);
    if (states.len() as f64).powf(within.len() as f64) > MOST {
        return Err(NoValue::Unjudged(ranks.len()));
    }
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for &end in ends(behind, states) {
        let mut chosen = vec![0; within.len()];
        loop {
            let given = within.iter().copied().zip(chosen.iter().map(|&s| states[s]));
            let given = given.chain(behind.iter().map(|&rank| (rank, end)));
            let value = trial.value(column, given);
            (low, high) = (low.min(value), high.max(value));
            // As a counter turns.
            let Some(at) = chosen.iter().position(|&s| s + 1 < states.len()) else { break };
            chosen[at] += 1;
            chosen[..at].fill(0);
        }
    }
    Ok((low, high))
}

/// The ranks up to `last`, and those behind it.
fn split(ranks: &[usize], last: usize) -> (&[usize], &[usize]) {
    ranks.split_at(ranks.partition_point(|rank| *rank <= last))
}

/// What documents behind the cutoff may be, all alike: they count only in the recall base, and
/// there the ends are where they are all worth least, or most.
fn ends<'s>(behind: &[usize], states: &'s [State]) -> &'s [State] {
    if behind.is_empty() { &states[..1] } else { states }
}

/// The states that make a difference to a measure that sees this much of a document, the least
/// good first.
pub(super) fn states(
    sees: Sees,
    grades: &[f64],
    rel: f64,
    worth: impl Fn(&f64) -> f64,
) -> Vec<State> {
    let top = grades.last().copied();
    match sees {
        Sees::Relevance => vec![None, top],
        Sees::Judgment => vec![Some(0.0), None, top],
        Sees::Grade => {
            let mut states = all_states(grades);
            let worth = |state: &State| state.as_ref().map_or(0.0, &worth);
            states.sort_by(|a, b| worth(a).total_cmp(&worth(b)));
            // What is worth the same and as relevant makes no difference.
            let relevant = |state: &State| state.is_some_and(|grade| grade >= rel);
            states.dedup_by(|a, b| worth(a) == worth(b) && relevant(a) == relevant(b));
            states
        }
    }
}

/// Nothing known, and each grade.
pub(super) fn all_states(grades: &[f64]) -> Vec<State> {
    [None].into_iter().chain(grades.iter().copied().map(Some)).collect()
}

/// How many ways there are to give `documents` states in falling sequence.
fn sequences(documents: usize, states: usize) -> f64 {
    (1..states).fold(1.0, |ways, i| ways * (documents + i) as f64 / i as f64)
}

/// The next way to split a number among states, all at the first one to begin with.
fn next_counts(counts: &mut [usize]) -> bool {
    let last = counts.len() - 1;
    let Some(from) = (0..last).rev().find(|&i| counts[i] > 0) else { return false };
    counts[from] -= 1;
    let rest = std::mem::take(&mut counts[last]) + 1;
    counts[from + 1] = rest;
    true
}

/// A topic of which bounds are found, measure after measure.
pub(crate) struct Topic<'a> {
    /// The ranks of its unjudged documents.
    ranks: Vec<usize>,
    trial: Trial<'a>,
}

impl<'a> Topic<'a> {
    pub(crate) fn new(judged: &Judged<'a>) -> Self {
        let mut found = judged.found().iter().peekable();
        let is_unjudged = |rank: &usize| found.next_if(|f| f.rank == *rank).is_none();
        let mut ranks = Vec::with_capacity(judged.retrieved());
        ranks.extend((1..=judged.retrieved()).filter(is_unjudged));
        Topic { ranks, trial: Trial::new(judged) }
    }

    pub(super) fn judged(&self) -> &Judged<'a> {
        &self.trial.given
    }
}

/// A topic whose unjudged documents are given states, again and again.
struct Trial<'a> {
    given: Judged<'a>,
    /// The states by rank, as far as they were given.
    states: Vec<State>,
    found: Vec<Found>,
    grades: Vec<f64>,
    /// The states that were given last, with those before.
    changed: Vec<(usize, State, State)>,
}

impl<'a> Trial<'a> {
    fn new(judged: &Judged<'a>) -> Self {
        let mut found = Vec::with_capacity(judged.retrieved());
        found.extend_from_slice(judged.found());
        let mut grades = Vec::with_capacity(judged.grades().len() + judged.retrieved());
        grades.extend_from_slice(judged.grades());
        let states = vec![None; judged.retrieved() + 1];
        Trial { given: *judged, states, found, grades, changed: vec![] }
    }

    /// Gives unjudged documents at these ranks states.
    fn turn(&mut self, states: impl Iterator<Item = (usize, State)>) {
        // Up to so many, exchanging them one by one is faster than sorting anew.
        const FEW: usize = 8;
        self.changed.clear();
        for (rank, state) in states {
            if self.states[rank] != state {
                let before = std::mem::replace(&mut self.states[rank], state);
                self.changed.push((rank, before, state));
            }
        }
        if self.changed.len() > FEW {
            return self.sort();
        }
        for &(rank, before, state) in &self.changed {
            exchange_found(&mut self.found, rank, false, state);
            exchange_grade(&mut self.grades, before, state);
        }
    }

    /// Puts judged documents and states together.
    fn sort(&mut self) {
        self.found.clear();
        let mut judged = self.given.found();
        for (rank, state) in self.states.iter().enumerate() {
            match (judged, state) {
                ([found, rest @ ..], _) if found.rank == rank => {
                    self.found.push(*found);
                    judged = rest;
                }
                (_, Some(grade)) => self.found.push(Found::new(rank, *grade)),
                (_, None) => {}
            }
        }
        self.grades.clear();
        self.grades.extend_from_slice(self.given.grades());
        self.grades.extend(self.states.iter().copied().flatten());
        self.grades.sort_unstable_by(|a, b| b.total_cmp(a));
    }

    fn judged(&self) -> Judged<'_> {
        self.given.with_found(&self.found, &self.grades)
    }

    /// The value with these states too.
    fn value(&mut self, column: &Column, states: impl Iterator<Item = (usize, State)>) -> f64 {
        self.turn(states);
        column.scorer.score(&self.judged())
    }
}

/// The values as documents turn from the first of two states to the other, relevant one.
struct Turned {
    /// By how many have turned, in each of two orders.
    values: [Vec<f64>; 2],
    low: f64,
    high: f64,
    /// The values are not rounded otherwise than the measure's.
    exact: bool,
}

impl Turned {
    /// As documents turn in these orders of their ranks; none where there is no short way to it.
    fn new(
        column: &Column,
        judged: &Judged<'_>,
        orders: [&[usize]; 2],
        states: &[State],
    ) -> Option<Self> {
        let turning = column.scorer.turning()?;
        let turns_relevant = |state: State| state.is_some_and(|grade| grade >= column.rel);
        if states.len() != 2 || turns_relevant(states[0]) || !turns_relevant(states[1]) {
            return None;
        }
        let values = orders.map(|ranks| (turning.values)(judged, ranks));
        let all = values.iter().flatten().copied();
        let low = all.clone().fold(f64::INFINITY, f64::min);
        let high = all.fold(f64::NEG_INFINITY, f64::max);
        Some(Turned { values, low, high, exact: turning.exact })
    }

    /// Widens bounds by these values. Where they may be rounded otherwise than the measure's, those
    /// that may be the lowest or the highest one are computed again.
    fn widen(
        &self,
        bounds: &mut (f64, f64),
        column: &Column,
        trial: &mut Trial<'_>,
        orders: [&[usize]; 2],
        states: &[State],
    ) {
        // Much more than rounding amounts to.
        const NEAR: f64 = 1e-9;
        if self.exact {
            *bounds = (bounds.0.min(self.low), bounds.1.max(self.high));
            return;
        }
        for (order, (ranks, values)) in orders.into_iter().zip(&self.values).enumerate() {
            for (turned, value) in values.iter().enumerate() {
                // None and all have turned in the first order already.
                let is_new = order == 0 || (turned > 0 && turned < ranks.len());
                let lower = bounds.0 > column.range.0 && *value <= self.low + NEAR;
                let higher = bounds.1 < column.range.1 && *value >= self.high - NEAR;
                if is_new && (lower || higher) {
                    let state = |at: usize| states[usize::from(at < turned)];
                    let given = ranks.iter().enumerate().map(|(at, rank)| (*rank, state(at)));
                    let value = trial.value(column, given);
                    *bounds = (bounds.0.min(value), bounds.1.max(value));
                }
            }
        }
    }
}
