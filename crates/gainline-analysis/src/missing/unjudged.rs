//! How much of each run is unjudged, by rank.

use gainline::{Pool, PoolTopic, Ranking};
use serde::Serialize;

/// How much of a run is unjudged.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunUnjudged {
    /// The run.
    pub run: String,
    /// The share of unjudged documents down to each depth.
    pub shares: Vec<UnjudgedShareAt>,
    /// The mean rank of the first unjudged document, over topics that have one.
    pub first_unjudged: Option<f64>,
    /// Topics with unjudged documents.
    pub topics_with_unjudged: usize,
    /// Unjudged documents over all topics.
    pub unjudged_documents: usize,
}

/// A depth and the share of unjudged documents down to it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnjudgedShareAt {
    /// The depth.
    pub depth: usize,
    /// The share; none where no ranking goes deeper than the depth before.
    pub share: Option<f64>,
}

impl RunUnjudged {
    /// How much of a run's rankings is unjudged down to some depths, which ascend.
    pub(super) fn of(pool: &Pool, (run, name): (usize, &str), depths: &[usize]) -> Self {
        let rankings = pool.topics().iter();
        let rankings = rankings.filter_map(|topic| Some((topic, topic.rankings()[run].as_ref()?)));
        let ranks: Vec<Vec<usize>> =
            rankings.clone().map(|(topic, ranking)| unjudged_ranks(topic, ranking)).collect();
        let lengths: Vec<usize> = rankings.map(|(_, ranking)| ranking.documents.len()).collect();
        let longest = lengths.iter().copied().max().unwrap_or(0);
        let share = |(at, &depth): (usize, &usize)| {
            let before = if at == 0 { 0 } else { depths[at - 1] };
            let there = lengths.iter().map(|length| depth.min(*length)).sum::<usize>();
            let unjudged = ranks.iter().map(|ranks| ranks.partition_point(|r| *r <= depth));
            let share = unjudged.sum::<usize>() as f64 / there as f64;
            UnjudgedShareAt { depth, share: (longest > before && there > 0).then_some(share) }
        };
        let firsts: Vec<usize> = ranks.iter().filter_map(|ranks| ranks.first().copied()).collect();
        let first = firsts.iter().fold(0.0, |sum, first| sum + *first as f64) / firsts.len() as f64;
        RunUnjudged {
            run: name.to_string(),
            shares: depths.iter().enumerate().map(share).collect(),
            first_unjudged: (!firsts.is_empty()).then_some(first),
            topics_with_unjudged: firsts.len(),
            unjudged_documents: ranks.iter().map(Vec::len).sum(),
        }
    }
}

/// The ranks of a ranking's unjudged documents, ascending.
pub(super) fn unjudged_ranks(topic: &PoolTopic, ranking: &Ranking) -> Vec<usize> {
    let places = (1..).zip(&ranking.documents);
    let unjudged = places.filter(|(_, place)| topic.documents()[**place].grade.is_none());
    unjudged.map(|(rank, _)| rank).collect()
}
