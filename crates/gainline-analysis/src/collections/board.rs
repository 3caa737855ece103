//! A table of collections and runs.

use crate::RunName;
use gainline::{Better, Measure};
use gainline_stats::is_same;
use serde::Serialize;

/// The values of runs in collections by one measure.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Board {
    /// The measure.
    pub measure: Measure,
    /// For each collection, the value of each run; none where the collection lacks the run.
    pub cells: Vec<Vec<Option<BoardCell>>>,
    /// For each collection, whether every run is there. Means and ranks are over these collections
    /// only, so that they are of the same ones for all runs.
    pub complete: Vec<bool>,
    /// Each run's mean over the complete collections, of which all count the same; none without a
    /// complete collection.
    pub macro_means: Vec<Option<f64>>,
    /// Each run's mean rank over the complete collections, 1 being the best; equal values share a
    /// rank.
    pub mean_ranks: Vec<Option<f64>>,
    /// The runs, the one with the best macro mean first; those of equal means as they were given.
    pub best_first: Vec<RunName>,
}

/// The value of a run in a collection.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoardCell {
    /// The value over the topics.
    pub value: f64,
    /// How many topics there are.
    pub topics: usize,
    /// Whether no run of the collection is better.
    pub best: bool,
}

/// Of each run its value and its number of topics, if the collection has it.
pub(super) type RunValues = Vec<Option<(f64, usize)>>;

impl Board {
    /// Of values by collection and run.
    pub(super) fn new(measure: Measure, runs: &[RunName], values: Vec<RunValues>) -> Self {
        let sign = sign(&measure);
        let cells: Vec<Vec<Option<BoardCell>>> =
            values.into_iter().map(|row| marked(&row, sign)).collect();
        let complete: Vec<bool> = cells.iter().map(|row| row.iter().all(Option::is_some)).collect();
        let whole =
            || cells.iter().filter_map(|row| row.iter().copied().collect::<Option<Vec<_>>>());
        let count = whole().count() as f64;
        let mean_of = |sums: Vec<f64>| -> Vec<Option<f64>> {
            sums.into_iter().map(|sum| (count > 0.0).then_some(sum / count)).collect()
        };
        let (mut sums, mut ranks) = (vec![0.0; runs.len()], vec![0.0; runs.len()]);
        for row in whole() {
            for (at, cell) in row.iter().enumerate() {
                sums[at] += cell.value;
                ranks[at] += rank(cell.value, &row, sign);
            }
        }
        let (macro_means, mean_ranks) = (mean_of(sums), mean_of(ranks));
        let mut best_first = runs.to_vec();
        let height = |run: &RunName| macro_means[run.place].map(|mean| sign * mean);
        best_first
            .sort_by(|a, b| height(b).partial_cmp(&height(a)).unwrap_or(std::cmp::Ordering::Equal));
        Board { measure, cells, complete, macro_means, mean_ranks, best_first }
    }

    /// The values of the runs in each complete collection, turned so that higher is better.
    pub(super) fn complete_columns(&self) -> Vec<Vec<f64>> {
        let rows = || self.cells.iter().zip(&self.complete).filter(|(_, complete)| **complete);
        let column = |run: usize| {
            rows().filter_map(|(row, _)| Some(self.oriented(row[run]?.value))).collect()
        };
        (0..self.best_first.len()).map(column).collect()
    }

    /// A value, turned so that higher is better.
    pub(super) fn oriented(&self, value: f64) -> f64 {
        sign(&self.measure) * value
    }

    /// The lowest mean rank, if there are any.
    pub fn best_mean_rank(&self) -> Option<f64> {
        self.mean_ranks.iter().copied().flatten().min_by(f64::total_cmp)
    }

    /// How many collections have every run.
    pub fn complete_count(&self) -> usize {
        self.complete.iter().filter(|complete| **complete).count()
    }
}

fn sign(measure: &Measure) -> f64 {
    if measure.family().better == Better::Lower { -1.0 } else { 1.0 }
}

/// The cells of a collection, the best marked.
fn marked(row: &[Option<(f64, usize)>], sign: f64) -> Vec<Option<BoardCell>> {
    let heights = row.iter().flatten().map(|(value, _)| sign * value);
    let highest = heights.fold(f64::NEG_INFINITY, f64::max);
    let cell = |(value, topics): (f64, usize)| BoardCell {
        value,
        topics,
        best: is_same(sign * value, highest),
    };
    row.iter().map(|there| there.map(cell)).collect()
}

/// The rank of a value among those of a collection; equal values share the mean of their ranks.
fn rank(value: f64, row: &[BoardCell], sign: f64) -> f64 {
    let same = row.iter().filter(|other| is_same(other.value, value)).count() as f64;
    let better = row
        .iter()
        .filter(|other| !is_same(other.value, value) && sign * other.value > sign * value);
    better.count() as f64 + (same + 1.0) / 2.0
}
