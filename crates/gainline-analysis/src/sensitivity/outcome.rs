//! The changes of a run, topic by topic and averaged.

use gainline::Scores;
use gainline_stats::SAME;

/// What was found of a run.
#[derive(Debug)]
pub struct Changes {
    scores: Scores,
    topics: Vec<TopicChanges>,
    depth: usize,
}

/// A topic's changes.
#[derive(Debug)]
pub struct TopicChanges {
    name: String,
    /// By measure and rank; not a number where there is no change to speak of.
    by_rank: Vec<Vec<f64>>,
}

/// The mean change at a rank.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mean {
    /// The change of the measure.
    pub change: f64,
    /// How many topics have a document there that counts.
    pub topics: usize,
}

impl TopicChanges {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The change of a measure at a rank; none where no document counts.
    pub fn change(&self, measure: usize, rank: usize) -> Option<f64> {
        let change = self.by_rank[measure].get(rank.checked_sub(1)?).copied();
        // Adding 0 makes a negative zero positive.
        change.filter(|change| change.is_finite()).map(|change| change + 0.0)
    }
}

impl Changes {
    pub(super) fn new(scores: Scores, topics: Vec<(String, Vec<Vec<f64>>)>, depth: usize) -> Self {
        let ranks = topics.iter().flat_map(|(_, by_rank)| by_rank).map(Vec::len);
        let depth = depth.min(ranks.max().unwrap_or(0));
        let topic = |(name, by_rank)| TopicChanges { name, by_rank };
        Changes { scores, topics: topics.into_iter().map(topic).collect(), depth }
    }

    /// The scores as they are.
    pub fn scores(&self) -> &Scores {
        &self.scores
    }

    /// The topics, in the order of the qrels; those that the run lacks have no changes.
    pub fn topics(&self) -> &[TopicChanges] {
        &self.topics
    }

    /// The last rank that was looked at, and that a ranking has.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The mean change of a measure at a rank, over the topics with a document there that counts;
    /// none where there is no such topic.
    pub fn mean(&self, measure: usize, rank: usize) -> Option<Mean> {
        let changes = self.topics.iter().filter_map(|topic| topic.change(measure, rank));
        let (sum, topics) = changes.fold((0.0, 0), |(sum, n), change| (sum + change, n + 1));
        (topics > 0).then(|| Mean { change: sum / topics as f64, topics })
    }

    /// The mean changes of a measure at all ranks.
    pub fn curve(&self, measure: usize) -> Vec<Option<Mean>> {
        (1..=self.depth).map(|rank| self.mean(measure, rank)).collect()
    }

    /// The first rank by which half of a measure's weight lies: of the sum of the mean changes at all
    /// ranks that were looked at. None where nothing changes, or changes go both ways.
    pub fn half(&self, measure: usize) -> Option<usize> {
        let means = self.curve(measure).into_iter();
        let means: Vec<f64> = means.map(|mean| mean.map_or(0.0, |mean| mean.change)).collect();
        if means.iter().any(|m| *m < -SAME) && means.iter().any(|m| *m > SAME) {
            return None;
        }
        let sizes: Vec<f64> = means.into_iter().map(f64::abs).collect();
        let total = sizes.iter().fold(0.0, |sum, size| sum + size);
        let mut sum = 0.0;
        let reaches = |size: &f64| {
            sum += size;
            // Rounding must not decide between equal halves.
            sum >= total / 2.0 * (1.0 - SAME)
        };
        if total > SAME { sizes.iter().position(reaches).map(|place| place + 1) } else { None }
    }
}
