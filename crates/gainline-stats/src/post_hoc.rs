//! Which columns differ, after Friedman's test.

use crate::distributions::{student, studentized_range::StudentizedRange};
use crate::tukey::pairs_of;
use crate::{Friedman, Result, StatsError, check};

/// The comparison of two columns by their ranks.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RankPair {
    /// The first column's place in the table.
    pub first: usize,
    /// The second column's place.
    pub second: usize,
    /// The first column's mean rank minus the second's.
    pub difference: f64,
    /// Nemenyi's q (a studentized range) or Conover's t.
    pub statistic: f64,
    /// The p-value.
    pub p: f64,
}

impl Friedman {
    /// Nemenyi's test of all pairs: q = √2 · |difference of mean ranks| / √(k(k+1)/(6n)) against the
    /// studentized range of k values (Nemenyi 1963; Demšar 2006). The p-values are corrected for
    /// the number of pairs; ties are not corrected for.
    pub fn nemenyi(&self) -> Vec<RankPair> {
        let range = StudentizedRange::new(self.mean_ranks.len(), None);
        let unit = self.rank_error();
        self.pairs(|difference| {
            let q = difference / unit;
            (q, range.survival(q))
        })
    }

    /// The difference of mean ranks from which on Nemenyi's test calls a pair different at `alpha`:
    /// the critical difference of Demšar's diagrams.
    pub fn critical_difference(&self, alpha: f64) -> Result<f64> {
        check::share("alpha", alpha)?;
        let range = StudentizedRange::new(self.mean_ranks.len(), None);
        Ok(range.upper_quantile(alpha) * self.rank_error())
    }

    /// Conover's test of all pairs: t = |Rᵢ − Rⱼ| / √(2 (nΣr² − ΣR²) / ((n−1)(k−1))), two-sided with
    /// (n−1)(k−1) degrees of freedom, where r are ranks and R their sums (Conover 1999, *Practical
    /// Nonparametric Statistics*, section 5.8). The p-values are **not** corrected for the number of
    /// pairs. Undefined if all rows agree fully.
    pub fn conover(&self) -> Result<Vec<RankPair>> {
        let n = self.n as f64;
        let left = n * self.within - self.between;
        if left == 0.0 && self.between > 0.0 {
            let why = "all rows rank the columns alike";
            return Err(StatsError::Undefined { what: "Conover's t", why });
        }
        let df = (n - 1.0) * self.df;
        let error = (2.0 * left / df).sqrt();
        Ok(self.pairs(|difference| {
            // Where nothing is left, nothing differs either.
            let t = if difference == 0.0 { 0.0 } else { n * difference / error };
            (t, student::both_tails(t, df))
        }))
    }

    /// √(k(k+1)/(12n)): the standard error of a mean rank, as Nemenyi's q takes it.
    fn rank_error(&self) -> f64 {
        let k = self.mean_ranks.len() as f64;
        (k * (k + 1.0) / (12.0 * self.n as f64)).sqrt()
    }

    fn pairs(&self, test: impl Fn(f64) -> (f64, f64)) -> Vec<RankPair> {
        let compare = |(first, second): (usize, usize)| {
            let difference = self.mean_ranks[first] - self.mean_ranks[second];
            let (statistic, p) = test(difference.abs());
            RankPair { first, second, difference, statistic, p }
        };
        pairs_of(self.mean_ranks.len()).map(compare).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::friedman;

    #[test]
    fn equal_columns_give_a_p_of_1() {
        let test = friedman(&[[0.1, 0.3], [0.1, 0.3], [0.1, 0.3]]).unwrap();
        assert!(test.nemenyi().iter().all(|pair| pair.p == 1.0));
        assert!(test.conover().unwrap().iter().all(|pair| pair.p == 1.0));
    }

    #[test]
    fn full_agreement_has_no_t() {
        let test = friedman(&[[1.0, 5.0, 2.0], [2.0, 6.0, 3.0], [3.0, 7.0, 9.0]]).unwrap();
        let message = "Conover's t is undefined: all rows rank the columns alike";
        assert_eq!(test.conover().unwrap_err().to_string(), message);
    }

    /// Demšar (2006), "Statistical comparisons of classifiers over multiple data sets", section
    /// 3.2.2: for 4 classifiers on 14 data sets the critical difference is 1.25 at 5 % and 1.12 at
    /// 10 %.
    #[test]
    fn the_critical_difference_of_demsar() {
        let rows: Vec<f64> = (0..14).map(f64::from).collect();
        let test = friedman(&[&rows, &rows, &rows, &rows]).unwrap();
        assert!((test.critical_difference(0.05).unwrap() - 1.25).abs() < 0.005);
        assert!((test.critical_difference(0.10).unwrap() - 1.12).abs() < 0.005);
    }
}
