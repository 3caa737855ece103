//! Rules that must be shown: by a one-sided test, the candidate is worse than the baseline by less than
//! a margin.

use super::judge::is_about;
use super::rule::{Condition, Rule};
use super::{Gate, NotWorse, RuleStatus};
use crate::comparison::{MarginScale, Sample, Tolerance, TopicCounts};
use gainline::Result;
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
    test: std::result::Result<Tested, StatsError>,
}

/// A test, adjusted for their number.
struct Tested {
    test: MarginTest,
    /// p of being better than the margin, after the adjustment.
    better: f64,
    /// p of being worse than the margin, after the adjustment.
    worse: f64,
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
            let scale = MarginScale::of(pair, 0, tolerance);
            (pair, tolerance, scale, scale.test(pair, (0, 1)))
        });
        let tested: Vec<_> = tested.collect();
        let p = |side: fn(&MarginTest) -> f64| -> Vec<f64> {
            tested.iter().filter_map(|(.., test)| test.as_ref().ok()).map(side).collect()
        };
        let (better, worse) = (p(|test| test.p_above), p(|test| test.p_below));
        let tests = better.len();
        // There is one for each that was tested, in their order.
        let mut adjusted = gate.adjusted(&better)?.into_iter().zip(gate.adjusted(&worse)?);
        let mut all = vec![];
        for (pair, tolerance, scale, test) in tested {
            let test = test.map(|test| {
                let (better, worse) = adjusted.next().unwrap_or((1.0, 1.0));
                Tested { test, better, worse }
            });
            all.push(Margin { pair, tolerance, scale, test });
        }
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
        let varies = tested.map(|tested| &tested.test).filter(|test| test.deviation > 0.0);
        let bound = varies.and_then(|test| test.lower_bound(1.0 - alpha).ok());
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
            bound: bound.map(|bound| scale.shown(pair.oriented(bound))),
            p: tested.map(|tested| tested.test.p_above),
            p_adjusted: tested.map(|tested| tested.better),
            p_worse: tested.map(|tested| tested.test.p_below),
            p_worse_adjusted: tested.map(|tested| tested.worse),
            exact_instead: tested.is_some() && varies.is_none(),
            undefined: test.as_ref().err().cloned(),
            topics: TopicCounts::of(pair, &pair.columns[0], &pair.columns[1]),
            topics_needed: varies.and_then(|test| self.topics_needed(scale, test, alpha)),
        };
        let below = |p: Option<f64>| p.is_some_and(|p| p < alpha);
        let status = match (below(found.p_adjusted), below(found.p_worse_adjusted)) {
            (true, _) => RuleStatus::Ok,
            (false, true) => RuleStatus::Broken,
            (false, false) => RuleStatus::NotShown,
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
