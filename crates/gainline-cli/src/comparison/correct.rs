//! p-values after the correction for the number of tests.

use super::{Comparison, Pair, Plan};
use gainline_stats::Correction;

/// How many samples have a pair that was tested.
pub(crate) fn samples_tested(comparisons: &[Comparison<'_>]) -> usize {
    comparisons.iter().filter(|c| c.pairs.iter().any(|pair| pair.tested.is_ok())).count()
}

/// Adjusts the p-values over all pairs of all samples. Tests of all pairs at once hold their error
/// over the pairs already; for them only the number of samples is left to correct for. The tests
/// of equivalence are a family of their own.
pub(super) fn correct(comparisons: &mut [Comparison<'_>], plan: &Plan<'_>) {
    if plan.test.is_simultaneous() {
        let samples = samples_tested(comparisons) as f64;
        let times = if plan.correction == Correction::None { 1.0 } else { samples };
        for comparison in comparisons.iter_mut() {
            // What stands in for the test does not hold over all pairs by itself.
            let stands_in = |pair: &Pair| pair.tested.as_ref().is_ok_and(|t| t.stands_in);
            let pairs = comparison.pairs.iter().filter(|pair| stands_in(pair)).count() as f64;
            for pair in &mut comparison.pairs {
                let times = if stands_in(pair) { times * pairs } else { times };
                pair.adjusted = pair.p().map(|p| (p * times).min(1.0));
            }
        }
    } else {
        adjust(comparisons, plan.correction, Pair::p, |pair| &mut pair.adjusted);
    }
    let p = |pair: &Pair| pair.equivalence.map(|found| found.p);
    adjust(comparisons, plan.correction, p, |pair| &mut pair.equivalence_adjusted);
}

/// Adjusts the p-values that there are, over all of them.
fn adjust(
    comparisons: &mut [Comparison<'_>],
    correction: Correction,
    p: impl Fn(&Pair) -> Option<f64>,
    place: impl Fn(&mut Pair) -> &mut Option<f64>,
) {
    let pairs = comparisons.iter_mut().flat_map(|c| &mut c.pairs);
    let (mut pairs, values): (Vec<&mut Pair>, Vec<f64>) = pairs
        .filter_map(|pair| {
            let p = p(pair)?;
            Some((pair, p))
        })
        .unzip();
    // What is a p-value can be adjusted.
    let adjusted = correction.adjust(&values).unwrap_or(values);
    for (pair, adjusted) in pairs.iter_mut().zip(adjusted) {
        *place(pair) = Some(adjusted);
    }
}
