//! Two one-sided tests: whether two samples are as good as equal.

use crate::differences::Differences;
use crate::distributions::student;
use crate::{Interval, Result, check};

/// The outcome of two one-sided paired t tests.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Equivalence {
    /// The p-value of the mean difference being above the lower margin.
    pub p_lower: f64,
    /// The p-value of the mean difference being below the upper margin.
    pub p_upper: f64,
    /// The larger of the two: that of equivalence.
    pub p: f64,
    /// The 1 − 2α interval of the mean difference; it lies within the margins if p < α.
    pub interval: Interval,
}

/// Tests whether the mean of paired differences lies between the margins `low` and `high` (Schuirmann
/// 1987): both that it is not below the one and that it is not above the other must be rejected.
///
/// Undefined if all differences are equal: without variance nothing can be said of the mean.
pub fn equivalence_test(
    a: &[f64],
    b: &[f64],
    (low, high): (f64, f64),
    alpha: f64,
) -> Result<Equivalence> {
    check::setting(alpha > 0.0 && alpha < 0.5, "alpha", alpha, "between 0 and 0.5, both excluded")?;
    check::setting(low.is_finite(), "the lower margin", low, "a finite number")?;
    let fits = high.is_finite() && high > low;
    check::setting(fits, "the upper margin", high, "a finite number above the lower one")?;
    let d = Differences::new("the equivalence test", a, b)?;
    d.must_vary("the equivalence test")?;
    let (error, df) = (d.standard_error(), d.n - 1.0);
    let p_lower = student::survival((d.mean - low) / error, df);
    let p_upper = student::survival((high - d.mean) / error, df);
    let reach = student::upper_quantile(alpha, df) * error;
    let interval = Interval::around(d.mean, reach, 1.0 - 2.0 * alpha);
    Ok(Equivalence { p_lower, p_upper, p: p_lower.max(p_upper), interval })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_lies_within_the_margins_if_p_is_below_alpha() {
        let (a, b) = ([0.51, 0.48, 0.6, 0.4], [0.5, 0.5, 0.58, 0.41]);
        for margin in [0.005, 0.01, 0.02, 0.021, 0.03] {
            let test = equivalence_test(&a, &b, (-margin, margin), 0.05).unwrap();
            let inside = test.interval.low > -margin && test.interval.high < margin;
            assert_eq!(inside, test.p < 0.05, "{margin}");
        }
    }

    #[test]
    fn margins_must_be_in_order() {
        let error = equivalence_test(&[0.1, 0.2], &[0.2, 0.1], (0.1, -0.1), 0.05).unwrap_err();
        let message = "the upper margin is `-0.1`; it must be a finite number above the lower one";
        assert_eq!(error.to_string(), message);
    }

    #[test]
    fn without_variance_there_is_no_test() {
        let error = equivalence_test(&[0.1, 0.2], &[0.1, 0.2], (-0.1, 0.1), 0.05).unwrap_err();
        let message = "the equivalence test is undefined: all differences are equal";
        assert_eq!(error.to_string(), message);
    }
}
