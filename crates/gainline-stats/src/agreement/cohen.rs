//! Cohen's κ: two raters' agreement beyond what chance would give.

use super::Confusion;
use crate::distributions::normal;
use crate::{Interval, Result, StatsError, check};

/// What a disagreement counts, by how many categories it goes over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum KappaWeights {
    /// Any disagreement counts 1.
    Equal,
    /// The number of categories.
    Linear,
    /// Its square.
    Quadratic,
}

impl KappaWeights {
    /// All of them.
    pub const ALL: [KappaWeights; 3] =
        [KappaWeights::Equal, KappaWeights::Linear, KappaWeights::Quadratic];

    fn of(self, first: usize, second: usize) -> f64 {
        let apart = first.abs_diff(second) as f64;
        match self {
            KappaWeights::Equal => apart.min(1.0),
            KappaWeights::Linear => apart,
            KappaWeights::Quadratic => apart * apart,
        }
    }
}

/// Cohen's κ with its standard error in large samples.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CohenKappa {
    /// 1 is full agreement, 0 what chance gives, below 0 less than that.
    pub kappa: f64,
    /// Fleiss, Cohen & Everitt (1969).
    pub standard_error: f64,
}

impl CohenKappa {
    /// κ ± z · its standard error. The ends may lie beyond −1 and 1; [`CohenKappa::cut_interval`] has
    /// them within. Units are taken as independent of each other: where they come in groups, such as
    /// documents of a topic, the interval is rather too narrow.
    pub fn interval(&self, level: f64) -> Result<Interval> {
        check::share("level", level)?;
        let reach = normal::upper_quantile((1.0 - level) / 2.0) * self.standard_error;
        Ok(Interval::around(self.kappa, reach, level))
    }

    /// The same interval without what lies beyond −1 and 1, where no κ can be.
    pub fn cut_interval(&self, level: f64) -> Result<Interval> {
        let Interval { low, high, level } = self.interval(level)?;
        Ok(Interval { low: low.clamp(-1.0, 1.0), high: high.clamp(-1.0, 1.0), level })
    }
}

impl Confusion {
    /// Cohen's κ (1960; weighted: 1968): 1 less the disagreement that is there, over that expected
    /// if the raters chose independently, each category as often as they did. Undefined where both
    /// put everything in one category, since chance alone would then agree fully.
    pub fn kappa(&self, weights: KappaWeights) -> Result<CohenKappa> {
        let undefined = |why| Err(StatsError::Undefined { what: "Cohen's kappa", why });
        let total = self.total() as f64;
        if total == 0.0 {
            return undefined("no unit was rated by both");
        }
        let whole = |totals: Vec<u64>| totals.into_iter().map(|n| n as f64).collect::<Vec<_>>();
        let (first, second) = (whole(self.first_totals()), whole(self.second_totals()));
        // Sums of whole numbers are exact, so that a rater of one category gives 0 exactly.
        let (mut seen, mut expected) = (0.0, 0.0);
        // What the weights of each category of the one rater add up to over the other's choices.
        let mut of_first = vec![0.0; first.len()];
        let mut of_second = vec![0.0; first.len()];
        for (row, counts) in self.counts().iter().enumerate() {
            for (column, &count) in counts.iter().enumerate() {
                let weight = weights.of(row, column);
                seen += weight * count as f64;
                expected += weight * first[row] * second[column];
                of_first[row] += weight * second[column];
                of_second[column] += weight * first[row];
            }
        }
        if expected == 0.0 {
            return undefined("both put everything in one category");
        }
        let ratio = seen * total / expected;
        // By the delta method, each unit moves κ by this much, but for constants.
        let influence = |row: usize, column: usize| {
            weights.of(row, column) - ratio * (of_first[row] + of_second[column]) / total
        };
        let mut cells = vec![];
        for (row, counts) in self.counts().iter().enumerate() {
            for (column, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
                cells.push((count as f64 / total, influence(row, column)));
            }
        }
        let standard_error = deviation(&cells) * total.sqrt() * total / expected;
        Ok(CohenKappa { kappa: 1.0 - ratio, standard_error })
    }
}

/// The standard deviation of values with their shares; 0 where only rounding is between them.
fn deviation(cells: &[(f64, f64)]) -> f64 {
    let mean = cells.iter().fold(0.0, |sum, (share, value)| sum + share * value);
    let variance =
        cells.iter().fold(0.0, |sum, (share, value)| sum + share * (value - mean).powi(2));
    let largest = cells.iter().fold(0.0, |most: f64, (_, value)| most.max(value.abs()));
    if variance.sqrt() > 1e-13 * largest { variance.sqrt() } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(counts: &[&[u64]]) -> Confusion {
        Confusion::from_counts(counts.iter().map(|row| row.to_vec()).collect()).unwrap()
    }

    /// 20 and 15 of 50 proposals are read alike: observed 0.7, expected 0.5, so κ is 0.4.
    #[test]
    fn fifty_proposals_by_hand() {
        let kappa = table(&[&[20, 5], &[10, 15]]).kappa(KappaWeights::Equal).unwrap();
        assert!((kappa.kappa - 0.4).abs() < 1e-15);
        // Of a two by two table the weights make no difference.
        let linear = table(&[&[20, 5], &[10, 15]]).kappa(KappaWeights::Linear).unwrap();
        assert_eq!(kappa, linear);
    }

    /// 20 documents and one disagreement: 0.9 ± 0.1901.
    #[test]
    fn an_interval_ends_where_kappa_does() {
        let kappa = table(&[&[10, 1], &[0, 9]]).kappa(KappaWeights::Equal).unwrap();
        let (whole, cut) = (kappa.interval(0.95).unwrap(), kappa.cut_interval(0.95).unwrap());
        assert!((kappa.kappa - 0.9).abs() < 1e-15 && (whole.high - 1.0901).abs() < 5e-5);
        assert_eq!((cut.low, cut.high, cut.level), (whole.low, 1.0, 0.95));
        let opposite = table(&[&[1, 10], &[9, 0]]).kappa(KappaWeights::Equal).unwrap();
        assert!(opposite.interval(0.95).unwrap().low < -1.0);
        assert_eq!(opposite.cut_interval(0.95).unwrap().low, -1.0);
    }

    #[test]
    fn full_agreement_is_1_for_sure() {
        for weights in KappaWeights::ALL {
            let kappa = table(&[&[3, 0, 0], &[0, 4, 0], &[0, 0, 3]]).kappa(weights).unwrap();
            assert_eq!(kappa, CohenKappa { kappa: 1.0, standard_error: 0.0 });
        }
    }

    #[test]
    fn one_category_and_no_units_have_no_kappa() {
        let one = table(&[&[0, 0], &[0, 7]]).kappa(KappaWeights::Quadratic).unwrap_err();
        let message = "Cohen's kappa is undefined: both put everything in one category";
        assert_eq!(one.to_string(), message);
        let none = Confusion::new(3).kappa(KappaWeights::Equal).unwrap_err();
        assert_eq!(none.to_string(), "Cohen's kappa is undefined: no unit was rated by both");
        // One category each, but another: κ is 0, as chance would agree as little.
        let apart = table(&[&[0, 7], &[0, 0]]).kappa(KappaWeights::Equal).unwrap();
        assert_eq!(apart.kappa, 0.0);
    }

    /// Whatever the other rater says; the formula's standard error is then 0 too.
    #[test]
    fn a_rater_of_one_category_has_a_kappa_of_0() {
        for weights in KappaWeights::ALL {
            let kappa = table(&[&[0, 0, 0], &[31, 7, 1009], &[0, 0, 0]]).kappa(weights).unwrap();
            assert_eq!(kappa, CohenKappa { kappa: 0.0, standard_error: 0.0 });
        }
    }
}
