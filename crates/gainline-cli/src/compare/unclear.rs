//! What the numbers leave unclear: where the test and the mean point opposite ways, and what was
//! not tested.

use super::outcome::{Outcome, Status};
use crate::comparison::{Comparison, Pair};
use crate::notes::listed;
use std::cmp::Ordering;

/// `the test sees a ahead, the mean b`.
pub(super) fn opposed(outcome: &Outcome<'_>, pair: &Pair) -> String {
    let (run, against) = (outcome.name(pair.second), outcome.name(pair.first));
    let second = pair.tested.as_ref().is_ok_and(|t| t.direction == Ordering::Greater);
    let (ahead, other) = if second { (run, against) } else { (against, run) };
    if pair.gain == 0.0 {
        return format!("the test sees {ahead} ahead, and the means are equal");
    }
    format!(
        "the test and the mean point opposite ways: by the {} test {ahead} is ahead, by the mean \
         {other}",
        outcome.plan.test
    )
}

/// Which of some comparisons leave something unclear about a run, and what.
pub(super) fn unclear<'a>(
    outcome: &Outcome<'a>,
    comparisons: &[&'a Comparison<'a>],
    run: usize,
) -> Vec<String> {
    let mut said = vec![];
    for comparison in comparisons {
        let measure = comparison.sample.measure;
        let of_run = comparison.pairs.iter().filter(|pair| pair.second == run);
        let pairs: Vec<&Pair> = of_run.collect();
        for pair in pairs.iter().filter(|pair| outcome.status(pair) == Status::Opposed) {
            said.push(format!("By {measure}, {}.", opposed(outcome, pair)));
        }
        let untested = pairs.iter().filter(|pair| outcome.status(pair) == Status::Untested);
        let untested: Vec<&str> = untested.map(|pair| outcome.name(pair.first)).collect();
        if !untested.is_empty() {
            let (run, others) = (outcome.name(run), listed(&untested, "and"));
            said.push(format!("By {measure}, {run} was not tested against {others}."));
        }
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::Test;
    use crate::comparison::tests::{compared, of};

    /// Most topics gain a little and two lose much: what the status of the pair must be.
    #[test]
    fn a_status_never_contradicts_its_test() {
        let mut against = vec![0.01; 12];
        against.extend([-0.9, -0.9]);
        let with: Vec<f64> = vec![0.1; 14];
        for (differences, test, wanted) in [
            (&against, Test::Sign, Status::Opposed),
            (&against, Test::Randomization, Status::Open),
            (&against, Test::T, Status::Open),
            (&with, Test::Sign, Status::Better),
            (&with, Test::T, Status::Better),
        ] {
            let base = vec![0.95; 14];
            let other = base.iter().zip(differences).map(|(a, d)| a + d).collect();
            let found = compared(vec![of("AP", vec![base, other])], test, Some(0));
            assert_eq!(Status::of(&found[0].pairs[0], 0.05), wanted, "{test}");
        }
    }
}
