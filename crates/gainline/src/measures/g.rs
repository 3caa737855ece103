//! G: gain with a discount that grows with what was missed, and its binary form.

use super::SHARE;
use crate::measure::{Alias, BoundRule, Example, Family, Gains, Param, Scorer, Sees, TieRule};
use crate::ranking::judged::Judged;

fn gain_over_misses(judged: &Judged<'_>, gains: &Gains) -> f64 {
    let mut ideal = vec![];
    gains.ideal(judged.grades(), |_, gain| ideal.push(gain));
    let total = ideal.iter().fold(0.0, |sum, gain| sum + gain);
    if total == 0.0 {
        return 0.0;
    }
    let (mut cost, mut cost_rank, mut gained, mut sum) = (0.0, 0, 0.0, 0.0);
    for found in judged.found() {
        let gain = gains.of(found.grade);
        gained += gain;
        if gain == 0.0 {
            continue;
        }
        // A rank costs what the ideal ranking gains there, and at least 1.
        while cost_rank < found.rank {
            cost += ideal.get(cost_rank).map_or(1.0, |g| g.max(1.0));
            cost_rank += 1;
        }
        sum += gain / (2.0 + cost - gained).log2();
    }
    sum / total
}

/// G.
pub static G: Family = Family {
    name: "G",
    meaning: "normalised gain: a document counts more the less was missed before it",
    formula: "sum over ranks i of gain(i) / log2(2 + cost(i) - gained(i)), divided by all gains; \
              cost(i) sums max(1, ideal gain) up to i, gained(i) the gains up to i",
    citation: "trec_eval 9.0.8, G (experimental)",
    edge_cases: "0 when no judged document has a gain, or nothing is retrieved. A perfect ranking stays \
                 below 1 where gains lie below 1, since each rank costs at least 1",
    example: Some(Example { measure: "G", ranking: "1 - 3", missed: "", value: 0.5982 }),
    params: &[Param::GAINS],
    tie_mean: TieRule::Orders,
    tie_extremes: TieRule::Orders,
    bounds: BoundRule::Exhausted(Sees::Grade),
    scorer: |setting| {
        let gains = setting.gains();
        Scorer::judged(move |judged| gain_over_misses(judged, &gains))
    },
    ..SHARE
};

/// Binary G.
pub static BIN_G: Family = Family {
    name: "BinG",
    aliases: &[Alias::of("binG")],
    meaning: "binary G: a relevant document counts less the more documents that are not relevant stand \
              above it",
    formula: "(1/R) sum over relevant retrieved of 1 / log2(2 + nonrelevant or unjudged above)",
    citation: "trec_eval 9.0.8, binG (experimental)",
    example: Some(Example { measure: "BinG", ranking: "1 - 1", missed: "", value: 0.8155 }),
    scorer: |setting| {
        let rel = setting.rel();
        Scorer::judged(move |judged| {
            let relevant = judged.relevant(rel);
            let (mut sum, mut before) = (0.0, 0);
            for group in judged.groups() {
                let here = group.relevant(rel);
                // Each number of the group's others is equally likely to stand above.
                let least = group.first - 1 - before;
                let above = least..=least + group.size - here;
                let worth = |above: usize| 1.0 / ((2 + above) as f64).log2();
                let mean = above.clone().fold(0.0, |sum, above| sum + worth(above));
                if here > 0 {
                    sum += here as f64 * mean / above.count() as f64;
                }
                before += here;
            }
            if relevant == 0 { 0.0 } else { sum / relevant as f64 }
        })
    },
    ..SHARE
};
