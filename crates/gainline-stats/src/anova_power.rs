//! The power of an analysis of variance, and how many rows it takes.

use crate::distributions::{falling_root, fisher, noncentral_fisher};
use crate::power::least;
use crate::{Result, check};

/// Whether rows are a factor of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Layout {
    /// They are not: columns are independent samples, with m(n − 1) residual degrees of freedom.
    OneWay,
    /// They are: every row has a value in each column, with (m − 1)(n − 1) residual degrees of
    /// freedom.
    TwoWay,
}

/// A planned comparison of columns (systems) over rows (topics), as Sakai (2016), "Topic set size
/// design", Information Retrieval Journal 19, puts it: the F test shall find that the best and the
/// worst of the columns differ by `min_difference` or more.
///
/// The least favourable case is that all other columns lie in the middle between the two. The
/// noncentrality is then n · min_difference² / (2 · variance). Sakai's tables come from an
/// approximation; here the noncentral F distribution is exact.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnovaDesign {
    /// Whether rows are a factor.
    pub layout: Layout,
    /// The number of columns, m.
    pub columns: usize,
    /// The least difference of best and worst that shall be found.
    pub min_difference: f64,
    /// The residual variance: in one-way layouts that within columns, in two-way layouts what
    /// neither columns nor rows explain.
    pub variance: f64,
}

impl AnovaDesign {
    /// The probability that an F test over `n` rows at `alpha` finds the difference.
    pub fn power(&self, n: usize, alpha: f64) -> Result<f64> {
        self.check(alpha)?;
        check::enough("the analysis of variance", 2, "rows", n)?;
        Ok(self.power_of(n as f64, alpha))
    }

    /// The least number of rows for which that power is at least `power`.
    pub fn rows(&self, alpha: f64, power: f64) -> Result<usize> {
        self.check(alpha)?;
        check::share("power", power)?;
        least("the number of rows", 2, |n| self.power_of(n as f64, alpha) >= power)
    }

    /// The smallest difference of best and worst that `n` rows find with that power, whatever
    /// `min_difference` says.
    pub fn detectable(&self, n: usize, alpha: f64, power: f64) -> Result<f64> {
        self.check(alpha)?;
        check::enough("the analysis of variance", 2, "rows", n)?;
        check::share("power", power)?;
        check::setting(power > alpha, "power", power, "above alpha")?;
        // In units in which it is about 1.
        let unit = (self.variance / n as f64).sqrt();
        let lacking = |difference: f64| {
            let design = AnovaDesign { min_difference: difference * unit, ..*self };
            power - design.power_of(n as f64, alpha)
        };
        Ok(unit * falling_root(lacking))
    }

    fn check(&self, alpha: f64) -> Result<()> {
        check::enough("the analysis of variance", 2, "columns", self.columns)?;
        check::positive("the least difference", self.min_difference)?;
        check::positive("the variance", self.variance)?;
        check::share("alpha", alpha)
    }

    fn power_of(&self, n: f64, alpha: f64) -> f64 {
        let m = self.columns as f64;
        let above = m - 1.0;
        let below = match self.layout {
            Layout::OneWay => m * (n - 1.0),
            Layout::TwoWay => above * (n - 1.0),
        };
        let effect = self.min_difference * self.min_difference / (2.0 * self.variance);
        let critical = fisher::upper_quantile(alpha, above, below);
        noncentral_fisher::survival(critical, above, below, n * effect)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DESIGN: AnovaDesign =
        AnovaDesign { layout: Layout::TwoWay, columns: 2, min_difference: 0.1, variance: 0.02 };

    #[test]
    fn two_columns_in_a_two_way_layout_are_a_paired_t_test() {
        // The residual variance is half that of the differences.
        let power = DESIGN.power(30, 0.05).unwrap();
        let dz = 0.1 / (2.0_f64 * 0.02).sqrt();
        assert!((power - crate::paired_t_power(30, dz, 0.05).unwrap()).abs() < 1e-12);
        assert_eq!(DESIGN.rows(0.05, 0.8), crate::paired_t_pairs(dz, 0.05, 0.8));
    }

    #[test]
    fn what_is_just_detectable_has_the_power_and_agrees_with_the_t_test() {
        let smallest = DESIGN.detectable(30, 0.05, 0.8).unwrap();
        let design = AnovaDesign { min_difference: smallest, ..DESIGN };
        assert!((design.power(30, 0.05).unwrap() - 0.8).abs() < 1e-12);
        let by_t = crate::paired_t_detectable(30, (2.0_f64 * 0.02).sqrt(), 0.05, 0.8).unwrap();
        assert!((smallest - by_t).abs() < 1e-12);
        assert!(DESIGN.detectable(30, 0.05, 0.05).is_err());
    }

    #[test]
    fn impossible_designs_are_errors() {
        let alone = AnovaDesign { columns: 1, ..DESIGN };
        let message = "the analysis of variance needs at least 2 columns, not 1";
        assert_eq!(alone.power(30, 0.05).unwrap_err().to_string(), message);
        assert!(AnovaDesign { variance: 0.0, ..DESIGN }.power(30, 0.05).is_err());
        assert!(AnovaDesign { min_difference: 0.0, ..DESIGN }.rows(0.05, 0.8).is_err());
        assert!(DESIGN.power(1, 0.05).is_err());
    }
}
