//! Which comparisons of runs unjudged documents could turn, and how few of them would do.

use super::bounds::Bounds;
use super::effects::{Effects, effects};
use super::judging::Judging;
use super::trial::Trial;
use super::yardstick::Yardstick;
use crate::parallel::in_parallel;
use gainline::{Measure, Result};
use gainline_stats::SAME;
use serde::Serialize;
use std::sync::atomic::{AtomicUsize, Ordering};

/// No more judgments than this are tried for one comparison.
pub const MOST_JUDGMENTS: usize = 2_000;

/// Whether a comparison of two runs could turn.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PairFlip {
    /// The measure.
    pub measure: Measure,
    /// The better run.
    pub run: String,
    /// The other one.
    pub against: String,
    /// How much better it is: not below 0, whichever way the measure goes.
    pub difference: f64,
    /// An outer bound, where it is known: whatever the unjudged documents are, the difference is not
    /// lower. It comes from the bounds of each run alone, and may not be attainable.
    // By the bounds of each of the two alone: the true end lies within, because a document of both
    // runs cannot have two grades.
    pub least: Option<f64>,
    /// Likewise: the difference is not higher.
    pub most: Option<f64>,
    /// What could turn it.
    pub outcome: FlipOutcome,
    /// How many documents of the highest grade were found to turn it.
    pub judgments: Option<usize>,
    /// These documents.
    // They were picked one by one, each time the one that changes most, so that fewer may do.
    pub documents: Vec<TopicDocument>,
}

/// What could turn a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum FlipOutcome {
    /// The runs have the same mean.
    Equal,
    /// No grades of unjudged documents that some run has turn it: even the outer bounds do not cross 0.
    Safe,
    /// Documents were found that turn it.
    Turned,
    /// No documents were found that turn it, but it is not shown to be safe.
    #[serde(rename = "not found")]
    NotFound,
}

/// A document of a topic.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TopicDocument {
    /// The topic.
    pub topic: String,
    /// The document.
    pub document: String,
}

/// Looks at pairs of runs, where the values and bounds are the runs' by the same measure. `progress`
/// hears how many pairs are done.
pub(super) fn flips(
    judging: &Judging<'_>,
    yardstick: &Yardstick,
    names: &[&str],
    values: &[f64],
    bounds: &[Bounds],
    pairs: &[(usize, usize)],
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Vec<PairFlip>> {
    let grade = yardstick.top_grade();
    let all = in_parallel(yardstick.threads, judging.pool.topics().len(), |topic| {
        effects(judging, yardstick, topic, judging.grading(topic), grade)
    })?;
    let by_topic = judging.values(yardstick)?;
    let done = AtomicUsize::new(0);
    in_parallel(yardstick.threads, pairs.len(), |pair| {
        let (a, b) = pairs[pair];
        let height = |run: usize| yardstick.height(values[run]);
        let (first, second) = if height(a) >= height(b) { (a, b) } else { (b, a) };
        let difference = height(first) - height(second);
        let range = range(yardstick, &bounds[first], &bounds[second]);
        let (outcome, documents) = if difference <= SAME {
            (FlipOutcome::Equal, vec![])
        } else if range.is_some_and(|(low, _)| low > SAME) {
            (FlipOutcome::Safe, vec![])
        } else {
            let search = Search::new(judging, yardstick, (first, second));
            let found = search.few(&all, &by_topic, difference)?;
            found.map_or((FlipOutcome::NotFound, vec![]), |found| (FlipOutcome::Turned, found))
        };
        progress(done.fetch_add(1, Ordering::Relaxed) + 1, pairs.len());
        let document = |(topic, place): (usize, usize)| {
            let topic = &judging.pool.topics()[topic];
            let document = topic.documents()[place].id.clone();
            TopicDocument { topic: topic.name().to_string(), document }
        };
        Ok(PairFlip {
            measure: yardstick.measure.clone(),
            run: names[first].to_string(),
            against: names[second].to_string(),
            difference,
            least: range.map(|(least, _)| least),
            most: range.map(|(_, most)| most),
            outcome,
            judgments: (outcome == FlipOutcome::Turned).then_some(documents.len()),
            documents: documents.into_iter().map(document).collect(),
        })
    })
}

/// The least and the most that the difference can be, by the bounds of each run.
fn range(yardstick: &Yardstick, first: &Bounds, second: &Bounds) -> Option<(f64, f64)> {
    let ends = |bounds: &Bounds| -> Option<(f64, f64)> {
        let (low, high) = bounds.as_ref().ok()?;
        let (a, b) = (yardstick.height(*low), yardstick.height(*high));
        Some((a.min(b), a.max(b)))
    };
    let ((first_low, first_high), (second_low, second_high)) = (ends(first)?, ends(second)?);
    Some((first_low - second_high, first_high - second_low))
}

/// The search for few judgments that turn one comparison.
struct Search<'a> {
    judging: &'a Judging<'a>,
    yardstick: &'a Yardstick,
    runs: [usize; 2],
    /// What a topic's value counts in each run's mean.
    weights: [f64; 2],
    /// What the documents that are picked are graded.
    grade: Option<f64>,
}

/// A topic on the way.
struct Tried<'a> {
    /// What it adds to the difference of the means.
    part: f64,
    /// The open documents that are not picked yet, and what each does to the difference.
    documents: Vec<(usize, f64)>,
    /// Which of them lowers the difference most, if any does.
    best: Option<usize>,
    /// The two rankings, as far as the topic counts for them, once a document was picked.
    trials: Option<[Option<Trial<'a>>; 2]>,
}

impl<'a> Search<'a> {
    fn new(judging: &'a Judging<'a>, yardstick: &'a Yardstick, runs: (usize, usize)) -> Self {
        let (runs, counted) = ([runs.0, runs.1], judging.counted());
        let weights = runs.map(|run| 1.0 / counted[run].max(1.0));
        Search { judging, yardstick, runs, weights, grade: Some(yardstick.top_grade()) }
    }

    /// Documents that turn the difference, if any were found.
    fn few(
        &self,
        effects: &[Effects],
        values: &[Vec<Option<f64>>],
        difference: f64,
    ) -> Result<Option<Vec<(usize, usize)>>> {
        let topics = effects.iter().zip(values);
        let mut tried: Vec<Tried<'a>> =
            topics.map(|(effects, values)| self.untouched(effects, values)).collect();
        let (mut left, mut picked) = (difference, vec![]);
        while picked.len() < MOST_JUDGMENTS {
            let Some((topic, at)) = best(&tried) else { return Ok(None) };
            let (place, change) = tried[topic].documents.swap_remove(at);
            left += change;
            picked.push((topic, place));
            self.pick(topic, place, &mut tried[topic])?;
            // Said only of what was computed anew, for the steps could add up to something else.
            if left < -SAME {
                left = tried.iter().fold(0.0, |sum, tried| sum + tried.part);
                if left < -SAME {
                    return Ok(Some(picked));
                }
            }
            self.renew(&mut tried[topic])?;
        }
        Ok(None)
    }

    /// A topic as it is judged, with these values of all runs.
    fn untouched(&self, effects: &Effects, values: &[Option<f64>]) -> Tried<'a> {
        let [first, second] = self.runs;
        let change = |changes: &Vec<f64>| {
            changes[first] * self.weights[0] - changes[second] * self.weights[1]
        };
        let changes = effects.changes.iter().map(change);
        let documents: Vec<_> = effects.places.iter().copied().zip(changes).collect();
        let part = self.part(values[first], values[second]);
        Tried { part, best: best_of(&documents), documents, trials: None }
    }

    /// What a topic with these values adds to the difference of the means.
    fn part(&self, first: Option<f64>, second: Option<f64>) -> f64 {
        let of = |value: Option<f64>, weight: f64| {
            value.map_or(0.0, |value| self.yardstick.height(value) * weight)
        };
        of(first, self.weights[0]) - of(second, self.weights[1])
    }

    /// Grades a document of a topic.
    fn pick(&self, topic: usize, place: usize, tried: &mut Tried<'a>) -> Result<()> {
        let trials = match &mut tried.trials {
            Some(trials) => trials,
            none => none.insert([self.trial(topic, 0)?, self.trial(topic, 1)?]),
        };
        for trial in trials.iter_mut().flatten() {
            trial.set(place, self.grade)?;
        }
        let [first, second] = &*trials;
        let value = |trial: &Option<Trial<'_>>| trial.as_ref().map(|trial| trial.value);
        tried.part = self.part(value(first), value(second));
        Ok(())
    }

    /// Sees what the remaining documents of a topic do now.
    fn renew(&self, tried: &mut Tried<'a>) -> Result<()> {
        let Some([first, second]) = &mut tried.trials else { return Ok(()) };
        for (place, change) in &mut tried.documents {
            let with = |trial: &mut Option<Trial<'_>>| {
                trial.as_mut().map(|trial| trial.value_with(*place, self.grade)).transpose()
            };
            *change = self.part(with(first)?, with(second)?) - tried.part;
        }
        tried.best = best_of(&tried.documents);
        Ok(())
    }

    /// The ranking of a topic by one of the two runs, if it counts for the run.
    fn trial(&self, topic: usize, of: usize) -> Result<Option<Trial<'a>>> {
        let (run, grading) = (self.runs[of], self.judging.grading(topic));
        let topic = &self.judging.pool.topics()[topic];
        let counts = topic.rankings()[run].is_some();
        counts.then(|| Trial::new(self.yardstick, topic, run, grading)).transpose()
    }
}

/// The topic and document that lower the difference most, the first of equals.
fn best(tried: &[Tried<'_>]) -> Option<(usize, usize)> {
    let topics = tried.iter().enumerate();
    let best = topics.filter_map(|(topic, tried)| {
        let at = tried.best?;
        Some((topic, at, tried.documents[at].1))
    });
    best.min_by(|a, b| a.2.total_cmp(&b.2)).map(|(topic, at, _)| (topic, at))
}

/// The document that lowers the difference most, the first of equals; none if none does.
fn best_of(documents: &[(usize, f64)]) -> Option<usize> {
    let lowering = documents.iter().enumerate().filter(|(_, (_, change))| *change < -SAME);
    lowering.min_by(|(_, a), (_, b)| a.1.total_cmp(&b.1)).map(|(at, _)| at)
}
