//! Reciprocal rank.

use super::SHARE;
use crate::measure::{Alias, Cutoff, Example, Family, Scorer};

/// Reciprocal rank.
pub static RR: Family = Family {
    name: "RR",
    aliases: &[Alias::of("recip_rank"), Alias::of("mrr"), Alias::of("reciprocal_rank")],
    meaning: "reciprocal rank: how soon the first relevant document comes",
    formula: "1 / (rank of the first relevant document), 0 when none is found by rank k",
    citation: "Voorhees, The TREC-8 Question Answering Track Report, 1999",
    example: Some(Example { measure: "RR", ranking: "0 - 1 1", missed: "1", value: 0.3333 }),
    cutoff: Cutoff::Optional,
    scorer: |setting| {
        let (rel, k) = (setting.rel(), setting.cutoff());
        Scorer::judged(move |judged| {
            judged.relevant_ranks(rel, k).next().map_or(0.0, |rank| 1.0 / rank as f64)
        })
    },
    ..SHARE
};
