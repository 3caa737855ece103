//! One topic's ranking seen through its judgments: the only thing a measure reads.
//!
//! Most documents of a ranking are unjudged, so a [`Judged`] holds just the judged ones with
//! their ranks; every rank in between is an unjudged document.

use crate::qrels::{TopicJudgments, hash_id};
use crate::run::{Orderer, Row, Ties};
use std::cmp::min;

/// A judged document at its rank.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Found {
    /// The rank, from 1.
    pub rank: usize,
    /// Its grade.
    pub grade: f64,
    /// Whether the user knew it before ([`Joining::known`](crate::Joining)).
    pub known: bool,
}

impl Found {
    /// A document that the user did not know.
    pub fn new(rank: usize, grade: f64) -> Self {
        Found { rank, grade, known: false }
    }
}

/// Ranks that a group of documents with equal scores shares, in no order among themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tie {
    /// The first of the ranks.
    pub first: usize,
    /// How many documents there are, judged or not.
    pub size: usize,
}

/// What is known of a topic beside its ranking and its judgments.
#[derive(Debug, Clone, Copy, Default)]
pub struct Background<'a> {
    /// The number of documents in the collection.
    pub collection: Option<usize>,
    /// The grades of the judged documents that the user knew before, highest first.
    pub known: &'a [f64],
    /// How many relevant documents the user expects.
    pub expected: Option<f64>,
}

/// One topic's ranking seen through its judgments.
///
/// ```
/// use gainline::{Found, Judged};
/// // Three documents retrieved: the first unjudged, then grades 2 and 0. A document of grade 1
/// // was not retrieved.
/// let found = [Found::new(2, 2.0), Found::new(3, 0.0)];
/// let judged = Judged::new(3, &found, &[2.0, 1.0, 0.0]);
/// assert_eq!(judged.relevant(1.0), 2);
/// assert_eq!(judged.relevant_ranks(1.0, usize::MAX).collect::<Vec<_>>(), [2]);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Judged<'a> {
    retrieved: usize,
    found: &'a [Found],
    grades: &'a [f64],
    ties: &'a [Tie],
    scores: &'a [f64],
    background: Background<'a>,
    cut_tie: bool,
}

impl<'a> Judged<'a> {
    /// A ranking of `retrieved` documents; `found` are the judged ones among them in rank order,
    /// `grades` the grades of all judged documents, highest first.
    pub fn new(retrieved: usize, found: &'a [Found], grades: &'a [f64]) -> Self {
        debug_assert!(found.windows(2).all(|w| w[0].rank < w[1].rank));
        debug_assert!(found.last().is_none_or(|f| f.rank <= retrieved));
        debug_assert!(grades.windows(2).all(|w| w[0] >= w[1]));
        let background = Background::default();
        Judged { retrieved, found, grades, ties: &[], scores: &[], background, cut_tie: false }
    }

    /// The same ranking, where the documents at these ranks stand in no order among themselves:
    /// measures give the mean over all their orders.
    #[must_use]
    pub fn with_ties(self, ties: &'a [Tie]) -> Self {
        debug_assert!(ties.windows(2).all(|w| w[0].first + w[0].size <= w[1].first));
        Judged { ties, ..self }
    }

    /// The same ranking, cut off within tied documents, so that it depends on their order which of
    /// them are there at all.
    pub(crate) fn with_cut_tie(self, cut_tie: bool) -> Self {
        Judged { cut_tie, ..self }
    }

    /// Whether the ranking was cut off within tied documents, the order of which is open.
    pub fn has_cut_tie(&self) -> bool {
        self.cut_tie
    }

    /// The same ranking with the scores of all its documents, by rank.
    #[must_use]
    pub fn with_scores(self, scores: &'a [f64]) -> Self {
        debug_assert!(scores.len() == self.retrieved || scores.is_empty());
        Judged { scores, ..self }
    }

    /// The same ranking with what is known of its topic besides.
    #[must_use]
    pub fn with_background(self, background: Background<'a>) -> Self {
        Judged { background, ..self }
    }

    /// The same topic with other documents at its ranks.
    #[must_use]
    pub fn with_found(self, found: &'a [Found], grades: &'a [f64]) -> Self {
        Judged { ties: &[], found, grades, ..self }
    }

    /// How many documents were retrieved.
    pub fn retrieved(&self) -> usize {
        self.retrieved
    }

    /// The judged documents of the ranking, in rank order.
    pub fn found(&self) -> &'a [Found] {
        self.found
    }

    /// The judged documents at ranks 1 to `cutoff`; of tied ones, those that the order by document
    /// id has there.
    pub fn found_within(&self, cutoff: usize) -> &'a [Found] {
        &self.found[..self.found.partition_point(|f| f.rank <= cutoff)]
    }

    /// The grades of all judged documents, retrieved or not, highest first.
    pub fn grades(&self) -> &'a [f64] {
        self.grades
    }

    /// The ranks that tied documents share, where they are averaged over.
    pub fn ties(&self) -> &'a [Tie] {
        self.ties
    }

    /// The scores by rank; empty unless they were asked for ([`Joining::scores`](crate::Joining)).
    pub fn scores(&self) -> &'a [f64] {
        self.scores
    }

    /// What is known of the topic besides.
    pub fn background(&self) -> Background<'a> {
        self.background
    }

    /// N: the documents of the collection, or as many as there must be.
    pub fn collection(&self, rel: f64) -> usize {
        let found = self.found.iter().filter(|f| f.grade >= rel).count();
        let least = self.retrieved + self.relevant(rel) - found;
        self.background.collection.unwrap_or(least).max(least)
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

    /// How many relevant documents were retrieved within `cutoff`; the mean over the orders of
    /// tied ones.
    pub fn relevant_retrieved(&self, rel: f64, cutoff: usize) -> f64 {
        self.sum(cutoff, |_, grade| f64::from(u8::from(grade >= rel)))
    }

    /// The sum over the judged documents within `cutoff` of what each gives at its rank; the mean
    /// of that sum over the orders of tied ones.
    #[inline]
    pub fn sum(&self, cutoff: usize, each: impl Fn(usize, f64) -> f64) -> f64 {
        if self.ties.is_empty() {
            let found = self.found_within(cutoff);
            return found.iter().fold(0.0, |sum, f| sum + each(f.rank, f.grade));
        }
        self.groups().take_while(|g| g.first <= cutoff).fold(0.0, |sum, group| {
            let at = |rank| group.found.iter().fold(0.0, |sum, f| sum + each(rank, f.grade));
            let ranks = group.first..=group.last().min(cutoff);
            sum + ranks.fold(0.0, |sum, rank| sum + at(rank)) / group.size as f64
        })
    }

    /// The judged documents in groups of equal score, in rank order; where ties are not averaged
    /// over, each document is a group of its own.
    pub fn groups(&self) -> Groups<'a> {
        Groups { found: self.found, ties: self.ties }
    }
}

/// Judged documents that share ranks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Group<'a> {
    /// The first of the ranks.
    pub first: usize,
    /// How many documents share the ranks, judged or not.
    pub size: usize,
    /// The judged ones, at least one.
    pub found: &'a [Found],
}

impl Group<'_> {
    /// The last of the ranks.
    pub fn last(&self) -> usize {
        self.first + self.size - 1
    }

    /// How many of the documents are relevant.
    pub fn relevant(&self, rel: f64) -> usize {
        self.found.iter().filter(|f| f.grade >= rel).count()
    }
}

/// Goes through groups of judged documents.
#[derive(Debug, Clone)]
pub struct Groups<'a> {
    found: &'a [Found],
    ties: &'a [Tie],
}

impl<'a> Iterator for Groups<'a> {
    type Item = Group<'a>;

    #[inline]
    fn next(&mut self) -> Option<Group<'a>> {
        let next = self.found.first()?;
        while let Some((tie, rest)) = self.ties.split_first() {
            if next.rank < tie.first {
                break;
            }
            self.ties = rest;
            let end = tie.first + tie.size;
            if next.rank < end {
                let (found, rest) =
                    self.found.split_at(self.found.partition_point(|f| f.rank < end));
                self.found = rest;
                return Some(Group { first: tie.first, size: tie.size, found });
            }
        }
        let (found, rest) = self.found.split_at(1);
        self.found = rest;
        Some(Group { first: next.rank, size: 1, found })
    }
}

/// What is done to a ranking before it is judged.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cut {
    pub ties: Ties,
    pub depth: usize,
    /// Drop unjudged documents; with `true` inside, negative grades too.
    pub condense: Option<bool>,
    /// Keep every document's score.
    pub scores: bool,
}

/// What a topic's join needs beside rows and judgments.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Beside<'a> {
    pub background: Background<'a>,
    /// For each judged document of the topic whether the user knew it; empty when none is known.
    pub is_known: &'a [bool],
}

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
        beside: Beside<'j>,
        cut: Cut,
    ) -> Result<Joined<'j>, SameDocument> {
        self.look_up(rows, arena, topic)?;
        let tied_rows = self.orderer.arrange(rows, arena, cut.ties);
        self.found.clear();
        let known = |entry: u32| beside.is_known.get(entry as usize).copied().unwrap_or(false);
        let found = |rank: usize, entry: u32| Found {
            rank,
            grade: topic.grade_at(entry as usize),
            known: known(entry),
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
        let mut retrieved = min(rows.len(), cut.depth);
        self.found.truncate(self.found.partition_point(|f| f.rank <= retrieved));
        let cut_tie = self.keep_ties(cut.ties, retrieved);
        self.keep_scores(rows, if cut.scores { retrieved } else { 0 });
        if let Some(drop_negative) = cut.condense {
            retrieved = self.condense(drop_negative);
        }
        let judged = Judged::new(retrieved, &self.found, topic.grades())
            .with_ties(&self.ties)
            .with_scores(&self.scores)
            .with_background(beside.background)
            .with_cut_tie(cut_tie);
        Ok(Joined { judged, tied_rows })
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

    fn join(run: &[(&str, f64)], qrels: &[(&str, f64)], cut: Cut) -> (usize, Vec<(usize, f64)>) {
        let qrels = Qrels::from_rows(qrels.iter().map(|(d, g)| ("t", *d, *g))).unwrap();
        let run = Run::from_rows(run.iter().map(|(d, s)| ("t", *d, *s))).unwrap();
        let mut joiner = Joiner::default();
        let joined = joiner
            .join(&run.rows, &run.arena, qrels.topic("t").unwrap(), Beside::default(), cut)
            .unwrap();
        let found = joined.judged.found().iter().map(|f| (f.rank, f.grade)).collect();
        (joined.judged.retrieved(), found)
    }

    const PLAIN: Cut = Cut { ties: Ties::Docid, depth: usize::MAX, condense: None, scores: false };

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
            let same =
                joiner.join(&run.rows, &run.arena, topic, Beside::default(), PLAIN).unwrap_err();
            assert_eq!(same.0, 2);
        }
    }
}
