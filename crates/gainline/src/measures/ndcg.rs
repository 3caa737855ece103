//! Normalised discounted cumulated gain.

use crate::judged::Judged;
use crate::measure::{Alias, Better, Cutoff, Example, Family, Gains, Param, Scorer, Summary};
use std::sync::LazyLock;

/// log2(rank + 1) for the ranks that nearly all rankings have.
static DISCOUNTS: LazyLock<Vec<f64>> =
    LazyLock::new(|| (0..4096).map(|rank| f64::from(rank + 1).log2()).collect());

/// What the gain at a rank is divided by.
#[inline]
pub(super) fn discount(rank: usize) -> f64 {
    DISCOUNTS.get(rank).copied().unwrap_or_else(|| (rank as f64 + 1.0).log2())
}

/// The discounted cumulated gain of the top k.
pub(super) fn dcg(judged: &Judged<'_>, gains: &Gains, k: usize) -> f64 {
    judged
        .found_within(k)
        .iter()
        .fold(0.0, |sum, found| sum + gains.of(found.grade) / discount(found.rank))
}

/// The discounted cumulated gain of the best possible top k.
pub(super) fn ideal_dcg(judged: &Judged<'_>, gains: &Gains, k: usize) -> f64 {
    let mut grades = judged.grades();
    if gains.is_monotone() {
        grades = &grades[..k.min(grades.len())];
    }
    let mut sum = 0.0;
    gains.ideal(grades, |i, gain| {
        if i < k {
            sum += gain / discount(i + 1);
        }
    });
    sum
}

/// nDCG.
pub static NDCG: Family = Family {
    name: "nDCG",
    aliases: &[Alias::of("ndcg"), Alias::cut("ndcg_cut")],
    meaning: "normalised discounted cumulated gain: the gain of the ranking, lower ranks counting \
              less, as a share of the best possible",
    formula: "sum over ranks i <= k of gain(i) / log2(i + 1), divided by the same sum over all \
              judged documents by decreasing gain",
    citation: "Järvelin and Kekäläinen, Cumulated Gain-Based Evaluation of IR Techniques, 2002; \
               discount as in trec_eval",
    edge_cases: "0 when no judged document has a gain, or nothing is retrieved. Negative grades \
                 and unjudged documents have no gain. The relevance threshold plays no part. \
                 Mapped gains below 0 count against the ranking, and the value can be negative",
    example: Some(Example { measure: "nDCG@3", ranking: "1 - 3", missed: "2", value: 0.5250 }),
    cutoff: Cutoff::Optional,
    params: &[Param::GAINS],
    range: (0.0, 1.0),
    empty: 0.0,
    no_relevant: 0.0,
    summary: Summary::Mean,
    better: Better::Higher,
    scorer: |setting| {
        let (gains, k) = (setting.gains(), setting.cutoff());
        Scorer::judged(move |judged| {
            let ideal = ideal_dcg(judged, &gains, k);
            if ideal > 0.0 { dcg(judged, &gains, k) / ideal } else { 0.0 }
        })
    },
};
