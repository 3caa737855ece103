//! What the numbers leave unclear: where the test and the mean point opposite ways, and what was
//! not tested.

use super::outcome::{Outcome, Status};
use crate::comparison::{Comparison, Pair, Side};
use crate::notes::listed;

/// `the test sees a ahead, the mean b`.
pub(super) fn opposed(outcome: &Outcome<'_>, pair: &Pair) -> String {
    let (run, against) = (outcome.name(pair.run.place), outcome.name(pair.baseline.place));
    let second = pair.test.defined().is_some_and(|t| t.better == Some(Side::Run));
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
    comparisons: &[&'a Comparison],
    run: usize,
) -> Vec<String> {
    let mut said = vec![];
    for comparison in comparisons {
        let measure = &comparison.sample.measure;
        let of_run = comparison.pairs.iter().filter(|pair| pair.run.place == run);
        let pairs: Vec<&Pair> = of_run.collect();
        for pair in pairs.iter().filter(|pair| outcome.status(pair) == Status::Opposed) {
            said.push(format!("By {measure}, {}.", opposed(outcome, pair)));
        }
        let untested = pairs.iter().filter(|pair| outcome.status(pair) == Status::Untested);
        let untested: Vec<&str> = untested.map(|pair| outcome.name(pair.baseline.place)).collect();
        if !untested.is_empty() {
            let (run, others) = (outcome.name(run), listed(&untested, "and"));
            said.push(format!("By {measure}, {run} was not tested against {others}."));
        }
    }
    said
}
