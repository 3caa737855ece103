//! What finding one more relevant document changes, by rank.

use super::judging::Judging;
use super::parallel::each_topic;
use super::unjudged::unjudged_ranks;
use super::yardstick::Yardstick;
use gainline::Result;

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

/// What an unjudged document of a run changes on being found relevant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Discovery {
    /// How many unjudged documents the run has at these ranks.
    pub documents: usize,
    /// The mean over them of the change of their topic's score, when each alone turns out to be of
    /// the highest grade and the recall base grows; none where there are none.
    pub change: Option<f64>,
}

/// For each run, and each of [`BANDS`], the change on discovery. For AP this is Kishida's formula
/// (16).
pub fn discoveries(judging: &Judging<'_>, yardstick: &Yardstick) -> Result<Vec<Vec<Discovery>>> {
    (0..judging.runs()).map(|run| of_run(judging, yardstick, run)).collect()
}

fn of_run(judging: &Judging<'_>, yardstick: &Yardstick, run: usize) -> Result<Vec<Discovery>> {
    let topics = judging.pool().topics();
    let changes = each_topic(yardstick.threads(), topics.len(), |topic| {
        of_topic(judging, yardstick, run, topic)
    })?;
    let in_band = |band: &Band| {
        let changes = changes.iter().flatten();
        let changes = changes.filter(|(rank, _)| (band.first..=band.last).contains(rank));
        let (sum, documents) =
            changes.fold((0.0, 0), |(sum, n), (_, change)| (sum + change, n + 1));
        Discovery { documents, change: (documents > 0).then(|| sum / documents as f64) }
    };
    Ok(BANDS.iter().map(in_band).collect())
}

/// The change that each unjudged document of a ranking makes, with its rank.
fn of_topic(
    judging: &Judging<'_>,
    yardstick: &Yardstick,
    run: usize,
    topic: usize,
) -> Result<Vec<(usize, f64)>> {
    let mut grading = judging.grading(topic).clone();
    let topic = &judging.pool().topics()[topic];
    let Some(ranking) = &topic.rankings()[run] else { return Ok(vec![]) };
    let mut found = vec![];
    let before = yardstick.value(topic, run, &grading, &mut found)?;
    let mut changes = vec![];
    let deepest = BANDS[BANDS.len() - 1].last;
    // Below the measure's last rank, all documents do the same, but for those that users knew.
    let mut below = None;
    for rank in unjudged_ranks(topic, ranking).into_iter().take_while(|rank| *rank <= deepest) {
        let place = ranking.documents[rank - 1];
        let is_below = rank > yardstick.cutoff() && !topic.documents()[place].known;
        let change = match below {
            Some(change) if is_below => change,
            _ => {
                grading.set(place, Some(yardstick.top_grade()));
                let after = yardstick.value(topic, run, &grading, &mut found)?;
                grading.set(place, None);
                if is_below {
                    below = Some(after - before);
                }
                after - before
            }
        };
        changes.push((rank, change));
    }
    Ok(changes)
}
