//! Ranks, where equal values share the mean of their places.

use crate::rising;

/// The ranks of some values, from 1 for the least.
#[derive(Debug, Clone)]
pub(crate) struct Ranks {
    /// In the order of the values.
    pub(crate) ranks: Vec<f64>,
    /// The sizes of the groups of equal values that have more than one.
    pub(crate) ties: Vec<f64>,
}

impl Ranks {
    /// Neighbours no more than `equal_within` apart count as equal.
    pub(crate) fn of(values: &[f64], equal_within: f64) -> Self {
        let order = rising(values);
        let (mut ranks, mut ties) = (vec![0.0; values.len()], Vec::new());
        let mut start = 0;
        for group in order.chunk_by(|&i, &j| values[j] - values[i] <= equal_within) {
            // The mean of the places start + 1 to start + length.
            let rank = start as f64 + (group.len() as f64 + 1.0) / 2.0;
            for &at in group {
                ranks[at] = rank;
            }
            if group.len() > 1 {
                ties.push(group.len() as f64);
            }
            start += group.len();
        }
        Ranks { ranks, ties }
    }

    /// The sum over groups of equal values of `of_size`.
    pub(crate) fn over_ties(&self, of_size: impl Fn(f64) -> f64) -> f64 {
        self.ties.iter().fold(0.0, |sum, &t| sum + of_size(t))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_share_the_mean_of_their_places() {
        let ranks = Ranks::of(&[0.5, 0.1, 0.5, 0.9, 0.5, -0.0, 0.0], 0.0);
        assert_eq!(ranks.ranks, [5.0, 3.0, 5.0, 7.0, 5.0, 1.5, 1.5]);
        assert_eq!(ranks.ties, [2.0, 3.0]);
    }

    #[test]
    fn nearly_equal_values_can_be_taken_as_equal() {
        let values = [0.5 - 0.4, 0.3 - 0.2, 0.1];
        assert!(Ranks::of(&values, 0.0).ties.len() < 3);
        assert_eq!(Ranks::of(&values, 1e-12).ranks, [2.0, 2.0, 2.0]);
    }
}
