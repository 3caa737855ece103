//! What single documents change: a topic's values when a document turns relevant.

use super::judging::Judging;
use super::trial::Trial;
use super::yardstick::Yardstick;
use gainline::{Grading, Result};

/// For some documents of a topic, by how much the runs' values change when each alone turns from
/// unjudged to relevant. Higher is better, whichever way the measure goes.
pub(super) struct Effects {
    /// The documents.
    pub places: Vec<usize>,
    /// By document and run; 0 where the topic does not count for the run.
    pub changes: Vec<Vec<f64>>,
}

/// The effects of a topic's open documents, where the others are as in `supposed`, and a relevant
/// one has this grade.
pub(super) fn effects(
    judging: &Judging<'_>,
    yardstick: &Yardstick,
    topic: usize,
    supposed: &Grading,
    grade: f64,
) -> Result<Effects> {
    let places = judging.open(topic).to_vec();
    let topic = &judging.pool.topics()[topic];
    let mut changes = vec![vec![0.0; judging.runs()]; places.len()];
    for run in (0..judging.runs()).filter(|run| topic.rankings()[*run].is_some()) {
        let mut trial = Trial::new(yardstick, topic, run, supposed)?;
        for (changes, &place) in changes.iter_mut().zip(&places) {
            let with = yardstick.height(trial.value_with(place, Some(grade))?);
            let without = yardstick.height(trial.value_with(place, None)?);
            changes[run] = with - without;
        }
    }
    Ok(Effects { places, changes })
}
