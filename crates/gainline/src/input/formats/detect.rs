//! Which format a file is in, by its first row, and what to say of one that is in none.

use super::msmarco_run::wrong_rank;
use super::trec_qrels::is_run_row;
use super::{Dialect, QRELS_FORMATS, QrelsFormat, RUN_FORMATS, RunFormat, rank_number};
use crate::error::quote;
use crate::input::columns::{Cell, Columns, cells};
use crate::input::fault::Fault;
use crate::input::hints::{self, is_beir_header, is_number};
use crate::{Error, ErrorKind};

/// What to do when one file is given in the place of another.
fn order(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Gainline => "give the qrels first and the runs after it: QRELS RUN...",
        Dialect::TrecEval => {
            "give the judgments first and the run after them: trec_eval [options] JUDGMENTS RUN"
        }
    }
}

type FirstRow<'a> = Option<(Columns<'a>, Vec<&'a [u8]>)>;

/// The first row that is not blank, with its columns; an error if its bytes are UTF-16 or UTF-32.
pub(crate) fn first_row(data: &[u8]) -> Result<FirstRow<'_>, Fault> {
    let mut columns = Columns::new(data);
    if !columns.skip_blank_lines() {
        return Ok(None);
    }
    let text = &data[columns.pos..];
    if text.starts_with(b"\xff\xfe") || text.starts_with(b"\xfe\xff") {
        let name = if text.starts_with(b"\xff\xfe\0\0") { "UTF-32" } else { "UTF-16" };
        let message = format!("the file is {name}, not UTF-8");
        let remedy = format!("convert it, for example with `iconv -f {name} -t UTF-8`");
        let error = Error::new(ErrorKind::WrongFile, message);
        return Err(columns.line_fault(error.remedy(remedy)));
    }
    let cells = cells(columns.line());
    Ok(Some((columns, cells)))
}

/// The error for a first line that has too few columns because it is not text.
fn check_bytes(columns: &Columns<'_>) -> Result<(), Fault> {
    let mut ahead = columns.clone();
    while ahead.next_column().is_some() {
        ahead.check_separator()?;
    }
    let line = columns.line();
    if std::str::from_utf8(line).is_err() && cells(line).len() == 1 {
        let error = Error::new(ErrorKind::WrongFile, format!("not text in UTF-8: {}", quote(line)));
        return Err(columns.line_fault(error.remedy("is this a binary file?")));
    }
    Ok(())
}

/// Finds the format of a run from its first row; `None` without any row.
pub(crate) fn run_format(
    data: &[u8],
    dialect: Dialect,
) -> Result<Option<&'static dyn RunFormat>, Fault> {
    let Some((columns, cells)) = first_row(data)? else { return Ok(None) };
    if let Some(format) = RUN_FORMATS.into_iter().find(|format| format.takes(&cells, dialect)) {
        return Ok(Some(format));
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
    if let Some(fault) = columns.not_a_row("a run") {
        return Err(fault.into());
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
        [_, _, rank] if rank_number(rank).is_some() => {
            "trec_eval reads `topic Q0 document rank score tag`; `gainline eval` reads this run"
        }
        [_, _, rank] if is_number(rank) => {
            let start = columns.line_start + columns.line().len() - rank.len();
            return Err(wrong_rank(&columns, Cell { start, text: rank }).into());
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

/// Finds the format of qrels from their first row; TREC's without any row.
pub(crate) fn qrels_format(
    data: &[u8],
    dialect: Dialect,
) -> Result<&'static dyn QrelsFormat, Fault> {
    let Some((columns, cells)) = first_row(data)? else { return Ok(QRELS_FORMATS[0]) };
    // Rows that carriage returns put into one line are of qrels all the same.
    if is_run_row(&cells) && !columns.line().contains(&b'\r') {
        let message = format!("looks like a run, not qrels: {}", quote(columns.line()));
        let error = Error::new(ErrorKind::WrongFile, message);
        return Err(columns.line_fault(error.remedy(order(dialect))));
    }
    if let Some(format) = QRELS_FORMATS.into_iter().find(|format| format.takes(&cells, dialect)) {
        return Ok(format);
    }
    check_bytes(&columns)?;
    let three = cells.len() == 3 && (is_number(cells[2]) || hints::is_header(&cells));
    if let Some(fault) = columns.not_a_row("qrels").filter(|_| !three) {
        return Err(fault.into());
    }
    let remedy = match hints::of_separator(columns.line()) {
        Some(hint) => hint,
        None if three => {
            "three columns are read below BEIR's header line `query-id corpus-id score` only"
        }
        None => QRELS_FORMATS[0].shape(),
    };
    let (found, line) = (cells.len(), quote(columns.line()));
    let message = format!("expected 4 columns, found {found}: {line}");
    Err(columns.line_fault(Error::new(ErrorKind::Malformed, message).remedy(remedy)))
}
