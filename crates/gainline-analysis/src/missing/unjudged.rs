//! How much of each run is unjudged, by rank.

use gainline::{Pool, PoolTopic, Ranking};

/// How much of a run is unjudged.
#[derive(Debug, Clone, PartialEq)]
pub struct UnjudgedShare {
    /// For each depth asked for, the share of the documents down to there that are unjudged, over
    /// all topics; none where no ranking goes below the depth before.
    pub shares: Vec<Option<f64>>,
    /// The mean rank of the first unjudged document, over the topics that have one.
    pub first: Option<f64>,
    /// How many topics have one.
    pub topics: usize,
    /// How many topics count for the run.
    pub counted: usize,
    /// How many unjudged documents the run has.
    pub documents: usize,
}

/// For each run, how much of its rankings is unjudged down to some depths, which ascend.
pub fn unjudged(pool: &Pool, depths: &[usize]) -> Vec<UnjudgedShare> {
    (0..pool.runs().len()).map(|run| of_run(pool, run, depths)).collect()
}

fn of_run(pool: &Pool, run: usize, depths: &[usize]) -> UnjudgedShare {
    let rankings = pool.topics().iter();
    let rankings = rankings.filter_map(|topic| Some((topic, topic.rankings()[run].as_ref()?)));
    let counted = rankings.clone().count();
    let ranks: Vec<Vec<usize>> =
        rankings.clone().map(|(topic, ranking)| unjudged_ranks(topic, ranking)).collect();
    let lengths: Vec<usize> = rankings.map(|(_, ranking)| ranking.documents.len()).collect();
    let longest = lengths.iter().copied().max().unwrap_or(0);
    let share = |(at, &depth): (usize, &usize)| {
        let before = if at == 0 { 0 } else { depths[at - 1] };
        let there = lengths.iter().map(|length| depth.min(*length)).sum::<usize>();
        let unjudged = ranks.iter().map(|ranks| ranks.partition_point(|r| *r <= depth));
        let unjudged = unjudged.sum::<usize>();
        (longest > before && there > 0).then(|| unjudged as f64 / there as f64)
    };
    let firsts: Vec<usize> = ranks.iter().filter_map(|ranks| ranks.first().copied()).collect();
    let first = firsts.iter().fold(0.0, |sum, first| sum + *first as f64) / firsts.len() as f64;
    UnjudgedShare {
        shares: depths.iter().enumerate().map(share).collect(),
        first: (!firsts.is_empty()).then_some(first),
        topics: firsts.len(),
        counted,
        documents: ranks.iter().map(Vec::len).sum(),
    }
}

/// The ranks of a ranking's unjudged documents, ascending.
pub(super) fn unjudged_ranks(topic: &PoolTopic, ranking: &Ranking) -> Vec<usize> {
    let places = (1..).zip(&ranking.documents);
    let unjudged = places.filter(|(_, place)| topic.documents()[**place].grade.is_none());
    unjudged.map(|(rank, _)| rank).collect()
}
