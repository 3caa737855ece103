//! Utility: a weighted count over the contingency table.

use super::SHARE;
use crate::measure::{Alias, Example, Family, Param, ParamKind, REL, Scorer};

const fn weight(name: &'static str, default: &'static str, meaning: &'static str) -> Param {
    let kind = ParamKind::Number(-1e15, 1e15);
    Param::new(name, kind, meaning).default(default)
}

/// Utility.
pub static UTILITY: Family = Family {
    name: "Utility",
    aliases: &[Alias::of("utility")],
    meaning: "utility: what the retrieved set is worth when each kind of document has a worth",
    formula: "a * (relevant retrieved) + b * (others retrieved) + c * (relevant not retrieved) + \
              d * (others not retrieved, of N documents)",
    citation: "trec_eval 9.0.8, utility",
    edge_cases: "the fourth term needs the size of the collection, N, and counts it as 0 when it is \
                 not given, as trec_eval does; averaged over topics",
    example: Some(Example { measure: "Utility", ranking: "1 - 0 1", missed: "1", value: 0.0 }),
    params: &[
        weight("a", "1", "the worth of a relevant document retrieved"),
        weight("b", "-1", "the worth of any other document retrieved"),
        weight("c", "0", "the worth of a relevant document not retrieved"),
        weight("d", "0", "the worth of any other document not retrieved"),
        Param::new(
            "N",
            ParamKind::Number(0.0, 1e15),
            "the number of documents in the collection; without it, --collection-size or 0",
        ),
        REL,
    ],
    range: (f64::NEG_INFINITY, f64::INFINITY),
    no_relevant: f64::NAN,
    scorer: |setting| {
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| setting.number(name));
        let (rel, size) = (setting.rel(), setting.given("N"));
        Scorer::judged(move |judged| {
            let given = judged.background().collection.map(|size| size as f64);
            let n = size.or(given).unwrap_or(0.0);
            let found = judged.relevant_retrieved(rel, usize::MAX);
            let (retrieved, relevant) = (judged.retrieved() as f64, judged.relevant(rel) as f64);
            a * found
                + b * (retrieved - found)
                + c * (relevant - found)
                + d * (n + found - retrieved - relevant)
        })
    },
    ..SHARE
};
