//! Friedman's test: two-way analysis of variance by ranks.

use crate::anova::FTest;
use crate::distributions::chi_squared;
use crate::ranks::Ranks;
use crate::{Result, check};

/// The outcome of Friedman's test; [`Friedman::nemenyi`] and [`Friedman::conover`] compare pairs.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Friedman {
    /// The columns' mean ranks; in each row, rank 1 is the least value.
    pub mean_ranks: Vec<f64>,
    /// The number of rows.
    pub n: usize,
    /// Friedman's statistic, corrected for ties.
    pub chi_squared: f64,
    /// Its degrees of freedom, columns − 1.
    pub df: f64,
    /// Its p-value.
    pub p: f64,
    /// The statistic of Iman & Davenport (1980), F = (n−1) χ² / (n(k−1) − χ²), which is less
    /// conservative; `None` if all rows agree fully, so that it is infinite.
    pub iman_davenport: Option<FTest>,
    /// Σ(R − n(k+1)/2)² over the columns' rank sums R.
    pub(crate) between: f64,
    /// Σr² − nk(k+1)²/4 over all ranks r.
    pub(crate) within: f64,
}

/// Tests whether the columns of a table differ, by the ranks in each row (Friedman 1937): with the
/// correction for ties, χ² = (k−1) Σ(R − n(k+1)/2)² / (Σr² − nk(k+1)²/4) (Conover 1999, *Practical
/// Nonparametric Statistics*, section 5.8). Columns that are equal throughout give p = 1.
pub fn friedman<C: AsRef<[f64]>>(columns: &[C]) -> Result<Friedman> {
    let n = check::table("Friedman's test", columns)?;
    let k = columns.len();
    let mut sums = vec![0.0; k];
    let mut squares = 0.0;
    let mut row = vec![0.0; k];
    for at in 0..n {
        for (value, column) in row.iter_mut().zip(columns) {
            *value = column.as_ref()[at];
        }
        for (sum, rank) in sums.iter_mut().zip(Ranks::of(&row, 0.0).ranks) {
            *sum += rank;
            squares += rank * rank;
        }
    }
    let (rows, df) = (n as f64, k as f64 - 1.0);
    let middle = (k as f64 + 1.0) / 2.0;
    // Sums of quarters, all exact.
    let between = sums.iter().fold(0.0, |sum, r| sum + (r - rows * middle) * (r - rows * middle));
    let within = squares - rows * k as f64 * middle * middle;
    let chi_squared = if within == 0.0 { 0.0 } else { df * between / within };
    let left = rows * within - between;
    let iman_davenport = if within == 0.0 {
        Some(FTest::new(0.0, df, df * (rows - 1.0)))
    } else if left == 0.0 {
        None
    } else {
        Some(FTest::new((rows - 1.0) * between / left, df, df * (rows - 1.0)))
    };
    Ok(Friedman {
        mean_ranks: sums.iter().map(|sum| sum / rows).collect(),
        n,
        chi_squared,
        df,
        p: chi_squared::survival(chi_squared, df),
        iman_davenport,
        between,
        within,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_columns_give_a_p_of_1() {
        let test = friedman(&[[0.1, 0.3], [0.1, 0.3], [0.1, 0.3]]).unwrap();
        assert_eq!((test.chi_squared, test.p), (0.0, 1.0));
        assert_eq!(test.iman_davenport, Some(FTest { f: 0.0, df: (2.0, 2.0), p: 1.0 }));
        assert_eq!(test.mean_ranks, [2.0, 2.0, 2.0]);
    }

    #[test]
    fn full_agreement_has_the_largest_statistic() {
        let test = friedman(&[[1.0, 5.0, 2.0], [2.0, 6.0, 3.0], [3.0, 7.0, 9.0]]).unwrap();
        assert_eq!(test.chi_squared, 6.0);
        assert_eq!(test.iman_davenport, None);
    }

    /// Conover (1999), section 5.8, example 1: twelve homeowners rank four grasses. The book gives
    /// a statistic of 8.097 with ties and 3.19 for the F form.
    #[test]
    fn the_grasses_of_conover() {
        let grasses = [
            [4.0, 4.0, 3.0, 3.0, 4.0, 2.0, 1.0, 2.0, 3.5, 4.0, 4.0, 3.5],
            [3.0, 2.0, 1.5, 1.0, 2.0, 2.0, 3.0, 4.0, 1.0, 1.0, 2.0, 1.0],
            [2.0, 3.0, 1.5, 2.0, 1.0, 2.0, 2.0, 1.0, 2.0, 3.0, 3.0, 2.0],
            [1.0, 1.0, 4.0, 4.0, 3.0, 4.0, 4.0, 3.0, 3.5, 2.0, 1.0, 3.5],
        ];
        let test = friedman(&grasses).unwrap();
        assert!((test.chi_squared - 8.097).abs() < 5e-4, "{}", test.chi_squared);
        assert!((test.iman_davenport.unwrap().f - 3.19).abs() < 5e-3);
    }
}
