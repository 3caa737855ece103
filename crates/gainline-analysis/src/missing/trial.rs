//! A run's ranking of a topic, and its value when single documents get other grades.

use super::yardstick::Yardstick;
use gainline::{Grading, PoolTopic, Regraded, Result};

/// A run's ranking of a topic under judgments that are changed one at a time.
pub(super) struct Trial<'a> {
    yardstick: &'a Yardstick,
    ranking: Regraded<'a>,
    /// The value as things are.
    pub value: f64,
    /// What documents outside do.
    outside: Vec<Outside>,
}

/// The value with one document regraded that the run lacks, or has below the measure's last rank
/// where that is known of the measure. Such a document can only make the recall base grow, so that
/// all of one grade do the same, but for those that users knew.
struct Outside {
    before: Option<f64>,
    after: Option<f64>,
    known: bool,
    value: f64,
}

impl<'a> Trial<'a> {
    pub(super) fn new(
        yardstick: &'a Yardstick,
        topic: &'a PoolTopic,
        run: usize,
        grading: &Grading,
    ) -> Result<Self> {
        let ranking = Regraded::new(topic, run, grading.clone());
        let value = yardstick.value(topic, &ranking.judged())?;
        Ok(Trial { yardstick, ranking, value, outside: vec![] })
    }

    /// The value if this document had this grade, or were unjudged.
    pub(super) fn value_with(&mut self, place: usize, after: Option<f64>) -> Result<f64> {
        let before = self.ranking.grade(place);
        if before == after {
            return Ok(self.value);
        }
        let is_outside = self.ranking.rank(place).is_none_or(|rank| rank > self.yardstick.cutoff);
        let known = self.ranking.topic().documents()[place].known;
        let is_same =
            |other: &&Outside| (other.before, other.after, other.known) == (before, after, known);
        if is_outside && let Some(same) = self.outside.iter().find(is_same) {
            return Ok(same.value);
        }
        self.ranking.set(place, after);
        let value = self.yardstick.value(self.ranking.topic(), &self.ranking.judged());
        self.ranking.set(place, before);
        let value = value?;
        if is_outside {
            self.outside.push(Outside { before, after, known, value });
        }
        Ok(value)
    }

    /// Gives a document a grade for good.
    pub(super) fn set(&mut self, place: usize, grade: Option<f64>) -> Result<()> {
        self.value = self.value_with(place, grade)?;
        self.ranking.set(place, grade);
        self.outside.clear();
        Ok(())
    }
}
