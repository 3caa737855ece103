//! Which difference between two runs is large enough to hold on other topics, and how far that moves
//! with the sets that happen to be drawn.
//!
//! Single bins have few comparisons, so that their swap rates go up and down by chance. The rate of a
//! bin is therefore that of a fit which never rises with the difference (isotonic regression), and
//! not the bin's own. It is the rate of differences of about that size, as in Voorhees and Buckley,
//! and not the rate of all that are larger, which would let smaller ones pass.

use super::Stability;
use super::swaps::Tally;
use gainline_stats::Random;
use serde::Serialize;

/// How often blocks of trials are resampled.
const RESAMPLES: usize = 400;

/// Comparisons in which the runs differed by about as much on the first set.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bin {
    /// The least difference.
    pub from: f64,
    /// How many comparisons there were.
    pub comparisons: usize,
    /// How many of them were swaps.
    pub swapped: usize,
}

/// A difference that is large enough.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RequiredDifference {
    /// The least difference of the lowest bin.
    pub difference: f64,
    /// The share of comparisons that differed by as much or more, of those that are not tied.
    pub share: f64,
}

/// Between which ends the required difference moves with the sets that are drawn: quantiles over
/// resamples of the trials. It tells how far another seed may be off, and nothing about other topics
/// or other runs.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RequiredInterval {
    /// The lower end; null where no difference is large enough even there.
    pub low: Option<f64>,
    /// The upper end; null where no difference is large enough there.
    pub high: Option<f64>,
    /// The level.
    pub level: f64,
}

/// The largest differences, where these are reversed more often than the rate allows although a
/// smaller difference is large enough by the fit.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LargeReversed {
    /// The least of them.
    pub from: f64,
    /// The share of swaps among comparisons that differed by as much or more.
    pub swap_rate: f64,
}

impl LargeReversed {
    /// Of bins from the least difference up: from where on there are most swaps above the rate, if
    /// they are more by three standard errors over blocks of trials.
    pub(super) fn of(blocks: &[Tally], bins: &[Bin], request: &Stability) -> Option<Self> {
        let required = RequiredDifference::of(bins, request.rate)?;
        let (mut comparisons, mut swapped, mut most) = (0, 0, 0.0);
        let mut found = None;
        for bin in bins.iter().rev().take_while(|bin| bin.from > required.difference) {
            comparisons += bin.comparisons;
            swapped += bin.swapped;
            let above = swapped as f64 - request.rate * comparisons as f64;
            if above > most {
                most = above;
                let swap_rate = swapped as f64 / comparisons as f64;
                found = Some(LargeReversed { from: bin.from, swap_rate });
            }
        }
        let lowest = (found?.from / request.bin).round() as u64;
        let above = |block: &Tally| {
            block.bins.range(lowest..).fold(0.0, |sum, (_, (comparisons, swapped))| {
                sum + *swapped as f64 - request.rate * *comparisons as f64
            })
        };
        let mean = most / blocks.len() as f64;
        let squares = blocks.iter().fold(0.0, |sum, block| sum + (above(block) - mean).powi(2));
        let error = (squares * blocks.len() as f64 / (blocks.len() as f64 - 1.0)).sqrt();
        found.filter(|_| most > 3.0 * error)
    }
}

impl RequiredDifference {
    /// Of bins from the least difference up, with at most this rate of swaps.
    pub(super) fn of(bins: &[Bin], rate: f64) -> Option<Self> {
        let fit = never_rising(bins);
        let enough = |bin: &Bin| bin.swapped as f64 <= rate * bin.comparisons as f64;
        let lowest = fit.iter().position(enough)?;
        let comparisons = |bins: &[Bin]| bins.iter().map(|bin| bin.comparisons).sum::<usize>();
        let share = comparisons(&fit[lowest..]) as f64 / comparisons(&fit) as f64;
        Some(RequiredDifference { difference: fit[lowest].from, share })
    }
}

/// Neighbouring bins put together until the rate of swaps falls from each to the next: the fit by
/// least squares, weighted by comparisons, among all that never rise (pool adjacent violators).
fn never_rising(bins: &[Bin]) -> Vec<Bin> {
    let mut fit: Vec<Bin> = vec![];
    for &bin in bins {
        let mut pooled = bin;
        while let Some(below) = fit.pop_if(|below| {
            below.swapped as u128 * pooled.comparisons as u128
                <= pooled.swapped as u128 * below.comparisons as u128
        }) {
            pooled.from = below.from;
            pooled.comparisons += below.comparisons;
            pooled.swapped += below.swapped;
        }
        fit.push(pooled);
    }
    fit
}

/// Bins by their place, of comparisons and swaps from the least difference up. The last bin is open:
/// so far up, single ones would have too little in them to go by.
pub(super) fn bins(
    counts: impl DoubleEndedIterator<Item = (u64, (usize, usize))> + Clone,
    width: f64,
) -> Vec<Bin> {
    let untied: usize = counts.clone().map(|(_, (compared, _))| compared).sum();
    let mut bins: Vec<Bin> = vec![];
    let mut open = true;
    for (at, (compared, swapped)) in counts.rev().filter(|(_, (compared, _))| *compared > 0) {
        // 3 times 0.1 is 0.3, but for rounding.
        let from = (at as f64 * width * 1e9).round() / 1e9;
        match bins.last_mut().filter(|last| open && 100 * last.comparisons < untied) {
            Some(last) => {
                last.from = from;
                last.comparisons += compared;
                last.swapped += swapped;
            }
            None => {
                open = bins.is_empty();
                bins.push(Bin { from, comparisons: compared, swapped });
            }
        }
    }
    bins.reverse();
    bins
}

impl RequiredInterval {
    /// Of blocks of trials, which are resampled with replacement; none where all comparisons are tied.
    pub(super) fn of(
        blocks: &[Tally],
        all: &Tally,
        request: &Stability,
        random: &mut Random,
    ) -> Option<Self> {
        let places: Vec<u64> = all.bins.keys().copied().collect();
        if places.is_empty() {
            return None;
        }
        let counts: Vec<Vec<(usize, (usize, usize))>> =
            blocks.iter().map(|block| block.counts_at(&places)).collect();
        let mut found: Vec<f64> = (0..RESAMPLES)
            .map(|_| {
                let mut sums = vec![(0, 0); places.len()];
                for _ in 0..counts.len() {
                    for &(at, (compared, swapped)) in &counts[random.below(counts.len())] {
                        sums[at] = (sums[at].0 + compared, sums[at].1 + swapped);
                    }
                }
                let bins = bins(places.iter().copied().zip(sums.iter().copied()), request.bin);
                let required = RequiredDifference::of(&bins, request.rate);
                required.map_or(f64::INFINITY, |required| required.difference)
            })
            .collect();
        found.sort_by(f64::total_cmp);
        let tail = ((1.0 - request.level) / 2.0 * RESAMPLES as f64) as usize;
        let end = |at: usize| Some(found[at]).filter(|difference| difference.is_finite());
        let (low, high) = (end(tail), end(RESAMPLES - 1 - tail));
        Some(RequiredInterval { low, high, level: request.level })
    }

    /// Whether the difference is known only roughly: by more than a quarter of it and by more than
    /// the bins on both sides of it, or not even whether there is one.
    pub(super) fn is_wide(&self, bin: f64) -> bool {
        match (self.low, self.high) {
            (Some(low), Some(high)) => high - low > 2.5 * bin && high - low > (high + low) / 8.0,
            (Some(_), None) => true,
            (None, _) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{SizeSwaps, stability};
    use super::*;
    use crate::RunName;
    use crate::comparison::Sample;
    use gainline_stats::MonteCarlo;
    use proptest::prelude::*;

    fn of_counts(counts: &[(usize, usize)]) -> Vec<Bin> {
        let bin = |(at, &(comparisons, swapped)): (usize, &(usize, usize))| Bin {
            from: at as f64,
            comparisons,
            swapped,
        };
        counts.iter().enumerate().map(bin).collect()
    }

    #[test]
    fn a_difference_is_large_enough_if_it_and_all_larger_ones_are() {
        let some = of_counts(&[(100, 1), (50, 10), (30, 1), (20, 0)]);
        let required = Some(RequiredDifference { difference: 2.0, share: 0.25 });
        assert_eq!(RequiredDifference::of(&some, 0.05), required);
        assert_eq!(RequiredDifference::of(&of_counts(&[(100, 50)]), 0.05), None);
        assert_eq!(RequiredDifference::of(&[], 0.05), None);
    }

    #[test]
    fn a_sparse_bin_with_a_swap_too_many_decides_nothing() {
        let some = of_counts(&[(100, 40), (100, 4), (100, 3), (10, 1), (100, 0)]);
        let required = RequiredDifference::of(&some, 0.05).unwrap();
        assert_eq!(required, RequiredDifference { difference: 1.0, share: 310.0 / 410.0 });
    }

    /// The isotonic fit in closed form: the largest over upper ends of the smallest over lower ends
    /// of the rate between them (Barlow et al., Statistical Inference under Order Restrictions, 1972).
    fn fitted(bins: &[Bin], at: usize) -> f64 {
        let rate = |from: usize, to: usize| {
            let (mut comparisons, mut swapped) = (0, 0);
            for bin in &bins[from..=to] {
                comparisons += bin.comparisons;
                swapped += bin.swapped;
            }
            swapped as f64 / comparisons as f64
        };
        let smallest = |to| (0..=at).map(|from| rate(from, to)).fold(f64::INFINITY, f64::min);
        (at..bins.len()).map(smallest).fold(0.0, f64::max)
    }

    proptest! {
        #[test]
        fn the_fit_is_the_one_in_closed_form(
            counts in proptest::collection::vec((1_usize..30, 0.0..1.0), 1..12),
            rate in 0.01..0.6,
        ) {
            let swapped = |(all, share): &(usize, f64)| (*all, (*all as f64 * share) as usize);
            let bins = of_counts(&counts.iter().map(swapped).collect::<Vec<_>>());
            let expected = (0..bins.len()).find(|at| fitted(&bins, *at) <= rate);
            let found = RequiredDifference::of(&bins, rate).map(|found| found.difference as usize);
            prop_assert_eq!(found, expected);
        }
    }

    fn sample(columns: Vec<Vec<f64>>) -> Sample {
        let names: Vec<String> = (0..columns.len()).map(|run| run.to_string()).collect();
        let names = RunName::all(names.iter().map(String::as_str));
        let means = columns.iter().map(|of| of.iter().fold(0.0, |a, b| a + b) / 24.0).collect();
        let topics = (0..24).map(|topic| topic.to_string()).collect();
        Sample::new("AP".parse().unwrap(), names, topics, columns, means).unwrap()
    }

    /// Five runs on 24 topics that differ by steps, with noise.
    fn runs() -> Sample {
        let mut random = Random::stream(3, 0);
        let mut column = |run: usize| -> Vec<f64> {
            (0..24).map(|_| 0.1 * run as f64 + 0.5 * random.unit()).collect()
        };
        sample((0..5).map(&mut column).collect())
    }

    fn drawn(sample: &Sample, topics: usize, rate: f64, plan: &MonteCarlo<'_>) -> SizeSwaps {
        let request = Stability { rate, ..Stability::by(vec![]) };
        stability(std::slice::from_ref(sample), &[topics], &request, plan).remove(0).sizes.remove(0)
    }

    /// What very many sets give lies in nearly all of the intervals of few, and these are no wider
    /// than what other seeds give by much.
    #[test]
    fn intervals_hold_what_more_sets_give() {
        let sample = runs();
        let drawn = |trials, seed| {
            let size = drawn(&sample, 8, 0.1, &MonteCarlo::new(trials, seed));
            let ends = size.required_interval.unwrap();
            (size.required_difference.unwrap().difference, ends.low.unwrap(), ends.high.unwrap())
        };
        let (limit, low, high) = drawn(40_000, 1000);
        let few: Vec<(f64, f64, f64)> = (0..60).map(|seed| drawn(300, seed)).collect();
        let held = few.iter().filter(|(_, low, high)| *low <= limit && limit <= *high).count();
        assert!(held >= 54, "{held} of 60 hold {limit}: {few:?}");
        let width = few.iter().fold(0.0, |sum, (_, low, high)| sum + high - low) / 60.0;
        let found = || few.iter().map(|(found, ..)| *found);
        let spread = found().fold(0.0, f64::max) - found().fold(1.0, f64::min);
        assert!(spread > 0.015 && width < 1.5 * spread, "{width} {spread}");
        assert!(high - low < width / 2.0, "{low} {high} {width}");
    }

    /// Six runs at constant distances never swap; a seventh is above them on one half of the topics by
    /// as much as it is below them on the other, often by more than these distances.
    #[test]
    fn large_differences_that_are_reversed_are_told() {
        let mut random = Random::stream(5, 0);
        let above: Vec<f64> = (0..12).map(|_| 3.0 * random.unit()).collect();
        let turning = above.iter().copied().chain(above.iter().map(|value| -value)).collect();
        let constant = |run: usize| vec![0.05 * run as f64 - 0.125; 24];
        let columns = (0..6).map(constant).chain([turning]).collect();
        let plan = MonteCarlo::new(500, 1);
        let found = drawn(&sample(columns), 12, 0.3, &plan);
        let (required, large) = (found.required_difference.unwrap(), found.large_reversed.unwrap());
        assert_eq!(required.difference, 0.05);
        assert!(large.from > 0.25 && large.swap_rate > 0.9, "{large:?}");
        assert_eq!(drawn(&runs(), 8, 0.1, &plan).large_reversed, None);
    }

    #[test]
    fn an_interval_is_wide_if_it_is_by_its_size_and_by_bins() {
        let wide = |low, high| RequiredInterval { low, high, level: 0.95 }.is_wide(0.01);
        assert!(wide(Some(0.15), Some(0.38)));
        assert!(!wide(Some(0.02), Some(0.04)) && !wide(Some(0.38), Some(0.42)));
        // It is not even known whether there is one; or it is known that there is none.
        assert!(wide(Some(0.5), None) && !wide(None, None));
    }
}
