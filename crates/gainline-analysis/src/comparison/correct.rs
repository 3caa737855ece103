//! p-values after the correction for the number of tests.

use super::pair::{Corrected, Uncorrected};
use super::{Comparison, Plan};
use gainline_stats::{Correction, Result};

/// How many of them have a pair that was tested.
pub fn samples_tested(comparisons: &[Comparison]) -> usize {
    comparisons.iter().filter(|c| c.pairs.iter().any(|pair| pair.p().is_some())).count()
}

/// Adjusts the p-values over all pairs of all samples. Tests of all pairs at once hold their error
/// over the pairs already; for them only the number of samples is left to correct for. The tests
/// of equivalence are a family of their own.
pub(super) fn correct(
    samples: Vec<Vec<Uncorrected>>,
    plan: &Plan<'_>,
) -> Result<Vec<Vec<Corrected>>> {
    let tests = if plan.test.is_simultaneous() {
        over_samples(&samples, plan.correction)
    } else {
        let tests = samples.iter().flatten().filter_map(|pair| pair.test.as_ref().ok());
        plan.correction.adjust(&tests.map(|test| test.p).collect::<Vec<f64>>())?
    };
    let equivalences = samples.iter().flatten().filter_map(|pair| pair.equivalence);
    let equivalences =
        plan.correction.adjust(&equivalences.map(|test| test.p).collect::<Vec<f64>>())?;
    // There is one for each that was tested, in their order.
    let (mut next_test, mut next_equivalence) = (0, 0);
    let take = |adjusted: &[f64], next: &mut usize| {
        *next += 1;
        adjusted[*next - 1]
    };
    let mut corrected = |pair: Uncorrected| Corrected {
        places: pair.places,
        test: pair.test.map(|test| (test, take(&tests, &mut next_test))),
        equivalence: pair
            .equivalence
            .map(|test| (test, take(&equivalences, &mut next_equivalence))),
    };
    let samples = samples.into_iter();
    Ok(samples.map(|pairs| pairs.into_iter().map(&mut corrected).collect()).collect())
}

/// The p-values of tests of all pairs at once, times the number of samples that were tested.
fn over_samples(samples: &[Vec<Uncorrected>], correction: Correction) -> Vec<f64> {
    let tests = |pairs: &[Uncorrected]| -> Vec<gainline_stats::PairTest> {
        pairs.iter().filter_map(|pair| pair.test.as_ref().ok()).copied().collect()
    };
    let tested = samples.iter().filter(|pairs| !tests(pairs).is_empty()).count() as f64;
    let times = match correction {
        Correction::None => 1.0,
        Correction::Bonferroni
        | Correction::Holm
        | Correction::Hochberg
        | Correction::BenjaminiHochberg => tested,
    };
    let adjusted = samples.iter().flat_map(|pairs| {
        let tests = tests(pairs);
        // The exact test in place of an undefined one does not hold over all pairs by itself.
        let exact = tests.iter().filter(|test| test.exact_instead).count() as f64;
        let adjust = move |test: gainline_stats::PairTest| {
            let times = if test.exact_instead { times * exact } else { times };
            (test.p * times).min(1.0)
        };
        tests.into_iter().map(adjust)
    });
    adjusted.collect()
}
