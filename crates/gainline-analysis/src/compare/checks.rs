//! Checks of how firm the result for a pair is: whether it depends on the choice of the test, or on the
//! random numbers.

use super::findings::{Finding, PairOf, TestP};
use crate::comparison::{Comparison, Pair, Plan};
use gainline_stats::Test;

/// The tests that are held beside each other: by the mean, by ranks and by signs. The randomization test
/// agrees with the t test nearly always, and costs much with many topics.
const TESTS: [Test; 3] = [Test::T, Test::Wilcoxon, Test::Sign];

/// The pairs of which some of these tests find a difference, and others do not.
pub(super) fn tests_disagree(
    comparison: &Comparison,
    pairs: &[&Pair],
    plan: &Plan<'_>,
) -> Vec<Finding> {
    let tested: Vec<&Pair> = pairs.iter().copied().filter(|pair| pair.p().is_some()).collect();
    let places: Vec<(usize, usize)> =
        tested.iter().map(|pair| (pair.baseline.place, pair.run.place)).collect();
    let columns = &comparison.sample.columns;
    let by_test = TESTS.map(|test| {
        if test == plan.test {
            return tested.iter().map(|pair| pair.p().filter(|_| !is_exact(pair))).collect();
        }
        let tests = test.of_pairs(columns, &places, 1.0 - plan.alpha, &plan.monte_carlo);
        let p = tests.into_iter().map(|test| Some(test.ok().filter(|test| !test.exact_instead)?.p));
        p.collect::<Vec<Option<f64>>>()
    });
    let of_pair = |(at, pair): (usize, &&Pair)| {
        let p_values = TESTS.iter().zip(&by_test);
        let p_values: Vec<TestP> =
            p_values.filter_map(|(test, p)| Some(TestP { test: *test, p: p[at]? })).collect();
        let significant = p_values.iter().filter(|found| found.p < plan.alpha).count();
        let differ = significant > 0 && significant < p_values.len();
        differ.then(|| Finding::TestsDisagree { pair: PairOf::new(comparison, pair), p_values })
    };
    tested.iter().enumerate().filter_map(of_pair).collect()
}

/// Whether the chosen test is undefined for a pair.
fn is_exact(pair: &Pair) -> bool {
    pair.test.defined().is_some_and(|tested| tested.exact_instead)
}

/// Whether another seed might move p to the other side of α.
pub(super) fn depends_on_seed(
    comparison: &Comparison,
    pair: &Pair,
    plan: &Plan<'_>,
) -> Option<Finding> {
    let tested = pair.test.defined()?;
    let p_adjusted = tested.p_adjusted;
    // The correction stretches p and its error alike.
    let error = tested.p_standard_error? * p_adjusted / tested.p;
    let near = error > 0.0 && (p_adjusted - plan.alpha).abs() < 2.0 * error;
    near.then(|| Finding::DependsOnSeed { pair: PairOf::new(comparison, pair), p_adjusted })
}
