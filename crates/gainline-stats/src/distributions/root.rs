//! Where a function crosses zero.

/// The x > 0 where `f`, falling and positive at first, crosses zero.
pub(crate) fn falling_root(f: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    while f(high) > 0.0 && high < 1e300 {
        low = high;
        high *= 2.0;
    }
    crossing(f, low, high)
}

/// Where `f` crosses zero between `low` and `high`, where its signs differ.
///
/// Chandrupatla (1997), "A new hybrid quadratic/bisection algorithm": inverse quadratic
/// interpolation where the last three points allow it, halving otherwise.
pub(crate) fn crossing(f: impl Fn(f64) -> f64, low: f64, high: f64) -> f64 {
    let (mut a, mut b) = (high, low);
    let (mut fa, mut fb) = (f(a), f(b));
    let mut at = 0.5;
    for _ in 0..200 {
        let x = a + at * (b - a);
        let fx = f(x);
        let (c, fc);
        if (fx > 0.0) == (fa > 0.0) {
            (c, fc) = (a, fa);
        } else {
            (c, fc) = (b, fb);
            (b, fb) = (a, fa);
        }
        (a, fa) = (x, fx);
        let (best, at_best) = if fa.abs() < fb.abs() { (a, fa) } else { (b, fb) };
        let tolerance = 2.0 * f64::EPSILON * best.abs() / (b - a).abs();
        if at_best == 0.0 || tolerance > 0.5 {
            return best;
        }
        let (place, value) = ((a - b) / (c - b), (fa - fb) / (fc - fb));
        let curved = value * value < place && (1.0 - value) * (1.0 - value) < 1.0 - place;
        at = if curved {
            fa / (fb - fa) * fc / (fb - fc) + (c - a) / (b - a) * fa / (fc - fa) * fb / (fc - fb)
        } else {
            0.5
        };
        at = at.clamp(tolerance.min(0.5), 1.0 - tolerance.min(0.5));
    }
    0.5 * (a + b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_root_is_found_to_the_last_digits() {
        let root = crossing(|x| x * x - 2.0, 0.0, 2.0);
        assert!((root - std::f64::consts::SQRT_2).abs() < 1e-15);
        assert!((crossing(|x| (x - 0.3).powi(9), 0.0, 1.0) - 0.3).abs() < 1e-9);
        assert!((falling_root(|x| 1e6 - x.powi(3)) - 100.0).abs() < 1e-12);
    }
}
