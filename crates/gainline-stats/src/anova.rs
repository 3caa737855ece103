//! Two-way analysis of variance without interaction.

use crate::distributions::fisher;
use crate::summary::centre;
use crate::{Result, check};

/// An analysis of variance of a table, such as of topics (rows) and systems (columns).
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TwoWayAnova {
    /// The columns' means.
    pub means: Vec<f64>,
    /// The number of rows, over which each is taken.
    pub n: usize,
    /// What is due to columns.
    pub columns: Factor,
    /// What is due to rows.
    pub rows: Factor,
    /// The sum of squares that neither explains.
    pub residual_sum_of_squares: f64,
    /// Its degrees of freedom, (rows − 1)(columns − 1).
    pub residual_df: f64,
    /// The residual variance: that sum over its degrees of freedom.
    pub residual_mean_square: f64,
}

/// One factor of an analysis of variance.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Factor {
    /// The sum of squares that it explains, SS.
    pub sum_of_squares: f64,
    /// Its degrees of freedom.
    pub df: f64,
    /// SS over its degrees of freedom.
    pub mean_square: f64,
    /// F and its p-value; `None` if the residual is 0 and the factor's effect is not, so that F
    /// would be infinite. Without any effect F is 0 and p is 1.
    pub test: Option<FTest>,
    /// Partial η² = SS / (SS + SSᵣ).
    pub partial_eta_squared: f64,
    /// ω² = (SS − df · MSᵣ) / (SSₜ + MSᵣ); below 0 if F is below 1.
    pub omega_squared: f64,
    /// Partial ω² = (SS − df · MSᵣ) / (SS + (N − df) · MSᵣ), where N is the number of values.
    pub partial_omega_squared: f64,
}

/// An F statistic and its p-value.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FTest {
    /// The statistic.
    pub f: f64,
    /// The degrees of freedom above and below.
    pub df: (f64, f64),
    /// The p-value.
    pub p: f64,
}

impl FTest {
    pub(crate) fn new(f: f64, above: f64, below: f64) -> Self {
        FTest { f, df: (above, below), p: fisher::survival(f, above, below) }
    }
}

/// Splits the variance of a table, given by its columns, into that of columns, rows and residual:
/// value = mean + column's effect + row's effect + residual (Sakai 2018, *Laboratory Experiments in
/// Information Retrieval*, chapter 3).
pub fn two_way_anova<C: AsRef<[f64]>>(columns: &[C]) -> Result<TwoWayAnova> {
    let n = check::table("two-way analysis of variance", columns)?;
    columns.iter().try_for_each(|column| check::squarable(column.as_ref()))?;
    let k = columns.len();
    let means: Vec<f64> = columns.iter().map(|c| centre(c.as_ref())).collect();
    let grand = centre(&means);
    let row_means: Vec<f64> = (0..n)
        .map(|row| centre(&columns.iter().map(|c| c.as_ref()[row]).collect::<Vec<f64>>()))
        .collect();
    let residual = columns.iter().zip(&means).flat_map(|(column, mean)| {
        let rows = column.as_ref().iter().zip(&row_means);
        rows.map(move |(value, row)| (value - row) - (mean - grand))
    });
    // What is left by rounding alone is no residual and no effect.
    let values = columns.iter().flat_map(AsRef::as_ref);
    let noise = 8.0 * f64::EPSILON * values.fold(0.0, |most: f64, v| most.max(v.abs()));
    let squares = |deviations: &mut dyn Iterator<Item = f64>| {
        let (mut sum, mut largest) = (0.0, 0.0_f64);
        for deviation in deviations {
            sum += deviation * deviation;
            largest = largest.max(deviation.abs());
        }
        if largest <= noise { 0.0 } else { sum }
    };
    let residual_sum_of_squares = squares(&mut residual.into_iter());
    let of_columns = n as f64 * squares(&mut means.iter().map(|m| m - grand));
    let of_rows = k as f64 * squares(&mut row_means.iter().map(|m| m - grand));
    let residual_df = ((n - 1) * (k - 1)) as f64;
    let whole = Whole {
        values: (n * k) as f64,
        sum_of_squares: of_columns + of_rows + residual_sum_of_squares,
        residual: residual_sum_of_squares,
        residual_df,
    };
    Ok(TwoWayAnova {
        n,
        columns: whole.factor(of_columns, k as f64 - 1.0),
        rows: whole.factor(of_rows, n as f64 - 1.0),
        residual_sum_of_squares,
        residual_df,
        residual_mean_square: residual_sum_of_squares / residual_df,
        means,
    })
}

/// What a factor is compared with.
struct Whole {
    values: f64,
    sum_of_squares: f64,
    residual: f64,
    residual_df: f64,
}

impl Whole {
    fn factor(&self, sum_of_squares: f64, df: f64) -> Factor {
        let residual = self.residual / self.residual_df;
        let mean_square = sum_of_squares / df;
        let test = if sum_of_squares == 0.0 {
            Some(FTest::new(0.0, df, self.residual_df))
        } else if residual == 0.0 {
            None
        } else {
            Some(FTest::new(mean_square / residual, df, self.residual_df))
        };
        // Of a table without any variance, nothing is explained.
        let share = |part: f64, of: f64| if of == 0.0 { 0.0 } else { part / of };
        let excess = sum_of_squares - df * residual;
        Factor {
            sum_of_squares,
            df,
            mean_square,
            test,
            partial_eta_squared: share(sum_of_squares, sum_of_squares + self.residual),
            omega_squared: share(excess, self.sum_of_squares + residual),
            partial_omega_squared: share(excess, sum_of_squares + (self.values - df) * residual),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_worked_by_hand() {
        // Column means 2, 3, 7; row means 3, 5; squares 28, 6 and a residual of 4.
        let anova = two_way_anova(&[[1.0, 3.0], [3.0, 3.0], [5.0, 9.0]]).unwrap();
        assert_eq!(anova.means, [2.0, 3.0, 7.0]);
        assert_eq!(anova.columns.sum_of_squares, 28.0);
        assert_eq!(anova.rows.sum_of_squares, 6.0);
        assert_eq!(anova.residual_sum_of_squares, 4.0);
        assert_eq!(anova.columns.test.unwrap().f, 7.0);
        assert_eq!(anova.columns.partial_eta_squared, 28.0 / 32.0);
        assert_eq!(anova.columns.omega_squared, 24.0 / 40.0);
        // F with 2 and 2 degrees of freedom: p = 1 / (1 + F).
        assert!((anova.columns.test.unwrap().p - 1.0 / 8.0).abs() < 1e-15);
    }

    #[test]
    fn equal_columns_give_a_p_of_1() {
        let anova = two_way_anova(&[[0.1, 0.3, 0.7], [0.1, 0.3, 0.7], [0.1, 0.3, 0.7]]).unwrap();
        assert_eq!(anova.columns.test, Some(FTest { f: 0.0, df: (2.0, 4.0), p: 1.0 }));
        assert_eq!(anova.columns.omega_squared, 0.0);
        assert_eq!(anova.rows.test, None);
    }

    #[test]
    fn columns_a_constant_apart_have_no_f() {
        let anova = two_way_anova(&[[0.2, 0.4, 0.6], [0.3, 0.5, 0.7]]).unwrap();
        assert_eq!(anova.residual_mean_square, 0.0);
        assert_eq!(anova.columns.test, None);
        assert_eq!(anova.columns.partial_eta_squared, 1.0);
    }
}
