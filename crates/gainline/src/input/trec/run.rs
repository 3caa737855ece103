//! The rows of runs.

use super::super::hints::{self, is_beir_header, is_number};
use super::super::rows::{Columns, Expected, Fault, cells, column_end, is_blank, short_decimal};
use super::{Dialect, RunLayout, check_bytes, first_row, order};
use crate::error::quote;
use crate::{Error, ErrorKind};

/// One row of a run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RunRow<'a> {
    pub topic: &'a [u8],
    pub doc: &'a [u8],
    /// Where the document's id starts in the stretch.
    pub doc_start: usize,
    pub rank: &'a [u8],
    pub score: f64,
    pub tag: &'a [u8],
    /// The row before had the same topic, for certain.
    pub same_topic: bool,
}

/// The rows of a stretch of a run. Allocates nothing.
pub(crate) struct RunRows<'a> {
    pub columns: Columns<'a>,
    layout: RunLayout,
    dialect: Dialect,
    /// What the row before started with, up to its document: rows of one topic share it.
    start: Expected<'a>,
    topic: &'a [u8],
    /// What followed the score of the row before, its newline included: most runs have one tag.
    end: Expected<'a>,
    tag: &'a [u8],
    /// Some id of this stretch may not be UTF-8.
    check_ids: bool,
}

impl<'a> RunRows<'a> {
    pub(crate) fn new(data: &'a [u8], layout: RunLayout, dialect: Dialect) -> Self {
        RunRows {
            columns: Columns::new(data),
            layout,
            dialect,
            start: Expected::default(),
            topic: b"",
            end: Expected::default(),
            tag: b"",
            check_ids: std::str::from_utf8(data).is_err(),
        }
    }

    /// The next row, or `None` at the end. Inlined, because the row would else be written to
    /// memory and read back, seven million times for a middling run.
    #[inline(always)]
    pub(crate) fn next_row(&mut self) -> Option<Result<RunRow<'a>, Fault>> {
        if let Some(row) = self.usual_row() {
            return Some(Ok(row));
        }
        self.any_row()
    }

    /// The next row if it looks like the one before: the same topic and tag, a blank between
    /// columns, a plain decimal for a score. Nearly all rows do; the others, and all errors, are
    /// for [`RunRows::any_row`].
    #[inline(always)]
    fn usual_row(&mut self) -> Option<RunRow<'a>> {
        let data = self.columns.data;
        if !self.start.stand_at(data, self.columns.pos) {
            return None;
        }
        let one_blank = |pos: usize| {
            (data.get(pos) == Some(&b' ') || data.get(pos) == Some(&b'\t'))
                && data.get(pos + 1).is_some_and(|b| *b > b' ')
        };
        let doc_start = self.columns.pos + self.start.len();
        let doc_end = column_end(data, doc_start);
        if doc_end == doc_start || !one_blank(doc_end) {
            return None;
        }
        let rank_end = column_end(data, doc_end + 1);
        if !one_blank(rank_end) {
            return None;
        }
        let (score, score_end) = short_decimal(data, rank_end + 1)?;
        if !self.end.stand_at(data, score_end) {
            return None;
        }
        self.columns.start_line(score_end + self.end.len());
        Some(RunRow {
            topic: self.topic,
            doc: &data[doc_start..doc_end],
            doc_start,
            rank: &data[doc_end + 1..rank_end],
            score: self.rounded(score),
            tag: self.tag,
            same_topic: true,
        })
    }

    /// The next row, whatever it looks like.
    #[inline(never)]
    fn any_row(&mut self) -> Option<Result<RunRow<'a>, Fault>> {
        let columns = &mut self.columns;
        loop {
            if columns.at_end() {
                return None;
            }
            columns.skip_blanks();
            if columns.data[columns.pos] != b'\n' {
                return Some(self.row());
            }
            columns.next_line();
        }
    }

    fn row(&mut self) -> Result<RunRow<'a>, Fault> {
        let wanted = match self.layout {
            RunLayout::Trec => 6,
            RunLayout::MsMarco => 3,
        };
        let columns = &mut self.columns;
        let topic = columns.next_column().unwrap_or_default();
        columns.check_separator()?;
        if self.check_ids && std::str::from_utf8(topic).is_err() {
            return Err(columns.not_utf8("topic", topic, columns.pos - topic.len()));
        }
        if self.layout == RunLayout::Trec {
            if columns.next_column().is_none() {
                return Err(run_columns(columns, wanted));
            }
            columns.check_separator()?;
        }
        columns.skip_blanks();
        let same_topic = topic == self.topic;
        self.topic = topic;
        let start = &columns.data[columns.line_start..columns.pos];
        let Some(doc) = columns.next_column() else {
            return Err(run_columns(columns, wanted));
        };
        let doc_start = columns.pos - doc.len();
        columns.check_separator()?;
        if self.check_ids && std::str::from_utf8(doc).is_err() {
            return Err(columns.not_utf8("document", doc, doc_start));
        }
        let Some(rank) = columns.next_column() else {
            return Err(run_columns(columns, wanted));
        };
        columns.check_separator()?;
        let mut row =
            RunRow { topic: self.topic, doc, doc_start, rank, score: 0.0, tag: b"", same_topic };
        match self.layout {
            RunLayout::MsMarco => {
                let Some(number) = rank_number(rank) else {
                    return Err(bad_rank(columns, rank, wanted));
                };
                row.score = -(number as f64);
            }
            RunLayout::Trec => {
                columns.skip_blanks();
                row.score = self.score()?;
                let behind = self.columns.pos;
                let Some(tag) = self.columns.next_column() else {
                    return Err(run_columns(&self.columns, wanted));
                };
                self.columns.check_separator()?;
                row.tag = tag;
                if self.dialect == Dialect::Gainline {
                    self.columns.check_rest()?;
                }
                self.columns.next_line();
                // What the next row is expected to look like; ids that may not be UTF-8 are checked
                // one by one.
                if !self.check_ids {
                    self.start = Expected::new(start);
                    self.tag = tag;
                    self.end = Expected::new(&self.columns.data[behind..self.columns.pos]);
                }
                return Ok(row);
            }
        }
        if self.dialect == Dialect::Gainline {
            self.columns.check_rest()?;
        }
        self.columns.next_line();
        Ok(row)
    }

    /// The rank column of the row just read, as a number.
    pub(crate) fn rank_of(&self, row: &RunRow<'a>) -> Result<i64, Fault> {
        rank_number(row.rank).ok_or_else(|| {
            let data = self.columns.data;
            let line_start = memchr::memrchr(b'\n', &data[..row.doc_start]).map_or(0, |p| p + 1);
            let lines = self.columns.lines - 1;
            let mut pos = row.doc_start + row.doc.len();
            while is_blank(data[pos]) {
                pos += 1;
            }
            let columns = Columns { data, pos: pos + row.rank.len(), line_start, lines };
            bad_rank(&columns, row.rank, if self.layout == RunLayout::Trec { 6 } else { 3 })
        })
    }

    fn score(&mut self) -> Result<f64, Fault> {
        let columns = &mut self.columns;
        let start = columns.pos;
        let (score, end) = match short_decimal(columns.data, start) {
            Some(found) => found,
            None => match fast_float2::parse_partial::<f64, _>(&columns.data[start..]) {
                Ok((score, length)) => (score, start + length),
                Err(_) => return Err(bad_score(columns)),
            },
        };
        let after = columns.data[end];
        if score.is_nan() || !(is_blank(after) || after == b'\n') {
            return Err(bad_score(columns));
        }
        columns.pos = end;
        Ok(self.rounded(score))
    }

    #[inline]
    fn rounded(&self, score: f64) -> f64 {
        if self.dialect == Dialect::TrecEval { f64::from(score as f32) } else { score }
    }
}

/// A rank column as a whole number.
pub(crate) fn rank_number(rank: &[u8]) -> Option<i64> {
    std::str::from_utf8(rank).ok()?.parse().ok()
}

#[cold]
fn bad_score(columns: &mut Columns<'_>) -> Fault {
    let start = columns.pos;
    let cells = cells(columns.line());
    let Some(text) = columns.next_column() else { return run_columns(columns, 6) };
    if let Err(fault) = columns.check_separator() {
        return fault;
    }
    if cells.len() < 6 {
        return run_columns(columns, 6);
    }
    if let Some(fault) = columns.no_row("a run") {
        return fault;
    }
    let remedy = if let Some(hint) = hints::of_number(text) {
        hint
    } else if is_number(text) {
        "a NaN cannot be ranked: find out where the system divides by 0, or leave the row out"
    } else if cells.len() > 6 && !is_number(cells[3]) {
        "a row of a run is `topic Q0 document rank score tag`: is there a blank in an id?"
    } else if is_number(cells[5]) {
        "column 5 of a run is the score, column 6 the tag: here the number stands in column 6"
    } else {
        "column 5 of a run is the score that the ranking is sorted by, highest first"
    };
    let error = Error::new(ErrorKind::Malformed, format!("score {} is not a number", quote(text)));
    columns.fault(start, error.remedy(remedy))
}

/// The error for a rank that ends where the columns stand, in a run of `wanted` columns.
#[cold]
fn bad_rank(columns: &Columns<'_>, rank: &[u8], wanted: usize) -> Fault {
    if wanted == 3 && cells(columns.line()).len() > 3 {
        return run_columns(columns, wanted);
    }
    if let Some(fault) = columns.no_row("a run") {
        return fault;
    }
    let digits = rank.strip_prefix(b"-").unwrap_or(rank);
    let large = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    let what = if large { "too large" } else { "not a whole number" };
    let error = Error::new(ErrorKind::Malformed, format!("rank {} is {what}", quote(rank)));
    let remedy = if let Some(hint) = hints::of_number(rank) {
        hint
    } else if wanted == 6 {
        "--ties rank reads column 4, a whole number; --ties docid and --ties input do without it"
    } else if is_number(rank) && !large {
        "three columns are `topic document rank`; with scores, `topic Q0 document rank score tag`"
    } else {
        "a row of this run is `topic document rank`; ranks count from 1"
    };
    columns.fault(columns.pos - rank.len(), error.remedy(remedy))
}

#[cold]
fn run_columns(columns: &Columns<'_>, wanted: usize) -> Fault {
    if let Some(fault) = columns.no_row("a run") {
        return fault;
    }
    let line = columns.line();
    let remedy = match hints::of_separator(line) {
        Some(hint) => hint,
        None if wanted == 6 => "a row of this run is `topic Q0 document rank score tag`",
        None => "a row of this run is `topic document rank`, as its first row is",
    };
    let found = cells(line).len();
    let message = format!("expected {wanted} columns, found {found}: {}", quote(line));
    columns.line_fault(Error::new(ErrorKind::Malformed, message).remedy(remedy))
}

/// The lines (from 1) on which a run holds a document for a topic.
pub(crate) fn lines_of(data: &[u8], layout: RunLayout, topic: &[u8], doc: &[u8]) -> Vec<u64> {
    // The rows were read before; the laxer dialect takes them all.
    let mut rows = RunRows::new(data, layout, Dialect::TrecEval);
    let mut lines = vec![];
    while let Some(Ok(row)) = rows.next_row() {
        if row.topic == topic && row.doc == doc {
            lines.push(rows.columns.lines);
        }
    }
    lines
}

/// Finds the layout of a run from its first row.
pub(crate) fn run_layout(data: &[u8], dialect: Dialect) -> Result<Option<RunLayout>, Fault> {
    let Some((columns, cells)) = first_row(data)? else { return Ok(None) };
    if cells.len() >= 5 {
        return Ok(Some(RunLayout::Trec));
    }
    let short = cells.len() == 3 && rank_number(cells[2]).is_some();
    if short && dialect == Dialect::Gainline {
        return Ok(Some(RunLayout::MsMarco));
    }
    check_bytes(&columns)?;
    let line = quote(columns.line());
    let looks_like = |what: &str| {
        let message = format!("looks like {what}, not a run: {line}");
        columns.line_fault(Error::new(ErrorKind::WrongFile, message).remedy(order(dialect)))
    };
    if is_beir_header(&cells) {
        return Err(looks_like("BEIR's qrels"));
    }
    if let Some(fault) = columns.no_row("a run") {
        return Err(fault);
    }
    let with_score = cells.len() == 4
        && !is_number(cells[1])
        && rank_number(cells[2]).is_some()
        && rank_number(cells[3]).is_none();
    let remedy = match &cells[..] {
        [_, _, _, last] if is_number(last) && !with_score => return Err(looks_like("qrels")),
        [_, _, _, last] if is_number(last) => {
            "this looks like `topic document rank score`: leave out the score, or make it \
             `topic Q0 document rank score tag`"
        }
        [_, _, _] if short => {
            "trec_eval reads `topic Q0 document rank score tag`; `gainline eval` reads this run"
        }
        [_, _, rank] if is_number(rank) => {
            let mut behind = columns.clone();
            for _ in 0..3 {
                behind.next_column();
            }
            return Err(bad_rank(&behind, rank, 3));
        }
        _ => hints::of_separator(columns.line()).unwrap_or(match dialect {
            Dialect::Gainline => {
                "a run's row is `topic Q0 document rank score tag`, or `topic document rank`"
            }
            Dialect::TrecEval => "a run's row is `topic Q0 document rank score tag`",
        }),
    };
    let message = format!("expected 6 columns, found {}: {line}", cells.len());
    Err(columns.line_fault(Error::new(ErrorKind::Malformed, message).remedy(remedy)))
}
