//! Expected reciprocal rank.

use super::SHARE;
use super::graded_ap::Walk;
use crate::measure::{
    Alias, BoundRule, Cutoff, Example, Family, Outside, Param, ParamKind, REL, Scorer, Sees,
    Setting, TieRule,
};
use crate::ranking::judged::Judged;

const MAX: Param = Param::new(
    "max",
    ParamKind::Number(f64::MIN_POSITIVE, 1000.0),
    "the highest grade of the scale",
)
.default("4");

const STOP: Param = Param::new(
    "stop",
    ParamKind::Word(&["exp2", "linear"]),
    "how a grade becomes the probability to stop: (2^grade - 1) / 2^max, or \
              grade / (max + 1)",
)
.default("exp2");

/// How likely a user stops at a document.
struct Stop {
    max: f64,
    linear: bool,
}

impl Stop {
    fn of(setting: &Setting<'_>) -> Self {
        Stop { max: setting.number("max"), linear: setting.is("stop", "linear") }
    }

    fn at(&self, grade: f64) -> f64 {
        let grade = grade.clamp(0.0, self.max);
        if self.linear { grade / (self.max + 1.0) } else { (grade.exp2() - 1.0) / self.max.exp2() }
    }

    /// The mean worth of the rank at which the user stops, over documents given by rank and grade;
    /// `worth` is asked at each of them in turn.
    fn expected(
        &self,
        ranking: impl Iterator<Item = (usize, f64)>,
        mut worth: impl FnMut(usize) -> f64,
    ) -> f64 {
        let (mut going_on, mut sum) = (1.0, 0.0);
        for (rank, grade) in ranking {
            let stop = self.at(grade);
            sum += going_on * stop * worth(rank);
            going_on *= 1.0 - stop;
        }
        sum
    }

    /// The mean of 1 / (the rank at which the user stops); over all orders of tied documents too.
    fn reciprocal_rank(&self, judged: &Judged<'_>, k: usize) -> f64 {
        if judged.ties().is_empty() {
            return self.expected(in_order(judged, k), |rank| 1.0 / rank as f64);
        }
        let (mut going_on, mut sum) = (1.0, 0.0);
        for group in judged.groups().take_while(|group| group.first <= k) {
            let mut stops: Vec<f64> = group.found.iter().map(|f| self.at(f.grade)).collect();
            stops.sort_by(f64::total_cmp);
            for same in stops.chunk_by(|a, b| a == b).filter(|same| same[0] > 0.0) {
                let ranks = group.first..=group.last().min(k);
                let passed = passed_others(&stops, same[0], group.size, ranks.clone().count());
                let ranks = ranks.zip(passed);
                let mean = ranks.fold(0.0, |sum, (rank, passed)| sum + passed / rank as f64);
                sum += same.len() as f64 * going_on * same[0] * mean / group.size as f64;
            }
            going_on = stops.iter().fold(going_on, |on, stop| on * (1.0 - stop));
        }
        sum
    }
}

/// For each number below `most` of documents above one that stops the user with `own`: how likely the
/// user comes past all of them, when they are any of the others in its group of `size`.
fn passed_others(stops: &[f64], own: f64, size: usize, most: usize) -> Vec<f64> {
    let mut others = stops.to_vec();
    if let Some(at) = others.iter().position(|stop| *stop == own) {
        others.remove(at);
    }
    // Unjudged documents stop nobody.
    others.resize(size - 1, 0.0);
    let mut passed = vec![1.0; most];
    for (before, stop) in others.iter().enumerate() {
        // With one more document to choose from, it is among `chosen` of them so often.
        let all = (before + 1) as f64;
        for chosen in (1..most.min(before + 2)).rev() {
            let with = chosen as f64 / all;
            let without = if chosen <= before { (1.0 - with) * passed[chosen] } else { 0.0 };
            passed[chosen] = with * (1.0 - stop) * passed[chosen - 1] + without;
        }
    }
    passed
}

fn in_order(judged: &Judged<'_>, k: usize) -> impl Iterator<Item = (usize, f64)> {
    judged.found_within(k).iter().map(|found| (found.rank, found.grade))
}

/// ERR.
pub static ERR: Family = Family {
    name: "ERR",
    aliases: &[Alias::of("expected_reciprocal_rank")],
    meaning: "expected reciprocal rank, for a user who scans down and stops at each document with a \
              probability that grows with its grade",
    formula: "sum over ranks i <= k of (1/i) s(i) prod over j < i of (1 - s(j)), with \
              s = (2^grade - 1) / 2^max, or grade / (max + 1) for stop=linear",
    citation: "Chapelle, Metzler, Zhang and Grinspan, Expected Reciprocal Rank for Graded \
               Relevance, 2009; gdeval has max = 4",
    edge_cases: "0 when nothing has a grade above 0, or nothing is retrieved; grades above max \
                 count as max",
    example: Some(Example { measure: "ERR@5", ranking: "1 0 3 -", missed: "2", value: 0.1992 }),
    cutoff: Cutoff::Optional,
    params: &[MAX, STOP],
    bounds: BoundRule::OneWay,
    outside: Outside::OneWayBelowToo,
    scorer: |setting| {
        let (stop, k) = (Stop::of(setting), setting.cutoff());
        Scorer::judged(move |judged| stop.reciprocal_rank(judged, k))
    },
    ..SHARE
};

/// Normalised ERR.
pub static NERR: Family = Family {
    name: "nERR",
    aliases: &[],
    meaning: "normalised expected reciprocal rank: ERR as a share of the best possible",
    formula: "ERR@k, divided by ERR@k of all judged documents by decreasing grade",
    citation: "Chapelle, Metzler, Zhang and Grinspan, 2009; NTCIREVAL, nERR",
    example: Some(Example {
        measure: "nERR(max=3)@5",
        ranking: "1 0 3 -",
        missed: "2",
        value: 0.4217,
    }),
    bounds: BoundRule::Searched(Sees::Grade),
    scorer: |setting| {
        let (stop, k) = (Stop::of(setting), setting.cutoff());
        let worth = |rank: usize| 1.0 / rank as f64;
        Scorer::judged(move |judged| {
            let ideal = (1..=k).zip(judged.grades().iter().copied());
            let best = stop.expected(ideal, worth);
            if best > 0.0 { stop.reciprocal_rank(judged, k) / best } else { 0.0 }
        })
    },
    ..ERR
};

/// Expected blended ratio.
pub static EBR: Family = Family {
    name: "EBR",
    aliases: &[Alias::of("expected_blended_ratio")],
    meaning: "expected blended ratio: Q-measure's blend of precision and gain where the user stops \
              who may stop at every document, the likelier the better it is",
    formula: "sum over ranks i <= k of s(i) prod over j < i of (1 - s(j)) times \
              (CG@i + C(i)) / (ideal CG@i + i), C(i) being the relevant up to i, s as for ERR",
    citation: "Sakai and Robertson, Modelling A User Population for Designing Information \
               Retrieval Metrics, 2008; NTCIREVAL, EBR",
    edge_cases: "0 when nothing has a grade above 0, or nothing is retrieved; grades above max count \
                 as max for stopping. A document below rel may stop the user too, and adds to CG but \
                 not to C",
    example: Some(Example {
        measure: "EBR(stop=linear,max=3)@5",
        ranking: "1 0 3 -",
        missed: "2",
        value: 0.5,
    }),
    params: &[MAX, STOP, Param::GAINS, REL],
    tie_mean: TieRule::Orders,
    tie_extremes: TieRule::Orders,
    bounds: BoundRule::Exhausted(Sees::Judgment),
    outside: Outside::Unknown,
    scorer: |setting| {
        let (stop, walk, k) = (Stop::of(setting), Walk::of(setting), setting.cutoff());
        Scorer::judged(move |judged| {
            let mut ratios = walk.blended_ratios(judged).into_iter();
            stop.expected(in_order(judged, k), |_| ratios.next().unwrap_or(0.0))
        })
    },
    ..ERR
};
