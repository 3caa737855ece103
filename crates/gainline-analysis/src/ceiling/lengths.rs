//! How long rankings are. A run that ends before a measure stops looking loses by its length too,
//! and not by its queries alone.

use super::results::{CeilingResults, TopicCeiling, TopicValues};

/// How many documents a topic's rankings have, unjudged ones counted in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lengths {
    /// The optimal query's.
    pub optimal: usize,
    /// Each run's; none where the topic does not count for the run.
    pub runs: Vec<Option<usize>>,
}

impl Lengths {
    /// The fewest documents that each has in any of the parts.
    pub(super) fn fewest(parts: &[TopicValues]) -> Option<Lengths> {
        let mut fewest = parts.first()?.lengths.clone();
        for TopicValues { lengths, .. } in &parts[1..] {
            fewest.optimal = fewest.optimal.min(lengths.optimal);
            for (least, length) in fewest.runs.iter_mut().zip(&lengths.runs) {
                *least = (*least).min(*length);
            }
        }
        Some(fewest)
    }

    /// Whether a run's ranking ends before the optimal query's, and before the cutoff if there is
    /// one.
    fn is_shorter(&self, run: usize, cutoff: Option<usize>) -> bool {
        self.runs[run].is_some_and(|length| {
            length < self.optimal && cutoff.is_none_or(|cutoff| length < cutoff)
        })
    }
}

impl CeilingResults {
    /// The documents of a topic on average, with nothing held out: the optimal queries', or a run's
    /// on the topics that count for it. None without a topic.
    pub fn length(&self, run: Option<usize>) -> Option<f64> {
        let length = |topic: &TopicCeiling| match run {
            Some(run) => topic.all.lengths.runs[run],
            None => Some(topic.all.lengths.optimal),
        };
        let lengths: Vec<usize> = self.topics.iter().filter_map(length).collect();
        let sum: usize = lengths.iter().sum();
        (!lengths.is_empty()).then(|| sum as f64 / lengths.len() as f64)
    }

    /// On how many topics a run's ranking ends before the measure stops looking, while the optimal
    /// query's goes on. For measures with a cutoff, held out or not; for those that look at whole
    /// rankings, by the run as it was given, as every run is shorter when documents are held out.
    pub fn shorter(&self, run: usize, measure: usize) -> usize {
        // Where unjudged documents are dropped, the first k may come from anywhere.
        let cutoff = self.measures[measure].cutoff().filter(|_| !self.condensed);
        let is_shorter = |topic: &&TopicCeiling| {
            let held_out = topic.held_out.as_ref().filter(|_| cutoff.is_some());
            let mut both = [Some(&topic.all), held_out].into_iter().flatten();
            both.any(|measured| measured.lengths.is_shorter(run, cutoff))
        };
        self.topics.iter().filter(is_shorter).count()
    }
}
