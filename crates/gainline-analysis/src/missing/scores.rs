//! The runs' scores, and what unjudged documents probably make of them.

use super::chance::{Chances, chances};
use super::judging::{Judging, means};
use super::yardstick::Yardstick;
use crate::parallel::in_parallel;
use gainline::{Grading, Result};

/// How many gradings of a topic the estimate is the mean of.
pub(super) const DRAWS: usize = 8;

/// Each run's score where unjudged documents count as irrelevant.
pub fn values(judging: &Judging<'_>, yardstick: &Yardstick) -> Result<Vec<f64>> {
    Ok(means(&judging.values(yardstick)?, judging.runs()))
}

/// Each run's score where open documents are relevant as often as their chance says.
pub fn estimated(judging: &Judging<'_>, yardstick: &Yardstick) -> Result<Vec<f64>> {
    estimates(judging, yardstick, &chances(judging, yardstick))
}

/// Each run's mean under the judgments so far; higher is better.
pub(super) fn heights(judging: &Judging<'_>, yardstick: &Yardstick) -> Result<Vec<f64>> {
    let values = values(judging, yardstick)?;
    Ok(values.into_iter().map(|value| yardstick.height(value)).collect())
}

/// Each run's mean when open documents are relevant as often as their chance says.
pub(super) fn estimates(
    judging: &Judging<'_>,
    yardstick: &Yardstick,
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
    let values = in_parallel(yardstick.threads, judging.pool.topics().len(), of_topic)?;
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
                grading.set(place, Some(chances.grade));
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
        grading.set(place, Some(chances.grade));
    }
    grading
}

fn likeliest_first(judging: &Judging<'_>, chances: &Chances, topic: usize) -> Vec<usize> {
    let mut open = judging.open(topic).to_vec();
    // Stable, so that equal chances stay in the order of the documents.
    open.sort_by(|&a, &b| chances.of(topic, b).total_cmp(&chances.of(topic, a)));
    open
}
