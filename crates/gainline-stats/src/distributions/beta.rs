//! The regularised incomplete beta function.

use super::saddle::binomial_term;

/// Iₓ(a, b), where `y` is 1 − `x`: a caller knows which of the two is exact.
pub(super) fn regularised(a: f64, b: f64, x: f64, y: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if y <= 0.0 {
        return 1.0;
    }
    // The fraction converges fast up to about the mean; beyond it, the other tail's does.
    if x <= (a + 1.0) / (a + b + 2.0) { lower(a, b, x, y) } else { 1.0 - lower(b, a, y, x) }
}

/// xᵃ (1−x)ᵇ / B(a, b) over the continued fraction of Didonato & Morris (1992), "Algorithm 708",
/// equation 9. It is the even part of DLMF 8.17.22 (<https://dlmf.nist.gov/8.17>) and loses no digits
/// where `a` is large and `x` close to 1. Evaluated by the modified method of Lentz.
fn lower(a: f64, b: f64, x: f64, y: f64) -> f64 {
    let excess = a * y - b * x;
    let denominator = |m: f64| {
        m + m * (b - m) * x / (a + 2.0 * m - 1.0)
            + (a + m) * (excess + 1.0 + m * (1.0 + y)) / (a + 2.0 * m + 1.0)
    };
    let mut fraction = a * (excess + 1.0) / (a + 1.0);
    let mut c = fraction;
    let mut d = 0.0;
    for m in 1..100_000 {
        let m = f64::from(m);
        let odd = a + 2.0 * m - 1.0;
        let numerator = (a + m - 1.0) * (a + b + m - 1.0) * m * (b - m) * x * x / (odd * odd);
        let denominator = denominator(m);
        d = 1.0 / (denominator + numerator * d);
        c = denominator + numerator / c;
        fraction *= c * d;
        if (c * d - 1.0).abs() < 2.0 * f64::EPSILON {
            break;
        }
    }
    binomial_term(a, b, x, y) * a * b / (a + b) / fraction
}
