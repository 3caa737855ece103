//! Student's t distribution.

use super::beta;
use super::root::falling_root;

/// P(T > t) with `df` degrees of freedom.
pub(crate) fn survival(t: f64, df: f64) -> f64 {
    let half = beta::regularised(df / 2.0, 0.5, df / (df + t * t), t * t / (df + t * t)) / 2.0;
    if t > 0.0 { half } else { 1.0 - half }
}

/// P(|T| > |t|).
pub(crate) fn both_tails(t: f64, df: f64) -> f64 {
    2.0 * survival(t.abs(), df)
}

/// The t with P(T > t) = `p`, for 0 < `p` < 1.
pub(crate) fn upper_quantile(p: f64, df: f64) -> f64 {
    if p > 0.5 {
        return -upper_quantile(1.0 - p, df);
    }
    falling_root(|t| (survival(t, df) / p).ln())
}
