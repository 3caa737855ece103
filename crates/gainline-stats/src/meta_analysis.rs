//! Random-effects meta-analysis: one effect measured in several groups, such as the difference of two
//! runs in several collections.

use crate::distributions::{chi_squared, falling_root, student};
use crate::{Interval, Result, StatsError, check};

/// An effect as it was measured in one group.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Effect {
    /// Its estimate.
    pub value: f64,
    /// The standard error of the estimate.
    pub standard_error: f64,
}

/// The mean of an effect over groups that differ, and by how much they do.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MetaAnalysis {
    /// The mean effect over groups like these.
    pub mean: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// The degrees of freedom of its t distribution, groups − 1.
    pub df: f64,
    /// The two-sided p-value of a mean effect of 0.
    pub p: f64,
    /// τ²: the variance of the true effect between groups (Paule & Mandel).
    pub tau_squared: f64,
    /// Cochran's Q: the weighted squared deviations of the estimates from their common mean.
    pub q: f64,
    /// The p-value of the same true effect in all groups, by Q.
    pub q_p: f64,
    /// I² = (Q − df) / Q: the share of the estimates' variation that is between groups; 0 if Q is
    /// below df.
    pub i_squared: f64,
    /// The share that each group has in the mean.
    pub weights: Vec<f64>,
}

/// Combines the effects of groups, of which each has a true effect of its own: a random-effects model
/// with the between-group variance of Paule & Mandel (1982), and with the t distribution of Hartung &
/// Knapp (2001) for the mean. With this variance their variance estimate is 1/Σw wherever groups
/// differ by more than chance; where they do not, it is not allowed to be smaller (Röver, Knapp & Friede
/// 2015).
pub fn meta_analysis(effects: &[Effect]) -> Result<MetaAnalysis> {
    check::enough("a meta-analysis", 2, "groups", effects.len())?;
    let (values, errors): (Vec<f64>, Vec<f64>) =
        effects.iter().map(|effect| (effect.value, effect.standard_error)).unzip();
    check::squarable(&values)?;
    check::squarable(&errors)?;
    if errors.iter().any(|error| *error <= 0.0) {
        let why = "in some group the difference does not vary";
        return Err(StatsError::Undefined { what: "the mean over groups", why });
    }
    let df = effects.len() as f64 - 1.0;
    let (_, _, q) = weighted(effects, 0.0);
    // Q falls with the variance. In units of the squared errors, since the root is sought near 1.
    let unit = errors.iter().map(|error| error * error).sum::<f64>() / (df + 1.0);
    let excess = |tau_squared: f64| weighted(effects, tau_squared).2 - df;
    let tau_squared = if q > df { unit * falling_root(|tau| excess(unit * tau)) } else { 0.0 };
    let (mean, total, _) = weighted(effects, tau_squared);
    let standard_error = total.recip().sqrt();
    let weights = effects.iter().map(|effect| effect.weight(tau_squared) / total).collect();
    Ok(MetaAnalysis {
        mean,
        standard_error,
        df,
        p: student::both_tails(mean / standard_error, df),
        tau_squared,
        q,
        q_p: chi_squared::survival(q, df),
        i_squared: if q > df { (q - df) / q } else { 0.0 },
        weights,
    })
}

/// The weighted mean, the sum of the weights and the weighted squared deviations.
fn weighted(effects: &[Effect], tau_squared: f64) -> (f64, f64, f64) {
    let (mut total, mut sum) = (0.0, 0.0);
    for effect in effects {
        let weight = effect.weight(tau_squared);
        total += weight;
        sum += weight * effect.value;
    }
    let mean = sum / total;
    let squares = effects.iter().map(|effect| {
        let deviation = effect.value - mean;
        effect.weight(tau_squared) * deviation * deviation
    });
    (mean, total, squares.sum())
}

impl Effect {
    fn weight(&self, tau_squared: f64) -> f64 {
        (self.standard_error * self.standard_error + tau_squared).recip()
    }
}

impl MetaAnalysis {
    /// The confidence interval of the mean effect.
    pub fn interval(&self, level: f64) -> Result<Interval> {
        check::share("level", level)?;
        let reach = student::upper_quantile((1.0 - level) / 2.0, self.df) * self.standard_error;
        Ok(Interval::around(self.mean, reach, level))
    }

    /// Where the true effect of a further group like these is expected (Higgins, Thompson &
    /// Spiegelhalter 2009): mean ± t · √(τ² + SE²) with groups − 2 degrees of freedom. Needs three
    /// groups.
    pub fn prediction(&self, level: f64) -> Result<Interval> {
        check::share("level", level)?;
        check::enough("a prediction interval", 3, "groups", self.weights.len())?;
        let spread = (self.tau_squared + self.standard_error * self.standard_error).sqrt();
        let reach = student::upper_quantile((1.0 - level) / 2.0, self.df - 1.0) * spread;
        Ok(Interval::around(self.mean, reach, level))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn effects(of: &[(f64, f64)]) -> Vec<Effect> {
        of.iter().map(|&(value, standard_error)| Effect { value, standard_error }).collect()
    }

    #[test]
    fn groups_that_agree_are_averaged_by_their_precision() {
        let found = meta_analysis(&effects(&[(0.1, 0.1), (0.1, 0.2)])).unwrap();
        assert!((found.mean - 0.1).abs() < 1e-15);
        assert_eq!((found.tau_squared, found.i_squared), (0.0, 0.0));
        assert!((found.weights[0] - 0.8).abs() < 1e-15);
        assert_eq!(
            found.prediction(0.95).unwrap_err().to_string(),
            "a prediction interval needs at least 3 groups, not 2"
        );
    }

    #[test]
    fn groups_that_differ_much_weigh_nearly_the_same() {
        let found = meta_analysis(&effects(&[(1.0, 0.001), (-1.0, 0.1), (0.3, 0.01)])).unwrap();
        assert!(found.weights.iter().all(|weight| (weight - 1.0 / 3.0).abs() < 0.01));
        assert!(found.i_squared > 0.99 && found.p > 0.5);
        let (mean, next) = (found.interval(0.95).unwrap(), found.prediction(0.95).unwrap());
        assert!(next.low < mean.low && mean.high < next.high);
    }

    #[test]
    fn a_difference_that_does_not_vary_has_no_weight() {
        let error = meta_analysis(&effects(&[(0.1, 0.0), (0.2, 0.1)])).unwrap_err();
        let message =
            "the mean over groups is undefined: in some group the difference does not vary";
        assert_eq!(error.to_string(), message);
        let error = meta_analysis(&effects(&[(0.1, 0.1)])).unwrap_err();
        assert_eq!(error.to_string(), "a meta-analysis needs at least 2 groups, not 1");
    }
}
