//! What can be said of a run's rankings by themselves.

use super::findings::Findings;
use super::scan::{Hasher, NO_RANK, Ranked, RunScan};
use crate::Result;
use crate::judgments::qrels::utf8;
use crate::problem::{
    DUPLICATE_DOCUMENT, Problem, RANK_CONTRADICTS_SCORE, SHORT_RANKINGS, SINGLE_PRECISION_TIES,
};
use crate::ranking::run::Row;
use crate::ranking::ties::{Orderer, Ties};
use std::collections::HashMap;

/// One topic's ranking, each document once.
pub(super) struct Ranking<'r> {
    pub topic: &'r str,
    /// In the order of the file.
    pub rows: &'r [Row],
    /// The line of each row.
    pub lines: &'r [u64],
    /// Each document's row.
    pub documents: &'r HashMap<&'r [u8], u32, Hasher>,
    /// The indices of the rows in ranking order, ties as `gainline eval` breaks them.
    pub order: &'r [u32],
    /// How many rows have the same score as another one.
    pub tied: usize,
    /// Whether a document came twice.
    pub duplicates: bool,
}

/// Checks every topic's ranking and hands it on.
pub(super) fn each_ranking(
    data: &[u8],
    scan: &RunScan<'_>,
    findings: &mut Findings,
    each: &mut dyn FnMut(&Ranking<'_>, &mut Findings) -> Result<()>,
) -> Result<()> {
    let mut documents: HashMap<&[u8], u32, Hasher> = HashMap::default();
    let mut orderer = Orderer::default();
    let (mut rows, mut lines, mut unsorted) = (vec![], vec![], vec![]);
    let mut contradictions = Contradictions::default();
    let mut lengths = vec![];
    for placed in scan.rows.chunk_by(|a, b| a.topic == b.topic) {
        let topic = scan.topics[placed[0].topic as usize];
        documents.clear();
        rows.clear();
        lines.clear();
        for Ranked { line, row, .. } in placed {
            let index = rows.len() as u32;
            let first = *documents.entry(row.id(data)).or_insert(index);
            if first == index {
                rows.push(*row);
                lines.push(*line);
                continue;
            }
            findings.at(&DUPLICATE_DOCUMENT, *line, || Problem::DuplicateDocument {
                topic: topic.to_string(),
                document: utf8(row.id(data)).to_string(),
                first_line: lines[first as usize],
            });
        }
        let tied = orderer.arrange(&rows, data, Ties::Docid);
        let order = orderer.order().unwrap_or_else(|| {
            unsorted.extend(unsorted.len() as u32..rows.len() as u32);
            &unsorted[..rows.len()]
        });
        if scan.has_scores {
            contradictions.look(topic, &rows, &lines, findings);
            single_precision_ties(order, &rows, &lines, findings);
        }
        lengths.push((rows.len(), placed[0].line, topic));
        let duplicates = rows.len() < placed.len();
        let documents = &documents;
        each(
            &Ranking { topic, rows: &rows, lines: &lines, documents, order, tied, duplicates },
            findings,
        )?;
    }
    contradictions.finish(findings);
    short_rankings(&lengths, findings);
    Ok(())
}

/// Ranks against scores, over topics.
#[derive(Default)]
struct Contradictions {
    topics: usize,
    /// Topics where the ranks fit the scores turned round.
    reversed: usize,
}

impl Contradictions {
    fn look(&mut self, topic: &str, rows: &[Row], lines: &[u64], findings: &mut Findings) {
        let fits = |w: &[Row]| w[0].score >= w[1].score && w[0].rank <= w[1].rank;
        if rows.windows(2).all(fits) || rows.iter().any(|r| r.rank == NO_RANK) {
            return;
        }
        let misplaced = misplaced(rows, false);
        if misplaced.is_empty() {
            return;
        }
        self.topics += 1;
        self.reversed += usize::from(self::misplaced(rows, true).is_empty());
        for row in misplaced {
            findings.at(&RANK_CONTRADICTS_SCORE, lines[row], || Problem::RankContradictsScore {
                topic: topic.to_string(),
                rank: rows[row].rank,
                score: rows[row].score,
                topics: 1,
                reversed: false,
            });
        }
    }

    fn finish(&self, findings: &mut Findings) {
        let found = findings.of(&RANK_CONTRADICTS_SCORE).map(|entry| &mut entry.problem);
        if let Some(Problem::RankContradictsScore { topics, reversed, .. }) = found {
            (*topics, *reversed) = (self.topics, self.reversed == self.topics);
        }
    }
}

/// The rows whose place by rank cannot be their place by score. Equal scores (or ranks) share
/// their places. Two rows that the ranks and the scores order differently exist just when some
/// row is misplaced.
fn misplaced(rows: &[Row], lowest_first: bool) -> Vec<usize> {
    let by_rank = places(rows, |a, b| a.rank.cmp(&b.rank));
    let by_score = places(rows, |a, b| {
        let order = b.score.total_cmp(&a.score);
        // Zeros of either sign are equal.
        let order = if a.score == b.score { std::cmp::Ordering::Equal } else { order };
        if lowest_first { order.reverse() } else { order }
    });
    let apart = |i: &usize| by_rank[*i].1 < by_score[*i].0 || by_score[*i].1 < by_rank[*i].0;
    (0..rows.len()).filter(apart).collect()
}

/// The first and last place of each row in an order.
fn places(rows: &[Row], compare: impl Fn(&Row, &Row) -> std::cmp::Ordering) -> Vec<(usize, usize)> {
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by(|&a, &b| compare(&rows[a], &rows[b]));
    let mut places = vec![(0, 0); rows.len()];
    let mut first = 0;
    for group in order.chunk_by(|&a, &b| compare(&rows[a], &rows[b]).is_eq()) {
        for &row in group {
            places[row] = (first, first + group.len() - 1);
        }
        first += group.len();
    }
    places
}

/// Neighbours in the ranking whose scores differ only beyond single precision.
fn single_precision_ties(order: &[u32], rows: &[Row], lines: &[u64], findings: &mut Findings) {
    for pair in order.windows(2) {
        let (a, b) = (rows[pair[0] as usize].score, rows[pair[1] as usize].score);
        if a != b && a as f32 == b as f32 {
            let problem = || Problem::SinglePrecisionTies { score: b, score_before: a };
            findings.at(&SINGLE_PRECISION_TIES, lines[pair[1] as usize], problem);
        }
    }
}

/// Rankings that are much shorter than the others.
fn short_rankings(lengths: &[(usize, u64, &str)], findings: &mut Findings) {
    let mut sorted: Vec<usize> = lengths.iter().map(|l| l.0).collect();
    sorted.sort_unstable();
    let Some(&median) = sorted.get(sorted.len() / 2) else { return };
    for &(length, line, topic) in lengths.iter().filter(|l| 10 * l.0 < median) {
        findings.at(&SHORT_RANKINGS, line, || Problem::ShortRankings {
            topic: topic.to_string(),
            rows: length,
            median,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rows(ranks_and_scores: &[(i64, f64)]) -> Vec<Row> {
        let row = |&(rank, score)| Row { start: 0, length: 0, rank, score };
        ranks_and_scores.iter().map(row).collect()
    }

    #[test]
    fn a_swapped_pair_is_two_misplaced_rows_and_ties_are_none() {
        assert_eq!(misplaced(&rows(&[(1, 3.0), (3, 2.0), (2, 1.0)]), false), [1, 2]);
        assert!(misplaced(&rows(&[(1, 3.0), (3, 2.0), (2, 2.0)]), false).is_empty());
        assert!(misplaced(&rows(&[(0, 3.0), (0, 5.0), (0, 2.0)]), false).is_empty());
        assert!(misplaced(&rows(&[(1, 1.0), (2, 2.0), (3, 3.0)]), true).is_empty());
    }

    proptest! {
        #[test]
        fn some_row_is_misplaced_just_when_a_pair_is_in_the_other_order(
            list in proptest::collection::vec((0i64..6, 0u8..6), 0..8),
        ) {
            let rows = rows(&list.iter().map(|&(r, s)| (r, f64::from(s))).collect::<Vec<_>>());
            let pair = rows.iter().any(|a| {
                rows.iter().any(|b| a.rank < b.rank && a.score < b.score)
            });
            prop_assert_eq!(!misplaced(&rows, false).is_empty(), pair);
        }
    }
}
