//! What makes two rankings of a topic differ, document by document.

use super::explainer::{Breakdown, Contribution, Explainer};
use gainline::{Judged, PoolTopic, Result};
use gainline_stats::{SAME, is_same};
use serde::Serialize;
use std::collections::HashMap;

/// What makes ranking B differ from ranking A.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Difference {
    /// The score of A.
    pub score_a: f64,
    /// The score of B.
    pub score_b: f64,
    /// Score B − score A.
    pub difference: f64,
    /// A's value before its first document.
    pub before_a: f64,
    /// B's value before its first document; it differs from A's only where the number of retrieved
    /// or judged documents counts.
    pub before_b: f64,
    /// The sum of all differences above 0, of documents and of the values before the first one.
    pub gains: f64,
    /// The sum of all differences below 0.
    pub losses: f64,
    /// What a document's contribution depends on.
    pub depends_on: DependsOn,
    /// Every document of either ranking, the largest difference first.
    pub documents: Vec<DocumentDifference>,
}

/// What a document's contribution to a ranking depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DependsOn {
    /// On its rank alone, so that each difference comes from the document's own move: additive.
    Rank,
    /// On its rank, and on how many documents are retrieved or judged.
    Retrieved,
    /// On its rank and its score, which may differ where the rank does not.
    Score,
    /// On the documents above it.
    Above,
}

/// A document in both rankings.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DocumentDifference {
    /// Its id.
    pub document: String,
    /// Its grade; none for an unjudged document.
    pub grade: Option<f64>,
    /// Its rank in A, if it is there.
    pub rank_a: Option<usize>,
    /// Its rank in B, if it is there.
    pub rank_b: Option<usize>,
    /// What it contributes to A; 0 if it is not there.
    pub contribution_a: f64,
    /// What it contributes to B; 0 if it is not there.
    pub contribution_b: f64,
    /// Contribution B − contribution A.
    pub difference: f64,
    /// The difference as a share of the scores' difference; none where gains and losses cancel out, or
    /// nearly so.
    pub share: Option<f64>,
}

/// A difference is little beside gains and losses that come to so many times as much.
const LITTLE: f64 = 0.1;

impl DocumentDifference {
    /// Whether it stands at the same rank in both rankings.
    pub fn is_unmoved(&self) -> bool {
        self.rank_a.is_some() && self.rank_a == self.rank_b
    }

    /// Whether its contributions differ by more than rounding.
    pub fn is_different(&self) -> bool {
        !is_same(self.contribution_a, self.contribution_b)
    }
}

impl Explainer {
    /// What makes a run's ranking of a topic, `b`, differ from that of another one, `a`.
    pub fn difference(&self, topic: &PoolTopic, a: usize, b: usize) -> Result<Difference> {
        let [first, second] = [self.breakdown(topic, a)?, self.breakdown(topic, b)?];
        let mut difference = Difference::between(&first, &second);
        difference.depends_on = if !(first.additive && second.additive) {
            DependsOn::Above
        } else if self.goes_by_scores {
            DependsOn::Score
        } else if difference.has_differences_without_moves()
            || self.goes_by_length(topic, [(a, &first), (b, &second)])
        {
            DependsOn::Retrieved
        } else {
            DependsOn::Rank
        };
        Ok(difference)
    }

    /// Whether the shorter of two rankings comes to something else when unjudged documents make it
    /// as long as the other one.
    fn goes_by_length(&self, topic: &PoolTopic, runs: [(usize, &Breakdown); 2]) -> bool {
        let [(run, breakdown), (_, longer)] = match runs {
            [a, b] if a.1.ranks.len() > b.1.ranks.len() => [b, a],
            other => other,
        };
        let (grading, mut found) = (topic.grading(), vec![]);
        let judged = topic.judged(run, &grading, &mut found);
        let padded = Judged::new(longer.ranks.len(), judged.found(), judged.grades())
            .with_background(judged.background());
        match self.steps(topic, &padded) {
            Ok((before, padded)) => {
                let own = breakdown.ranks.iter().map(|rank| rank.contribution);
                let same = own.zip(padded).all(|(own, (padded, _))| is_same(own, padded));
                !same || !is_same(before, breakdown.before)
            }
            // The collection has no room for a longer ranking, so the length counts.
            Err(_) => true,
        }
    }
}

impl Difference {
    /// The difference between two breakdowns of the same topic by the same measure.
    fn between(a: &Breakdown, b: &Breakdown) -> Self {
        let mut documents: Vec<DocumentDifference> = vec![];
        let mut places: HashMap<&str, usize> = HashMap::new();
        let absent = |rank: &Contribution| DocumentDifference {
            document: rank.document.clone(),
            grade: rank.grade,
            rank_a: None,
            rank_b: None,
            contribution_a: 0.0,
            contribution_b: 0.0,
            difference: 0.0,
            share: None,
        };
        for rank in &a.ranks {
            places.insert(&rank.document, documents.len());
            let (rank_a, contribution_a) = (Some(rank.rank), rank.contribution);
            documents.push(DocumentDifference { rank_a, contribution_a, ..absent(rank) });
        }
        for rank in &b.ranks {
            let place = *places.entry(&rank.document).or_insert_with(|| {
                documents.push(absent(rank));
                documents.len() - 1
            });
            documents[place].rank_b = Some(rank.rank);
            documents[place].contribution_b = rank.contribution;
        }
        let mut all = Difference {
            score_a: a.score,
            score_b: b.score,
            difference: b.score - a.score,
            before_a: a.before,
            before_b: b.before,
            gains: 0.0,
            losses: 0.0,
            depends_on: DependsOn::Above,
            documents: vec![],
        };
        for document in &mut documents {
            document.difference = document.contribution_b - document.contribution_a;
        }
        // Stable, so that differences that differ by rounding only stay in the order of ranks.
        let size = |document: &DocumentDifference| (document.difference.abs() / SAME).round();
        documents.sort_by(|a, b| size(b).total_cmp(&size(a)));
        let parts = || {
            let different = documents.iter().filter(|document| document.is_different());
            different.map(|document| document.difference).chain([b.before - a.before])
        };
        all.gains = parts().filter(|part| *part > SAME).fold(0.0, |sum, part| sum + part);
        all.losses = parts().filter(|part| *part < -SAME).fold(0.0, |sum, part| sum + part);
        for document in &mut documents {
            document.share = all.share(document.difference);
        }
        all.documents = documents;
        all
    }

    /// A part of the scores' difference as a share of it; none where gains and losses cancel out, or
    /// nearly so.
    pub fn share(&self, part: f64) -> Option<f64> {
        // Adding 0 makes a negative zero positive.
        (self.difference.abs() > SAME && !self.nearly_cancels_out())
            .then(|| part / self.difference + 0.0)
    }

    /// Whether gains and losses leave little of each other, so that a share of it would be many times
    /// the whole.
    pub fn nearly_cancels_out(&self) -> bool {
        self.difference.abs() < LITTLE * (self.gains - self.losses)
    }

    /// Whether something differs without having moved.
    fn has_differences_without_moves(&self) -> bool {
        let mut documents = self.documents.iter();
        !is_same(self.before_a, self.before_b)
            || documents.any(|document| document.is_unmoved() && document.is_different())
    }

    /// Whether each difference comes from the document's own move.
    pub fn is_additive(&self) -> bool {
        self.depends_on == DependsOn::Rank
    }
}
