//! How computed numbers are compared, and how numbers stand in sentences.

/// Computed numbers no further apart than this share of their size are equal, for rounding may make
/// as much.
const ROUNDING: f64 = 1e-12;

/// Whether only rounding is between two sums; `size` is that of what was added up.
pub(crate) fn is_same(a: f64, b: f64, size: f64) -> bool {
    (a - b).abs() <= ROUNDING * size
}

/// Whether a sum reaches a goal, or lacks only what rounding took; `size` is that of what was added
/// up.
pub(crate) fn reaches(sum: f64, goal: f64, size: f64) -> bool {
    sum >= goal || is_same(sum, goal, size)
}

/// A number for sentences and headings: in full, and with an exponent from 1e15 on, where nobody
/// counts the zeros.
///
/// ```
/// assert_eq!(gainline::format_number(2.5), "2.5");
/// assert_eq!(gainline::format_number(1e300), "1e300");
/// ```
pub fn format_number(number: f64) -> String {
    // Adding 0 makes a negative zero positive.
    if number.abs() >= 1e15 { format!("{number:e}") } else { (number + 0.0).to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_of_many_digits_have_an_exponent() {
        let numbers = [0.0, -0.0, 3.0, -1.0, 0.25, 999_999_999_999_999.0, 1e15, -1.5e300];
        let formatted = ["0", "0", "3", "-1", "0.25", "999999999999999", "1e15", "-1.5e300"];
        assert_eq!(numbers.map(format_number), formatted);
    }

    #[test]
    fn a_sum_reaches_its_goal_whatever_the_order_of_its_terms() {
        let (sum, goal) = (0.3 + 0.2 + 0.1, 0.1 + 0.2 + 0.3);
        assert_ne!(sum, goal);
        assert!(reaches(sum, goal, 1.0) && reaches(goal, sum, 1.0));
        assert!(!reaches(0.999_999, 1.0, 1.0));
        // What counts is how large the terms are, not how large the goal is.
        assert!(!reaches(1e-13, 1.5e-13, 1e-13) && reaches(0.0, 1e-13, 2.0));
    }
}
