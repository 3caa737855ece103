//! What a file is, from its first rows.

use super::checks::{UTF_16, WRONG_FILE};
use super::findings::Findings;
use super::row::{Problem, qrels_row, run_row};
use crate::error::quote;
use crate::formats::rows::Columns;
use crate::formats::trec::{Dialect, QrelsLayout, RunLayout, qrels_layout, run_layout};

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
    } else if run_rows(data, RunLayout::MsMarco) > 0 {
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
    let (layout, _) = choose_run_layout(data);
    if run_rows(data, layout) > 0 {
        return false;
    }
    let qrels = choose_qrels_layout(data);
    let looked_at = first_lines(data).count();
    // A header line is not a row, and the first row may be a comment.
    if looked_at > 0 && 2 * (qrels_rows(data, qrels) + 1) > looked_at && qrels_rows(data, qrels) > 0
    {
        let line = first_lines(data).next().map_or(&b""[..], |l| l.line());
        let message = format!("looks like qrels, not a run: {}", quote(line));
        findings.add(&WRONG_FILE, 1, message);
        return true;
    }
    is_another_format(data, "run", findings)
}

/// Says so when the file is nothing like qrels.
pub(super) fn is_not_qrels(data: &[u8], findings: &mut Findings) -> bool {
    if is_utf16(data, findings) {
        return true;
    }
    if qrels_rows(data, choose_qrels_layout(data)) > 0 {
        return false;
    }
    let rows = run_rows(data, RunLayout::Trec);
    if rows > 0 && 2 * (rows + 1) > first_lines(data).count() {
        let line = first_lines(data).next().map_or(&b""[..], |l| l.line());
        let message = format!("looks like a run, not qrels: {}", quote(line));
        findings.add(&WRONG_FILE, 1, message);
        return true;
    }
    is_another_format(data, "qrels", findings)
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
    let line = first.line().trim_ascii_start();
    let columns = "rows are lines of columns with blanks or tabs between them";
    let (what, remedy) = match line.first() {
        Some(b'{' | b'[') => ("JSON".to_string(), columns),
        Some(b'<') => ("HTML or XML".to_string(), "was an error page saved in place of the file?"),
        _ => match separator(data) {
            Some(',') => ("CSV, with commas between the columns".to_string(), columns),
            Some(other) => (format!("a table with `{other}` between the columns"), columns),
            None => return false,
        },
    };
    let message = format!("looks like {what}, not {wanted}: {}", quote(line));
    let message = message.replace("not run", "not a run");
    findings.add(&WRONG_FILE, 1, message).remedy = remedy.to_string();
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
