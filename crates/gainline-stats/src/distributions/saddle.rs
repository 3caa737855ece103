//! Terms of the binomial and Poisson kind without loss of digits, for real arguments.
//!
//! Loader (2000), "Fast and accurate computation of binomial probabilities": the large parts of the
//! factorials cancel in closed form, and what is left is small. Logarithms of gamma functions,
//! subtracted, would lose a digit for every factor of ten in the degrees of freedom.

use std::f64::consts::{PI, TAU};

/// Γ(a+b+1) / (Γ(a+1) Γ(b+1)) · xᵃ yᵇ, where y = 1 − x.
pub(super) fn binomial_term(a: f64, b: f64, x: f64, y: f64) -> f64 {
    let n = a + b;
    // a − n·x, without the rounding of a large n·x.
    let excess = a * y - b * x;
    let exponent = stirling_error(n)
        - stirling_error(a)
        - stirling_error(b)
        - deviance(a, n * x, excess)
        - deviance(b, n * y, -excess);
    (n / (TAU * a * b)).sqrt() * exponent.exp()
}

/// xᵃ e⁻ˣ / Γ(a+1).
pub(super) fn poisson_term(a: f64, x: f64) -> f64 {
    if a == 0.0 {
        return (-x).exp();
    }
    (-stirling_error(a) - deviance(a, x, a - x)).exp() / (TAU * a).sqrt()
}

/// What Stirling's formula lacks: ln Γ(a+1) − ln(√(2πa) (a/e)ᵃ).
pub(super) fn stirling_error(a: f64) -> f64 {
    if a <= 15.0 {
        return libm::lgamma(a + 1.0) - (a + 0.5) * a.ln() + a - 0.5 * (2.0 * PI).ln();
    }
    // Abramowitz & Stegun (1964), 6.1.41; the first term left out is below 10⁻¹⁶ here.
    const SERIES: [f64; 6] =
        [1.0 / 12.0, 1.0 / 360.0, 1.0 / 1260.0, 1.0 / 1680.0, 1.0 / 1188.0, 691.0 / 360_360.0];
    let square = a * a;
    SERIES.iter().rev().fold(0.0, |rest, term| term - rest / square) / a
}

/// a ln(a/m) + m − a, the deviance of `a` from its mean `m`, where `excess` is a − m.
fn deviance(a: f64, m: f64, excess: f64) -> f64 {
    if excess.abs() >= 0.1 * (a + m) {
        return a * (a / m).ln() - excess;
    }
    // ln(a/m) is 2 artanh(v); the leading parts of the sum cancel.
    let v = excess / (a + m);
    let mut power = 2.0 * a * v;
    let mut sum = excess * v;
    for odd in (3..).step_by(2) {
        power *= v * v;
        let next = sum + power / f64::from(odd);
        if next == sum {
            break;
        }
        sum = next;
    }
    sum
}
