//! Tab- and comma-separated values, for scripts.

use crate::Table;
use std::io::{self, Write};

/// Writes a header line and the rows, separated by tabs. Tabs, newlines and backslashes inside a
/// cell are written `\t`, `\n` and `\\`.
pub fn write_tsv(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    let escape = |text: &str| {
        text.replace('\\', "\\\\").replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r")
    };
    write_rows(table, out, "\t", escape)
}

/// Writes a header line and the rows, separated by commas and quoted where RFC 4180 asks for it.
pub fn write_csv(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    let quote = |text: &str| {
        if text.contains(['"', ',', '\n', '\r']) {
            format!("\"{}\"", text.replace('"', "\"\""))
        } else {
            text.to_string()
        }
    };
    write_rows(table, out, ",", quote)
}

fn write_rows(
    table: &Table,
    out: &mut dyn Write,
    between: &str,
    safe: impl Fn(&str) -> String,
) -> io::Result<()> {
    let header: Vec<String> = table.header.iter().map(|h| safe(h)).collect();
    writeln!(out, "{}", header.join(between))?;
    for row in &table.rows {
        for (column, cell) in row.iter().enumerate() {
            if column > 0 {
                out.write_all(between.as_bytes())?;
            }
            out.write_all(safe(&cell.plain()).as_bytes())?;
        }
        out.write_all(b"\n")?;
    }
    Ok(())
}
