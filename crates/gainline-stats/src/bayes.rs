//! A Bayesian comparison of paired samples, with a region of practical equivalence.

use crate::differences::Differences;
use crate::distributions::student;
use crate::{Interval, Result, check};

/// What is known of the mean difference after seeing the data: a Student t distribution.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Posterior {
    /// The mean difference, first minus second.
    pub location: f64,
    /// The distribution's scale; 0 if all differences are equal, so that the mean is certain.
    pub scale: f64,
    /// Its degrees of freedom, n − 1.
    pub df: f64,
    /// The probability that the mean difference is below the region: the second is better.
    pub left: f64,
    /// The probability that it is in the region of practical equivalence.
    pub rope: f64,
    /// The probability that it is above the region: the first is better.
    pub right: f64,
}

/// The posterior of the mean difference under the usual uninformative prior, and its probabilities
/// of lying below, in and above the region `rope` (Benavoli, Corani, Demšar & Zaffalon 2017, "Time for
/// a change", JMLR 18): a Student t with n − 1 degrees of freedom, location d̄ and scale
/// √((1/n + ρ/(1−ρ)) s²).
///
/// `correlation`, ρ, is 0 for independent pairs, such as topics; for the results of
/// cross-validation it is the test share of the data (Nadeau & Bengio 2003).
pub fn bayesian_t_test(
    a: &[f64],
    b: &[f64],
    rope: (f64, f64),
    correlation: f64,
) -> Result<Posterior> {
    let (low, high) = rope;
    check::setting(low.is_finite(), "the region's lower end", low, "a finite number")?;
    let fits = high.is_finite() && high >= low;
    check::setting(fits, "the region's upper end", high, "a finite number, not below the lower")?;
    let fits = (0.0..1.0).contains(&correlation);
    check::setting(fits, "correlation", correlation, "from 0 to below 1")?;
    let d = Differences::new("the Bayesian t test", a, b)?;
    let inflation = (1.0 / d.n + correlation / (1.0 - correlation)).sqrt();
    let (location, scale, df) = (d.mean, d.deviation * inflation, d.n - 1.0);
    let certain = |holds: bool| if holds { 1.0 } else { 0.0 };
    if scale == 0.0 {
        let (left, right) = (certain(location < low), certain(location > high));
        return Ok(Posterior { location, scale, df, left, rope: 1.0 - left - right, right });
    }
    let below = |end: f64| student::survival((location - end) / scale, df);
    let above = |end: f64| student::survival((end - location) / scale, df);
    let (left, right) = (below(low), above(high));
    // A region in a tail is a difference of tails, lest a small probability be rounded away.
    let rope = if location > high {
        below(high) - left
    } else if location < low {
        above(low) - right
    } else {
        1.0 - left - right
    };
    Ok(Posterior { location, scale, df, left, rope: rope.max(0.0), right })
}

impl Posterior {
    /// The central interval that holds the mean difference with probability `level`.
    pub fn interval(&self, level: f64) -> Result<Interval> {
        check::share("level", level)?;
        let reach = student::upper_quantile((1.0 - level) / 2.0, self.df) * self.scale;
        Ok(Interval::around(self.location, reach, level))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_samples_are_certainly_equivalent() {
        let a = [0.1, 0.5, 0.3];
        let posterior = bayesian_t_test(&a, &a, (-0.01, 0.01), 0.0).unwrap();
        assert_eq!((posterior.left, posterior.rope, posterior.right), (0.0, 1.0, 0.0));
        let better = bayesian_t_test(&[0.3, 0.5], &[0.2, 0.4], (-0.01, 0.01), 0.0).unwrap();
        assert_eq!((better.left, better.rope, better.right), (0.0, 0.0, 1.0));
    }

    #[test]
    fn without_a_region_the_sides_are_one_sided_p_values() {
        let (a, b) = ([0.51, 0.48, 0.6, 0.4], [0.5, 0.55, 0.58, 0.41]);
        let posterior = bayesian_t_test(&a, &b, (0.0, 0.0), 0.0).unwrap();
        let t = crate::paired_t_test(&a, &b).unwrap();
        assert!((posterior.left - t.p.greater).abs() < 1e-15);
        assert!((posterior.right - t.p.less).abs() < 1e-15);
        assert_eq!(posterior.interval(0.9).unwrap(), t.interval(0.9).unwrap());
    }

    #[test]
    fn a_correlation_of_1_is_an_error() {
        let error = bayesian_t_test(&[0.1, 0.2], &[0.2, 0.1], (0.0, 0.0), 1.0).unwrap_err();
        assert_eq!(error.to_string(), "correlation is `1`; it must be from 0 to below 1");
    }
}
