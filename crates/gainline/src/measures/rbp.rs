//! Rank-biased precision.

use super::SHARE;
use crate::measure::{
    Alias, BoundRule, Cutoff, Example, Family, Outside, Param, ParamKind, REL, Scorer,
};

/// RBP.
pub static RBP: Family = Family {
    name: "RBP",
    aliases: &[Alias::of("rank_biased_precision")],
    meaning: "rank-biased precision: what a user gains who goes on to the next document with \
              probability p",
    formula: "(1 - p) sum over ranks i <= k of g(i) p^(i-1); g is 1 for a relevant document, or \
              grade/max (at most 1) when max is given",
    citation: "Moffat and Zobel, Rank-Biased Precision for Measurement of Retrieval \
               Effectiveness, 2008",
    edge_cases: "0 when nothing is retrieved, or nothing is relevant (with max: has a grade above 0); \
                 negative grades gain nothing",
    example: Some(Example { measure: "RBP", ranking: "1 - 1", missed: "1", value: 0.328 }),
    cutoff: Cutoff::Optional,
    params: &[
        Param::new("p", ParamKind::Number(0.0, 1.0), "the user's persistence")
            .default("0.8")
            .keeps_outside(),
        REL,
        Param::new(
            "max",
            ParamKind::Number(f64::MIN_POSITIVE, f64::INFINITY),
            "the highest grade: gains are grade/max, and rel plays no part",
        ),
    ],
    bounds: BoundRule::OneWay,
    outside: Outside::OneWayBelowToo,
    scorer: |setting| {
        let (p, k, rel) = (setting.number("p"), setting.cutoff(), setting.rel());
        let max = setting.given("max");
        Scorer::judged(move |judged| {
            let gain = |grade: f64| match max {
                Some(max) => (grade / max).clamp(0.0, 1.0),
                None => f64::from(u8::from(grade >= rel)),
            };
            (1.0 - p) * judged.sum(k, |rank, grade| gain(grade) * p.powf(rank as f64 - 1.0))
        })
    },
    ..SHARE
};
