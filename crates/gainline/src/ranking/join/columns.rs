//! Runs in columns, as programs hold them.

use super::memory::Rankings;
use crate::error::quote;
use crate::ranking::run::{Row, not_a_number, ranked_twice_in_memory};
use crate::{Error, ErrorKind, Result};
use std::collections::HashSet;
use std::ops::Range;

/// Rows of a run in columns: each document is ranked for the topic, and with the score, at the same
/// place. A run may come in one batch or in many.
///
/// All rows of a topic stand together, though they may go on in the next batch; in any order, they
/// are better gathered by [`Run::from_rows`](crate::Run::from_rows). A topic that comes a second
/// time is an error.
#[derive(Debug, Clone, Copy)]
pub struct Batch<'a, T = &'a str, D = &'a str> {
    /// The topics, row by row.
    pub topics: &'a [T],
    /// The documents.
    pub documents: &'a [D],
    /// Their scores.
    pub scores: &'a [f64],
}

impl<T: AsRef<str>, D: AsRef<str>> Batch<'_, T, D> {
    /// Whether columns are as long as each other, and all scores are numbers.
    fn check(&self) -> Result<()> {
        let (topics, documents) = (self.topics.len(), self.documents.len());
        if topics != documents || topics != self.scores.len() {
            let scores = self.scores.len();
            let message = format!(
                "the columns of a batch differ: {topics} topics, {documents} documents, {scores} \
                 scores"
            );
            return Err(Error::new(ErrorKind::Malformed, message));
        }
        match self.scores.iter().position(|score| score.is_nan()) {
            Some(row) => Err(not_a_number(self.topics[row].as_ref(), self.documents[row].as_ref())),
            None => Ok(()),
        }
    }
}

/// A run in columns, its topics found.
pub(crate) struct Columns<'a, T, D> {
    batches: Vec<Batch<'a, T, D>>,
    /// In each topic's pieces, one for each batch that it has rows in.
    topics: Vec<(&'a str, Vec<Piece>)>,
}

/// Rows of a batch.
struct Piece {
    batch: usize,
    rows: Range<usize>,
}

impl<'a, T: AsRef<str>, D: AsRef<str>> Columns<'a, T, D> {
    pub(crate) fn new(batches: impl IntoIterator<Item = Batch<'a, T, D>>) -> Result<Self> {
        let batches: Vec<Batch<'a, T, D>> = batches.into_iter().collect();
        let mut topics: Vec<(&'a str, Vec<Piece>)> = vec![];
        let mut seen = HashSet::new();
        for (at, batch) in batches.iter().enumerate() {
            batch.check()?;
            let mut end = 0;
            for same in batch.topics.chunk_by(|a, b| a.as_ref() == b.as_ref()) {
                let name = same[0].as_ref();
                let piece = Piece { batch: at, rows: end..end + same.len() };
                end = piece.rows.end;
                match topics.last_mut() {
                    Some((last, pieces)) if *last == name => pieces.push(piece),
                    Some(_) | None if seen.insert(name) => topics.push((name, vec![piece])),
                    Some(_) | None => return Err(comes_again(name)),
                }
            }
        }
        Ok(Columns { batches, topics })
    }
}

impl<T: AsRef<str> + Sync, D: AsRef<str> + Sync> Rankings for Columns<'_, T, D> {
    fn topics(&self) -> usize {
        self.topics.len()
    }

    fn name(&self, place: usize) -> &str {
        self.topics[place].0
    }

    fn rows<'a>(&'a self, place: usize, rows: &mut Vec<Row>, arena: &'a mut Vec<u8>) -> &'a [u8] {
        for piece in &self.topics[place].1 {
            let batch = &self.batches[piece.batch];
            let documents = batch.documents[piece.rows.clone()].iter();
            for (document, score) in documents.zip(&batch.scores[piece.rows.clone()]) {
                rows.push(Row::add(document.as_ref(), *score, arena));
            }
        }
        arena
    }

    fn ranked_twice(&self, topic: &str, document: &[u8]) -> Error {
        ranked_twice_in_memory(topic, document)
    }
}

#[cold]
fn comes_again(topic: &str) -> Error {
    let topic = quote(topic.as_bytes());
    let message = format!("rows of topic {topic} come again after those of another topic");
    Error::new(ErrorKind::Duplicate, message)
        .remedy("sort rows by topic, or gather them in memory (Run::from_rows)")
}
