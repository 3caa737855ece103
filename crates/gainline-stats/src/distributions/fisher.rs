//! Fisher's and Snedecor's F distribution.

use super::beta;
use super::root::falling_root;

/// P(F > f) with `above` and `below` degrees of freedom.
pub(crate) fn survival(f: f64, above: f64, below: f64) -> f64 {
    let whole = below + above * f;
    beta::regularised(below / 2.0, above / 2.0, below / whole, above * f / whole)
}

/// The f with P(F > f) = `p`, for 0 < `p` < 1.
pub(crate) fn upper_quantile(p: f64, above: f64, below: f64) -> f64 {
    falling_root(|f| (survival(f, above, below) / p).ln())
}
