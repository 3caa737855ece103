//! Values laid out for drawing, and sets of topics.

use super::Values;
use gainline_stats::{Random, is_same};

/// The values of one measure: topic by topic, the runs of each with the best one over all first.
pub(super) struct Table {
    values: Vec<f64>,
    /// The runs, the best on all topics first.
    pub order: Vec<usize>,
    /// Their means over all topics, in that order.
    pub means: Vec<f64>,
}

/// By how much one mean is above another; 0 where only rounding is between them.
pub(super) fn difference(a: f64, b: f64) -> f64 {
    if is_same(a, b) { 0.0 } else { a - b }
}

impl Table {
    pub(super) fn new(of: &Values) -> Self {
        let mean = |column: &Vec<f64>| {
            column.iter().fold(0.0, |sum, value| sum + value) / column.len() as f64
        };
        let means: Vec<f64> = of.columns.iter().map(mean).collect();
        let mut order: Vec<usize> = (0..means.len()).collect();
        order.sort_by(|&a, &b| means[b].total_cmp(&means[a]));
        let topic = |topic: usize| order.iter().map(move |&run| of.columns[run][topic]);
        let values = (0..of.topics()).flat_map(topic).collect();
        Table { values, means: order.iter().map(|&run| means[run]).collect(), order }
    }

    pub(super) fn runs(&self) -> usize {
        self.order.len()
    }

    pub(super) fn topics(&self) -> usize {
        self.values.len() / self.runs()
    }

    /// The means over all topics, run by run as they were given.
    pub(super) fn means_by_run(&self) -> Vec<f64> {
        let mut means = vec![0.0; self.runs()];
        self.order.iter().zip(&self.means).for_each(|(&run, &mean)| means[run] = mean);
        means
    }

    /// The means over these topics, in the order of the runs.
    pub(super) fn means_over(&self, topics: &[usize], means: &mut Vec<f64>) {
        means.clear();
        means.resize(self.runs(), 0.0);
        for &topic in topics {
            let row = &self.values[topic * self.runs()..(topic + 1) * self.runs()];
            means.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
        }
        means.iter_mut().for_each(|sum| *sum /= topics.len() as f64);
    }
}

/// So many topics of `topics`, with replacement.
pub(super) fn resample(topics: usize, size: usize, random: &mut Random, drawn: &mut Vec<usize>) {
    drawn.clear();
    drawn.extend((0..size).map(|_| random.below(topics)));
}

/// So many different topics of `topics`, in random order.
pub(super) fn sample(topics: usize, size: usize, random: &mut Random, drawn: &mut Vec<usize>) {
    drawn.clear();
    drawn.extend(0..topics);
    for place in 0..size {
        drawn.swap(place, place + random.below(topics - place));
    }
    drawn.truncate(size);
}
