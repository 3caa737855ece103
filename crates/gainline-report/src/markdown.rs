//! Markdown, GitHub's flavour.

use crate::{Cell, Table};
use std::io::{self, Write};

/// Writes the table with the best in bold, and what its marks mean.
pub(crate) fn write_markdown(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    let line = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
    writeln!(out, "{}", line(table.header.iter().map(|h| escape(h)).collect()))?;
    let rules = (0..table.header.len()).map(|c| if table.is_numeric(c) { "---:" } else { ":---" });
    writeln!(out, "|{}|", rules.collect::<Vec<_>>().join("|"))?;
    for row in &table.rows {
        let cells = row.iter().map(|cell| {
            let number = escape(&cell.number());
            let number = if cell.is_best() { format!("**{number}**") } else { number };
            match cell {
                Cell::Marked { marks, .. } if !marks.is_empty() => {
                    format!("{number}<sup>{}</sup>", escape(marks))
                }
                _ => number,
            }
        });
        writeln!(out, "{}", line(cells.collect()))?;
    }
    for line in &table.key {
        writeln!(out, "\n{}", escape(line))?;
    }
    Ok(())
}

/// Text in which nothing is taken for Markdown's own signs.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '|' | '*' | '_' | '[' | ']' | '<' | '>' | '`' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
