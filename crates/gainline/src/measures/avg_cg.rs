//! Cumulated gain averaged up to a rank: the mean height of the curve.

use super::SHARE;
use super::cg::{BASE, Cumulation, DISCOUNT, Discount, IDEAL};
use crate::measure::{
    Alias, BoundRule, Cutoff, Example, Family, Outside, Param, Scorer, Sees, SensitivityFormula,
};

/// Mean cumulated gain.
pub static AVG_CG: Family = Family {
    name: "AvgCG",
    meaning: "the mean over ranks 1 to k of the cumulated gain",
    formula: "(1/k) sum over i <= k of CG@i",
    citation: "Järvelin and Kekäläinen, Cumulated Gain-Based Evaluation of IR Techniques, 2002, \
               eq. 6",
    edge_cases: "0 when nothing has a gain or is retrieved; a ranking shorter than k keeps its \
                 gain",
    example: Some(Example { measure: "AvgCG@3", ranking: "3 2 3", missed: "", value: 5.3333 }),
    cutoff: Cutoff::Required,
    params: &[Param::GAINS],
    range: (0.0, f64::INFINITY),
    bounds: BoundRule::OneWay,
    outside: Outside::OneWayBelowToo,
    scorer: |setting| {
        let (way, k) = (Cumulation::with(setting, Discount::None), setting.cutoff());
        Scorer::judged(move |judged| way.mean(judged, k))
    },
    ..SHARE
};

/// Mean discounted cumulated gain.
pub static AVG_DCG: Family = Family {
    name: "AvgDCG",
    meaning: "the mean over ranks 1 to k of the discounted cumulated gain",
    formula: "(1/k) sum over i <= k of DCG@i",
    example: Some(Example {
        measure: "AvgDCG(discount=jk)@3",
        ranking: "3 2 3",
        missed: "",
        value: 4.9643,
    }),
    params: &[Param::GAINS, DISCOUNT, BASE],
    scorer: |setting| {
        let (way, k) = (Cumulation::of(setting), setting.cutoff());
        Scorer::judged(move |judged| way.mean(judged, k))
    },
    ..AVG_CG
};

/// Mean normalised cumulated gain.
pub static AVG_NCG: Family = Family {
    name: "AvgnCG",
    aliases: &[Alias::of("ANCG")],
    meaning: "the mean over ranks 1 to k of nCG",
    formula: "(1/k) sum over i <= k of nCG@i",
    edge_cases: "0 when no judged document has a gain, or nothing is retrieved; a ranking shorter \
                 than k keeps its gain while the ideal goes on",
    example: Some(Example { measure: "AvgnCG@2", ranking: "3 2 3", missed: "", value: 0.9167 }),
    params: &[Param::GAINS, IDEAL],
    range: (0.0, 1.0),
    bounds: BoundRule::Searched(Sees::Grade),
    scorer: |setting| {
        let (way, k) = (Cumulation::with(setting, Discount::None), setting.cutoff());
        Scorer::judged(move |judged| way.mean_share(judged, k))
    },
    ..AVG_CG
};

/// Mean normalised discounted cumulated gain.
pub static AVG_NDCG: Family = Family {
    name: "AvgnDCG",
    aliases: &[Alias::of("ANDCG")],
    meaning: "the mean over ranks 1 to k of nDCG",
    formula: "(1/k) sum over i <= k of nDCG@i",
    citation: "Järvelin and Kekäläinen, 2002, eq. 6; Kishida, 2005, eq. 32",
    example: Some(Example {
        measure: "AvgnDCG(discount=jk)@5",
        ranking: "0 3 2 1 0",
        missed: "",
        value: 0.6096,
    }),
    params: &[Param::GAINS, DISCOUNT, BASE, IDEAL],
    sensitivity: Some(SensitivityFormula::MeanNdcg),
    scorer: |setting| {
        let (way, k) = (Cumulation::of(setting), setting.cutoff());
        Scorer::judged(move |judged| way.mean_share(judged, k))
    },
    ..AVG_NCG
};
