//! Checks of how firm the result for a pair is: whether it depends on a few topics, on the choice
//! of the test, or on the random numbers.

use super::CompareAnswer;
use super::findings::{Finding, PairOf, TestP};
use crate::comparison::{Comparison, Pair, Plan, unfit};
use gainline::Result;
use gainline_stats::{Correction, Test, paired_t_test};

/// So many topics must not be enough to carry a difference.
const FEW: usize = 3;
/// With fewer topics, a few are too large a part of them to tell anything.
const ENOUGH: usize = 8;

/// The tests that are held beside each other.
const TESTS: [Test; 4] = [Test::T, Test::Wilcoxon, Test::Sign, Test::Randomization];

/// Whether up to three topics carry a significant difference: without those that add most to it,
/// either its sign turns or a paired t test of the remaining topics is no longer below α. The t
/// test, because it is quick and stands for the others; uncorrected, so that only losing the topics
/// counts. The fewest topics that are enough are given.
pub(super) fn carried_by_few_topics(
    comparison: &Comparison,
    pair: &Pair,
    alpha: f64,
) -> Option<Finding> {
    let sample = &comparison.sample;
    if !pair.is_significant() || sample.topics.len() < ENOUGH {
        return None;
    }
    let (a, b) = (&sample.columns[pair.baseline.place], &sample.columns[pair.run.place]);
    // What the t test does not find with all topics, it does not lose with some of them.
    paired_t_test(b, a).ok().filter(|test| test.p.two_sided < alpha)?;
    let sign = pair.difference.signum();
    let adds = |topic: usize| sign * (b[topic] - a[topic]);
    let mut order: Vec<usize> = (0..sample.topics.len()).collect();
    order.sort_by(|&x, &y| adds(y).total_cmp(&adds(x)));
    (1..=FEW).find_map(|few| {
        let rest = |column: &[f64]| order[few..].iter().map(|&t| column[t]).collect::<Vec<f64>>();
        // Equal differences have no t test, and leave no doubt either.
        let test = paired_t_test(&rest(b), &rest(a)).ok()?;
        let lost = test.mean_difference * sign <= 0.0 || test.p.two_sided >= alpha;
        lost.then(|| Finding::FewTopicsCarry {
            pair: PairOf::new(comparison, pair),
            topics: order[..few].iter().map(|&topic| sample.topics[topic].clone()).collect(),
            difference: test.mean_difference,
            p: test.p.two_sided,
        })
    })
}

/// The pairs of which some of four tests find a difference, and others do not.
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
        let tests = test.of_pairs(columns, &places, plan.level, &plan.monte_carlo);
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

/// The main pairs that paired t tests with Holm's correction over everything would find
/// significant, and the test of all pairs at once does not.
pub(super) fn paired_tests_find(answer: &CompareAnswer, plan: &Plan<'_>) -> Result<Vec<Finding>> {
    if !plan.test.is_simultaneous() {
        return Ok(vec![]);
    }
    let (mut tested, mut p) = (vec![], vec![]);
    for comparison in &answer.comparisons {
        let columns = &comparison.sample.columns;
        for pair in &comparison.pairs {
            let (a, b) = (&columns[pair.baseline.place], &columns[pair.run.place]);
            if let Ok(test) = paired_t_test(b, a) {
                tested.push((comparison, pair));
                p.push(test.p.two_sided);
            }
        }
    }
    let adjusted = Correction::Holm.adjust(&p).map_err(|why| unfit(&why))?;
    let found = tested.into_iter().zip(adjusted).filter(|((comparison, pair), p)| {
        let main = plan.baseline.is_some() || Some(&pair.run) == comparison.best();
        main && *p < plan.alpha && pair.p_adjusted().is_none_or(|p| p >= plan.alpha)
    });
    let finding = |((comparison, pair), p_adjusted)| Finding::PairedTestsDisagree {
        pair: PairOf::new(comparison, pair),
        p_adjusted,
    };
    Ok(found.map(finding).collect())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::tests::{compared, of};

    /// Differences of topics, the test that decides, and which topics carry the difference.
    #[test]
    fn few_topics_carry_only_what_the_t_test_finds_with_all() {
        let large = [0.3, 0.28, 0.25, 0.05, -0.01, 0.02, 0.0, 0.03, 0.01, 0.05];
        let even = [0.1, 0.12, 0.09, 0.11, 0.1, 0.08, 0.13, 0.1, 0.12, 0.09];
        // The signs find it, and a t test does not.
        let wild = [0.001, 0.001, 0.001, 0.001, 0.001, 0.001, 0.001, 0.9, 0.001, 0.001];
        for (differences, test, wanted) in [
            (&large[..], Test::T, Some(1)),
            (&even[..], Test::T, None),
            (&wild[..], Test::Sign, None),
            (&even[..7], Test::T, None),
        ] {
            let base: Vec<f64> = (0..differences.len()).map(|t| 0.01 * t as f64).collect();
            let other = base.iter().zip(differences).map(|(a, d)| a + d).collect();
            let found = compared(vec![of("AP", vec![base, other])], test, Some(0));
            assert!(found[0].pairs[0].is_significant(), "{test} {differences:?}");
            let topics = match carried_by_few_topics(&found[0], &found[0].pairs[0], 0.05) {
                Some(Finding::FewTopicsCarry { topics, .. }) => Some(topics.len()),
                Some(other) => panic!("{other:?}"),
                None => None,
            };
            assert_eq!(topics, wanted, "{test} {differences:?}");
        }
    }
}
