//! What a file is, from its first rows.

use super::checks::{UTF_16, WRONG_FILE};
use super::findings::{Finding, Findings};
use super::row::{Problem, qrels_row, run_row};
use crate::error::quote;
use crate::input::rows::Columns;
use crate::input::trec::{Dialect, QrelsLayout, RunLayout, qrels_layout, run_layout};

/// How many rows are looked at.
const ROWS: usize = 50;

/// The lines at the start of a file that are not blank, each with the place of its first text.
fn first_lines(data: &[u8]) -> impl Iterator<Item = Columns<'_>> {
    let mut columns = Columns::new(data);
    std::iter::from_fn(move || {
        while !columns.at_end() {
            columns.skip_blanks();
            let line = columns.clone();
            columns.next_line();
            if line.data[line.pos] != b'\n' {
                return Some(line);
            }
        }
        None
    })
    .take(ROWS)
}

/// How many of the first rows are rows of a run.
fn run_rows(data: &[u8], layout: RunLayout) -> usize {
    first_lines(data).filter(|line| run_row(&mut line.clone(), layout, true).is_ok()).count()
}

/// How many of the first rows are `topic document rank` and nothing more: a longer row is one of
/// six columns that went wrong.
fn short_run_rows(data: &[u8]) -> usize {
    let is_short = |mut line: Columns<'_>| {
        run_row(&mut line, RunLayout::MsMarco, true).is_ok() && line.next_column().is_none()
    };
    first_lines(data).filter(|line| is_short(line.clone())).count()
}

/// How many of the first rows are rows of qrels and nothing more, as no row of a run is.
fn plain_qrels_rows(data: &[u8], layout: QrelsLayout) -> usize {
    let is_plain = |mut line: Columns<'_>| {
        qrels_row(&mut line, layout, true).is_ok() && line.next_column().is_none()
    };
    first_lines(data).filter(|line| is_plain(line.clone())).count()
}

/// How many of the first rows are rows of qrels.
fn qrels_rows(data: &[u8], layout: QrelsLayout) -> usize {
    first_lines(data).filter(|line| qrels_row(&mut line.clone(), layout, true).is_ok()).count()
}

/// The layout to read a run by, and what evaluating it would stop at in the first row.
pub(super) fn choose_run_layout(data: &[u8]) -> (RunLayout, Option<(u64, Problem<'_>)>) {
    let Some(first) = first_lines(data).next() else { return (RunLayout::Trec, None) };
    let line = first.lines + 1;
    let known = run_layout(data, Dialect::Gainline).ok().flatten();
    let problem = match known {
        Some(layout) => match run_row(&mut first.clone(), layout, true) {
            Ok(_) => return (layout, None),
            Err(problem) => problem,
        },
        None => Problem::Columns { wanted: 6, line: first.line() },
    };
    // The first row is wrong, so the others tell.
    let layout = if run_rows(data, RunLayout::Trec) > 0 {
        RunLayout::Trec
    } else if short_run_rows(data) > 0 {
        RunLayout::MsMarco
    } else {
        known.unwrap_or(RunLayout::Trec)
    };
    (layout, Some((line, problem)))
}

/// The layout to read qrels by.
pub(super) fn choose_qrels_layout(data: &[u8]) -> QrelsLayout {
    qrels_layout(data, Dialect::Gainline).unwrap_or(QrelsLayout::Trec)
}

/// Says so when the file is nothing like a run.
pub(super) fn is_not_a_run(data: &[u8], findings: &mut Findings) -> bool {
    if is_utf16(data, findings) {
        return true;
    }
    let qrels = choose_qrels_layout(data);
    // BEIR's header line is plain enough; its rows could be those of a short run.
    if qrels != QrelsLayout::Beir {
        if run_rows(data, choose_run_layout(data).0) > 0 {
            return false;
        }
        if !is_most(plain_qrels_rows(data, qrels), data) {
            return is_another_format(data, "a run", findings);
        }
    }
    wrong_file(data, "qrels", "a run", findings);
    true
}

/// Says so when the file is nothing like qrels.
pub(super) fn is_not_qrels(data: &[u8], findings: &mut Findings) -> bool {
    if is_utf16(data, findings) {
        return true;
    }
    if qrels_rows(data, choose_qrels_layout(data)) > 0 {
        return false;
    }
    if !is_most(run_rows(data, RunLayout::Trec), data) {
        return is_another_format(data, "qrels", findings);
    }
    wrong_file(data, "a run", "qrels", findings);
    true
}

/// Whether so many rows are most of those looked at, a header line or comment aside.
fn is_most(rows: usize, data: &[u8]) -> bool {
    rows > 0 && 2 * (rows + 1) > first_lines(data).count()
}

fn wrong_file<'f>(
    data: &[u8],
    what: &str,
    wanted: &str,
    findings: &'f mut Findings,
) -> &'f mut Finding {
    let line = first_lines(data).next().map_or(&b""[..], |l| l.line().trim_ascii_start());
    let message = format!("looks like {what}, not {wanted}: {}", quote(line));
    findings.add(&WRONG_FILE, 1, message)
}

/// UTF-16, by its byte-order mark or by a zero in every second byte.
fn is_utf16(data: &[u8], findings: &mut Findings) -> bool {
    let marked = first_lines(data).next().is_some_and(|line| {
        let text = &data[line.pos..];
        text.starts_with(b"\xff\xfe") || text.starts_with(b"\xfe\xff")
    });
    let start = &data[..data.len().min(64)];
    let zeros =
        |from: usize| start.len() >= 8 && start.iter().skip(from).step_by(2).all(|&b| b == 0);
    let found = marked || (zeros(0) != zeros(1));
    if found {
        findings.add(&UTF_16, 1, UTF_16.meaning.to_string());
    }
    found
}

/// JSON, HTML or columns that are separated by something else than blanks.
fn is_another_format(data: &[u8], wanted: &str, findings: &mut Findings) -> bool {
    let Some(first) = first_lines(data).next() else { return false };
    let columns = "rows are lines of columns with blanks or tabs between them";
    let page = "was an error page saved in place of the file?";
    let (what, remedy) = match data[first.pos] {
        b'{' | b'[' => ("JSON".to_string(), columns),
        b'<' => ("HTML or XML".to_string(), page),
        _ => match separator(data) {
            Some(',') => ("CSV, with commas between the columns".to_string(), columns),
            Some(other) => (format!("a table with `{other}` between the columns"), columns),
            None => return false,
        },
    };
    wrong_file(data, &what, wanted, findings).remedy = remedy.to_string();
    true
}

/// What separates at least three columns in all of the first lines.
fn separator(data: &[u8]) -> Option<char> {
    [b',', b';', b'|'].into_iter().find_map(|separator| {
        let mut lines = first_lines(data);
        let found = lines.all(|l| l.line().iter().filter(|&&b| b == separator).count() >= 2);
        found.then_some(char::from(separator))
    })
}
