//! What a file is, from its first rows.

use super::findings::Findings;
use crate::error::excerpt;
use crate::input::columns::{Columns, cells};
use crate::input::fault::RowFault;
use crate::input::formats::{
    Dialect, QRELS_FORMATS, QrelsFormat, RUN_FORMATS, ReadRow, RowReader, RunFormat, first_row,
    qrels_format, run_format,
};
use crate::input::hints;
use crate::problem::{LooksLike, Problem, WRONG_COLUMNS};

/// How many rows are looked at.
const ROWS: usize = 50;

/// The lines at the start of a file that are not blank, each with the place of its first text.
fn first_lines(data: &[u8]) -> impl Iterator<Item = Columns<'_>> {
    let mut columns = Columns::new(data);
    std::iter::from_fn(move || {
        let line = columns.skip_blank_lines().then(|| columns.clone())?;
        columns.next_line();
        Some(line)
    })
    .take(ROWS)
}

/// The stretch of a file that the first lines take.
fn start_of(data: &[u8]) -> &[u8] {
    let Some(mut last) = first_lines(data).last() else { return data };
    last.next_line();
    &data[..last.pos]
}

/// How many of the first rows can be read.
struct Readable {
    rows: usize,
    /// Those of them that have no more columns than are read.
    plain: usize,
}

fn readable<'a, R: ReadRow, D: RowReader<'a, R> + ?Sized>(reader: &mut D) -> Readable {
    let mut readable = Readable { rows: 0, plain: 0 };
    while let Some(row) = reader.next_row() {
        if let Ok(row) = row {
            readable.rows += 1;
            readable.plain += usize::from(!reader.has_extra_columns(&row));
        }
    }
    readable
}

fn readable_as_run(data: &[u8], format: &dyn RunFormat) -> Readable {
    readable(&mut *format.rows(start_of(data), Dialect::Gainline))
}

fn readable_as_qrels(data: &[u8], format: &dyn QrelsFormat) -> Readable {
    readable(&mut *format.rows(start_of(data), Dialect::Gainline))
}

/// The format to read a run by, and what evaluating it would stop at in the first row.
pub(super) fn choose_run_format(data: &[u8]) -> (&'static dyn RunFormat, Option<RowFault>) {
    let known = run_format(data, Dialect::Gainline).ok().flatten();
    let Some(first) = first_lines(data).next() else { return (RUN_FORMATS[0], None) };
    let fault = match known {
        Some(format) => match format.rows(data, Dialect::Gainline).next_row() {
            Some(Err(fault)) => fault,
            Some(Ok(_)) | None => return (format, None),
        },
        None => {
            let line = first.line();
            let (found, row) = (cells(line).len(), excerpt(line));
            let problem = Problem::WrongColumns { expected: 6, found, row };
            first.line_row_fault(problem, WRONG_COLUMNS.remedy)
        }
    };
    // The first row is wrong, so the others tell. A row longer than its format is one of another
    // format that went wrong.
    let others = RUN_FORMATS.into_iter().find(|f| readable_as_run(data, *f).plain > 0);
    (others.or(known).unwrap_or(RUN_FORMATS[0]), Some(fault))
}

/// The format to read qrels by.
pub(super) fn choose_qrels_format(data: &[u8]) -> &'static dyn QrelsFormat {
    qrels_format(data, Dialect::Gainline).unwrap_or(QRELS_FORMATS[0])
}

/// Says so when the file is nothing like a run.
pub(super) fn is_not_a_run(data: &[u8], findings: &mut Findings) -> bool {
    if is_utf16(data, findings) {
        return true;
    }
    let qrels = choose_qrels_format(data);
    // A header line of qrels is plain enough; the rows below could be those of a short run.
    if !qrels.has_header() {
        if readable_as_run(data, choose_run_format(data).0).rows > 0 {
            return false;
        }
        if !is_most(readable_as_qrels(data, qrels).plain, data) {
            return is_another_format(data, "a run", findings);
        }
    }
    wrong_file(data, LooksLike::Qrels, "a run", findings)
}

/// Says so when the file is nothing like qrels.
pub(super) fn is_not_qrels(data: &[u8], findings: &mut Findings) -> bool {
    if is_utf16(data, findings) {
        return true;
    }
    if readable_as_qrels(data, choose_qrels_format(data)).rows > 0 {
        return false;
    }
    if !is_most(readable_as_run(data, RUN_FORMATS[0]).rows, data) {
        return is_another_format(data, "qrels", findings);
    }
    wrong_file(data, LooksLike::Run, "qrels", findings)
}

/// Whether so many rows are most of those looked at, a header line or comment aside.
fn is_most(rows: usize, data: &[u8]) -> bool {
    rows > 0 && 2 * (rows + 1) > first_lines(data).count()
}

fn wrong_file(
    data: &[u8],
    looks_like: LooksLike,
    expected: &'static str,
    findings: &mut Findings,
) -> bool {
    let line = first_lines(data).next().map_or(&b""[..], |l| l.line().trim_ascii_start());
    findings.file(Problem::WrongFile { expected, looks_like, row: excerpt(line) }, 1);
    true
}

/// UTF-16, by its byte-order mark or by a zero in every second byte.
fn is_utf16(data: &[u8], findings: &mut Findings) -> bool {
    let start = &data[..data.len().min(64)];
    let zeros =
        |from: usize| start.len() >= 8 && start.iter().skip(from).step_by(2).all(|&b| b == 0);
    let found = first_row(data).is_err() || (zeros(0) != zeros(1));
    if found {
        findings.file(Problem::Utf16, 1);
    }
    found
}

/// JSON, HTML or columns that are separated by something else than blanks.
fn is_another_format(data: &[u8], expected: &'static str, findings: &mut Findings) -> bool {
    let Some(first) = first_lines(data).next() else { return false };
    let looks_like = match data[first.pos] {
        b'{' | b'[' => Some(LooksLike::Json),
        b'<' => Some(LooksLike::Markup),
        _ => hints::separator(&first_lines(data).map(|columns| columns.line()).collect::<Vec<_>>()),
    };
    looks_like.is_some_and(|looks_like| wrong_file(data, looks_like, expected, findings))
}
