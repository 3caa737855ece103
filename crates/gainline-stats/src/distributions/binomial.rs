//! The binomial distribution of a fair coin.

use super::beta;

/// P(X ≥ k) heads in `n` throws: I½(k, n−k+1).
pub(crate) fn at_least(k: usize, n: usize) -> f64 {
    if k == 0 { 1.0 } else { beta::regularised(k as f64, (n - k) as f64 + 1.0, 0.5, 0.5) }
}
