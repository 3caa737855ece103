//! Aligned text for a terminal.

use crate::Table;
use std::io::{self, Write};

/// Writes the table in aligned columns with `*` behind the best, and the legend.
pub(crate) fn write_text(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    let marked: Vec<bool> = (0..table.header.len())
        .map(|column| table.rows.iter().any(|row| row[column].is_best()))
        .collect();
    let rows: Vec<Vec<String>> = table.rows.iter().map(|row| cells(row, &marked)).collect();
    let widths: Vec<usize> = (0..table.header.len())
        .map(|c| rows.iter().map(|r| &r[c]).chain([&table.header[c]]).map(|t| width(t)).max())
        .map(|w| w.unwrap_or(0))
        .collect();
    let numeric: Vec<bool> = (0..table.header.len()).map(|c| table.is_numeric(c)).collect();
    let rules: Vec<String> = widths.iter().map(|w| "-".repeat(*w)).collect();
    for row in [&table.header, &rules].into_iter().chain(&rows) {
        let mut line = String::new();
        for (column, text) in row.iter().enumerate() {
            let padding = " ".repeat(widths[column] - width(text));
            if column > 0 {
                line.push_str("  ");
            }
            if numeric[column] {
                line.push_str(&padding);
                line.push_str(text);
            } else {
                line.push_str(text);
                line.push_str(&padding);
            }
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    if !table.legend.is_empty() || !table.key.is_empty() {
        writeln!(out)?;
    }
    for line in table.legend.iter().chain(&table.key) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// The cells of a row; where a column has a best, the others leave room for its mark.
fn cells(row: &[crate::Cell], marked: &[bool]) -> Vec<String> {
    row.iter()
        .enumerate()
        .map(|(column, cell)| {
            let mut text = visible(&cell.plain());
            if cell.is_best() {
                text.push('*');
            } else if marked[column] {
                text.push(' ');
            }
            text
        })
        .collect()
}

/// Text without control characters, which a terminal might obey.
pub(crate) fn visible(text: &str) -> String {
    text.replace(char::is_control, "\u{fffd}")
}

/// Text is wrapped to this many characters.
const WIDTH: usize = 100;

/// Text in lines of at most 100 characters where words allow, all but the first indented.
pub fn wrapped(text: &str, indent: usize) -> String {
    let mut out = String::new();
    let mut column = indent;
    for word in text.split(' ') {
        if !out.is_empty() && column + 1 + width(word) > WIDTH {
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            column = indent;
        } else if !out.is_empty() {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += width(word);
    }
    out
}

pub(crate) fn width(text: &str) -> usize {
    text.chars().count()
}
