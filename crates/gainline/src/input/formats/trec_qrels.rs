//! TREC's qrels, `topic iteration document grade`.

use super::{Dialect, QrelsFormat, QrelsReader, QrelsRow, RowReader, grade_number};
use crate::error::excerpt;
use crate::input::columns::{Cell, Columns, cells};
use crate::input::fault::RowFault;
use crate::input::hints::{self, is_beir_header, is_number};
use crate::problem::{Problem, RUN_ROW_IN_QRELS};

/// `topic iteration document grade`
#[derive(Debug)]
pub(super) struct TrecQrels;

impl QrelsFormat for TrecQrels {
    fn takes(&self, first_row: &[&[u8]], dialect: Dialect) -> bool {
        dialect == Dialect::TrecEval || first_row.len() >= 4
    }

    fn has_header(&self) -> bool {
        false
    }

    fn shape(&self) -> &'static str {
        "a row of qrels is `topic iteration document grade`"
    }

    fn rows<'a>(&self, data: &'a [u8], dialect: Dialect) -> Box<dyn QrelsReader<'a> + 'a> {
        let check_ids = std::str::from_utf8(data).is_err();
        Box::new(TrecRows { columns: Columns::new(data), dialect, check_ids })
    }
}

struct TrecRows<'a> {
    columns: Columns<'a>,
    dialect: Dialect,
    /// Some id may not be UTF-8.
    check_ids: bool,
}

impl<'a> RowReader<'a, QrelsRow<'a>> for TrecRows<'a> {
    fn next_row(&mut self) -> Option<Result<QrelsRow<'a>, RowFault>> {
        if self.dialect == Dialect::TrecEval && self.columns.is_blank_line() {
            let remedy = "trec_eval refuses blank lines in qrels; `gainline eval` skips them";
            let problem = Problem::BlankLines { file: "qrels" };
            let fault = self.columns.row_fault(self.columns.line_start, problem, remedy);
            self.columns.next_line();
            return Some(Err(fault));
        }
        if !self.columns.skip_blank_lines() {
            return None;
        }
        let row = self.row();
        self.columns.next_line();
        Some(row)
    }

    fn columns(&self) -> &Columns<'a> {
        &self.columns
    }
}

impl<'a> TrecRows<'a> {
    /// Reads the current line, and stays on it.
    fn row(&mut self) -> Result<QrelsRow<'a>, RowFault> {
        let columns = &mut self.columns;
        let Some([topic, group, doc, grade]) = columns.read()? else {
            return Err(wrong_columns(columns));
        };
        if self.check_ids {
            columns.id("topic", topic)?;
            columns.id("document", doc)?;
        }
        let Some(number) = grade_number(grade.text, self.dialect) else {
            return Err(bad_grade(columns, grade));
        };
        let end = columns.pos;
        if self.dialect == Dialect::Gainline {
            columns.clone().check_rest()?;
        }
        if let Some(extra) = columns.next_column() {
            columns.check_separator()?;
            let is_run = is_number(extra) && columns.next_column().is_some();
            if self.dialect == Dialect::TrecEval || is_run {
                return Err(wrong_columns(columns));
            }
        }
        let (topic, group, doc) = (topic.text, group.text, doc.text);
        Ok(QrelsRow { topic, group, doc, grade: number, grade_text: grade.text, end })
    }
}

#[cold]
fn bad_grade(columns: &Columns<'_>, grade: Cell<'_>) -> RowFault {
    let cells = cells(columns.line());
    if is_run_row(&cells) {
        return wrong_columns(columns);
    }
    if let Some(fault) = columns.not_a_row("qrels") {
        return fault;
    }
    let remedy = match hints::of_number(grade.text) {
        Some(hint) => hint,
        None if cells.len() > 4 => {
            "a row of qrels is `topic iteration document grade`: is there a blank in an id?"
        }
        None => "the fourth column of qrels is the grade, such as 0, 1 or 2",
    };
    columns.row_fault(grade.start, Problem::BadGrade { grade: excerpt(grade.text) }, remedy)
}

#[cold]
fn wrong_columns(columns: &Columns<'_>) -> RowFault {
    let line = columns.line();
    let cells = cells(line);
    let row = excerpt(line);
    if is_run_row(&cells) {
        return columns.line_row_fault(Problem::RunRowInQrels { row }, RUN_ROW_IN_QRELS.remedy);
    }
    let beir = is_beir_header(&cells);
    if let Some(fault) = columns.not_a_row("qrels").filter(|_| !beir) {
        return fault;
    }
    let remedy = match hints::of_separator(line) {
        Some(hint) => hint,
        None if beir => {
            "trec_eval reads `topic iteration document grade`; `gainline eval` reads BEIR's"
        }
        None if cells.len() > 4 => {
            "trec_eval refuses more columns; `gainline eval` does not read them"
        }
        None => TrecQrels.shape(),
    };
    let problem = Problem::WrongColumns { expected: 4, found: cells.len(), row };
    columns.line_row_fault(problem, remedy)
}

/// Whether these are the columns of a run's row: six or more, the fifth a number.
pub(super) fn is_run_row(cells: &[&[u8]]) -> bool {
    cells.len() > 5 && is_number(cells[4])
}
