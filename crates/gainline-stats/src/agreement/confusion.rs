//! Two raters against each other, category by category.

use crate::{Result, StatsError, check};

/// How often the first rater chose one category (the row) and the second another (the column).
/// Categories are numbered from 0, in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Confusion {
    counts: Vec<Vec<u64>>,
}

impl Confusion {
    /// An empty table of so many categories.
    pub fn new(categories: usize) -> Self {
        Confusion { counts: vec![vec![0; categories]; categories] }
    }

    /// A table of these counts: as many columns as rows, no more than 2⁵³ in all.
    pub fn from_counts(counts: Vec<Vec<u64>>) -> Result<Self> {
        if let Some(row) = counts.iter().find(|row| row.len() != counts.len()) {
            return Err(StatsError::LengthsDiffer { first: counts.len(), other: row.len() });
        }
        let total = counts.iter().flatten().try_fold(0, |sum: u64, n| sum.checked_add(*n));
        let total = total.map_or(f64::MAX, |total| total as f64);
        check::setting(total <= 2f64.powi(53), "the total", total, "at most 2^53")?;
        Ok(Confusion { counts })
    }

    /// Of two categories.
    pub(super) fn of_two(counts: [[u64; 2]; 2]) -> Self {
        Confusion { counts: counts.iter().map(|row| row.to_vec()).collect() }
    }

    /// Counts a unit. Categories beyond the table are not counted.
    pub fn add(&mut self, first: usize, second: usize) {
        if let Some(count) = self.counts.get_mut(first).and_then(|row| row.get_mut(second)) {
            *count += 1;
        }
    }

    /// By the first rater's category, then by the second's.
    pub fn counts(&self) -> &[Vec<u64>] {
        &self.counts
    }

    /// How many units both have rated.
    pub fn total(&self) -> u64 {
        self.counts.iter().flatten().sum()
    }

    /// How many of them both have put in the same category.
    pub fn same(&self) -> u64 {
        self.counts.iter().enumerate().map(|(at, row)| row[at]).sum()
    }

    /// The share of units that both have put in the same category; none without units.
    pub fn agreement(&self) -> Option<f64> {
        let total = self.total();
        (total > 0).then(|| self.same() as f64 / total as f64)
    }

    /// How often the first rater chose each category.
    pub fn first_totals(&self) -> Vec<u64> {
        self.counts.iter().map(|row| row.iter().sum()).collect()
    }

    /// How often the second rater chose each category.
    pub fn second_totals(&self) -> Vec<u64> {
        let column = |at: usize| self.counts.iter().map(|row| row[at]).sum();
        (0..self.counts.len()).map(column).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_by_the_first_rater_in_rows() {
        let mut table = Confusion::new(3);
        for (first, second) in [(0, 1), (0, 1), (2, 2), (1, 0), (5, 0)] {
            table.add(first, second);
        }
        assert_eq!(table.counts(), [[0, 2, 0], [1, 0, 0], [0, 0, 1]]);
        assert_eq!((table.total(), table.same(), table.agreement()), (4, 1, Some(0.25)));
        assert_eq!((table.first_totals(), table.second_totals()), (vec![2, 1, 1], vec![1, 2, 1]));
        assert_eq!(Confusion::new(2).agreement(), None);
    }

    #[test]
    fn a_table_is_square_and_countable() {
        let lengths = Confusion::from_counts(vec![vec![1, 2], vec![3]]).unwrap_err();
        assert_eq!(lengths, StatsError::LengthsDiffer { first: 2, other: 1 });
        assert!(Confusion::from_counts(vec![vec![u64::MAX, 0], vec![0, 1]]).is_err());
        assert!(Confusion::from_counts(vec![vec![1 << 54]]).is_err());
    }
}
