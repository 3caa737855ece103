//! Which comparisons of runs unjudged documents could turn, and how few of them would do.

use super::bounds::Bounds;
use super::effects::{Effects, effects};
use super::judging::Judging;
use super::parallel::each_topic;
use super::yardstick::Yardstick;
use gainline::{Found, Grading, PoolTopic, Result};
use gainline_stats::SAME;

/// No more judgments than this are tried for one comparison.
pub const MOST_JUDGMENTS: usize = 2_000;

/// A comparison of two runs, and what could turn it.
#[derive(Debug, Clone, PartialEq)]
pub struct Flip {
    /// The better run, and the other one.
    pub runs: (usize, usize),
    /// How much better it is by the mean over topics: not below 0, whichever way the measure goes.
    pub difference: f64,
    /// The least and the most that it can be when the unjudged documents of all runs may have any
    /// grades, by the bounds of each of the two alone; none where these are not known. The
    /// true ends lie within, because a document of both runs cannot have two grades.
    pub range: Option<(f64, f64)>,
    /// What could turn it.
    pub outcome: Outcome,
}

/// What could turn a comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The runs have the same mean.
    Equal,
    /// No grades of any unjudged documents of the pool's runs: the bounds exclude it.
    Safe,
    /// These open documents of the highest grade make the other run better, each by its topic's place
    /// in the pool and its own among the topic's documents. They were picked one by one, each time
    /// the one that changes most, so that fewer may do.
    Turned(Vec<(usize, usize)>),
    /// Picking them so did not turn it.
    NotFound,
}

impl Flip {
    /// How many judgments were found to turn it.
    pub fn judgments(&self) -> Option<usize> {
        match &self.outcome {
            Outcome::Turned(documents) => Some(documents.len()),
            Outcome::Equal | Outcome::Safe | Outcome::NotFound => None,
        }
    }

    /// The documents that turn it, in the order in which they were picked.
    pub fn documents(&self) -> &[(usize, usize)] {
        match &self.outcome {
            Outcome::Turned(documents) => documents,
            Outcome::Equal | Outcome::Safe | Outcome::NotFound => &[],
        }
    }
}

/// Looks at pairs of runs, where the values and bounds are the runs' by the same measure. `progress`
/// hears how many pairs are done.
pub fn flips(
    judging: &Judging<'_>,
    yardstick: &Yardstick,
    values: &[f64],
    bounds: &[Bounds],
    pairs: &[(usize, usize)],
    progress: &dyn Fn(usize, usize),
) -> Result<Vec<Flip>> {
    let grade = yardstick.top_grade();
    let all = each_topic(yardstick.threads(), judging.pool().topics().len(), |topic| {
        effects(judging, yardstick, topic, judging.grading(topic), grade)
    })?;
    let mut flips = vec![];
    for &(a, b) in pairs {
        let height = |run: usize| yardstick.height(values[run]);
        let (first, second) = if height(a) >= height(b) { (a, b) } else { (b, a) };
        let difference = height(first) - height(second);
        let range = range(yardstick, &bounds[first], &bounds[second]);
        let outcome = if difference <= SAME {
            Outcome::Equal
        } else if range.is_some_and(|(low, _)| low > SAME) {
            Outcome::Safe
        } else {
            let search = Search { judging, yardstick, runs: (first, second), grade };
            search.few(&all, difference)?.map_or(Outcome::NotFound, Outcome::Turned)
        };
        flips.push(Flip { runs: (first, second), difference, range, outcome });
        progress(flips.len(), pairs.len());
    }
    Ok(flips)
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
struct Search<'a, 'p> {
    judging: &'a Judging<'p>,
    yardstick: &'a Yardstick,
    runs: (usize, usize),
    grade: f64,
}

/// A topic on the way.
struct Tried {
    grading: Grading,
    /// The open documents that are not picked yet, and what each does to the difference.
    documents: Vec<(usize, f64)>,
}

impl Search<'_, '_> {
    /// Documents that turn the difference, if any were found.
    fn few(&self, all: &[Effects], difference: f64) -> Result<Option<Vec<(usize, usize)>>> {
        let counted = self.judging.counted();
        let (first, second) = self.runs;
        let weights = (1.0 / counted[first].max(1.0), 1.0 / counted[second].max(1.0));
        let mut tried: Vec<Tried> = vec![];
        for (topic, effects) in all.iter().enumerate() {
            let change =
                |changes: &Vec<f64>| changes[first] * weights.0 - changes[second] * weights.1;
            let changes = effects.changes.iter().map(change);
            tried.push(Tried {
                grading: self.judging.grading(topic).clone(),
                documents: effects.places.iter().copied().zip(changes).collect(),
            });
        }
        let (mut left, mut picked) = (difference, vec![]);
        while picked.len() < MOST_JUDGMENTS {
            let Some((topic, at, change)) = best(&tried) else { return Ok(None) };
            left += change;
            let (place, _) = tried[topic].documents.swap_remove(at);
            tried[topic].grading.set(place, Some(self.grade));
            picked.push((topic, place));
            // Said only of what was computed anew, for the steps could add up to something else.
            if left < -SAME {
                left = self.afresh(&tried, weights)?;
                if left < -SAME {
                    return Ok(Some(picked));
                }
            }
            self.renew(topic, &mut tried[topic], weights)?;
        }
        Ok(None)
    }

    /// The difference of the means under the gradings tried.
    fn afresh(&self, tried: &[Tried], weights: (f64, f64)) -> Result<f64> {
        let mut found = vec![];
        let mut topics = self.judging.pool().topics().iter().zip(tried);
        topics.try_fold(0.0, |sum, (topic, tried)| {
            Ok(sum + self.part(topic, &tried.grading, weights, &mut found)?)
        })
    }

    /// What a topic adds to the difference of the means.
    fn part(
        &self,
        topic: &PoolTopic,
        grading: &Grading,
        weights: (f64, f64),
        found: &mut Vec<Found>,
    ) -> Result<f64> {
        let mut of = |run: usize, weight: f64| match topic.rankings()[run] {
            Some(_) => {
                let value = self.yardstick.value(topic, run, grading, found)?;
                Ok::<f64, gainline::Error>(self.yardstick.height(value) * weight)
            }
            None => Ok(0.0),
        };
        Ok(of(self.runs.0, weights.0)? - of(self.runs.1, weights.1)?)
    }

    /// What the remaining documents of a topic do now.
    fn renew(&self, topic: usize, tried: &mut Tried, weights: (f64, f64)) -> Result<()> {
        let topic = &self.judging.pool().topics()[topic];
        let mut found = vec![];
        let before = self.part(topic, &tried.grading, weights, &mut found)?;
        let within = self.within(topic);
        // What a document does that neither run has within the measure's ranks, unless users knew it.
        let mut outside = None;
        for (place, change) in &mut tried.documents {
            let is_outside = !within[*place] && !topic.documents()[*place].known;
            *change = match outside {
                Some(same) if is_outside => same,
                _ => {
                    tried.grading.set(*place, Some(self.grade));
                    let after = self.part(topic, &tried.grading, weights, &mut found)?;
                    tried.grading.set(*place, None);
                    if is_outside {
                        outside = Some(after - before);
                    }
                    after - before
                }
            };
        }
        Ok(())
    }

    /// Which documents one of the two runs has within the measure's ranks.
    fn within(&self, topic: &PoolTopic) -> Vec<bool> {
        let mut within = vec![false; topic.documents().len()];
        for run in [self.runs.0, self.runs.1] {
            let Some(ranking) = &topic.rankings()[run] else { continue };
            for &place in ranking.documents.iter().take(self.yardstick.cutoff()) {
                within[place] = true;
            }
        }
        within
    }
}

/// The topic and document that lower the difference most.
fn best(tried: &[Tried]) -> Option<(usize, usize, f64)> {
    let mut best = None;
    let mut least = -SAME;
    for (topic, tried) in tried.iter().enumerate() {
        for (at, (_, change)) in tried.documents.iter().enumerate() {
            if *change < least {
                least = *change;
                best = Some((topic, at, *change));
            }
        }
    }
    best
}
