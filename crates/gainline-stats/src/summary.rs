//! Mean, variance, median, root mean square error.

use crate::{Result, check};

/// The arithmetic mean, Σx / n.
pub fn mean(values: &[f64]) -> Result<f64> {
    check::enough("the mean", 1, "values", values.len())?;
    check::squarable(values)?;
    Ok(centre(values))
}

/// The sample variance, Σ(x − x̄)² / (n − 1).
pub fn variance(values: &[f64]) -> Result<f64> {
    check::enough("the variance", 2, "values", values.len())?;
    check::squarable(values)?;
    Ok(spread(values, centre(values)))
}

/// The median: the middle value, or the mean of the two middle ones.
pub fn median(values: &[f64]) -> Result<f64> {
    check::enough("the median", 1, "values", values.len())?;
    check::finite(values)?;
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    Ok(if sorted.len() % 2 == 1 {
        sorted[middle]
    } else {
        sorted[middle - 1] / 2.0 + sorted[middle] / 2.0
    })
}

/// The root mean square error of paired values, √(Σ(a − b)² / n).
pub fn rmse(a: &[f64], b: &[f64]) -> Result<f64> {
    check::pairs("the root mean square error", 1, a, b)?;
    check::squarable(a)?;
    check::squarable(b)?;
    let squares = a.iter().zip(b).fold(0.0, |sum, (a, b)| sum + (a - b) * (a - b));
    Ok((squares / a.len() as f64).sqrt())
}

/// The mean of values that were checked: summed, then corrected by the mean of what remains, so
/// that rounding of a long sum does not matter. Equal values have themselves as their mean.
pub(crate) fn centre(values: &[f64]) -> f64 {
    let n = values.len() as f64;
    let first = values.iter().fold(0.0, |sum, v| sum + v) / n;
    first + values.iter().fold(0.0, |sum, v| sum + (v - first)) / n
}

/// The sample variance of values that were checked, around their mean.
pub(crate) fn spread(values: &[f64], mean: f64) -> f64 {
    let squares = values.iter().fold(0.0, |sum, v| sum + (v - mean) * (v - mean));
    squares / (values.len() as f64 - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_worked_by_hand() {
        let values = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0];
        assert_eq!(mean(&values), Ok(5.0));
        assert_eq!(variance(&values), Ok(32.0 / 7.0));
        assert_eq!(median(&values), Ok(4.5));
        assert_eq!(median(&[3.0, 1.0, 2.0]), Ok(2.0));
        assert_eq!(rmse(&[1.0, 2.0, 7.0, 3.0], &[1.0, 0.0, 3.0, 7.0]), Ok(3.0));
    }

    #[test]
    fn too_few_values_are_named() {
        let message = |e: crate::StatsError| e.to_string();
        assert_eq!(
            mean(&[]).map_err(message),
            Err("the mean needs at least 1 values, not 0".into())
        );
        assert!(variance(&[1.0]).is_err());
        assert!(median(&[f64::NAN]).is_err());
    }

    #[test]
    fn a_large_offset_does_not_spoil_the_variance() {
        let values = [1e9 + 4.0, 1e9 + 7.0, 1e9 + 13.0, 1e9 + 16.0];
        assert_eq!(variance(&values), Ok(30.0));
    }

    #[test]
    fn equal_values_have_themselves_as_mean_and_no_variance() {
        let values = [0.1; 43];
        assert_eq!(mean(&values), Ok(0.1));
        assert_eq!(variance(&values), Ok(0.0));
    }
}
