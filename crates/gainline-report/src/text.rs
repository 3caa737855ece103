//! Aligned text for a terminal.

use crate::{Cell, Colors, Table, Tone};
use std::borrow::Cow;
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
        texts.push_words(name, 0);
    }
    for row in &table.rows {
        for (column, cell) in row.iter().enumerate() {
            // Where a column has a best, the others leave room for its mark.
            let best = if cell.is_best() { "*" } else { &" "[..marked[column].into()] };
            let marks = if marks[column] > 0 { 1 + marks[column] } else { 0 };
            match cell.words() {
                Some(words) => texts.push_words(words, best.len() + marks),
                None => texts.push_number(cell, best, marks),
            }
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
    /// A cell with text, without control characters, and spaces behind it.
    fn push_words(&mut self, words: &str, spaces: usize) {
        let words = visible(words);
        self.all.push_str(&words);
        self.all.extend(std::iter::repeat_n(' ', spaces));
        self.cells.push((self.all.len(), width(&words) + spaces));
    }

    /// A cell with a number, the mark of the best, and room for other marks.
    fn push_number(&mut self, cell: &Cell, best: &str, marks: usize) {
        let from = self.all.len();
        cell.append_number(&mut self.all);
        self.all.push_str(best);
        // Digits, points and brackets are one byte each.
        let width = self.all.len() - from;
        if let Some(marks) = marks.checked_sub(1) {
            self.all.push_str(&format!(" {:marks$}", cell.marks()));
        }
        self.cells.push((self.all.len(), width + marks));
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
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    match text.contains(char::is_control) {
        true => text.replace(char::is_control, "\u{fffd}").into(),
        false => text.into(),
    }
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
