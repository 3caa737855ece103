//! The orders of tied documents: the one that suits a measure best, and all of them.

use super::{Column, NoValue};
use crate::measure::Better;
use crate::ranking::judged::{Found, Group, Judged};
use crate::ranking::ties::Ties;

/// More orders of a topic than this are not gone through.
pub const MOST_ORDERS: usize = 10_000;
const MOST: f64 = MOST_ORDERS as f64;

impl Column {
    /// What `take` makes of the ranking: for the best or the worst order of tied documents in that
    /// order, else as it is.
    pub(crate) fn ordered<T>(
        &self,
        judged: &Judged<'_>,
        ties: Ties,
        take: impl FnOnce(&Judged<'_>) -> T,
    ) -> std::result::Result<T, NoValue> {
        self.check_collection(judged)?;
        if judged.ties().is_empty() || ties == Ties::Average {
            return Ok(take(judged));
        }
        if !self.extremes_are_closed {
            return Err(NoValue::Orders);
        }
        Ok(arranged(self, judged, ties == Ties::Best, take))
    }
}

/// What `take` makes of the tied documents in the order of their worth, or in the reverse order.
pub(super) fn arranged<T>(
    column: &Column,
    judged: &Judged<'_>,
    best: bool,
    take: impl FnOnce(&Judged<'_>) -> T,
) -> T {
    let mut found = Vec::with_capacity(judged.found().len());
    for group in judged.groups() {
        let start = found.len();
        found.extend_from_slice(group.found);
        let docs = &mut found[start..];
        docs.sort_by(|a, b| column.worth(b.grade).total_cmp(&column.worth(a.grade)));
        // An unjudged document is worth nothing, and is not relevant.
        let front = |f: &Found| {
            let worth = column.worth(f.grade);
            if column.gains.is_some() { worth >= 0.0 } else { worth > 0.0 || f.grade >= column.rel }
        };
        let back = docs.len() - docs.partition_point(front);
        let count = docs.len();
        for (at, doc) in docs.iter_mut().enumerate() {
            let place = if at < count - back { at } else { group.size - count + at };
            doc.rank = group.first + if best { place } else { group.size - 1 - place };
        }
        if !best {
            found[start..].reverse();
        }
    }
    take(&judged.with_found(&found, judged.grades()))
}

/// The mean over all orders.
pub(super) fn mean(column: &Column, judged: &Judged<'_>) -> std::result::Result<f64, NoValue> {
    let (mut sum, mut count) = (0.0, 0.0);
    each_order(column, judged, |value| {
        sum += value;
        count += 1.0;
    })?;
    Ok(sum / count)
}

/// The best or the worst value over all orders.
pub(super) fn extreme(
    column: &Column,
    judged: &Judged<'_>,
    best: bool,
) -> std::result::Result<f64, NoValue> {
    let highest = best == (column.better == Better::Higher);
    // There is at least one order.
    let mut found = if highest { f64::NEG_INFINITY } else { f64::INFINITY };
    each_order(column, judged, |value| {
        found = if highest { found.max(value) } else { found.min(value) };
    })?;
    Ok(found)
}

/// Hands on the value of each order of the tied documents; orders that differ only by documents
/// that are alike are one.
fn each_order(
    column: &Column,
    judged: &Judged<'_>,
    mut each: impl FnMut(f64),
) -> std::result::Result<(), NoValue> {
    // Groups that lie behind the cutoff are left as they are.
    let mut groups: Vec<Arrangement<'_>> =
        judged.groups().take_while(|g| g.first <= column.cutoff).map(Arrangement::new).collect();
    let orders = groups.iter().fold(1.0, |orders, group| orders * group.orders());
    // Written so that a number that is not one counts as too many.
    if !matches!(
        orders.partial_cmp(&MOST),
        Some(std::cmp::Ordering::Less | std::cmp::Ordering::Equal)
    ) {
        return Err(NoValue::Orders);
    }
    let within = groups.iter().map(|g| g.group.found.len()).sum::<usize>();
    let mut found = vec![];
    loop {
        found.clear();
        groups.iter().for_each(|group| found.extend(group.found()));
        found.extend_from_slice(&judged.found()[within..]);
        each(column.scorer.score(&judged.with_found(&found, judged.grades())));
        // As a counter turns: the first group goes on, and when it is through, the next.
        if !groups.iter_mut().any(Arrangement::next) {
            return Ok(());
        }
    }
}

/// One order of a group's documents.
struct Arrangement<'a> {
    group: Group<'a>,
    /// The different kinds of judged documents.
    kinds: Vec<Found>,
    /// By place: 0 for an unjudged document, or a kind, counted from 1.
    places: Vec<usize>,
}

impl<'a> Arrangement<'a> {
    fn new(group: Group<'a>) -> Self {
        let same = |a: &Found, b: &Found| a.grade == b.grade && a.known == b.known;
        let mut kinds: Vec<Found> = vec![];
        let mut places = vec![0; group.size - group.found.len()];
        for found in group.found {
            let kind = kinds.iter().position(|kind| same(kind, found)).unwrap_or_else(|| {
                kinds.push(*found);
                kinds.len() - 1
            });
            places.push(kind + 1);
        }
        places.sort_unstable();
        Arrangement { group, kinds, places }
    }

    /// How many orders there are.
    fn orders(&self) -> f64 {
        let mut orders = 1.0;
        let mut placed = 0.0;
        for same in self.places.chunk_by(|a, b| a == b) {
            for (chosen, _) in (1..).zip(same) {
                placed += 1.0;
                orders *= placed / f64::from(chosen);
            }
        }
        f64::round(orders)
    }

    fn found(&self) -> impl Iterator<Item = Found> {
        let judged = (self.group.first..).zip(&self.places).filter(|(_, kind)| **kind > 0);
        judged.map(|(rank, kind)| Found { rank, ..self.kinds[kind - 1] })
    }

    /// Goes on to the next order, in lexicographic sequence; after the last one to the first
    /// again, which is `false`.
    fn next(&mut self) -> bool {
        let places = &mut self.places;
        let Some(at) = (1..places.len()).rev().find(|&i| places[i - 1] < places[i]) else {
            places.reverse();
            return false;
        };
        let other = (at..places.len()).rev().find(|&i| places[i] > places[at - 1]).unwrap_or(at);
        places.swap(at - 1, other);
        places[at..].reverse();
        true
    }
}
