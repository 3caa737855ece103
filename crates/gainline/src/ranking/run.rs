//! Runs: topic → documents with scores.

use crate::error::quote;
use crate::input::Source;
use crate::input::by_topic::{ByName, Gathered, Gathering, Topic};
use crate::input::columns::with_final_newline;
use crate::input::fault::Fault;
use crate::input::formats::{Dialect, Ranks, RunFormat, lines_of, run_format};
use crate::judgments::qrels::utf8;
use crate::ranking::ties::{Orderer, Ties};
use crate::{Error, ErrorKind, Result};
use std::io::{BufRead, BufReader, Read};

/// One row of a ranking; its document's id stands in an arena of bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Row {
    pub start: usize,
    pub length: u32,
    /// The rank column, read only when [`Ties::Rank`] asks for it.
    pub rank: i64,
    pub score: f64,
}

impl Row {
    /// A row of a run in memory, which has no ranks; the id goes into the arena.
    #[inline]
    pub(crate) fn add(document: &str, score: f64, arena: &mut Vec<u8>) -> Self {
        let (start, length) = (arena.len(), document.len() as u32);
        arena.extend_from_slice(document.as_bytes());
        Row { start, length, rank: i64::MAX, score }
    }

    #[inline]
    pub(crate) fn id<'a>(&self, arena: &'a [u8]) -> &'a [u8] {
        &arena[self.start..self.start + self.length as usize]
    }
}

/// A run in memory.
///
/// ```
/// use gainline::Run;
/// let run = Run::from_rows([("t1", "d1", 0.9), ("t1", "d2", 0.7)])?;
/// assert_eq!(run.topics().collect::<Vec<_>>(), ["t1"]);
/// # Ok::<(), gainline::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Run {
    pub(crate) topics: Vec<Topic>,
    by_name: ByName,
    pub(crate) rows: Vec<Row>,
    pub(crate) arena: Vec<u8>,
    pub(crate) tag: Option<String>,
    /// No row of the file has a rank that is not a number, so that [`Ties::Rank`] can be used.
    pub(crate) ranked: bool,
    /// Where it was read from; the arena then holds the file's bytes.
    file: Option<(String, &'static dyn RunFormat)>,
}

impl Run {
    /// Reads a run into memory. To evaluate a file, [`Evaluator::run`](crate::Evaluator::run) is
    /// faster and needs memory for one topic at a time only.
    pub fn read(source: impl Into<Source>) -> Result<Run> {
        Run::read_as(source, Dialect::Gainline)
    }

    /// Reads a run as `dialect` says.
    pub fn read_as(source: impl Into<Source>, dialect: Dialect) -> Result<Run> {
        let source = source.into();
        let arena = with_final_newline(source.read_all()?);
        let place = |fault: Fault| fault.place(source.name(), 0);
        let Some(format) = run_format(&arena, dialect).map_err(place)? else {
            return Err(empty_run(source.name(), arena.is_empty()));
        };
        let mut builder = Gathering::default();
        let mut reader = format.rows(&arena, dialect);
        let mut gather = |topic: &[u8], rows: &mut Vec<Row>| {
            rows.iter().for_each(|row| builder.push(utf8(topic), *row));
            Ok(())
        };
        let read = reader.each_topic(Ranks::Optional, &mut vec![], &mut gather).map_err(place)?;
        let tag = (!read.tag.is_empty()).then(|| String::from_utf8_lossy(read.tag).into_owned());
        let ranked = read.ranked;
        drop(reader);
        let Gathered { topics, by_name, rows } = builder.finish();
        let file = Some((source.name().to_string(), format));
        Ok(Run { topics, by_name, rows, arena, tag, ranked, file })
    }

    /// The tag in the sixth column of a run's first row, for which no more of it is read; none where the
    /// first row has fewer columns.
    pub fn read_tag(source: impl Into<Source>) -> Result<Option<String>> {
        const LONGEST: u64 = 1 << 20;
        let source = source.into();
        let lines = BufReader::new(source.open()?.take(LONGEST)).split(b'\n');
        for line in lines {
            let line = line.map_err(|error| source.io_error(&error))?;
            let line = String::from_utf8_lossy(&line);
            if !line.trim().is_empty() {
                return Ok(line.split_whitespace().nth(5).map(String::from));
            }
        }
        Ok(None)
    }

    /// A run from memory: `(topic, document, score)`, in any order. Equal scores keep this order
    /// under [`Ties::Input`]; there are no ranks, so [`Ties::Rank`] orders them by document id.
    pub fn from_rows<T, D>(rows: impl IntoIterator<Item = (T, D, f64)>) -> Result<Run>
    where
        T: AsRef<str>,
        D: AsRef<str>,
    {
        let mut builder = Gathering::default();
        let mut arena = Vec::new();
        for (topic, doc, score) in rows {
            if score.is_nan() {
                return Err(not_a_number(topic.as_ref(), doc.as_ref()));
            }
            builder.push(topic.as_ref(), Row::add(doc.as_ref(), score, &mut arena));
        }
        let Gathered { topics, by_name, rows } = builder.finish();
        Ok(Run { topics, by_name, rows, arena, tag: None, ranked: true, file: None })
    }

    /// The topics, in the order in which they first appear.
    pub fn topics(&self) -> impl ExactSizeIterator<Item = &str> {
        self.topics.iter().map(|t| &*t.name)
    }

    /// A topic's rows; none if the run lacks it.
    fn rows_of(&self, topic: &str) -> &[Row] {
        self.by_name.get(topic).map_or(&[], |&at| {
            let Topic { start, end, .. } = self.topics[at as usize];
            &self.rows[start..end]
        })
    }

    /// A topic's documents with their scores, in the order of the file.
    pub fn documents(&self, topic: &str) -> impl Iterator<Item = (&str, f64)> {
        self.rows_of(topic).iter().map(|row| (utf8(row.id(&self.arena)), row.score))
    }

    /// A topic's documents by score, highest first, and equal scores by ascending id: the rule that
    /// trec_eval has for preferences alone.
    pub(crate) fn ranking_by_ascending_id(&self, topic: &str) -> Vec<(&str, f64)> {
        let mut ranking: Vec<(&str, f64)> = self.documents(topic).collect();
        // No score is NaN; 0 and -0 are equal.
        let by_score = |a: f64, b: f64| b.partial_cmp(&a).unwrap_or(std::cmp::Ordering::Equal);
        ranking.sort_by(|a, b| by_score(a.1, b.1).then_with(|| a.0.cmp(b.0)));
        ranking
    }

    /// A topic's documents with their scores in ranking order. Where `ties` leave an order open,
    /// equal scores stand by document id, descending.
    pub fn ranking(&self, topic: &str, ties: Ties) -> Vec<(&str, f64)> {
        let rows = self.rows_of(topic);
        let mut orderer = Orderer::default();
        orderer.arrange(rows, &self.arena, ties);
        let show = |row: &Row| (utf8(row.id(&self.arena)), row.score);
        let Some(order) = orderer.order() else { return rows.iter().map(show).collect() };
        order.iter().map(|&row| show(&rows[row as usize])).collect()
    }

    /// The number of rows over all topics.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are no rows at all.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The error for a document that comes twice, with its lines where the run is from a file.
    #[cold]
    pub(crate) fn ranked_twice(&self, topic: &str, doc: &[u8]) -> Error {
        let Some((file, format)) = &self.file else { return ranked_twice_in_memory(topic, doc) };
        let lines = lines_of(&self.arena, *format, topic.as_bytes(), doc);
        ranked_twice(topic.as_bytes(), doc, &lines).place(file, 0)
    }

    /// An error, with the file that the run is from.
    pub(crate) fn place(&self, error: Error) -> Error {
        match &self.file {
            Some((file, _)) => error.in_file(file),
            None => error,
        }
    }

    /// Whether it was read from three columns, `topic document rank`.
    pub(crate) fn has_three_columns(&self) -> bool {
        self.file.as_ref().is_some_and(|(_, format)| !format.has_scores())
    }

    /// The tag in the last column of the file's last row.
    pub fn tag(&self) -> Option<&str> {
        self.tag.as_deref()
    }
}

/// The error for a score that is none.
#[cold]
pub(crate) fn not_a_number(topic: &str, doc: &str) -> Error {
    let (topic, doc) = (quote(topic.as_bytes()), quote(doc.as_bytes()));
    let message = format!("score of document {doc} for topic {topic} is not a number");
    Error::new(ErrorKind::Malformed, message)
}

/// The error for a document that comes twice in a run that is in no file.
#[cold]
pub(crate) fn ranked_twice_in_memory(topic: &str, doc: &[u8]) -> Error {
    let (doc, topic) = (quote(doc), quote(topic.as_bytes()));
    let message = format!("document {doc} is ranked twice for topic {topic}");
    Error::new(ErrorKind::Duplicate, message).remedy("keep one of the rows")
}

/// The error for a document that comes twice; `lines` are those it is on, from 1.
#[cold]
pub(crate) fn ranked_twice(topic: &[u8], doc: &[u8], lines: &[u64]) -> Fault {
    let message = format!("document {} is ranked twice for topic {}", quote(doc), quote(topic));
    let error = Error::new(ErrorKind::Duplicate, message)
        .remedy("keep one row; `gainline validate` lists every such row");
    let second = lines.get(1).map_or(0, |line| line - 1);
    Fault::new(second, None, error).repeats(lines.first().copied())
}

/// The error for a run without rows: one of no bytes, or of blank lines.
pub(crate) fn empty_run(name: &str, no_bytes: bool) -> Error {
    let error = if no_bytes {
        Error::new(ErrorKind::Nothing, "no rows in this file")
    } else {
        Error::new(ErrorKind::Nothing, "no rows in this file, only blank lines").at(1, None)
    };
    error.in_file(name).remedy("a run's row is `topic Q0 document rank score tag`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_three_column_run_is_ranked_by_its_rank() {
        let run = Run::read(Source::bytes("r", &b"1 d1 2\n1 d2 1\n"[..])).unwrap();
        let scores: Vec<_> = run.documents("1").collect();
        assert_eq!(scores, [("d1", -2.0), ("d2", -1.0)]);
    }
}
