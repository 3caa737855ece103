//! Kendall's τ.

use crate::correlation::Correlation;
use crate::distributions::normal;
use crate::ranks::Ranks;
use crate::{Result, StatsError, check};

/// Kendall's τ_b (Kendall 1945): concordant less discordant pairs, over the geometric mean of the
/// numbers of pairs that are not tied in the one and in the other. Undefined if all values of a
/// sample are equal.
///
/// The p-value, two-sided, is exact for up to 33 values without ties and a normal approximation
/// corrected for ties otherwise, as in scipy. Time grows as that of sorting (Knight 1966).
pub fn kendall_tau_b(x: &[f64], y: &[f64]) -> Result<Correlation> {
    check::pairs("Kendall's tau", 2, x, y)?;
    let n = x.len() as f64;
    let (x, y) = (Ranks::of(x, 0.0), Ranks::of(y, 0.0));
    let pairs = |n: f64| n * (n - 1.0) / 2.0;
    let untied = |ranks: &Ranks| pairs(n) - ranks.over_ties(pairs);
    if untied(&x) == 0.0 || untied(&y) == 0.0 {
        let why = "all values of a sample are equal";
        return Err(StatsError::Undefined { what: "Kendall's tau", why });
    }
    let mut order: Vec<(f64, f64)> = x.ranks.iter().copied().zip(y.ranks.iter().copied()).collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let tied_in_both =
        order.chunk_by(|a, b| a == b).fold(0.0, |sum, group| sum + pairs(group.len() as f64));
    // Within a tie of x, y ascends: there is nothing to invert.
    let mut of_y: Vec<f64> = order.into_iter().map(|(_, y)| y).collect();
    let discordant = sort_and_count(&mut of_y, &mut vec![]) as f64;
    let concordant = untied(&x) + untied(&y) - pairs(n) + tied_in_both - discordant;
    let difference = concordant - discordant;
    let fewer = concordant.min(discordant);
    let p = if x.ties.is_empty() && y.ties.is_empty() && (n <= 33.0 || fewer <= 1.0) {
        exact(n as usize, fewer as usize)
    } else {
        let z = difference / variance(n, &x, &y).sqrt();
        2.0 * normal::survival(z.abs())
    };
    let coefficient = difference / untied(&x).sqrt() / untied(&y).sqrt();
    Ok(Correlation { coefficient: coefficient.clamp(-1.0, 1.0), p })
}

/// Sorts by merging and counts the pairs that stood in the wrong order.
fn sort_and_count(values: &mut [f64], merged: &mut Vec<f64>) -> u64 {
    if values.len() < 2 {
        return 0;
    }
    let middle = values.len() / 2;
    let mut inversions = sort_and_count(&mut values[..middle], merged)
        + sort_and_count(&mut values[middle..], merged);
    merged.clear();
    let (left, right) = values.split_at(middle);
    let (mut l, mut r) = (0, 0);
    while l < left.len() && r < right.len() {
        if left[l] <= right[r] {
            merged.push(left[l]);
            l += 1;
        } else {
            inversions += (left.len() - l) as u64;
            merged.push(right[r]);
            r += 1;
        }
    }
    merged.extend_from_slice(&left[l..]);
    merged.extend_from_slice(&right[r..]);
    values.copy_from_slice(merged);
    inversions
}

/// The variance of concordant less discordant pairs if the orders are unrelated (Kendall 1970, *Rank
/// Correlation Methods*, section 4.10).
fn variance(n: f64, x: &Ranks, y: &Ranks) -> f64 {
    let twos = |ranks: &Ranks| ranks.over_ties(|t| t * (t - 1.0));
    let threes = |ranks: &Ranks| ranks.over_ties(|t| t * (t - 1.0) * (t - 2.0));
    let slope = |ranks: &Ranks| ranks.over_ties(|t| t * (t - 1.0) * (2.0 * t + 5.0));
    let m = n * (n - 1.0);
    let both = if n > 2.0 { threes(x) * threes(y) / (9.0 * m * (n - 2.0)) } else { 0.0 };
    (m * (2.0 * n + 5.0) - slope(x) - slope(y)) / 18.0 + twos(x) * twos(y) / (2.0 * m) + both
}

/// Twice the probability that a random order of `n` has at most `fewer` inversions. The next of j
/// things brings 0 to j − 1 of them, all alike likely.
fn exact(n: usize, fewer: usize) -> f64 {
    let mut chances = vec![0.0; fewer + 1];
    chances[0] = 1.0;
    for j in 2..=n {
        let before = chances.clone();
        for (inversions, chance) in chances.iter_mut().enumerate() {
            let from = (inversions + 1).saturating_sub(j);
            let ways = before[from..=inversions].iter().fold(0.0, |sum, c| sum + c);
            *chance = ways / j as f64;
        }
    }
    (2.0 * chances.iter().fold(0.0, |sum, c| sum + c)).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_swap_in_four_worked_by_hand() {
        let tau = kendall_tau_b(&[1.0, 2.0, 3.0, 4.0], &[1.0, 2.0, 4.0, 3.0]).unwrap();
        assert!((tau.coefficient - 4.0 / 6.0).abs() < 1e-15);
        // Of 24 orders, 1 has no inversion and 3 have one.
        assert!((tau.p - 8.0 / 24.0).abs() < 1e-15);
    }

    #[test]
    fn a_constant_sample_has_no_tau() {
        let error = kendall_tau_b(&[1.0, 1.0, 1.0], &[1.0, 2.0, 3.0]).unwrap_err();
        let message = "Kendall's tau is undefined: all values of a sample are equal";
        assert_eq!(error.to_string(), message);
    }

    /// Pairs counted one by one, on values with and without ties.
    #[test]
    fn counting_by_merging_is_counting_pairs() {
        let mut random = crate::Random::stream(7, 0);
        for (n, kinds) in [(2, 9), (5, 3), (40, 4), (41, 1000), (97, 12)] {
            let mut draw = || (0..n).map(|_| random.below(kinds) as f64).collect::<Vec<f64>>();
            let (x, y) = (draw(), draw());
            let (mut difference, mut of_x, mut of_y) = (0.0, 0.0, 0.0);
            for i in 0..n {
                for j in 0..i {
                    let signs = [x[i] - x[j], y[i] - y[j]]
                        .map(|d: f64| if d == 0.0 { 0.0 } else { d.signum() });
                    difference += signs[0] * signs[1];
                    of_x += signs[0].abs();
                    of_y += signs[1].abs();
                }
            }
            match kendall_tau_b(&x, &y) {
                Ok(tau) => {
                    let wanted: f64 = difference / (of_x * of_y).sqrt();
                    assert!((tau.coefficient - wanted).abs() < 1e-14, "{n} of {kinds}");
                }
                Err(_) => assert!(of_x * of_y == 0.0),
            }
        }
    }
}
