//! Averages of a measure's values over topics.

use crate::measure::Summary;
use crate::numbers::is_same;
use std::fmt;

/// How the values of topics are put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Average {
    /// As the measure says: nearly always the mean, so that each topic counts the same (Rocchio's
    /// sample mean); the sum for counts.
    #[default]
    Macro,
    /// The measure of all topics' totals, so that each document counts the same (Rocchio's
    /// population ratio).
    Micro,
    /// The geometric mean, each value raised to at least 0.00001, as trec_eval does.
    #[cfg_attr(feature = "serde", serde(rename = "gm"))]
    Geometric,
    /// The median.
    Median,
    /// The standard deviation, of a sample.
    #[cfg_attr(feature = "serde", serde(rename = "sd"))]
    Deviation,
}

impl Average {
    /// All of them.
    pub const ALL: [Average; 5] =
        [Average::Macro, Average::Micro, Average::Geometric, Average::Median, Average::Deviation];
}

impl fmt::Display for Average {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Average::Macro => "macro",
            Average::Micro => "micro",
            Average::Geometric => "gm",
            Average::Median => "median",
            Average::Deviation => "sd",
        })
    }
}

/// The value that a geometric mean takes for anything lower.
pub const LOWEST: f64 = 0.00001;

/// Puts the values of topics together, each with its weight; 0 when there are none.
pub(crate) fn average(
    kind: Average,
    summary: Summary,
    values: impl ExactSizeIterator<Item = f64> + Clone,
    weights: &[f64],
) -> f64 {
    let all = weights.iter().fold(0.0, |a, b| a + b);
    if all == 0.0 {
        return 0.0;
    }
    let mean = |value: &dyn Fn(f64) -> f64| {
        values.clone().zip(weights).fold(0.0, |sum, (v, w)| sum + w * value(v)) / all
    };
    match (kind, summary) {
        // A count is a count, whatever topics weigh.
        (Average::Macro | Average::Micro, Summary::Sum) => values.fold(0.0, |a, b| a + b),
        (Average::Geometric, _) | (Average::Macro, Summary::GeometricMean) => {
            mean(&|value| value.max(LOWEST).ln()).exp()
        }
        (Average::Median, _) => median(values, weights, all),
        (Average::Deviation, _) => deviation(mean(&|v| v), values, weights, all),
        (Average::Macro, Summary::Mean | Summary::Pooled)
        | (Average::Micro, Summary::Mean | Summary::GeometricMean | Summary::Pooled) => {
            mean(&|value| value)
        }
    }
}

/// The value with half of the weight below it; the mean of two where the half lies between them.
fn median(values: impl Iterator<Item = f64>, weights: &[f64], all: f64) -> f64 {
    let mut pairs: Vec<(f64, f64)> =
        values.zip(weights.iter().copied()).filter(|(_, weight)| *weight > 0.0).collect();
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut below = 0.0;
    for (at, (value, weight)) in pairs.iter().enumerate() {
        below += weight;
        let half = all / 2.0;
        if is_same(below, half, all) {
            let next = pairs.get(at + 1).map_or(*value, |pair| pair.0);
            return f64::midpoint(*value, next);
        }
        if below > half {
            return *value;
        }
    }
    // Rounding kept the sum of the weights below its half.
    pairs.last().map_or(0.0, |pair| pair.0)
}

/// The standard deviation of a sample; weights count as how reliable a value is. 0 for one value.
fn deviation(mean: f64, values: impl Iterator<Item = f64>, weights: &[f64], all: f64) -> f64 {
    let squares = values.zip(weights).fold(0.0, |sum, (v, w)| sum + w * (v - mean) * (v - mean));
    let free = all - weights.iter().fold(0.0, |sum, w| sum + w * w) / all;
    if is_same(free, 0.0, all) { 0.0 } else { (squares / free).sqrt() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn averaged(kind: Average, values: &[f64], weights: &[f64]) -> f64 {
        average(kind, Summary::Mean, values.iter().copied(), weights)
    }

    /// R 4.5: mean, median, sd of c(1, 2, 4, 9); exp(mean(log(.))).
    #[test]
    fn averages_equal_r_s() {
        let values = [4.0, 1.0, 9.0, 2.0];
        let equal = [1.0; 4];
        assert_eq!(averaged(Average::Macro, &values, &equal), 4.0);
        assert_eq!(averaged(Average::Median, &values, &equal), 3.0);
        assert_eq!(averaged(Average::Median, &values[..3], &equal[..3]), 4.0);
        assert!(
            (averaged(Average::Deviation, &values, &equal) - 3.559_026_084_010_437).abs() < 1e-12
        );
        assert!((averaged(Average::Geometric, &values, &equal) - 72f64.powf(0.25)).abs() < 1e-12);
    }

    #[test]
    fn a_topic_of_weight_2_counts_as_two_topics() {
        let (values, weights) = ([4.0, 1.0, 9.0], [1.0, 2.0, 1.0]);
        let (twice, equal) = ([4.0, 1.0, 1.0, 9.0], [1.0; 4]);
        for kind in [Average::Macro, Average::Geometric, Average::Median] {
            let (a, b) = (averaged(kind, &values, &weights), averaged(kind, &twice, &equal));
            assert!((a - b).abs() < 1e-12, "{kind}: {a} {b}");
        }
    }

    #[test]
    fn a_weight_of_0_leaves_a_topic_out_and_one_value_does_not_vary() {
        for kind in [Average::Macro, Average::Geometric, Average::Median] {
            let value = averaged(kind, &[0.5, 0.9], &[1.0, 0.0]);
            assert!((value - 0.5).abs() < 1e-12, "{kind}: {value}");
        }
        assert_eq!(averaged(Average::Deviation, &[0.5, 0.9], &[1.0, 0.0]), 0.0);
        assert_eq!(averaged(Average::Macro, &[], &[]), 0.0);
    }
}
