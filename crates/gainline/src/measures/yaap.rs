//! Yet another average precision.

use super::SHARE;
use super::ap::sum_of_precisions;
use crate::measure::{Alias, Example, Family, Scorer, TieRule};

/// YAAP.
pub static YAAP: Family = Family {
    name: "YAAP",
    aliases: &[Alias::of("yaap")],
    meaning: "smoothed average precision on a log-odds scale, fairer to average over topics",
    formula: "ln((1 + S) / (1 + R - S)), S being the sum of the precisions at relevant documents",
    citation: "Robertson, On Smoothing Average Precision, 2012",
    edge_cases: "0 when nothing is relevant; ln(1 / (1 + R)), so negative, when nothing is \
                 retrieved",
    example: Some(Example { measure: "YAAP", ranking: "1 - 0 1", missed: "1", value: 0.0 }),
    range: (f64::NEG_INFINITY, f64::INFINITY),
    empty: f64::NAN,
    tie_mean: TieRule::Orders,
    scorer: |setting| {
        let rel = setting.rel();
        Scorer::judged(move |judged| {
            let sum = sum_of_precisions(judged, rel, usize::MAX);
            ((1.0 + sum) / (1.0 + judged.relevant(rel) as f64 - sum)).ln()
        })
    },
    ..SHARE
};
