//! Average precision for graded judgments: weighted AP, Q-measure and Kishida's generalized AP.

use super::SHARE;
use crate::judged::Judged;
use crate::measure::{
    Alias, Cutoff, Example, Family, Gains, Param, ParamKind, REL, Scorer, Setting,
};

/// Walks down a ranking and its ideal together.
pub(super) struct Walk {
    gains: Gains,
    rel: f64,
    k: usize,
}

impl Walk {
    pub(super) fn of(setting: &Setting<'_>) -> Self {
        Walk { gains: setting.gains(), rel: setting.rel(), k: setting.cutoff() }
    }

    /// Hands on, at each relevant document found, its rank, the relevant so far, the gain so far
    /// and the ideal gain so far.
    pub(super) fn each(&self, judged: &Judged<'_>, mut each: impl FnMut(f64, f64, f64, f64)) {
        let ideal = self.ideal_sums(judged);
        let (mut gain, mut relevant) = (0.0, 0.0);
        for found in judged.found_within(self.k) {
            gain += self.gains.of(found.grade);
            if found.grade >= self.rel {
                relevant += 1.0;
                let at = found.rank.min(ideal.len());
                let best = at.checked_sub(1).map_or(0.0, |last| ideal[last]);
                each(found.rank as f64, relevant, gain, best);
            }
        }
    }

    /// The cumulated gain of the ideal ranking.
    pub(super) fn ideal_sums(&self, judged: &Judged<'_>) -> Vec<f64> {
        let mut sums = vec![];
        let mut sum = 0.0;
        self.gains.ideal(judged.grades(), |_, gain| {
            sum += gain;
            sums.push(sum);
        });
        sums
    }

    fn mean(&self, judged: &Judged<'_>, most: usize, sum: f64) -> f64 {
        let divisor = judged.relevant(self.rel).min(most);
        if divisor == 0 { 0.0 } else { sum / divisor as f64 }
    }
}

/// Weighted average precision.
pub static WAP: Family = Family {
    name: "WAP",
    aliases: &[Alias::of("weighted_average_precision")],
    meaning: "weighted average precision: the mean over relevant documents of the share of the \
              possible gain found by then",
    formula: "(1/R) sum over ranks i of relevant documents, i <= k, of CG@i / ideal CG@i",
    citation: "Kando et al., 2001; Kishida, Property of Average Precision, 2005, eq. 34",
    edge_cases: "0 when nothing is relevant or retrieved. Beyond rank R it no longer falls with \
                 rank, since the ideal gains nothing more: Q mends that",
    example: Some(Example { measure: "WAP", ranking: "1 0 3", missed: "", value: 0.6667 }),
    cutoff: Cutoff::Optional,
    params: &[Param::GAINS, REL],
    scorer: |setting| {
        let walk = Walk::of(setting);
        Scorer::judged(move |judged| {
            let mut sum = 0.0;
            walk.each(judged, |_, _, gain, ideal| {
                sum += if ideal > 0.0 { gain / ideal } else { 0.0 };
            });
            walk.mean(judged, usize::MAX, sum)
        })
    },
    ..SHARE
};

/// Q-measure.
pub static Q: Family = Family {
    name: "Q",
    aliases: &[Alias::of("Q-measure"), Alias::of("q_measure")],
    meaning: "Q-measure: average precision with a blend of precision and cumulated gain",
    formula: "(1/R) sum over ranks i of relevant documents, i <= k, of (beta CG@i + C(i)) / \
              (beta ideal CG@i + i), C(i) being the relevant up to i",
    citation: "Sakai, 2004; Kishida, 2005, eq. 35",
    edge_cases: "0 when nothing is relevant or retrieved; the divisor is R at every cutoff unless \
                 divisor=min",
    example: Some(Example { measure: "Q", ranking: "0 3 2 1 0", missed: "", value: 0.7497 }),
    params: &[
        Param {
            name: "beta",
            kind: ParamKind::Number(0.0, 1_000_000.0),
            default: Some("1"),
            meaning: "how much gain counts beside precision; 0 makes it AP",
        },
        Param {
            name: "divisor",
            kind: ParamKind::Word(&["R", "min"]),
            default: Some("R"),
            meaning: "R, or min: the smaller of k and R, as NTCIREVAL has it",
        },
        Param::GAINS,
        REL,
    ],
    scorer: |setting| {
        let (walk, beta) = (Walk::of(setting), setting.number("beta"));
        let most = if setting.is("divisor", "min") { walk.k } else { usize::MAX };
        Scorer::judged(move |judged| {
            let mut sum = 0.0;
            walk.each(judged, |rank, relevant, gain, ideal| {
                sum += (beta * gain + relevant) / (beta * ideal + rank);
            });
            walk.mean(judged, most, sum)
        })
    },
    ..WAP
};

/// Kishida's generalized average precision.
pub static GEN_AP: Family = Family {
    name: "GenAP",
    aliases: &[Alias::of("gAP")],
    meaning: "generalized average precision: the mean gain per document at each relevant one, as a \
              share of the best possible",
    formula: "sum over ranks i of relevant documents, i <= k, of CG@i / i, divided by the same sum \
              over the ideal ranking",
    citation: "Kishida, Property of Average Precision and its Generalization, 2005, eq. 42",
    edge_cases: "0 when nothing is relevant or has a gain, or nothing is retrieved",
    example: Some(Example { measure: "GenAP", ranking: "3 2 0 0 0", missed: "1", value: 0.7333 }),
    scorer: |setting| {
        let walk = Walk::of(setting);
        Scorer::judged(move |judged| {
            let mut sum = 0.0;
            walk.each(judged, |rank, _, gain, _| sum += gain / rank);
            let relevant = judged.relevant(walk.rel).min(walk.k);
            let sums = walk.ideal_sums(judged);
            let best = (1..=relevant).zip(&sums).fold(0.0, |best, (i, s)| best + s / i as f64);
            if best > 0.0 { sum / best } else { 0.0 }
        })
    },
    ..WAP
};
