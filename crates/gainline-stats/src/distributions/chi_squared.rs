//! The χ² distribution.

use super::saddle::poisson_term;

/// P(X > x) with `df` degrees of freedom: the regularised upper incomplete gamma function
/// Q(df/2, x/2).
pub(crate) fn survival(x: f64, df: f64) -> f64 {
    let (a, x) = (df / 2.0, x / 2.0);
    if x <= 0.0 {
        1.0
    } else if x < a + 1.0 {
        1.0 - lower(a, x)
    } else {
        upper(a, x)
    }
}

/// P(a, x) by the series xᵃ e⁻ˣ / Γ(a+1) · Σ xʲ / ((a+1) … (a+j)): DLMF 8.11.4.
fn lower(a: f64, x: f64) -> f64 {
    let mut term = 1.0;
    let mut sum = 1.0;
    for j in 1..100_000 {
        term *= x / (a + f64::from(j));
        sum += term;
        if term < sum * f64::EPSILON {
            break;
        }
    }
    poisson_term(a, x) * sum
}

/// Q(a, x) by the continued fraction of DLMF 8.9.2, evaluated by the modified method of Lentz.
fn upper(a: f64, x: f64) -> f64 {
    let mut b = x + 1.0 - a;
    let mut c = f64::MAX;
    let mut d = 1.0 / b;
    let mut fraction = d;
    for j in 1..100_000 {
        let j = f64::from(j);
        let coefficient = j * (a - j);
        b += 2.0;
        d = 1.0 / (b + coefficient * d);
        c = b + coefficient / c;
        fraction *= c * d;
        if (c * d - 1.0).abs() < 2.0 * f64::EPSILON {
            break;
        }
    }
    // xᵃ e⁻ˣ / Γ(a) is a times the term.
    poisson_term(a, x) * a * fraction
}
