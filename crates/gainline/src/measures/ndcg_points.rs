//! nDCG averaged over points of the ranking: at each relevant document, or where the ideal
//! gain changes.

use super::SHARE;
use super::cg::Cumulation;
use super::graded_ap::{Step, steps};
use crate::measure::{Alias, BoundRule, Example, Family, Param, REL, Scorer, Sees, TieRule};
use crate::ranking::judged::Judged;

/// The positive gains of the judged documents, highest first.
fn ideal_gains(judged: &Judged<'_>, way: &Cumulation) -> Vec<f64> {
    let mut ideal = vec![];
    way.each_ideal(judged, |_, gain| ideal.push(gain));
    ideal
}

fn at_relevant(judged: &Judged<'_>, way: &Cumulation) -> f64 {
    let ideal = ideal_gains(judged, way);
    let (mut ideal_sum, mut ideal_rank) = (0.0, 0);
    let mut ideal_to = |rank: usize| {
        while ideal_rank < rank.min(ideal.len()) {
            ideal_sum += ideal[ideal_rank] / way.discount.at(ideal_rank + 1);
            ideal_rank += 1;
        }
        ideal_sum
    };
    if ideal.is_empty() {
        return 0.0;
    }
    let mut sum = 0.0;
    let gain = |grade: f64| way.gains.of(grade);
    let weight = |rank: usize| 1.0 / way.discount.at(rank);
    let add = |step: Step| sum += step.gain / ideal_to(step.rank);
    steps(judged, usize::MAX, |grade| gain(grade) > 0.0, gain, weight, add);
    let seen = judged.found().iter().filter(|f| gain(f.grade) > 0.0).count();
    let dcg = way.actual(judged, usize::MAX);
    sum += ideal.len().saturating_sub(seen) as f64 * dcg / ideal_to(usize::MAX);
    if sum > 0.0 { sum / ideal.len() as f64 } else { 0.0 }
}

/// nDCG at relevant documents.
pub static NDCG_REL: Family = Family {
    name: "nDCGrel",
    aliases: &[Alias::of("ndcg_rel")],
    meaning: "nDCG averaged over the documents with a gain; one not retrieved counts with the \
              nDCG at the end",
    formula: "mean over judged documents with a gain of nDCG at their rank, the whole ranking's \
              DCG over the whole ideal for those not retrieved",
    citation: "trec_eval 9.0.8, ndcg_rel",
    edge_cases: "0 when no judged document has a gain, or nothing is retrieved",
    example: Some(Example { measure: "nDCGrel", ranking: "1 - 3", missed: "", value: 0.5109 }),
    params: &[Param::GAINS],
    tie_mean: TieRule::ClosedWithoutLosses,
    bounds: BoundRule::Exhausted(Sees::Grade),
    scorer: |setting| {
        let way = Cumulation::log2(setting.gains());
        Scorer::judged(move |judged| at_relevant(judged, &way))
    },
    ..SHARE
};

fn at_levels(judged: &Judged<'_>, way: &Cumulation) -> f64 {
    let ideal = ideal_gains(judged, way);
    let (mut sum, mut points) = (0.0, 0);
    let mut rank = 0;
    for level in ideal.chunk_by(|a, b| a == b) {
        rank += level.len();
        sum += way.share(judged, rank);
        points += 1;
    }
    if points == 0 {
        return 0.0;
    }
    // trec_eval takes the end of the ranking as one more point only if it lies at least two
    // ranks beyond the last level.
    if judged.retrieved() > ideal.len() + 1 {
        sum += way.share(judged, usize::MAX);
        points += 1;
    }
    sum / f64::from(points)
}

/// nDCG at the ranks where the ideal gain changes.
pub static RNDCG: Family = Family {
    name: "Rndcg",
    meaning: "nDCG averaged over the ranks where the ideal ranking goes down a level, and the end",
    formula: "mean of nDCG@k over k = the number of judged documents of at least each gain above 0, \
              and the length of the ranking where it is at least 2 more than those with a gain",
    citation: "trec_eval 9.0.8, Rndcg",
    edge_cases: "0 when no judged document is relevant or has a gain, or nothing is retrieved",
    example: Some(Example { measure: "Rndcg", ranking: "1 - 3 0", missed: "", value: 0.4324 }),
    params: &[Param::GAINS, REL],
    bounds: BoundRule::Exhausted(Sees::Grade),
    scorer: |setting| {
        let (way, rel) = (Cumulation::log2(setting.gains()), setting.rel());
        Scorer::judged(
            move |judged| {
                if judged.relevant(rel) == 0 { 0.0 } else { at_levels(judged, &way) }
            },
        )
    },
    ..SHARE
};
