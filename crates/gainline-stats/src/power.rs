//! The power of a paired t test, and how many pairs it takes.

use crate::distributions::{crossing, noncentral_student, student};
use crate::{Result, StatsError, check};

/// No more than this many pairs (or rows) are considered.
pub(crate) const MOST: usize = 10_000_000;

/// The probability that a two-sided paired t test of `n` pairs at `alpha` finds a true effect of
/// size `dz` (the mean difference over the standard deviation of the differences): under it, t is
/// noncentral with noncentrality dz·√n (Cohen 1988, chapter 2).
pub fn paired_t_power(n: usize, dz: f64, alpha: f64) -> Result<f64> {
    check::enough("the paired t test", 2, "pairs", n)?;
    check::share("alpha", alpha)?;
    check::setting(dz.is_finite(), "the effect size", dz, "a finite number")?;
    Ok(power(n as f64, dz, alpha))
}

/// The least number of pairs for which that power is at least `power`.
pub fn paired_t_pairs(dz: f64, alpha: f64, power: f64) -> Result<usize> {
    check::share("alpha", alpha)?;
    check::share("power", power)?;
    check::setting(dz.is_finite() && dz != 0.0, "the effect size", dz, "a number other than 0")?;
    least("the number of pairs", 2, |n| self::power(n as f64, dz, alpha) >= power)
}

/// The smallest mean difference that `n` pairs find with that power, where `deviation` is the
/// standard deviation of the differences; with 1, it is the effect size d_z.
pub fn paired_t_detectable(n: usize, deviation: f64, alpha: f64, power: f64) -> Result<f64> {
    check::enough("the paired t test", 2, "pairs", n)?;
    check::positive("the standard deviation", deviation)?;
    check::share("alpha", alpha)?;
    check::share("power", power)?;
    check::setting(power > alpha, "power", power, "above alpha")?;
    let lacking = |dz: f64| self::power(n as f64, dz, alpha) - power;
    let mut high = 1.0 / (n as f64).sqrt();
    while lacking(high) < 0.0 {
        high *= 2.0;
    }
    Ok(deviation * crossing(lacking, 0.0, high))
}

/// The expected half-width of the t interval of a mean difference at the level 1 − `alpha` from `n` pairs,
/// where `deviation` is the standard deviation of the differences: t · E(s) / √n, where E(s) is that of
/// normal data (Sakai 2016, "Topic set size design", on confidence intervals).
pub fn paired_t_half_width(n: usize, deviation: f64, alpha: f64) -> Result<f64> {
    check::enough("a t interval", 2, "pairs", n)?;
    check::positive("the standard deviation", deviation)?;
    check::share("alpha", alpha)?;
    Ok(deviation * half_width(n as f64, alpha))
}

/// The least number of pairs for which that half-width is no more than `half_width`.
pub fn paired_t_pairs_for_width(half_width: f64, deviation: f64, alpha: f64) -> Result<usize> {
    check::positive("the half-width", half_width)?;
    check::positive("the standard deviation", deviation)?;
    check::share("alpha", alpha)?;
    let wanted = half_width / deviation;
    least("the number of pairs", 2, |n| self::half_width(n as f64, alpha) <= wanted)
}

fn half_width(n: f64, alpha: f64) -> f64 {
    let df = n - 1.0;
    // E(s) / σ of normal data.
    let shrunk = (libm::lgamma(n / 2.0) - libm::lgamma(df / 2.0)).exp() * (2.0 / df).sqrt();
    student::upper_quantile(alpha / 2.0, df) * shrunk / n.sqrt()
}

fn power(n: f64, dz: f64, alpha: f64) -> f64 {
    let df = n - 1.0;
    let critical = student::upper_quantile(alpha / 2.0, df);
    let shift = dz * n.sqrt();
    let tail = |shift| noncentral_student::survival(critical, df, shift);
    (tail(shift) + tail(-shift)).min(1.0)
}

/// The least `n` from `from` on for which `enough`, which stays true once it is.
pub(crate) fn least(
    what: &'static str,
    from: usize,
    enough: impl Fn(usize) -> bool,
) -> Result<usize> {
    let (mut low, mut high) = (from, from);
    while !enough(high) {
        if high >= MOST {
            let why = "even ten million would be too few";
            return Err(StatsError::Undefined { what, why });
        }
        low = high + 1;
        high = (high * 2).min(MOST);
    }
    while low < high {
        let middle = low + (high - low) / 2;
        if enough(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Ok(high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_an_effect_the_power_is_alpha() {
        assert!((paired_t_power(20, 0.0, 0.05).unwrap() - 0.05).abs() < 1e-13);
    }

    #[test]
    fn a_medium_effect_takes_34_pairs() {
        // Faul, Erdfelder, Lang & Buchner (2007), G*Power 3: dz = 0.5, 5 %, power 0.80.
        assert_eq!(paired_t_pairs(0.5, 0.05, 0.8), Ok(34));
    }

    #[test]
    fn what_is_detectable_has_that_power() {
        let difference = paired_t_detectable(43, 0.12, 0.05, 0.8).unwrap();
        let power = paired_t_power(43, difference / 0.12, 0.05).unwrap();
        assert!((power - 0.8).abs() < 1e-12);
    }

    /// t from its table (2.1199, 2.1098) and the expected standard deviation from that of control charts
    /// (c4 of 17 and 18: 0.9845, 0.9854).
    #[test]
    fn half_widths_are_as_by_hand() {
        for (n, t, c4) in [(17_usize, 2.1199, 0.9845), (18, 2.1098, 0.9854)] {
            let wanted = 0.3 * t * c4 / (n as f64).sqrt();
            let got = paired_t_half_width(n, 0.3, 0.05).unwrap();
            assert!((got - wanted).abs() < 2e-5, "{got} is not {wanted}");
        }
        assert_eq!(paired_t_pairs_for_width(0.15, 0.3, 0.05), Ok(18));
        assert!(paired_t_pairs_for_width(0.0, 0.3, 0.05).is_err());
    }

    #[test]
    fn huge_effects_are_always_found_and_tiny_ones_never() {
        for n in [2, 3, 1000] {
            assert!(paired_t_power(n, 1e9, 0.05).unwrap() <= 1.0);
        }
        let error = paired_t_pairs(1e-9, 0.05, 0.8).unwrap_err();
        let message = "the number of pairs is undefined: even ten million would be too few";
        assert_eq!(error.to_string(), message);
        assert!(paired_t_pairs(0.0, 0.05, 0.8).is_err());
        assert!(paired_t_detectable(10, 1.0, 0.05, 0.01).is_err());
    }
}
