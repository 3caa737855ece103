//! The numbers that are shown: changes by rank, over all topics or for one.

use crate::notes::Seen;
use gainline_analysis::sensitivity::{Changes, Mean};
use gainline_stats::SAME;

/// A run, and what was found of it.
pub(super) struct Examined {
    pub name: String,
    pub file: String,
    pub changes: Changes,
    /// The mean changes, by measure and rank.
    curves: Vec<Vec<Option<Mean>>>,
}

/// The change of a measure at a rank.
#[derive(Clone, Copy)]
pub(super) struct Figure {
    pub rank: usize,
    /// How many topics are behind it.
    pub topics: usize,
    pub change: f64,
    /// As a share of that at rank 1, where there is one.
    pub share: Option<f64>,
}

impl Examined {
    pub(super) fn new(name: String, file: String, changes: Changes, measures: usize) -> Self {
        let curves = (0..measures).map(|measure| changes.curve(measure)).collect();
        Examined { name, file, changes, curves }
    }

    pub(super) fn seen(&self) -> Seen<'_> {
        Seen::of(&self.name, self.changes.scores())
    }

    /// What is there at a rank; for one topic, or the mean over all.
    pub(super) fn figure(
        &self,
        topic: Option<usize>,
        measure: usize,
        rank: usize,
    ) -> Option<Figure> {
        let at = |rank: usize| match topic {
            None => self.curves[measure].get(rank - 1).copied().flatten(),
            Some(topic) => {
                let change = self.changes.topics()[topic].change(measure, rank)?;
                Some(Mean { change, topics: 1 })
            }
        };
        let Mean { change, topics } = at(rank)?;
        let first = at(1).map(|first| first.change).filter(|first| first.abs() > SAME);
        Some(Figure { rank, topics, change, share: first.map(|first| change / first + 0.0) })
    }

    /// All that is there.
    pub(super) fn figures(&self, topic: Option<usize>, measure: usize) -> Vec<Figure> {
        let ranks = 1..=self.changes.depth();
        ranks.filter_map(|rank| self.figure(topic, measure, rank)).collect()
    }

    /// The last rank at which a document counts.
    pub(super) fn deepest(&self) -> usize {
        let last = |curve: &Vec<Option<Mean>>| curve.iter().rposition(Option::is_some);
        self.curves.iter().filter_map(last).max().map_or(0, |place| place + 1)
    }

    /// The last rank that moves a measure, on any topic.
    pub(super) fn last_moving(&self, measure: usize) -> Option<usize> {
        let moves = |rank: &usize| {
            let mut changes = self.changes.topics().iter().map(|t| t.change(measure, *rank));
            changes.any(|change| change.is_some_and(|change| change.abs() > SAME))
        };
        (1..=self.deepest()).rev().find(moves)
    }
}
