//! TREC's text formats, row by row: runs (`topic Q0 document rank score tag`), MS MARCO's short
//! runs (`topic document rank`), qrels (`topic iteration document grade`) and BEIR's qrels (a
//! header line, then `topic document grade`).

use super::rows::{Columns, Fault, is_blank, short_decimal};
use crate::error::quote;
use crate::{Error, ErrorKind};

/// How strictly rows are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Dialect {
    /// Ours: blank lines and extra columns are let be, grades are numbers.
    #[default]
    Gainline,
    /// As trec_eval 9.0.8 reads: qrels rows have just four columns, no blank lines; grades are
    /// cut to whole numbers, scores are rounded to single precision.
    TrecEval,
}

/// The columns of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunLayout {
    /// `topic Q0 document rank score tag`
    Trec,
    /// `topic document rank`: the score is the negated rank.
    MsMarco,
}

/// The columns of a qrels file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QrelsLayout {
    /// `topic iteration document grade`
    Trec,
    /// `topic document grade`, below a header line.
    Beir,
}

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
    single_precision: bool,
    /// What the row before started with, up to its document: rows of one topic share it.
    prefix: &'a [u8],
    topic: &'a [u8],
    /// Some id of this stretch may not be UTF-8.
    check_ids: bool,
}

impl<'a> RunRows<'a> {
    pub(crate) fn new(data: &'a [u8], layout: RunLayout, dialect: Dialect) -> Self {
        RunRows {
            columns: Columns::new(data),
            layout,
            single_precision: dialect == Dialect::TrecEval,
            prefix: b"",
            topic: b"",
            check_ids: std::str::from_utf8(data).is_err(),
        }
    }

    /// The next row, or `None` at the end. Inlined, because the row would else be written to
    /// memory and read back, seven million times for a middling run.
    #[inline(always)]
    pub(crate) fn next_row(&mut self) -> Option<Result<RunRow<'a>, Fault>> {
        let columns = &mut self.columns;
        let same_topic = loop {
            if columns.at_end() {
                return None;
            }
            let rest = &columns.data[columns.pos..];
            let known = self.prefix.len();
            if known > 0 && rest.starts_with(self.prefix) && rest[known] > b' ' {
                columns.pos += known;
                break true;
            }
            columns.skip_blanks();
            if columns.data[columns.pos] != b'\n' {
                break false;
            }
            columns.next_line();
        };
        Some(self.rest_of_row(same_topic))
    }

    #[inline(always)]
    fn rest_of_row(&mut self, same_topic: bool) -> Result<RunRow<'a>, Fault> {
        let wanted = match self.layout {
            RunLayout::Trec => 6,
            RunLayout::MsMarco => 3,
        };
        let columns = &mut self.columns;
        if !same_topic {
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
            self.topic = topic;
            self.prefix = &columns.data[columns.line_start..columns.pos];
        }
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
                    return Err(bad_rank(columns, rank));
                };
                row.score = -(number as f64);
            }
            RunLayout::Trec => {
                columns.skip_blanks();
                row.score = self.score()?;
                let Some(tag) = self.columns.next_column() else {
                    return Err(run_columns(&self.columns, wanted));
                };
                self.columns.check_separator()?;
                row.tag = tag;
            }
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
            bad_rank(&columns, row.rank)
        })
    }

    #[inline]
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
        Ok(if self.single_precision { f64::from(score as f32) } else { score })
    }
}

/// A rank column as a whole number.
pub(crate) fn rank_number(rank: &[u8]) -> Option<i64> {
    std::str::from_utf8(rank).ok()?.parse().ok()
}

#[cold]
fn bad_score(columns: &mut Columns<'_>) -> Fault {
    let start = columns.pos;
    let Some(text) = columns.next_column() else { return run_columns(columns, 6) };
    if let Err(fault) = columns.check_separator() {
        return fault;
    }
    let error = Error::new(ErrorKind::Malformed, format!("score {} is not a number", quote(text)));
    columns.fault(
        start,
        error.remedy("column 5 of a run is the score that the ranking is sorted by, highest first"),
    )
}

#[cold]
fn bad_rank(columns: &Columns<'_>, rank: &[u8]) -> Fault {
    let error =
        Error::new(ErrorKind::Malformed, format!("rank {} is not a whole number", quote(rank)));
    columns.fault(
        columns.pos - rank.len(),
        error.remedy("ranks count from 1; they are read in three-column runs and for --ties rank"),
    )
}

#[cold]
fn run_columns(columns: &Columns<'_>, wanted: usize) -> Fault {
    let line = columns.line();
    let found = line.split(|&b| is_blank(b)).filter(|c| !c.is_empty()).count();
    let shape =
        if wanted == 6 { "topic Q0 document rank score tag" } else { "topic document rank" };
    let error = Error::new(
        ErrorKind::Malformed,
        format!("expected {wanted} columns, found {found}: {}", quote(line)),
    );
    let start = columns.line_start + line.iter().take_while(|&&b| is_blank(b)).count();
    columns.fault(start, error.remedy(format!("a row of this run is `{shape}`")))
}

/// The lines (from 1) on which a run holds a document for a topic.
pub(crate) fn lines_of(data: &[u8], layout: RunLayout, topic: &[u8], doc: &[u8]) -> Vec<u64> {
    let mut rows = RunRows::new(data, layout, Dialect::Gainline);
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
    let Some((columns, cells)) = first_row(data) else { return Ok(None) };
    if let Some(error) = not_text(&cells) {
        return Err(columns.fault(columns.line_start, error));
    }
    if dialect == Dialect::TrecEval || cells.len() >= 5 {
        return Ok(Some(RunLayout::Trec));
    }
    if cells.len() == 3 && rank_number(cells[2]).is_some() {
        return Ok(Some(RunLayout::MsMarco));
    }
    let line = quote(columns.line());
    let error = if cells.len() == 4 && is_number(cells[3]) {
        Error::new(ErrorKind::WrongFile, format!("looks like qrels, not a run: {line}"))
            .remedy("give the qrels first and the runs after it: gainline eval QRELS RUN...")
    } else {
        let message = format!("expected 6 columns, found {}: {line}", cells.len());
        Error::new(ErrorKind::Malformed, message).remedy(separator_hint(
            &cells,
            "a run's row is `topic Q0 document rank score tag`, or `topic document rank`",
        ))
    };
    Err(columns.fault(columns.line_start, error))
}

/// One row of a qrels file.
#[derive(Debug, Clone, Copy)]
pub(crate) struct QrelsRow<'a> {
    pub topic: &'a [u8],
    pub group: &'a [u8],
    pub doc: &'a [u8],
    pub grade: f64,
}

/// The rows of a qrels file.
pub(crate) struct QrelsRows<'a> {
    pub columns: Columns<'a>,
    layout: QrelsLayout,
    dialect: Dialect,
    check_ids: bool,
}

impl<'a> QrelsRows<'a> {
    pub(crate) fn new(data: &'a [u8], layout: QrelsLayout, dialect: Dialect) -> Self {
        let mut columns = Columns::new(data);
        if layout == QrelsLayout::Beir {
            while columns.next_column().is_none() {
                columns.next_line();
            }
            columns.next_line();
        }
        QrelsRows { columns, layout, dialect, check_ids: std::str::from_utf8(data).is_err() }
    }

    /// The next row, or `None` at the end.
    pub(crate) fn next_row(&mut self) -> Option<Result<QrelsRow<'a>, Fault>> {
        loop {
            if self.columns.at_end() {
                return None;
            }
            self.columns.skip_blanks();
            if self.columns.data[self.columns.pos] != b'\n' {
                return Some(self.row());
            }
            if self.dialect == Dialect::TrecEval {
                let error = Error::new(ErrorKind::Malformed, "blank line in qrels");
                let remedy = "trec_eval refuses blank lines in qrels; `gainline eval` skips them";
                return Some(Err(self
                    .columns
                    .fault(self.columns.line_start, error.remedy(remedy))));
            }
            self.columns.next_line();
        }
    }

    fn row(&mut self) -> Result<QrelsRow<'a>, Fault> {
        let topic = self.id("topic")?;
        let group = match self.layout {
            QrelsLayout::Trec => self.cell()?,
            QrelsLayout::Beir => b"0",
        };
        let doc = self.id("document")?;
        let start = self.columns.pos;
        let cell = self.cell()?;
        let grade = match fast_float2::parse::<f64, _>(cell) {
            Ok(grade) if grade.is_finite() => grade,
            _ => return Err(self.bad_grade(cell, start)),
        };
        let columns = &mut self.columns;
        if columns.data[columns.pos] != b'\n' {
            let extra = columns.next_column();
            columns.check_separator()?;
            if let (Some(extra), QrelsLayout::Trec) = (extra, self.layout) {
                let sixth = columns.next_column();
                if self.dialect == Dialect::TrecEval || (sixth.is_some() && is_number(extra)) {
                    return Err(qrels_columns(columns, sixth.is_some() && is_number(extra)));
                }
            }
        }
        columns.next_line();
        let grade = if self.dialect == Dialect::TrecEval { grade.trunc() } else { grade };
        // `+ 0.0` makes a negative zero positive.
        Ok(QrelsRow { topic, group, doc, grade: grade + 0.0 })
    }

    fn cell(&mut self) -> Result<&'a [u8], Fault> {
        let Some(cell) = self.columns.next_column() else {
            return Err(match self.layout {
                QrelsLayout::Trec => qrels_columns(&self.columns, false),
                QrelsLayout::Beir => beir_columns(&self.columns),
            });
        };
        self.columns.check_separator()?;
        Ok(cell)
    }

    fn id(&mut self, what: &str) -> Result<&'a [u8], Fault> {
        let cell = self.cell()?;
        if self.check_ids && std::str::from_utf8(cell).is_err() {
            return Err(self.columns.not_utf8(what, cell, self.columns.pos - cell.len()));
        }
        Ok(cell)
    }

    #[cold]
    fn bad_grade(&self, cell: &[u8], mut start: usize) -> Fault {
        while is_blank(self.columns.data[start]) {
            start += 1;
        }
        let error = Error::new(
            ErrorKind::Malformed,
            format!("grade {} is not a finite number", quote(cell)),
        );
        let place = if self.layout == QrelsLayout::Trec { "fourth" } else { "third" };
        self.columns.fault(
            start,
            error.remedy(format!("the {place} column of qrels is the grade, such as 0, 1 or 2")),
        )
    }
}

#[cold]
fn qrels_columns(columns: &Columns<'_>, run: bool) -> Fault {
    let line = columns.line();
    let found = line.split(|&b| is_blank(b)).filter(|c| !c.is_empty()).count();
    let error = if run {
        Error::new(ErrorKind::WrongFile, format!("looks like a run, not qrels: {}", quote(line)))
            .remedy("give the qrels first and the runs after it: gainline eval QRELS RUN...")
    } else {
        let message = format!("expected 4 columns, found {found}: {}", quote(line));
        Error::new(ErrorKind::Malformed, message)
            .remedy("a row of qrels is `topic iteration document grade`")
    };
    columns.fault(columns.line_start, error)
}

#[cold]
fn beir_columns(columns: &Columns<'_>) -> Fault {
    let line = columns.line();
    let found = line.split(|&b| is_blank(b)).filter(|c| !c.is_empty()).count();
    let message = format!("expected 3 columns, found {found}: {}", quote(line));
    let error = Error::new(ErrorKind::Malformed, message);
    columns.fault(
        columns.line_start,
        error.remedy("the header line says `query-id corpus-id score`: so must the rows"),
    )
}

/// Finds the layout of a qrels file from its first row.
pub(crate) fn qrels_layout(data: &[u8], dialect: Dialect) -> Result<QrelsLayout, Fault> {
    let Some((columns, cells)) = first_row(data) else { return Ok(QrelsLayout::Trec) };
    if let Some(error) = not_text(&cells) {
        return Err(columns.fault(columns.line_start, error));
    }
    if dialect == Dialect::TrecEval || cells.len() >= 4 {
        return Ok(QrelsLayout::Trec);
    }
    let is =
        |cell: &[u8], names: &[&str]| names.iter().any(|n| cell.eq_ignore_ascii_case(n.as_bytes()));
    if cells.len() == 3
        && is(cells[0], &["query-id", "query_id", "qid"])
        && is(cells[2], &["score", "grade", "relevance", "label"])
    {
        return Ok(QrelsLayout::Beir);
    }
    let message = format!("expected 4 columns, found {}: {}", cells.len(), quote(columns.line()));
    let remedy = if cells.len() == 3 && is_number(cells[2]) {
        "three columns are read below BEIR's header line `query-id corpus-id score` only"
    } else {
        separator_hint(&cells, "a row of qrels is `topic iteration document grade`")
    };
    let error = Error::new(ErrorKind::Malformed, message).remedy(remedy);
    Err(columns.fault(columns.line_start, error))
}

fn first_row(data: &[u8]) -> Option<(Columns<'_>, Vec<&[u8]>)> {
    let mut columns = Columns::new(data);
    while !columns.at_end() {
        columns.skip_blanks();
        if columns.data[columns.pos] != b'\n' {
            let cells = columns.line().split(|&b| is_blank(b)).filter(|c| !c.is_empty()).collect();
            return Some((columns, cells));
        }
        columns.next_line();
    }
    None
}

fn not_text(cells: &[&[u8]]) -> Option<Error> {
    let first = *cells.first()?;
    if first.starts_with(b"\xff\xfe") || first.starts_with(b"\xfe\xff") {
        return Some(
            Error::new(ErrorKind::WrongFile, "the file is UTF-16, not UTF-8")
                .remedy("convert it, for example with `iconv -f UTF-16 -t UTF-8`"),
        );
    }
    None
}

fn separator_hint<'a>(cells: &[&[u8]], otherwise: &'a str) -> &'a str {
    match cells.first() {
        Some(cell) if cell.starts_with(b"{") || cell.starts_with(b"[") => {
            "this looks like JSON; rows are lines of columns separated by blanks or tabs"
        }
        Some(cell) if cells.len() < 3 && cell.contains(&b',') => {
            "columns are separated by blanks or tabs, not by commas"
        }
        _ => otherwise,
    }
}

fn is_number(cell: &[u8]) -> bool {
    fast_float2::parse::<f64, _>(cell).is_ok()
}
