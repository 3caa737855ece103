//! Generalized precision and recall: what the top k give, in units of a fully relevant document.

use super::SHARE;
use super::cg::{BY_LEVELS, Cumulation, Discount};
use crate::measure::{
    Alias, BoundRule, Cutoff, Example, Family, Need, Outside, Param, Scorer, Sees,
};

/// Generalized precision.
pub static GP: Family = Family {
    name: "gP",
    aliases: &[Alias::of("generalized_precision")],
    meaning: "generalized precision: the mean gain of the top k, the highest gain counting 1",
    formula: "(1/k) sum over ranks i <= k of gain(i) / max",
    citation: "Kekäläinen and Järvelin, Using Graded Relevance Assessments, 2002; Kishida, 2005, \
               sec. 4.1.4",
    edge_cases: "0 when no judged document has a gain, or nothing is retrieved; k stays the divisor \
                 when fewer are retrieved",
    example: Some(Example { measure: "gP(max=3)@4", ranking: "3 - 1", missed: "2", value: 0.3333 }),
    cutoff: Cutoff::Required,
    params: &[Param::GAINS, Param::HIGHEST_GAIN],
    range: (0.0, f64::INFINITY),
    bounds: BoundRule::Searched(Sees::Grade),
    outside: Outside::OneWayBelowToo,
    needs: &[Need::HighestGain],
    scorer: |setting| {
        let (way, k) = (Cumulation::with(setting, Discount::None), setting.cutoff());
        let max = setting.highest_gain();
        Scorer::judged(move |judged| {
            let highest = max.unwrap_or_else(|| way.ideal(judged, 1));
            if highest > 0.0 { way.actual(judged, k) / highest / k as f64 } else { 0.0 }
        })
    },
    ..SHARE
};

/// Generalized recall.
pub static GR: Family = Family {
    name: "gR",
    aliases: &[Alias::of("generalized_recall")],
    meaning: "generalized recall: the gain of the top k as a share of all there is",
    formula: "sum over ranks i <= k of gain(i), divided by the gains of all judged documents",
    edge_cases: "0 when no judged document has a gain, or nothing is retrieved",
    example: Some(Example { measure: "gR@4", ranking: "3 - 1", missed: "2", value: 0.6667 }),
    params: &[Param::GAINS],
    needs: &[],
    range: (0.0, 1.0),
    bounds: BoundRule::Own {
        how: BY_LEVELS,
        make: |setting| {
            let k = setting.cutoff();
            Cumulation::with(setting, Discount::None).bound_scorer(k, usize::MAX)
        },
    },
    scorer: |setting| {
        let (way, k) = (Cumulation::with(setting, Discount::None), setting.cutoff());
        Scorer::judged(move |judged| {
            let all = way.ideal(judged, usize::MAX);
            if all > 0.0 { way.actual(judged, k) / all } else { 0.0 }
        })
    },
    ..GP
};
