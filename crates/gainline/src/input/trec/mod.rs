//! TREC's text formats, row by row: runs (`topic Q0 document rank score tag`), MS MARCO's short
//! runs (`topic document rank`), qrels (`topic iteration document grade`) and BEIR's qrels (a
//! header line, then `topic document grade`).

mod qrels;
mod run;

pub(crate) use qrels::{QrelsRow, QrelsRows, qrels_layout};
pub(crate) use run::{RunRows, lines_of, rank_number, run_layout};

use super::rows::{Columns, Fault, cells};
use crate::error::quote;
use crate::{Error, ErrorKind};

/// How strictly rows are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    while !columns.at_end() {
        columns.skip_blanks();
        let text = &data[columns.pos..];
        if text.starts_with(b"\xff\xfe") || text.starts_with(b"\xfe\xff") {
            let name = if text.starts_with(b"\xff\xfe\0\0") { "UTF-32" } else { "UTF-16" };
            let message = format!("the file is {name}, not UTF-8");
            let remedy = format!("convert it, for example with `iconv -f {name} -t UTF-8`");
            let error = Error::new(ErrorKind::WrongFile, message);
            return Err(columns.line_fault(error.remedy(remedy)));
        }
        if text[0] != b'\n' {
            let cells = cells(columns.line());
            return Ok(Some((columns, cells)));
        }
        columns.next_line();
    }
    Ok(None)
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
