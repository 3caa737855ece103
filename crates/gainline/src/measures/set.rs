//! Measures of the whole retrieved set, whatever its order.

use super::contingency::Contingency;
use super::{SHARE, ratio};
use crate::measure::{Alias, BoundRule, Example, Family, Param, ParamKind, REL, Scorer, Setting};
use crate::ranking::judged::Judged;

const ALL: usize = usize::MAX;

/// The table of the whole retrieved set.
fn whole(setting: &Setting<'_>) -> impl Fn(&Judged<'_>) -> Contingency + Clone + use<> {
    let rel = setting.rel();
    move |judged| Contingency::top(judged, rel, ALL, judged.retrieved())
}

/// Precision of the retrieved set.
pub static SET_P: Family = Family {
    name: "SetP",
    aliases: &[Alias::of("set_P")],
    meaning: "precision of the whole retrieved set",
    formula: "(relevant documents retrieved) / (documents retrieved)",
    citation: "Rocchio, Document Retrieval Systems, 1966, ch. 5",
    example: Some(Example { measure: "SetP", ranking: "1 - 0 1", missed: "1", value: 0.5 }),
    bounds: BoundRule::OneWay,
    scorer: |setting| Contingency::scorer(whole(setting), Contingency::precision),
    ..SHARE
};

/// Relative precision of the retrieved set.
pub static SET_REL_P: Family = Family {
    name: "SetRelP",
    aliases: &[Alias::of("set_relative_P")],
    meaning: "precision of the whole retrieved set, divided by the best possible",
    formula: "(relevant documents retrieved) / min(documents retrieved, R)",
    citation: "trec_eval 9.0.8, set_relative_P",
    example: Some(Example { measure: "SetRelP", ranking: "1 - 0 1", missed: "1", value: 0.6667 }),
    scorer: |setting| {
        let rel = setting.rel();
        Scorer::judged(move |judged| {
            let best = judged.retrieved().min(judged.relevant(rel));
            ratio(judged.relevant_retrieved(rel, ALL), best as f64)
        })
    },
    ..SHARE
};

/// Recall of the retrieved set.
pub static SET_R: Family = Family {
    name: "SetR",
    aliases: &[Alias::of("set_recall")],
    meaning: "recall of the whole retrieved set",
    formula: "(relevant documents retrieved) / R",
    citation: "Rocchio, Document Retrieval Systems, 1966, ch. 5",
    example: Some(Example { measure: "SetR", ranking: "1 - 0 1", missed: "1", value: 0.6667 }),
    scorer: |setting| Contingency::scorer(whole(setting), Contingency::recall),
    ..SHARE
};

/// F of the retrieved set.
pub static SET_F: Family = Family {
    name: "SetF",
    aliases: &[Alias {
        spelling: "set_F",
        params: "",
        suffix: crate::measure::Suffix::Param("beta2"),
    }],
    meaning: "F of the whole retrieved set",
    formula: "(1 + beta^2) P R / (beta^2 P + R), with P and R of the whole set",
    citation: "van Rijsbergen, Information Retrieval, 1979",
    edge_cases: "0 when nothing is relevant or retrieved. trec_eval's set_F.x takes x for beta \
                 squared, so set_F_2 means SetF(beta2=2) and not SetF(beta=2)",
    example: Some(Example {
        measure: "SetF(beta=2)",
        ranking: "1 0 1 0 0",
        missed: "1 1",
        value: 0.4762,
    }),
    params: &[
        Param::new(
            "beta",
            ParamKind::Number(0.0, 1000.0),
            "how much more recall matters than precision",
        )
        .default("1")
        .keeps_outside(),
        Param::new("beta2", ParamKind::Number(0.0, 1_000_000.0), "beta squared, in place of beta"),
        REL,
    ],
    scorer: |setting| {
        let beta2 = setting.given("beta2").unwrap_or_else(|| setting.number("beta").powi(2));
        Contingency::scorer(whole(setting), move |table| table.f(beta2))
    },
    ..SHARE
};

/// Average precision of the retrieved set, order aside.
pub static SET_AP: Family = Family {
    name: "SetAP",
    aliases: &[Alias::of("set_map"), Alias::of("SetMAP")],
    meaning: "precision times recall of the whole retrieved set",
    formula: "(relevant documents retrieved)^2 / (documents retrieved * R)",
    citation: "trec_eval 9.0.8, set_map",
    example: Some(Example { measure: "SetAP", ranking: "1 - 0 1", missed: "1", value: 0.3333 }),
    scorer: |setting| {
        let rel = setting.rel();
        Scorer::judged(move |judged| {
            let found = judged.relevant_retrieved(rel, ALL);
            ratio(found * found, (judged.retrieved() * judged.relevant(rel)) as f64)
        })
    },
    ..SHARE
};
