//! Replay: the judgments are taken away and given back in some order, to see how soon the runs
//! stand in the order that all judgments give.

use super::chance::{Chances, chances};
use super::judging::Judging;
use super::levels::{is_level, tau};
use super::next::weighed;
use super::replay_question::{ReachedBy, ReplayOrder, ReplayTrace};
use super::scores::{estimates, heights};
use super::yardstick::Yardstick;
use gainline::{Pool, Result};
use gainline_stats::{Random, is_same};

/// What is to be replayed.
#[derive(Debug, Clone, Copy)]
pub struct Replay {
    /// The order.
    pub order: ReplayOrder,
    /// The seed of a random order.
    pub seed: u64,
    /// How many documents are judged at a time.
    pub batch: usize,
    /// Stop after so many.
    pub most: usize,
}

/// The runs' order after some judgments.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Point {
    /// How many documents are judged.
    pub judged: usize,
    /// Kendall's τ between the order now and the final one, by the scores; 0 while all runs are
    /// equal.
    pub tau: f64,
    /// The same by the estimates, where open documents count by their chance.
    pub tau_by_estimate: f64,
}

/// When the final order was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reached {
    /// The judgments after which τ was 1 for the first time.
    pub first: Option<usize>,
    /// The judgments from which on τ stayed 1; none if the replay stopped before the end, for then
    /// nobody knows.
    pub stays: Option<usize>,
}

impl ReachedBy {
    /// By the scores, or by the estimates; `whole` says whether all documents were judged.
    pub(super) fn of(points: &[Point], whole: bool, tau: fn(&Point) -> f64) -> Self {
        let is_final = |point: &&Point| is_same(tau(point), 1.0);
        let staying = points.iter().rev().take_while(is_final).last();
        let reached = Reached {
            first: points.iter().find(is_final).map(|point| point.judged),
            stays: staying.filter(|_| whole).map(|point| point.judged),
        };
        let sum = points
            .windows(2)
            .fold(0.0, |sum, step| sum + (step[1].judged - step[0].judged) as f64 * tau(&step[1]));
        let judged = points.last().map_or(1, |point| point.judged.max(1));
        ReachedBy { reached, mean_tau: sum / judged as f64 }
    }
}

/// Takes all judgments of a pool away and gives them back in some order. `progress` hears how many
/// are back.
pub(super) fn replay(
    pool: &Pool,
    yardstick: &Yardstick,
    replay: &Replay,
    progress: &dyn Fn(usize, usize),
) -> Result<ReplayTrace> {
    let last = heights(&Judging::as_judged(pool, 0), yardstick)?;
    let mut judging = Judging::from_nothing(pool);
    let documents = judging.left();
    let most = replay.most.min(documents);
    let fixed = fixed_order(&judging, replay);
    let (mut points, mut judged) = (vec![], 0);
    loop {
        let chances = chances(&judging, yardstick);
        let estimates = estimates(&judging, yardstick, &chances)?;
        let by_estimate: Vec<f64> = estimates.iter().map(|e| yardstick.height(*e)).collect();
        points.push(Point {
            judged,
            tau: tau(&heights(&judging, yardstick)?, &last).unwrap_or(0.0),
            tau_by_estimate: tau(&by_estimate, &last).unwrap_or(0.0),
        });
        progress(judged, most);
        let size = replay.batch.max(1).min(most - judged);
        if size == 0 {
            let whole = judged == documents;
            return Ok(ReplayTrace {
                measure: yardstick.measure.clone(),
                order: replay.order,
                documents,
                judged,
                ends_level: is_level(&last),
                by_value: ReachedBy::of(&points, whole, |point| point.tau),
                by_estimate: ReachedBy::of(&points, whole, |point| point.tau_by_estimate),
                points,
            });
        }
        let batch = match &fixed {
            Some(order) => order[judged..judged + size].to_vec(),
            None => best(&judging, yardstick, &chances, &estimates, size)?,
        };
        for (topic, place) in batch {
            judging.reveal(topic, place);
        }
        judged += size;
    }
}

/// The documents that are most worth judging.
fn best(
    judging: &Judging<'_>,
    yardstick: &Yardstick,
    chances: &Chances,
    estimates: &[f64],
    size: usize,
) -> Result<Vec<(usize, usize)>> {
    let (candidates, _) = weighed(judging, yardstick, chances, estimates)?;
    Ok(candidates.iter().take(size).map(|c| (c.topic, c.place)).collect())
}

/// All open documents in an order that does not depend on what is found; none for the one that
/// does.
fn fixed_order(judging: &Judging<'_>, replay: &Replay) -> Option<Vec<(usize, usize)>> {
    let topics = 0..judging.pool.topics().len();
    let mut all: Vec<(usize, usize)> = topics
        .flat_map(|topic| judging.open(topic).iter().map(move |&place| (topic, place)))
        .collect();
    match replay.order {
        ReplayOrder::Next => return None,
        ReplayOrder::Depth => all.sort_by_key(|&(topic, place)| {
            let rank = judging.best_rank(topic, place).unwrap_or(usize::MAX);
            let first =
                |ranking: &gainline::Ranking| ranking.documents.get(rank - 1) == Some(&place);
            let rankings = judging.pool.topics()[topic].rankings().iter();
            // Of a topic's documents of one rank, those of the first run come first.
            (rank, topic, rankings.flatten().position(first))
        }),
        ReplayOrder::Random => Random::stream(replay.seed, 0).shuffle(&mut all),
    }
    Some(all)
}
