//! Precision at a rank, and precision relative to the best possible.

use super::contingency::Contingency;
use super::{SHARE, ratio};
use crate::measure::{Alias, BoundRule, Cutoff, Example, Family, Outside, Scorer};

/// Precision.
pub static P: Family = Family {
    name: "P",
    aliases: &[Alias::cut("P"), Alias::of("precision")],
    meaning: "precision: the share of the top k that is relevant",
    formula: "(relevant documents at ranks 1..k) / k",
    citation: "Baeza-Yates and Ribeiro-Neto, Modern Information Retrieval, ch. 4",
    edge_cases: "k stays the divisor when fewer documents are retrieved; 0 when nothing is \
                 relevant or retrieved",
    example: Some(Example { measure: "P@5", ranking: "1 - 0 1", missed: "1", value: 0.4 }),
    cutoff: Cutoff::Required,
    bounds: BoundRule::OneWay,
    outside: Outside::OneWayBelowToo,
    scorer: |setting| Contingency::at_cutoff(setting, Contingency::precision),
    ..SHARE
};

/// Precision relative to the best possible.
pub static REL_P: Family = Family {
    name: "RelP",
    aliases: &[Alias::cut("relative_P")],
    meaning: "relative precision: precision at k divided by the best that k and R allow",
    formula: "(relevant documents at ranks 1..k) / min(k, R)",
    citation: "trec_eval 9.0.8, relative_P",
    example: Some(Example { measure: "RelP@5", ranking: "1 - 0 1", missed: "1", value: 0.6667 }),
    cutoff: Cutoff::Required,
    scorer: |setting| {
        let (rel, k) = (setting.rel(), setting.cutoff());
        Scorer::judged(move |judged| {
            ratio(judged.relevant_retrieved(rel, k), k.min(judged.relevant(rel)) as f64)
        })
    },
    ..SHARE
};
