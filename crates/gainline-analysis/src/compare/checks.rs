//! Checks of how firm the result for a pair is: whether it depends on the choice of the test, on the
//! random numbers, or on topics that some run lacks.

use super::findings::{Finding, PairOf, TestP};
use super::{CompareAnswer, decision};
use crate::comparison::{Comparison, Pair, Plan, Sample, compare, samples};
use crate::evaluation::{EvaluatedRun, evaluate};
use crate::{Experiment, RunInput, Silent};
use gainline::{Missing, Options, Result, Slices};
use gainline_stats::Test;
use std::collections::HashSet;

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

/// Whether topics that some run lacks decide: whether counting them as empty rankings and leaving them out
/// lead to different decisions.
pub(super) fn missing_topics_decide(
    answer: &CompareAnswer,
    experiment: &Experiment,
    evaluated: &[EvaluatedRun],
    plan: &Plan<'_>,
) -> Result<Option<Finding>> {
    let missing: HashSet<&str> =
        evaluated.iter().flat_map(|run| run.scores.missing()).map(String::as_str).collect();
    let judged = !matches!(answer.decision, super::Decision::NothingJudged { .. });
    if missing.is_empty() || answer.comparisons.is_empty() || !judged {
        return Ok(None);
    }
    let samples = match answer.provenance.options.missing {
        Missing::Zero => without(answer, evaluated, &missing)?,
        Missing::Skip => as_empty_rankings(answer, experiment)?,
    };
    if samples.is_empty() {
        return Ok(None);
    }
    let compared = compare(samples, plan)?;
    let otherwise = decision::decide(&compared, answer.baseline.as_ref());
    let margins = margins_differ(answer, &compared);
    let differ = !otherwise.agrees_with(&answer.decision) || !margins.is_empty();
    let topics = missing.len();
    Ok(differ.then_some(Finding::MissingTopicsDecide { topics, otherwise, margins }))
}

/// The pairs whose test of a margin has another verdict in other comparisons.
fn margins_differ(answer: &CompareAnswer, others: &[Comparison]) -> Vec<PairOf> {
    let mut found = vec![];
    for comparison in answer.over_all_topics() {
        let measure = &comparison.sample.measure;
        let other = others.iter().find(|other| other.sample.measure == *measure);
        for pair in &comparison.pairs {
            let same = |other: &&Pair| other.run == pair.run && other.baseline == pair.baseline;
            let verdict = |pair: &Pair| pair.not_worse.map(|test| test.verdict);
            let other = other.and_then(|other| other.pairs.iter().find(same));
            if other.is_some_and(|other| verdict(other) != verdict(pair)) {
                found.push(PairOf::new(comparison, pair));
            }
        }
    }
    found
}

/// The topics that no run lacks, as a slice with means of its own.
fn without(
    answer: &CompareAnswer,
    evaluated: &[EvaluatedRun],
    missing: &HashSet<&str>,
) -> Result<Vec<Sample>> {
    let all = answer.over_all_topics().next().map_or(&[][..], |c| &c.sample.topics);
    let others = all.iter().filter(|topic| !missing.contains(topic.as_str()));
    if others.clone().count() < 2 {
        return Ok(vec![]);
    }
    let others = Slices::from_rows(others.map(|topic| (topic, "others")))?;
    let scored = evaluated.iter().map(EvaluatedRun::named);
    let kept = samples(scored, &answer.request.measures, Some(&others))?.into_iter();
    let kept = kept.filter(|sample| sample.slice.is_some() && sample.topics.len() > 1);
    let mut kept: Vec<Sample> = kept.collect();
    kept.iter_mut().for_each(|sample| sample.slice = None);
    Ok(kept)
}

/// All judged topics, for which runs are evaluated once more; nothing where a run cannot be read again.
fn as_empty_rankings(answer: &CompareAnswer, experiment: &Experiment) -> Result<Vec<Sample>> {
    if !experiment.runs.iter().all(RunInput::is_rereadable) {
        return Ok(vec![]);
    }
    let options = Options { missing: Missing::Zero, ..experiment.options.clone() };
    let experiment = Experiment { options, ..experiment.clone() };
    let evaluated = evaluate(&experiment, &answer.request.measures, &Silent)?;
    samples(evaluated.iter().map(EvaluatedRun::named), &answer.request.measures, None)
}
