//! Values laid out for drawing, and sets of topics.

use crate::RunName;
use crate::comparison::Sample;
use gainline_stats::{Random, is_same};

/// The values of one measure: topic by topic, the runs of each with the best one over all first.
pub(super) struct Table {
    values: Vec<f64>,
    /// The runs, the best on all topics first.
    pub runs: Vec<TableRun>,
    /// Their means over all topics, in that order.
    pub means: Vec<f64>,
}

/// A run of a table.
pub(super) struct TableRun {
    pub run: RunName,
    /// Its mean over all topics on the measure's own scale.
    pub shown: f64,
}

/// By how much one mean is above another; 0 where only rounding is between them.
pub(super) fn difference(a: f64, b: f64) -> f64 {
    if is_same(a, b) { 0.0 } else { a - b }
}

impl Table {
    /// Of values turned so that higher is better.
    pub(super) fn new(sample: &Sample) -> Self {
        let turned = |column: &Vec<f64>| column.iter().map(|v| sample.oriented(*v)).collect();
        let columns: Vec<Vec<f64>> = sample.columns.iter().map(turned).collect();
        let mean = |column: &Vec<f64>| {
            column.iter().fold(0.0, |sum, value| sum + value) / column.len() as f64
        };
        let means: Vec<f64> = columns.iter().map(mean).collect();
        let mut order: Vec<usize> = (0..means.len()).collect();
        order.sort_by(|&a, &b| means[b].total_cmp(&means[a]));
        let columns = &columns;
        let topic = |topic: usize| order.iter().map(move |&run| columns[run][topic]);
        let values = (0..sample.topics.len()).flat_map(topic).collect();
        let run = |&run: &usize| TableRun {
            run: sample.runs[run].clone(),
            shown: sample.shown(sample.mean(run)),
        };
        Table {
            values,
            runs: order.iter().map(run).collect(),
            means: order.iter().map(|&run| means[run]).collect(),
        }
    }

    pub(super) fn runs(&self) -> usize {
        self.runs.len()
    }

    pub(super) fn topics(&self) -> usize {
        self.values.len() / self.runs()
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
