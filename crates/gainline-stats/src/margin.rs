//! One-sided paired t tests against a margin: whether one sample is shown to be better, or not worse by
//! more than so much.

use crate::differences::Differences;
use crate::distributions::student;
use crate::{Result, check, is_same};

/// The outcome of a paired t test against a margin.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MarginTest {
    /// The mean difference, first minus second.
    pub mean_difference: f64,
    /// The standard deviation of the differences; 0 where all of them are equal.
    pub deviation: f64,
    /// The standard error of the mean difference, s/√n.
    pub standard_error: f64,
    /// The degrees of freedom, n − 1.
    pub df: f64,
    /// The one-sided p-value of the mean difference being above the margin.
    pub p_above: f64,
    /// The one-sided p-value of the mean difference being below the margin.
    pub p_below: f64,
}

/// Tests on which side of `margin` the mean of paired differences lies: t = (d̄ − margin) / (s/√n). With a
/// margin below 0 it is a test of non-inferiority, with 0 one of superiority.
///
/// Differences that are all equal have no standard error. Their p-values are those of the exact
/// randomization test, which goes by signs alone: 2⁻ⁿ on the side where they lie.
pub fn margin_test(a: &[f64], b: &[f64], margin: f64) -> Result<MarginTest> {
    let d = Differences::new("the t test against a margin", a, b)?;
    check::setting(margin.is_finite(), "the margin", margin, "a finite number")?;
    let (mean_difference, deviation, df) = (d.mean, d.deviation, d.n - 1.0);
    let standard_error = d.standard_error();
    let (p_above, p_below) = if deviation > 0.0 {
        let t = (mean_difference - margin) / standard_error;
        (student::survival(t, df), student::survival(-t, df))
    } else if is_same(mean_difference, margin) {
        (1.0, 1.0)
    } else {
        let lowest = 0.5_f64.powf(d.n);
        if mean_difference > margin { (lowest, 1.0) } else { (1.0, lowest) }
    };
    Ok(MarginTest { mean_difference, deviation, standard_error, df, p_above, p_below })
}

impl MarginTest {
    /// The one-sided lower confidence bound of the mean difference at `level`, such as 0.95: it lies
    /// above the margin if `p_above` is below 1 − `level`.
    pub fn lower_bound(&self, level: f64) -> Result<f64> {
        check::share("level", level)?;
        let reach = student::upper_quantile(1.0 - level, self.df) * self.standard_error;
        Ok(self.mean_difference - reach)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Student's sleepers (see the paired t test), the second drug against the first.
    const FIRST: [f64; 10] = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
    const SECOND: [f64; 10] = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];

    /// `scipy.stats.ttest_1samp(second - first, margin, alternative="greater")` and `"less"`, and the
    /// former's `confidence_interval(0.95).low`; scipy 1.17.1.
    #[test]
    fn p_values_and_the_bound_agree_with_scipy() {
        for (margin, above, below) in [
            (-0.5, 0.000_231_902_704_481_593_15, 0.999_768_097_295_518_4),
            (0.0, 0.001_416_445_098_692_136_4, 0.998_583_554_901_307_9),
            (1.0, 0.085_055_885_448_711_45, 0.914_944_114_551_288_5),
            (2.0, 0.845_842_764_330_902_6, 0.154_157_235_669_097_4),
        ] {
            let test = margin_test(&SECOND, &FIRST, margin).unwrap();
            assert!((test.p_above / above - 1.0).abs() < 1e-12, "{margin}: {}", test.p_above);
            assert!((test.p_below / below - 1.0).abs() < 1e-12, "{margin}: {}", test.p_below);
            let bound = test.lower_bound(0.95).unwrap();
            assert!((bound - 0.866_994_732_970_716_3).abs() < 1e-12, "{bound}");
        }
    }

    #[test]
    fn the_bound_lies_at_the_margin_if_p_is_alpha() {
        let bound = margin_test(&SECOND, &FIRST, 0.0).unwrap().lower_bound(0.9).unwrap();
        let test = margin_test(&SECOND, &FIRST, bound).unwrap();
        assert!((test.p_above - 0.1).abs() < 1e-12);
    }

    #[test]
    fn equal_differences_are_tested_by_their_signs() {
        let p = |a: &[f64; 3], margin| {
            let test = margin_test(a, &[0.2, 0.4, 0.6], margin).unwrap();
            (test.p_above, test.p_below)
        };
        assert_eq!(p(&[0.2, 0.4, 0.6], -0.01), (0.125, 1.0));
        assert_eq!(p(&[0.2, 0.4, 0.6], 0.0), (1.0, 1.0));
        assert_eq!(p(&[0.1, 0.3, 0.5], -0.1), (1.0, 1.0));
        assert_eq!(p(&[0.1, 0.3, 0.5], -0.01), (1.0, 0.125));
    }

    #[test]
    fn one_pair_is_too_few() {
        let error = margin_test(&[0.3], &[0.2], 0.0).unwrap_err();
        assert_eq!(error.to_string(), "the t test against a margin needs at least 2 pairs, not 1");
    }
}
