//! How similar the rankings of an original run and of its reproduction are.

use super::{Reproduce, Role};
use crate::Experiment;
use crate::comparison::{Computed, unfit};
use crate::parallel::in_parallel;
use gainline::{Error, ErrorKind, Result, Run};
use gainline_stats::{kendall_tau_b, rank_biased_overlap};
use serde::Serialize;
use std::collections::HashMap;

/// How similar the rankings of an original run and of its reproduction are.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PairRankings {
    /// Which of the runs.
    pub role: Role,
    /// At each cutoff, over all topics.
    pub at: Vec<RankingsAt>,
    /// Judged topics that only one of the two runs has, which are not compared.
    pub topics_in_one: Vec<String>,
    /// Topics with rankings of different lengths, of which KTU takes the shorter length.
    pub topics_of_unequal_length: usize,
    /// Each topic, in the order of the judgments, where that was asked for.
    pub topics: Option<Vec<TopicRankings>>,
}

/// How similar the rankings of two runs are up to a rank, over all topics.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RankingsAt {
    /// The last rank that is compared.
    pub cutoff: usize,
    /// The topics that both runs have.
    pub topics: usize,
    /// The mean of Kendall's τ over the topics where it is defined; none if it is nowhere.
    pub tau: Option<f64>,
    /// Topics without a τ, since the rankings have no two documents in common.
    pub topics_without_tau: usize,
    /// The mean KTU over the topics where it is defined; none if it is nowhere.
    pub ktu: Option<f64>,
    /// The mean rank-biased overlap.
    pub rbo: f64,
    /// The mean share of documents that both rankings have.
    pub overlap: f64,
    /// Topics on which both rankings are the same.
    pub topics_identical: usize,
}

/// The rankings of a topic.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TopicRankings {
    /// The topic.
    pub topic: String,
    /// How many documents the original ranking has.
    pub original_length: usize,
    /// How many documents the reproduced ranking has.
    pub reproduced_length: usize,
    /// How similar they are at each cutoff.
    pub at: Vec<TopicRankingsAt>,
}

/// How similar two rankings are up to a rank.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TopicRankingsAt {
    /// The last rank that is compared.
    pub cutoff: usize,
    /// Kendall's τ of the documents that both have; none with fewer than two.
    pub tau: Option<f64>,
    /// repro_eval's Kendall's tau union; none where a ranking has a single document.
    pub ktu: Option<f64>,
    /// Rank-biased overlap.
    pub rbo: f64,
    /// Documents of both rankings, divided by those of the longer one.
    pub overlap: f64,
    /// Whether both have the same documents in the same order.
    pub identical: bool,
}

/// Which of two runs have a topic.
enum Compared {
    Both(TopicRankings),
    OnlyOne(String),
    Neither,
}

/// Compares the rankings of so many original runs with those of their reproductions, which come behind
/// them. Cutoffs at which all rankings have ended already are dropped, but for the first.
pub(super) fn compare(
    request: &mut Reproduce,
    experiment: &Experiment,
    pairs: usize,
) -> Result<Vec<PairRankings>> {
    let options = &experiment.options;
    if !options.ties.is_definite() {
        let message = format!(
            "rankings cannot be compared with ties in no definite order (`{}`)",
            options.ties
        );
        let remedy = "order ties by docid, rank or input";
        return Err(Error::new(ErrorKind::Request, message).remedy(remedy));
    }
    let selected = |topic: &&str| options.topics.as_ref().is_none_or(|t| t.contains(*topic));
    let topics: Vec<&str> = experiment.qrels.topics().filter(selected).collect();
    let mut compared = vec![];
    for at in 0..pairs {
        let run = |place: usize| experiment.runs[place].load(options.dialect);
        let (original, reproduced) = (run(at)?, run(pairs + at)?);
        let of_topic = |topic: usize| {
            let [original, reproduced] =
                [&*original, &*reproduced].map(|run| ranking(run, topics[topic], experiment));
            topic_rankings(request, topics[topic], &original, &reproduced)
        };
        compared.push(in_parallel(options.threads, topics.len(), of_topic)?);
    }
    let in_both = compared.iter().flatten().filter_map(|topic| match topic {
        Compared::Both(topic) => Some(topic.original_length.max(topic.reproduced_length)),
        Compared::OnlyOne(_) | Compared::Neither => None,
    });
    let Some(longest) = in_both.max() else {
        let message = "no judged topic is in both an original run and its reproduction";
        return Err(Error::new(ErrorKind::Nothing, message));
    };
    let shorter = request.cutoffs.iter().filter(|cutoff| **cutoff < longest).count();
    request.cutoffs.truncate(shorter + 1);
    let pairs = Role::ALL.into_iter().zip(compared);
    Ok(pairs.map(|(role, topics)| PairRankings::of(request, role, topics)).collect())
}

/// The documents of a topic as they are ranked. Unjudged ones stay where they are.
fn ranking<'r>(run: &'r Run, topic: &str, experiment: &Experiment) -> Vec<&'r str> {
    let options = &experiment.options;
    let ids = run.ranking(topic, options.ties).into_iter().map(|(id, _)| id);
    let ids = ids.filter(|id| !(options.drop_self && *id == topic));
    ids.take(options.depth.unwrap_or(usize::MAX)).collect()
}

fn topic_rankings(
    request: &Reproduce,
    topic: &str,
    original: &[&str],
    reproduced: &[&str],
) -> Result<Compared> {
    match (original.is_empty(), reproduced.is_empty()) {
        (true, true) => return Ok(Compared::Neither),
        (false, false) => {}
        (true, false) | (false, true) => return Ok(Compared::OnlyOne(topic.into())),
    }
    let at = request.cutoffs.iter().map(|&cutoff| {
        let [original, reproduced] =
            [original, reproduced].map(|ids| &ids[..cutoff.min(ids.len())]);
        let rbo = rank_biased_overlap(original, reproduced, request.rbo_p, cutoff);
        let (common, tau) = common(original, reproduced)?;
        Ok(TopicRankingsAt {
            cutoff,
            tau,
            ktu: tau_union(original, reproduced)?,
            rbo: rbo?,
            overlap: common as f64 / original.len().max(reproduced.len()) as f64,
            identical: original == reproduced,
        })
    });
    let at = at.collect::<gainline_stats::Result<_>>().map_err(|why| unfit(&why))?;
    Ok(Compared::Both(TopicRankings {
        topic: topic.into(),
        original_length: original.len(),
        reproduced_length: reproduced.len(),
        at,
    }))
}

/// How many documents both rankings have, and Kendall's τ of these.
fn common(original: &[&str], reproduced: &[&str]) -> gainline_stats::Result<(usize, Option<f64>)> {
    let ranks: HashMap<&str, usize> = original.iter().copied().zip(1..).collect();
    let both = reproduced.iter().zip(1..).filter_map(|(id, rank)| Some((*ranks.get(id)?, rank)));
    let (old, new): (Vec<f64>, Vec<f64>) =
        both.map(|(old, new): (usize, usize)| (old as f64, new as f64)).unzip();
    Ok((old.len(), tau(&old, &new)?))
}

/// repro_eval's Kendall's tau union: the documents of both rankings are numbered by their ids, and the
/// numbers at rank 1, 2, … of the one are compared with those of the other. As both must be of one
/// length, the longer ranking is cut.
fn tau_union(original: &[&str], reproduced: &[&str]) -> gainline_stats::Result<Option<f64>> {
    let length = original.len().min(reproduced.len());
    let rankings = [original, reproduced].map(|ids| &ids[..length]);
    let mut union = rankings.concat();
    union.sort_unstable();
    // Equal numbers are the same document; others only have to be in the order of the ids.
    let numbers: HashMap<&str, usize> = union.into_iter().zip(1..).collect();
    let [old, new] =
        rankings.map(|ids| ids.iter().map(|id| numbers[id] as f64).collect::<Vec<f64>>());
    tau(&old, &new)
}

fn tau(a: &[f64], b: &[f64]) -> gainline_stats::Result<Option<f64>> {
    Ok(Computed::option(kendall_tau_b(a, b))?.map(|tau| tau.coefficient))
}

impl PairRankings {
    fn of(request: &Reproduce, role: Role, compared: Vec<Compared>) -> Self {
        let (mut topics, mut topics_in_one) = (vec![], vec![]);
        for topic in compared {
            match topic {
                Compared::Both(mut topic) => {
                    topic.at.truncate(request.cutoffs.len());
                    topics.push(topic);
                }
                Compared::OnlyOne(topic) => topics_in_one.push(topic),
                Compared::Neither => {}
            }
        }
        let unequal = |topic: &&TopicRankings| topic.original_length != topic.reproduced_length;
        let topics_of_unequal_length = topics.iter().filter(unequal).count();
        let at = request.cutoffs.iter().enumerate();
        let at = at.filter_map(|(place, &cutoff)| {
            let topics: Vec<TopicRankingsAt> = topics.iter().map(|topic| topic.at[place]).collect();
            RankingsAt::of(cutoff, &topics)
        });
        PairRankings {
            role,
            at: at.collect(),
            topics_in_one,
            topics_of_unequal_length,
            topics: request.per_topic.then_some(topics),
        }
    }
}

impl RankingsAt {
    /// None without a topic.
    fn of(cutoff: usize, topics: &[TopicRankingsAt]) -> Option<Self> {
        let mean = |values: Vec<f64>| gainline_stats::mean(&values).ok();
        let taus: Vec<f64> = topics.iter().filter_map(|topic| topic.tau).collect();
        Some(RankingsAt {
            cutoff,
            topics: topics.len(),
            topics_without_tau: topics.len() - taus.len(),
            tau: mean(taus),
            ktu: mean(topics.iter().filter_map(|topic| topic.ktu).collect()),
            rbo: mean(topics.iter().map(|topic| topic.rbo).collect())?,
            overlap: mean(topics.iter().map(|topic| topic.overlap).collect())?,
            topics_identical: topics.iter().filter(|topic| topic.identical).count(),
        })
    }
}
