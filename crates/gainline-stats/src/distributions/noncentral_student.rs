//! The noncentral t distribution, which gives the t test's power.

use super::chi_scale::ChiScale;
use super::{chi_squared, normal};

/// P(T > t) with `df` degrees of freedom and noncentrality `shift`: given s, the numerator of
/// T = (Z + shift) / s is normal, so this is E[P(Z > t·s − shift)].
///
/// For `t` > 0. Where the shift is beyond 10⁴, Z is left out: all depends on s, but for a share of
/// about 1/shift².
pub(crate) fn survival(t: f64, df: f64, shift: f64) -> f64 {
    if shift < -1e4 {
        return 0.0;
    } else if shift > 1e4 {
        let s = shift / t;
        return 1.0 - chi_squared::survival(df * s * s, df);
    }
    // Over ln s, that probability falls within about 1/shift around s = shift/t; half of it, for a
    // fall that is steep against the density's.
    let width = 0.5 / (1.0 + shift.abs());
    // About where the product of the density with exp(−(ts)²/2) peaks.
    let start = (df / (df + t * t)).sqrt();
    ChiScale::new(df).expectation(start, width, |s| normal::survival(t * s - shift))
}
