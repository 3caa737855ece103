//! Average precision for graded judgments: weighted AP, Q-measure and Kishida's generalized AP.

use super::SHARE;
use crate::measure::{
    Alias, BoundRule, Cutoff, Example, Family, Gains, Outside, Param, ParamKind, REL, Scorer, Sees,
    SensitivityFormula, Setting, TieRule,
};
use crate::ranking::judged::{Found, Judged};

/// A rank at which a relevant document may stand. The sums are counted only if one does; where
/// ties are averaged over, they are means over all orders.
pub(super) struct Step {
    pub rank: usize,
    /// The relevant documents up to here.
    pub relevant: f64,
    /// The gain up to here.
    pub gain: f64,
}

/// Walks down the ranks at which a relevant document may stand, up to k. `gain` is what a document
/// gives, and `weight` how much a gain counts at a rank.
pub(super) fn steps(
    judged: &Judged<'_>,
    k: usize,
    is_relevant: impl Fn(f64) -> bool,
    gain: impl Fn(f64) -> f64,
    weight: impl Fn(usize) -> f64,
    mut each: impl FnMut(Step),
) {
    // What the groups before gave.
    let (mut relevant, mut gained) = (0.0, 0.0);
    for group in judged.groups().take_while(|group| group.first <= k) {
        if group.size == 1 {
            let (rank, grade) = (group.first, group.found[0].grade);
            gained += gain(grade) * weight(rank);
            if is_relevant(grade) {
                relevant += 1.0;
                each(Step { rank, relevant, gain: gained });
            }
            continue;
        }
        let (mut here, mut own, mut all) = (0.0, 0.0, 0.0);
        for found in group.found {
            let gain = gain(found.grade);
            all += gain;
            if is_relevant(found.grade) {
                here += 1.0;
                own += gain;
            }
        }
        // A given document has each place equally likely, and every other one is then equally
        // likely to have each of the places that are left.
        let (size, others) = (group.size as f64, group.size as f64 - 1.0);
        let (mut above, mut weights) = (0.0, 0.0);
        for rank in group.first..=group.last().min(k) {
            let weight = weight(rank);
            let up_to = relevant + 1.0 + above * (here - 1.0) / others;
            let gain = here * gained + own * weight + (here * all - own) * weights / others;
            if here > 0.0 {
                each(Step { rank, relevant: here / size * up_to, gain: gain / size });
            }
            above += 1.0;
            weights += weight;
        }
        relevant += here;
        gained += all * weights / size;
    }
}

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
        let (rel, gains) = (self.rel, &self.gains);
        let hand_on = |step: Step| {
            let at = step.rank.min(ideal.len());
            let best = at.checked_sub(1).map_or(0.0, |last| ideal[last]);
            each(step.rank as f64, step.relevant, step.gain, best);
        };
        steps(judged, self.k, |grade| grade >= rel, |grade| gains.of(grade), |_| 1.0, hand_on);
    }

    /// Q-measure's ratio of precision and gain to the best possible, at each judged document.
    pub(super) fn blended_ratios(&self, judged: &Judged<'_>) -> Vec<f64> {
        let ideal = self.ideal_sums(judged);
        let (mut gain, mut relevant) = (0.0, 0.0);
        let ratio = |found: &Found| {
            gain += self.gains.of(found.grade);
            relevant += f64::from(u8::from(found.grade >= self.rel));
            let best = ideal[..found.rank.min(ideal.len())].last().copied().unwrap_or(0.0);
            (gain + relevant) / (best + found.rank as f64)
        };
        judged.found_within(self.k).iter().map(ratio).collect()
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
                 rank, since the ideal gains nothing more: Q mends that. A document below rel adds to \
                 both gains, but the sum goes over relevant ones only",
    example: Some(Example { measure: "WAP", ranking: "1 0 3", missed: "", value: 0.6667 }),
    cutoff: Cutoff::Optional,
    params: &[Param::GAINS, REL],
    tie_extremes: TieRule::ClosedIfGainIsRelevance,
    bounds: BoundRule::Exhausted(Sees::Grade),
    outside: Outside::OneWayBelowToo,
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
                 divisor=min. A document below rel adds to both gains, but the sum goes over relevant \
                 ones only",
    example: Some(Example { measure: "Q", ranking: "0 3 2 1 0", missed: "", value: 0.7497 }),
    params: &[
        Param::new(
            "beta",
            ParamKind::Number(0.0, 1_000_000.0),
            "how much gain counts beside precision; 0 makes it AP",
        )
        .default("1")
        .keeps_outside(),
        Param::new(
            "divisor",
            ParamKind::Word(&["R", "min"]),
            "R, or min: the smaller of k and R, as NTCIREVAL has it",
        )
        .default("R"),
        Param::GAINS,
        REL,
    ],
    sensitivity: Some(SensitivityFormula::Q),
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
    edge_cases: "0 when nothing is relevant or has a gain, or nothing is retrieved. A document below \
                 rel adds to both gains, but the sums go over relevant ones only",
    example: Some(Example { measure: "GenAP", ranking: "3 2 0 0 0", missed: "1", value: 0.7333 }),
    outside: Outside::Unknown,
    sensitivity: Some(SensitivityFormula::GeneralizedAp),
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
