//! The exact distribution of a sum of signed ranks.

/// How many ranks are feasible: time grows with their cube.
pub(crate) const MOST: usize = 500;

/// P(W ≥ seen) and P(W ≤ seen), where W adds each of `ranks` or not, all patterns alike likely.
///
/// Rank by rank, the distribution of the sum is half itself and half itself moved by that rank.
/// Probabilities are only ever added and halved, so that the smallest is as exact as the largest.
pub(crate) fn tails(ranks: &[usize], seen: usize) -> (f64, f64) {
    let mut chances = vec![0.0; ranks.iter().sum::<usize>() + 1];
    chances[0] = 1.0;
    let mut most = 0;
    for &rank in ranks {
        most += rank;
        for sum in (0..=most).rev() {
            let with = if sum >= rank { chances[sum - rank] } else { 0.0 };
            chances[sum] = 0.5 * (chances[sum] + with);
        }
    }
    let total = |part: &[f64]| part.iter().fold(0.0, |sum, chance| sum + chance);
    let (less, greater) = (total(&chances[..=seen]), total(&chances[seen..]));
    (greater.min(1.0), less.min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_counts_once() {
        // Sums of subsets of {1, 2, 3}: 0, 1, 2, 3, 3, 4, 5, 6.
        assert_eq!(tails(&[1, 2, 3], 5), (2.0 / 8.0, 7.0 / 8.0));
        assert_eq!(tails(&[1, 2, 3], 3), (5.0 / 8.0, 5.0 / 8.0));
    }

    #[test]
    fn far_tails_do_not_vanish() {
        let ranks: Vec<usize> = (1..=MOST).collect();
        let (greater, less) = tails(&ranks, ranks.iter().sum());
        assert_eq!(greater, 0.5_f64.powi(500));
        assert!((less - 1.0).abs() < 1e-13);
    }
}
