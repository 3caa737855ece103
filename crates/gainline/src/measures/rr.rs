//! Reciprocal rank.

use super::SHARE;
use crate::measure::{Alias, BoundRule, Cutoff, Example, Family, Outside, Scorer};
use crate::ranking::judged::{Group, Judged};

/// Hands on at which rank the `n`th relevant document stands, and how likely: for sure where no
/// ties are averaged over. Nothing when there are not so many.
pub(super) fn rank_of_nth(
    judged: &Judged<'_>,
    rel: f64,
    n: usize,
    mut each: impl FnMut(usize, f64),
) {
    if n == 0 {
        return;
    }
    if judged.ties().is_empty() {
        if let Some(rank) = judged.relevant_ranks(rel, usize::MAX).nth(n - 1) {
            each(rank, 1.0);
        }
        return;
    }
    let mut before = 0;
    for group in judged.groups() {
        let relevant = group.relevant(rel);
        if before + relevant >= n {
            let places = place_of_nth(&group, relevant, n - before);
            (group.first..).zip(places).for_each(|(rank, likely)| each(rank, likely));
            return;
        }
        before += relevant;
    }
}

/// How likely the `n`th of a group's relevant documents has each of its places: of all ways to
/// choose places for the relevant, those with n - 1 before and the others behind.
fn place_of_nth(group: &Group<'_>, relevant: usize, n: usize) -> Vec<f64> {
    let (size, behind) = (group.size, relevant - n);
    let mut weights = vec![0.0; size];
    let mut weight = 1.0;
    for place in n..=size - behind {
        weights[place - 1] = weight;
        let after = (size - place) as f64;
        weight *= place as f64 / (place + 1 - n) as f64 * (after - behind as f64) / after;
        if weight > 1e250 {
            weights.iter_mut().for_each(|w| *w *= 1e-250);
            weight *= 1e-250;
        }
    }
    let total = weights.iter().fold(0.0, |a, b| a + b);
    weights.iter().map(|w| w / total).collect()
}

/// Reciprocal rank.
pub static RR: Family = Family {
    name: "RR",
    aliases: &[Alias::of("recip_rank"), Alias::of("mrr"), Alias::of("reciprocal_rank")],
    meaning: "reciprocal rank: how soon the first relevant document comes",
    formula: "1 / (rank of the first relevant document), 0 when none is found by rank k",
    citation: "Voorhees, The TREC-8 Question Answering Track Report, 1999",
    example: Some(Example { measure: "RR", ranking: "0 - 1 1", missed: "1", value: 0.3333 }),
    cutoff: Cutoff::Optional,
    bounds: BoundRule::OneWay,
    outside: Outside::OneWayBelowToo,
    scorer: |setting| {
        let (rel, k) = (setting.rel(), setting.cutoff());
        Scorer::judged(move |judged| {
            let mut mean = 0.0;
            rank_of_nth(judged, rel, 1, |rank, likely| {
                mean += if rank <= k { likely / rank as f64 } else { 0.0 };
            });
            mean
        })
    },
    ..SHARE
};
