//! How often the order of two runs is reversed from one set of topics to another.
//!
//! Runs that are equal on a set are tied there: such a comparison can neither swap nor hold, so that
//! it counts for no rate. Otherwise a measure that cannot tell runs apart would have the lowest rate.

use super::Stability;
use super::draw::{Table, difference, resample, sample};
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
    /// for, in its bin and in every bin above; null where no bin does, or all comparisons are tied.
    pub required_difference: Option<RequiredDifference>,
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

impl RequiredDifference {
    /// Of bins from the least difference up, with at most this rate of swaps.
    pub(super) fn of(bins: &[Bin], rate: f64) -> Option<Self> {
        let untied: usize = bins.iter().map(|bin| bin.comparisons).sum();
        let mut required = None;
        let mut larger = 0;
        for bin in bins.iter().rev() {
            if bin.swapped as f64 > rate * bin.comparisons as f64 {
                break;
            }
            larger += bin.comparisons;
            let share = larger as f64 / untied as f64;
            required = Some(RequiredDifference { difference: bin.from, share });
        }
        required
    }
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
    bins: BTreeMap<u64, (usize, usize)>,
    /// The sum of τ, and of how many.
    tau: (f64, usize),
}

/// Compares all pairs of runs on pairs of sets of a size, by each measure.
pub(super) fn tally(
    tables: &[Table],
    size: usize,
    request: &Stability,
    plan: &MonteCarlo<'_>,
) -> Vec<Tally> {
    let (seed, topics) = (plan.seed(), tables[0].topics());
    let parts = plan.in_ranges(50, |trials| {
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
    let mut all: Vec<Tally> = tables.iter().map(|_| Tally::new(size)).collect();
    for part in parts {
        all.iter_mut().zip(part).for_each(|(all, part)| all.add(&part));
    }
    all
}

/// All pairs of places, the first before the second.
pub(super) fn pairs(runs: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..runs).flat_map(move |first| (first + 1..runs).map(move |second| (first, second)))
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

    pub(super) fn summary(&self, table: &Table, request: &Stability) -> SizeSwaps {
        let comparisons = self.trials * pairs(table.runs()).count();
        let untied = comparisons - self.tied;
        let without_tau = self.trials - self.tau.1;
        let bins = self.bins(request.bin, untied);
        SizeSwaps {
            topics: self.size,
            comparisons,
            swapped: self.swapped,
            tied: self.tied,
            swap_rate: (untied > 0).then(|| self.swapped as f64 / untied as f64),
            tie_rate: self.tied as f64 / comparisons.max(1) as f64,
            smallest_difference: self.least,
            required_difference: RequiredDifference::of(&bins, request.rate),
            sets: self.trials,
            without_tau,
            without_tau_rate: without_tau as f64 / self.trials.max(1) as f64,
            tau: (self.tau.1 > 0 && 3 * self.tau.1 >= 2 * self.trials)
                .then(|| self.tau.0 / self.tau.1 as f64),
            bins,
        }
    }

    /// The bins, of which the last is open: so far up, single ones would have too little in them to
    /// go by.
    fn bins(&self, width: f64, untied: usize) -> Vec<Bin> {
        let mut bins: Vec<Bin> = vec![];
        let mut open = true;
        for (&at, &(compared, swapped)) in self.bins.iter().rev() {
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
}

/// The smaller one of what there is.
fn lesser(one: Option<f64>, other: Option<f64>) -> Option<f64> {
    one.into_iter().chain(other).reduce(f64::min)
}

/// −1, 0 or 1.
fn sign(number: f64) -> f64 {
    if number == 0.0 { 0.0 } else { number.signum() }
}
