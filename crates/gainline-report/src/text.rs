//! Aligned text for a terminal.

use crate::{Cell, Colors, Table, Tone};
use std::io::{self, Write};

/// Writes the table in aligned columns with `*` behind the best, and the legend.
pub(crate) fn write_text(table: &Table, colors: Colors, out: &mut dyn Write) -> io::Result<()> {
    let columns = 0..table.header.len();
    let marked: Vec<bool> =
        columns.clone().map(|c| table.rows.iter().any(|row| row[c].is_best())).collect();
    let numeric: Vec<bool> = columns.clone().map(|c| table.is_numeric(c)).collect();
    // Numbers stand below each other, whatever marks are behind them.
    let marks = columns.map(|c| table.rows.iter().map(|row| width(row[c].marks())).max());
    let marks: Vec<usize> = marks.map(Option::unwrap_or_default).collect();
    let mut texts = Texts::default();
    for name in &table.header {
        texts.push(|all| all.push_str(name));
    }
    for row in &table.rows {
        for (column, cell) in row.iter().enumerate() {
            texts.push(|all| {
                cell.append_number(all);
                // Where a column has a best, the others leave room for its mark.
                all.push_str(if cell.is_best() { "*" } else { &" "[..marked[column].into()] });
                if numeric[column] && marks[column] > 0 {
                    all.push_str(&format!(" {:1$}", cell.marks(), marks[column]));
                }
            });
        }
    }
    let widths = texts.widths(table.header.len());
    let rules: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
    let mut line = String::new();
    let mut from = 0;
    for (at, row) in texts.cells.chunks(widths.len().max(1)).enumerate() {
        line.clear();
        for (column, &(end, width)) in row.iter().enumerate() {
            if column > 0 {
                line.push_str("  ");
            }
            let padding = std::iter::repeat_n(' ', widths[column] - width);
            let cell = at.checked_sub(1).map(|row| &table.rows[row][column]);
            let text = &texts.all[from..end];
            if numeric[column] {
                line.extend(padding);
                push_painted(&mut line, cell, text, colors);
            } else {
                push_painted(&mut line, cell, text, colors);
                line.extend(padding);
            }
            from = end;
        }
        writeln!(out, "{}", line.trim_end())?;
        if at == 0 {
            writeln!(out, "{}", rules.join("  ").trim_end())?;
        }
    }
    if !table.legend.is_empty() || !table.key.is_empty() {
        writeln!(out)?;
    }
    for line in table.legend.iter().chain(&table.key) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Appends the text of a cell, or of a column's name, in its colour.
fn push_painted(line: &mut String, cell: Option<&Cell>, text: &str, colors: Colors) {
    match (colors, cell) {
        (Colors::On, Some(Cell::Toned { tone, .. })) => line.push_str(&colors.paint(text, *tone)),
        (Colors::On, Some(Cell::Marked { best, marks, tone, .. })) if !marks.is_empty() => {
            let (number, marks) = text.split_once(' ').unwrap_or((text, ""));
            let number = if *best { colors.paint(number, Tone::Best) } else { number.into() };
            line.push_str(&format!("{number} {}", colors.paint(marks, *tone)));
        }
        (Colors::On, Some(cell)) if cell.is_best() => {
            line.push_str(&colors.paint(text, Tone::Best));
        }
        (Colors::On | Colors::Off, _) => line.push_str(text),
    }
}

/// The cells of a table as text, one behind the other, row by row.
#[derive(Default)]
struct Texts {
    all: String,
    /// Where each ends, and how wide it is.
    cells: Vec<(usize, usize)>,
}

impl Texts {
    /// A cell with what `append` appends, without control characters.
    fn push(&mut self, append: impl FnOnce(&mut String)) {
        let from = self.all.len();
        append(&mut self.all);
        let text = &self.all[from..];
        let mut characters = text.len();
        if !text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
            let text = visible(text);
            characters = width(&text);
            self.all.replace_range(from.., &text);
        }
        self.cells.push((self.all.len(), characters));
    }

    /// The widths of so many columns.
    fn widths(&self, columns: usize) -> Vec<usize> {
        let mut widths = vec![0; columns];
        for (at, (_, width)) in self.cells.iter().enumerate() {
            widths[at % columns] = widths[at % columns].max(*width);
        }
        widths
    }
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
