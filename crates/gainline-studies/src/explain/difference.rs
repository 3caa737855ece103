//! What makes two rankings of a topic differ, document by document.

use super::{Account, Contribution, SAME};
use std::collections::HashMap;

/// What makes the second of two rankings differ from the first.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// The first ranking's score.
    pub first: f64,
    /// The second ranking's score.
    pub second: f64,
    /// The values when no document is known, which differ only where the number of documents
    /// retrieved makes a difference.
    pub before: (f64, f64),
    /// For every document of either ranking, the greatest difference first.
    pub changes: Vec<Change>,
}

/// A document in both rankings.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// Its place among the topic's documents.
    pub document: usize,
    /// Its grade; none while it is unjudged.
    pub grade: Option<f64>,
    /// Its rank in the first ranking, if it is there.
    pub first_rank: Option<usize>,
    /// Its rank in the second ranking, if it is there.
    pub second_rank: Option<usize>,
    /// What it contributes to the first ranking; 0 if it is not there.
    pub first: f64,
    /// What it contributes to the second ranking; 0 if it is not there.
    pub second: f64,
    /// The second less the first.
    pub difference: f64,
}

impl Difference {
    /// The difference between two accounts of the same topic by the same measure.
    pub fn between(first: &Account, second: &Account) -> Self {
        let mut changes: Vec<Change> = vec![];
        let mut places: HashMap<usize, usize> = HashMap::new();
        let absent = |rank: &Contribution| Change {
            document: rank.document,
            grade: rank.grade,
            first_rank: None,
            second_rank: None,
            first: 0.0,
            second: 0.0,
            difference: 0.0,
        };
        for rank in &first.ranks {
            places.insert(rank.document, changes.len());
            let (first_rank, first) = (Some(rank.rank), rank.contribution);
            changes.push(Change { first_rank, first, ..absent(rank) });
        }
        for rank in &second.ranks {
            let place = *places.entry(rank.document).or_insert_with(|| {
                changes.push(absent(rank));
                changes.len() - 1
            });
            changes[place].second_rank = Some(rank.rank);
            changes[place].second = rank.contribution;
        }
        for change in &mut changes {
            change.difference = change.second - change.first;
        }
        // Stable, so that differences that differ by rounding only stay in the order of ranks.
        let size = |change: &Change| (change.difference.abs() / SAME).round();
        changes.sort_by(|a, b| size(b).total_cmp(&size(a)));
        let before = (first.before, second.before);
        Difference { first: first.score, second: second.score, before, changes }
    }

    /// The second score less the first.
    pub fn total(&self) -> f64 {
        self.second - self.first
    }
}
