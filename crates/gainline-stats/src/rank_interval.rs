//! What ranks a thing could have, given which differences are real.

use crate::letters::symmetric;
use crate::{Result, StatsError, check};

/// The ranks that a thing could have; rank 1 is the best.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RankInterval {
    /// The best: 1 + how many things are better and differ.
    pub best: usize,
    /// The worst: their number less how many are worse and differ.
    pub worst: usize,
}

/// The interval of ranks of each of some things with `scores`, higher ones being better, where
/// `differs` is a symmetric matrix of which of them differ.
pub fn rank_intervals<R: AsRef<[bool]>>(
    scores: &[f64],
    differs: &[R],
) -> Result<Vec<RankInterval>> {
    check::finite(scores)?;
    symmetric(differs)?;
    let n = scores.len();
    if differs.len() != n {
        return Err(StatsError::LengthsDiffer { first: n, other: differs.len() });
    }
    let interval = |i: usize| {
        let row = differs[i].as_ref();
        let better = (0..n).filter(|&j| row[j] && scores[j] > scores[i]).count();
        let worse = (0..n).filter(|&j| row[j] && scores[j] < scores[i]).count();
        RankInterval { best: 1 + better, worst: n - worse }
    };
    Ok((0..n).map(interval).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_in_a_row_worked_by_hand() {
        let differs = [
            [false, false, true, true],
            [false, false, false, true],
            [true, false, false, false],
            [true, true, false, false],
        ];
        let intervals = rank_intervals(&[0.9, 0.8, 0.7, 0.6], &differs).unwrap();
        let ends: Vec<_> = intervals.iter().map(|r| (r.best, r.worst)).collect();
        assert_eq!(ends, [(1, 2), (1, 3), (2, 4), (3, 4)]);
    }

    #[test]
    fn there_must_be_a_row_for_each_score() {
        assert!(rank_intervals(&[0.9], &[[false, true], [true, false]]).is_err());
    }
}
