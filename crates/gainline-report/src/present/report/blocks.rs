//! The rankings of a topic as the page's script reads them when the topic is opened.

use gainline_analysis::report::TopicRankings;
use serde::Serialize;

#[derive(Serialize)]
struct BlockData<'a> {
    documents: &'a [String],
    grades: &'a [Option<f64>],
    runs: &'a [Vec<usize>],
    contributions: &'a [Vec<Vec<(usize, f64)>>],
    below: Vec<BelowData>,
}

/// Documents below the ranks shown, in the order of their ranks: their numbers, and how many ranks
/// each stands below the one before. These are small, where ranks are not.
#[derive(Serialize)]
struct BelowData(Vec<usize>, Vec<usize>);

/// A topic's block.
pub(super) fn block(rankings: &TopicRankings) -> serde_json::Result<String> {
    let below = rankings.below.iter().map(|ranked| {
        let mut before = 0;
        let gap = |&(_, rank): &(usize, usize)| rank - std::mem::replace(&mut before, rank);
        let gaps = ranked.iter().map(gap).collect();
        BelowData(ranked.iter().map(|(document, _)| *document).collect(), gaps)
    });
    let TopicRankings { documents, grades, runs, contributions, .. } = rankings;
    let below = below.collect();
    serde_json::to_string(&BlockData { documents, grades, runs, contributions, below })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_below_those_shown_are_told_by_their_distances() {
        let rankings = TopicRankings {
            documents: vec!["a".into(), "b".into(), "c".into()],
            grades: vec![Some(1.0), None, None],
            runs: vec![vec![1]],
            contributions: vec![],
            below: vec![vec![(2, 7), (0, 19)]],
        };
        assert!(block(&rankings).unwrap().ends_with("\"below\":[[[2,0],[7,12]]]}"));
    }
}
