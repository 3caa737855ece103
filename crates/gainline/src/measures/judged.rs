//! How much of the top of a ranking was judged at all.

use super::{SHARE, ratio};
use crate::measure::{Alias, Better, BoundRule, Cutoff, Example, Family, Scorer};

/// The judged share.
pub static JUDGED: Family = Family {
    name: "Judged",
    aliases: &[Alias::of("judged")],
    meaning: "the share of the top k that was judged: how much the other numbers rest on",
    formula: "(judged documents at ranks 1..k) / min(k, documents retrieved)",
    citation: "ir_measures, Judged",
    edge_cases: "0 when nothing is retrieved; every grade counts as judged, negative ones too",
    example: Some(Example { measure: "Judged@5", ranking: "1 - 0 1", missed: "1", value: 0.75 }),
    cutoff: Cutoff::Optional,
    params: &[],
    no_relevant: f64::NAN,
    better: Better::Neither,
    bounds: BoundRule::Fixed,
    scorer: |setting| {
        let k = setting.cutoff();
        Scorer::judged(move |judged| {
            ratio(judged.sum(k, |_, _| 1.0), k.min(judged.retrieved()) as f64)
        })
    },
    ..SHARE
};

/// The unjudged documents.
pub static HOLES: Family = Family {
    name: "Holes",
    meaning: "the number of unjudged documents in the top k",
    formula: "the documents at ranks 1..k without a grade",
    citation: "Modern Information Retrieval, ch. 4, on incomplete judgments",
    edge_cases: "0 when nothing is retrieved; averaged over topics",
    example: Some(Example { measure: "Holes@5", ranking: "1 - 0 1", missed: "1", value: 1.0 }),
    cutoff: Cutoff::Optional,
    params: &[],
    range: (0.0, f64::INFINITY),
    no_relevant: f64::NAN,
    better: Better::Neither,
    bounds: BoundRule::Fixed,
    scorer: |setting| {
        let k = setting.cutoff();
        Scorer::judged(move |judged| k.min(judged.retrieved()) as f64 - judged.sum(k, |_, _| 1.0))
    },
    ..SHARE
};
