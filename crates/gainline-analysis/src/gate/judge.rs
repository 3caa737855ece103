//! Rules checked against scores.

use super::Tolerance;
use super::margin::Margins;
use super::rule::{Condition, Rule, Scope, rounding};
use super::stored::{StoredScores, over_topics};
use super::{Drop, DropVerdict, Gate, GateFinding, Outcome, RuleResult, RuleStatus, Significance};
use crate::comparison::{Sample, TopicCounts, scores};
use crate::evaluation::EvaluatedRun;
use gainline::{Better, Error, ErrorKind, Measure, Result};
use gainline_stats::{MonteCarlo, PairTest, StatsError, Test};
use std::cmp::Ordering;

/// What the rules are about.
pub(super) struct Subjects<'a> {
    /// The candidate, behind the baseline if that is a run.
    pub runs: &'a [EvaluatedRun],
    pub stored: Option<&'a StoredScores>,
    pub measures: &'a [Measure],
}

/// What came of the rules, and how many tests the p-values are adjusted for.
pub(super) struct Judged {
    pub rules: Vec<RuleResult>,
    /// Of drops.
    pub tests: usize,
    /// Of margins.
    pub margin_tests: usize,
}

/// Checks every rule.
pub(super) fn judge(
    gate: &Gate,
    subjects: &Subjects<'_>,
    monte_carlo: &MonteCarlo<'_>,
) -> Result<Judged> {
    let Subjects { runs, stored, measures } = *subjects;
    let alone = samples(&runs[runs.len() - 1..], measures, gate)?;
    let pairs = pairs(gate, subjects)?;
    let margins = Margins::of(gate, &pairs)?;
    let (compared, tests) = compared(gate, &pairs, monte_carlo)?;
    let has_baseline = stored.is_some() || runs.len() == 2;
    let mut results = vec![];
    for rule in &gate.rules {
        let on = alone.iter().filter(|s| is_about(rule, &s.measure, s.slice.as_deref()));
        let outcomes = on.map(|sample| {
            let same = |c: &&Compared| c.slice == sample.slice && c.measure == sample.measure;
            let compared = Compare { drop: compared.iter().find(same), margins: &margins };
            outcome(rule, sample, &compared, has_baseline)
        });
        let outcomes = outcomes.collect::<Result<Vec<Outcome>>>()?;
        if outcomes.is_empty() {
            let (at, place) = match rule.scope {
                Scope::All | Scope::Everywhere => (0, "judged"),
                Scope::EverySlice { at } => (at, "in any of the slices"),
                Scope::Slice { at, .. } => (at, "in this slice"),
            };
            return Err(rule.error(at, format!("no topic of the candidate is {place}")).into());
        }
        results.push(RuleResult { rule: rule.clone(), status: status(&outcomes), outcomes });
    }
    Ok(Judged { rules: results, tests, margin_tests: margins.tests })
}

/// A rule is broken if it is broken anywhere, else not shown if it is so anywhere, and skipped if it
/// could be checked nowhere.
fn status(outcomes: &[Outcome]) -> RuleStatus {
    let any = |status: &RuleStatus| outcomes.iter().any(|outcome| outcome.status == *status);
    let all = [RuleStatus::Broken, RuleStatus::NotShown, RuleStatus::Ok];
    all.into_iter().find(any).unwrap_or(RuleStatus::Skipped)
}

impl Gate {
    /// P-values after the adjustment.
    pub(super) fn adjusted(&self, p: &[f64]) -> Result<Vec<f64>> {
        let adjusted = self.correction.adjust(p);
        adjusted.map_err(|why| Error::new(ErrorKind::Request, why.to_string()))
    }
}

fn samples(runs: &[EvaluatedRun], measures: &[Measure], gate: &Gate) -> Result<Vec<Sample>> {
    let runs = runs.iter().map(|run| (run.name.as_str(), &run.scores));
    scores(runs, measures, gate.slices.as_ref())
}

pub(super) fn is_about(rule: &Rule, measure: &Measure, slice: Option<&str>) -> bool {
    *measure == rule.measure
        && match &rule.scope {
            Scope::All => slice.is_none(),
            Scope::Everywhere => true,
            Scope::EverySlice { .. } => slice.is_some(),
            Scope::Slice { name, .. } => slice == Some(name),
        }
}

/// Candidate and baseline by a measure on some topics.
struct Compared {
    measure: Measure,
    slice: Option<String>,
    topics: usize,
    baseline: f64,
    candidate: f64,
    counts: TopicCounts,
    /// What the test gave; none where no rule asks for it.
    test: Option<std::result::Result<Tested, StatsError>>,
}

/// A test, adjusted for their number.
struct Tested {
    test: PairTest,
    /// Whether the test finds the candidate better (`Greater`) or worse.
    direction: Ordering,
    /// p after the adjustment.
    adjusted: f64,
    /// The lowest p that so many topics could have given, adjusted beside the others as they are.
    lowest: Option<f64>,
}

/// Candidate and baseline on all that rules which compare them ask for, and only that; prepared, with the
/// baseline's column before the candidate's.
fn pairs(gate: &Gate, subjects: &Subjects<'_>) -> Result<Vec<Sample>> {
    let Subjects { runs, stored, measures } = *subjects;
    if stored.is_none() && runs.len() < 2 {
        return Ok(vec![]);
    }
    let wanted = samples(runs, measures, gate)?.into_iter();
    let wanted = wanted.filter(|sample| is_asked(gate, sample, Rule::needs_baseline));
    let pairs = wanted.map(|sample| match stored {
        Some(stored) => with_stored(sample, stored),
        None => Ok(sample),
    });
    let pairs = pairs.collect::<Result<Vec<Sample>>>()?.into_iter();
    pairs.filter(|pair| !pair.topics.is_empty()).map(Sample::prepared).collect()
}

/// Whether some rule of a kind is about this measure on these topics.
fn is_asked(gate: &Gate, sample: &Sample, kind: impl Fn(&Rule) -> bool) -> bool {
    let mut rules = gate.rules.iter().filter(|rule| kind(rule));
    rules.any(|rule| is_about(rule, &sample.measure, sample.slice.as_deref()))
}

/// Tests the pairs where rules go by a p-value, and adjusts over all of these; a measure on a slice
/// is one test, however many rules ask for it. Gives their number too.
fn compared(
    gate: &Gate,
    pairs: &[Sample],
    monte_carlo: &MonteCarlo<'_>,
) -> Result<(Vec<Compared>, usize)> {
    let by_p = |rule: &Rule| matches!(rule.condition, Condition::Drop { alpha: Some(_), .. });
    let mut tests = vec![];
    for sample in pairs {
        let test = || gate.test.of_pairs(&sample.columns, &[(0, 1)], 0.95, monte_carlo).pop();
        tests.push(if is_asked(gate, sample, by_p) { test() } else { None });
    }
    let values: Vec<f64> = tests.iter().flatten().flatten().map(|test| test.p).collect();
    // There is one for each that was tested, in their order.
    let (adjusted, mut next) = (gate.adjusted(&values)?, 0);
    let mut compared = vec![];
    for (sample, test) in pairs.iter().zip(tests) {
        let test = match test {
            Some(Ok(test)) => {
                let at = next;
                next += 1;
                let lowest = match lowest_p(gate.test, sample.topics.len(), test.exact_instead) {
                    Some(lowest) => {
                        let mut values = values.clone();
                        values[at] = lowest;
                        Some(gate.adjusted(&values)?[at])
                    }
                    None => None,
                };
                let direction = direction(sample, &test);
                Some(Ok(Tested { test, direction, adjusted: adjusted[at], lowest }))
            }
            Some(Err(why)) => Some(Err(why)),
            None => None,
        };
        compared.push(Compared {
            topics: sample.topics.len(),
            counts: TopicCounts::of(sample, &sample.columns[0], &sample.columns[1]),
            baseline: sample.means[0],
            candidate: sample.means[1],
            measure: sample.measure.clone(),
            slice: sample.slice.clone(),
            test,
        });
    }
    Ok((compared, values.len()))
}

/// Whether a test finds the candidate better or worse.
fn direction(sample: &Sample, test: &PairTest) -> Ordering {
    let lower = sample.measure.family().better == Better::Lower;
    match test.direction {
        Some(direction) if lower => direction.reverse(),
        Some(direction) => direction,
        None => sample.gain((0, 1)).total_cmp(&0.0),
    }
}

/// Puts the stored scores before the candidate's, on the topics that both have.
fn with_stored(candidate: Sample, stored: &StoredScores) -> Result<Sample> {
    let slice = candidate.slice.clone();
    let alone = candidate.keep_topics(|topic| stored.has(topic));
    let columns = vec![stored.column(&alone.measure, &alone.topics)?, alone.columns[0].clone()];
    let means = columns.iter().map(|column| over_topics(&alone.measure, column)).collect();
    let runs = crate::RunName::all([stored.run.as_str(), alone.runs[0].as_str()]);
    let mut both = Sample::new(alone.measure, runs, alone.topics, columns, means)?;
    both.slice = slice;
    Ok(both)
}

/// The lowest p that so many topics can give, where there is one: the exact test that takes the place
/// of an undefined one goes by signs too.
fn lowest_p(test: Test, topics: usize, exact_instead: bool) -> Option<f64> {
    if exact_instead { Test::Sign.lowest_p(topics) } else { test.lowest_p(topics) }
}

/// What rules that compare candidate and baseline go by.
struct Compare<'a> {
    drop: Option<&'a Compared>,
    margins: &'a Margins<'a>,
}

fn outcome(
    rule: &Rule,
    sample: &Sample,
    compared: &Compare<'_>,
    has_baseline: bool,
) -> Result<Outcome> {
    let made = |topics, status, finding| {
        let slice = sample.slice.clone();
        Ok(Outcome { slice, topics, status, finding })
    };
    let topics = sample.topics.len();
    let (tolerance, alpha) = match rule.condition {
        Condition::Bound { relation, bound } => {
            let value = sample.means[0];
            let holds = relation.holds(value, bound);
            let status = if holds { RuleStatus::Ok } else { RuleStatus::Broken };
            return made(topics, status, GateFinding::Bound { value, relation, bound });
        }
        Condition::NotWorse { tolerance, alpha } => {
            let slice = sample.slice.as_deref();
            return match compared.margins.found(rule, slice, tolerance, alpha) {
                Some((topics, status, found)) => {
                    made(topics, status, GateFinding::NotWorse(Box::new(found)))
                }
                None if has_baseline => made(topics, RuleStatus::NotShown, GateFinding::NoTopics),
                None => made(topics, RuleStatus::Skipped, GateFinding::NoBaseline),
            };
        }
        Condition::Drop { tolerance, alpha } => (tolerance, alpha),
    };
    let Some(compared) = compared.drop else {
        let finding = if has_baseline { GateFinding::NoTopics } else { GateFinding::NoBaseline };
        return made(topics, RuleStatus::Skipped, finding);
    };
    let drop = drop(compared, tolerance, alpha)?;
    let significant = |found: &Significance| found.verdict == DropVerdict::Significant;
    let broken = drop.exceeds_tolerance && drop.significance.as_ref().is_none_or(significant);
    let status = if broken { RuleStatus::Broken } else { RuleStatus::Ok };
    made(compared.topics, status, GateFinding::Drop(Box::new(drop)))
}

fn drop(compared: &Compared, tolerance: Tolerance, alpha: Option<f64>) -> Result<Drop> {
    let Compared { baseline, candidate, .. } = *compared;
    let gain = candidate - baseline;
    let lower = compared.measure.family().better == Better::Lower;
    let worse_by = if lower { gain } else { -gain };
    // With a baseline of 0, any drop at all is more than any share of it.
    let allowed = tolerance.amount(baseline);
    let significance = alpha.map(|alpha| match &compared.test {
        Some(test) => Ok(Significance::of(test, alpha)),
        None => Err(Error::new(ErrorKind::Nothing, "a rule goes by p, but nothing was tested")),
    });
    Ok(Drop {
        tolerance,
        baseline,
        candidate,
        worse_by: worse_by + 0.0,
        worse_by_share: (baseline != 0.0).then(|| worse_by / baseline.abs()),
        exceeds_tolerance: worse_by > allowed + rounding(baseline, candidate),
        topics: compared.counts,
        significance: significance.transpose()?,
    })
}

impl Significance {
    fn of(test: &std::result::Result<Tested, StatsError>, alpha: f64) -> Self {
        let Tested { test, direction, adjusted, lowest } = match test {
            Ok(tested) => tested,
            Err(why) => {
                return Significance {
                    alpha,
                    p: None,
                    p_standard_error: None,
                    exact_instead: false,
                    undefined: Some(why.clone()),
                    p_adjusted: None,
                    lowest_p: None,
                    verdict: DropVerdict::Untestable,
                };
            }
        };
        let verdict = match direction {
            _ if *adjusted >= alpha => DropVerdict::NotSignificant,
            Ordering::Less => DropVerdict::Significant,
            Ordering::Equal | Ordering::Greater => DropVerdict::TestFindsGain,
        };
        Significance {
            alpha,
            p: Some(test.p),
            p_standard_error: test.standard_error,
            exact_instead: test.exact_instead,
            undefined: None,
            p_adjusted: Some(*adjusted),
            lowest_p: *lowest,
            verdict,
        }
    }
}

#[cfg(test)]
mod tests;
