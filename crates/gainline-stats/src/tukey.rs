//! Tukey's honestly significant difference, for columns of a two-way table.

use crate::anova::two_way_anova;
use crate::distributions::studentized_range::StudentizedRange;
use crate::{Interval, Result, StatsError, check};

/// The outcome of Tukey's test.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TukeyHsd {
    /// Every pair of columns: 0 and 1, 0 and 2, …, 1 and 2, ….
    pub pairs: Vec<HsdPair>,
    /// The residual variance and its degrees of freedom, from the analysis of variance.
    pub residual_mean_square: f64,
    /// See there.
    pub residual_df: f64,
    /// The studentized range that is exceeded with probability 1 − level.
    pub critical_q: f64,
}

/// One pair of a [`TukeyHsd`].
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HsdPair {
    /// The first column's place in the table.
    pub first: usize,
    /// The second column's place.
    pub second: usize,
    /// The first column's mean minus the second's.
    pub difference: f64,
    /// The difference's size over √(MSᵣ/n).
    pub q: f64,
    /// The p-value, already corrected for the number of pairs.
    pub p: f64,
    /// The interval of the difference; all pairs' hold together at their level.
    pub interval: Interval,
}

/// Compares all columns with each other under one family-wise error (Tukey 1953): with q =
/// |difference| / √(MSᵣ/n), the largest q is a studentized range if no column differs. MSᵣ and its
/// degrees of freedom are those of [`two_way_anova`], so that the rows' variance is taken out.
///
/// Equal columns give p = 1. If columns are constants apart, the residual is 0 and q undefined.
pub fn tukey_hsd<C: AsRef<[f64]>>(columns: &[C], level: f64) -> Result<TukeyHsd> {
    check::share("level", level)?;
    let anova = two_way_anova(columns)?;
    let (residual_mean_square, residual_df) = (anova.residual_mean_square, anova.residual_df);
    if anova.columns.test.is_none() {
        let why = "the columns are constants apart, with no residual variance";
        return Err(StatsError::Undefined { what: "Tukey's q", why });
    }
    let error = (residual_mean_square / anova.n as f64).sqrt();
    let range = StudentizedRange::new(columns.len(), Some(residual_df));
    let critical_q = range.upper_quantile(1.0 - level);
    let pairs = pairs_of(columns.len()).map(|(first, second)| {
        // Columns without a residual are equal, but for rounding.
        let difference = if error == 0.0 { 0.0 } else { anova.means[first] - anova.means[second] };
        let q = if difference == 0.0 { 0.0 } else { difference.abs() / error };
        let interval = Interval::around(difference, critical_q * error, level);
        HsdPair { first, second, difference, q, p: range.survival(q), interval }
    });
    Ok(TukeyHsd { pairs: pairs.collect(), residual_mean_square, residual_df, critical_q })
}

/// 0 and 1, 0 and 2, …, 1 and 2, ….
pub(crate) fn pairs_of(columns: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..columns).flat_map(move |first| (first + 1..columns).map(move |second| (first, second)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_columns_give_a_p_of_1() {
        let tukey = tukey_hsd(&[[0.1, 0.3, 0.7], [0.1, 0.3, 0.7], [0.1, 0.3, 0.7]], 0.95).unwrap();
        assert_eq!(tukey.pairs.len(), 3);
        for pair in tukey.pairs {
            assert_eq!((pair.q, pair.p), (0.0, 1.0));
            assert_eq!((pair.interval.low, pair.interval.high), (0.0, 0.0));
        }
    }

    #[test]
    fn columns_a_constant_apart_have_no_q() {
        let error = tukey_hsd(&[[0.2, 0.4, 0.6], [0.3, 0.5, 0.7]], 0.95).unwrap_err();
        let message = "Tukey's q is undefined: the columns are constants apart, with no residual \
                       variance";
        assert_eq!(error.to_string(), message);
    }

    #[test]
    fn two_columns_are_a_paired_t_test() {
        let (a, b) = ([0.2, 0.5, 0.6, 0.9], [0.3, 0.5, 0.8, 0.95]);
        let tukey = tukey_hsd(&[a, b], 0.95).unwrap().pairs[0];
        let t = crate::paired_t_test(&a, &b).unwrap();
        assert!((tukey.p - t.p.two_sided).abs() < 1e-12);
        assert!((tukey.q - t.t.abs() * 2.0_f64.sqrt()).abs() < 1e-12);
        assert!((tukey.interval.low - t.interval(0.95).unwrap().low).abs() < 1e-12);
    }
}
