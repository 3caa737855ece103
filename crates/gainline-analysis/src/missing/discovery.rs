//! What finding one more relevant document changes, by rank.

use super::judging::Judging;
use super::trial::Trial;
use super::unjudged::unjudged_ranks;
use super::yardstick::Yardstick;
use crate::parallel::in_parallel;
use gainline::{Measure, Result};
use serde::Serialize;

/// The ranks that are looked at together: from one on, up to another.
pub const BANDS: [Band; 7] = [
    Band { first: 1, last: 1 },
    Band { first: 2, last: 5 },
    Band { first: 6, last: 10 },
    Band { first: 11, last: 20 },
    Band { first: 21, last: 50 },
    Band { first: 51, last: 100 },
    Band { first: 101, last: 1000 },
];

/// Ranks from one to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Band {
    /// The first rank.
    pub first: usize,
    /// The last rank.
    pub last: usize,
}

/// What one more relevant document changes in a run's score.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunDiscovery {
    /// The measure.
    pub measure: Measure,
    /// The run.
    pub run: String,
    /// The first rank.
    pub first_rank: usize,
    /// The last rank.
    pub last_rank: usize,
    /// Unjudged documents at these ranks.
    pub unjudged_documents: usize,
    /// The mean change of a topic's score when one of them is found to be of the highest grade.
    pub change: Option<f64>,
}

impl RunDiscovery {
    /// For each of [`BANDS`], what a run's unjudged documents change, each alone, where the recall
    /// base grows with it. For AP this is Kishida's formula (16).
    pub(super) fn by_band(
        judging: &Judging<'_>,
        yardstick: &Yardstick,
        (run, name): (usize, &str),
    ) -> Result<Vec<Self>> {
        let topics = judging.pool.topics();
        let changes = in_parallel(yardstick.threads, topics.len(), |topic| {
            of_topic(judging, yardstick, run, topic)
        })?;
        let in_band = |&Band { first, last }: &Band| {
            let changes = changes.iter().flatten();
            let changes = changes.filter(|(rank, _)| (first..=last).contains(rank));
            let (sum, documents) =
                changes.fold((0.0, 0), |(sum, n), (_, change)| (sum + change, n + 1));
            RunDiscovery {
                measure: yardstick.measure.clone(),
                run: name.to_string(),
                first_rank: first,
                last_rank: last,
                unjudged_documents: documents,
                change: (documents > 0).then(|| sum / documents as f64),
            }
        };
        Ok(BANDS.iter().map(in_band).collect())
    }
}

/// The change that each unjudged document of a ranking makes, with its rank.
fn of_topic(
    judging: &Judging<'_>,
    yardstick: &Yardstick,
    run: usize,
    topic: usize,
) -> Result<Vec<(usize, f64)>> {
    let (grading, topic) = (judging.grading(topic), &judging.pool.topics()[topic]);
    let Some(ranking) = &topic.rankings()[run] else { return Ok(vec![]) };
    let mut trial = Trial::new(yardstick, topic, run, grading)?;
    let deepest = BANDS[BANDS.len() - 1].last;
    let ranks = unjudged_ranks(topic, ranking).into_iter().take_while(|rank| *rank <= deepest);
    ranks
        .map(|rank| {
            let place = ranking.documents[rank - 1];
            let after = trial.value_with(place, Some(yardstick.top_grade()))?;
            Ok((rank, after - trial.value))
        })
        .collect()
}
