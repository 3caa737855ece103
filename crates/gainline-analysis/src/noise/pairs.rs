//! How often two runs change places.

use super::spread::Spread;
use gainline::{Better, Measure};
use gainline_stats::{falling, is_same};
use serde::Serialize;

/// Two runs by one measure, compared in every repeat.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PairNoise {
    /// The run that is better by the given judgments, or comes first where they are equal.
    pub first: String,
    /// The other one.
    pub second: String,
    /// By how much the first is better by the given judgments; 0 where they are equal.
    pub difference: f64,
    /// The mean over repeats of by how much the first is better.
    pub mean_difference: f64,
    /// The standard deviation of that over the repeats; null with one repeat.
    pub sd: Option<f64>,
    /// In how many repeats the first is better.
    pub first_better: usize,
    /// In how many repeats the second is better.
    pub second_better: usize,
    /// In how many repeats they are equal.
    pub tied: usize,
    /// The share of repeats in which the second is better; null where the runs are equal by the given
    /// judgments.
    pub swapped: Option<f64>,
}

/// All pairs, those with the best runs by the `given` means first. `means` gives a run's mean in
/// every repeat.
pub(super) fn pairs<I: Iterator<Item = f64>>(
    measure: &Measure,
    runs: &[&str],
    given: &[f64],
    means: &impl Fn(usize) -> I,
) -> Vec<PairNoise> {
    let sign = if measure.family().better == Better::Lower { -1.0 } else { 1.0 };
    let order = falling(&given.iter().map(|mean| sign * mean).collect::<Vec<f64>>());
    let ahead = |a: f64, b: f64| if is_same(a, b) { 0.0 } else { sign * (a - b) };
    let pair = |first: usize, second: usize| {
        let mut differences = Spread::default();
        let mut counts = [0; 3];
        for (a, b) in means(first).zip(means(second)) {
            let difference = ahead(a, b);
            differences.add(difference);
            counts[if difference > 0.0 { 0 } else { 1 + usize::from(difference == 0.0) }] += 1;
        }
        let [first_better, second_better, tied] = counts;
        let all = first_better + second_better + tied;
        let difference = ahead(given[first], given[second]);
        PairNoise {
            first: runs[first].to_string(),
            second: runs[second].to_string(),
            difference,
            mean_difference: differences.mean(),
            sd: differences.variance().map(f64::sqrt),
            first_better,
            second_better,
            tied,
            swapped: (difference > 0.0).then(|| second_better as f64 / all as f64),
        }
    };
    let below = |place: usize| order[place + 1..].iter().map(move |second| (place, *second));
    (0..order.len()).flat_map(below).map(|(place, second)| pair(order[place], second)).collect()
}
