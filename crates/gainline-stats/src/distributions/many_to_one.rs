//! The largest of several |t| that compare columns with one control, all of one size: Dunnett's test
//! needs it.
//!
//! With a known standard deviation, P(largest > t) is the integral over y, the control's value, of
//! φ(y) (1 − (1 − Φ(y−w) − Φ(−y−w))ᵐ) with w = √2 t: that not all m others are within w of it. Nothing
//! is subtracted that is not small, so tails are exact. With an estimated one, that is averaged over
//! the estimate. Both integrands are analytic and vanish fast, which suits the trapezoidal rule.
//!
//! C. Dunnett, A Multiple Comparison Procedure for Comparing Several Treatments with a Control,
//! JASA 50, 1955.

use super::chi_scale::ChiScale;
use super::normal;
use super::root::falling_root;
use std::f64::consts::SQRT_2;

/// The largest |t| of `others` comparisons with one control.
#[derive(Debug, Clone)]
pub(crate) struct ManyToOne {
    others: f64,
    scale: ChiScale,
    df: f64,
}

/// The distance of grid points.
const STEP: f64 = 0.125;
/// How far from w/2, and from 0, the integrand matters.
const REACH: f64 = 9.0;

impl ManyToOne {
    pub(crate) fn new(others: usize, df: f64) -> Self {
        ManyToOne { others: others as f64, scale: ChiScale::new(df), df }
    }

    /// P(largest |t| > `t`).
    pub(crate) fn survival(&self, t: f64) -> f64 {
        if t <= 0.0 {
            return 1.0;
        }
        let peak = (self.df / (self.df + t * t)).sqrt();
        let width = 0.6 / (1.0 + self.others.ln_1p());
        self.scale.expectation(peak, width, |s| self.known_survival(SQRT_2 * t * s)).min(1.0)
    }

    /// The t with P(largest |t| > t) = `p`, for 0 < `p` < 1.
    pub(crate) fn upper_quantile(&self, p: f64) -> f64 {
        falling_root(|t| (self.survival(t) / p).ln())
    }

    fn known_survival(&self, w: f64) -> f64 {
        let last = ((w / 2.0 + REACH) / STEP) as i32;
        let term = |y: f64| {
            let outside = normal::cumulative(y - w) + normal::cumulative(-y - w);
            -normal::density(y) * (self.others * (-outside).ln_1p()).exp_m1()
        };
        // Even in y: 0 counts once, the others twice.
        let sum = (1..=last).fold(0.0, |sum, i| sum + term(STEP * f64::from(i)));
        STEP * (term(0.0) + 2.0 * sum)
    }
}
