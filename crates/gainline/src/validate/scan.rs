//! Goes through a whole file with the reader of its format, past anything that is wrong, and keeps
//! the rows.

use super::findings::Findings;
use super::sniff::{choose_qrels_format, choose_run_format};
use crate::error::excerpt;
use crate::input::columns::{cells, is_blank};
use crate::input::fault::RowFault;
use crate::input::formats::{
    Dialect, QrelsReader, QrelsRow, ReadRow, RowReader, RunReader, rank_number,
};
use crate::input::hints::is_number;
use crate::judgments::qrels::utf8;
use crate::problem::{
    BLANK_LINES, CRLF, EXTRA_COLUMNS, FRACTIONAL_GRADE, HEADER_LINE, INFINITE_SCORE,
    NEGATIVE_GRADE, Problem, SCATTERED_TOPICS, SEVERAL_TAGS, Severity,
};
use crate::ranking::run::Row;
use std::collections::{HashMap, HashSet};

pub(super) type Hasher = foldhash::fast::FixedState;

/// The rank of a row whose rank column is not a number.
pub(super) const NO_RANK: i64 = i64::MAX;

/// A row of a run with its place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ranked {
    pub topic: u32,
    pub line: u64,
    pub row: Row,
}

/// A row of qrels with its place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Graded<'a> {
    pub topic: u32,
    pub line: u64,
    /// The second column.
    pub group: &'a [u8],
    pub doc: &'a [u8],
    pub grade: f64,
}

/// The rows of a run that can be read.
pub(super) struct RunScan<'a> {
    /// Whether rows have scores besides ranks.
    pub has_scores: bool,
    pub topics: Vec<&'a str>,
    /// Topic by topic, in the order of the file within each.
    pub rows: Vec<Ranked>,
    /// The last row's tag.
    pub tag: Option<String>,
}

/// The rows of qrels that can be read.
pub(super) struct QrelsScan<'a> {
    pub topics: Vec<&'a str>,
    /// Topic by topic, in the order of the file within each.
    pub rows: Vec<Graded<'a>>,
}

/// Goes through a run.
pub(super) fn scan_run<'a>(data: &'a [u8], findings: &mut Findings) -> RunScan<'a> {
    let (format, first_fault) = choose_run_format(data);
    let has_scores = format.has_scores();
    let mut topics = Topics::default();
    let mut tags = Tags::default();
    let mut rows: Vec<Ranked> = vec![];
    line_ends(data, "a run", findings);
    let mut reader = format.rows(data, Dialect::Gainline);
    let what = Expected { file: "a run", header: true, extra_columns: Severity::Note };
    each_row(
        &mut *reader,
        what,
        findings,
        |reader: &(dyn RunReader<'a> + 'a), row, line, findings| {
            if row.score.is_infinite() && has_scores {
                let problem =
                    || Problem::InfiniteScore { row: excerpt(reader.columns().line_before()) };
                findings.at(&INFINITE_SCORE, line, problem);
            }
            let rank = rank_number(row.rank);
            if rank.is_none()
                && let Err(fault) = reader.rank(&row)
            {
                findings.fault(&fault).severity = Severity::Note;
            }
            tags.place(row.tag, line, findings);
            let topic = topics.place(row.topic, line, findings);
            let (start, length) = (row.doc_start, row.doc.len() as u32);
            let rank = rank.unwrap_or(NO_RANK);
            rows.push(Ranked { topic, line, row: Row { start, length, rank, score: row.score } });
        },
    );
    if let (Some(fault), false) = (first_fault, findings.any_error()) {
        findings.fault(&fault);
    }
    if rows.is_empty() && !findings.any_error() {
        findings.file(Problem::EmptyFile { expected: "rows" }, 1);
    }
    if !topics.scattered.is_empty() {
        rows.sort_by_key(|r| r.topic);
    }
    let tag = (!tags.last.is_empty()).then(|| String::from_utf8_lossy(tags.last).into_owned());
    RunScan { has_scores, topics: topics.names.into_iter().map(utf8).collect(), rows, tag }
}

/// Goes through qrels.
pub(super) fn scan_qrels<'a>(data: &'a [u8], findings: &mut Findings) -> QrelsScan<'a> {
    let format = choose_qrels_format(data);
    let mut topics = Topics::default();
    let mut rows: Vec<Graded<'a>> = vec![];
    line_ends(data, "qrels", findings);
    let mut reader = format.rows(data, Dialect::Gainline);
    let header = !format.has_header();
    let what = Expected { file: "qrels", header, extra_columns: Severity::Warning };
    each_row(
        &mut *reader,
        what,
        findings,
        |_: &(dyn QrelsReader<'a> + 'a), row, line, findings| {
            let grade_text = || excerpt(row.grade_text);
            if row.grade < 0.0 {
                let problem = || Problem::NegativeGrade { grade: grade_text() };
                findings.at(&NEGATIVE_GRADE, line, problem);
            }
            if row.grade.fract() != 0.0 {
                let problem = || Problem::FractionalGrade { grade: grade_text() };
                findings.at(&FRACTIONAL_GRADE, line, problem);
            }
            let topic = topics.place(row.topic, line, findings);
            let QrelsRow { group, doc, grade, .. } = row;
            rows.push(Graded { topic, line, group, doc, grade });
        },
    );
    if rows.is_empty() && !findings.any_error() {
        findings.file(Problem::EmptyFile { expected: "judgments" }, 1);
    }
    if !topics.scattered.is_empty() {
        rows.sort_by_key(|r| r.topic);
    }
    QrelsScan { topics: topics.names.into_iter().map(utf8).collect(), rows }
}

/// What is known of a file before it is gone through.
#[derive(Clone, Copy)]
struct Expected {
    /// What its rows are those of.
    file: &'static str,
    /// Whether the first line may be a header that should not be there.
    header: bool,
    /// How bad columns are that are not read.
    extra_columns: Severity,
}

/// Hands every row to `take`, with its line, and reports rows that cannot be read.
fn each_row<'a, R: ReadRow, D: RowReader<'a, R> + ?Sized>(
    reader: &mut D,
    expected: Expected,
    findings: &mut Findings,
    mut take: impl FnMut(&D, R, u64, &mut Findings),
) {
    let mut may_be_header = expected.header;
    let mut header: Option<(RowFault, Problem)> = None;
    let mut any_row = false;
    while let Some(row) = reader.next_row() {
        let columns = reader.columns();
        match row {
            Ok(row) => {
                any_row = true;
                if reader.has_extra_columns(&row) {
                    let problem = || Problem::ExtraColumns { row: excerpt(columns.line_before()) };
                    findings.at(&EXTRA_COLUMNS, columns.lines, problem).severity =
                        expected.extra_columns;
                }
                take(reader, row, columns.lines, findings);
            }
            Err(fault) if may_be_header && is_header(&fault, columns.line_before()) => {
                let row = excerpt(columns.line_before());
                header = Some((fault, Problem::HeaderLine { expected: expected.file, row }));
            }
            Err(fault) => {
                findings.fault(&fault);
            }
        }
        may_be_header = false;
    }
    // Words above numbers are a header; without a row below they are just wrong.
    match header {
        Some((fault, problem)) if any_row => {
            findings.at(&HEADER_LINE, fault.line(), || problem);
        }
        Some((fault, _)) => {
            findings.fault(&fault);
        }
        None => {}
    }
}

/// Whether a line that is no row holds the names of columns: words and no number.
fn is_header(fault: &RowFault, line: &[u8]) -> bool {
    let a_number_is_wrong = matches!(
        fault.problem(),
        Problem::BadScore { .. } | Problem::BadRank { .. } | Problem::BadGrade { .. }
    );
    a_number_is_wrong && cells(line).iter().all(|cell| !is_number(cell))
}

/// Counts blank lines, and lines that end in CR LF.
fn line_ends(data: &[u8], file: &'static str, findings: &mut Findings) {
    let mut start = 0;
    for (line, end) in (1..).zip(memchr::memchr_iter(b'\n', data)) {
        let text = &data[start..end];
        if text.first().is_none_or(|&b| is_blank(b)) && text.iter().all(|&b| is_blank(b)) {
            findings.at(&BLANK_LINES, line, || Problem::BlankLines { file });
        }
        if text.ends_with(b"\r") {
            findings.at(&CRLF, line, || Problem::Crlf);
        }
        start = end + 1;
    }
}

/// The tags of a run.
#[derive(Default)]
struct Tags<'a> {
    first: &'a [u8],
    last: &'a [u8],
    known: HashSet<&'a [u8], Hasher>,
}

impl<'a> Tags<'a> {
    #[inline]
    fn place(&mut self, tag: &'a [u8], line: u64, findings: &mut Findings) {
        if tag == self.last {
            return;
        }
        self.last = tag;
        if self.known.is_empty() {
            self.first = tag;
        }
        if self.known.insert(tag) && self.known.len() > 1 {
            findings.at(&SEVERAL_TAGS, line, || Problem::SeveralTags {
                tag: excerpt(tag),
                first_tag: excerpt(self.first),
            });
        }
    }
}

/// The topics of a file, in the order in which they first appear.
#[derive(Default)]
struct Topics<'a> {
    names: Vec<&'a [u8]>,
    by_name: HashMap<&'a [u8], u32, Hasher>,
    current: u32,
    /// The topics that go on after another one, once each.
    scattered: HashSet<u32, Hasher>,
}

impl<'a> Topics<'a> {
    /// The index of a row's topic.
    #[inline]
    fn place(&mut self, name: &'a [u8], line: u64, findings: &mut Findings) -> u32 {
        if self.names.get(self.current as usize).is_some_and(|n| *n == name) {
            return self.current;
        }
        let next = self.names.len() as u32;
        self.current = *self.by_name.entry(name).or_insert(next);
        if self.current == next {
            self.names.push(name);
        } else if self.scattered.insert(self.current) {
            let problem = || Problem::ScatteredTopics { topic: utf8(name).to_string() };
            findings.at(&SCATTERED_TOPICS, line, problem);
        }
        self.current
    }
}
