//! What makes two rankings of a topic differ, document by document.

use super::{Account, Contribution, Explainer};
use gainline::{Judged, PoolTopic, Result};
use gainline_stats::{SAME, is_same};
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
    /// What differences depend on.
    pub depends: Depends,
}

/// What a document's contribution to one ranking and to another depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depends {
    /// On its rank alone, so that each difference comes from the document's own move: additive.
    Rank,
    /// On its rank, and on how many documents are retrieved, or judged.
    Retrieved,
    /// On its rank and its score, which may differ where the rank does not.
    Score,
    /// On what stands above it.
    Above,
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

impl Change {
    /// Whether it stands at the same rank in both rankings.
    pub fn stays(&self) -> bool {
        self.first_rank.is_some() && self.first_rank == self.second_rank
    }

    /// Whether it makes a difference, which rounding alone is not.
    pub fn counts(&self) -> bool {
        !is_same(self.first, self.second)
    }
}

impl Explainer {
    /// What makes a run's ranking of a topic, the second, differ from that of another one.
    pub fn difference(&self, topic: &PoolTopic, first: usize, second: usize) -> Result<Difference> {
        let [a, b] = [self.account(topic, first)?, self.account(topic, second)?];
        let mut difference = Difference::between(&a, &b);
        difference.depends = if !(a.is_additive && b.is_additive) {
            Depends::Above
        } else if self.goes_by_scores {
            Depends::Score
        } else if difference.has_still_ones_that_count()
            || self.goes_by_length(topic, [(first, &a), (second, &b)])
        {
            Depends::Retrieved
        } else {
            Depends::Rank
        };
        Ok(difference)
    }

    /// Whether the shorter of two rankings comes to something else when unjudged documents make it
    /// as long as the other one.
    fn goes_by_length(&self, topic: &PoolTopic, runs: [(usize, &Account); 2]) -> bool {
        let [(run, account), (_, longer)] = match runs {
            [a, b] if a.1.ranks.len() > b.1.ranks.len() => [b, a],
            other => other,
        };
        let (grading, mut found) = (topic.grading(), vec![]);
        let judged = topic.judged(run, &grading, &mut found);
        let padded = Judged::new(longer.ranks.len(), judged.found(), judged.grades())
            .with_background(judged.background());
        match self.contributions(topic, &padded) {
            Ok((before, padded)) => {
                let own = account.ranks.iter().map(|rank| rank.contribution);
                let same = own.zip(padded).all(|(own, (padded, _))| is_same(own, padded));
                !same || !is_same(before, account.before)
            }
            // The collection has no room for a longer ranking, so the length counts.
            Err(_) => true,
        }
    }
}

impl Difference {
    /// The difference between two accounts of the same topic by the same measure.
    fn between(first: &Account, second: &Account) -> Self {
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
        let depends = Depends::Above;
        Difference { first: first.score, second: second.score, before, changes, depends }
    }

    /// Whether something differs without having moved.
    fn has_still_ones_that_count(&self) -> bool {
        let mut changes = self.changes.iter();
        !is_same(self.before.0, self.before.1) || changes.any(|c| c.stays() && c.counts())
    }

    /// Whether each difference comes from the document's own move.
    pub fn is_additive(&self) -> bool {
        self.depends == Depends::Rank
    }

    /// The second score less the first.
    pub fn total(&self) -> f64 {
        self.second - self.first
    }
}
