//! The join of one topic's rows with its judgments, in memory that is used again.

use crate::evaluate::options::{Options, Unjudged};
use crate::input::formats::Dialect;
use crate::judgments::qrels::{TopicJudgments, hash_id};
use crate::ranking::background::TopicBackground;
use crate::ranking::judged::{Found, Judged, Tie};
use crate::ranking::run::Row;
use crate::ranking::ties::{Orderer, Ties};
use std::cmp::min;

/// Joins rankings with judgments, topic after topic, in memory that is used again.
///
/// One table holds the topic's judged documents and then the ranking's: a document's id is hashed
/// and looked up once, which finds its judgment or shows that it came before.
#[derive(Debug, Default)]
pub(crate) struct Joiner {
    table: Vec<Slot>,
    /// Each judged row, and which of the judged documents it is.
    hits: Vec<(u32, u32)>,
    orderer: Orderer,
    ranks: Vec<u32>,
    found: Vec<Found>,
    ties: Vec<Tie>,
    scores: Vec<f64>,
}

#[derive(Debug, Clone, Copy)]
struct Slot {
    hash: u32,
    /// Below the number of judged documents: that document, not yet seen in the ranking.
    /// At or above: the row (plus that number). `EMPTY`: nothing.
    entry: u32,
}

const EMPTY: u32 = u32::MAX;

/// The outcome of a join.
#[derive(Debug)]
pub(crate) struct Joined<'a> {
    pub judged: Judged<'a>,
    pub tied_rows: usize,
    /// Rows whose document is judged.
    pub judged_rows: usize,
}

/// The row that holds a document for the second time.
#[derive(Debug)]
pub(crate) struct SameDocument(pub usize);

impl Joiner {
    /// Joins one topic's rows with its judgments.
    pub(crate) fn join<'j>(
        &'j mut self,
        rows: &[Row],
        arena: &[u8],
        topic: TopicJudgments<'j>,
        background: &'j TopicBackground,
        options: &Options,
    ) -> Result<Joined<'j>, SameDocument> {
        self.look_up(rows, arena, topic)?;
        let tied_rows = self.orderer.arrange(rows, arena, options.ties);
        self.found.clear();
        let found = |rank: usize, entry: u32| Found {
            rank,
            grade: topic.grade_at(entry as usize),
            known: background.is_known(entry as usize),
        };
        match self.orderer.order() {
            None => {
                let at = |&(row, entry): &(u32, u32)| found(row as usize + 1, entry);
                self.found.extend(self.hits.iter().map(at));
            }
            Some(order) => {
                self.ranks.clear();
                self.ranks.resize(rows.len(), 0);
                for (rank, &row) in (1..).zip(order) {
                    self.ranks[row as usize] = rank;
                }
                let ranks = &self.ranks;
                let at = |&(row, entry): &(u32, u32)| found(ranks[row as usize] as usize, entry);
                self.found.extend(self.hits.iter().map(at));
                self.found.sort_unstable_by_key(|f| f.rank);
            }
        }
        let judged_rows = self.found.len();
        let mut retrieved = min(rows.len(), options.depth.unwrap_or(usize::MAX));
        self.found.truncate(self.found.partition_point(|f| f.rank <= retrieved));
        let cut_tie = self.keep_ties(options.ties, retrieved);
        self.keep_scores(rows, if options.scores { retrieved } else { 0 });
        match options.unjudged {
            Unjudged::Irrelevant | Unjudged::Bounds => {}
            Unjudged::Condense => retrieved = self.condense(options.dialect == Dialect::TrecEval),
        }
        let judged = Judged::new(retrieved, &self.found, topic.grades())
            .with_ties(&self.ties)
            .with_scores(&self.scores)
            .with_background(background.background())
            .with_cut_tie(cut_tie);
        Ok(Joined { judged, tied_rows, judged_rows })
    }

    /// Notes which ranks are shared, where the policy leaves ties open; says whether the ranking
    /// ends within one of them.
    fn keep_ties(&mut self, ties: Ties, retrieved: usize) -> bool {
        self.ties.clear();
        if ties.is_definite() {
            return false;
        }
        let within = |tie: &Tie| Tie { size: min(tie.size, retrieved + 1 - tie.first), ..*tie };
        let shared = self.orderer.tied().iter().take_while(|tie| tie.first <= retrieved);
        self.ties.extend(shared.clone().map(within).filter(|tie| tie.size > 1));
        shared.last().is_some_and(|tie| tie.first + tie.size > retrieved + 1)
    }

    fn keep_scores(&mut self, rows: &[Row], depth: usize) {
        self.scores.clear();
        match self.orderer.order() {
            None => self.scores.extend(rows.iter().take(depth).map(|row| row.score)),
            Some(order) => {
                self.scores.extend(order.iter().take(depth).map(|&row| rows[row as usize].score));
            }
        }
    }

    /// Drops what is unjudged and closes the gaps; returns how many documents are left.
    fn condense(&mut self, drop_negative: bool) -> usize {
        self.found.retain(|f| !drop_negative || f.grade >= 0.0);
        if !self.ties.is_empty() {
            let found = &self.found;
            let before = |rank: usize| found.partition_point(|f| f.rank < rank);
            self.ties.retain_mut(|tie| {
                let (start, end) = (before(tie.first), before(tie.first + tie.size));
                *tie = Tie { first: start + 1, size: end - start };
                tie.size > 1
            });
        }
        if !self.scores.is_empty() {
            for (at, found) in self.found.iter().enumerate() {
                // Ranks only get smaller, so what is still to be read is not overwritten.
                self.scores[at] = self.scores[found.rank - 1];
            }
            self.scores.truncate(self.found.len());
        }
        for (rank, found) in (1..).zip(&mut self.found) {
            found.rank = rank;
        }
        self.found.len()
    }

    /// Fills `hits`.
    fn look_up(
        &mut self,
        rows: &[Row],
        arena: &[u8],
        topic: TopicJudgments<'_>,
    ) -> Result<(), SameDocument> {
        let judged = topic.len();
        let size = (2 * (judged + rows.len())).next_power_of_two();
        self.table.clear();
        self.table.resize(size, Slot { hash: 0, entry: EMPTY });
        let mask = size - 1;
        for (entry, doc) in topic.entries().enumerate() {
            let mut at = doc.hash as usize & mask;
            while self.table[at].entry != EMPTY {
                at = (at + 1) & mask;
            }
            self.table[at] = Slot { hash: doc.hash, entry: entry as u32 };
        }
        self.hits.clear();
        for (index, row) in rows.iter().enumerate() {
            let id = row.id(arena);
            let hash = hash_id(id);
            let mut at = hash as usize & mask;
            loop {
                let slot = self.table[at];
                if slot.entry == EMPTY {
                    break;
                }
                if slot.hash == hash {
                    let entry = slot.entry as usize;
                    if entry >= judged {
                        if rows[entry - judged].id(arena) == id {
                            return Err(SameDocument(index));
                        }
                    } else if topic.id_at(entry) == id {
                        self.hits.push((index as u32, entry as u32));
                        break;
                    }
                }
                at = (at + 1) & mask;
            }
            self.table[at] = Slot { hash, entry: (judged + index) as u32 };
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Qrels, Run};

    fn join(
        run: &[(&str, f64)],
        qrels: &[(&str, f64)],
        options: &Options,
    ) -> (usize, Vec<(usize, f64)>) {
        let qrels = Qrels::from_rows(qrels.iter().map(|(d, g)| ("t", *d, *g))).unwrap();
        let run = Run::from_rows(run.iter().map(|(d, s)| ("t", *d, *s))).unwrap();
        let mut joiner = Joiner::default();
        let (topic, background) = (qrels.topic("t").unwrap(), TopicBackground::default());
        let joined = joiner.join(&run.rows, &run.arena, topic, &background, options).unwrap();
        let found = joined.judged.found().iter().map(|f| (f.rank, f.grade)).collect();
        (joined.judged.retrieved(), found)
    }

    #[test]
    fn judged_documents_are_found_at_their_ranks() {
        let run = [("a", 1.0), ("b", 3.0), ("c", 2.0), ("d", 2.0)];
        let qrels = [("a", 1.0), ("c", 2.0), ("z", 3.0), ("b", -1.0)];
        assert_eq!(
            join(&run, &qrels, &Options::default()),
            (4, vec![(1, -1.0), (3, 2.0), (4, 1.0)])
        );
        let short = Options::default().depth(3);
        assert_eq!(join(&run, &qrels, &short), (3, vec![(1, -1.0), (3, 2.0)]));
        let condensed = Options::default().unjudged(Unjudged::Condense);
        assert_eq!(join(&run, &qrels, &condensed), (3, vec![(1, -1.0), (2, 2.0), (3, 1.0)]));
        let condensed = Options { dialect: Dialect::TrecEval, ..condensed };
        assert_eq!(join(&run, &qrels, &condensed), (2, vec![(1, 2.0), (2, 1.0)]));
    }

    #[test]
    fn the_same_document_twice_is_noticed_judged_or_not() {
        for doc in ["a", "x"] {
            let qrels = Qrels::from_rows([("t", "a", 1.0)]).unwrap();
            let run = Run::from_rows([("t", doc, 2.0), ("t", "y", 1.5), ("t", doc, 1.0)]).unwrap();
            let mut joiner = Joiner::default();
            let topic = qrels.topic("t").unwrap();
            let (background, options) = (TopicBackground::default(), Options::default());
            let same =
                joiner.join(&run.rows, &run.arena, topic, &background, &options).unwrap_err();
            assert_eq!(same.0, 2);
        }
    }
}
