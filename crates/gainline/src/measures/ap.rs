//! Average precision and its close kin.

use super::SHARE;
use super::graded_ap::{Step, steps};
use crate::measure::{
    Alias, BoundRule, Cutoff, Example, Family, Param, ParamKind, REL, Scorer, Sees, Summary,
    TieRule,
};
use crate::ranking::judged::Judged;

/// The sum of the precisions at the relevant documents within k.
pub(super) fn sum_of_precisions(judged: &Judged<'_>, rel: f64, k: usize) -> f64 {
    let mut sum = 0.0;
    let add = |step: Step| sum += step.relevant / step.rank as f64;
    steps(judged, k, |grade| grade >= rel, |_| 0.0, |_| 1.0, add);
    sum
}

pub(super) fn average_precision(judged: &Judged<'_>, rel: f64, k: usize) -> f64 {
    let relevant = judged.relevant(rel);
    if relevant == 0 { 0.0 } else { sum_of_precisions(judged, rel, k) / relevant as f64 }
}

/// Average precision.
pub static AP: Family = Family {
    name: "AP",
    aliases: &[Alias::of("map"), Alias::cut("map_cut"), Alias::of("average_precision")],
    meaning: "average precision: the mean over all relevant documents of the precision at each, \
              those not found counting 0",
    formula: "(1/R) sum over ranks i of relevant documents, i <= k, of (relevant up to i) / i",
    citation: "Kishida, Property of Average Precision, 2005, eq. 3; trec_eval 9.0.8, map",
    edge_cases: "0 when nothing is relevant or retrieved; the divisor is R at every cutoff unless \
                 divisor=min",
    example: Some(Example { measure: "AP", ranking: "1 - 0 1", missed: "1", value: 0.5 }),
    cutoff: Cutoff::Optional,
    params: &[
        Param {
            name: "divisor",
            kind: ParamKind::Word(&["R", "min"]),
            default: Some("R"),
            meaning: "R, or min: the smaller of k and R, as NTCIREVAL has it",
        },
        REL,
    ],
    scorer: |setting| {
        let (rel, k) = (setting.rel(), setting.cutoff());
        let most = if setting.is("divisor", "min") { k } else { usize::MAX };
        Scorer::judged(move |judged| {
            let divisor = judged.relevant(rel).min(most);
            if divisor == 0 { 0.0 } else { sum_of_precisions(judged, rel, k) / divisor as f64 }
        })
    },
    ..SHARE
};

/// Average precision over the relevant documents seen.
pub static AP_SEEN: Family = Family {
    name: "APseen",
    meaning: "average precision at seen relevant documents: those not found are left out",
    formula: "(1/relevant retrieved) sum over relevant retrieved of (relevant up to i) / i",
    citation: "Baeza-Yates and Ribeiro-Neto, Modern Information Retrieval, ch. 4",
    example: Some(Example { measure: "APseen", ranking: "1 - 0 1", missed: "1", value: 0.75 }),
    cutoff: Cutoff::Optional,
    tie_mean: TieRule::ClosedUncut,
    tie_extremes: TieRule::ClosedUncut,
    bounds: BoundRule::Searched(Sees::Relevance),
    scorer: |setting| {
        let (rel, k) = (setting.rel(), setting.cutoff());
        Scorer::judged(move |judged| {
            let seen = judged.relevant_retrieved(rel, k);
            if seen == 0.0 { 0.0 } else { sum_of_precisions(judged, rel, k) / seen }
        })
    },
    ..SHARE
};

/// The geometric mean of average precision.
pub static GMAP: Family = Family {
    name: "GMAP",
    aliases: &[Alias::of("gm_map")],
    meaning: "geometric mean over topics of average precision: hard topics weigh more",
    formula: "exp(mean of ln max(AP, 0.00001)); in the row of a topic stands its AP",
    citation: "Robertson, On GMAP, 2006; trec_eval 9.0.8, gm_map",
    edge_cases: "a topic's AP of 0 is shown as 0 and counts as 0.00001 in the mean",
    summary: Summary::GeometricMean,
    scorer: |setting| {
        let rel = setting.rel();
        Scorer::judged(move |judged| average_precision(judged, rel, usize::MAX))
    },
    ..SHARE
};
