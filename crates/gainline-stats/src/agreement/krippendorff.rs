//! Krippendorff's α: the agreement of any number of raters, not all of whom rated every unit.

use crate::{Result, StatsError, check};

/// How far apart two ratings are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum AlphaMetric {
    /// Alike, or not.
    Nominal,
    /// How many ratings lie between them, in all.
    Ordinal,
    /// The square of their difference.
    Interval,
}

impl AlphaMetric {
    /// All of them.
    pub const ALL: [AlphaMetric; 3] =
        [AlphaMetric::Nominal, AlphaMetric::Ordinal, AlphaMetric::Interval];
}

/// Krippendorff's α and what it rests on.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KrippendorffAlpha {
    /// 1 is full agreement, 0 what chance gives, below 0 less than that.
    pub alpha: f64,
    /// How many units have two ratings or more; the others say nothing.
    pub units: usize,
    /// How many ratings these have.
    pub ratings: usize,
}

/// Krippendorff's α (2004, *Content Analysis*, chapter 11): 1 less the disagreement within units
/// over that among all ratings. Each unit holds the ratings that it has, in any order; a unit of m
/// ratings weighs as much as m. Undefined where no unit has two ratings, or all ratings are the
/// same.
pub fn krippendorff_alpha<U: AsRef<[f64]>>(
    units: &[U],
    metric: AlphaMetric,
) -> Result<KrippendorffAlpha> {
    let mut pairable: Vec<Vec<f64>> = vec![];
    for unit in units.iter().map(AsRef::as_ref) {
        check::finite(unit)?;
        if unit.len() > 1 {
            pairable.push(unit.to_vec());
        }
    }
    let all: Vec<f64> = pairable.iter().flatten().copied().collect();
    let undefined = |why| Err(StatsError::Undefined { what: "Krippendorff's alpha", why });
    if all.is_empty() {
        return undefined("no unit has two ratings");
    }
    if all.iter().all(|rating| *rating == all[0]) {
        return undefined("all ratings are the same");
    }
    let spread: &dyn Fn(&[f64]) -> f64 = match metric {
        AlphaMetric::Nominal => &unlike,
        AlphaMetric::Ordinal | AlphaMetric::Interval => &squares,
    };
    // The ordinal distance of two ratings is the square of that of their mean ranks.
    let place: Box<dyn Fn(f64) -> f64> = match metric {
        AlphaMetric::Nominal => Box::new(|rating| rating),
        AlphaMetric::Ordinal => mean_ranks(&all),
        AlphaMetric::Interval => unit_range(&all),
    };
    let placed = |ratings: &[f64]| ratings.iter().map(|rating| place(*rating)).collect::<Vec<_>>();
    let within = pairable.iter().fold(0.0, |sum, unit| {
        let m = unit.len() as f64;
        sum + m / (m - 1.0) * spread(&placed(unit))
    });
    let n = all.len() as f64;
    let among = n / (n - 1.0) * spread(&placed(&all));
    let alpha = 1.0 - within / among;
    Ok(KrippendorffAlpha { alpha, units: pairable.len(), ratings: all.len() })
}

/// How often each different value is there.
pub(super) fn tallies(values: &[f64]) -> Vec<f64> {
    let mut sorted: Vec<f64> = values.iter().map(|value| value + 0.0).collect();
    sorted.sort_unstable_by(f64::total_cmp);
    sorted.chunk_by(|a, b| a == b).map(|same| same.len() as f64).collect()
}

/// Half the number of ordered pairs that are not alike, a value.
fn unlike(values: &[f64]) -> f64 {
    let n = values.len() as f64;
    let alike = tallies(values).iter().fold(0.0, |sum, n| sum + n * n);
    (n * n - alike) / (2.0 * n)
}

/// The squares of all differences from the mean: half the sum of the squared differences of all
/// ordered pairs, a value. Differences are from the first value: equal values give 0 exactly.
fn squares(values: &[f64]) -> f64 {
    let from_first: Vec<f64> = values.iter().map(|value| value - values[0]).collect();
    let mean = from_first.iter().fold(0.0, |sum, d| sum + d) / values.len() as f64;
    from_first.iter().fold(0.0, |sum, d| sum + (d - mean).powi(2))
}

/// A rating's rank among all, the mean of those that equal ones share.
fn mean_ranks(all: &[f64]) -> Box<dyn Fn(f64) -> f64> {
    let mut sorted = all.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    Box::new(move |rating| {
        let below = sorted.partition_point(|value| *value < rating);
        let upto = sorted.partition_point(|value| *value <= rating);
        (below + upto) as f64 / 2.0
    })
}

/// A rating as a share of the range of all, which changes nothing and keeps squares in bounds.
fn unit_range(all: &[f64]) -> Box<dyn Fn(f64) -> f64> {
    let low = all.iter().copied().fold(f64::INFINITY, f64::min);
    let high = all.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // Of the largest numbers there are, half the range is still a number.
    let scale = if (high - low).is_finite() { 1.0 } else { 0.5 };
    let (low, high) = (low * scale, high * scale);
    Box::new(move |rating| (rating * scale - low) / (high - low))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability", section C:
    /// four observers, twelve units, missing ratings; 0.743, 0.815 and 0.849.
    #[test]
    fn krippendorffs_own_example() {
        let units: [&[f64]; 12] = [
            &[1.0, 1.0, 1.0],
            &[2.0, 2.0, 3.0, 2.0],
            &[3.0, 3.0, 3.0, 3.0],
            &[3.0, 3.0, 3.0, 3.0],
            &[2.0, 2.0, 2.0, 2.0],
            &[1.0, 2.0, 3.0, 4.0],
            &[4.0, 4.0, 4.0, 4.0],
            &[1.0, 1.0, 2.0, 1.0],
            &[2.0, 2.0, 2.0, 2.0],
            &[5.0, 5.0, 5.0],
            &[1.0, 1.0],
            &[3.0],
        ];
        for (metric, want) in AlphaMetric::ALL.into_iter().zip([0.743, 0.815, 0.849]) {
            let alpha = krippendorff_alpha(&units, metric).unwrap();
            assert!((alpha.alpha - want).abs() < 0.0005, "{metric:?} {alpha:?}");
            assert_eq!((alpha.units, alpha.ratings), (11, 40));
        }
    }

    #[test]
    fn full_agreement_is_1_exactly() {
        let units = [[0.1, 0.1, 0.1], [0.7, 0.7, 0.7], [1e-300, 1e-300, 1e-300]];
        for metric in AlphaMetric::ALL {
            assert_eq!(krippendorff_alpha(&units, metric).unwrap().alpha, 1.0);
        }
    }

    /// However large they are: nominal and ordinal go by what is alike and what is more, and interval
    /// by the range.
    #[test]
    fn huge_ratings_have_the_alpha_of_small_ones() {
        let units = [[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.25]];
        let large = |by: f64, less: f64| units.map(|unit| unit.map(|rating| rating * by - less));
        for metric in AlphaMetric::ALL {
            let small = krippendorff_alpha(&units, metric).unwrap().alpha;
            for huge in [large(2e100, 0.0), large(1e308, 0.0), large(1.6e308, 0.8e308)] {
                let alpha = krippendorff_alpha(&huge, metric).unwrap().alpha;
                assert!((alpha - small).abs() < 1e-12, "{metric:?} {alpha} {small}");
            }
            let opposite = [[-1.7e308, -1.7e308], [1.7e308, 1.7e308], [-1.7e308, 1.7e308]];
            let alpha = krippendorff_alpha(&opposite, metric).unwrap().alpha;
            assert!((alpha - 4.0 / 9.0).abs() < 1e-12, "{metric:?} {alpha}");
            assert!(krippendorff_alpha(&[[1.0, f64::INFINITY]], metric).is_err());
            assert!(krippendorff_alpha(&[[1.0, f64::NAN]], metric).is_err());
        }
    }

    #[test]
    fn what_has_no_alpha_says_why() {
        let single = krippendorff_alpha(&[[1.0], [2.0]], AlphaMetric::Ordinal).unwrap_err();
        let message = "Krippendorff's alpha is undefined: no unit has two ratings";
        assert_eq!(single.to_string(), message);
        let same = [vec![1.0, 1.0], vec![1.0, 1.0], vec![2.0]];
        let same = krippendorff_alpha(&same, AlphaMetric::Nominal).unwrap_err();
        let message = "Krippendorff's alpha is undefined: all ratings are the same";
        assert_eq!(same.to_string(), message);
    }
}
