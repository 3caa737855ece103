//! Numbers that differ by rounding only.

/// Numbers no further apart than this are the same, for rounding may make as much; of numbers beyond
/// 1, this share of them.
pub const SAME: f64 = 1e-12;

/// Whether only rounding is between two numbers. Beside 0, it is whether the other one is anything
/// but rounding.
///
/// ```
/// use gainline_stats::is_same;
/// assert!(is_same(0.1 + 0.2, 0.3));
/// assert!(!is_same(0.3, 0.300_001));
/// ```
pub fn is_same(a: f64, b: f64) -> bool {
    let apart = (a - b).abs();
    a == b || (apart.is_finite() && apart <= SAME * a.abs().max(b.abs()).max(1.0))
}

/// The places of numbers, that of the lowest one first; of equal ones, in their order.
pub fn rising(values: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    order
}

/// The places of numbers, that of the highest one first; of equal ones, in their order.
pub fn falling(values: &[f64]) -> Vec<usize> {
    let negative: Vec<f64> = values.iter().map(|value| -value).collect();
    rising(&negative)
}

/// The same numbers, those that differ by rounding only from the next lower one made equal to it, so
/// that they tie.
pub fn merge_ties(values: &[f64]) -> Vec<f64> {
    let mut merged = values.to_vec();
    for pair in rising(values).windows(2) {
        if is_same(values[pair[0]], values[pair[1]]) {
            merged[pair[1]] = merged[pair[0]];
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_rounding_makes_is_the_same() {
        for (a, b) in [(0.1 + 0.2, 0.3), (0.0, -0.0), (0.0, SAME), (1e15, 1e15 + 1.0), (-1.0, -1.0)]
        {
            assert!(is_same(a, b) && is_same(b, a), "{a} {b}");
        }
    }

    #[test]
    fn what_it_cannot_make_is_not() {
        let more = 2.0 * SAME;
        for (a, b) in [(0.0, more), (0.5, 0.5 + more), (1e6, 1e6 + 1e-5), (1.0, -1.0)] {
            assert!(!is_same(a, b) && !is_same(b, a), "{a} {b}");
        }
        assert!(is_same(f64::INFINITY, f64::INFINITY));
        for (a, b) in [(f64::INFINITY, 1.0), (f64::NAN, f64::NAN), (f64::NAN, 0.0)] {
            assert!(!is_same(a, b) && !is_same(b, a), "{a} {b}");
        }
    }

    #[test]
    fn what_differs_by_rounding_ties() {
        let (third, thrice) = (0.1 + 0.2, 0.3);
        assert!(third != thrice);
        assert_eq!(merge_ties(&[third, 1.0, thrice]), [thrice, 1.0, thrice]);
        assert_eq!(merge_ties(&[]), [0.0; 0]);
    }
}
