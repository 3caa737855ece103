//! Recall at a rank.

use super::ratio;
use crate::measure::{Alias, Better, Cutoff, Example, Family, REL, Scorer, Summary};

/// Recall.
pub static R: Family = Family {
    name: "R",
    aliases: &[Alias::cut("recall")],
    meaning: "recall: the share of the relevant documents that is found in the top k",
    formula: "(relevant documents at ranks 1..k) / R",
    citation: "Baeza-Yates and Ribeiro-Neto, Modern Information Retrieval, ch. 4",
    edge_cases: "0 when nothing is relevant or retrieved",
    example: Some(Example { measure: "R@5", ranking: "1 - 0 1", missed: "1", value: 0.6667 }),
    cutoff: Cutoff::Required,
    params: &[REL],
    range: (0.0, 1.0),
    empty: 0.0,
    no_relevant: 0.0,
    summary: Summary::Mean,
    better: Better::Higher,
    scorer: |setting| {
        let (rel, k) = (setting.rel(), setting.cutoff());
        Scorer::judged(move |judged| ratio(judged.relevant_retrieved(rel, k), judged.relevant(rel)))
    },
};
