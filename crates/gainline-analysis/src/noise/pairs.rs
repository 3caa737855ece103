//! How often two runs change places.

use super::Decomposition;
use super::spread::Spread;
use gainline::{Better, Measure};
use gainline_stats::is_same;

/// Two runs by one measure, held against each other in every repeat.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairNoise {
    /// The run that is better by the given judgments, or comes first where they are equal.
    pub first: usize,
    /// The other one.
    pub second: usize,
    /// By how much the first is better by the given judgments; 0 where they are equal.
    pub difference: f64,
    /// The mean over repeats of by how much the first is better.
    pub mean_difference: f64,
    /// The standard deviation of that over the repeats; none with one repeat.
    pub deviation: Option<f64>,
    /// In how many repeats the first is better.
    pub first_better: usize,
    /// In how many repeats the second is better.
    pub second_better: usize,
    /// In how many repeats they are equal.
    pub tied: usize,
}

impl PairNoise {
    /// The share of repeats in which the runs are the other way round than by the given judgments;
    /// none where they are equal by these.
    pub fn swapped(&self) -> Option<f64> {
        let all = self.first_better + self.second_better + self.tied;
        (self.difference > 0.0).then(|| self.second_better as f64 / all as f64)
    }
}

/// All pairs, those with the best runs first. `means` gives a run's mean in every repeat.
pub(super) fn pairs<I: Iterator<Item = f64>>(
    measure: &Measure,
    runs: &[Decomposition],
    means: &impl Fn(usize) -> I,
) -> Vec<PairNoise> {
    let sign = if measure.family().better == Better::Lower { -1.0 } else { 1.0 };
    let mut order: Vec<usize> = (0..runs.len()).collect();
    order.sort_by(|&a, &b| (sign * runs[b].given).total_cmp(&(sign * runs[a].given)));
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
        PairNoise {
            first,
            second,
            difference: ahead(runs[first].given, runs[second].given),
            mean_difference: differences.mean(),
            deviation: differences.variance().map(f64::sqrt),
            first_better,
            second_better,
            tied,
        }
    };
    let below = |place: usize| order[place + 1..].iter().map(move |second| (place, *second));
    (0..order.len()).flat_map(below).map(|(place, second)| pair(order[place], second)).collect()
}
