//! Kishida's closed formulas for the change of a measure when the document at rank j turns
//! relevant, or changes grade. They are numbered as in Kishida, "Property of average precision and
//! its generalization", NII Technical Report NII-2005-014E, 2005.
//!
//! Ranks count from 1 and stand in ascending order. Where a formula is about a document that turns
//! relevant, it does not matter whether the lists hold that document already.

/// Formula (10), which is (9) written out: the change of average precision when the document at
/// `rank` turns relevant and R stays as it is. `relevant_ranks` are the ranks of the relevant
/// documents found, `relevant` is R. Without relevant documents there is no change.
pub fn average_precision_change(relevant_ranks: &[usize], relevant: usize, rank: usize) -> f64 {
    if relevant == 0 { 0.0 } else { gained(relevant_ranks, rank) / relevant as f64 }
}

/// The precision at the new document, and what the ones below it gain: the bracket in (10).
fn gained(relevant_ranks: &[usize], rank: usize) -> f64 {
    let above = relevant_ranks.iter().filter(|&&r| r < rank).count();
    let below = relevant_ranks.iter().filter(|&&r| r > rank);
    below.fold((above + 1) as f64 / rank as f64, |sum, &t| sum + 1.0 / t as f64)
}

/// Formula (15): what average precision, now `value`, loses alone by one more relevant document
/// beside the `relevant` ones.
pub fn average_precision_loss(relevant: usize, value: f64) -> f64 {
    value / (relevant + 1) as f64
}

/// Formula (16): the change of average precision when an undiscovered relevant document is found
/// at `rank`, so that there is one relevant document more. `relevant_ranks` are the ranks of the
/// relevant documents found before, without this one; `relevant` is R before.
pub fn average_precision_discovery(relevant_ranks: &[usize], relevant: usize, rank: usize) -> f64 {
    let value = average_precision(relevant_ranks, relevant);
    gained(relevant_ranks, rank) / (relevant + 1) as f64 - average_precision_loss(relevant, value)
}

/// Formula (17): what (16) becomes when all R relevant documents stand above `rank`, and `value`
/// is the average precision before.
pub fn average_precision_discovery_at_end(rank: usize, relevant: usize, value: f64) -> f64 {
    1.0 / rank as f64 - average_precision_loss(relevant, value)
}

/// Formula (5): average precision itself, 0 without relevant documents.
pub fn average_precision(relevant_ranks: &[usize], relevant: usize) -> f64 {
    let precisions = (1..).zip(relevant_ranks).fold(0.0, |sum, (n, &r)| sum + n as f64 / r as f64);
    if relevant == 0 { 0.0 } else { precisions / relevant as f64 }
}

/// Section 2.2: the change of R-precision when a document turns relevant and R stays as it is. It
/// is the same at all ranks up to R, and nothing below.
pub fn r_precision_change(relevant: usize, rank: usize) -> f64 {
    if rank <= relevant { 1.0 / relevant as f64 } else { 0.0 }
}

/// Formula (28): how fast the modified sliding ratio rises with the gain at `rank`. `ideal` are the
/// gains of the ideal ranking, down to the last rank that counts. Nothing to gain, no change.
pub fn modified_sliding_ratio_slope(ideal: &[f64], rank: usize) -> f64 {
    let best = (1..).zip(ideal).fold(0.0, |sum, (k, y)| sum + y / f64::from(k));
    if best > 0.0 { 1.0 / rank as f64 / best } else { 0.0 }
}

/// Formula (33): how fast the mean of nDCG over ranks 1 to `last` rises with the gain at `rank`.
/// `discount` is what a gain at a rank is divided by: Kishida has 1 for ranks below the base of the
/// logarithm, and from there on log_b of the rank. Beyond its gains, the ideal stays what it is.
pub fn mean_ndcg_slope(
    ideal: &[f64],
    discount: impl Fn(usize) -> f64,
    last: usize,
    rank: usize,
) -> f64 {
    let (mut best, mut shares) = (0.0, 0.0);
    let end = last.min(ideal.len().max(rank));
    for k in 1..=end {
        best += ideal.get(k - 1).map_or(0.0, |y| y / discount(k));
        if k >= rank && best > 0.0 {
            shares += 1.0 / best;
        }
    }
    if best > 0.0 && rank <= last {
        shares += (last - end) as f64 / best;
    }
    shares / discount(rank) / last as f64
}

/// What the formulas for graded judgments read: relevant documents, which are those with a gain.
#[derive(Debug, Clone, Copy)]
pub struct GradedRanking<'a> {
    /// The ranks and gains of the relevant documents found.
    pub found: &'a [(usize, f64)],
    /// The gains of the ideal ranking, highest first, down to the last rank that counts.
    pub ideal: &'a [f64],
}

impl GradedRanking<'_> {
    fn above(&self, rank: usize) -> impl Iterator<Item = f64> {
        self.found.iter().filter(move |(r, _)| *r < rank).map(|(_, gain)| *gain)
    }

    fn below(&self, rank: usize) -> impl Iterator<Item = usize> {
        self.found.iter().map(|(r, _)| *r).filter(move |r| *r > rank)
    }

    /// The ideal gain up to a rank.
    fn ideal_to(&self, rank: usize) -> f64 {
        self.ideal.iter().take(rank).fold(0.0, |sum, y| sum + y)
    }

    /// (41): the divisor of generalized average precision.
    fn generalized_ap_most(&self) -> f64 {
        let (mut sum, mut most) = (0.0, 0.0);
        for (i, y) in (1..).zip(self.ideal) {
            sum += y;
            most += sum / f64::from(i);
        }
        most
    }
}

/// Formula (36): how fast Q-measure rises with the gain of the relevant document at `rank`.
/// `divisor` is R; `beta` is how much gain counts beside precision, 1 in Kishida.
pub fn q_slope(graded: GradedRanking<'_>, divisor: usize, beta: f64, rank: usize) -> f64 {
    let own = 1.0 / (rank as f64 + beta * graded.ideal_to(rank));
    beta * q_below(graded, beta, rank, own) / divisor.max(1) as f64
}

/// Formula (37): the change of Q-measure when the document at `rank` turns relevant and has this
/// gain; R and the ideal stay as they are. Without relevant documents there is no change.
pub fn q_change(
    graded: GradedRanking<'_>,
    divisor: usize,
    beta: f64,
    rank: usize,
    gain: f64,
) -> f64 {
    if divisor == 0 {
        return 0.0;
    }
    let worth = |gain: f64| beta * gain + 1.0;
    let blend = graded.above(rank).fold(worth(gain), |sum, gain| sum + worth(gain));
    let own = blend / (rank as f64 + beta * graded.ideal_to(rank));
    (own + worth(gain) * q_below(graded, beta, rank, 0.0)) / divisor as f64
}

/// `own` and the sum over the relevant documents below `rank` of 1 / (i + ideal gain up to i).
fn q_below(graded: GradedRanking<'_>, beta: f64, rank: usize, own: f64) -> f64 {
    graded.below(rank).fold(own, |sum, i| sum + 1.0 / (i as f64 + beta * graded.ideal_to(i)))
}

/// Formula (43): how fast generalized average precision rises with the gain of the relevant
/// document at `rank`.
pub fn generalized_ap_slope(graded: GradedRanking<'_>, rank: usize) -> f64 {
    let most = graded.generalized_ap_most();
    let sum = graded.below(rank).fold(1.0 / rank as f64, |sum, k| sum + 1.0 / k as f64);
    if most > 0.0 { sum / most } else { 0.0 }
}

/// Formula (44): the change of generalized average precision when the document at `rank` turns
/// relevant and has this gain; the ideal stays as it is. Nothing to gain, no change.
pub fn generalized_ap_change(graded: GradedRanking<'_>, rank: usize, gain: f64) -> f64 {
    let most = graded.generalized_ap_most();
    let own = graded.above(rank).fold(gain, |sum, gain| sum + gain) / rank as f64;
    let sum = graded.below(rank).fold(own, |sum, t| sum + gain / t as f64);
    if most > 0.0 { sum / most } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-12, "{a} is not {b}");
    }

    /// Table 1: the change at rank 101 by (17), to its five decimals.
    #[test]
    fn table_1_is_reproduced() {
        let table = [
            (10, [0.00081, -0.01737, -0.03555]),
            (50, [0.00794, 0.00402, 0.00010]),
            (100, [0.00891, 0.00693, 0.00495]),
        ];
        for (relevant, printed) in table {
            for (value, printed) in [0.1, 0.3, 0.5].into_iter().zip(printed) {
                let change = average_precision_discovery_at_end(101, relevant, value);
                assert!((change - printed).abs() < 0.5e-5, "{relevant} {value}: {change}");
            }
        }
    }

    /// (17) is (16) when all relevant documents stand above.
    #[test]
    fn discovery_at_the_end_is_discovery_below_all_others() {
        let ranks = [1, 4, 5, 9];
        let value = average_precision(&ranks, 4);
        let at_end = average_precision_discovery_at_end(101, 4, value);
        close(average_precision_discovery(&ranks, 4, 101), at_end);
    }

    /// Relevant at ranks 1 and 4 of R = 3: AP is (1/1 + 2/4) / 3 = 0.5. With rank 2 it is (1/1 +
    /// 2/2 + 3/4) / 3 = 2.75 / 3, and over R = 4 it is 2.75 / 4.
    #[test]
    fn average_precision_by_hand() {
        close(average_precision(&[1, 4], 3), 0.5);
        close(average_precision_change(&[1, 4], 3, 2), 2.75 / 3.0 - 0.5);
        close(average_precision_discovery(&[1, 4], 3, 2), 2.75 / 4.0 - 0.5);
        close(average_precision_loss(3, 0.5), 0.5 - 1.5 / 4.0);
        // The first relevant document of all.
        close(average_precision_discovery(&[], 0, 4), 0.25);
        close(average_precision_change(&[], 0, 4), 0.0);
    }

    /// Kishida's remark below (10): at the last rank N, where the R relevant documents are all seen,
    /// the new one among them, the change is 1/N.
    #[test]
    fn at_the_last_rank_the_change_is_one_over_it() {
        close(average_precision_change(&[1, 2, 3], 4, 1000), 1.0 / 1000.0);
    }

    /// (11): of two irrelevant neighbours, the higher one moves average precision more.
    #[test]
    fn a_higher_rank_moves_average_precision_more() {
        let ranks = [3, 7, 20];
        let irrelevant = |rank: &usize| !ranks.contains(rank) && !ranks.contains(&(rank + 1));
        for rank in (1..50).filter(irrelevant) {
            let change = |rank| average_precision_change(&ranks, 5, rank);
            assert!(change(rank) > change(rank + 1), "{rank}");
        }
    }

    #[test]
    fn r_precision_does_not_care_for_the_rank_up_to_r() {
        assert_eq!([1, 4, 5].map(|rank| r_precision_change(4, rank)), [0.25, 0.25, 0.0]);
        assert_eq!(r_precision_change(0, 1), 0.0);
    }

    /// Kishida's example of section 4.3: documents of grades 3, 2 and 1, five of them retrieved.
    /// Table 5 has the values of `00003`; from `00000`, they are changes.
    #[test]
    fn table_5_from_nothing_to_one_document_at_rank_5() {
        let ideal = [3.0, 2.0, 1.0];
        let graded = GradedRanking { found: &[], ideal: &ideal };
        let jk = |rank: usize| if rank < 2 { 1.0 } else { (rank as f64).log2() };
        let near = |value: f64, printed: f64| assert!((value - printed).abs() < 5e-4, "{value}");
        near(3.0 * modified_sliding_ratio_slope(&ideal, 5), 0.138);
        near(3.0 * mean_ndcg_slope(&ideal, jk, 5, 5), 0.046);
        near(q_change(graded, 3, 1.0, 5, 3.0), 0.121);
        near(generalized_ap_change(graded, 5, 3.0), 0.080);
    }

    /// Table 5 again: from d. `30000` to a. `32000`, and from `31000` to it by regrading.
    #[test]
    fn table_5_from_one_pattern_to_another() {
        let ideal = [3.0, 2.0, 1.0];
        let graded = GradedRanking { found: &[(1, 3.0)], ideal: &ideal };
        let jk = |rank: usize| if rank < 2 { 1.0 } else { (rank as f64).log2() };
        let near = |value: f64, printed: f64| assert!((value - printed).abs() < 1e-3, "{value}");
        near(2.0 * modified_sliding_ratio_slope(&ideal, 2), 0.923 - 0.692);
        near(2.0 * mean_ndcg_slope(&ideal, jk, 5, 2), 0.933 - 0.640);
        near(q_change(graded, 3, 1.0, 2, 2.0), 0.667 - 0.333);
        near(generalized_ap_change(graded, 2, 2.0), 0.733 - 0.400);
        let one = GradedRanking { found: &[(1, 3.0), (2, 1.0)], ideal: &ideal };
        let q = q_change(graded, 3, 1.0, 2, 1.0) + q_slope(one, 3, 1.0, 2);
        close(q, q_change(graded, 3, 1.0, 2, 2.0));
        let gap = generalized_ap_change(graded, 2, 1.0) + generalized_ap_slope(one, 2);
        close(gap, generalized_ap_change(graded, 2, 2.0));
    }
}
