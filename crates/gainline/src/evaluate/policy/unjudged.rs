//! Bounds: what a measure may come to when unjudged documents of the ranking have grades.

use super::{Column, NoValue};
use crate::measure::Sees;
use crate::ranking::exchange::{exchange_found, exchange_grade};
use crate::ranking::judged::{Found, Judged};

/// More gradings of a topic than this are not tried.
pub const MOST_GRADINGS: usize = 100_000;
const MOST: f64 = MOST_GRADINGS as f64;

/// What an unjudged document may turn out to be: a grade, or nothing known.
type State = Option<f64>;

/// The bounds of a measure that goes one way with each grade.
pub(super) fn one_way(column: &Column, judged: &Judged<'_>, grades: &[f64]) -> (f64, f64) {
    let states = states(column, Sees::Grade, grades);
    let mut trial = Trial::new(column, judged);
    let ranks = unjudged_ranks(judged, 0, usize::MAX);
    let mut at = |state: State| trial.value(ranks.iter().map(|&rank| (rank, state)));
    let (a, b) = (at(states[0]), at(states[states.len() - 1]));
    (a.min(b), a.max(b))
}

/// The bounds of a measure whose value is at its ends when better states stand at higher ranks, or
/// at lower ones.
pub(super) fn search(
    column: &Column,
    judged: &Judged<'_>,
    sees: Sees,
    grades: &[f64],
) -> std::result::Result<(f64, f64), NoValue> {
    let states = states(column, sees, grades);
    let mut ranks = unjudged_ranks(judged, 0, column.cutoff);
    let behind = unjudged_ranks(judged, column.cutoff, usize::MAX);
    let sequences = sequences(ranks.len(), states.len());
    if sequences > MOST {
        return Err(NoValue::Unjudged(ranks.len() + behind.len()));
    }
    let mut trial = Trial::new(column, judged);
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for _ in 0..2 {
        for &end in ends(&behind, &states) {
            let behind = behind.iter().map(|&rank| (rank, end));
            trial.turn(ranks.iter().map(|&rank| (rank, states[0])).chain(behind));
            let is_at_end = trial.ends_while_turning(&ranks, &states);
            let mut counts = vec![0; states.len()];
            counts[0] = ranks.len();
            loop {
                if is_at_end.as_ref().is_none_or(|is_at_end| is_at_end[counts[1]]) {
                    // The counts say how many documents have each state, the best state first.
                    let each = states.iter().zip(&counts).rev();
                    let falling = each.flat_map(|(state, &n)| std::iter::repeat_n(*state, n));
                    let value = trial.value(ranks.iter().copied().zip(falling));
                    (low, high) = (low.min(value), high.max(value));
                }
                if !next_counts(&mut counts) {
                    break;
                }
            }
        }
        ranks.reverse();
    }
    Ok((low, high))
}

/// The bounds of any other measure: all ways to give grades are tried.
pub(super) fn exhaust(
    column: &Column,
    judged: &Judged<'_>,
    sees: Sees,
    grades: &[f64],
) -> std::result::Result<(f64, f64), NoValue> {
    let states: Vec<State> = match sees {
        Sees::Grade | Sees::Relevance => states(column, sees, grades),
        Sees::Judgment => [None].into_iter().chain(grades.iter().copied().map(Some)).collect(),
    };
    // Where worth and relevance go apart, documents behind the cutoff may differ from each other.
    let last = if column.worth_is_relevance { column.cutoff } else { usize::MAX };
    let ranks = unjudged_ranks(judged, 0, last);
    let behind = unjudged_ranks(judged, last, usize::MAX);
    if (states.len() as f64).powf(ranks.len() as f64) > MOST {
        return Err(NoValue::Unjudged(ranks.len() + behind.len()));
    }
    let mut trial = Trial::new(column, judged);
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for &end in ends(&behind, &states) {
        let mut chosen = vec![0; ranks.len()];
        loop {
            let within = ranks.iter().copied().zip(chosen.iter().map(|&s| states[s]));
            let value = trial.value(within.chain(behind.iter().map(|&rank| (rank, end))));
            (low, high) = (low.min(value), high.max(value));
            // As a counter turns.
            let Some(at) = chosen.iter().position(|&s| s + 1 < states.len()) else { break };
            chosen[at] += 1;
            chosen[..at].fill(0);
        }
    }
    Ok((low, high))
}

/// What documents behind the cutoff may be, all alike: they count only in the recall base, and
/// there the ends are where they are all worth least, or most.
fn ends<'s>(behind: &[usize], states: &'s [State]) -> &'s [State] {
    if behind.is_empty() { &states[..1] } else { states }
}

/// The states that make a difference to the measure, the least good first.
fn states(column: &Column, sees: Sees, grades: &[f64]) -> Vec<State> {
    let top = grades.last().copied();
    match sees {
        Sees::Relevance => vec![None, top],
        Sees::Judgment => vec![Some(0.0), None, top],
        Sees::Grade => {
            let mut states: Vec<State> = grades.iter().copied().map(Some).collect();
            let worth = |state: &State| state.map_or(0.0, |grade| column.worth(grade));
            states.insert(0, None);
            states.sort_by(|a, b| worth(a).total_cmp(&worth(b)));
            // What is worth the same and as relevant makes no difference.
            let relevant = |state: &State| state.is_some_and(|grade| grade >= column.rel);
            states.dedup_by(|a, b| worth(a) == worth(b) && relevant(a) == relevant(b));
            states
        }
    }
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

/// The ranks of unjudged documents behind `after`, up to `last`.
fn unjudged_ranks(judged: &Judged<'_>, after: usize, last: usize) -> Vec<usize> {
    let mut found = judged.found().iter().peekable();
    let is_unjudged = |rank: &usize| {
        while found.next_if(|f| f.rank < *rank).is_some() {}
        found.peek().is_none_or(|f| f.rank != *rank)
    };
    (after.saturating_add(1)..=judged.retrieved().min(last)).filter(is_unjudged).collect()
}

/// A topic whose unjudged documents are given states, again and again.
struct Trial<'a> {
    column: &'a Column,
    judged: Judged<'a>,
    /// The states by rank, as far as they were given.
    states: Vec<State>,
    found: Vec<Found>,
    grades: Vec<f64>,
}

impl<'a> Trial<'a> {
    fn new(column: &'a Column, judged: &Judged<'a>) -> Self {
        let (found, grades) = (judged.found().to_vec(), judged.grades().to_vec());
        Trial { column, judged: *judged, states: vec![None; judged.retrieved() + 1], found, grades }
    }

    /// Gives unjudged documents at these ranks states.
    fn turn(&mut self, states: impl Iterator<Item = (usize, State)>) {
        // Up to so many, exchanging them one by one is faster than sorting anew.
        const FEW: usize = 8;
        let changed = states.filter(|(rank, state)| self.states[*rank] != *state);
        let changed: Vec<(usize, State)> = changed.collect();
        for &(rank, state) in &changed {
            let before = std::mem::replace(&mut self.states[rank], state);
            if changed.len() <= FEW {
                exchange_found(&mut self.found, rank, false, state);
                exchange_grade(&mut self.grades, before, state);
            }
        }
        if changed.len() > FEW {
            self.sort();
        }
    }

    /// Puts judged documents and states together.
    fn sort(&mut self) {
        let states = self.states.iter().enumerate();
        let given = states.filter_map(|(rank, state)| Some(Found::new(rank, (*state)?)));
        self.found = self.judged.found().iter().copied().chain(given).collect();
        self.found.sort_by_key(|found| found.rank);
        let given = self.states.iter().copied().flatten();
        self.grades = self.judged.grades().iter().copied().chain(given).collect();
        self.grades.sort_by(|a, b| b.total_cmp(a));
    }

    fn judged(&self) -> Judged<'_> {
        self.judged.with_found(&self.found, &self.grades)
    }

    /// The value with these states too.
    fn value(&mut self, states: impl Iterator<Item = (usize, State)>) -> f64 {
        self.turn(states);
        self.column.scorer.score(&self.judged())
    }

    /// For each number of documents that turn from the first of two states to the other, relevant
    /// one, in the order of these ranks, whether the value may be the lowest or the highest; none
    /// where that is not known beforehand.
    fn ends_while_turning(&self, ranks: &[usize], states: &[State]) -> Option<Vec<bool>> {
        // Much more than rounding amounts to.
        const NEAR: f64 = 1e-9;
        let turning = self.column.scorer.turning()?;
        let turns_relevant = |state: State| state.is_some_and(|grade| grade >= self.column.rel);
        if states.len() != 2 || turns_relevant(states[0]) || !turns_relevant(states[1]) {
            return None;
        }
        let values = turning(&self.judged(), ranks);
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        Some(values.iter().map(|v| *v <= low + NEAR || *v >= high - NEAR).collect())
    }
}
