//! p-values after the correction for the number of tests, and the levels of the intervals beside them.

use super::margin::{CorrectedMargin, UncorrectedMargin};
use super::pair::{Corrected, Uncorrected};
use super::{Comparison, Plan};
use gainline_stats::{Correction, Result};

/// How many of them have a pair that was tested.
pub fn samples_tested(comparisons: &[Comparison]) -> usize {
    comparisons.iter().filter(|c| c.pairs.iter().any(|pair| pair.p().is_some())).count()
}

impl Plan<'_> {
    /// By how much a family of so many samples makes the p-values of a test of all pairs at once
    /// larger, which has corrected for the pairs of each sample itself.
    pub(super) fn times(&self, samples: usize) -> f64 {
        let corrects = self.test.is_simultaneous() && self.correction_used() != Correction::None;
        if corrects { samples as f64 } else { 1.0 }
    }
}

/// Adjusts the p-values of each family of samples. Tests of all pairs at once hold their error over the
/// pairs already; for them only the number of samples is left to correct for. The tests of equivalence
/// and of margins are families of their own.
pub(super) fn correct(
    samples: Vec<Vec<Uncorrected>>,
    families: &[usize],
    plan: &Plan<'_>,
) -> Result<Vec<Vec<Corrected>>> {
    let count = families.iter().max().map_or(0, |last| last + 1);
    let adjusted = (0..count).map(|family| {
        let members = samples.iter().zip(families).filter(|(_, other)| **other == family);
        Adjusted::of(&members.map(|(pairs, _)| &pairs[..]).collect::<Vec<_>>(), plan)
    });
    let mut adjusted = adjusted.collect::<Result<Vec<Adjusted>>>()?;
    let corrected = samples.into_iter().zip(families).map(|(pairs, family)| {
        pairs.into_iter().map(|pair| adjusted[*family].take(pair)).collect()
    });
    Ok(corrected.collect())
}

/// The adjusted p-values of a family, one for each pair that was tested, in their order.
struct Adjusted {
    tests: std::vec::IntoIter<f64>,
    equivalences: std::vec::IntoIter<f64>,
    not_worse: std::vec::IntoIter<CorrectedMargin>,
    /// The level of intervals that hold together, for tests without intervals of their own.
    level: f64,
}

impl Adjusted {
    fn of(samples: &[&[Uncorrected]], plan: &Plan<'_>) -> Result<Self> {
        let pairs = || samples.iter().copied().flatten();
        let p: Vec<f64> = pairs().filter_map(|pair| Some(pair.test.as_ref().ok()?.p)).collect();
        let tests = if plan.test.is_simultaneous() {
            over_samples(samples, plan)
        } else {
            plan.correction.adjust(&p)?
        };
        let equivalences: Vec<f64> = pairs().filter_map(|pair| Some(pair.equivalence?.p)).collect();
        let margins: Vec<UncorrectedMargin> = pairs().filter_map(|pair| pair.not_worse).collect();
        Ok(Adjusted {
            not_worse: CorrectedMargin::all(plan.correction, &margins)?.into_iter(),
            level: level_together(plan.correction, plan.alpha, &tests),
            tests: tests.into_iter(),
            equivalences: plan.correction.adjust(&equivalences)?.into_iter(),
        })
    }

    fn take(&mut self, pair: Uncorrected) -> Corrected {
        let Uncorrected { places, test, equivalence, not_worse } = pair;
        fn next<T>(adjusted: &mut std::vec::IntoIter<T>) -> T {
            adjusted.next().expect("there is a p-value for each pair that was tested")
        }
        Corrected {
            places,
            test: test.map(|test| (test, next(&mut self.tests))),
            equivalence: equivalence.map(|test| (test, next(&mut self.equivalences))),
            not_worse: not_worse.map(|_| next(&mut self.not_worse)),
            level: self.level,
        }
    }
}

/// The level of intervals that hold together as their adjusted p-values do.
pub(crate) fn level_together(correction: Correction, alpha: f64, adjusted: &[f64]) -> f64 {
    let together = adjusted.len().max(1) as f64;
    let significant = adjusted.iter().filter(|p| **p < alpha).count().max(1) as f64;
    let share = match correction {
        Correction::None => 1.0,
        Correction::Bonferroni | Correction::Holm | Correction::Hochberg => together,
        // Intervals of the differences found, of which alpha may miss (Benjamini & Yekutieli 2005).
        Correction::BenjaminiHochberg => together / significant,
    };
    1.0 - alpha / share
}

/// The p-values of tests of all pairs at once, times the number of samples that were tested.
fn over_samples(samples: &[&[Uncorrected]], plan: &Plan<'_>) -> Vec<f64> {
    let tested = samples.iter().filter(|pairs| pairs.iter().any(|pair| pair.test.is_ok()));
    let times = plan.times(tested.count());
    let adjusted = samples.iter().flat_map(|pairs| {
        let tests = || pairs.iter().filter_map(|pair| pair.test.as_ref().ok());
        // The exact test in place of an undefined one does not hold over all pairs by itself.
        let exact = tests().filter(|test| test.exact_instead).count() as f64;
        tests().map(move |test| {
            let times = if test.exact_instead { times * exact } else { times };
            (test.p * times).min(1.0)
        })
    });
    adjusted.collect()
}
