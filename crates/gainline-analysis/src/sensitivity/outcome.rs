//! The changes of a run, topic by topic and averaged.

use gainline::Scores;
use gainline_stats::SAME;
use serde::Serialize;

/// What was found of a run.
#[derive(Debug)]
pub struct Changes {
    /// The scores as they are.
    pub scores: Scores,
    /// The topics, in the order of the qrels; those that the run lacks have no changes.
    pub topics: Vec<TopicChanges>,
    depth: usize,
}

/// A topic's changes.
#[derive(Debug)]
pub struct TopicChanges {
    /// Its name.
    pub name: String,
    /// By measure and rank; none where no document changes.
    by_rank: Vec<Vec<Option<f64>>>,
}

/// The change of a measure at a rank.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RankChange {
    /// The rank, from 1.
    pub rank: usize,
    /// How many topics have a document there that changes.
    pub topics: usize,
    /// The change of the measure, the mean over these topics.
    pub change: f64,
    /// The change divided by that at rank 1; none where that is 0 or not there.
    pub share: Option<f64>,
}

impl TopicChanges {
    /// The change of a measure at a rank; none where no document changes.
    pub fn change(&self, measure: usize, rank: usize) -> Option<f64> {
        self.by_rank[measure].get(rank.checked_sub(1)?).copied().flatten()
    }

    /// The changes of a measure at all ranks where a document changes.
    pub fn curve(&self, measure: usize) -> Vec<RankChange> {
        let ranks = (1..).zip(&self.by_rank[measure]);
        with_shares(ranks.filter_map(|(rank, change)| Some((rank, 1, (*change)?))))
    }
}

impl Changes {
    pub(super) fn new(
        scores: Scores,
        topics: Vec<(String, Vec<Vec<Option<f64>>>)>,
        depth: usize,
    ) -> Self {
        let ranks = topics.iter().flat_map(|(_, by_rank)| by_rank).map(Vec::len);
        let depth = depth.min(ranks.max().unwrap_or(0));
        let topic = |(name, by_rank)| TopicChanges { name, by_rank };
        Changes { scores, topics: topics.into_iter().map(topic).collect(), depth }
    }

    /// The mean changes of a measure at all ranks where a document of any topic changes.
    pub fn curve(&self, measure: usize) -> Vec<RankChange> {
        let mean = |rank: usize| {
            let changes = self.topics.iter().filter_map(|topic| topic.change(measure, rank));
            let (sum, topics) = changes.fold((0.0, 0), |(sum, n), change| (sum + change, n + 1));
            (topics > 0).then(|| (rank, topics, sum / topics as f64))
        };
        with_shares((1..=self.depth).filter_map(mean))
    }

    /// The first rank by which half of a measure's weight lies: of the sum of the mean changes at all
    /// ranks. None where nothing changes, or changes go both ways.
    pub fn half(&self, measure: usize) -> Option<usize> {
        half(&self.curve(measure))
    }

    /// The last rank at which a document changes a measure, on any topic.
    pub(super) fn last_effective(&self, measure: usize) -> Option<usize> {
        let is_effective = |change: &Option<f64>| change.is_some_and(|c| c.abs() > SAME);
        let last =
            self.topics.iter().filter_map(|t| t.by_rank[measure].iter().rposition(is_effective));
        last.max().map(|place| place + 1)
    }
}

fn with_shares(ranks: impl Iterator<Item = (usize, usize, f64)>) -> Vec<RankChange> {
    let mut first = None;
    let changes = ranks.map(|(rank, topics, change)| {
        if rank == 1 && change.abs() > SAME {
            first = Some(change);
        }
        RankChange { rank, topics, change, share: first.map(|first| change / first + 0.0) }
    });
    changes.collect()
}

/// The first rank by which half of the weight lies.
pub(super) fn half(curve: &[RankChange]) -> Option<usize> {
    if curve.iter().any(|at| at.change < -SAME) && curve.iter().any(|at| at.change > SAME) {
        return None;
    }
    let total = curve.iter().fold(0.0, |sum, at| sum + at.change.abs());
    let mut sum = 0.0;
    let reaches = |at: &&RankChange| {
        sum += at.change.abs();
        // Rounding must not decide between equal halves.
        sum >= total / 2.0 * (1.0 - SAME)
    };
    if total > SAME { curve.iter().find(reaches).map(|at| at.rank) } else { None }
}

/// The first rank with a change of the opposite sign of the first one, from which on none has its sign.
pub(super) fn opposite_from(curve: &[RankChange]) -> Option<usize> {
    let first = curve.first()?.change;
    let goes =
        |at: &&RankChange, sign: f64| at.change * first * sign > 0.0 && at.change.abs() > SAME;
    let tail = curve.iter().rev().take_while(|at| !goes(at, 1.0));
    tail.filter(|at| goes(at, -1.0)).last().map(|at| at.rank)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(changes: &[f64]) -> Vec<RankChange> {
        with_shares((1..).zip(changes).map(|(rank, change)| (rank, 1, *change)))
    }

    #[test]
    fn the_rank_is_found_from_which_on_changes_are_opposite() {
        let opposite = |changes: &[f64]| opposite_from(&curve(changes));
        assert_eq!(opposite(&[0.3, -0.1, 0.1, -0.1, -0.2]), Some(4));
        assert_eq!(opposite(&[-3.0, 1.0]), Some(2));
        assert_eq!(opposite(&[0.3, -0.1, 0.0]), Some(2));
        assert_eq!(opposite(&[0.3, 0.0, -0.1, 0.0, -0.2]), Some(3));
        assert_eq!(opposite(&[0.3, 0.0, 0.0]), None);
        assert_eq!(opposite(&[]), None);
    }
}
