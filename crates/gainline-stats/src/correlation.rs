//! Pearson's and Spearman's correlations.

use crate::distributions::student;
use crate::ranks::Ranks;
use crate::summary::centre;
use crate::{Result, StatsError, check};

/// A coefficient of correlation.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Correlation {
    /// From −1 to 1.
    pub coefficient: f64,
    /// The two-sided p-value of there being none.
    pub p: f64,
}

/// Pearson's r: Σ(x−x̄)(y−ȳ) / √(Σ(x−x̄)² Σ(y−ȳ)²). The p-value is that of t = r √((n−2)/(1−r²)) with
/// n − 2 degrees of freedom, exact for normal values; it is 0 for points on a line, and 1 for just two
/// points. Undefined if all values of a sample are equal.
pub fn pearson(x: &[f64], y: &[f64]) -> Result<Correlation> {
    check::pairs("Pearson's correlation", 2, x, y)?;
    check::squarable(x)?;
    check::squarable(y)?;
    correlate("Pearson's correlation", x, y)
}

/// Spearman's ρ: Pearson's r of the ranks, where equal values share the mean of their places. The
/// p-value is that of r.
pub fn spearman(x: &[f64], y: &[f64]) -> Result<Correlation> {
    check::pairs("Spearman's correlation", 2, x, y)?;
    correlate("Spearman's correlation", &Ranks::of(x, 0.0).ranks, &Ranks::of(y, 0.0).ranks)
}

fn correlate(what: &'static str, x: &[f64], y: &[f64]) -> Result<Correlation> {
    let (x, y) = (directed(x), directed(y));
    let (Some(x), Some(y)) = (x, y) else {
        return Err(StatsError::Undefined { what, why: "all values of a sample are equal" });
    };
    let dot = |x: &[f64], y: &[f64]| x.iter().zip(y).fold(0.0, |sum, (x, y)| sum + x * y);
    let coefficient = dot(&x, &y).clamp(-1.0, 1.0);
    let df = x.len() as f64 - 2.0;
    if df == 0.0 {
        // Two points are always on a line.
        return Ok(Correlation { coefficient: coefficient.signum(), p: 1.0 });
    }
    // 1 − r² is what is left of one direction without the other, exact also where r is close to 1.
    let rest: Vec<f64> = x.iter().zip(&y).map(|(x, y)| y - coefficient * x).collect();
    let left = dot(&rest, &rest);
    if left < 1e-29 * x.len() as f64 {
        return Ok(Correlation { coefficient: coefficient.signum(), p: 0.0 });
    }
    let p = student::both_tails(coefficient * (df / left).sqrt(), df);
    Ok(Correlation { coefficient, p })
}

/// The deviations from the mean, scaled to length 1; `None` if there are none.
fn directed(values: &[f64]) -> Option<Vec<f64>> {
    let mean = centre(values);
    let deviations: Vec<f64> = values.iter().map(|v| v - mean).collect();
    let largest = deviations.iter().fold(0.0, |most: f64, d| most.max(d.abs()));
    if largest == 0.0 || values.iter().all(|v| *v == values[0]) {
        return None;
    }
    let length = deviations.iter().fold(0.0, |sum, d| sum + (d / largest) * (d / largest)).sqrt();
    Some(deviations.iter().map(|d| d / largest / length).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn perfect_agreement_is_1_and_perfect_opposition_minus_1() {
        let x = [1.0, 2.0, 4.0, 8.0];
        let up = pearson(&x, &[3.0, 5.0, 9.0, 17.0]).unwrap();
        assert_eq!((up.coefficient, up.p), (1.0, 0.0));
        let down = spearman(&x, &[0.5, 0.3, 0.2, 0.1]).unwrap();
        assert_eq!((down.coefficient, down.p), (-1.0, 0.0));
    }

    #[test]
    fn two_points_prove_nothing() {
        assert_eq!(pearson(&[1.0, 2.0], &[3.0, 5.0]).unwrap().p, 1.0);
    }

    #[test]
    fn a_constant_sample_has_no_correlation() {
        let error = pearson(&[0.1, 0.1, 0.1], &[1.0, 2.0, 3.0]).unwrap_err();
        let message = "Pearson's correlation is undefined: all values of a sample are equal";
        assert_eq!(error.to_string(), message);
        assert!(spearman(&[1.0, 2.0], &[3.0, 3.0]).is_err());
    }
}
