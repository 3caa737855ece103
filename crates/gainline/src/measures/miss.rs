//! Miss: what recall leaves out.

use super::{SHARE, ratio};
use crate::measure::{Better, Cutoff, Example, Family, Scorer};

/// Miss.
pub static MISS: Family = Family {
    name: "Miss",
    meaning: "miss: the share of the relevant documents that the top k leave out",
    formula: "1 - (relevant documents at ranks 1..k) / R",
    citation: "Rocchio, Document Retrieval Systems, 1966, eq. 5.7",
    edge_cases: "1 when nothing is relevant or retrieved",
    example: Some(Example { measure: "Miss@5", ranking: "1 - 0 1", missed: "1", value: 0.3333 }),
    cutoff: Cutoff::Required,
    empty: 1.0,
    no_relevant: 1.0,
    better: Better::Lower,
    scorer: |setting| {
        let (rel, k) = (setting.rel(), setting.cutoff());
        Scorer::judged(move |judged| {
            1.0 - ratio(judged.relevant_retrieved(rel, k), judged.relevant(rel))
        })
    },
    ..SHARE
};
