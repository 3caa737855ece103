//! Ids that are the same but for the way they are written.

use super::scan::Hasher;
use crate::problem::Spelling;
use std::collections::HashMap;

/// What can be ignored when ids are compared.
const WAYS: [(u8, Spelling); 4] = [
    (CASE, Spelling::Case),
    (EDGES, Spelling::Punctuation),
    (ZEROS, Spelling::LeadingZeros),
    (POINT_ZERO, Spelling::TrailingPointZero),
];
const CASE: u8 = 1;
/// Punctuation at either end, and such blanks as do not separate columns.
const EDGES: u8 = 2;
const ZEROS: u8 = 4;
/// What numbers get when a table program takes ids for floating-point numbers.
const POINT_ZERO: u8 = 8;
const ALL: u8 = CASE | EDGES | ZEROS | POINT_ZERO;

/// Writes to `out` what is left of an id when all is ignored that can be.
fn reduce(id: &str, out: &mut String) {
    reduce_by(id, ALL, out);
}

fn reduce_by(id: &str, ways: u8, out: &mut String) {
    out.clear();
    let mut id = id;
    if ways & EDGES != 0 {
        id = id.trim_matches(|c: char| !c.is_alphanumeric());
    }
    if ways & POINT_ZERO != 0
        && let Some(whole) = id.strip_suffix(".0")
        && whole.ends_with(|c: char| c.is_ascii_digit())
    {
        id = whole;
    }
    let mut in_number = false;
    let mut chars = id.chars().peekable();
    while let Some(c) = chars.next() {
        let leading = c == '0' && !in_number && chars.peek().is_some_and(char::is_ascii_digit);
        if ways & ZEROS != 0 && leading {
            continue;
        }
        in_number = c.is_ascii_digit();
        if ways & CASE == 0 {
            out.push(c);
        } else if c.is_ascii() {
            out.push(c.to_ascii_lowercase());
        } else {
            out.extend(c.to_lowercase());
        }
    }
}

/// What has to be ignored for two ids to be the same.
pub fn id_difference(a: &str, b: &str) -> Vec<Spelling> {
    let same = |ways: u8| {
        let (mut x, mut y) = (String::new(), String::new());
        reduce_by(a, ways, &mut x);
        reduce_by(b, ways, &mut y);
        x == y
    };
    WAYS.iter().filter(|(way, _)| !same(ALL & !way)).map(|(_, spelling)| *spelling).collect()
}

/// Finds ids that are the same but for the way they are written.
pub struct SimilarIds<'a> {
    reduced: HashMap<String, &'a str, Hasher>,
    buffer: String,
}

impl<'a> SimilarIds<'a> {
    /// Among these.
    pub fn new(ids: impl Iterator<Item = &'a str>) -> Self {
        let mut reduced = HashMap::default();
        let mut buffer = String::new();
        for id in ids {
            reduce(id, &mut buffer);
            if !buffer.is_empty() {
                reduced.entry(buffer.clone()).or_insert(id);
            }
        }
        SimilarIds { reduced, buffer }
    }

    /// The id that is the same as this one but for the way it is written.
    pub fn find(&mut self, id: &str) -> Option<&'a str> {
        if self.reduced.is_empty() {
            return None;
        }
        reduce(id, &mut self.buffer);
        self.reduced.get(self.buffer.as_str()).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reduced(id: &str) -> String {
        let mut out = String::new();
        reduce(id, &mut out);
        out
    }

    #[test]
    fn ids_are_reduced_to_what_tells_them_apart() {
        assert_eq!(reduced("\"MED-0010\""), "med-10");
        assert_eq!(reduced("\u{a0}t07"), "t7");
        assert_eq!(reduced("000"), "0");
        assert_eq!(reduced("12.0"), "12");
        assert_eq!(reduced("10"), "10");
        assert_eq!(reduced("a100.02"), "a100.2");
        assert_eq!(reduced("---"), "");
    }

    #[test]
    fn a_difference_is_named_by_what_must_be_ignored() {
        assert_eq!(id_difference("FBIS-1", "fbis-1"), [Spelling::Case]);
        assert_eq!(id_difference("007", "7"), [Spelling::LeadingZeros]);
        assert_eq!(id_difference("<d1>", "d1"), [Spelling::Punctuation]);
        assert_eq!(id_difference("12.0", "12"), [Spelling::TrailingPointZero]);
        assert_eq!(id_difference("T07", "t7"), [Spelling::Case, Spelling::LeadingZeros]);
    }
}
