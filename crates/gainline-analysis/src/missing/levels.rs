//! Numbers put in order, where rounding makes no difference.

use gainline_stats::{is_same, kendall_tau_b, merge_ties};

/// Whether all are equal.
pub(super) fn is_level(values: &[f64]) -> bool {
    merge_ties(values).windows(2).all(|pair| pair[0] == pair[1])
}

/// Kendall's τ_b of two orders; none where it is not defined.
pub(super) fn tau(a: &[f64], b: &[f64]) -> Option<f64> {
    let tau = kendall_tau_b(&merge_ties(a), &merge_ties(b)).ok()?.coefficient;
    // The same order gives 1 and no less.
    Some(if is_same(tau, tau.round()) { tau.round() } else { tau })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_makes_no_order() {
        let (third, thrice) = (0.1 + 0.2, 0.3);
        assert!(third != thrice);
        assert_eq!(merge_ties(&[third, 1.0, thrice]), [thrice, 1.0, thrice]);
        assert!(is_level(&[third, thrice]) && !is_level(&[third, 1.0]) && is_level(&[]));
        // One pair apart on one side only: (1 + 1) / sqrt(3 * 2).
        let tau_b = tau(&[1.0, third, thrice], &[3.0, 2.0, 1.0]).unwrap();
        assert!((tau_b - 2.0 / 6.0_f64.sqrt()).abs() < 1e-12);
        assert_eq!(tau(&[third, thrice], &[1.0, 2.0]), None);
        let five = [0.1, 0.5, 0.2, 0.9, 0.4];
        assert_eq!(tau(&five, &five), Some(1.0));
    }
}
