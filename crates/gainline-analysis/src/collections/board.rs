//! A table of collections and runs.

use crate::RunName;
use gainline::{Better, Measure};
use gainline_stats::{falling, is_same, mean, merge_ties};
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
    /// Each run's ranks in the complete collections.
    #[serde(skip)]
    pub(super) ranks: Vec<Vec<f64>>,
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
        let rows: Vec<Vec<f64>> =
            whole().map(|row| row.iter().map(|cell| cell.value).collect()).collect();
        let ranked: Vec<Vec<f64>> = rows.iter().map(|row| ranks(row, sign)).collect();
        let columns = |rows: &[Vec<f64>]| -> Vec<Vec<f64>> {
            (0..runs.len()).map(|run| rows.iter().map(|row| row[run]).collect()).collect()
        };
        let means = |columns: &[Vec<f64>]| columns.iter().map(|column| mean(column).ok()).collect();
        let ranks = columns(&ranked);
        let (macro_means, mean_ranks): (Vec<Option<f64>>, _) =
            (means(&columns(&rows)), means(&ranks));
        let heights = macro_means.iter().map(|mean| mean.map_or(0.0, |mean| sign * mean));
        let best_first = falling(&heights.collect::<Vec<f64>>());
        let best_first = best_first.into_iter().map(|place| runs[place].clone()).collect();
        Board { measure, cells, complete, macro_means, mean_ranks, best_first, ranks }
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

/// The ranks of values, 1 being the best; values that differ by rounding only share the mean of their
/// ranks.
fn ranks(row: &[f64], sign: f64) -> Vec<f64> {
    let row = merge_ties(row);
    let rank = |value: &f64| {
        let better = row.iter().filter(|other| sign * **other > sign * value).count();
        let same = row.iter().filter(|other| *other == value).count();
        better as f64 + (same as f64 + 1.0) / 2.0
    };
    row.iter().map(rank).collect()
}
