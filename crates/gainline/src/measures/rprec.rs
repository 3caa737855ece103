//! R-precision, also at multiples of R.

use super::iprec::needed;
use super::{SHARE, ratio};
use crate::measure::{
    Alias, Example, Family, Param, ParamKind, REL, Scorer, SensitivityFormula, Suffix,
};
use crate::ranking::judged::Judged;

/// Precision at rank `multiple` × R.
pub(super) fn precision_at_multiple(
    judged: &Judged<'_>,
    rel: f64,
    multiple: f64,
    as_trec_eval: bool,
) -> f64 {
    let k = needed(multiple, judged.relevant(rel), as_trec_eval);
    ratio(judged.relevant_retrieved(rel, k), k as f64)
}

/// R-precision.
pub static RPREC: Family = Family {
    name: "Rprec",
    aliases: &[
        Alias::of("r_precision"),
        Alias::of("r-precision"),
        Alias::of("R-prec"),
        Alias {
            spelling: "Rprec_mult",
            params: "rounding=trec_eval",
            suffix: Suffix::Param("mult"),
        },
    ],
    meaning: "R-precision: precision at rank R, where it equals recall",
    formula: "(relevant documents at ranks 1..m) / m, with m = mult * R rounded up",
    citation: "Baeza-Yates and Ribeiro-Neto, Modern Information Retrieval, ch. 4",
    edge_cases: "0 when nothing is relevant or retrieved; m stays the divisor when fewer are \
                 retrieved. rounding=trec_eval takes floor(mult * R + 0.9) for m, which can be one \
                 less",
    example: Some(Example { measure: "Rprec", ranking: "1 - 0 1", missed: "1", value: 0.3333 }),
    params: &[
        Param::new(
            "mult",
            ParamKind::Number(0.0, f64::INFINITY),
            "the multiple of R at which precision is taken",
        )
        .default("1"),
        Param::new(
            "rounding",
            ParamKind::Word(&["up", "trec_eval"]),
            "how mult * R becomes a rank",
        )
        .default("up"),
        REL,
    ],
    sensitivity: Some(SensitivityFormula::RPrecision),
    scorer: |setting| {
        let (rel, multiple) = (setting.rel(), setting.number("mult"));
        let as_trec_eval = setting.is("rounding", "trec_eval");
        Scorer::judged(move |judged| precision_at_multiple(judged, rel, multiple, as_trec_eval))
    },
    ..SHARE
};
