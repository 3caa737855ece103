//! Documents that should have stood higher.

use super::{Explainer, ranked};
use gainline::{Found, Judged, PoolTopic, Result};

/// A document of a grade above 0 that a ranking lacks, or has too low.
#[derive(Debug, Clone, PartialEq)]
pub struct Missed {
    /// Its place among the topic's documents.
    pub document: usize,
    /// Its grade.
    pub grade: f64,
    /// Its rank, if it was retrieved, and not below the last rank that counts.
    pub rank: Option<usize>,
    /// How much the score would change if it stood at the top, all others one rank lower, and the
    /// last one gone where rankings may not be longer; none for a measure that goes by scores.
    pub on_top: Option<f64>,
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
            let on_top = self.on_top(topic, run, place)?;
            missed.push(Missed { document: place, grade, rank, on_top });
        }
        let rank = |missed: &Missed| missed.rank.unwrap_or(usize::MAX);
        missed.sort_by(|a, b| b.grade.total_cmp(&a.grade).then(rank(a).cmp(&rank(b))));
        Ok(missed)
    }

    /// How much the score changes if this document stands at the top.
    fn on_top(&self, topic: &PoolTopic, run: usize, document: usize) -> Result<Option<f64>> {
        if self.goes_by_scores {
            return Ok(None);
        }
        let (grading, mut found) = (topic.grading(), vec![]);
        let judged = topic.judged(run, &grading, &mut found);
        let others = ranked(topic, run).iter().filter(|place| **place != document);
        let order = std::iter::once(document).chain(others.copied());
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
