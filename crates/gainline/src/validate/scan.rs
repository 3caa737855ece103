//! Goes through a whole file, line by line, past anything that is wrong, and keeps the rows.

use super::checks::{
    BAD_RANK, BLANK_LINES, COMMENT_LINE, CRLF, EMPTY_FILE, EXTRA_COLUMNS, FRACTIONAL_GRADE,
    HEADER_LINE, INFINITE_SCORE, LONE_CARRIAGE_RETURN, NEGATIVE_GRADE, SCATTERED_TOPICS,
    SEVERAL_TAGS, WRONG_COLUMNS,
};
use super::findings::{Findings, Severity};
use super::row::{Problem, QrelsRow, is_header, qrels_row, run_row};
use super::sniff::{choose_qrels_layout, choose_run_layout};
use crate::error::quote;
use crate::input::rows::Columns;
use crate::input::trec::{QrelsLayout, RunLayout};
use crate::judgments::qrels::utf8;
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
    pub iteration: &'a [u8],
    pub doc: &'a [u8],
    pub grade: f64,
}

/// The rows of a run that can be read.
pub(super) struct RunScan<'a> {
    pub layout: RunLayout,
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
    let (layout, first_problem) = choose_run_layout(data);
    let check_ids = std::str::from_utf8(data).is_err();
    let mut topics = Topics::default();
    let mut rows: Vec<Ranked> = vec![];
    let mut tags: Vec<&[u8]> = vec![];
    let mut known_tags: HashSet<&[u8], Hasher> = HashSet::default();
    let mut tag = &b""[..];
    each_line(data, findings, Severity::Note, |columns, line, findings| {
        let row = run_row(columns, layout, check_ids)?;
        if row.score.is_infinite() && layout == RunLayout::Trec {
            findings.at(&INFINITE_SCORE, line, || {
                format!("infinite score in {}", quote(columns.line()))
            });
        }
        if row.rank.is_none() {
            let message = || Problem::Rank(row.rank_text).message();
            findings.at(&BAD_RANK, line, message).severity = Severity::Note;
        }
        if row.tag != tag {
            tag = row.tag;
            if known_tags.insert(tag) {
                tags.push(tag);
                if let [first, .., _] = tags[..] {
                    findings.at(&SEVERAL_TAGS, line, || {
                        format!("tag {} after {}", quote(tag), quote(first))
                    });
                }
            }
        }
        let topic = topics.place(row.topic, line, findings);
        let rank = row.rank.unwrap_or(NO_RANK);
        let (start, length) = (row.doc_start, row.doc.len() as u32);
        rows.push(Ranked { topic, line, row: Row { start, length, rank, score: row.score } });
        Ok(())
    });
    if let (Some((line, problem)), false) = (first_problem, findings.any_error()) {
        findings.at(problem.check(), line, || problem.message());
    }
    if rows.is_empty() && !findings.any_error() {
        findings.add(&EMPTY_FILE, 1, "no rows in this file".to_string());
    }
    if !topics.scattered.is_empty() {
        rows.sort_by_key(|r| r.topic);
    }
    let tag = (!tag.is_empty()).then(|| String::from_utf8_lossy(tag).into_owned());
    RunScan { layout, topics: topics.names.into_iter().map(utf8).collect(), rows, tag }
}

/// Goes through qrels.
pub(super) fn scan_qrels<'a>(data: &'a [u8], findings: &mut Findings) -> QrelsScan<'a> {
    let layout = choose_qrels_layout(data);
    let check_ids = std::str::from_utf8(data).is_err();
    let mut topics = Topics::default();
    let mut rows: Vec<Graded<'a>> = vec![];
    let mut header = layout == QrelsLayout::Beir;
    each_line(data, findings, Severity::Warning, |columns, line, findings| {
        if std::mem::take(&mut header) {
            for _ in 0..3 {
                columns.next_column();
            }
            return Ok(());
        }
        let row = qrels_row(columns, layout, check_ids)?;
        if row.grade < 0.0 {
            findings.at(&NEGATIVE_GRADE, line, || {
                format!("grade {} is negative", quote(row.grade_text))
            });
        }
        if row.grade.fract() != 0.0 {
            findings.at(&FRACTIONAL_GRADE, line, || {
                format!("grade {} is not a whole number", quote(row.grade_text))
            });
        }
        let topic = topics.place(row.topic, line, findings);
        let QrelsRow { iteration, doc, grade, .. } = row;
        rows.push(Graded { topic, line, iteration, doc, grade });
        Ok(())
    });
    if rows.is_empty() && !findings.any_error() {
        findings.add(&EMPTY_FILE, 1, "no judgments in this file".to_string());
    }
    if let Some(finding) = findings.of(&WRONG_COLUMNS) {
        finding.remedy = match layout {
            QrelsLayout::Trec => {
                "a row of qrels is `topic iteration document grade`, without blanks in an id; \
                 three columns are read below BEIR's header line `query-id corpus-id score` only"
            }
            QrelsLayout::Beir => {
                "the header line says `query-id corpus-id score`: so must the rows"
            }
        }
        .to_string();
    }
    if !topics.scattered.is_empty() {
        rows.sort_by_key(|r| r.topic);
    }
    QrelsScan { topics: topics.names.into_iter().map(utf8).collect(), rows }
}

/// Hands every line that is not blank to `row`, which reads the columns that count, and reports
/// what it says is wrong.
fn each_line<'a>(
    data: &'a [u8],
    findings: &mut Findings,
    extra_columns: Severity,
    mut row: impl FnMut(&mut Columns<'a>, u64, &mut Findings) -> Result<(), Problem<'a>>,
) {
    let mut columns = Columns::new(data);
    let mut header = None;
    let mut rows_seen = false;
    let mut rows_read = false;
    while !columns.at_end() {
        let line = columns.lines + 1;
        let start = columns.pos;
        columns.skip_blanks();
        if data[columns.pos] == b'\n' {
            findings.at(&BLANK_LINES, line, || "blank line".to_string());
        } else {
            let first = data[columns.pos];
            match row(&mut columns, line, findings) {
                Ok(()) => {
                    rows_read = true;
                    look_behind(&mut columns, line, findings, extra_columns);
                }
                Err(_) if first == b'#' => {
                    let message = || format!("comment {}", quote(columns.line()));
                    findings.at(&COMMENT_LINE, line, message);
                }
                Err(problem) if !rows_seen && is_header(&problem, columns.line()) => {
                    header = Some((line, problem, columns.line()));
                }
                Err(problem) => {
                    findings.at(problem.check(), line, || problem.message());
                }
            }
            rows_seen = true;
        }
        columns.next_line();
        if data[start..columns.pos].ends_with(b"\r\n") {
            findings.at(&CRLF, line, || "the line ends in CR LF".to_string());
        }
    }
    // Words above numbers are a header; without a row below they are just wrong.
    if let Some((line, problem, text)) = header {
        if rows_read {
            findings.at(&HEADER_LINE, line, || format!("names of columns: {}", quote(text)));
        } else {
            findings.at(problem.check(), line, || problem.message());
        }
    }
}

/// Looks at what follows the columns that count.
#[inline]
fn look_behind(columns: &mut Columns<'_>, line: u64, findings: &mut Findings, severity: Severity) {
    columns.skip_blanks();
    if columns.data[columns.pos] == b'\n' {
        return;
    }
    let text = columns.line();
    if text.contains(&b'\r') {
        let message = || format!("carriage return within a line: {}", quote(text));
        findings.at(&LONE_CARRIAGE_RETURN, line, message);
    } else {
        let message = || format!("more columns than are read: {}", quote(text));
        findings.at(&EXTRA_COLUMNS, line, message).severity = severity;
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
            let message = || format!("topic {} goes on here, after another one", quote(name));
            findings.at(&SCATTERED_TOPICS, line, message);
        }
        self.current
    }
}
