//! Normalised discounted cumulated gain.

use super::SHARE;
use super::cg::{BASE, BY_LEVELS, Cumulation, DISCOUNT, IDEAL, NORMALISE};
use crate::measure::{Alias, BoundRule, Cutoff, Example, Family, Outside, Param};

/// nDCG.
pub static NDCG: Family = Family {
    name: "nDCG",
    aliases: &[
        Alias::of("ndcg"),
        Alias::cut("ndcg_cut"),
        Alias::of("ndcg_burges").with("gains=exp2"),
    ],
    meaning: "normalised discounted cumulated gain: the gain of the ranking, lower ranks counting \
              less, as a share of the best possible",
    formula: "sum over ranks i <= k of gain(i) / d(i), divided by the same sum over all judged \
              documents by decreasing gain; d(i) = log2(i + 1) unless discount says otherwise",
    citation: "Järvelin and Kekäläinen, Cumulated Gain-Based Evaluation of IR Techniques, 2002; \
               discount as in trec_eval",
    edge_cases: "0 when no judged document has a gain, or nothing is retrieved. Negative grades \
                 and unjudged documents have no gain. The relevance threshold plays no part. \
                 Negative gains count against the ranking, and the value can be negative",
    example: Some(Example { measure: "nDCG@3", ranking: "1 - 3", missed: "2", value: 0.5250 }),
    cutoff: Cutoff::Optional,
    params: &[Param::GAINS, DISCOUNT, BASE, IDEAL, NORMALISE],
    bounds: BoundRule::Own {
        how: BY_LEVELS,
        make: |setting| Cumulation::of(setting).bound_scorer(setting.cutoff(), setting.cutoff()),
    },
    outside: Outside::OneWayBelowToo,
    scorer: |setting| {
        let (way, k) = (Cumulation::of(setting), setting.cutoff());
        way.share_scorer(k)
    },
    ..SHARE
};
