//! Relevant documents that a ranking lacks, or has too low.

use super::explainer::{Explainer, ranked};
use gainline::{Found, Judged, PoolTopic, Result};
use serde::Serialize;

/// A document of a grade above 0 that a ranking lacks, or has too low.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Missed {
    /// Its id.
    pub document: String,
    /// Its grade.
    pub grade: f64,
    /// Its rank; none if it was not retrieved, or is below the depth of the rankings.
    pub rank: Option<usize>,
    /// How the score would change with it at rank 1 and all others one rank lower (the last one
    /// dropped where rankings are cut at a depth); none for a measure that goes by scores.
    pub change_on_top: Option<f64>,
}

impl Explainer {
    /// The judged documents of a grade above 0 that a run does not have within `depth`, the highest
    /// grade first, then the one that is nearest.
    pub fn missed(&self, topic: &PoolTopic, run: usize, depth: usize) -> Result<Vec<Missed>> {
        let order = ranked(topic, run);
        let rank = |place: usize| order.iter().position(|other| *other == place).map(|at| at + 1);
        let mut missed = vec![];
        for (place, document) in topic.documents().iter().enumerate() {
            let Some(grade) = document.grade.filter(|grade| *grade > 0.0) else { continue };
            let rank = rank(place);
            if rank.is_some_and(|rank| rank <= depth) {
                continue;
            }
            let change_on_top = self.change_on_top(topic, run, place)?;
            missed.push(Missed { document: document.id.clone(), grade, rank, change_on_top });
        }
        let rank = |missed: &Missed| missed.rank.unwrap_or(usize::MAX);
        missed.sort_by(|a, b| b.grade.total_cmp(&a.grade).then(rank(a).cmp(&rank(b))));
        Ok(missed)
    }

    /// How much the score changes if this document stands at the top.
    fn change_on_top(&self, topic: &PoolTopic, run: usize, place: usize) -> Result<Option<f64>> {
        if self.goes_by_scores {
            return Ok(None);
        }
        let (grading, mut found) = (topic.grading(), vec![]);
        let judged = topic.judged(run, &grading, &mut found);
        let others = ranked(topic, run).iter().filter(|other| **other != place);
        let order = std::iter::once(place).chain(others.copied());
        let order: Vec<usize> = order.take(self.depth).collect();
        let mut moved = vec![];
        for (rank, &place) in (1..).zip(&order) {
            let known = topic.documents()[place].known;
            moved.extend(grading.grade(place).map(|grade| Found { rank, grade, known }));
        }
        let moved = Judged::new(order.len(), &moved, judged.grades());
        let moved = moved.with_background(judged.background());
        Ok(Some(self.value(topic, &moved)? - self.value(topic, &judged)?))
    }
}
