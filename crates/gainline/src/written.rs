//! Numbers as people write them.

/// A number for sentences and headings: in full, and with an exponent from 1e15 on, where nobody
/// counts the zeros.
///
/// ```
/// assert_eq!(gainline::written(2.5), "2.5");
/// assert_eq!(gainline::written(1e300), "1e300");
/// ```
pub fn written(number: f64) -> String {
    // Adding 0 makes a negative zero positive.
    if number.abs() >= 1e15 { format!("{number:e}") } else { (number + 0.0).to_string() }
}

#[cfg(test)]
mod tests {
    use super::written;

    #[test]
    fn only_numbers_of_many_digits_have_an_exponent() {
        let numbers = [0.0, -0.0, 3.0, -1.0, 0.25, 999_999_999_999_999.0, 1e15, -1.5e300];
        let wanted = ["0", "0", "3", "-1", "0.25", "999999999999999", "1e15", "-1.5e300"];
        assert_eq!(numbers.map(written), wanted);
    }
}
