//! What documents would contribute at other grades.

use super::explainer::{Explainer, ranked};
use gainline::{Grading, PoolTopic, Result};

impl Explainer {
    /// By rank, what each document would contribute at each of the [grades](Self::grades), all other
    /// judgments staying as they are: its contribution if the qrels had that grade.
    pub fn at_grades(&self, topic: &PoolTopic, run: usize) -> Result<Vec<Vec<f64>>> {
        let mut grading = topic.grading();
        let mut at_grades = vec![];
        for (rank, &document) in (1..).zip(ranked(topic, run)) {
            let had = grading.grade(document);
            let mut contributions = vec![];
            for supposed in self.grades() {
                grading.set(document, Some(*supposed));
                contributions.push(self.contribution(topic, run, &grading, rank)?);
            }
            grading.set(document, had);
            at_grades.push(contributions);
        }
        Ok(at_grades)
    }

    /// What the document at a rank contributes under judgments that have it.
    fn contribution(
        &self,
        topic: &PoolTopic,
        run: usize,
        grading: &Grading,
        rank: usize,
    ) -> Result<f64> {
        let mut room = vec![];
        let judged = topic.judged(run, grading, &mut room);
        let value = |down_to: usize| {
            let found = judged.found_within(down_to);
            self.revealed(topic, &judged, found, judged.found().len() - found.len())
        };
        Ok(value(rank)? - value(rank - 1)?)
    }
}
