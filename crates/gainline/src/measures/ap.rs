//! Average precision and its close kin.

use super::SHARE;
use super::graded_ap::{Step, steps};
use crate::measure::{
    Alias, BoundRule, Cutoff, Example, Family, Outside, Param, ParamKind, REL, Scorer, Sees,
    SensitivityFormula, Summary, TieRule,
};
use crate::ranking::judged::Judged;

/// The sum of the precisions at the relevant documents within k.
pub(super) fn sum_of_precisions(judged: &Judged<'_>, rel: f64, k: usize) -> f64 {
    let mut sum = 0.0;
    let add = |step: Step| sum += step.relevant / step.rank as f64;
    steps(judged, k, |grade| grade >= rel, |_| 0.0, |_| 1.0, add);
    sum
}

/// What `mean` makes of the same sums, up to rounding, and the number of relevant documents, as
/// unjudged documents at these ranks turn relevant one after the other. The ranks are within k, and
/// ascend or descend.
fn while_turning(
    judged: &Judged<'_>,
    rel: f64,
    k: usize,
    ranks: &[usize],
    mean: impl Fn(f64, usize) -> f64,
) -> Vec<f64> {
    // The relevant documents, each with the sum of 1 / rank of itself and those below it.
    let mut relevant: Vec<(usize, f64)> = judged.relevant_ranks(rel, k).map(|r| (r, 0.0)).collect();
    let mut below = 0.0;
    for (rank, sum) in relevant.iter_mut().rev() {
        below += 1.0 / *rank as f64;
        *sum = below;
    }
    let descend = ranks.windows(2).any(|pair| pair[0] > pair[1]);
    let (mut sum, mut inverses) = (sum_of_precisions(judged, rel, k), 0.0);
    let mut counts = judged.relevant(rel)..;
    let mut values = Vec::with_capacity(ranks.len() + 1);
    values.extend(counts.next().map(|count| mean(sum, count)));
    values.extend(ranks.iter().zip(counts).enumerate().map(|(turned, (&rank, count))| {
        let above = relevant.partition_point(|(other, _)| *other < rank);
        let below = relevant.get(above).map_or(0.0, |(_, sum)| *sum);
        // Those that turned before stand all below, or all above.
        let (above, below) =
            if descend { (above, below + inverses) } else { (above + turned, below) };
        sum += (above + 1) as f64 / rank as f64 + below;
        inverses += 1.0 / rank as f64;
        mean(sum, count)
    }));
    values
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
        Param::new(
            "divisor",
            ParamKind::Word(&["R", "min"]),
            "R, or min: the smaller of k and R, as NTCIREVAL has it",
        )
        .default("R"),
        REL,
    ],
    outside: Outside::OneWayBelowToo,
    sensitivity: Some(SensitivityFormula::AveragePrecision),
    scorer: |setting| {
        let (rel, k) = (setting.rel(), setting.cutoff());
        let most = if setting.is("divisor", "min") { k } else { usize::MAX };
        let mean = move |sum: f64, relevant: usize| super::ratio(sum, relevant.min(most) as f64);
        let value = move |judged: &Judged<'_>| {
            mean(sum_of_precisions(judged, rel, k), judged.relevant(rel))
        };
        Scorer::judged(value)
            .turning(false, move |judged, ranks| while_turning(judged, rel, k, ranks, mean))
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
    sensitivity: Some(SensitivityFormula::AveragePrecision),
    scorer: |setting| {
        let rel = setting.rel();
        Scorer::judged(move |judged| average_precision(judged, rel, usize::MAX))
    },
    ..SHARE
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ranking::judged::Found;

    #[test]
    fn the_short_way_leads_to_the_same_values() {
        let found = [(2, 1.0), (5, 0.0), (7, 2.0), (9, 1.0)].map(|(rank, g)| Found::new(rank, g));
        let grades = [2.0, 1.0, 1.0, 1.0, 0.0];
        let judged = Judged::new(12, &found, &grades);
        let precisions = ["AP", "AP(rel=2)", "AP@8", "AP(divisor=min)@4"];
        let counts = ["R@5", "R(rel=2)@1000", "F@8", "Miss@3", "Fallout(N=99)@6", "SetF", "SetR"];
        for measure in precisions.into_iter().chain(counts) {
            let measure: crate::Measure = measure.parse().unwrap();
            let Scorer::Judged(scorer) = measure.scorer(1.0) else { unreachable!() };
            let k = measure.setting(1.0).cutoff();
            let mut ranks: Vec<usize> =
                (1..=k.min(12)).filter(|rank| found.iter().all(|f| f.rank != *rank)).collect();
            for _ in 0..2 {
                let (mut found, mut grades) = (found.to_vec(), grades.to_vec());
                let turning = scorer.turning().unwrap();
                let most = if turning.exact { 0.0 } else { 1e-12 };
                let values = (turning.values)(&judged, &ranks);
                for (turned, near) in values.iter().enumerate() {
                    let value = scorer.score(&Judged::new(12, &found, &grades));
                    assert!((value - near).abs() <= most, "{measure} {turned}: {value} {near}");
                    if let Some(&rank) = ranks.get(turned) {
                        found.push(Found::new(rank, 2.0));
                        found.sort_by_key(|found| found.rank);
                        grades.insert(0, 2.0);
                    }
                }
                ranks.reverse();
            }
        }
    }
}
