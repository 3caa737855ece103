//! Ranked half life: how far down half of the gain lies.

use super::SHARE;
use crate::measure::{
    Alias, Better, BoundRule, Cutoff, Example, Family, Outside, Param, Scorer, Sees, TieRule,
};
use crate::numbers::is_same;

/// Ranked half life.
pub static RHL: Family = Family {
    name: "RHL",
    aliases: &[Alias::of("ranked_half_life")],
    meaning: "ranked half life: the rank by which half of the ranking's gain is reached",
    formula: "the median of ranks weighted by gain, each rank i standing for the stretch from i - 1 \
              to i",
    citation: "Borlund and Ingwersen, Measures of Relative Relevance and Ranked Half-Life, 1998; \
               Kishida, 2005, sec. 4.1.3",
    edge_cases: "0 when nothing retrieved has a gain; says nothing of what was not found",
    example: Some(Example {
        measure: "RHL",
        ranking: "1 - 2 - - - - - 2 - - - - 1",
        missed: "",
        value: 3.0,
    }),
    cutoff: Cutoff::Optional,
    params: &[Param::GAINS],
    range: (0.0, f64::INFINITY),
    better: Better::Lower,
    tie_mean: TieRule::Orders,
    tie_extremes: TieRule::ClosedUncut,
    bounds: BoundRule::Searched(Sees::Grade),
    outside: Outside::OneWay,
    scorer: |setting| {
        let (gains, k) = (setting.gains(), setting.cutoff());
        Scorer::judged(move |judged| {
            let found = judged.found_within(k);
            let sum =
                |of: fn(f64) -> f64| found.iter().fold(0.0, |sum, f| sum + of(gains.of(f.grade)));
            let (half, size) = (sum(|gain| gain) / 2.0, sum(f64::abs));
            let mut before = 0.0;
            for f in found {
                let gain = gains.of(f.grade);
                // Behind a document that ends right at the half, there may be a long gap.
                if gain > 0.0 && is_same(before + gain, half, size) {
                    return f.rank as f64;
                }
                if gain > 0.0 && before + gain > half {
                    return f.rank as f64 - 1.0 + (half - before) / gain;
                }
                before += gain;
            }
            0.0
        })
    },
    ..SHARE
};
