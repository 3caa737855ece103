//! Dunnett's test of several columns of a two-way table against one control.

use crate::anova::two_way_anova;
use crate::distributions::many_to_one::ManyToOne;
use crate::{Interval, Result, StatsError, check};

/// The outcome of Dunnett's test.
#[derive(Debug, Clone, PartialEq)]
pub struct Dunnett {
    /// Every column but the control, in the order of the table.
    pub pairs: Vec<DunnettPair>,
    /// The |t| that the largest one exceeds with probability 1 − level.
    pub critical_t: f64,
}

/// One column against the control.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DunnettPair {
    /// The column's place in the table.
    pub column: usize,
    /// Its mean minus the control's.
    pub difference: f64,
    /// The difference over √(2 MSᵣ/n).
    pub t: f64,
    /// The p-value, already corrected for the number of columns.
    pub p: f64,
    /// The interval of the difference; all columns' hold together at their level.
    pub interval: Interval,
}

/// Compares all columns with the control at one family-wise error. The residual variance MSᵣ and its
/// degrees of freedom are those of [`two_way_anova`], so that the rows' variance is taken out.
pub fn dunnett<C: AsRef<[f64]>>(columns: &[C], control: usize, level: f64) -> Result<Dunnett> {
    check::share("level", level)?;
    let anova = two_way_anova(columns)?;
    let allowed = "the place of a column";
    check::setting(control < columns.len(), "the control", control as f64, allowed)?;
    if anova.columns.test.is_none() {
        let why = "the columns are constants apart, with no residual variance";
        return Err(StatsError::Undefined { what: "Dunnett's t", why });
    }
    let error = (2.0 * anova.residual_mean_square / anova.n as f64).sqrt();
    let largest = ManyToOne::new(columns.len() - 1, anova.residual_df);
    let critical_t = largest.upper_quantile(1.0 - level);
    let others = (0..columns.len()).filter(|&column| column != control);
    let pairs = others.map(|column| {
        // Columns without a residual are equal, but for rounding.
        let difference =
            if error == 0.0 { 0.0 } else { anova.means[column] - anova.means[control] };
        let t = if difference == 0.0 { 0.0 } else { difference / error };
        let interval = Interval::around(difference, critical_t * error, level);
        DunnettPair { column, difference, t, p: largest.survival(t.abs()), interval }
    });
    Ok(Dunnett { pairs: pairs.collect(), critical_t })
}

/// P(the largest |t| of `others` comparisons with one control of the same size is at least `t`).
pub fn dunnett_p(t: f64, others: usize, df: f64) -> Result<f64> {
    check::positive("degrees of freedom", df)?;
    check::setting(others > 0, "the number of comparisons", others as f64, "1 or more")?;
    check::finite(&[t])?;
    Ok(ManyToOne::new(others, df).survival(t.abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_columns_are_a_paired_t_test() {
        let (a, b) = ([0.2, 0.5, 0.6, 0.9], [0.3, 0.5, 0.8, 0.95]);
        let found = dunnett(&[a, b], 0, 0.95).unwrap().pairs[0];
        let t = crate::paired_t_test(&b, &a).unwrap();
        assert!((found.p - t.p.two_sided).abs() < 1e-12, "{found:?} {t:?}");
        assert!((found.t - t.t).abs() < 1e-12);
        assert!((found.interval.low - t.interval(0.95).unwrap().low).abs() < 1e-10);
    }

    /// C. Dunnett, New Tables for Multiple Comparisons with a Control, Biometrics 20, 1964: two-sided,
    /// 5 %.
    #[test]
    fn critical_values_are_those_of_dunnetts_tables() {
        for (others, df, wanted) in
            [(2, 5.0, 3.03), (4, 10.0, 2.89), (9, 20.0, 2.95), (3, 60.0, 2.41)]
        {
            let t = ManyToOne::new(others, df).upper_quantile(0.05);
            assert!((t - wanted).abs() < 0.006, "{others} {df}: {t}, not {wanted}");
        }
    }
}
