//! How much two ranked lists have in common, the top counting most.

use crate::{Result, StatsError, check};
use std::collections::HashSet;
use std::hash::Hash;

/// Rank-biased overlap (Webber, Moffat & Zobel 2010) of two lists without repetitions, up to a depth
/// and divided by what is possible there: Σ pᵈ⁻¹ |A ∩ B at d| / d over Σ pᵈ⁻¹, for d from 1 to
/// `depth`. 1 is the same order, 0 nothing in common.
///
/// No depth is taken beyond the longer list, so that equal lists give 1 whatever their length.
/// Undefined if both are empty.
///
/// ```
/// use gainline_stats::rank_biased_overlap;
/// let overlap = rank_biased_overlap(&["a", "b"], &["b", "a"], 0.5, 2)?;
/// assert!((overlap - 1.0 / 3.0).abs() < 1e-15);
/// # Ok::<(), gainline_stats::StatsError>(())
/// ```
pub fn rank_biased_overlap<T: Eq + Hash>(a: &[T], b: &[T], p: f64, depth: usize) -> Result<f64> {
    check::share("p", p)?;
    let depth = depth.min(a.len().max(b.len()));
    if depth == 0 {
        let why = "both lists are empty";
        return Err(StatsError::Undefined { what: "the rank-biased overlap", why });
    }
    let mut in_one = HashSet::new();
    let (mut common, mut sum, mut possible, mut weight) = (0.0, 0.0, 0.0, 1.0);
    for at in 0..depth {
        // What comes a second time is in both lists.
        let new = [a.get(at), b.get(at)].into_iter().flatten();
        common += new.filter(|item| !in_one.insert(*item)).count() as f64;
        sum += weight * common / (at + 1) as f64;
        possible += weight;
        weight *= p;
    }
    Ok(sum / possible)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_lists_give_1_and_disjoint_ones_0() {
        for depth in [1, 3, 10] {
            let list = ["a", "b", "c"];
            assert_eq!(rank_biased_overlap(&list, &list, 0.9, depth), Ok(1.0));
            assert_eq!(rank_biased_overlap(&list, &["x", "y", "z"], 0.9, depth), Ok(0.0));
        }
        assert_eq!(rank_biased_overlap(&[1], &[], 0.9, 5), Ok(0.0));
        assert!(rank_biased_overlap::<u8>(&[], &[], 0.9, 5).is_err());
    }

    /// Overlaps 0, 1/2, 2/3, and 2/4 behind the end of the shorter list.
    #[test]
    fn lists_of_different_lengths_worked_by_hand() {
        let p: f64 = 0.5;
        let overlap = rank_biased_overlap(&[1, 2, 3, 4], &[2, 9, 3], p, 100).unwrap();
        let wanted =
            (p / 2.0 + p * p * 2.0 / 3.0 + p.powi(3) / 2.0) / (1.0 + p + p * p + p.powi(3));
        assert!((overlap - wanted).abs() < 1e-15);
    }

    #[test]
    fn p_lies_between_0_and_1() {
        let error = rank_biased_overlap(&[1], &[1], 1.5, 1).unwrap_err();
        assert_eq!(error.to_string(), "p is `1.5`; it must be between 0 and 1, both excluded");
    }
}
