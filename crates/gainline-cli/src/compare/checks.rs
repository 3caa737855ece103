//! Checks of how firm the verdict on a pair is: whether it hangs on a few topics, on the test that
//! was chosen, or on the random numbers.

use super::words::p_value;
use crate::comparison::{Comparison, Pair, Plan, Sample};
use gainline_stats::{
    Correction, paired_t_test, randomization_test, sign_test, signed_ranks, wilcoxon,
};

/// So many topics must not be enough to carry a difference.
const FEW: usize = 3;
/// With fewer topics, a few are too large a part of them to tell anything.
const ENOUGH: usize = 8;

/// What is left of a difference without a few topics.
pub(super) struct Carried<'r> {
    /// The topics that were taken away.
    pub topics: Vec<&'r str>,
    pub difference: f64,
    /// The paired t test of the rest, uncorrected.
    pub p: f64,
}

/// Whether up to three topics carry a real difference: without those that add most to it, either
/// its sign turns or a paired t test of the remaining topics is no longer below α. The t test,
/// because it is quick and stands for the others; uncorrected, so that only losing the topics
/// counts. The fewest topics that are enough are given.
pub(super) fn carried<'r>(sample: &'r Sample, pair: &Pair, plan: &Plan<'_>) -> Option<Carried<'r>> {
    if !pair.is_significant() || sample.topics.len() < ENOUGH {
        return None;
    }
    let (a, b) = (&sample.columns[pair.baseline.place], &sample.columns[pair.run.place]);
    // What the t test does not find with all topics, it does not lose with some of them.
    paired_t_test(b, a).ok().filter(|test| test.p.two_sided < plan.alpha)?;
    let sign = pair.difference.signum();
    let adds = |topic: usize| sign * (b[topic] - a[topic]);
    let mut order: Vec<usize> = (0..sample.topics.len()).collect();
    order.sort_by(|&x, &y| adds(y).total_cmp(&adds(x)));
    (1..=FEW).find_map(|few| {
        let rest = |column: &[f64]| order[few..].iter().map(|&t| column[t]).collect::<Vec<f64>>();
        // Equal differences have no t test, and leave no doubt either.
        let test = paired_t_test(&rest(b), &rest(a)).ok()?;
        let lost = test.mean_difference * sign <= 0.0 || test.p.two_sided >= plan.alpha;
        lost.then(|| Carried {
            topics: order[..few].iter().map(|&topic| sample.topics[topic].as_str()).collect(),
            difference: test.mean_difference,
            p: test.p.two_sided,
        })
    })
}

/// The p-values of four tests of a pair, in words, if they lie on both sides of α.
pub(super) fn disagreement(sample: &Sample, pair: &Pair, plan: &Plan<'_>) -> Option<String> {
    let (a, b) = (&sample.columns[pair.baseline.place], &sample.columns[pair.run.place]);
    let tests = [
        ("t", paired_t_test(b, a).map(|test| test.p)),
        ("Wilcoxon", wilcoxon(b, a, &signed_ranks()).map(|test| test.p)),
        ("sign", sign_test(b, a).map(|test| test.p)),
        ("randomization", randomization_test(b, a, &plan.monte_carlo).map(|test| test.p)),
    ];
    let found: Vec<(&str, f64)> =
        tests.into_iter().filter_map(|(name, p)| Some((name, p.ok()?.two_sided))).collect();
    let real = found.iter().filter(|(_, p)| *p < plan.alpha).count();
    let said: Vec<String> =
        found.iter().map(|(name, p)| format!("{name} {}", p_value(*p))).collect();
    (real > 0 && real < found.len()).then(|| said.join(", "))
}

/// The pairs that paired t tests with Holm's correction over everything would find real, and the
/// test of all pairs at once does not; with where they are and their p.
pub(super) fn hidden<'c>(
    comparisons: &'c [Comparison],
    plan: &Plan<'_>,
) -> Vec<(usize, &'c Pair, f64)> {
    let mut found = vec![];
    for (at, comparison) in comparisons.iter().enumerate() {
        let columns = &comparison.sample.columns;
        for pair in &comparison.pairs {
            let test = paired_t_test(&columns[pair.run.place], &columns[pair.baseline.place]);
            found.extend(test.map(|test| (at, pair, test.p.two_sided)));
        }
    }
    let p: Vec<f64> = found.iter().map(|(_, _, p)| *p).collect();
    let corrected = Correction::Holm.adjust(&p).unwrap_or_default();
    let found = found.into_iter().zip(corrected).map(|((at, pair, _), p)| (at, pair, p));
    found
        .filter(|(_, pair, p)| *p < plan.alpha && pair.p_adjusted().is_none_or(|p| p >= plan.alpha))
        .collect()
}

/// Whether another seed might move p to the other side of α.
pub(super) fn hangs_on_seed(pair: &Pair, plan: &Plan<'_>) -> bool {
    let (Some(p), Some(adjusted)) = (pair.p(), pair.p_adjusted()) else { return false };
    let error = pair.test.defined().and_then(|tested| tested.p_standard_error);
    // The correction stretches p and its error alike.
    let stretched = error.map_or(0.0, |error| error * adjusted / p);
    stretched > 0.0 && (adjusted - plan.alpha).abs() < 2.0 * stretched
}

/// Whether the better mean belongs to the run that is worse on more topics, where the difference is
/// real.
pub(super) fn mean_against_topics(_: &Sample, pair: &Pair, _: &Plan<'_>) -> bool {
    let ahead = pair.topics.wins as f64 - pair.topics.losses as f64;
    pair.is_significant() && pair.gain * ahead < 0.0
}
