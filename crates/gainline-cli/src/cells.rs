//! The cells and headers that tables of several commands are made of.

use gainline_report::Cell;

pub(crate) fn text(text: &str) -> Cell {
    Cell::Text(text.to_string())
}

/// A number with so many decimals.
pub(crate) fn number(value: f64, decimals: usize) -> Cell {
    Cell::Number { value, decimals: Some(decimals), best: false }
}

/// A whole number.
pub(crate) fn count(count: usize) -> Cell {
    number(count as f64, 0)
}

/// The names of columns.
pub(crate) fn header(names: &[&str]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}
