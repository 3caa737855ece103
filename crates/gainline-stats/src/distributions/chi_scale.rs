//! Expectations over an estimated standard deviation.
//!
//! A statistic with an estimated standard deviation in its denominator is that statistic with a
//! known one, averaged over s = √(χ²/df). In x = ln s the density is
//! c · exp(−df/2 · (e²ˣ − 1 − 2x)), which is smooth and vanishes fast at both ends: the trapezoidal
//! rule then converges exponentially (Trefethen & Weideman 2014).

use super::saddle::stirling_error;

/// The distribution of s = √(χ²/df).
#[derive(Debug, Clone)]
pub(super) struct ChiScale {
    half: f64,
    constant: f64,
    step: f64,
}

impl ChiScale {
    pub(super) fn new(df: f64) -> Self {
        let half = df / 2.0;
        let constant = (2.0 * half / std::f64::consts::PI).sqrt() * (-stirling_error(half)).exp();
        // The density's width is 1/√(2 df); a strip of π/4 in which it is analytic bounds the
        // step where there are few degrees of freedom.
        let step = (0.55 / (2.0 * df).sqrt()).min(0.125);
        ChiScale { half, constant, step }
    }

    /// E[g(s)] for a positive `g` whose product with the density has one peak. The sum starts at
    /// s = `start`, best near that peak, and goes both ways until nothing is added. `width` is that
    /// of the narrowest feature of `g`, in ln s.
    pub(super) fn expectation(&self, start: f64, width: f64, g: impl Fn(f64) -> f64) -> f64 {
        let step = self.step.min(width / 2.0);
        let term = |x: f64| {
            let exponent = self.half * ((2.0 * x).exp_m1() - 2.0 * x);
            if exponent > 745.0 { 0.0 } else { (-exponent).exp() * g(x.exp()) }
        };
        let origin = start.ln();
        let mut sum = term(origin);
        for direction in [step, -step] {
            let mut before = 0.0;
            for j in 1.. {
                let next = term(origin + f64::from(j) * direction);
                sum += next;
                if next <= before && next <= 1e-17 * sum {
                    break;
                }
                before = next;
            }
        }
        self.constant * step * sum
    }
}
