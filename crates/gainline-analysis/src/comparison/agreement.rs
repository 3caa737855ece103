//! How far two orders of the same runs agree.

use gainline_stats::{Correlation, kendall_tau_b, pearson, spearman, tau_ap};
use serde::Serialize;

/// From this τ_b on, two orders are commonly held to be the same (Voorhees 2000).
pub const SAME_ORDER: f64 = 0.9;

/// How far two orders of the same runs agree. Coefficients are null where one of them ties all runs.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RankAgreement {
    /// Kendall's τ_b, with the p-value of no correlation.
    pub tau_b: Option<Correlation>,
    /// τ_AP with the first order as the truth.
    pub tau_ap_first: Option<f64>,
    /// τ_AP with the second order as the truth.
    pub tau_ap_second: Option<f64>,
    /// Spearman's ρ.
    pub spearman: Option<f64>,
    /// Pearson's r of the values themselves.
    pub pearson: Option<f64>,
    /// Pairs of runs that the two put in opposite order, by the places of the runs from 0.
    pub swapped: Vec<(usize, usize)>,
    /// The share of pairs that are swapped.
    pub swap_rate: f64,
    /// How many pairs only one of them ties.
    pub tied_in_one: usize,
    /// How many pairs there are.
    pub pairs: usize,
}

impl RankAgreement {
    /// `first` and `second` are heights of the same runs: the highest run is the best.
    pub fn of(first: &[f64], second: &[f64]) -> Self {
        let defined = !is_constant(first) && !is_constant(second);
        let (mut swapped, mut tied_in_one, mut pairs) = (vec![], 0, 0);
        for b in 0..first.len() {
            for a in 0..b {
                let (one, other) = (first[a] - first[b], second[a] - second[b]);
                pairs += 1;
                if (one < 0.0 && other > 0.0) || (one > 0.0 && other < 0.0) {
                    swapped.push((a, b));
                } else if (one == 0.0) != (other == 0.0) {
                    tied_in_one += 1;
                }
            }
        }
        swapped.sort_unstable();
        let coefficient = |c: gainline_stats::Result<Correlation>| c.ok().map(|c| c.coefficient);
        RankAgreement {
            tau_b: kendall_tau_b(first, second).ok(),
            tau_ap_first: tau_ap(first, second).ok().filter(|_| defined),
            tau_ap_second: tau_ap(second, first).ok().filter(|_| defined),
            spearman: coefficient(spearman(first, second)),
            pearson: coefficient(pearson(first, second)),
            swap_rate: swapped.len() as f64 / pairs.max(1) as f64,
            swapped,
            tied_in_one,
            pairs,
        }
    }

    /// The coefficient τ_b.
    pub fn tau(&self) -> Option<f64> {
        self.tau_b.map(|tau| tau.coefficient)
    }
}

/// Whether all values are the same.
pub(super) fn is_constant(values: &[f64]) -> bool {
    values.windows(2).all(|pair| pair[0] == pair[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// scipy 1.17.1: kendalltau, spearmanr, pearsonr of these means, which hold a tie.
    #[test]
    fn five_runs_are_as_in_scipy() {
        let first = [0.6977, 0.6711, 0.8371, 0.7812, 0.3324];
        let second = [0.8333, 0.8333, 0.9583, 1.0, 0.664];
        let alike = RankAgreement::of(&first, &second);
        let close = |got: Option<f64>, want: f64| {
            assert!((got.unwrap() - want).abs() < 1e-12, "{got:?} is not {want}");
        };
        let tau = alike.tau_b.unwrap();
        close(Some(tau.coefficient), 0.7378647873726218);
        close(Some(tau.p), 0.07697417298126674);
        close(alike.spearman, 0.8720815992723809);
        close(alike.pearson, 0.9410423851405089);
        assert_eq!((alike.swapped, alike.tied_in_one, alike.pairs), (vec![(2, 3)], 1, 10));
    }

    #[test]
    fn an_order_that_ties_all_runs_is_like_no_other() {
        let alike = RankAgreement::of(&[0.5, 0.5, 0.5], &[0.1, 0.2, 0.3]);
        assert!(alike.tau_b.is_none() && alike.spearman.is_none() && alike.pearson.is_none());
        assert!(alike.tau_ap_first.is_none() && alike.tau_ap_second.is_none());
        assert_eq!((alike.swap_rate, alike.tied_in_one), (0.0, 3));
    }
}
