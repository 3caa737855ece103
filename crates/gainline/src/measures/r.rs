//! Recall at a rank.

use super::SHARE;
use super::contingency::Contingency;
use crate::measure::{Alias, Cutoff, Example, Family, Outside};

/// Recall.
pub static R: Family = Family {
    name: "R",
    aliases: &[Alias::cut("recall")],
    meaning: "recall: the share of the relevant documents that is found in the top k",
    formula: "(relevant documents at ranks 1..k) / R",
    citation: "Baeza-Yates and Ribeiro-Neto, Modern Information Retrieval, ch. 4",
    example: Some(Example { measure: "R@5", ranking: "1 - 0 1", missed: "1", value: 0.6667 }),
    cutoff: Cutoff::Required,
    outside: Outside::OneWayBelowToo,
    scorer: |setting| Contingency::at_cutoff(setting, Contingency::recall),
    ..SHARE
};
