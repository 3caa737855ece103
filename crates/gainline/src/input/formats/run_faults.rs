//! What is wrong with rows of runs that cannot be read, in whatever format.

use crate::error::excerpt;
use crate::input::columns::{Cell, Columns, cells};
use crate::input::fault::RowFault;
use crate::input::hints;
use crate::problem::Problem;

/// A row of too few columns; `remedy` is for one that does not look like something else.
#[cold]
pub(super) fn wrong_columns(
    columns: &Columns<'_>,
    expected: usize,
    remedy: &'static str,
) -> RowFault {
    if let Some(fault) = columns.not_a_row("a run") {
        return fault;
    }
    let line = columns.line();
    let problem = Problem::WrongColumns { expected, found: cells(line).len(), row: excerpt(line) };
    columns.line_row_fault(problem, hints::of_separator(line).unwrap_or(remedy))
}

/// A rank that is not a whole number; `remedy` is for one that does not look like something else.
#[cold]
pub(super) fn bad_rank(columns: &Columns<'_>, rank: Cell<'_>, remedy: &'static str) -> RowFault {
    if let Some(fault) = columns.not_a_row("a run") {
        return fault;
    }
    let problem = Problem::BadRank { rank: excerpt(rank.text) };
    columns.row_fault(rank.start, problem, hints::of_number(rank.text).unwrap_or(remedy))
}
