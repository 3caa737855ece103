//! F and E: precision and recall in one number.

use super::{SHARE, ratio};
use crate::judged::Judged;
use crate::measure::{Alias, Better, Cutoff, Example, Family, Param, ParamKind, REL, Scorer};

/// The weighted harmonic mean of precision and recall of the top k, `beta2` being β².
pub(super) fn f(judged: &Judged<'_>, rel: f64, k: usize, divisor: usize, beta2: f64) -> f64 {
    let found = judged.relevant_retrieved(rel, k);
    if found == 0 {
        return 0.0;
    }
    let (p, r) = (ratio(found, divisor), ratio(found, judged.relevant(rel)));
    (1.0 + beta2) * p * r / (beta2 * p + r)
}

/// F.
pub static F: Family = Family {
    name: "F",
    aliases: &[Alias::of("F1").with("beta=1"), Alias::of("F2").with("beta=2")],
    meaning: "F: the harmonic mean of precision and recall of the top k",
    formula: "(1 + beta^2) P R / (beta^2 P + R), with P and R at k",
    citation: "van Rijsbergen, Information Retrieval, 1979; Modern Information Retrieval, ch. 4",
    example: Some(Example { measure: "F@5", ranking: "1 - 0 1", missed: "1", value: 0.5 }),
    cutoff: Cutoff::Required,
    params: &[
        Param {
            name: "beta",
            kind: ParamKind::Number(0.0, 1000.0),
            default: Some("1"),
            meaning: "how much more recall matters than precision",
        },
        REL,
    ],
    scorer: |setting| {
        let (rel, k, beta) = (setting.rel(), setting.cutoff(), setting.number("beta"));
        Scorer::judged(move |judged| f(judged, rel, k, k, beta * beta))
    },
    ..SHARE
};

/// E.
pub static E: Family = Family {
    name: "E",
    meaning: "E: the complement of F, lower is better",
    formula: "1 - (1 + b^2) / (b^2 / R + 1 / P), with P and R at k",
    citation: "van Rijsbergen, Information Retrieval, 1979; Modern Information Retrieval, ch. 4",
    edge_cases: "1 when precision or recall is 0. With this formula b above 1 favours recall, \
                 though the textbook says precision",
    example: Some(Example { measure: "E@5", ranking: "1 - 0 1", missed: "1", value: 0.5 }),
    cutoff: Cutoff::Required,
    params: &[
        Param {
            name: "b",
            kind: ParamKind::Number(0.0, 1000.0),
            default: Some("1"),
            meaning: "how much more recall matters than precision",
        },
        REL,
    ],
    empty: 1.0,
    no_relevant: 1.0,
    better: Better::Lower,
    scorer: |setting| {
        let (rel, k, b) = (setting.rel(), setting.cutoff(), setting.number("b"));
        Scorer::judged(move |judged| 1.0 - f(judged, rel, k, k, b * b))
    },
    ..SHARE
};
