//! Bounds: what a measure may come to when unjudged documents of the ranking have grades.

use super::{Column, Trouble};
use crate::measure::Sees;
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
    let at =
        |trial: &mut Trial<'_>, state: State| trial.value(ranks.iter().map(|&rank| (rank, state)));
    let (first, last) = (states[0], states[states.len() - 1]);
    let (a, b) = (at(&mut trial, first), at(&mut trial, last));
    (a.min(b), a.max(b))
}

/// The bounds of a measure whose value is at its ends when better states stand at higher ranks, or
/// at lower ones.
pub(super) fn search(
    column: &Column,
    judged: &Judged<'_>,
    sees: Sees,
    grades: &[f64],
) -> std::result::Result<(f64, f64), Trouble> {
    let states = states(column, sees, grades);
    let mut ranks = unjudged_ranks(judged, 0, column.cutoff);
    let behind = unjudged_ranks(judged, column.cutoff, usize::MAX);
    let sequences = sequences(ranks.len(), states.len());
    if sequences > MOST {
        return Err(Trouble::Unjudged(ranks.len() + behind.len()));
    }
    let mut trial = Trial::new(column, judged);
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for _ in 0..2 {
        for &end in ends(&behind, &states) {
            let mut counts = vec![0; states.len()];
            counts[0] = ranks.len();
            loop {
                // The counts say how many documents have each state, the best state first.
                let falling = (0..states.len()).rev().flat_map(|s| vec![states[s]; counts[s]]);
                let within = ranks.iter().copied().zip(falling);
                let value = trial.value(within.chain(behind.iter().map(|&rank| (rank, end))));
                (low, high) = (low.min(value), high.max(value));
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
) -> std::result::Result<(f64, f64), Trouble> {
    let states: Vec<State> = match sees {
        Sees::Grade | Sees::Relevance => states(column, sees, grades),
        Sees::Judgment => [None].into_iter().chain(grades.iter().copied().map(Some)).collect(),
    };
    // Where worth and relevance go apart, documents behind the cutoff may differ from each other.
    let last = if column.worth_is_relevance { column.cutoff } else { usize::MAX };
    let ranks = unjudged_ranks(judged, 0, last);
    let behind = unjudged_ranks(judged, last, usize::MAX);
    if (states.len() as f64).powf(ranks.len() as f64) > MOST {
        return Err(Trouble::Unjudged(ranks.len() + behind.len()));
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
    found: Vec<Found>,
    grades: Vec<f64>,
}

impl<'a> Trial<'a> {
    fn new(column: &'a Column, judged: &Judged<'a>) -> Self {
        Trial { column, judged: *judged, found: vec![], grades: vec![] }
    }

    fn value(&mut self, states: impl Iterator<Item = (usize, State)>) -> f64 {
        self.found.clear();
        self.found.extend_from_slice(self.judged.found());
        self.grades.clear();
        self.grades.extend_from_slice(self.judged.grades());
        for (rank, state) in states {
            if let Some(grade) = state {
                self.found.push(Found::new(rank, grade));
                self.grades.push(grade);
            }
        }
        self.found.sort_by_key(|f| f.rank);
        self.grades.sort_by(|a, b| b.total_cmp(a));
        self.column.scorer.score(&self.judged.with_found(&self.found, &self.grades))
    }
}
