//! What single documents change: a topic's values when a document turns relevant.

use super::judging::Judging;
use super::yardstick::Yardstick;
use gainline::{Found, Grading, PoolTopic, Result};

/// For some documents of a topic, by how much the runs' values change when each alone turns from
/// unjudged to relevant. Higher is better, whichever way the measure goes.
pub(super) struct Effects {
    /// The documents.
    pub places: Vec<usize>,
    /// By document and run; 0 where the topic does not count for the run.
    pub changes: Vec<Vec<f64>>,
}

/// The effects of a topic's open documents, where the others are as in `supposed`, and a relevant
/// one has this grade.
///
/// A document that a run lacks can only make the recall base grow; so can one that it has below the
/// measure's last rank, where that is known of the measure. All such documents do the same, but for
/// those that users knew, so that is computed once.
pub(super) fn effects(
    judging: &Judging<'_>,
    yardstick: &Yardstick,
    topic: usize,
    supposed: &Grading,
    grade: f64,
) -> Result<Effects> {
    let places = judging.open(topic).to_vec();
    let pool_topic = &judging.pool().topics()[topic];
    let mut changes = vec![vec![0.0; judging.runs()]; places.len()];
    let mut trial =
        Trial { topic: pool_topic, yardstick, grading: supposed.clone(), found: vec![] };
    for (run, ranking) in pool_topic.rankings().iter().enumerate() {
        let Some(ranking) = ranking else { continue };
        let mut within = vec![false; pool_topic.documents().len()];
        for &place in ranking.documents.iter().take(yardstick.cutoff()) {
            within[place] = true;
        }
        let before = trial.value(run)?;
        // What documents outside do, by the grade that they are supposed to have, and by whether
        // users knew them.
        let mut outside: Vec<((Option<f64>, bool), f64)> = vec![];
        for (at, &place) in places.iter().enumerate() {
            let kind = (supposed.grade(place), pool_topic.documents()[place].known);
            let same = outside.iter().find(|(other, _)| !within[place] && *other == kind);
            changes[at][run] = match same {
                Some((_, change)) => *change,
                None => {
                    let change = trial.change(run, place, grade, before)?;
                    if !within[place] {
                        outside.push((kind, change));
                    }
                    change
                }
            };
        }
    }
    Ok(Effects { places, changes })
}

/// A topic whose documents are given other grades, one at a time.
struct Trial<'a> {
    topic: &'a PoolTopic,
    yardstick: &'a Yardstick,
    grading: Grading,
    found: Vec<Found>,
}

impl Trial<'_> {
    fn value(&mut self, run: usize) -> Result<f64> {
        let Trial { topic, yardstick, grading, found } = self;
        Ok(yardstick.height(yardstick.value(topic, run, grading, found)?))
    }

    /// The value with the document relevant, less the value with it unjudged; `before` is the value
    /// as things are.
    fn change(&mut self, run: usize, place: usize, grade: f64, before: f64) -> Result<f64> {
        let supposed = self.grading.grade(place);
        let with = match supposed {
            Some(same) if same == grade => before,
            _ => {
                self.grading.set(place, Some(grade));
                self.value(run)?
            }
        };
        let without = match supposed {
            None => before,
            Some(_) => {
                self.grading.set(place, None);
                self.value(run)?
            }
        };
        self.grading.set(place, supposed);
        Ok(with - without)
    }
}
