//! One topic's ranking seen through its judgments: the only thing a measure reads.
//!
//! Most documents of a ranking are unjudged, so a [`Judged`] holds just the judged ones with
//! their ranks; every rank in between is an unjudged document.

use crate::qrels::{TopicJudgments, hash_id};
use crate::run::{Orderer, Row, Ties};

/// A judged document at its rank.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Found {
    /// The rank, from 1.
    pub rank: usize,
    /// Its grade.
    pub grade: f64,
}

/// One topic's ranking seen through its judgments.
///
/// ```
/// use gainline::{Found, Judged};
/// // Three documents retrieved: the first unjudged, then grades 2 and 0. A document of grade 1
/// // was not retrieved.
/// let found = [Found { rank: 2, grade: 2.0 }, Found { rank: 3, grade: 0.0 }];
/// let judged = Judged::new(3, &found, &[2.0, 1.0, 0.0]);
/// assert_eq!(judged.relevant(1.0), 2);
/// assert_eq!(judged.relevant_ranks(1.0, usize::MAX).collect::<Vec<_>>(), [2]);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Judged<'a> {
    retrieved: usize,
    found: &'a [Found],
    grades: &'a [f64],
}

impl<'a> Judged<'a> {
    /// A ranking of `retrieved` documents; `found` are the judged ones among them in rank order,
    /// `grades` the grades of all judged documents, highest first.
    pub fn new(retrieved: usize, found: &'a [Found], grades: &'a [f64]) -> Self {
        debug_assert!(found.windows(2).all(|w| w[0].rank < w[1].rank));
        debug_assert!(found.last().is_none_or(|f| f.rank <= retrieved));
        debug_assert!(grades.windows(2).all(|w| w[0] >= w[1]));
        Judged { retrieved, found, grades }
    }

    /// How many documents were retrieved.
    pub fn retrieved(&self) -> usize {
        self.retrieved
    }

    /// The judged documents of the ranking, in rank order.
    pub fn found(&self) -> &'a [Found] {
        self.found
    }

    /// The judged documents at ranks 1 to `cutoff`.
    pub fn found_within(&self, cutoff: usize) -> &'a [Found] {
        &self.found[..self.found.partition_point(|f| f.rank <= cutoff)]
    }

    /// The grades of all judged documents, retrieved or not, highest first.
    pub fn grades(&self) -> &'a [f64] {
        self.grades
    }

    /// R: how many judged documents are relevant, that is of grade `rel` or higher.
    pub fn relevant(&self, rel: f64) -> usize {
        self.grades.partition_point(|&g| g >= rel)
    }

    /// The judged nonrelevant documents: grade from 0 up to below `rel`. Negative grades count as
    /// neither, as trec_eval has it.
    pub fn nonrelevant(&self, rel: f64) -> usize {
        self.grades.partition_point(|&g| g >= 0.0).saturating_sub(self.relevant(rel))
    }

    /// The ranks of the relevant documents retrieved within `cutoff`, in rank order.
    pub fn relevant_ranks(
        &self,
        rel: f64,
        cutoff: usize,
    ) -> impl Iterator<Item = usize> + Clone + use<'a> {
        self.found_within(cutoff).iter().filter(move |f| f.grade >= rel).map(|f| f.rank)
    }

    /// How many relevant documents were retrieved within `cutoff`.
    pub fn relevant_retrieved(&self, rel: f64, cutoff: usize) -> usize {
        self.relevant_ranks(rel, cutoff).count()
    }
}

/// What is done to a ranking before it is judged.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cut {
    pub ties: Ties,
    pub depth: usize,
    /// Drop unjudged documents; with `true` inside, negative grades too.
    pub condense: Option<bool>,
}

/// Joins rankings with judgments, topic after topic, in memory that is used again.
///
/// One table holds the topic's judged documents and then the ranking's: a document's id is hashed
/// and looked up once, which finds its judgment or shows that it came before.
#[derive(Debug, Default)]
pub(crate) struct Joiner {
    table: Vec<Slot>,
    /// Row index and grade of each judged row.
    hits: Vec<(u32, f64)>,
    orderer: Orderer,
    ranks: Vec<u32>,
    found: Vec<Found>,
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
        cut: Cut,
    ) -> Result<Joined<'j>, SameDocument> {
        self.look_up(rows, arena, topic)?;
        let tied_rows = self.orderer.arrange(rows, arena, cut.ties);
        self.found.clear();
        match self.orderer.order() {
            None => {
                let at = |&(row, grade)| Found { rank: row as usize + 1, grade };
                self.found.extend(self.hits.iter().map(at));
            }
            Some(order) => {
                self.ranks.clear();
                self.ranks.resize(rows.len(), 0);
                for (rank, &row) in (1..).zip(order) {
                    self.ranks[row as usize] = rank;
                }
                let ranks = &self.ranks;
                let at = |&(row, grade): &(u32, f64)| Found {
                    rank: ranks[row as usize] as usize,
                    grade,
                };
                self.found.extend(self.hits.iter().map(at));
                self.found.sort_unstable_by_key(|f| f.rank);
            }
        }
        let mut retrieved = rows.len().min(cut.depth);
        self.found.truncate(self.found.partition_point(|f| f.rank <= retrieved));
        if let Some(drop_negative) = cut.condense {
            self.found.retain(|f| !drop_negative || f.grade >= 0.0);
            for (rank, found) in (1..).zip(&mut self.found) {
                found.rank = rank;
            }
            retrieved = self.found.len();
        }
        Ok(Joined { judged: Judged::new(retrieved, &self.found, topic.grades()), tied_rows })
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
                        self.hits.push((index as u32, topic.grade_at(entry)));
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

    fn join(run: &[(&str, f64)], qrels: &[(&str, f64)], cut: Cut) -> (usize, Vec<(usize, f64)>) {
        let qrels = Qrels::from_rows(qrels.iter().map(|(d, g)| ("t", *d, *g))).unwrap();
        let run = Run::from_rows(run.iter().map(|(d, s)| ("t", *d, *s))).unwrap();
        let mut joiner = Joiner::default();
        let joined = joiner.join(&run.rows, &run.arena, qrels.topic("t").unwrap(), cut).unwrap();
        let found = joined.judged.found().iter().map(|f| (f.rank, f.grade)).collect();
        (joined.judged.retrieved(), found)
    }

    const PLAIN: Cut = Cut { ties: Ties::Docid, depth: usize::MAX, condense: None };

    #[test]
    fn judged_documents_are_found_at_their_ranks() {
        let run = [("a", 1.0), ("b", 3.0), ("c", 2.0), ("d", 2.0)];
        let qrels = [("a", 1.0), ("c", 2.0), ("z", 3.0), ("b", -1.0)];
        assert_eq!(join(&run, &qrels, PLAIN), (4, vec![(1, -1.0), (3, 2.0), (4, 1.0)]));
        let cut = Cut { depth: 3, ..PLAIN };
        assert_eq!(join(&run, &qrels, cut), (3, vec![(1, -1.0), (3, 2.0)]));
        let cut = Cut { condense: Some(false), ..PLAIN };
        assert_eq!(join(&run, &qrels, cut), (3, vec![(1, -1.0), (2, 2.0), (3, 1.0)]));
        let cut = Cut { condense: Some(true), ..PLAIN };
        assert_eq!(join(&run, &qrels, cut), (2, vec![(1, 2.0), (2, 1.0)]));
    }

    #[test]
    fn the_same_document_twice_is_noticed_judged_or_not() {
        for doc in ["a", "x"] {
            let qrels = Qrels::from_rows([("t", "a", 1.0)]).unwrap();
            let run = Run::from_rows([("t", doc, 2.0), ("t", "y", 1.5), ("t", doc, 1.0)]).unwrap();
            let mut joiner = Joiner::default();
            let topic = qrels.topic("t").unwrap();
            let same = joiner.join(&run.rows, &run.arena, topic, PLAIN).unwrap_err();
            assert_eq!(same.0, 2);
        }
    }
}
