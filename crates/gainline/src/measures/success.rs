//! Success: is there anything relevant near the top?

use super::SHARE;
use super::rr::rank_of_nth;
use crate::measure::{Alias, BoundRule, Cutoff, Example, Family, Outside, Scorer};

/// Success at a rank.
pub static SUCCESS: Family = Family {
    name: "Success",
    aliases: &[Alias::cut("success"), Alias::of("hits"), Alias::of("hit_rate")],
    meaning: "success: whether the top k hold at least one relevant document",
    formula: "1 if a relevant document stands at ranks 1..k, else 0",
    citation: "trec_eval 9.0.8, success",
    edge_cases: "0 when nothing is relevant or retrieved. `hits@k` means this here; ranx's hits \
                 is a count",
    example: Some(Example { measure: "Success@2", ranking: "0 - 1", missed: "1", value: 0.0 }),
    cutoff: Cutoff::Required,
    bounds: BoundRule::OneWay,
    outside: Outside::OneWayBelowToo,
    scorer: |setting| {
        let (rel, k) = (setting.rel(), setting.cutoff());
        Scorer::judged(move |judged| {
            let mut mean = 0.0;
            rank_of_nth(judged, rel, 1, |rank, likely| {
                mean += if rank <= k { likely } else { 0.0 }
            });
            mean
        })
    },
    ..SHARE
};
