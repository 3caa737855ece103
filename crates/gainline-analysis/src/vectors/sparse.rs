//! Sparse vectors in memory, row after row, scaled to length 1.

use super::units::{Fault, to_unit};

/// Rows of numbers at indices; numbers that are not there are 0.
#[derive(Debug, Default)]
pub(crate) struct Sparse {
    /// Where each row ends.
    ends: Vec<usize>,
    indices: Vec<u32>,
    values: Vec<f64>,
    /// How many different indices there are.
    pub dimension: usize,
    /// Room for a row that is being made.
    row: Vec<(u32, f64)>,
}

impl Sparse {
    pub(super) fn push(&mut self, index: u32, value: f64) {
        self.row.push((index, value));
    }

    /// Ends a row, which is scaled to length 1.
    pub(super) fn end_row(&mut self) -> Result<(), Fault> {
        self.row.sort_by_key(|(index, _)| *index);
        if let Some(pair) = self.row.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(Fault::Twice(pair[0].0));
        }
        let start = self.values.len();
        let there = self.row.iter().filter(|(_, value)| *value != 0.0);
        for &(index, value) in there {
            self.indices.push(index);
            self.values.push(value);
        }
        to_unit(&mut self.values[start..])?;
        self.ends.push(self.values.len());
        self.row.clear();
        Ok(())
    }

    /// Numbers the indices that occur from 0 up, so that memory does not grow with how high they
    /// are. [`Sparse::end_row`] must have ended the last row.
    pub(super) fn finish(&mut self) {
        let mut used = self.indices.clone();
        used.sort_unstable();
        used.dedup();
        self.dimension = used.len();
        for index in &mut self.indices {
            *index = used.partition_point(|other| other < index) as u32;
        }
    }

    /// A row's numbers that are not 0, with their indices.
    pub(crate) fn row(&self, row: usize) -> (&[u32], &[f64]) {
        let start = if row == 0 { 0 } else { self.ends[row - 1] };
        let range = start..self.ends[row];
        (&self.indices[range.clone()], &self.values[range])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_are_numbered_anew_and_rows_are_of_length_1() {
        let mut sparse = Sparse::default();
        sparse.push(4_000_000_000, 3.0);
        sparse.push(7, 4.0);
        sparse.end_row().unwrap();
        sparse.push(9, 0.0);
        sparse.end_row().unwrap();
        sparse.push(9, -2.0);
        sparse.end_row().unwrap();
        sparse.finish();
        assert_eq!((sparse.ends.len(), sparse.dimension), (3, 3));
        assert_eq!(sparse.row(0), (&[0, 2][..], &[0.8, 0.6][..]));
        assert_eq!(sparse.row(1), (&[][..], &[][..]));
        assert_eq!(sparse.row(2), (&[1][..], &[-1.0][..]));
    }

    #[test]
    fn an_index_comes_once_in_a_row() {
        let mut sparse = Sparse::default();
        sparse.push(5, 1.0);
        sparse.push(5, 2.0);
        assert_eq!(sparse.end_row(), Err(Fault::Twice(5)));
    }
}
