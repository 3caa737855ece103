//! Quartiles, whiskers and what lies outside them.

use serde::Serialize;

/// How values spread: the numbers behind a box plot.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Spread {
    /// The lowest value within 1.5 interquartile ranges of the first quartile.
    pub low: f64,
    /// The first quartile, by type 7 of Hyndman and Fan, as in numpy and R.
    pub q1: f64,
    /// The median.
    pub median: f64,
    /// The third quartile.
    pub q3: f64,
    /// The highest value within 1.5 interquartile ranges of the third quartile.
    pub high: f64,
    /// The values below `low` and above `high`.
    pub outside: Vec<f64>,
}

impl Spread {
    /// None of no values.
    pub fn of(values: &[f64]) -> Option<Self> {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let last = sorted.len().checked_sub(1)?;
        let quantile = |share: f64| {
            let at = share * last as f64;
            let (low, high) = (sorted[at.floor() as usize], sorted[at.ceil() as usize]);
            low + (high - low) * at.fract()
        };
        let [q1, median, q3] = [0.25, 0.5, 0.75].map(quantile);
        // A little more, so that rounding puts no value outside that lies on the fence.
        let reach = 1.5 * (q3 - q1) + 1e-12;
        let (inside, outside): (Vec<f64>, Vec<f64>) =
            sorted.iter().partition(|value| (q1 - reach..=q3 + reach).contains(*value));
        // Where all values inside lie on one side of a quartile, the whisker has no length.
        let low = inside.iter().copied().fold(q1, f64::min);
        let high = inside.iter().copied().fold(q3, f64::max);
        Some(Spread { low, q1, median, q3, high, outside })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// numpy 2.4.6: percentile([…], [25, 50, 75]).
    #[test]
    fn quartiles_are_as_in_numpy() {
        let spread = Spread::of(&[0.9, 0.1, 0.4, 0.5, 0.55, 0.6]).unwrap();
        let Spread { low, q1, median, q3, high, outside } = spread;
        assert!((q1 - 0.425).abs() < 1e-12 && (median - 0.525).abs() < 1e-12);
        assert!((q3 - 0.5875).abs() < 1e-12);
        // The fences are 0.18125 and 0.83125.
        assert_eq!((low, high, outside), (0.4, 0.6, vec![0.1, 0.9]));
    }

    #[test]
    fn equal_values_and_a_single_one_have_a_flat_box() {
        for values in [&[0.5; 7][..], &[0.5]] {
            let Spread { low, q1, median, q3, high, outside } = Spread::of(values).unwrap();
            assert_eq!(([low, q1, median, q3, high], outside), ([0.5; 5], vec![]));
        }
        assert_eq!(Spread::of(&[]), None);
    }
}
