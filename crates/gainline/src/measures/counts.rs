//! Counts: what was asked, judged and retrieved.

use super::SHARE;
use crate::measure::{Alias, Better, BoundRule, Example, Family, Scorer, Sees, Summary};

const ALL: usize = usize::MAX;

/// A family that counts something and is summed over topics.
const COUNT: Family = Family {
    citation: "Baeza-Yates and Ribeiro-Neto, Modern Information Retrieval, ch. 4 (summary table \
               statistics)",
    edge_cases: "summed over topics, not averaged",
    range: (0.0, f64::INFINITY),
    summary: Summary::Sum,
    better: Better::Neither,
    scorer: |_| Scorer::judged(|_| 0.0),
    ..SHARE
};

/// Topics.
pub static NUM_Q: Family = Family {
    name: "NumQ",
    aliases: &[Alias::of("num_q")],
    meaning: "the number of topics averaged over",
    formula: "1 for each topic",
    params: &[],
    empty: 1.0,
    no_relevant: 1.0,
    bounds: BoundRule::Fixed,
    example: Some(Example { measure: "NumQ", ranking: "1 - 0", missed: "", value: 1.0 }),
    scorer: |_| Scorer::judged(|_| 1.0),
    ..COUNT
};

/// Documents retrieved.
pub static NUM_RET: Family = Family {
    name: "NumRet",
    aliases: &[Alias::of("num_ret")],
    meaning: "the number of documents retrieved",
    formula: "the length of the ranking",
    params: &[],
    no_relevant: f64::NAN,
    bounds: BoundRule::Fixed,
    example: Some(Example { measure: "NumRet", ranking: "1 - 0", missed: "1", value: 3.0 }),
    scorer: |_| Scorer::judged(|judged| judged.retrieved() as f64),
    ..COUNT
};

/// Relevant documents.
pub static NUM_REL: Family = Family {
    name: "NumRel",
    aliases: &[Alias::of("num_rel")],
    meaning: "the number of relevant documents judged, R",
    formula: "the judged documents of grade rel or higher",
    empty: f64::NAN,
    example: Some(Example { measure: "NumRel", ranking: "1 - 0", missed: "1", value: 2.0 }),
    scorer: |setting| {
        let rel = setting.rel();
        Scorer::judged(move |judged| judged.relevant(rel) as f64)
    },
    ..COUNT
};

/// Relevant documents retrieved.
pub static NUM_REL_RET: Family = Family {
    name: "NumRelRet",
    aliases: &[Alias::of("num_rel_ret")],
    meaning: "the number of relevant documents retrieved",
    formula: "the documents of the ranking of grade rel or higher",
    example: Some(Example { measure: "NumRelRet", ranking: "1 - 0", missed: "1", value: 1.0 }),
    scorer: |setting| {
        let rel = setting.rel();
        Scorer::judged(move |judged| judged.relevant_retrieved(rel, ALL))
    },
    ..COUNT
};

/// Judged nonrelevant documents retrieved.
pub static NUM_NONREL_JUDGED_RET: Family = Family {
    name: "NumNonrelJudgedRet",
    aliases: &[Alias::of("num_nonrel_judged_ret")],
    meaning: "the number of judged nonrelevant documents retrieved",
    formula: "the documents of the ranking of grade 0 up to below rel",
    citation: "trec_eval 9.0.8, num_nonrel_judged_ret",
    edge_cases: "summed over topics; negative grades do not count",
    bounds: BoundRule::Searched(Sees::Judgment),
    no_relevant: f64::NAN,
    example: Some(Example {
        measure: "NumNonrelJudgedRet",
        ranking: "1 - 0",
        missed: "0",
        value: 1.0,
    }),
    scorer: |setting| {
        let rel = setting.rel();
        Scorer::judged(move |judged| {
            judged.found().iter().filter(|f| f.grade >= 0.0 && f.grade < rel).count() as f64
        })
    },
    ..COUNT
};
