//! Rules held against scores.

use super::outcome::{Chance, Drop, Found, Judged, Outcome, Status, Verdict, Verdicts};
use super::rule::{Rule, Says, Scope, Tolerance, rounding};
use super::settings::Settings;
use super::stored::{Stored, over_topics};
use crate::comparison::{Comparison, Plan, Sample, Side, compare, scores};
use crate::evaluation::Evaluated;
use anyhow::bail;
use gainline::{Better, Measure, Slices};
use gainline_analysis::RunName;
use gainline_stats::{Correction, IntervalMethod, MonteCarlo};

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
    let alone = scores(&runs[runs.len() - 1..], measures, slices)?;
    let mut compared = compared(&rules, subjects, settings, monte_carlo)?;
    let tests = correct(&rules, &mut compared, settings);
    let mut judged = vec![];
    for rule in rules {
        let on = alone.iter().filter(|sample| is_about(&rule, sample) && !sample.topics.is_empty());
        let outcomes: Vec<Outcome> = on
            .map(|sample| {
                let same = |Compared { comparison: c, .. }: &&Compared| {
                    c.sample.slice == sample.slice && c.sample.measure == sample.measure
                };
                outcome(&rule, sample, compared.iter().find(same), subjects)
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

fn is_about(rule: &Rule, sample: &Sample) -> bool {
    sample.measure == rule.measure
        && match &rule.scope {
            Scope::All => sample.slice.is_none(),
            Scope::Everywhere => true,
            Scope::EverySlice { .. } => sample.slice.is_some(),
            Scope::Slice { name, .. } => sample.slice.as_ref() == Some(name),
        }
}

/// Candidate and baseline on some topics.
pub(super) struct Compared {
    comparison: Comparison,
    /// p after the correction, where a rule goes by it and there is one.
    adjusted: Option<f64>,
    /// The lowest p that so many topics could have given, corrected beside the others as they are.
    lowest: Option<f64>,
}

/// Candidate and baseline on all that rules about drops ask for, and only that. Nothing is
/// corrected yet.
fn compared<'r>(
    rules: &[Rule],
    subjects: &Subjects<'r>,
    settings: &Settings,
    monte_carlo: MonteCarlo<'_>,
) -> anyhow::Result<Vec<Compared>> {
    let Subjects { runs, stored, measures, slices } = *subjects;
    let drops = |rule: &&Rule| matches!(rule.says, Says::Drop { .. });
    let wanted = |sample: &Sample| {
        !sample.topics.is_empty() && rules.iter().filter(drops).any(|r| is_about(r, sample))
    };
    let mut pairs = match stored {
        Some(stored) => beside(scores(runs, measures, slices)?, stored)?,
        None if runs.len() == 2 => scores(runs, measures, slices)?,
        None => return Ok(vec![]),
    };
    pairs.retain(wanted);
    let pairs = pairs.into_iter().map(Sample::prepared).collect::<gainline::Result<_>>()?;
    Ok(tested(pairs, settings, monte_carlo)?)
}

/// Compares candidates with baselines, which stand before them.
fn tested<'r>(
    pairs: Vec<Sample>,
    settings: &Settings,
    monte_carlo: MonteCarlo<'_>,
) -> gainline::Result<Vec<Compared>> {
    let plan = Plan {
        test: settings.test.0,
        correction: Correction::None,
        alpha: 0.05,
        level: 0.95,
        interval: IntervalMethod::T,
        monte_carlo,
        baseline: Some(0),
        equivalence: None,
    };
    let compared = compare(pairs, &plan)?.into_iter();
    Ok(compared.map(|comparison| Compared { comparison, adjusted: None, lowest: None }).collect())
}

/// Puts the stored scores before the candidate's, on the topics that both have.
fn beside(alone: Vec<Sample>, stored: &Stored) -> gainline::Result<Vec<Sample>> {
    let both = alone.into_iter().map(|sample| sample.keep_topics(|topic| stored.has(topic)));
    let pair = |sample: Sample| {
        let Sample { measure, slice, topics, runs, mut columns, .. } = sample;
        let names: Vec<&str> = topics.iter().map(String::as_str).collect();
        columns.insert(0, stored.column(&measure, &names));
        let means = columns.iter().map(|column| over_topics(&measure, column)).collect();
        let runs = RunName::all(["baseline"].into_iter().chain(runs.iter().map(RunName::as_str)));
        let mut pair = Sample::new(measure, runs, topics, columns, means)?;
        pair.slice = slice;
        Ok(pair)
    };
    both.filter(|sample| !sample.topics.is_empty()).map(pair).collect()
}

/// Corrects the p-values that rules go by, over all of them; a measure on a slice is one test,
/// however many rules ask for it. Gives their number.
fn correct(rules: &[Rule], compared: &mut [Compared], settings: &Settings) -> usize {
    let goes_by = |rule: &&Rule| matches!(rule.says, Says::Drop { alpha: Some(_), .. });
    let asked = |c: &Comparison| rules.iter().filter(goes_by).any(|r| is_about(r, &c.sample));
    let (mut tests, values): (Vec<&mut Compared>, Vec<f64>) = compared
        .iter_mut()
        .filter(|compared| asked(&compared.comparison))
        .filter_map(|compared| {
            let p = compared.comparison.pairs[0].p()?;
            Some((compared, p))
        })
        .unzip();
    // What is a p-value can be adjusted.
    let adjust = |values: &[f64]| settings.correction.adjust(values).unwrap_or(values.to_vec());
    for (at, (test, adjusted)) in tests.iter_mut().zip(adjust(&values)).enumerate() {
        test.adjusted = Some(adjusted);
        let pair = &test.comparison.pairs[0];
        let stands_in = pair.test.defined().is_some_and(|tested| tested.exact_instead);
        let topics = test.comparison.sample.topics.len();
        test.lowest = settings.test.lowest_p(topics, stands_in).map(|lowest| {
            let mut values = values.clone();
            values[at] = lowest;
            adjust(&values)[at]
        });
    }
    values.len()
}

fn outcome(
    rule: &Rule,
    sample: &Sample,
    compared: Option<&Compared>,
    subjects: &Subjects<'_>,
) -> Outcome {
    let made = |topics, status, found| {
        let slice = sample.slice.clone();
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
    let Some(compared) = compared else {
        let there = subjects.runs.len() == 2 || subjects.stored.is_some();
        let found = if there { Found::NoTopics } else { Found::NoBaseline };
        return made(topics, Status::Skipped, found);
    };
    let drop = drop(compared, tolerance, alpha);
    let broken = drop.exceeds && drop.chance.as_ref().is_none_or(Chance::is_real);
    let status = if broken { Status::Broken } else { Status::Ok };
    made(compared.comparison.sample.topics.len(), status, Found::Drop(drop))
}

fn drop(compared: &Compared, tolerance: Tolerance, alpha: Option<f64>) -> Drop {
    let Sample { means, measure, .. } = &compared.comparison.sample;
    let (pair, better) = (&compared.comparison.pairs[0], measure.family().better);
    let (baseline, candidate) = (means[0], means[1]);
    let gain = candidate - baseline;
    let worse_by = if better == Better::Lower { gain } else { -gain };
    // With a baseline of 0, any drop at all is more than any share of it.
    let allowed = match tolerance {
        Tolerance::Absolute(amount) => amount,
        Tolerance::Percent(percent) => percent / 100.0 * baseline.abs(),
    };
    let verdict = |alpha: f64| match (pair.test.defined(), compared.adjusted) {
        (Some(tested), Some(p)) if p < alpha => match tested.better {
            Some(Side::Baseline) => Verdict::Real,
            Some(Side::Run) | None => Verdict::TestSeesGain,
        },
        (Some(_), _) => Verdict::NotMoreThanChance,
        (None, _) => Verdict::Untestable,
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
            tested: pair.test.clone(),
            adjusted: compared.adjusted,
            lowest: compared.lowest,
            verdict: verdict(alpha),
        }),
    }
}

#[cfg(test)]
mod tests;
