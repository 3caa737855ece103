//! How often the order of two runs is reversed from one set of topics to another.
//!
//! Runs that are equal on a set are tied there: such a comparison can neither swap nor hold, so that
//! it counts for no rate. Otherwise a measure that cannot tell runs apart would have the lowest rate.

use super::Stability;
use super::draw::{Table, difference, resample, sample};
use super::required::{Bin, LargeReversed, RequiredDifference, RequiredInterval, bins};
use gainline_stats::{MonteCarlo, Random};
use serde::Serialize;
use std::collections::BTreeMap;

/// What came of comparing all pairs of runs on pairs of sets of one size.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SizeSwaps {
    /// How many topics a set has.
    pub topics: usize,
    /// How many comparisons there were: one for each pair of runs and pair of sets.
    pub comparisons: usize,
    /// In how many of them the better run on the first set was the worse one on the second.
    pub swapped: usize,
    /// In how many of them the runs were equal on a set, or on both.
    pub tied: usize,
    /// The share of comparisons that were swaps, of those that were not tied; null where all were.
    pub swap_rate: Option<f64>,
    /// The share of comparisons in which runs were equal on a set.
    pub tie_rate: f64,
    /// The smallest difference on the first set among comparisons that are not tied; null where all
    /// are.
    pub smallest_difference: Option<f64>,
    /// The smallest difference on one set from which on runs swap at most at the rate that was asked
    /// for, by a fit to the bins that never rises with the difference; null where none does, or all
    /// comparisons are tied.
    pub required_difference: Option<RequiredDifference>,
    /// How far the required difference moves with the sets that are drawn; null where all comparisons
    /// are tied.
    pub required_interval: Option<RequiredInterval>,
    /// The largest differences, where these are clearly reversed more often than the rate allows,
    /// although a smaller difference is large enough; otherwise null.
    pub large_reversed: Option<LargeReversed>,
    /// How many pairs of sets were drawn.
    pub sets: usize,
    /// On how many first sets Kendall's τ_b with the order on all topics is undefined, since all runs
    /// are equal there, or on all topics.
    pub without_tau: usize,
    /// The share of sets on which τ_b is undefined.
    pub without_tau_rate: f64,
    /// The mean of τ_b over the first sets where it is defined; null where it is undefined on more
    /// than a third of them, since it would say that orders agree where there often is none.
    pub tau: Option<f64>,
    /// By how much the runs differed on the first set, from the least up, without comparisons that
    /// are tied. The last bin is open, and begins where it has at least a hundredth of them.
    pub bins: Vec<Bin>,
}

/// Counts of some trials, which can be added up.
#[derive(Default)]
pub(super) struct Tally {
    size: usize,
    trials: usize,
    swapped: usize,
    tied: usize,
    least: Option<f64>,
    /// By how many widths of a bin the runs differed: comparisons and swaps.
    pub bins: BTreeMap<u64, (usize, usize)>,
    /// The sum of τ, and of how many.
    tau: (f64, usize),
}

/// The trials of one size by one measure, in blocks, and all of them added up.
pub(super) struct Trials {
    blocks: Vec<Tally>,
    all: Tally,
    /// The random numbers that resample the blocks.
    random: Random,
}

/// So many blocks of trials there are at most, each with as many trials as the others but the last.
const BLOCKS: usize = 100;

/// Compares all pairs of runs on pairs of sets of a size, by each measure.
pub(super) fn tally(
    tables: &[Table],
    size: usize,
    request: &Stability,
    plan: &MonteCarlo<'_>,
) -> Vec<Trials> {
    let (seed, topics) = (plan.seed(), tables[0].topics());
    let blocks = plan.in_ranges(plan.trials().div_ceil(BLOCKS), |trials| {
        let mut tallies: Vec<Tally> = tables.iter().map(|_| Tally::new(size)).collect();
        let (mut drawn, mut first, mut second) = (vec![], vec![], vec![]);
        for trial in trials {
            // Each size has its own streams; ranks have those of size 0.
            let mut random = Random::stream(seed, (size as u64) << 32 | trial as u64);
            if request.replace {
                resample(topics, 2 * size, &mut random, &mut drawn);
            } else {
                sample(topics, 2 * size, &mut random, &mut drawn);
            }
            for (table, tally) in tables.iter().zip(&mut tallies) {
                table.means_over(&drawn[..size], &mut first);
                table.means_over(&drawn[size..], &mut second);
                tally.count(table, &first, &second, request.bin);
            }
        }
        tallies
    });
    // No trial has this stream.
    let trials = || Trials {
        blocks: vec![],
        all: Tally::new(size),
        random: Random::stream(seed, 1 << 63 | size as u64),
    };
    let mut found: Vec<Trials> = tables.iter().map(|_| trials()).collect();
    for block in blocks {
        for (trials, tally) in found.iter_mut().zip(block) {
            trials.all.add(&tally);
            trials.blocks.push(tally);
        }
    }
    found
}

/// All pairs of places, the first before the second.
pub(super) fn pairs(runs: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..runs).flat_map(move |first| (first + 1..runs).map(move |second| (first, second)))
}

impl Trials {
    pub(super) fn summary(mut self, table: &Table, request: &Stability) -> SizeSwaps {
        let (blocks, all) = (&self.blocks, &self.all);
        let mut summary = all.summary(table, request);
        summary.required_interval = RequiredInterval::of(blocks, all, request, &mut self.random);
        summary.large_reversed = LargeReversed::of(blocks, &summary.bins, request);
        summary
    }
}

impl Tally {
    fn new(size: usize) -> Self {
        Tally { size, ..Tally::default() }
    }

    /// Counts one pair of sets, by the means on both.
    fn count(&mut self, table: &Table, first: &[f64], second: &[f64], bin: f64) {
        self.trials += 1;
        // Agreement with the order on all topics, and pairs that are ordered there, and here.
        let (mut agreeing, mut ordered, mut ordered_here) = (0.0, 0.0, 0.0);
        for (a, b) in pairs(table.runs()) {
            let one = difference(first[a], first[b]);
            let other = difference(second[a], second[b]);
            self.compare(one, other, bin);
            let all = difference(table.means[a], table.means[b]);
            agreeing += sign(one) * sign(all);
            ordered += sign(all).abs();
            ordered_here += sign(one).abs();
        }
        if ordered > 0.0 && ordered_here > 0.0 {
            self.tau.0 += agreeing / (ordered * ordered_here).sqrt();
            self.tau.1 += 1;
        }
    }

    /// Counts one comparison, by the differences on both sets.
    fn compare(&mut self, one: f64, other: f64, bin: f64) {
        if one == 0.0 || other == 0.0 {
            self.tied += 1;
            return;
        }
        let is_swap = (one > 0.0) != (other > 0.0);
        self.swapped += usize::from(is_swap);
        self.least = lesser(self.least, Some(one.abs()));
        // What is a bin's lower end but for rounding belongs to it.
        let (compared, swapped) = self.bins.entry((one.abs() / bin + 1e-9) as u64).or_default();
        *compared += 1;
        *swapped += usize::from(is_swap);
    }

    fn add(&mut self, other: &Tally) {
        self.trials += other.trials;
        self.swapped += other.swapped;
        self.tied += other.tied;
        self.least = lesser(self.least, other.least);
        for (bin, (compared, swapped)) in &other.bins {
            let all = self.bins.entry(*bin).or_default();
            *all = (all.0 + compared, all.1 + swapped);
        }
        self.tau = (self.tau.0 + other.tau.0, self.tau.1 + other.tau.1);
    }

    /// Its bins, each with its place among `places`, which has all of them.
    pub(super) fn counts_at(&self, places: &[u64]) -> Vec<(usize, (usize, usize))> {
        let at = |place: u64| places.partition_point(|other| *other < place);
        self.bins.iter().map(|(place, counts)| (at(*place), *counts)).collect()
    }

    /// Without what takes the blocks of trials.
    fn summary(&self, table: &Table, request: &Stability) -> SizeSwaps {
        let comparisons = self.trials * pairs(table.runs()).count();
        let untied = comparisons - self.tied;
        let without_tau = self.trials - self.tau.1;
        let bins = bins(self.bins.iter().map(|(at, counts)| (*at, *counts)), request.bin);
        SizeSwaps {
            topics: self.size,
            comparisons,
            swapped: self.swapped,
            tied: self.tied,
            swap_rate: (untied > 0).then(|| self.swapped as f64 / untied as f64),
            tie_rate: self.tied as f64 / comparisons.max(1) as f64,
            smallest_difference: self.least,
            required_difference: RequiredDifference::of(&bins, request.rate),
            required_interval: None,
            large_reversed: None,
            sets: self.trials,
            without_tau,
            without_tau_rate: without_tau as f64 / self.trials.max(1) as f64,
            tau: (self.tau.1 > 0 && 3 * self.tau.1 >= 2 * self.trials)
                .then(|| self.tau.0 / self.tau.1 as f64),
            bins,
        }
    }
}

/// The smaller one of what there is.
fn lesser(one: Option<f64>, other: Option<f64>) -> Option<f64> {
    one.into_iter().chain(other).reduce(f64::min)
}

/// −1, 0 or 1.
fn sign(number: f64) -> f64 {
    if number == 0.0 { 0.0 } else { number.signum() }
}
