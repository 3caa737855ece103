//! Sliding ratios: gain found over gain possible.

use super::SHARE;
use super::cg::{BY_LEVELS, Cumulation, Discount};
use crate::measure::{
    Alias, BoundRule, Cutoff, Example, Family, Outside, Param, Scorer, SensitivityFormula,
};

/// Sliding ratio.
pub static SR: Family = Family {
    name: "SR",
    aliases: &[Alias::of("sliding_ratio")],
    meaning: "sliding ratio: the gain found as a share of the gain possible, whatever the order",
    formula: "sum over ranks i <= k of gain(i), divided by the same sum over the ideal ranking",
    citation: "Pollack, 1968; Kishida, Property of Average Precision, 2005, eq. 26",
    edge_cases: "0 when no judged document has a gain, or nothing is retrieved. Without a cutoff, \
                 all gain of the judged documents is possible",
    example: Some(Example { measure: "SR", ranking: "3 2 1", missed: "2", value: 0.75 }),
    cutoff: Cutoff::Optional,
    params: &[Param::GAINS],
    bounds: BoundRule::Own {
        how: BY_LEVELS,
        make: |setting| {
            let k = setting.cutoff();
            Cumulation::with(setting, Discount::None).bound_scorer(k, k)
        },
    },
    outside: Outside::OneWayBelowToo,
    scorer: |setting| {
        let (way, k) = (Cumulation::with(setting, Discount::None), setting.cutoff());
        Scorer::judged(move |judged| way.share(judged, k))
    },
    ..SHARE
};

/// Modified sliding ratio.
pub static MSR: Family = Family {
    name: "mSR",
    aliases: &[Alias::of("modified_sliding_ratio")],
    meaning: "modified sliding ratio: the gain found, each divided by its rank, as a share of the \
              best possible",
    formula: "sum over ranks i <= k of gain(i) / i, divided by the same sum over the ideal ranking",
    citation: "Sagara, 2002; Kishida, 2005, eq. 27",
    bounds: BoundRule::Own {
        how: BY_LEVELS,
        make: |setting| {
            let k = setting.cutoff();
            Cumulation::with(setting, Discount::Rank).bound_scorer(k, k)
        },
    },
    example: Some(Example { measure: "mSR", ranking: "1 2 3", missed: "2", value: 0.6102 }),
    sensitivity: Some(SensitivityFormula::ModifiedSlidingRatio),
    scorer: |setting| {
        let (way, k) = (Cumulation::with(setting, Discount::Rank), setting.cutoff());
        Scorer::judged(move |judged| way.share(judged, k))
    },
    ..SR
};
