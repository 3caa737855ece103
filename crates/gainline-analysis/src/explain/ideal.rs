//! The ideal ranking: the highest grades first.

use super::explainer::{Explainer, ranked};
use gainline::{Found, Judged, PoolTopic, Result};
use serde::Serialize;

/// A topic's ideal ranking.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ideal {
    /// Its score.
    pub score: f64,
    /// The value before its first document, when no judgment is known.
    pub before: f64,
    /// By rank.
    pub ranks: Vec<IdealRank>,
}

/// A rank of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct IdealRank {
    /// The grade there; none for an unjudged document.
    pub grade: Option<f64>,
    /// What it contributes there.
    pub contribution: f64,
}

impl Explainer {
    /// All judged documents of a grade above 0 with the highest first, and behind them the run's
    /// other documents, those of grades below 0 last; as long as the run's ranking, or longer if
    /// there are more documents of a grade above 0, but no longer than rankings may be. None for a
    /// measure that goes by scores.
    pub fn ideal(&self, topic: &PoolTopic, run: usize) -> Result<Option<Ideal>> {
        if self.goes_by_scores {
            return Ok(None);
        }
        let documents = topic.documents();
        // An unjudged document is worth nothing, and harms nothing.
        let worth = |place: &usize| documents[*place].grade.unwrap_or(0.0);
        let mut order: Vec<usize> =
            (0..documents.len()).filter(|place| worth(place) > 0.0).collect();
        let length = ranked(topic, run).len().max(order.len()).min(self.depth);
        order.extend(ranked(topic, run).iter().filter(|place| worth(place) <= 0.0));
        order.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
        order.truncate(length);
        let (grading, mut room) = (topic.grading(), vec![]);
        let judged = topic.judged(run, &grading, &mut room);
        let mut found = vec![];
        for (rank, &place) in (1..).zip(&order) {
            let known = documents[place].known;
            found.extend(documents[place].grade.map(|grade| Found { rank, grade, known }));
        }
        let ideal = Judged::new(length, &found, judged.grades());
        let ideal = ideal.with_background(judged.background());
        let (before, steps) = self.steps(topic, &ideal)?;
        let score = steps.last().map_or(before, |(_, total)| *total);
        let rank = |(&place, (contribution, _)): (&usize, (f64, f64))| IdealRank {
            grade: documents[place].grade,
            contribution,
        };
        Ok(Some(Ideal { score, before, ranks: order.iter().zip(steps).map(rank).collect() }))
    }
}
