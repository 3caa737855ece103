//! One line as a row: what it holds, or what is wrong with it. A row is fine here when the
//! readers that evaluate take it, and a problem here is an error there.

use super::checks::{
    BAD_GRADE, BAD_RANK, BAD_SCORE, CONTROL_BYTE, Check, NAN_SCORE, NOT_UTF_8, WRONG_COLUMNS,
};
use crate::error::quote;
use crate::input::rows::{Columns, is_blank};
use crate::input::trec::{QrelsLayout, RunLayout, rank_number};

/// A row of a run.
#[derive(Debug, Clone, Copy)]
pub(super) struct RunRow<'a> {
    pub topic: &'a [u8],
    pub doc: &'a [u8],
    /// Where the document's id starts in the file.
    pub doc_start: usize,
    pub rank: Option<i64>,
    /// The rank as it is written.
    pub rank_text: &'a [u8],
    pub score: f64,
    pub tag: &'a [u8],
}

/// A row of qrels.
#[derive(Debug, Clone, Copy)]
pub(super) struct QrelsRow<'a> {
    pub topic: &'a [u8],
    pub iteration: &'a [u8],
    pub doc: &'a [u8],
    pub grade: f64,
    /// The grade as it is written.
    pub grade_text: &'a [u8],
}

/// Why a line is not a row.
#[derive(Debug, Clone, Copy)]
pub(super) enum Problem<'a> {
    Columns { wanted: usize, line: &'a [u8] },
    Control(u8),
    NotUtf8 { what: &'static str, id: &'a [u8] },
    Score(&'a [u8]),
    Nan(&'a [u8]),
    Rank(&'a [u8]),
    Grade(&'a [u8]),
}

impl Problem<'_> {
    pub(super) fn check(&self) -> &'static Check {
        match self {
            Problem::Columns { .. } => &WRONG_COLUMNS,
            Problem::Control(_) => &CONTROL_BYTE,
            Problem::NotUtf8 { .. } => &NOT_UTF_8,
            Problem::Score(_) => &BAD_SCORE,
            Problem::Nan(_) => &NAN_SCORE,
            Problem::Rank(_) => &BAD_RANK,
            Problem::Grade(_) => &BAD_GRADE,
        }
    }

    pub(super) fn message(&self) -> String {
        match *self {
            Problem::Columns { wanted, line } => {
                let found = line.split(|&b| is_blank(b)).filter(|c| !c.is_empty()).count();
                format!("expected {wanted} columns, found {found}: {}", quote(line))
            }
            Problem::Control(byte) => format!("control byte 0x{byte:02x} in a row"),
            Problem::NotUtf8 { what, id } => format!("{what} id {} is not UTF-8", quote(id)),
            Problem::Score(text) => format!("score {} is not a number", quote(text)),
            Problem::Nan(text) => format!("score {} cannot be ranked", quote(text)),
            Problem::Rank(text) => format!("rank {} is not a whole number", quote(text)),
            Problem::Grade(text) => format!("grade {} is not a finite number", quote(text)),
        }
    }
}

/// Whether a line that is no row holds the names of columns: words and no number.
pub(super) fn is_header(problem: &Problem<'_>, line: &[u8]) -> bool {
    let mut cells = line.split(|&b| is_blank(b)).filter(|c| !c.is_empty());
    matches!(problem, Problem::Score(_) | Problem::Rank(_) | Problem::Grade(_))
        && cells.all(|c| fast_float2::parse::<f64, _>(c).is_err())
}

/// The next `N` columns of the line, each with its place.
#[inline]
fn cells<'a, const N: usize>(
    columns: &mut Columns<'a>,
) -> Result<[(usize, &'a [u8]); N], Problem<'a>> {
    let mut cells = [(0, &b""[..]); N];
    for cell in &mut cells {
        let Some(text) = columns.next_column() else {
            return Err(Problem::Columns { wanted: N, line: columns.line() });
        };
        check_separator(columns)?;
        *cell = (columns.pos - text.len(), text);
    }
    Ok(cells)
}

#[inline]
fn check_separator<'a>(columns: &Columns<'a>) -> Result<(), Problem<'a>> {
    columns.check_separator().map_err(|_| Problem::Control(columns.data[columns.pos]))
}

/// `check_ids`: some id of the file may not be UTF-8.
fn check_id<'a>(check_ids: bool, what: &'static str, id: &'a [u8]) -> Result<(), Problem<'a>> {
    if check_ids && std::str::from_utf8(id).is_err() {
        return Err(Problem::NotUtf8 { what, id });
    }
    Ok(())
}

/// Reads the line as a row of a run, up to the last column that counts.
#[inline]
pub(super) fn run_row<'a>(
    columns: &mut Columns<'a>,
    layout: RunLayout,
    check_ids: bool,
) -> Result<RunRow<'a>, Problem<'a>> {
    let (topic, (doc_start, doc), rank_text, score_text, tag) = match layout {
        RunLayout::Trec => {
            let [topic, _, doc, rank, score, tag] = cells::<6>(columns)?;
            (topic.1, doc, rank.1, Some(score.1), tag.1)
        }
        RunLayout::MsMarco => {
            let [topic, doc, rank] = cells::<3>(columns)?;
            (topic.1, doc, rank.1, None, &b""[..])
        }
    };
    check_id(check_ids, "topic", topic)?;
    check_id(check_ids, "document", doc)?;
    let rank = rank_number(rank_text);
    let score = match score_text {
        Some(text) => match fast_float2::parse::<f64, _>(text) {
            Ok(score) if score.is_nan() => return Err(Problem::Nan(text)),
            Ok(score) => score,
            Err(_) => return Err(Problem::Score(text)),
        },
        None => -(rank.ok_or(Problem::Rank(rank_text))? as f64),
    };
    Ok(RunRow { topic, doc, doc_start, rank, rank_text, score, tag })
}

/// Reads the line as a row of qrels, up to the last column that counts.
pub(super) fn qrels_row<'a>(
    columns: &mut Columns<'a>,
    layout: QrelsLayout,
    check_ids: bool,
) -> Result<QrelsRow<'a>, Problem<'a>> {
    let (topic, iteration, doc, grade_text) = match layout {
        QrelsLayout::Trec => {
            let [topic, iteration, doc, grade] = cells::<4>(columns)?;
            (topic.1, iteration.1, doc.1, grade.1)
        }
        QrelsLayout::Beir => {
            let [topic, doc, grade] = cells::<3>(columns)?;
            (topic.1, &b""[..], doc.1, grade.1)
        }
    };
    check_id(check_ids, "topic", topic)?;
    check_id(check_ids, "document", doc)?;
    let grade = match fast_float2::parse::<f64, _>(grade_text) {
        Ok(grade) if grade.is_finite() => grade + 0.0,
        _ => return Err(Problem::Grade(grade_text)),
    };
    let mut ahead = columns.clone();
    if let Some(fifth) = ahead.next_column() {
        check_separator(&ahead)?;
        // Six columns with a number in the fifth are a row of a run.
        let is_run = fast_float2::parse::<f64, _>(fifth).is_ok() && ahead.next_column().is_some();
        if layout == QrelsLayout::Trec && is_run {
            return Err(Problem::Columns { wanted: 4, line: columns.line() });
        }
    }
    Ok(QrelsRow { topic, iteration, doc, grade, grade_text })
}
