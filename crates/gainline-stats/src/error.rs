//! What a statistic cannot be computed from, and why.

use std::fmt;

/// The result of everything in this crate that can fail.
pub type Result<T> = std::result::Result<T, StatsError>;

/// Why there is no number; a caller can act on it without reading the message.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(tag = "code", rename_all = "kebab-case")
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum StatsError {
    /// There is less data than the method needs.
    TooFew {
        /// The method, with its article.
        method: &'static str,
        /// How many it needs.
        need: usize,
        /// Of what.
        of: &'static str,
        /// How many there are.
        have: usize,
    },
    /// There is more data than the method can handle.
    TooMany {
        /// The method, with its article.
        method: &'static str,
        /// How many it can handle.
        most: usize,
        /// Of what.
        of: &'static str,
        /// How many there are.
        have: usize,
    },
    /// Samples that belong together, value by value, have different lengths.
    LengthsDiffer {
        /// The length of the first.
        first: usize,
        /// The length of the one that differs.
        other: usize,
    },
    /// A value is infinite, not a number, or beyond 10¹⁰⁰, so that sums of squares could overflow.
    NotFinite {
        /// Its place in its sample, from 1.
        position: usize,
        /// The value.
        value: f64,
    },
    /// A matrix that must be symmetric is not.
    NotSymmetric {
        /// The row, from 1.
        row: usize,
        /// The column, from 1.
        column: usize,
    },
    /// A setting, such as a confidence level, is out of its range.
    Setting {
        /// The setting's name.
        name: &'static str,
        /// What was given.
        value: f64,
        /// What is allowed, to be read after "it must be".
        allowed: &'static str,
    },
    /// The data are sound, but the statistic does not exist for them.
    Undefined {
        /// The statistic, with its article.
        what: &'static str,
        /// Why.
        why: &'static str,
    },
}

impl fmt::Display for StatsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StatsError::TooFew { method, need, of, have } => {
                write!(f, "{method} needs at least {need} {of}, not {have}")
            }
            StatsError::TooMany { method, most, of, have } => {
                write!(f, "{method} takes at most {most} {of}, not {have}")
            }
            StatsError::LengthsDiffer { first, other } => {
                write!(f, "the samples differ in length: {first} and {other} values")
            }
            StatsError::NotFinite { position, value } if value.is_finite() => {
                write!(f, "value {position} is `{value:e}`; no value may be beyond 1e100")
            }
            StatsError::NotFinite { position, value } => {
                write!(f, "value {position} is `{value}`; every value must be a finite number")
            }
            StatsError::NotSymmetric { row, column } => {
                write!(f, "the matrix is not symmetric at row {row}, column {column}")
            }
            StatsError::Setting { name, value, allowed } => {
                write!(f, "{name} is `{value}`; it must be {allowed}")
            }
            StatsError::Undefined { what, why } => write!(f, "{what} is undefined: {why}"),
        }
    }
}

impl std::error::Error for StatsError {}

#[cfg(test)]
mod tests {
    use super::StatsError::*;

    #[test]
    fn messages_say_what_is_wrong_to_the_character() {
        let few = TooFew { method: "the paired t test", need: 2, of: "pairs", have: 1 };
        assert_eq!(few.to_string(), "the paired t test needs at least 2 pairs, not 1");
        let many = TooMany { method: "the exact test", most: 500, of: "differences", have: 812 };
        assert_eq!(many.to_string(), "the exact test takes at most 500 differences, not 812");
        let lengths = LengthsDiffer { first: 3, other: 4 };
        assert_eq!(lengths.to_string(), "the samples differ in length: 3 and 4 values");
        let infinite = NotFinite { position: 2, value: f64::INFINITY };
        let message = "value 2 is `inf`; every value must be a finite number";
        assert_eq!(infinite.to_string(), message);
        let large = NotFinite { position: 7, value: -1e101 };
        assert_eq!(large.to_string(), "value 7 is `-1e101`; no value may be beyond 1e100");
        let matrix = NotSymmetric { row: 1, column: 3 };
        assert_eq!(matrix.to_string(), "the matrix is not symmetric at row 1, column 3");
        let level = Setting { name: "level", value: 95.0, allowed: "between 0 and 1" };
        assert_eq!(level.to_string(), "level is `95`; it must be between 0 and 1");
        let undefined = Undefined { what: "t", why: "all differences are equal" };
        assert_eq!(undefined.to_string(), "t is undefined: all differences are equal");
    }
}
