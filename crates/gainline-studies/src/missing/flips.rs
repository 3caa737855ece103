//! Which comparisons of runs unjudged documents could turn, and how few of them would do.

use super::effects::{Effects, effects};
use super::judging::{Judging, means};
use super::parallel::each_topic;
use super::scores::Score;
use super::yardstick::Yardstick;
use gainline::{Grading, Result};
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The runs have the same mean.
    Equal,
    /// No grades of any unjudged documents of the pool's runs: the bounds exclude it.
    Safe,
    /// So many open documents of the highest grade make the other run better. They were picked one
    /// by one, each time the one that changes most, so that fewer may do.
    Turned(usize),
    /// Picking them so did not turn it.
    NotFound,
}

impl Flip {
    /// How many judgments were found to turn it.
    pub fn judgments(&self) -> Option<usize> {
        match self.outcome {
            Outcome::Turned(judgments) => Some(judgments),
            _ => None,
        }
    }
}

/// Looks at pairs of runs, where `scores` are the runs' by the same measure. `progress` hears how
/// many pairs are done.
pub fn flips(
    judging: &Judging<'_>,
    yardstick: &Yardstick<'_>,
    scores: &[Score],
    pairs: &[(usize, usize)],
    progress: &dyn Fn(usize, usize),
) -> Result<Vec<Flip>> {
    let grade = yardstick.top_grade();
    let all = each_topic(yardstick.threads(), judging.pool().topics().len(), |topic| {
        effects(judging, yardstick, topic, judging.grading(topic), grade)
    })?;
    let mut flips = vec![];
    for &(a, b) in pairs {
        let height = |run: usize| yardstick.height(scores[run].value);
        let (first, second) = if height(a) >= height(b) { (a, b) } else { (b, a) };
        let difference = height(first) - height(second);
        let range = range(yardstick, &scores[first], &scores[second]);
        let outcome = if difference <= SAME {
            Outcome::Equal
        } else if range.is_some_and(|(low, _)| low > SAME) {
            Outcome::Safe
        } else {
            let search = Search { judging, yardstick, runs: (first, second), grade };
            match search.fewest(&all, difference)? {
                Some(judgments) => Outcome::Turned(judgments),
                None => Outcome::NotFound,
            }
        };
        flips.push(Flip { runs: (first, second), difference, range, outcome });
        progress(flips.len(), pairs.len());
    }
    Ok(flips)
}

/// The least and the most that the difference can be, by the bounds of each run.
fn range(yardstick: &Yardstick<'_>, first: &Score, second: &Score) -> Option<(f64, f64)> {
    let ends = |score: &Score| -> Option<(f64, f64)> {
        let (low, high) = score.bounds.as_ref().ok()?;
        let (a, b) = (yardstick.height(*low), yardstick.height(*high));
        Some((a.min(b), a.max(b)))
    };
    let ((first_low, first_high), (second_low, second_high)) = (ends(first)?, ends(second)?);
    Some((first_low - second_high, first_high - second_low))
}

/// The search for few judgments that turn one comparison.
struct Search<'a, 'p, 'q> {
    judging: &'a Judging<'p>,
    yardstick: &'a Yardstick<'q>,
    runs: (usize, usize),
    grade: f64,
}

/// A topic on the way.
struct Tried {
    grading: Grading,
    /// The open documents that are not picked yet, and what each does to the difference.
    documents: Vec<(usize, f64)>,
}

impl Search<'_, '_, '_> {
    /// How many documents it took to turn the difference, if it could be turned.
    fn fewest(&self, all: &[Effects], difference: f64) -> Result<Option<usize>> {
        let counted = self.judging.counted();
        let weights = (1.0 / counted[self.runs.0].max(1.0), 1.0 / counted[self.runs.1].max(1.0));
        let mut tried: Vec<Tried> = vec![];
        for (topic, effects) in all.iter().enumerate() {
            let (first, second) = self.runs;
            let change =
                |changes: &Vec<f64>| changes[first] * weights.0 - changes[second] * weights.1;
            let changes = effects.changes.iter().map(change);
            tried.push(Tried {
                grading: self.judging.grading(topic).clone(),
                documents: effects.places.iter().copied().zip(changes).collect(),
            });
        }
        let mut left = difference;
        for judgments in 1..=MOST_JUDGMENTS {
            let Some((topic, at, change)) = best(&tried) else { return Ok(None) };
            left += change;
            let (place, _) = tried[topic].documents.swap_remove(at);
            tried[topic].grading.set(place, Some(self.grade));
            if left < -SAME {
                return Ok(Some(judgments));
            }
            self.renew(topic, &mut tried[topic], weights)?;
        }
        Ok(None)
    }

    /// What the remaining documents of a topic do now.
    fn renew(&self, topic: usize, tried: &mut Tried, weights: (f64, f64)) -> Result<()> {
        let topic = &self.judging.pool().topics()[topic];
        let mut found = vec![];
        let mut difference = |grading: &Grading| -> Result<f64> {
            let mut of = |run: usize, weight: f64| match topic.rankings()[run] {
                Some(_) => {
                    let value = self.yardstick.value(topic, run, grading, &mut found)?;
                    Ok::<f64, gainline::Error>(self.yardstick.height(value) * weight)
                }
                None => Ok(0.0),
            };
            Ok(of(self.runs.0, weights.0)? - of(self.runs.1, weights.1)?)
        };
        let before = difference(&tried.grading)?;
        let within = self.within(topic);
        // What a document does that neither run has within the measure's ranks.
        let mut outside = None;
        for (place, change) in &mut tried.documents {
            *change = match outside {
                Some(same) if !within[*place] => same,
                _ => {
                    tried.grading.set(*place, Some(self.grade));
                    let after = difference(&tried.grading)?;
                    tried.grading.set(*place, None);
                    if !within[*place] {
                        outside = Some(after - before);
                    }
                    after - before
                }
            };
        }
        Ok(())
    }

    /// Which documents one of the two runs has within the measure's ranks.
    fn within(&self, topic: &gainline::PoolTopic) -> Vec<bool> {
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

/// Each run's mean under the judgments so far; higher is better.
pub(super) fn heights(judging: &Judging<'_>, yardstick: &Yardstick<'_>) -> Result<Vec<f64>> {
    let means = means(&judging.values(yardstick)?, judging.runs());
    Ok(means.into_iter().map(|mean| yardstick.height(mean)).collect())
}
