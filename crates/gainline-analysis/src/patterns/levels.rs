//! Values as levels: numbers that differ by rounding only are one.

use gainline_stats::{is_same, rising};

/// The level of each of some values.
#[derive(Debug, Clone)]
pub(super) struct Levels {
    /// In the order of the values, from 0 for the lowest.
    pub at: Vec<usize>,
    /// How many there are.
    pub count: usize,
}

impl Levels {
    pub(super) fn of(values: &[f64]) -> Self {
        let order = rising(values);
        let mut at = vec![0; values.len()];
        let mut count = 0;
        for group in order.chunk_by(|a, b| is_same(values[*a], values[*b])) {
            for place in group {
                at[*place] = count;
            }
            count += 1;
        }
        Levels { at, count }
    }

    /// The same from the highest to the lowest.
    pub(super) fn reversed(&self) -> Self {
        let at = self.at.iter().map(|level| self.count - 1 - level).collect();
        Levels { at, count: self.count }
    }

    /// As numbers.
    pub(super) fn numbers(&self) -> Vec<f64> {
        self.at.iter().map(|level| *level as f64).collect()
    }

    /// How many pairs of values have the same level.
    pub(super) fn tied_pairs(&self) -> u64 {
        let mut sizes = vec![0u64; self.count];
        self.at.iter().for_each(|level| sizes[*level] += 1);
        sizes.iter().fold(0, |sum, size| sum + size * (size.saturating_sub(1)) / 2)
    }
}
