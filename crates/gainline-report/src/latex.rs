//! LaTeX, with the booktabs package.

use crate::Table;
use std::io::{self, Write};

/// Writes a `tabular` with the best in bold; the notes stand above it as comments.
pub fn write_latex(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    for note in &table.notes {
        writeln!(out, "% {}: {}", note.about, note.text.replace(char::is_control, " "))?;
    }
    let columns = (0..table.header.len()).map(|c| if table.is_numeric(c) { 'r' } else { 'l' });
    writeln!(out, "\\begin{{tabular}}{{{}}}\n\\toprule", columns.collect::<String>())?;
    let header: Vec<String> = table.header.iter().map(|h| escape(h)).collect();
    writeln!(out, "{} \\\\\n\\midrule", header.join(" & "))?;
    for row in &table.rows {
        let cells = row.iter().map(|cell| {
            let text = escape(&cell.plain());
            if cell.is_best() { format!("\\textbf{{{text}}}") } else { text }
        });
        writeln!(out, "{} \\\\", cells.collect::<Vec<_>>().join(" & "))?;
    }
    writeln!(out, "\\bottomrule\n\\end{{tabular}}")
}

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(c);
            }
            '\\' => out.push_str("\\textbackslash{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
