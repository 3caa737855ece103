//! Measures that know something of the user: which documents are no news, and how many relevant
//! ones are expected.

use super::rr::rank_of_nth;
use super::{SHARE, ratio};
use crate::measure::{Alias, BoundRule, Family, Need, Scorer};
use crate::ranking::judged::Judged;

/// Relevant documents retrieved that the user knew before, and all relevant ones retrieved.
fn known_and_all(judged: &Judged<'_>, rel: f64) -> (f64, f64) {
    let relevant = || judged.found().iter().filter(|f| f.grade >= rel);
    (relevant().filter(|f| f.known).count() as f64, relevant().count() as f64)
}

/// Coverage.
pub static COVERAGE: Family = Family {
    name: "Coverage",
    aliases: &[Alias::of("coverage_ratio")],
    meaning: "coverage: the share of the relevant documents known to the user that is retrieved",
    formula: "(relevant documents retrieved and known before) / (relevant documents known before)",
    citation: "Korfhage, Information Storage and Retrieval, 1997; Modern Information Retrieval, ch. 4",
    edge_cases: "0 when no known document is relevant, or nothing is retrieved. Known documents that \
                 are not judged do not count. A grade only counts as relevant or not",
    bounds: BoundRule::Refused("of unjudged documents it is not told which the user knew"),
    needs: &[Need::Known],
    scorer: |setting| {
        let rel = setting.rel();
        Scorer::judged(move |judged| {
            let known = judged.background().known.partition_point(|&grade| grade >= rel);
            ratio(known_and_all(judged, rel).0, known as f64)
        })
    },
    ..SHARE
};

/// Novelty.
pub static NOVELTY: Family = Family {
    name: "Novelty",
    aliases: &[Alias::of("novelty_ratio")],
    meaning: "novelty: the share of the relevant documents retrieved that is new to the user",
    formula: "(relevant documents retrieved and not known before) / (relevant documents retrieved)",
    edge_cases: "0 when nothing relevant is retrieved. A grade only counts as relevant or not",
    scorer: |setting| {
        let rel = setting.rel();
        Scorer::judged(move |judged| {
            let (known, all) = known_and_all(judged, rel);
            ratio(all - known, all)
        })
    },
    ..COVERAGE
};

/// How many relevant documents the user expects.
fn expected(judged: &Judged<'_>) -> f64 {
    judged.background().expected.unwrap_or(0.0)
}

/// Relative recall.
pub static REL_RECALL: Family = Family {
    name: "RelRecall",
    aliases: &[Alias::of("relative_recall")],
    meaning: "relative recall: the relevant documents found over those that the user expected",
    formula: "(relevant documents retrieved) / expected",
    edge_cases: "0 when nothing is expected or retrieved; above 1 when more is found than expected. \
                 A grade only counts as relevant or not",
    range: (0.0, f64::INFINITY),
    bounds: BoundRule::OneWay,
    needs: &[Need::Expected],
    scorer: |setting| {
        let rel = setting.rel();
        Scorer::judged(move |judged| {
            ratio(judged.relevant_retrieved(rel, usize::MAX), expected(judged))
        })
    },
    ..COVERAGE
};

/// Recall effort.
pub static RECALL_EFFORT: Family = Family {
    name: "RecallEffort",
    aliases: &[Alias::of("recall_effort")],
    meaning: "recall effort: the relevant documents that the user expected over the documents \
              examined to find them",
    formula: "expected / (the rank at which so many relevant documents are found, or else all \
              documents retrieved)",
    edge_cases: "0 when nothing is expected or retrieved. A number expected that is not whole is \
                 rounded up for how far to go. When too few are found all that is retrieved was \
                 examined: a ranking shorter than the number expected so comes out above 1",
    no_relevant: f64::NAN,
    scorer: |setting| {
        let rel = setting.rel();
        Scorer::judged(move |judged| {
            let expected = expected(judged);
            if expected <= 0.0 || judged.retrieved() == 0 {
                return 0.0;
            }
            let (mut mean, mut reached) = (0.0, false);
            rank_of_nth(judged, rel, expected.ceil() as usize, |rank, likely| {
                mean += likely * expected / rank as f64;
                reached = true;
            });
            if reached { mean } else { expected / judged.retrieved() as f64 }
        })
    },
    ..REL_RECALL
};
