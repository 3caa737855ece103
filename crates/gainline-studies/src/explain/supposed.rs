//! What documents would contribute at other grades.

use super::{Explainer, ranked};
use gainline::{Background, Found, Judged, PoolTopic, Result};

impl Explainer<'_> {
    /// What each document down to a rank would contribute at each of the [grades](Self::grades), all
    /// other judgments staying as they are: what an account would say if the qrels had it so.
    pub fn at_grades(
        &self,
        topic: &PoolTopic,
        run: usize,
        down_to: usize,
    ) -> Result<Vec<Vec<f64>>> {
        let (grading, mut found) = (topic.grading(), vec![]);
        let judged = topic.judged(run, &grading, &mut found);
        let documents = ranked(topic, run).iter().take(down_to);
        let rank = |(at, document): (usize, &usize)| {
            let there =
                Found { rank: at + 1, grade: 0.0, known: topic.documents()[*document].known };
            let grade = grading.grade(*document);
            let supposed = self.grades.iter().map(|supposed| {
                let there = Found { grade: *supposed, ..there };
                self.supposed(topic, &judged, grade, there)
            });
            supposed.collect()
        };
        documents.enumerate().map(rank).collect()
    }

    /// What a document would contribute as `there` has it, which had this grade.
    fn supposed(
        &self,
        topic: &PoolTopic,
        judged: &Judged<'_>,
        had: Option<f64>,
        there: Found,
    ) -> Result<f64> {
        let grades = exchanged(judged.grades(), had, there.grade);
        let background = judged.background();
        let known = match there.known {
            true => exchanged(background.known, had, there.grade),
            false => background.known.to_vec(),
        };
        let background = Background { known: &known, ..background };
        let supposed = judged.with_found(&[], &grades).with_background(background);
        // One more is judged if it was not.
        let all = judged.found().len() + usize::from(had.is_none());
        let mut found = judged.found_within(there.rank - 1).to_vec();
        let above = self.revealed(topic, &supposed, &found, all - found.len())?;
        found.push(there);
        Ok(self.revealed(topic, &supposed, &found, all - found.len())? - above)
    }
}

/// Descending numbers with one of them, if it is there, exchanged for another.
fn exchanged(descending: &[f64], had: Option<f64>, has: f64) -> Vec<f64> {
    let mut list = descending.to_vec();
    let place = |list: &[f64], number: f64| list.partition_point(|&n| n > number);
    if let Some(had) = had {
        list.remove(place(&list, had));
    }
    list.insert(place(&list, has), has);
    list
}
