//! Fleiss' κ: the agreement of several raters on the same units.

use super::krippendorff::tallies;
use crate::{Result, StatsError, check};

/// Fleiss' κ and what it is made of.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FleissKappa {
    /// 1 is full agreement, 0 what chance gives, below 0 less than that.
    pub kappa: f64,
    /// The share of pairs of ratings of a unit that agree, averaged over units.
    pub observed: f64,
    /// The same if all ratings were dealt out at random.
    pub expected: f64,
    /// How many units there are.
    pub units: usize,
    /// How many raters there are.
    pub raters: usize,
}

/// Fleiss' κ (1971) of units, each of which has one rating by each of the raters, in any order.
/// Undefined where all ratings are the same.
pub fn fleiss_kappa<U: AsRef<[f64]>>(units: &[U]) -> Result<FleissKappa> {
    let undefined = |why| Err(StatsError::Undefined { what: "Fleiss' kappa", why });
    let Some(raters) = units.first().map(|unit| unit.as_ref().len()) else {
        return undefined("no unit was rated by all");
    };
    check::enough("Fleiss' kappa", 2, "raters", raters)?;
    let (mut all, mut alike) = (vec![], 0.0);
    let pairs = raters as f64 * (raters as f64 - 1.0);
    for unit in units {
        let unit = unit.as_ref();
        if unit.len() != raters {
            return Err(StatsError::LengthsDiffer { first: raters, other: unit.len() });
        }
        check::finite(unit)?;
        alike += tallies(unit).iter().fold(0.0, |sum, n| sum + n * (n - 1.0)) / pairs;
        all.extend_from_slice(unit);
    }
    let shares = tallies(&all);
    if shares.len() == 1 {
        return undefined("all ratings are the same");
    }
    let ratings = all.len() as f64;
    let expected = shares.iter().fold(0.0, |sum, n| sum + (n / ratings).powi(2));
    let observed = alike / units.len() as f64;
    // Both less than 1, so that full agreement gives 1 exactly.
    let kappa = 1.0 - (1.0 - observed) / (1.0 - expected);
    Ok(FleissKappa { kappa, observed, expected, units: units.len(), raters })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four raters, three units: pairs agree in 6 of 6, 3 of 6 and 2 of 6 cases; 7 and 5 of 12
    /// ratings are alike.
    #[test]
    fn three_units_by_hand() {
        let units = [[1.0, 1.0, 1.0, 1.0], [1.0, 0.0, 0.0, 0.0], [1.0, 0.0, 1.0, 0.0]];
        let fleiss = fleiss_kappa(&units).unwrap();
        let (observed, expected) = ((1.0 + 0.5 + 1.0 / 3.0) / 3.0, (49.0 + 25.0) / 144.0);
        assert!((fleiss.observed - observed).abs() < 1e-15);
        assert!((fleiss.expected - expected).abs() < 1e-15);
        assert!((fleiss.kappa - (observed - expected) / (1.0 - expected)).abs() < 1e-15);
    }

    #[test]
    fn what_has_no_kappa_says_why() {
        let same = fleiss_kappa(&[[2.0, 2.0], [2.0, 2.0]]).unwrap_err();
        assert_eq!(same.to_string(), "Fleiss' kappa is undefined: all ratings are the same");
        let one = fleiss_kappa(&[[2.0]]).unwrap_err();
        assert_eq!(one.to_string(), "Fleiss' kappa needs at least 2 raters, not 1");
        let none = fleiss_kappa::<Vec<f64>>(&[]).unwrap_err();
        assert_eq!(none.to_string(), "Fleiss' kappa is undefined: no unit was rated by all");
        assert!(fleiss_kappa(&[vec![1.0, 2.0], vec![1.0]]).is_err());
    }
}
