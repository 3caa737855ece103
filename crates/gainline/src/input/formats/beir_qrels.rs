//! BEIR's qrels: a header line, then `topic document grade`.

use super::{Dialect, QrelsFormat, QrelsReader, QrelsRow, RowReader, grade_number};
use crate::error::excerpt;
use crate::input::columns::{Cell, Columns, cells};
use crate::input::fault::RowFault;
use crate::input::hints;
use crate::problem::Problem;

/// `topic document grade`, below a header line.
#[derive(Debug)]
pub(super) struct BeirQrels;

impl QrelsFormat for BeirQrels {
    fn takes(&self, first_row: &[&[u8]], _: Dialect) -> bool {
        hints::is_beir_header(first_row)
    }

    fn has_header(&self) -> bool {
        true
    }

    fn shape(&self) -> &'static str {
        "the rows below it are `topic document grade`"
    }

    fn rows<'a>(&self, data: &'a [u8], dialect: Dialect) -> Box<dyn QrelsReader<'a> + 'a> {
        let mut columns = Columns::new(data);
        if columns.skip_blank_lines() {
            columns.next_line();
        }
        let check_ids = std::str::from_utf8(data).is_err();
        Box::new(BeirRows { columns, dialect, check_ids })
    }
}

struct BeirRows<'a> {
    columns: Columns<'a>,
    dialect: Dialect,
    /// Some id may not be UTF-8.
    check_ids: bool,
}

impl<'a> RowReader<'a, QrelsRow<'a>> for BeirRows<'a> {
    fn next_row(&mut self) -> Option<Result<QrelsRow<'a>, RowFault>> {
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

impl<'a> BeirRows<'a> {
    /// Reads the current line, and stays on it.
    fn row(&mut self) -> Result<QrelsRow<'a>, RowFault> {
        let columns = &mut self.columns;
        let Some([topic, doc, grade]) = columns.read()? else { return Err(wrong_columns(columns)) };
        if self.check_ids {
            columns.id("topic", topic)?;
            columns.id("document", doc)?;
        }
        let Some(number) = grade_number(grade.text, self.dialect) else {
            return Err(bad_grade(columns, grade));
        };
        let end = columns.pos;
        columns.clone().check_rest()?;
        if columns.next_column().is_some() {
            columns.check_separator()?;
        }
        let (topic, doc, grade_text) = (topic.text, doc.text, grade.text);
        Ok(QrelsRow { topic, group: b"0", doc, grade: number, grade_text, end })
    }
}

#[cold]
fn bad_grade(columns: &Columns<'_>, grade: Cell<'_>) -> RowFault {
    if let Some(fault) = columns.not_a_row("qrels") {
        return fault;
    }
    let remedy = match hints::of_number(grade.text) {
        Some(hint) => hint,
        None if cells(columns.line()).len() > 3 => {
            "a row of these qrels is `topic document grade`, as the header line says: is there a \
             blank in an id?"
        }
        None => "the third column of these qrels is the grade, such as 0, 1 or 2",
    };
    columns.row_fault(grade.start, Problem::BadGrade { grade: excerpt(grade.text) }, remedy)
}

#[cold]
fn wrong_columns(columns: &Columns<'_>) -> RowFault {
    if let Some(fault) = columns.not_a_row("qrels") {
        return fault;
    }
    let line = columns.line();
    let shape = "a row of these qrels is `topic document grade`, as the header says";
    let remedy = hints::of_separator(line).unwrap_or(shape);
    let found = cells(line).len();
    let problem = Problem::WrongColumns { expected: 3, found, row: excerpt(line) };
    columns.line_row_fault(problem, remedy)
}
