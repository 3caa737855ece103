//! Rules held against scores.

use super::outcome::{Chance, Drop, Found, Judged, Outcome, Status, Verdict, Verdicts};
use super::rule::{Rule, Says, Scope, Tolerance, rounding};
use super::settings::{Settings, Test};
use super::stored::{Stored, over_topics};
use crate::comparison::{Comparison, IntervalBy, Plan, Sample, compare, samples};
use crate::eval::Evaluated;
use anyhow::bail;
use gainline::{Better, Measure, Slices};
use gainline_stats::{Correction, MonteCarlo, StatsError};

/// What the rules are about.
pub(super) struct Subjects<'a> {
    /// The candidate, behind the baseline if that is a run.
    pub runs: &'a [Evaluated],
    pub stored: Option<&'a Stored>,
    pub measures: &'a [Measure],
    pub slices: Option<&'a Slices>,
}

/// Holds every rule against the scores.
pub(super) fn judge(
    rules: Vec<Rule>,
    subjects: &Subjects<'_>,
    settings: &Settings,
    monte_carlo: MonteCarlo<'_>,
) -> anyhow::Result<Verdicts> {
    let Subjects { runs, measures, slices, .. } = *subjects;
    let alone = samples(&runs[runs.len() - 1..], measures, slices)?;
    let mut compared = compared(&rules, subjects, settings, monte_carlo)?;
    let tests = correct(&rules, &mut compared, settings.correction);
    let mut judged = vec![];
    for rule in rules {
        let on = alone.iter().filter(|sample| is_about(&rule, sample) && !sample.topics.is_empty());
        let outcomes: Vec<Outcome> = on
            .map(|sample| {
                let same = |c: &&Comparison<'_>| {
                    c.sample.slice == sample.slice && c.sample.measure == sample.measure
                };
                outcome(&rule, sample, compared.iter().find(same), subjects, settings.test)
            })
            .collect();
        if outcomes.is_empty() {
            let (at, place) = match rule.scope {
                Scope::All | Scope::Everywhere => (0, "judged"),
                Scope::EverySlice { at } => (at, "in any of the slices"),
                Scope::Slice { at, .. } => (at, "in this slice"),
            };
            bail!("{}", rule.fault(at, format!("no topic of the candidate is {place}")));
        }
        judged.push(Judged { rule, outcomes });
    }
    Ok(Verdicts { judged, tests })
}

fn is_about(rule: &Rule, sample: &Sample<'_>) -> bool {
    *sample.measure == rule.measure
        && match &rule.scope {
            Scope::All => sample.slice.is_none(),
            Scope::Everywhere => true,
            Scope::EverySlice { .. } => sample.slice.is_some(),
            Scope::Slice { name, .. } => sample.slice == Some(name),
        }
}

/// Candidate and baseline on all that rules about drops ask for, and only that. Nothing is
/// corrected yet.
fn compared<'r>(
    rules: &[Rule],
    subjects: &Subjects<'r>,
    settings: &Settings,
    monte_carlo: MonteCarlo<'_>,
) -> anyhow::Result<Vec<Comparison<'r>>> {
    let Subjects { runs, stored, measures, slices } = *subjects;
    let drops = |rule: &&Rule| matches!(rule.says, Says::Drop { .. });
    let wanted = |sample: &Sample<'_>| {
        !sample.topics.is_empty() && rules.iter().filter(drops).any(|r| is_about(r, sample))
    };
    let mut pairs = match stored {
        Some(stored) => beside(samples(runs, measures, slices)?, stored),
        None if runs.len() == 2 => samples(runs, measures, slices)?,
        None => return Ok(vec![]),
    };
    pairs.retain(wanted);
    let plan = Plan {
        test: settings.test.0,
        correction: Correction::None,
        alpha: 0.05,
        level: 0.95,
        interval: IntervalBy::T,
        monte_carlo,
        baseline: Some(0),
        equivalence: None,
    };
    Ok(compare(pairs, &plan))
}

/// Puts the stored scores before the candidate's, on the topics that both have.
fn beside<'r>(mut alone: Vec<Sample<'r>>, stored: &Stored) -> Vec<Sample<'r>> {
    for sample in &mut alone {
        let both: Vec<bool> = sample.topics.iter().map(|topic| stored.has(topic)).collect();
        let mut kept = both.iter();
        sample.topics.retain(|_| kept.next().copied().unwrap_or(false));
        for column in &mut sample.columns {
            let mut kept = both.iter();
            column.retain(|_| kept.next().copied().unwrap_or(false));
        }
        sample.columns.insert(0, stored.column(sample.measure, &sample.topics));
        sample.means =
            sample.columns.iter().map(|column| over_topics(sample.measure, column)).collect();
    }
    alone
}

/// Corrects the p-values that rules go by, over all of them; a measure on a slice is one test,
/// however many rules ask for it. Gives their number.
fn correct(rules: &[Rule], compared: &mut [Comparison<'_>], correction: Correction) -> usize {
    let goes_by = |rule: &&Rule| matches!(rule.says, Says::Drop { alpha: Some(_), .. });
    let asked = |c: &Comparison<'_>| rules.iter().filter(goes_by).any(|r| is_about(r, &c.sample));
    let mut pairs: Vec<_> = compared
        .iter_mut()
        .filter(|comparison| asked(comparison))
        .flat_map(|comparison| &mut comparison.pairs)
        .filter(|pair| pair.p().is_some())
        .collect();
    let values: Vec<f64> = pairs.iter().filter_map(|pair| pair.p()).collect();
    // What is a p-value can be adjusted.
    let adjusted = correction.adjust(&values).unwrap_or(values);
    for (pair, adjusted) in pairs.iter_mut().zip(&adjusted) {
        pair.adjusted = Some(*adjusted);
    }
    adjusted.len()
}

fn outcome(
    rule: &Rule,
    sample: &Sample<'_>,
    comparison: Option<&Comparison<'_>>,
    subjects: &Subjects<'_>,
    test: Test,
) -> Outcome {
    let made = |topics, status, found| {
        let slice = sample.slice.map(String::from);
        Outcome { slice, topics, status, found }
    };
    let topics = sample.topics.len();
    let (tolerance, alpha) = match rule.says {
        Says::Bound { order, bound } => {
            let value = sample.means[0];
            let status = if order.holds(value, bound) { Status::Ok } else { Status::Broken };
            return made(topics, status, Found::Bound { value, order, bound });
        }
        Says::Drop { tolerance, alpha } => (tolerance, alpha),
    };
    let Some(comparison) = comparison else {
        let there = subjects.runs.len() == 2 || subjects.stored.is_some();
        let found = if there { Found::NoTopics } else { Found::NoBaseline };
        return made(topics, Status::Skipped, found);
    };
    let drop = drop(comparison, tolerance, alpha, test);
    let broken = drop.exceeds && drop.chance.as_ref().is_none_or(Chance::is_real);
    let status = if broken { Status::Broken } else { Status::Ok };
    made(comparison.sample.topics.len(), status, Found::Drop(drop))
}

fn drop(comparison: &Comparison<'_>, tolerance: Tolerance, alpha: Option<f64>, test: Test) -> Drop {
    let Sample { means, columns, measure, topics, .. } = &comparison.sample;
    let (pair, better) = (&comparison.pairs[0], measure.family().better);
    let (baseline, candidate) = (means[0], means[1]);
    let gain = candidate - baseline;
    let worse_by = if better == Better::Lower { gain } else { -gain };
    // With a baseline of 0, any drop at all is more than any share of it.
    let allowed = match tolerance {
        Tolerance::Absolute(amount) => amount,
        Tolerance::Percent(percent) => percent / 100.0 * baseline.abs(),
    };
    let verdict = |alpha: f64| match (&pair.tested, pair.adjusted) {
        (Ok(_), Some(p)) if p < alpha => {
            let gains = test.sees_gain(better, &columns[0], &columns[1]);
            if gains { Verdict::TestSeesGain } else { Verdict::Real }
        }
        (Ok(_), _) => Verdict::NotMoreThanChance,
        (Err(StatsError::Undefined { .. }), _) if pair.topics.losses == topics.len() => {
            Verdict::SameOnEveryTopic
        }
        (Err(_), _) => Verdict::Untestable,
    };
    Drop {
        tolerance,
        baseline,
        candidate,
        worse_by: worse_by + 0.0,
        exceeds: worse_by > allowed + rounding(baseline, candidate),
        topics: pair.topics,
        chance: alpha.map(|alpha| Chance {
            alpha,
            tested: pair.tested.clone(),
            adjusted: pair.adjusted,
            verdict: verdict(alpha),
        }),
    }
}
