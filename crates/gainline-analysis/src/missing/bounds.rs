//! How low and how high unjudged documents could make the runs' scores.

use super::judging::{Judging, means};
use super::outside::{Trials, Ways, trials};
use super::yardstick::Yardstick;
use crate::parallel::in_parallel;
use gainline::{BoundRule, Error, ErrorKind, Found, Grading, PoolTopic, Ranking, Result, Sees};

/// More gradings of a topic than this are not tried for one run.
const MOST_GRADINGS: f64 = 100_000.0;

/// The lowest and the highest that grades of the unjudged documents of all runs can give, or why
/// they are not known. Those that the run lacks make its recall base grow.
pub type Bounds = std::result::Result<(f64, f64), String>;

/// Each run's bounds.
pub fn bounds(judging: &Judging<'_>, yardstick: &Yardstick) -> Result<Vec<Bounds>> {
    let trials = trials(&yardstick.measure);
    let of_topic = |topic: usize| {
        let (real, topic) = (judging.grading(topic), &judging.pool.topics()[topic]);
        let of_run = |(run, ranking): (usize, &Option<Ranking>)| match ranking {
            Some(ranking) => Search { yardstick, topic, run, ranking, real }.ends(trials).map(Some),
            None => Ok(None),
        };
        topic.rankings().iter().enumerate().map(of_run).collect::<Result<Vec<_>>>()
    };
    let bounds = match in_parallel(yardstick.threads, judging.pool.topics().len(), of_topic) {
        Ok(bounds) => bounds,
        // The measure has none, or too many gradings to try.
        Err(error) if error.kind() == ErrorKind::Measure => {
            return Ok(vec![Err(error.message().to_string()); judging.runs()]);
        }
        Err(error) => return Err(error),
    };
    let side = |pick: fn((f64, f64)) -> f64| {
        let side = |topic: &Vec<Option<(f64, f64)>>| topic.iter().map(|b| b.map(pick)).collect();
        means(&bounds.iter().map(side).collect::<Vec<_>>(), judging.runs())
    };
    Ok(side(|b| b.0).into_iter().zip(side(|b| b.1)).map(Ok).collect())
}

/// The search for the bounds of one ranking.
struct Search<'a> {
    yardstick: &'a Yardstick,
    topic: &'a PoolTopic,
    run: usize,
    ranking: &'a Ranking,
    real: &'a Grading,
}

impl Search<'_> {
    fn ends(&self, trials: Trials) -> Result<(f64, f64)> {
        let lacking = self.lacking();
        let states = self.yardstick.outside_states();
        let mut found = vec![];
        let mut ends = (f64::INFINITY, f64::NEG_INFINITY);
        match trials {
            _ if lacking.is_empty() => self.try_one(self.real, &mut found, &mut ends)?,
            Trials::Ends => {
                for &state in &states {
                    let mut grading = self.real.clone();
                    grading.set_all(&lacking, state);
                    self.try_one(&grading, &mut found, &mut ends)?;
                }
            }
            Trials::Counts => {
                self.check(lacking.len(), states.len())?;
                for counts in Ways::new(lacking.len(), states.len()) {
                    let mut grading = self.real.clone();
                    let chosen = states.iter().zip(counts);
                    let chosen = chosen.flat_map(|(state, n)| std::iter::repeat_n(*state, n));
                    for (&place, state) in lacking.iter().zip(chosen) {
                        grading.set(place, state);
                    }
                    self.try_one(&grading, &mut found, &mut ends)?;
                }
            }
        }
        Ok(ends)
    }

    fn try_one(
        &self,
        grading: &Grading,
        found: &mut Vec<Found>,
        ends: &mut (f64, f64),
    ) -> Result<()> {
        let (low, high) =
            self.yardstick.bounds(self.topic, &self.topic.judged(self.run, grading, found))?;
        *ends = (ends.0.min(low), ends.1.max(high));
        Ok(())
    }

    /// The unjudged documents that the ranking lacks.
    fn lacking(&self) -> Vec<usize> {
        let mut ranked = vec![false; self.real.grades().len()];
        self.ranking.documents.iter().for_each(|place| ranked[*place] = true);
        let places = 0..ranked.len();
        places.filter(|&p| !ranked[p] && self.real.grade(p).is_none()).collect()
    }

    /// Whether trying every number of documents that the ranking lacks is not too much.
    fn check(&self, lacking: usize, states: usize) -> Result<()> {
        let ranked = self.ranking.documents.iter();
        let unjudged = ranked.filter(|place| self.real.grade(**place).is_none()).count();
        let measure = &self.yardstick.measure;
        let each = match measure.family().bounds {
            BoundRule::Searched(Sees::Relevance) => 2.0 * Ways::number(unjudged, 2),
            BoundRule::Searched(_) => 2.0 * Ways::number(unjudged, states.max(3)),
            BoundRule::Exhausted(_) => (states as f64).powf(unjudged as f64),
            BoundRule::Fixed
            | BoundRule::OneWay
            | BoundRule::Own { .. }
            | BoundRule::Refused(_) => 2.0,
        };
        if each * Ways::number(lacking, states) <= MOST_GRADINGS {
            return Ok(());
        }
        let message = format!(
            "the bounds of `{measure}` are found by trying how many unjudged documents that a run \
             lacks are relevant, and topic `{}` has too many for that: {lacking}",
            self.topic.name()
        );
        Err(Error::new(ErrorKind::Measure, message).remedy("give fewer runs, or a --depth"))
    }
}
