//! Rankings side by side, topic by topic, with what each rank contributes to the measures.

use crate::Experiment;
use crate::explain::Explainer;
use gainline::{Measure, Pool, PoolTopic, Result, Summary};
use serde::Serialize;
use std::collections::{HashMap, HashSet};

/// More ranks than this over all runs and topics make a page slow.
const MOST_RANKS: usize = 1_500_000;

/// More ranks than this of documents below those shown make it large.
const MOST_BELOW: usize = 1_000_000;

/// How deep rankings are shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShownDepth {
    /// The last rank that is shown.
    pub depth: usize,
    /// Whether that is less than was asked for, because the page would be slow.
    pub limited: bool,
    /// The last rank of the longest ranking.
    pub longest: usize,
    /// Of documents that are not in the shown part of a ranking, the last rank at which they are
    /// looked for; none if all of the ranking is.
    pub below_to: Option<usize>,
}

/// A topic's rankings.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TopicRankings {
    /// The documents that are judged or shown.
    pub documents: Vec<String>,
    /// Their grades; none for unjudged ones.
    pub grades: Vec<Option<f64>>,
    /// By run, places in `documents` in rank order.
    pub runs: Vec<Vec<usize>>,
    /// By explained measure and run, ranks and their contributions, where they are not 0.
    pub contributions: Vec<Vec<Vec<(usize, f64)>>>,
    /// By run, places in `documents` and their ranks below those shown.
    pub below: Vec<Vec<(usize, usize)>>,
}

impl ShownDepth {
    /// As deep as was asked for, unless the page would be slow.
    pub(super) fn of(asked: usize, pool: &Pool) -> Self {
        let rankings = || pool.topics().iter().flat_map(|topic| topic.rankings().iter().flatten());
        let longest = rankings().map(|ranking| ranking.documents.len()).max().unwrap_or(0);
        let total = |depth: usize| -> usize {
            rankings().map(|ranking| ranking.documents.len().min(depth)).sum()
        };
        let wanted = asked.min(longest);
        let mut depth = wanted;
        while depth > 10 && total(depth) > MOST_RANKS {
            depth = depth * 3 / 4;
        }
        let below_to = below_to(pool, depth, longest, MOST_BELOW);
        ShownDepth { depth, limited: depth < wanted, longest, below_to }
    }
}

/// How deep the places of documents below those shown may be told of, so that they are not more than
/// `most`; none if all of them can be.
fn below_to(pool: &Pool, depth: usize, longest: usize, most: usize) -> Option<usize> {
    // By rank, how many documents that are in the topic's block stand there.
    let mut at = vec![0; longest];
    for topic in pool.topics() {
        let listed = in_block(topic, depth);
        for ranking in topic.rankings().iter().flatten() {
            for (rank, place) in ranking.documents.iter().enumerate().skip(depth) {
                at[rank] += usize::from(listed[*place]);
            }
        }
    }
    let mut total = 0;
    let full = at.iter().position(|count| {
        total += count;
        total > most
    });
    full.map(|rank| rank.max(depth))
}

/// By place, the documents that a topic's block lists: judged, or shown in any ranking.
fn in_block(topic: &PoolTopic, depth: usize) -> Vec<bool> {
    let judged = topic.documents().iter().map(|document| document.grade.is_some());
    let mut listed: Vec<bool> = judged.collect();
    for ranking in topic.rankings().iter().flatten() {
        for place in ranking.documents.iter().take(depth) {
            listed[*place] = true;
        }
    }
    listed
}

/// The documents that are shown at all.
pub(super) fn documents(pool: &Pool, depth: usize) -> HashSet<&str> {
    let mut shown = HashSet::new();
    for topic in pool.topics() {
        let listed = topic.documents().iter().zip(in_block(topic, depth));
        shown
            .extend(listed.filter(|(_, listed)| *listed).map(|(document, _)| document.id.as_str()));
    }
    shown
}

/// The measures whose topics are simply averaged: only their values can be split over ranks.
pub(super) fn explained(measures: &[Measure]) -> Vec<Measure> {
    let is_mean = |measure: &&Measure| match measure.summary() {
        Summary::Mean => true,
        Summary::Sum | Summary::Pooled | Summary::GeometricMean => false,
    };
    measures.iter().filter(is_mean).cloned().collect()
}

/// What explains each of these measures.
pub(super) fn explainers(experiment: &Experiment, measures: &[Measure]) -> Result<Vec<Explainer>> {
    let explainer =
        |measure| Explainer::new(&experiment.qrels, measure, experiment.options.clone());
    measures.iter().map(explainer).collect()
}

/// A topic's rankings.
pub(super) fn of_topic(
    topic: &PoolTopic,
    shown: &ShownDepth,
    explainers: &[Explainer],
) -> Result<TopicRankings> {
    let depth = shown.depth;
    let mut numbers: HashMap<usize, usize> = HashMap::new();
    let (mut documents, mut grades) = (vec![], vec![]);
    let mut number = |place: usize| {
        *numbers.entry(place).or_insert_with(|| {
            let document = &topic.documents()[place];
            documents.push(document.id.clone());
            grades.push(document.grade);
            documents.len() - 1
        })
    };
    for (place, document) in topic.documents().iter().enumerate() {
        if document.grade.is_some() {
            number(place);
        }
    }
    let runs = topic.rankings().iter().map(|ranking| {
        let ranked = ranking.iter().flat_map(|ranking| ranking.documents.iter().take(depth));
        ranked.map(|&place| number(place)).collect()
    });
    let runs: Vec<Vec<usize>> = runs.collect();
    let contributions = explainers.iter().map(|explainer| {
        let all = |run| -> Result<Vec<(usize, f64)>> {
            let ranks = (1..).zip(explainer.contributions(topic, run)?).take(depth);
            Ok(ranks.filter(|(_, contribution)| *contribution != 0.0).collect())
        };
        (0..runs.len()).map(all).collect()
    });
    let contributions = contributions.collect::<Result<_>>()?;
    let to = shown.below_to.unwrap_or(usize::MAX);
    let below = topic.rankings().iter().map(|ranking| {
        let ranked = ranking.iter().flat_map(|ranking| ranking.documents.iter().enumerate());
        let ranked = ranked.take(to).skip(depth);
        ranked.filter_map(|(at, place)| Some((*numbers.get(place)?, at + 1))).collect()
    });
    let below = below.collect();
    Ok(TopicRankings { documents, grades, runs, contributions, below })
}

#[cfg(test)]
mod tests {
    use super::*;
    use gainline::{Options, Qrels, Run, Source};

    fn pool() -> Pool {
        let ranked = |documents: [&str; 4]| {
            let rows = documents.iter().enumerate();
            let rows = rows.map(|(at, d)| format!("t Q0 {d} {} {} x\n", at + 1, 9 - at));
            Run::read(Source::bytes("run", rows.collect::<String>().into_bytes())).unwrap()
        };
        let qrels = Qrels::read(Source::bytes("qrels", &b"t 0 d 1\n"[..])).unwrap();
        let runs = [ranked(["a", "b", "c", "d"]), ranked(["b", "e", "a", "d"])];
        Pool::new(&qrels, &runs, &Options::default()).unwrap()
    }

    #[test]
    fn documents_below_those_shown_are_told_of_as_far_as_there_is_room() {
        let pool = pool();
        // With one rank shown, a and b are listed, and d, which is judged: at ranks 2, 4 and 3, 4.
        let told = [4, 3, 2, 1, 0].map(|most| below_to(&pool, 1, 4, most));
        assert_eq!(told, [None, Some(3), Some(3), Some(2), Some(1)]);
        let shown = |below_to| ShownDepth { depth: 1, limited: false, longest: 4, below_to };
        let below = |below_to| of_topic(&pool.topics()[0], &shown(below_to), &[]).unwrap().below;
        // Numbers go by the judged documents first: d, a, b.
        assert_eq!(below(None), [[(2, 2), (0, 4)], [(1, 3), (0, 4)]]);
        assert_eq!(below(Some(3)), [[(2, 2)], [(1, 3)]]);
        assert_eq!(below(Some(1)), [vec![], vec![]]);
    }
}
