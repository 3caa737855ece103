//! Rules that must be shown: by a one-sided test, the candidate is worse than the baseline by less than
//! a margin.

use super::judge::is_about;
use super::rule::{Condition, Rule};
use super::{Gate, NotWorse, RuleStatus};
use crate::comparison::{
    CorrectedMargin, MarginScale, NotWorseVerdict, Sample, Tolerance, TopicCounts,
    UncorrectedMargin,
};
use gainline::{Error, ErrorKind, Result};
use gainline_stats::{Correction, MarginTest, StatsError, paired_t_pairs};

/// The power for which topics are counted.
const POWER: f64 = 0.8;

/// All tests of margins.
pub(super) struct Margins<'s> {
    all: Vec<Margin<'s>>,
    /// How many p-values they gave, for which these are adjusted.
    pub tests: usize,
    correction: Correction,
}

/// The test of a margin by a measure on some topics.
struct Margin<'s> {
    pair: &'s Sample,
    tolerance: Tolerance,
    scale: MarginScale,
    test: std::result::Result<CorrectedMargin, StatsError>,
}

impl<'s> Margins<'s> {
    /// Tests the pairs that rules are about, with the baseline's column before the candidate's. A
    /// measure on a slice with a margin is one test, however many rules ask for it.
    pub(super) fn of(gate: &Gate, pairs: &'s [Sample]) -> Result<Self> {
        let mut found: Vec<(&Sample, Tolerance)> = vec![];
        for rule in &gate.rules {
            let Condition::NotWorse { tolerance, .. } = rule.condition else { continue };
            for pair in pairs.iter().filter(|p| is_about(rule, &p.measure, p.slice.as_deref())) {
                let same =
                    |(p, t): &(&Sample, Tolerance)| std::ptr::eq(*p, pair) && *t == tolerance;
                if !found.iter().any(same) {
                    found.push((pair, tolerance));
                }
            }
        }
        let tested = found.into_iter().map(|(pair, tolerance)| {
            (pair, tolerance, UncorrectedMargin::of(pair, (0, 1), tolerance))
        });
        let tested: Vec<_> = tested.collect();
        let defined: Vec<UncorrectedMargin> =
            tested.iter().filter_map(|(.., test)| test.as_ref().ok().copied()).collect();
        let corrected = CorrectedMargin::all(gate.correction, &defined);
        let corrected = corrected.map_err(|why| Error::new(ErrorKind::Request, why.to_string()))?;
        let tests = corrected.len();
        let mut corrected = corrected.into_iter();
        let margin = |(pair, tolerance, test): (&'s Sample, Tolerance, _)| Margin {
            pair,
            tolerance,
            scale: MarginScale::of(pair, 0, tolerance),
            test: std::result::Result::map(test, |_: UncorrectedMargin| {
                corrected.next().expect("there is one for each margin that was tested")
            }),
        };
        let all = tested.into_iter().map(margin).collect();
        Ok(Margins { all, tests, correction: gate.correction })
    }

    /// What the test of a rule's margin says on the topics of a slice, or on all, and of how many; none
    /// if candidate and baseline have none in common there.
    pub(super) fn found(
        &self,
        rule: &Rule,
        slice: Option<&str>,
        tolerance: Tolerance,
        alpha: f64,
    ) -> Option<(usize, RuleStatus, NotWorse)> {
        let margin = self.all.iter().find(|margin| {
            let Sample { measure, slice: on, .. } = margin.pair;
            *measure == rule.measure && on.as_deref() == slice && margin.tolerance == tolerance
        })?;
        let Margin { pair, scale, test, .. } = margin;
        let tested = test.as_ref().ok();
        let varies = tested.filter(|tested| tested.varies());
        let bound = tested.and_then(|tested| tested.bound(pair, alpha).ok().flatten());
        let (baseline, candidate) = (pair.means[0], pair.means[1]);
        let worse_by = pair.oriented(baseline - candidate) + 0.0;
        let found = NotWorse {
            tolerance,
            baseline,
            candidate,
            worse_by,
            worse_by_share: (baseline != 0.0).then(|| worse_by / baseline.abs()),
            margin: pair.oriented(-scale.amount) + 0.0,
            alpha,
            bound,
            p: tested.map(|tested| tested.test.p_above),
            p_adjusted: tested.map(|tested| tested.less),
            p_worse: tested.map(|tested| tested.test.p_below),
            p_worse_adjusted: tested.map(|tested| tested.more),
            exact_instead: tested.is_some() && varies.is_none(),
            undefined: test.as_ref().err().cloned(),
            topics: TopicCounts::of(pair, &pair.columns[0], &pair.columns[1]),
            topics_needed: varies.and_then(|tested| self.topics_needed(scale, &tested.test, alpha)),
        };
        let status = match tested.map(|tested| tested.verdict(alpha)) {
            Some(NotWorseVerdict::Shown) => RuleStatus::Ok,
            Some(NotWorseVerdict::Worse) => RuleStatus::Broken,
            Some(NotWorseVerdict::NotShown) | None => RuleStatus::NotShown,
        };
        Some((pair.topics.len(), status, found))
    }

    /// How many topics it takes where there is no true difference. A one-sided test is a two-sided one
    /// of twice the alpha; of several tests, any may be the one that is corrected most.
    fn topics_needed(&self, scale: &MarginScale, test: &MarginTest, alpha: f64) -> Option<usize> {
        let tests = if self.correction == Correction::None { 1 } else { self.tests };
        let alpha = 2.0 * alpha / tests as f64;
        paired_t_pairs(scale.margin / test.deviation, alpha, POWER).ok()
    }
}

#[cfg(test)]
mod tests;
