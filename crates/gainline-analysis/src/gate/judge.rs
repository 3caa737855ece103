//! Rules checked against scores.

use super::rule::{Condition, Rule, Scope, Tolerance, rounding};
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

/// Checks every rule; and says how many tests the p-values are adjusted for.
pub(super) fn judge(
    gate: &Gate,
    subjects: &Subjects<'_>,
    monte_carlo: &MonteCarlo<'_>,
) -> Result<(Vec<RuleResult>, usize)> {
    let Subjects { runs, stored, measures } = *subjects;
    let alone = samples(&runs[runs.len() - 1..], measures, gate)?;
    let mut compared = compared(gate, subjects, monte_carlo)?;
    let tests = adjust(gate, &mut compared)?;
    let has_baseline = stored.is_some() || runs.len() == 2;
    let mut results = vec![];
    for rule in &gate.rules {
        let on = alone.iter().filter(|s| is_about(rule, &s.measure, s.slice.as_deref()));
        let outcomes = on.map(|sample| {
            let same = |c: &&Compared| c.slice == sample.slice && c.measure == sample.measure;
            outcome(rule, sample, compared.iter().find(same), has_baseline)
        });
        let outcomes: Vec<Outcome> = outcomes.collect();
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
    Ok((results, tests))
}

/// A rule is broken if it is broken anywhere, and skipped if it could be checked nowhere.
fn status(outcomes: &[Outcome]) -> RuleStatus {
    let any = |status| outcomes.iter().any(|outcome| outcome.status == status);
    match (any(RuleStatus::Broken), any(RuleStatus::Ok)) {
        (true, _) => RuleStatus::Broken,
        (false, true) => RuleStatus::Ok,
        (false, false) => RuleStatus::Skipped,
    }
}

fn samples(runs: &[EvaluatedRun], measures: &[Measure], gate: &Gate) -> Result<Vec<Sample>> {
    let runs = runs.iter().map(|run| (run.name.as_str(), &run.scores));
    scores(runs, measures, gate.slices.as_ref())
}

fn is_about(rule: &Rule, measure: &Measure, slice: Option<&str>) -> bool {
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
    tested: std::result::Result<PairTest, StatsError>,
    /// Whether the test finds the candidate better (`Greater`) or worse.
    direction: Ordering,
    /// p after the adjustment, where a rule asks for it.
    adjusted: Option<f64>,
    /// The lowest p that so many topics could have given, adjusted beside the others as they are.
    lowest: Option<f64>,
}

/// Candidate and baseline on all that rules about drops ask for, and only that.
fn compared(
    gate: &Gate,
    subjects: &Subjects<'_>,
    monte_carlo: &MonteCarlo<'_>,
) -> Result<Vec<Compared>> {
    let Subjects { runs, stored, measures } = *subjects;
    let pairs = match stored {
        Some(stored) => {
            let alone = samples(runs, measures, gate)?.into_iter();
            alone.map(|sample| with_stored(sample, stored)).collect::<Result<Vec<Sample>>>()?
        }
        None if runs.len() == 2 => samples(runs, measures, gate)?,
        None => return Ok(vec![]),
    };
    let wanted = |sample: &Sample| {
        let about = |rule: &Rule| is_about(rule, &sample.measure, sample.slice.as_deref());
        let drops = |rule: &Rule| matches!(rule.condition, Condition::Drop { .. });
        !sample.topics.is_empty() && gate.rules.iter().any(|rule| drops(rule) && about(rule))
    };
    let pairs = pairs.into_iter().filter(wanted);
    pairs.map(|sample| Compared::of(sample.prepared()?, gate.test, monte_carlo)).collect()
}

impl Compared {
    /// Of a sample that is prepared, with the baseline's column before the candidate's.
    fn of(sample: Sample, test: Test, monte_carlo: &MonteCarlo<'_>) -> Result<Self> {
        let (baseline, candidate) = (sample.means[0], sample.means[1]);
        let mut tested = test.of_pairs(&sample.columns, &[(0, 1)], 0.95, monte_carlo);
        let Some(tested) = tested.pop() else {
            return Err(Error::new(ErrorKind::Nothing, "no pair of runs was tested"));
        };
        let lower = sample.measure.family().better == Better::Lower;
        let direction = match tested.as_ref().ok().and_then(|tested| tested.direction) {
            Some(direction) if lower => direction.reverse(),
            Some(direction) => direction,
            None => sample.gain((0, 1)).total_cmp(&0.0),
        };
        Ok(Compared {
            topics: sample.topics.len(),
            counts: TopicCounts::of(&sample, &sample.columns[0], &sample.columns[1]),
            measure: sample.measure,
            slice: sample.slice,
            baseline,
            candidate,
            tested,
            direction,
            adjusted: None,
            lowest: None,
        })
    }
}

/// Puts the stored scores before the candidate's, on the topics that both have.
fn with_stored(candidate: Sample, stored: &StoredScores) -> Result<Sample> {
    let slice = candidate.slice.clone();
    let alone = candidate.keep_topics(|topic| stored.has(topic));
    let columns = vec![stored.column(&alone.measure, &alone.topics), alone.columns[0].clone()];
    let means = columns.iter().map(|column| over_topics(&alone.measure, column)).collect();
    let runs = crate::RunName::all([stored.run.as_str(), alone.runs[0].as_str()]);
    let mut both = Sample::new(alone.measure, runs, alone.topics, columns, means)?;
    both.slice = slice;
    Ok(both)
}

/// Adjusts the p-values that rules go by, over all of them; a measure on a slice is one test,
/// however many rules ask for it. Gives their number.
fn adjust(gate: &Gate, compared: &mut [Compared]) -> Result<usize> {
    let asked = |c: &Compared| {
        let tests = |rule: &Rule| matches!(rule.condition, Condition::Drop { alpha: Some(_), .. });
        let rules = gate.rules.iter().filter(|rule| tests(rule));
        rules.into_iter().any(|rule| is_about(rule, &c.measure, c.slice.as_deref()))
    };
    let (mut tests, values): (Vec<(&mut Compared, PairTest)>, Vec<f64>) = compared
        .iter_mut()
        .filter(|compared| asked(compared))
        .filter_map(|compared| {
            let tested = *compared.tested.as_ref().ok()?;
            Some(((compared, tested), tested.p))
        })
        .unzip();
    let adjust = |values: &[f64]| {
        let adjusted = gate.correction.adjust(values);
        adjusted.map_err(|why| Error::new(ErrorKind::Request, why.to_string()))
    };
    let adjusted = adjust(&values)?;
    for (at, (compared, tested)) in tests.iter_mut().enumerate() {
        compared.adjusted = Some(adjusted[at]);
        if let Some(lowest) = lowest_p(gate.test, compared.topics, tested.exact_instead) {
            let mut values = values.clone();
            values[at] = lowest;
            compared.lowest = Some(adjust(&values)?[at]);
        }
    }
    Ok(values.len())
}

/// The lowest p that so many topics can give, where there is one: a test that goes by signs cannot
/// be surer than their number allows, nor can the exact one that takes the place of another.
fn lowest_p(test: Test, topics: usize, exact_instead: bool) -> Option<f64> {
    let by_signs = match test {
        Test::Randomization | Test::Wilcoxon | Test::Sign => true,
        Test::T
        | Test::Bootstrap
        | Test::Tukey
        | Test::RandomizedTukey
        | Test::Nemenyi
        | Test::Conover => false,
    };
    let power = i32::try_from(topics).ok()?.saturating_sub(1);
    (by_signs || exact_instead).then(|| 0.5_f64.powi(power))
}

fn outcome(
    rule: &Rule,
    sample: &Sample,
    compared: Option<&Compared>,
    has_baseline: bool,
) -> Outcome {
    let made = |topics, status, finding| {
        let slice = sample.slice.clone();
        Outcome { slice, topics, status, finding }
    };
    let topics = sample.topics.len();
    let (tolerance, alpha) = match rule.condition {
        Condition::Bound { relation, bound } => {
            let value = sample.means[0];
            let holds = relation.holds(value, bound);
            let status = if holds { RuleStatus::Ok } else { RuleStatus::Broken };
            return made(topics, status, GateFinding::Bound { value, relation, bound });
        }
        Condition::Drop { tolerance, alpha } => (tolerance, alpha),
    };
    let Some(compared) = compared else {
        let finding = if has_baseline { GateFinding::NoTopics } else { GateFinding::NoBaseline };
        return made(topics, RuleStatus::Skipped, finding);
    };
    let drop = drop(compared, tolerance, alpha);
    let significant = |found: &Significance| found.verdict == DropVerdict::Significant;
    let broken = drop.exceeds_tolerance && drop.significance.as_ref().is_none_or(significant);
    let status = if broken { RuleStatus::Broken } else { RuleStatus::Ok };
    made(compared.topics, status, GateFinding::Drop(Box::new(drop)))
}

fn drop(compared: &Compared, tolerance: Tolerance, alpha: Option<f64>) -> Drop {
    let Compared { baseline, candidate, .. } = *compared;
    let gain = candidate - baseline;
    let lower = compared.measure.family().better == Better::Lower;
    let worse_by = if lower { gain } else { -gain };
    // With a baseline of 0, any drop at all is more than any share of it.
    let allowed = match tolerance {
        Tolerance::Absolute(amount) => amount,
        Tolerance::Percent(percent) => percent / 100.0 * baseline.abs(),
    };
    let verdict = |alpha: f64| match (&compared.tested, compared.adjusted) {
        (Ok(_), Some(p)) if p < alpha => match compared.direction {
            Ordering::Less => DropVerdict::Significant,
            Ordering::Equal | Ordering::Greater => DropVerdict::TestFindsGain,
        },
        (Ok(_), _) => DropVerdict::NotSignificant,
        (Err(_), _) => DropVerdict::Untestable,
    };
    let tested = compared.tested.as_ref().ok();
    Drop {
        tolerance,
        baseline,
        candidate,
        worse_by: worse_by + 0.0,
        worse_by_share: (baseline != 0.0).then(|| worse_by / baseline.abs()),
        exceeds_tolerance: worse_by > allowed + rounding(baseline, candidate),
        topics: compared.counts,
        significance: alpha.map(|alpha| Significance {
            alpha,
            p: tested.map(|tested| tested.p),
            p_standard_error: tested.and_then(|tested| tested.standard_error),
            exact_instead: tested.is_some_and(|tested| tested.exact_instead),
            undefined: compared.tested.as_ref().err().cloned(),
            p_adjusted: compared.adjusted,
            lowest_p: compared.lowest,
            verdict: verdict(alpha),
        }),
    }
}

#[cfg(test)]
mod tests;
