//! Binary preference: measures that look at judged documents only.

use super::SHARE;
use crate::measure::{
    Alias, BoundRule, Example, Family, Param, ParamKind, REL, Scorer, Sees, Summary,
};
use crate::ranking::judged::Judged;

/// The mean over the relevant documents of 1 − (judged nonrelevant above, at most `most`) /
/// `divisor`; those not retrieved count 0.
fn preference(judged: &Judged<'_>, rel: f64, most: usize, divisor: usize) -> f64 {
    let relevant = judged.relevant(rel);
    let worth = |above: usize| {
        if above == 0 { 1.0 } else { 1.0 - above.min(most) as f64 / divisor as f64 }
    };
    let mut above = 0;
    let mut sum = 0.0;
    for group in judged.groups() {
        let here = group.relevant(rel);
        let others = group.found.iter().filter(|f| f.grade >= 0.0 && f.grade < rel).count();
        // Each number of the group's others is equally likely to stand above a relevant one.
        let mean = (above..=above + others).fold(0.0, |sum, above| sum + worth(above));
        if here > 0 {
            sum += here as f64 * mean / (others + 1) as f64;
        }
        above += others;
    }
    if relevant == 0 { 0.0 } else { sum / relevant as f64 }
}

fn bpref(judged: &Judged<'_>, rel: f64) -> f64 {
    let relevant = judged.relevant(rel);
    preference(judged, rel, relevant, relevant.min(judged.nonrelevant(rel)))
}

/// Bpref.
pub static BPREF: Family = Family {
    name: "Bpref",
    meaning: "binary preference: how seldom judged nonrelevant documents stand above relevant \
              ones; unjudged documents do not matter",
    formula: "(1/R) sum over relevant retrieved of 1 - min(n, R) / min(R, N), n being the judged \
              nonrelevant above and N all judged nonrelevant",
    citation: "Buckley and Voorhees, Retrieval Evaluation with Incomplete Information, 2004",
    edge_cases: "0 when nothing is relevant or retrieved; a relevant document with no judged \
                 nonrelevant one above it counts 1. Negative grades count as unjudged, as in \
                 trec_eval",
    example: Some(Example { measure: "Bpref", ranking: "1 0 - 1 0", missed: "1", value: 0.5 }),
    params: &[
        Param::new(
            "denominator",
            ParamKind::Word(&["min", "R"]),
            "min: the smaller of R and the judged nonrelevant (trec_eval); R: as Modern \
                      Information Retrieval has it",
        )
        .default("min"),
        REL,
    ],
    bounds: BoundRule::Searched(Sees::Judgment),
    scorer: |setting| {
        let rel = setting.rel();
        if setting.is("denominator", "R") {
            return Scorer::judged(move |judged| {
                let relevant = judged.relevant(rel);
                preference(judged, rel, relevant, relevant)
            });
        }
        Scorer::judged(move |judged| bpref(judged, rel))
    },
    ..SHARE
};

/// Bpref-10.
pub static BPREF10: Family = Family {
    name: "Bpref10",
    meaning: "binary preference for topics with few relevant documents",
    formula: "(1/R) sum over relevant retrieved of 1 - min(n, R + 10) / (R + 10)",
    citation: "Buckley and Voorhees, 2004; Modern Information Retrieval, ch. 4",
    edge_cases: "0 when nothing is relevant or retrieved. Negative grades count as unjudged",
    example: Some(Example { measure: "Bpref10", ranking: "1 0 - 1 0", missed: "1", value: 0.6410 }),
    bounds: BoundRule::Searched(Sees::Judgment),
    scorer: |setting| {
        let rel = setting.rel();
        Scorer::judged(move |judged| {
            let most = judged.relevant(rel) + 10;
            preference(judged, rel, most, most)
        })
    },
    ..SHARE
};

/// The geometric mean of Bpref.
pub static GM_BPREF: Family = Family {
    name: "GMBpref",
    aliases: &[Alias::of("gm_bpref")],
    meaning: "geometric mean over topics of Bpref",
    formula: "exp(mean of ln max(Bpref, 0.00001)); in the row of a topic stands its Bpref",
    citation: "trec_eval 9.0.8, gm_bpref",
    edge_cases: "a topic's Bpref of 0 is shown as 0 and counts as 0.00001 in the mean",
    summary: Summary::GeometricMean,
    bounds: BoundRule::Searched(Sees::Judgment),
    scorer: |setting| {
        let rel = setting.rel();
        Scorer::judged(move |judged| bpref(judged, rel))
    },
    ..SHARE
};
