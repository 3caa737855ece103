//! τ_AP: a rank correlation that cares most about the top.

use crate::{Result, check, falling};

/// The AP rank correlation of Yilmaz, Aslam & Robertson (2008), "A new rank correlation coefficient
/// for information retrieval": the mean, over the things from rank 2 of the estimated order on, of
/// how many of the things above are rightly there less how many are wrongly there, by the true
/// order, over their number. Higher values rank first. 1 for equal orders, −1 for opposite ones; not
/// symmetric.
///
/// Ties follow Urbano & Marrero (2017), "The treatment of ties in AP correlation", variant a: for
/// things that the estimate ties, it is the mean over all their orders. Two things that the truth
/// ties are neither rightly nor wrongly above each other. With ties, 1 is not reached.
pub fn tau_ap(truth: &[f64], estimate: &[f64]) -> Result<f64> {
    check::pairs("the AP correlation", 2, truth, estimate)?;
    let order = falling(estimate);
    let mut sum = 0.0;
    let mut start = 0;
    for group in order.chunk_by(|&i, &j| estimate[i] == estimate[j]) {
        let above = &order[..start];
        start += group.len();
        if above.is_empty() {
            continue;
        }
        // A thing of the group is at each of its places alike often, and those that share the
        // group are above it rightly as often as wrongly.
        let places = above.len()..start;
        let weight = places.fold(0.0, |sum, higher| sum + 1.0 / higher as f64) / group.len() as f64;
        for &thing in group {
            let balance = above.iter().fold(0.0, |sum, &higher| {
                let rightly = f64::from(truth[higher] > truth[thing]);
                let wrongly = f64::from(truth[higher] < truth[thing]);
                sum + rightly - wrongly
            });
            sum += weight * balance;
        }
    }
    Ok(sum / (estimate.len() as f64 - 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of the authors' R package `ircor` 1.0, to its seven digits.
    #[test]
    fn the_examples_of_urbano_and_marrero() {
        let x = [0.06, 0.2, 0.27, 0.37, 0.57, 0.63, 0.66, 0.9, 0.91, 0.94];
        let y = [0.37, 0.06, 0.2, 0.27, 0.57, 0.66, 0.63, 0.91, 0.9, 0.94];
        assert!((tau_ap(&x, &y).unwrap() - 0.749_118_2).abs() < 5e-8);
        let tied = y.map(|v| (v * 5.0_f64).round() / 5.0);
        assert!((tau_ap(&x, &tied).unwrap() - 0.607_451_5).abs() < 5e-8);
    }

    #[test]
    fn the_top_weighs_most() {
        let truth = [4.0, 3.0, 2.0, 1.0];
        assert_eq!(tau_ap(&truth, &truth), Ok(1.0));
        assert_eq!(tau_ap(&truth, &[1.0, 2.0, 3.0, 4.0]), Ok(-1.0));
        let top = tau_ap(&truth, &[3.0, 4.0, 2.0, 1.0]).unwrap();
        let bottom = tau_ap(&truth, &[4.0, 3.0, 1.0, 2.0]).unwrap();
        assert!(top < bottom);
    }

    #[test]
    fn one_big_tie_says_nothing() {
        assert_eq!(tau_ap(&[1.0, 2.0, 3.0], &[0.5, 0.5, 0.5]), Ok(0.0));
    }
}
