//! Words, numbers and cells that presenters share.

use crate::{Cell, Table, Tone};
use gainline_analysis::RunName;
use gainline_analysis::comparison::Status;

/// `1 topic`, `2 topics`.
pub fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// `a, b and c`.
pub fn listed<T: ToString>(names: &[T], and: &str) -> String {
    let names: Vec<String> = names.iter().map(ToString::to_string).collect();
    match &names[..] {
        [some @ .., last] if !some.is_empty() => format!("{} {and} {last}", some.join(", ")),
        _ => names.concat(),
    }
}

/// Things that are tied, in a sentence: up to three of them, and how many others there are.
pub fn tied<T: AsRef<str>>(names: &[T], others: &str) -> String {
    const SHOWN: usize = 3;
    let mut said: Vec<String> = names.iter().take(SHOWN).map(|name| name.as_ref().into()).collect();
    match names.len().saturating_sub(SHOWN) {
        0 => {}
        1 => said.push(format!("1 other {others}")),
        more => said.push(format!("{more} other {others}s")),
    }
    match &said[..] {
        [some @ .., last] if !some.is_empty() => format!("{}, and {last}", some.join(", ")),
        _ => said.concat(),
    }
}

/// More runs than this are not all named in a sentence; the tables have them.
const RUNS_NAMED: usize = 6;

/// `a, b and c`; of many, the first few and how many more there are.
pub fn names(runs: &[RunName]) -> String {
    some_of(runs, "and")
}

/// `a, b or c`.
pub fn any_of(runs: &[RunName]) -> String {
    some_of(runs, "or")
}

/// The same of anything, with the word before the last one.
pub fn some_of<T: ToString>(runs: &[T], and: &str) -> String {
    if runs.len() <= RUNS_NAMED {
        return listed(runs, and);
    }
    let (named, more) = runs.split_at(RUNS_NAMED - 1);
    let named: Vec<String> = named.iter().map(ToString::to_string).collect();
    format!("{} {and} {} others", named.join(", "), more.len())
}

/// A number with its sign; without one if it is 0 to so many digits.
pub fn signed(value: f64, digits: usize) -> String {
    let text = format!("{value:+.digits$}");
    if text.chars().all(|c| matches!(c, '+' | '-' | '0' | '.')) {
        return text[1..].into();
    }
    text
}

/// A cell of text.
#[expect(clippy::needless_pass_by_value, reason = "texts are given as they come")]
pub fn text(text: impl ToString) -> Cell {
    Cell::Text(text.to_string())
}

/// A cell of text that says something good or bad, where it does.
pub fn toned(text: String, tone: Option<Tone>) -> Cell {
    match tone {
        Some(tone) => Cell::Toned { text, tone },
        None => Cell::Text(text),
    }
}

/// What the status of a pair means to somebody who would choose its run.
pub fn tone(status: Status) -> Option<Tone> {
    match status {
        Status::Better => Some(Tone::Better),
        Status::Worse => Some(Tone::Worse),
        Status::NotSignificant | Status::Opposed | Status::Same | Status::Untested => None,
    }
}

/// A number with so many decimals.
pub fn number(value: f64, decimals: usize) -> Cell {
    Cell::Number { value, decimals: Some(decimals), best: false }
}

/// A number with so many decimals, or a dash.
pub fn optional(value: Option<f64>, decimals: usize) -> Cell {
    value.map_or(text("-"), |value| number(value, decimals))
}

/// A p-value, or a dash; a tiny one by its magnitude, since no p is 0.
pub fn p_value(p: Option<f64>, digits: usize) -> Cell {
    match p {
        Some(p) if p > 0.0 && p < 0.1_f64.powi(digits as i32) => text(format!("{p:.0e}")),
        p => optional(p, digits),
    }
}

/// A whole number.
pub fn count(count: usize) -> Cell {
    number(count as f64, 0)
}

/// A table that is made column by column.
pub struct Columns<R> {
    rows: Vec<R>,
    table: Table,
}

impl<R> Columns<R> {
    /// Of things that are a row each.
    pub fn of(rows: impl IntoIterator<Item = R>) -> Self {
        let rows: Vec<R> = rows.into_iter().collect();
        let cells = rows.iter().map(|_| vec![]).collect();
        Columns { rows, table: Table { rows: cells, ..Table::default() } }
    }

    /// Adds a column.
    pub fn column(mut self, name: impl Into<String>, cell: impl Fn(&R) -> Cell) -> Self {
        self.table.header.push(name.into());
        self.table.rows.iter_mut().zip(&self.rows).for_each(|(cells, row)| cells.push(cell(row)));
        self
    }

    /// Adds a column if it is wanted.
    pub fn column_if(self, wanted: bool, name: &str, cell: impl Fn(&R) -> Cell) -> Self {
        if wanted { self.column(name, cell) } else { self }
    }

    /// The table.
    pub fn table(self) -> Table {
        self.table
    }
}

/// The names of columns.
pub fn header(names: &[&str]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::signed;

    #[test]
    fn what_is_0_to_the_digits_shown_has_no_sign() {
        assert_eq!([signed(-0.04, 1), signed(0.04, 1), signed(-0.0, 2)], ["0.0", "0.0", "0.00"]);
        assert_eq!([signed(-0.06, 1), signed(0.06, 1)], ["-0.1", "+0.1"]);
    }
}
