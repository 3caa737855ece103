//! Which of Kishida's formulas a measure has, and the changes that it gives.

use super::evaluator::Change;
use super::kishida::{self, GradedRanking};
use super::{Base, Documents};
use gainline::{Discount, Gains, Judged, Measure, SensitivityFormula};

/// A closed formula for the changes of a measure.
#[derive(Debug, Clone)]
pub(super) struct Formula {
    kind: FormulaKind,
    rel: f64,
    gains: Gains,
    /// The last rank that counts.
    cutoff: usize,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum FormulaKind {
    /// (10), and the most that R may be as a divisor.
    AveragePrecision(usize),
    /// (16).
    Discovery,
    RPrecision,
    /// (28).
    SlidingRatio,
    /// (33).
    MeanNdcg(Discount),
    /// (36) and (37): beta, and the most that R may be as a divisor.
    Q(f64, usize),
    /// (43) and (44).
    GeneralizedAp,
}

impl Formula {
    /// The formula of a measure whose documents come to have grade `to`, if it has one. `grades` are
    /// those that documents may have.
    pub(super) fn of(
        measure: &Measure,
        rel: f64,
        base: Base,
        to: f64,
        grades: &[f64],
    ) -> Option<Self> {
        let setting = measure.setting(rel);
        let (rel, cutoff) = (setting.rel(), setting.cutoff());
        let gains = if setting.has("gains") { setting.gains() } else { Gains::Linear };
        let most = if setting.has("divisor") && setting.is("divisor", "min") {
            cutoff
        } else {
            usize::MAX
        };
        // The formulas take for granted that just the relevant documents have a gain.
        let agrees = |grade: &f64| (gains.of(*grade) > 0.0) == (*grade >= rel);
        let gain_is_relevance =
            grades.iter().all(|g| agrees(g) && gains.of(*g) >= 0.0) && agrees(&to);
        let turns_relevant = to >= rel;
        let (holds, kind) = match (measure.family().sensitivity?, base) {
            (SensitivityFormula::AveragePrecision, Base::Fixed) => {
                (turns_relevant, FormulaKind::AveragePrecision(most))
            }
            (SensitivityFormula::AveragePrecision, Base::Grows) => {
                (turns_relevant && most == usize::MAX, FormulaKind::Discovery)
            }
            (SensitivityFormula::RPrecision, Base::Fixed) => {
                (turns_relevant && setting.number("mult") == 1.0, FormulaKind::RPrecision)
            }
            (SensitivityFormula::ModifiedSlidingRatio, Base::Fixed) => {
                (true, FormulaKind::SlidingRatio)
            }
            (SensitivityFormula::MeanNdcg, Base::Fixed) => {
                (!setting.is("ideal", "retrieved"), FormulaKind::MeanNdcg(Discount::of(&setting)))
            }
            (SensitivityFormula::Q, Base::Fixed) => {
                (turns_relevant && gain_is_relevance, FormulaKind::Q(setting.number("beta"), most))
            }
            (SensitivityFormula::GeneralizedAp, Base::Fixed) => {
                (turns_relevant && gain_is_relevance, FormulaKind::GeneralizedAp)
            }
            (
                SensitivityFormula::RPrecision
                | SensitivityFormula::ModifiedSlidingRatio
                | SensitivityFormula::MeanNdcg
                | SensitivityFormula::Q
                | SensitivityFormula::GeneralizedAp,
                Base::Grows,
            ) => return None,
        };
        holds.then_some(Formula { kind, rel, gains, cutoff })
    }

    /// Its number in Kishida's report; where documents rise from grades that are relevant already,
    /// two formulas take turns.
    pub(super) fn number(&self, documents: Documents) -> &'static str {
        let regrades = documents == Documents::Lower;
        match self.kind {
            FormulaKind::AveragePrecision(_) => "(10)",
            FormulaKind::Discovery => "(16)",
            FormulaKind::RPrecision => "1/R",
            FormulaKind::SlidingRatio => "(28)",
            FormulaKind::MeanNdcg(_) => "(33)",
            FormulaKind::Q(..) if regrades => "(36), (37)",
            FormulaKind::Q(..) => "(37)",
            FormulaKind::GeneralizedAp if regrades => "(43), (44)",
            FormulaKind::GeneralizedAp => "(44)",
        }
    }

    /// The changes of a topic's value.
    pub(super) fn changes(&self, judged: &Judged<'_>, changes: &[Change]) -> Vec<f64> {
        let found = judged.found_within(self.cutoff).iter();
        let found: Vec<(usize, f64)> = found
            .filter(|found| found.grade >= self.rel)
            .map(|found| (found.rank, self.gains.of(found.grade)))
            .collect();
        let mut ideal = vec![];
        self.gains.ideal(judged.grades(), |place, gain| {
            if place < self.cutoff {
                ideal.push(gain);
            }
        });
        let ranks: Vec<usize> = found.iter().map(|(rank, _)| *rank).collect();
        let graded = GradedRanking { found: &found, ideal: &ideal };
        let relevant = judged.relevant(self.rel);
        changes.iter().map(|change| self.change(graded, &ranks, relevant, change)).collect()
    }

    fn change(
        &self,
        graded: GradedRanking<'_>,
        ranks: &[usize],
        relevant: usize,
        change: &Change,
    ) -> f64 {
        let Change { rank, now, before, after } = *change;
        let is_relevant = |grade: Option<f64>| grade.is_some_and(|grade| grade >= self.rel);
        let turns = !is_relevant(before);
        if self.kind == FormulaKind::Discovery {
            return if turns {
                self.discovery(ranks, relevant, rank, is_relevant(now))
            } else {
                0.0
            };
        }
        if rank > self.cutoff {
            return 0.0;
        }
        let gain = self.gains.of(after);
        let more = gain - before.map_or(0.0, |grade| self.gains.of(grade));
        match self.kind {
            FormulaKind::AveragePrecision(most) if turns => {
                kishida::average_precision_change(ranks, relevant.min(most), rank)
            }
            FormulaKind::RPrecision if turns => kishida::r_precision_change(relevant, rank),
            FormulaKind::AveragePrecision(_) | FormulaKind::RPrecision | FormulaKind::Discovery => {
                0.0
            }
            FormulaKind::SlidingRatio => {
                more * kishida::modified_sliding_ratio_slope(graded.ideal, rank)
            }
            FormulaKind::MeanNdcg(discount) => {
                let discount = |rank| discount.at(rank);
                more * kishida::mean_ndcg_slope(graded.ideal, discount, self.cutoff, rank)
            }
            FormulaKind::Q(beta, most) if turns => {
                kishida::q_change(graded, relevant.min(most), beta, rank, gain)
            }
            FormulaKind::Q(beta, most) => {
                more * kishida::q_slope(graded, relevant.min(most), beta, rank)
            }
            FormulaKind::GeneralizedAp if turns => {
                kishida::generalized_ap_change(graded, rank, gain)
            }
            FormulaKind::GeneralizedAp => more * kishida::generalized_ap_slope(graded, rank),
        }
    }

    /// (16); below the cutoff only (15), as the new document is not seen there.
    fn discovery(&self, ranks: &[usize], relevant: usize, rank: usize, counted: bool) -> f64 {
        // Before it is discovered, a document that is relevant now is not among the relevant ones.
        let (relevant, without): (usize, Vec<usize>) = match counted {
            true => (relevant - 1, ranks.iter().copied().filter(|r| *r != rank).collect()),
            false => (relevant, ranks.to_vec()),
        };
        if rank > self.cutoff {
            let value = kishida::average_precision(&without, relevant);
            return -kishida::average_precision_loss(relevant, value);
        }
        kishida::average_precision_discovery(&without, relevant, rank)
    }
}
