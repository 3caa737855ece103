//! What a report comes to, in words; the words of `gainline compare` where runs were compared.

use super::build::{DIGITS, Reported};
use crate::notes::counted;
use gainline::Summary;

/// The verdict; its first sentence is the headline.
pub(super) fn verdict(outcome: &Reported<'_>) -> Vec<String> {
    let words = outcome.words();
    let headline = words.headline().or_else(|| alone(outcome));
    headline.into_iter().chain(words.conclusion()).collect()
}

/// What there is to say of a single run.
fn alone(outcome: &Reported<'_>) -> Option<String> {
    let [run] = outcome.runs else { return None };
    let (measure, topics) = (&outcome.measures[0], run.scores.topics().len());
    let digits = if measure.summary() == Summary::Sum { 0 } else { DIGITS };
    let value = run.scores.all().first().copied();
    let value = value.map_or("no value".into(), |value| format!("{value:.digits$}"));
    let topics = counted(topics, "topic");
    Some(format!("{} has {measure} {value} over {topics}.", run.name))
}
