//! The runs' scores, what unjudged documents could make of them, and what they probably do.

use super::chance::{Chances, chances};
use super::judging::{Judging, means};
use super::parallel::each_topic;
use super::yardstick::Yardstick;
use gainline::{ErrorKind, Grading, Ranking, Result};

/// How many gradings of a topic the estimate is the mean of.
pub(super) const DRAWS: usize = 8;

/// A run's score.
#[derive(Debug, Clone, PartialEq)]
pub struct Score {
    /// Where unjudged documents count as irrelevant.
    pub value: f64,
    /// Where open documents are relevant as often as their chance says.
    pub estimate: f64,
    /// The lowest and the highest that grades of the unjudged documents of all runs can give, or why
    /// they are not known. Those that the run lacks make its recall base grow.
    pub bounds: Bounds,
}

/// The lowest and the highest value, or why they are not known.
pub type Bounds = std::result::Result<(f64, f64), String>;

/// The score of each run.
pub fn scores(judging: &Judging<'_>, yardstick: &Yardstick<'_>) -> Result<Vec<Score>> {
    let values = means(&judging.values(yardstick)?, judging.runs());
    let estimates = estimates(judging, yardstick, &chances(judging, yardstick))?;
    let bounds = bounds(judging, yardstick)?;
    let scores = values.into_iter().zip(estimates).enumerate();
    let score = |(run, (value, estimate)): (usize, (f64, f64))| Score {
        value,
        estimate,
        bounds: bounds.as_ref().map(|bounds| bounds[run]).map_err(Clone::clone),
    };
    Ok(scores.map(score).collect())
}

/// Each run's mean bounds, or why there are none.
fn bounds(
    judging: &Judging<'_>,
    yardstick: &Yardstick<'_>,
) -> Result<std::result::Result<Vec<(f64, f64)>, String>> {
    let states = yardstick.outside_states();
    let of_topic = |topic: usize| {
        let (real, topic) = (judging.grading(topic), &judging.pool().topics()[topic]);
        let mut found = vec![];
        let of_run = |(run, ranking): (usize, &Option<Ranking>)| {
            let Some(ranking) = ranking else { return Ok(None) };
            let mut ends: Option<(f64, f64)> = None;
            for &state in &states {
                let grading = supposing(real, ranking, state);
                let (low, high) = yardstick.bounds(topic, run, &grading, &mut found)?;
                ends = Some(ends.map_or((low, high), |(l, h)| (l.min(low), h.max(high))));
            }
            Ok(ends)
        };
        topic.rankings().iter().enumerate().map(of_run).collect::<Result<Vec<_>>>()
    };
    let bounds = match each_topic(yardstick.threads(), judging.pool().topics().len(), of_topic) {
        Ok(bounds) => bounds,
        // The measure has none, or too many gradings to try.
        Err(error) if error.kind() == ErrorKind::Measure => {
            return Ok(Err(error.message().to_string()));
        }
        Err(error) => return Err(error),
    };
    let side = |pick: fn((f64, f64)) -> f64| {
        let side = |topic: &Vec<Option<(f64, f64)>>| topic.iter().map(|b| b.map(pick)).collect();
        means(&bounds.iter().map(side).collect::<Vec<_>>(), judging.runs())
    };
    Ok(Ok(side(|b| b.0).into_iter().zip(side(|b| b.1)).collect()))
}

/// The judgments where all unjudged documents that a ranking lacks are in one state.
fn supposing(real: &Grading, ranking: &Ranking, state: Option<f64>) -> Grading {
    let mut grading = real.clone();
    if state.is_some() {
        let mut ranked = vec![false; real.grades().len()];
        ranking.documents.iter().for_each(|place| ranked[*place] = true);
        for (place, ranked) in ranked.iter().enumerate() {
            if !ranked && real.grade(place).is_none() {
                grading.set(place, state);
            }
        }
    }
    grading
}

/// Each run's mean when open documents are relevant as often as their chance says.
pub(super) fn estimates(
    judging: &Judging<'_>,
    yardstick: &Yardstick<'_>,
    chances: &Chances,
) -> Result<Vec<f64>> {
    let of_topic = |topic: usize| {
        let mut sums: Vec<Option<f64>> = vec![None; judging.runs()];
        for grading in drawn(judging, chances, topic) {
            let values = judging.topic_values(yardstick, topic, &grading)?;
            for (sum, value) in sums.iter_mut().zip(values) {
                let share = value.map(|value| value / DRAWS as f64);
                *sum = share.map(|share| sum.unwrap_or(0.0) + share);
            }
        }
        Ok(sums)
    };
    let values = each_topic(yardstick.threads(), judging.pool().topics().len(), of_topic)?;
    Ok(means(&values, judging.runs()))
}

/// Gradings of a topic in which each open document is relevant as often as its chance says, and as
/// many are relevant each time as the chances sum up to: systematic samples.
///
/// W. Madow, On the Theory of Systematic Sampling, II, Annals of Mathematical Statistics 20(3), 1949.
fn drawn(judging: &Judging<'_>, chances: &Chances, topic: usize) -> Vec<Grading> {
    let open = likeliest_first(judging, chances, topic);
    let draw = |draw: usize| {
        let mut grading = judging.grading(topic).clone();
        let mut sum = (draw as f64 + 0.5) / DRAWS as f64;
        for &place in &open {
            let before = sum.floor();
            sum += chances.of(topic, place);
            if sum.floor() > before {
                grading.set(place, Some(chances.grade()));
            }
        }
        grading
    };
    (0..DRAWS).map(draw).collect()
}

/// The one grading where the likeliest documents are relevant, as many as the chances sum up to.
pub(super) fn likeliest(judging: &Judging<'_>, chances: &Chances, topic: usize) -> Grading {
    let open = likeliest_first(judging, chances, topic);
    let expected = open.iter().fold(0.0, |sum, &place| sum + chances.of(topic, place));
    let mut grading = judging.grading(topic).clone();
    for &place in open.iter().take(expected.round() as usize) {
        grading.set(place, Some(chances.grade()));
    }
    grading
}

fn likeliest_first(judging: &Judging<'_>, chances: &Chances, topic: usize) -> Vec<usize> {
    let mut open = judging.open(topic).to_vec();
    // Stable, so that equal chances stay in the order of the documents.
    open.sort_by(|&a, &b| chances.of(topic, b).total_cmp(&chances.of(topic, a)));
    open
}
