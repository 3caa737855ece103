//! Words, numbers and cells that presenters share.

use crate::{Cell, Table};

/// `1 topic`, `2 topics`.
pub fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// `a, b and c`.
pub fn listed<T: AsRef<str>>(names: &[T], and: &str) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match &names[..] {
        [some @ .., last] if !some.is_empty() => format!("{} {and} {last}", some.join(", ")),
        _ => names.concat(),
    }
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

/// A column of a table: its name, and the cell of a row.
pub type Column<'c, R> = (&'c str, &'c dyn Fn(&R) -> Cell);

/// A table of rows, column by column.
pub fn table<R>(rows: impl IntoIterator<Item = R>, columns: &[Column<'_, R>]) -> Table {
    let cells = |row: R| columns.iter().map(|(_, cell)| cell(&row)).collect();
    Table {
        header: columns.iter().map(|(name, _)| name.to_string()).collect(),
        rows: rows.into_iter().map(cells).collect(),
        ..Table::default()
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
