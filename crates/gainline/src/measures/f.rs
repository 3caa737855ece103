//! F and E: precision and recall in one number.

use super::SHARE;
use super::contingency::Contingency;
use crate::measure::{Alias, Better, Cutoff, Example, Family, Outside, Param, ParamKind, REL};

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
        Param::new(
            "beta",
            ParamKind::Number(0.0, 1000.0),
            "how much more recall matters than precision",
        )
        .default("1")
        .keeps_outside(),
        REL,
    ],
    outside: Outside::OneWayBelowToo,
    scorer: |setting| {
        let beta = setting.number("beta");
        Contingency::at_cutoff(setting, move |table| table.f(beta * beta))
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
        Param::new(
            "b",
            ParamKind::Number(0.0, 1000.0),
            "how much more recall matters than precision",
        )
        .default("1")
        .keeps_outside(),
        REL,
    ],
    empty: 1.0,
    no_relevant: 1.0,
    better: Better::Lower,
    outside: Outside::OneWayBelowToo,
    scorer: |setting| {
        let b = setting.number("b");
        Contingency::at_cutoff(setting, move |table| 1.0 - table.f(b * b))
    },
    ..SHARE
};
