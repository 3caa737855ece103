//! Student's t tests, paired and unpaired, and confidence intervals of means.

use crate::differences::Differences;
use crate::distributions::student;
use crate::summary::{centre, spread};
use crate::{Interval, PValues, Result, StatsError, check};

/// The outcome of a t test of two samples.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TTest {
    /// The mean difference, first minus second.
    pub mean_difference: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// The mean difference over its standard error.
    pub t: f64,
    /// The degrees of freedom.
    pub df: f64,
    /// The p-values.
    pub p: PValues,
}

/// Tests whether the mean of paired differences is 0 (Student 1908): t = d̄ / (s/√n), with n − 1
/// degrees of freedom.
///
/// Equal samples give t = 0 and p = 1 for every alternative. Other differences that are all equal
/// have no standard error, and t is undefined.
pub fn paired_t_test(a: &[f64], b: &[f64]) -> Result<TTest> {
    let d = Differences::new("the paired t test", a, b)?;
    let (mean_difference, df) = (d.mean, d.n - 1.0);
    if d.none() {
        let p = PValues::ALIKE;
        return Ok(TTest { mean_difference, standard_error: 0.0, t: 0.0, df, p });
    }
    d.must_vary("the t statistic")?;
    Ok(TTest::new(mean_difference, d.standard_error(), df))
}

/// Tests whether the means of two independent samples are the same, where both have the same
/// variance: t = (x̄ − ȳ) / (s √(1/m + 1/n)), with s² = (Σ(x − x̄)² + Σ(y − ȳ)²) / (m + n − 2) and
/// m + n − 2 degrees of freedom.
///
/// If all values of both samples are equal, t is 0 and p is 1. If neither varies and the means
/// differ, t is undefined.
pub fn unpaired_t_test(a: &[f64], b: &[f64]) -> Result<TTest> {
    for sample in [a, b] {
        check::enough("the unpaired t test", 2, "values in each sample", sample.len())?;
        check::squarable(sample)?;
    }
    let (m, n) = (a.len() as f64, b.len() as f64);
    let (mean_a, mean_b) = (centre(a), centre(b));
    let (mean_difference, df) = (mean_a - mean_b, m + n - 2.0);
    let squares = spread(a, mean_a) * (m - 1.0) + spread(b, mean_b) * (n - 1.0);
    let standard_error = (squares / df * (1.0 / m + 1.0 / n)).sqrt();
    if standard_error > 0.0 {
        return Ok(TTest::new(mean_difference, standard_error, df));
    }
    if mean_difference == 0.0 {
        return Ok(TTest { mean_difference, standard_error, t: 0.0, df, p: PValues::ALIKE });
    }
    let why = "neither sample varies";
    Err(StatsError::Undefined { what: "the t statistic", why })
}

impl TTest {
    fn new(mean_difference: f64, standard_error: f64, df: f64) -> Self {
        let t = mean_difference / standard_error;
        let p = PValues {
            two_sided: student::both_tails(t, df),
            greater: student::survival(t, df),
            less: student::survival(-t, df),
        };
        TTest { mean_difference, standard_error, t, df, p }
    }

    /// The confidence interval of the mean difference at `level`, such as 0.95.
    pub fn interval(&self, level: f64) -> Result<Interval> {
        check::share("level", level)?;
        let reach = student::upper_quantile((1.0 - level) / 2.0, self.df) * self.standard_error;
        Ok(Interval::around(self.mean_difference, reach, level))
    }
}

/// The confidence interval of the mean of one sample at `level`: x̄ ± t · s/√n with n − 1 degrees of
/// freedom.
pub fn mean_interval(values: &[f64], level: f64) -> Result<Interval> {
    check::enough("the interval of the mean", 2, "values", values.len())?;
    check::squarable(values)?;
    check::share("level", level)?;
    let n = values.len() as f64;
    let mean = centre(values);
    let standard_error = (spread(values, mean) / n).sqrt();
    let reach = student::upper_quantile((1.0 - level) / 2.0, n - 1.0) * standard_error;
    Ok(Interval::around(mean, reach, level))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Student (1908), "The probable error of a mean", Biometrika 6: hours of sleep gained by
    /// two drugs; R's `sleep`. t = -4.0621, df = 9, p = 0.002833 in R's documentation.
    #[test]
    fn students_own_sleepers() {
        let first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
        let second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
        let test = paired_t_test(&first, &second).unwrap();
        assert!((test.t - -4.0621).abs() < 5e-5);
        assert_eq!(test.df, 9.0);
        assert!((test.p.two_sided - 0.002833).abs() < 5e-7);
        let interval = test.interval(0.95).unwrap();
        assert!((interval.low - -2.459_885_8).abs() < 5e-8);
        assert!((interval.high - -0.700_114_2).abs() < 5e-8);
    }

    #[test]
    fn equal_samples_give_a_p_of_1() {
        let test = paired_t_test(&[0.1, 0.2, 0.3], &[0.1, 0.2, 0.3]).unwrap();
        assert_eq!((test.t, test.p), (0.0, PValues::ALIKE));
        assert_eq!(test.interval(0.95).unwrap(), Interval { low: 0.0, high: 0.0, level: 0.95 });
    }

    #[test]
    fn a_constant_difference_has_no_t() {
        let error = paired_t_test(&[0.3, 0.5, 0.7], &[0.2, 0.4, 0.6]).unwrap_err();
        let message = "the t statistic is undefined: all differences are equal";
        assert_eq!(error.to_string(), message);
    }

    #[test]
    fn one_pair_is_too_few() {
        let error = paired_t_test(&[0.3], &[0.2]).unwrap_err();
        assert_eq!(error.to_string(), "the paired t test needs at least 2 pairs, not 1");
    }

    /// The same sleepers as two groups: t = -1.8608, df = 18, p = 0.07919 by R's
    /// `t.test(extra ~ group, data = sleep, var.equal = TRUE)`.
    #[test]
    fn students_sleepers_as_two_groups() {
        let first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
        let second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
        let test = unpaired_t_test(&first, &second).unwrap();
        assert!((test.t - -1.8608).abs() < 5e-5);
        assert_eq!(test.df, 18.0);
        assert!((test.p.two_sided - 0.07919).abs() < 5e-6);
        let interval = test.interval(0.95).unwrap();
        assert!((interval.low - -3.363_874).abs() < 5e-7);
        assert!((interval.high - 0.203_874).abs() < 5e-7);
    }

    #[test]
    fn unpaired_samples_without_variance() {
        let same = unpaired_t_test(&[0.1, 0.1], &[0.1, 0.1, 0.1]).unwrap();
        assert_eq!((same.t, same.p), (0.0, PValues::ALIKE));
        let error = unpaired_t_test(&[0.1, 0.1], &[0.3, 0.3, 0.3]).unwrap_err();
        assert_eq!(error.to_string(), "the t statistic is undefined: neither sample varies");
        let error = unpaired_t_test(&[0.1], &[0.3, 0.3]).unwrap_err();
        let message = "the unpaired t test needs at least 2 values in each sample, not 1";
        assert_eq!(error.to_string(), message);
    }
}
