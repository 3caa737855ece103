//! Errors while a stretch of bytes is read: they know their line and column within it, and whoever
//! knows the file and the lines before makes an [`Error`] of them.

use crate::problem::Problem;
use crate::{Error, ErrorKind};

/// An error at a place of a stretch.
#[derive(Debug)]
pub(crate) struct Fault(Box<Detail>);

#[derive(Debug)]
struct Detail {
    /// Lines of the stretch before the offending one.
    lines_before: u64,
    /// Column from 1, in characters, where one is to blame.
    column: Option<usize>,
    /// The line of the stretch, from 1, that the offending one repeats, if it does.
    repeats: Option<u64>,
    error: Error,
}

impl Fault {
    #[cold]
    pub(crate) fn new(lines_before: u64, column: Option<usize>, error: Error) -> Self {
        Fault(Box::new(Detail { lines_before, column, repeats: None, error }))
    }

    /// Says which line of the stretch, from 1, the offending one repeats.
    pub(crate) fn repeats(mut self, line: Option<u64>) -> Self {
        self.0.repeats = line;
        self
    }

    pub(crate) fn place(self, file: &str, lines_before_stretch: u64) -> Error {
        let Detail { lines_before, column, repeats, error } = *self.0;
        let error = match repeats {
            Some(first) => {
                error.continued(&format!(": first on line {}", lines_before_stretch + first))
            }
            None => error,
        };
        error.in_file(file).at(lines_before_stretch + lines_before + 1, column)
    }
}

/// A row that cannot be read: where, what is wrong with it, and what to do.
#[derive(Debug)]
pub(crate) struct RowFault(Box<RowDetail>);

#[derive(Debug)]
struct RowDetail {
    lines_before: u64,
    column: usize,
    problem: Problem,
    remedy: &'static str,
}

impl RowFault {
    #[cold]
    pub(crate) fn new(
        lines_before: u64,
        column: usize,
        problem: Problem,
        remedy: &'static str,
    ) -> Self {
        RowFault(Box::new(RowDetail { lines_before, column, problem, remedy }))
    }

    /// The line of the stretch, from 1.
    pub(crate) fn line(&self) -> u64 {
        self.0.lines_before + 1
    }

    /// The column, from 1, in characters.
    pub(crate) fn column(&self) -> usize {
        self.0.column
    }

    pub(crate) fn problem(&self) -> &Problem {
        &self.0.problem
    }

    /// What to do, in the light of what the row looks like.
    pub(crate) fn remedy(&self) -> &'static str {
        self.0.remedy
    }
}

impl From<RowFault> for Fault {
    fn from(fault: RowFault) -> Fault {
        let RowDetail { lines_before, column, problem, remedy } = *fault.0;
        let other_file = matches!(problem, Problem::RunRowInQrels { .. });
        let kind = if other_file { ErrorKind::WrongFile } else { ErrorKind::Malformed };
        let error = Error::new(kind, problem.message()).remedy(remedy);
        Fault::new(lines_before, Some(column), error)
    }
}
