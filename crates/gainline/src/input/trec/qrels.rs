//! The rows of qrels.

use super::super::hints::{self, is_beir_header, is_number};
use super::super::rows::{Columns, Fault, cells, is_blank};
use super::{Dialect, QrelsLayout, check_bytes, first_row, order};
use crate::error::quote;
use crate::{Error, ErrorKind};

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
        if self.dialect == Dialect::Gainline {
            columns.clone().check_rest()?;
        }
        if columns.data[columns.pos] != b'\n' {
            let extra = columns.next_column();
            columns.check_separator()?;
            if let (Some(extra), QrelsLayout::Trec) = (extra, self.layout) {
                let sixth = columns.next_column();
                if self.dialect == Dialect::TrecEval || (sixth.is_some() && is_number(extra)) {
                    return Err(self.wrong_columns());
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
            return Err(self.wrong_columns());
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
        let cells = cells(self.columns.line());
        let trec = self.layout == QrelsLayout::Trec;
        if trec && is_run_row(&cells) {
            return self.wrong_columns();
        }
        if let Some(fault) = self.columns.no_row("qrels") {
            return fault;
        }
        while is_blank(self.columns.data[start]) {
            start += 1;
        }
        let remedy = match hints::of_number(cell) {
            Some(hint) => hint,
            None if trec && cells.len() > 4 => {
                "a row of qrels is `topic iteration document grade`: is there a blank in an id?"
            }
            None if trec => "the fourth column of qrels is the grade, such as 0, 1 or 2",
            None if cells.len() > 3 => {
                "a row of these qrels is `topic document grade`, as the header line says: is there \
                 a blank in an id?"
            }
            None => "the third column of these qrels is the grade, such as 0, 1 or 2",
        };
        let message = format!("grade {} is not a finite number", quote(cell));
        self.columns.fault(start, Error::new(ErrorKind::Malformed, message).remedy(remedy))
    }

    #[cold]
    fn wrong_columns(&self) -> Fault {
        const SHAPE: &str = "a row of qrels is `topic iteration document grade`";
        let columns = &self.columns;
        let line = columns.line();
        let cells = cells(line);
        let trec = self.layout == QrelsLayout::Trec;
        if trec && is_run_row(&cells) {
            // Another file, or a row that strayed into this one?
            let first = columns.data[..columns.line_start].trim_ascii().is_empty();
            let (what, remedy) = if first {
                ("a run, not qrels", order(self.dialect))
            } else {
                ("a row of a run, not of qrels", SHAPE)
            };
            let message = format!("looks like {what}: {}", quote(line));
            return columns.line_fault(Error::new(ErrorKind::WrongFile, message).remedy(remedy));
        }
        let beir = trec && is_beir_header(&cells);
        if let Some(fault) = columns.no_row("qrels").filter(|_| !beir) {
            return fault;
        }
        let remedy = match hints::of_separator(line) {
            Some(hint) => hint,
            None if !trec => "a row of these qrels is `topic document grade`, as the header says",
            None if beir => {
                "trec_eval reads `topic iteration document grade`; `gainline eval` reads BEIR's"
            }
            None if cells.len() > 4 => {
                "trec_eval refuses more columns; `gainline eval` does not read them"
            }
            None => SHAPE,
        };
        let (wanted, found) = (if trec { 4 } else { 3 }, cells.len());
        let message = format!("expected {wanted} columns, found {found}: {}", quote(line));
        columns.line_fault(Error::new(ErrorKind::Malformed, message).remedy(remedy))
    }
}

/// Whether these are the columns of a run's row: six or more, the fifth a number.
fn is_run_row(cells: &[&[u8]]) -> bool {
    cells.len() > 5 && is_number(cells[4])
}

/// Finds the layout of a qrels file from its first row.
pub(crate) fn qrels_layout(data: &[u8], dialect: Dialect) -> Result<QrelsLayout, Fault> {
    let Some((columns, cells)) = first_row(data)? else { return Ok(QrelsLayout::Trec) };
    if dialect == Dialect::TrecEval || cells.len() >= 4 {
        return Ok(QrelsLayout::Trec);
    }
    if is_beir_header(&cells) {
        return Ok(QrelsLayout::Beir);
    }
    check_bytes(&columns)?;
    let three = cells.len() == 3 && (is_number(cells[2]) || hints::is_header(&cells));
    if let Some(fault) = columns.no_row("qrels").filter(|_| !three) {
        return Err(fault);
    }
    let remedy = match hints::of_separator(columns.line()) {
        Some(hint) => hint,
        None if three => {
            "three columns are read below BEIR's header line `query-id corpus-id score` only"
        }
        None => "a row of qrels is `topic iteration document grade`",
    };
    let (found, line) = (cells.len(), quote(columns.line()));
    let message = format!("expected 4 columns, found {found}: {line}");
    Err(columns.line_fault(Error::new(ErrorKind::Malformed, message).remedy(remedy)))
}
