//! Paired differences: what the tests of the mean start from.

use crate::summary::{centre, spread};
use crate::{Result, StatsError, check};

/// The differences of two paired samples, first minus second.
#[derive(Debug, Clone)]
pub(crate) struct Differences {
    pub(crate) n: f64,
    pub(crate) mean: f64,
    /// The sample standard deviation; 0 where the differences vary by no more than rounding.
    pub(crate) deviation: f64,
}

impl Differences {
    /// Of at least two pairs.
    pub(crate) fn new(method: &'static str, a: &[f64], b: &[f64]) -> Result<Self> {
        check::pairs(method, 2, a, b)?;
        check::squarable(a)?;
        check::squarable(b)?;
        let values: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
        let mean = centre(&values);
        // 0.3 − 0.2 and 0.5 − 0.4 differ in their last bits; no test should make much of that.
        let largest = a.iter().chain(b).fold(0.0, |most: f64, v| most.max(v.abs()));
        let noise = 4.0 * f64::EPSILON * largest;
        if values.iter().all(|d| (d - mean).abs() <= noise) {
            let mean = if mean.abs() <= noise { 0.0 } else { mean };
            return Ok(Differences { n: values.len() as f64, mean, deviation: 0.0 });
        }
        let deviation = spread(&values, mean).sqrt();
        Ok(Differences { n: values.len() as f64, mean, deviation })
    }

    /// Whether the samples are equal, pair by pair.
    pub(crate) fn none(&self) -> bool {
        self.deviation == 0.0 && self.mean == 0.0
    }

    /// An error if all differences are the same, so that a statistic would divide by 0.
    pub(crate) fn must_vary(&self, what: &'static str) -> Result<()> {
        if self.deviation > 0.0 {
            return Ok(());
        }
        Err(StatsError::Undefined { what, why: "all differences are equal" })
    }

    /// The standard error of the mean.
    pub(crate) fn standard_error(&self) -> f64 {
        self.deviation / self.n.sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_is_no_variation() {
        let differences = Differences::new("t", &[0.3, 0.5, 0.7], &[0.2, 0.4, 0.6]).unwrap();
        assert_eq!(differences.deviation, 0.0);
        assert!(!differences.none());
        let equal = Differences::new("t", &[0.1 + 0.2, 0.5], &[0.3, 0.5]).unwrap();
        assert!(equal.none());
    }
}
