//! Judgments: topic → document → grade.

use crate::error::quote;
use crate::input::Source;
use crate::input::by_topic::{ByName, Gathered, Gathering, Topic};
use crate::input::columns::with_final_newline;
use crate::input::fault::Fault;
use crate::input::formats::{Dialect, QrelsRow, first_row, qrels_format};
use crate::{Error, ErrorKind, Result};
use std::hash::{BuildHasher, Hasher};
use std::sync::Arc;

/// Judgments for a set of topics, in the order in which the topics first appear. A clone shares
/// them, so that it costs nothing.
///
/// ```
/// use gainline::Qrels;
/// let qrels = Qrels::from_rows([("t1", "d1", 2.0), ("t1", "d2", 0.0), ("t2", "d1", 1.0)])?;
/// assert_eq!(qrels.topics().collect::<Vec<_>>(), ["t1", "t2"]);
/// assert_eq!(qrels.grade("t1", "d1"), Some(2.0));
/// assert_eq!(qrels.grade("t1", "unseen"), None);
/// # Ok::<(), gainline::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Qrels {
    judgments: Arc<Judgments>,
}

#[derive(Debug, Default)]
struct Judgments {
    topics: Vec<Topic>,
    by_name: ByName,
    /// Grouped by topic.
    docs: Vec<Doc>,
    /// The documents' ids, one after another.
    ids: Vec<u8>,
    /// The grades of `docs`, highest first within each topic.
    descending: Vec<f64>,
}

#[derive(Debug, Clone, Copy)]
struct Doc {
    start: usize,
    length: u32,
    hash: u32,
    grade: f64,
}

/// One topic's judgments.
#[derive(Debug, Clone, Copy)]
pub struct TopicJudgments<'a> {
    all: &'a Judgments,
    topic: &'a Topic,
}

/// The hash that joins runs with judgments.
#[inline]
pub(crate) fn hash_id(id: &[u8]) -> u32 {
    let mut hasher = foldhash::fast::FixedState::default().build_hasher();
    hasher.write(id);
    (hasher.finish() >> 32) as u32
}

impl Qrels {
    /// Reads TREC qrels, or BEIR's with their header line, compressed or not.
    pub fn read(source: impl Into<Source>) -> Result<Qrels> {
        Qrels::read_as(source, Dialect::Gainline)
    }

    /// Reads qrels as `dialect` says.
    pub fn read_as(source: impl Into<Source>, dialect: Dialect) -> Result<Qrels> {
        let source = source.into();
        let data = with_final_newline(source.read_all()?);
        let mut builder = Builder::default();
        let place = |fault: Fault| fault.place(source.name(), 0);
        let format = qrels_format(&data, dialect).map_err(place)?;
        let mut rows = format.rows(&data, dialect);
        while let Some(row) = rows.next_row() {
            let QrelsRow { topic, doc, grade, .. } = row.map_err(|fault| place(fault.into()))?;
            builder.push(utf8(topic), doc, grade);
        }
        if builder.ids.is_empty() {
            let only = if format.has_header() { "its header line" } else { "blank lines" };
            let error = nothing("judgments", only, &data);
            return Err(error.in_file(source.name()).remedy(format.shape()));
        }
        builder.finish().map_err(|twice| {
            // Rare: the file is gone through again to say on which lines.
            let mut rows = format.rows(&data, dialect);
            let mut lines = vec![];
            while let Some(Ok(row)) = rows.next_row() {
                if row.topic == twice.topic.as_bytes() && row.doc == twice.doc.as_bytes() {
                    lines.push((rows.columns().lines, row.grade, row.group));
                }
            }
            let (first, second) = (lines[0], lines[1]);
            let conflict = if first.1 == second.1 { "" } else { ", with another grade" };
            Error::new(
                ErrorKind::Duplicate,
                format!(
                    "document {} is judged twice for topic {}: first on line {}{conflict}",
                    quote(twice.doc.as_bytes()),
                    quote(twice.topic.as_bytes()),
                    first.0
                ),
            )
            .in_file(source.name())
            .at(second.0, None)
            .remedy(if first.2 == second.2 {
                "keep one judgment; `gainline validate` lists every such row"
            } else {
                "column 2 differs: judgments by subtopic or group are not plain qrels; \
                 `gainline trec-eval -R qrels_jg` reads groups"
            })
        })
    }

    /// Judgments from memory: `(topic, document, grade)`.
    pub fn from_rows<T, D>(rows: impl IntoIterator<Item = (T, D, f64)>) -> Result<Qrels>
    where
        T: AsRef<str>,
        D: AsRef<str>,
    {
        let mut builder = Builder::default();
        for (topic, doc, grade) in rows {
            if !grade.is_finite() {
                let message = format!("grade `{grade}` is not a finite number");
                return Err(Error::new(ErrorKind::Malformed, message));
            }
            builder.push(topic.as_ref(), doc.as_ref().as_bytes(), grade + 0.0);
        }
        builder.finish().map_err(|twice| {
            let Twice { topic, doc } = twice;
            Error::new(
                ErrorKind::Duplicate,
                format!("document `{doc}` is judged twice for topic `{topic}`"),
            )
        })
    }

    /// The topics, in the order in which they first appear.
    pub fn topics(&self) -> impl ExactSizeIterator<Item = &str> {
        self.judgments.topics.iter().map(|t| &*t.name)
    }

    /// The number of judgments over all topics.
    pub fn judgments(&self) -> usize {
        self.judgments.docs.len()
    }

    /// One topic's judgments.
    pub fn topic(&self, name: &str) -> Option<TopicJudgments<'_>> {
        Some(self.topic_at(self.topic_index(name)?))
    }

    /// The grade of a document, `None` when it is unjudged.
    pub fn grade(&self, topic: &str, doc: &str) -> Option<f64> {
        let hash = hash_id(doc.as_bytes());
        let topic = self.topic(topic)?;
        topic.entries().find(|e| e.hash == hash && e.id == doc.as_bytes()).map(|e| e.grade)
    }

    /// The distinct grades, lowest first.
    pub fn grades(&self) -> Vec<f64> {
        let mut grades: Vec<f64> = self.judgments.docs.iter().map(|d| d.grade).collect();
        grades.sort_unstable_by(f64::total_cmp);
        grades.dedup();
        grades
    }

    pub(crate) fn topic_index(&self, name: &str) -> Option<usize> {
        self.judgments.by_name.get(name).map(|&i| i as usize)
    }

    /// The judgments of the topic at a place in [`Qrels::topics`].
    pub fn topic_at(&self, index: usize) -> TopicJudgments<'_> {
        TopicJudgments { all: &self.judgments, topic: &self.judgments.topics[index] }
    }
}

/// A judged document as the join sees it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry<'a> {
    pub id: &'a [u8],
    pub hash: u32,
    pub grade: f64,
}

impl<'a> TopicJudgments<'a> {
    /// The topic's name.
    pub fn name(&self) -> &'a str {
        &self.topic.name
    }

    /// All grades, highest first.
    pub fn grades(&self) -> &'a [f64] {
        &self.all.descending[self.topic.start..self.topic.end]
    }

    /// The judged documents with their grades, in the order of the file.
    pub fn documents(&self) -> impl ExactSizeIterator<Item = (&'a str, f64)> + use<'a> {
        self.entries().map(|e| (utf8(e.id), e.grade))
    }

    /// The number of judged documents.
    pub fn len(&self) -> usize {
        self.topic.end - self.topic.start
    }

    /// Never: a topic has at least one judgment.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(crate) fn entries(&self) -> impl ExactSizeIterator<Item = Entry<'a>> + Clone + use<'a> {
        let all = self.all;
        all.docs[self.topic.start..self.topic.end].iter().map(move |d| Entry {
            id: &all.ids[d.start..d.start + d.length as usize],
            hash: d.hash,
            grade: d.grade,
        })
    }

    #[inline]
    pub(crate) fn id_at(&self, index: usize) -> &'a [u8] {
        let doc = &self.all.docs[self.topic.start + index];
        &self.all.ids[doc.start..doc.start + doc.length as usize]
    }

    #[inline]
    pub(crate) fn grade_at(&self, index: usize) -> f64 {
        self.all.docs[self.topic.start + index].grade
    }
}

/// An id that was checked when it was read.
pub(crate) fn utf8(id: &[u8]) -> &str {
    std::str::from_utf8(id).expect("ids are checked when they are read")
}

/// The error for a file without rows: it is empty, or holds something else only.
#[cold]
pub(crate) fn nothing(rows: &str, only: &str, data: &[u8]) -> Error {
    let message = format!("no {rows} in this file");
    if data.is_empty() {
        return Error::new(ErrorKind::Nothing, message);
    }
    let header = first_row(data).ok().flatten();
    let line = header.map_or(1, |(columns, _)| columns.lines + 1);
    Error::new(ErrorKind::Nothing, format!("{message}, only {only}")).at(line, None)
}

struct Twice {
    topic: String,
    doc: String,
}

#[derive(Default)]
struct Builder {
    docs: Gathering<Doc>,
    ids: Vec<u8>,
}

impl Builder {
    fn push(&mut self, topic: &str, doc: &[u8], grade: f64) {
        let start = self.ids.len();
        self.ids.extend_from_slice(doc);
        let doc = Doc { start, length: doc.len() as u32, hash: hash_id(doc), grade };
        self.docs.push(topic, doc);
    }

    fn finish(self) -> std::result::Result<Qrels, Twice> {
        let Gathered { topics, by_name, rows: docs } = self.docs.finish();
        let mut descending: Vec<f64> = docs.iter().map(|doc| doc.grade).collect();
        let mut by_hash: Vec<(u32, usize)> = vec![];
        let id = |i: usize| &self.ids[docs[i].start..docs[i].start + docs[i].length as usize];
        for topic in &topics {
            let (start, end) = (topic.start, topic.end);
            descending[start..end].sort_unstable_by(|a, b| b.total_cmp(a));
            by_hash.clear();
            by_hash.extend((start..end).map(|i| (docs[i].hash, i)));
            by_hash.sort_unstable();
            // Equal hashes stand together; the same document among them is a second judgment.
            let twice = by_hash.chunk_by(|a, b| a.0 == b.0).filter_map(|same| {
                let ids = same.iter().map(|&(_, i)| i);
                ids.clone().filter(|&i| ids.clone().any(|j| j < i && id(j) == id(i))).min()
            });
            if let Some(i) = twice.min() {
                return Err(Twice { topic: topic.name.to_string(), doc: utf8(id(i)).to_string() });
            }
        }
        let judgments = Judgments { topics, by_name, docs, ids: self.ids, descending };
        Ok(Qrels { judgments: Arc::new(judgments) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Qrels> {
        Qrels::read(Source::bytes("qrels", text.as_bytes()))
    }

    #[test]
    fn topics_keep_the_order_of_the_file_even_when_scattered() {
        let qrels = read("b 0 d1 1\na 0 d1 0\nb 0 d2 2\n").unwrap();
        assert_eq!(qrels.topics().collect::<Vec<_>>(), ["b", "a"]);
        assert_eq!(qrels.topic("b").unwrap().grades(), [2.0, 1.0]);
        assert_eq!(qrels.grade("b", "d2"), Some(2.0));
        assert_eq!(qrels.grade("a", "d2"), None);
    }

    #[test]
    fn grades_may_be_fractional_or_negative_and_trec_eval_cuts_them() {
        let text = "1 0 d1 1.7\n1 0 d2 -2\n1 0 d3 -0.5\n";
        assert_eq!(read(text).unwrap().topic("1").unwrap().grades(), [1.7, -0.5, -2.0]);
        let cut = Qrels::read_as(Source::bytes("q", text.as_bytes()), Dialect::TrecEval).unwrap();
        assert_eq!(cut.topic("1").unwrap().grades(), [1.0, 0.0, -2.0]);
    }

    #[test]
    fn beir_qrels_are_known_by_their_header() {
        let qrels = read("query-id\tcorpus-id\tscore\n1\td1\t2\n\n2\td2\t1").unwrap();
        assert_eq!(qrels.grade("1", "d1"), Some(2.0));
        assert_eq!(qrels.topics().len(), 2);
    }

    #[test]
    fn a_second_judgment_is_an_error_that_names_both_lines() {
        let error = read("1 0 d1 1\n1 0 d2 1\n\n1 0 d1 2\n").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Duplicate);
        assert_eq!(
            error.to_string(),
            "qrels:4: document `d1` is judged twice for topic `1`: first on line 1, with another \
             grade\n  keep one judgment; `gainline validate` lists every such row"
        );
    }
}
