//! Numbers with so many decimals. Long tables are mostly that, so it is quick.

use std::fmt::Write;

/// Appends a number with so many decimals, and without a sign where it is 0. The digits are those of `{:.decimals$}`, which goes by
/// the number's exact digits.
pub(crate) fn append_fixed(out: &mut String, value: f64, decimals: usize) {
    // Below this, the product with a power of ten is off by less than NEAR.
    const SMALL: f64 = 1e9;
    const NEAR: f64 = 1e-6;
    const POWERS: [u32; 10] =
        [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000];
    // Adding 0 makes a negative zero positive.
    let value = value + 0.0;
    let scaled = POWERS.get(decimals).map_or(f64::INFINITY, |p| value.abs() * f64::from(*p));
    if scaled < SMALL {
        let below = scaled as u32;
        let rest = scaled - f64::from(below);
        // Near a half, only the exact digits say which way to round.
        if (rest - 0.5).abs() > NEAR {
            out.push_str(if value < 0.0 { "-" } else { "" });
            return append_digits(out, below + u32::from(rest > 0.5), decimals);
        }
    }
    write!(out, "{value:.decimals$}").expect("a string takes whatever is written");
}

/// Appends a whole number with a point before the last so many digits.
fn append_digits(out: &mut String, mut number: u32, decimals: usize) {
    let mut digits = [b'0'; 12];
    let mut at = digits.len();
    let point = at - decimals;
    while number > 0 || at >= point {
        if at == point && decimals > 0 {
            at -= 1;
            digits[at] = b'.';
        }
        at -= 1;
        digits[at] = b'0' + (number % 10) as u8;
        number /= 10;
    }
    out.push_str(std::str::from_utf8(&digits[at..]).expect("digits are ASCII"));
}

#[cfg(test)]
mod tests {
    use super::append_fixed;

    fn fixed(value: f64, decimals: usize) -> String {
        let mut text = String::new();
        append_fixed(&mut text, value, decimals);
        text
    }

    #[test]
    fn digits_are_those_of_the_standard_library() {
        let halves = (0..4_000).map(|i| f64::from(i) / 32.0);
        let steps = (0..40_000).map(|i| f64::from(i) / 7_919.0);
        // Beside each fifth decimal that is a 5: the numbers that lie just below and above it.
        let fives = (0..10_000).map(|i| (f64::from(i) + 0.5) / 10_000.0);
        let beside = fives.flat_map(|x| [x.next_down(), x, x.next_up()]);
        let ends = [1e-300, 99_999.999_95, 1e9, 1e22, 1e300, f64::INFINITY, f64::NAN];
        for value in halves.chain(steps).chain(beside).chain(ends) {
            for decimals in [0, 1, 2, 3, 4, 5, 9, 10, 17] {
                assert_eq!(fixed(value, decimals), format!("{value:.decimals$}"));
                if value != 0.0 {
                    assert_eq!(fixed(-value, decimals), format!("{:.decimals$}", -value));
                }
            }
        }
        assert_eq!(fixed(-0.0, 2), "0.00");
    }
}
