//! The ranks that a run may have, and how stable the order of two runs is: topics are resampled with
//! replacement, as many as there are.

use super::draw::{Table, TableRun, difference, resample};
use super::swaps::pairs;
use crate::RunName;
use gainline_stats::{MonteCarlo, Random};
use serde::Serialize;

/// A run's ranks among all runs; 1 is the best. Runs that are equal share the mean of their ranks.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunRanks {
    /// The run.
    pub run: RunName,
    /// Its mean over all topics; the geometric one where the measure has that.
    pub mean: f64,
    /// Its rank on all topics.
    pub rank: f64,
    /// The mean over resamples.
    pub mean_rank: f64,
    /// The best rank of the interval.
    pub best: f64,
    /// The worst rank of the interval.
    pub worst: f64,
    /// The share of resamples in which it is first; a first place that is shared by k runs counts
    /// for 1/k of one.
    pub first: f64,
}

/// Two runs on resampled topics.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PairOrder {
    /// The run that is better on all topics, or comes first where they are equal.
    pub first: RunName,
    /// The other one.
    pub second: RunName,
    /// By how much the first is better on all topics; 0 where they are equal. For measures that are
    /// averaged by a geometric mean it is a difference of mean logarithms.
    pub difference: f64,
    /// The share of resamples in which the second is better: roughly a one-sided p-value towards
    /// the run that happened to be better, so that of two runs that are really equal, anything from 0
    /// to 0.5 is about as likely.
    pub reversed: f64,
    /// The share of resamples in which they are equal.
    pub tied: f64,
}

/// What came of resampling topics, by one measure.
pub(super) struct Resampled {
    /// The best run on all topics first.
    pub ranks: Vec<RunRanks>,
    /// Those with the best runs first.
    pub pairs: Vec<PairOrder>,
}

/// Twice the rank of each run, so that shared ranks are whole numbers.
fn doubled_ranks(means: &[f64]) -> Vec<usize> {
    let rank = |run: usize| {
        let better = |other: &f64| match difference(*other, means[run]) {
            difference if difference > 0.0 => 2,
            0.0 => 1,
            _ => 0,
        };
        // The run itself is equal to itself.
        1 + means.iter().map(better).sum::<usize>()
    };
    (0..means.len()).map(rank).collect()
}

/// How often a run had each doubled rank, and was first.
#[derive(Clone, Default)]
struct Counts {
    ranks: Vec<usize>,
    first: f64,
}

/// Counts by one measure.
#[derive(Clone)]
struct Tally {
    /// By the places of runs, the best one over all first.
    runs: Vec<Counts>,
    /// For each pair of places, how often the second is better, and how often they are equal.
    pairs: Vec<(usize, usize)>,
}

impl Tally {
    fn new(table: &Table) -> Self {
        let counts = Counts { ranks: vec![0; 2 * table.runs() + 1], first: 0.0 };
        Tally { runs: vec![counts; table.runs()], pairs: vec![(0, 0); pairs(table.runs()).count()] }
    }

    /// Counts one resample.
    fn count(&mut self, means: &[f64]) {
        count(&doubled_ranks(means), &mut self.runs);
        for ((a, b), (reversed, tied)) in pairs(means.len()).zip(&mut self.pairs) {
            let ahead = difference(means[a], means[b]);
            *reversed += usize::from(ahead < 0.0);
            *tied += usize::from(ahead == 0.0);
        }
    }

    fn add(&mut self, other: &Tally) {
        for (all, part) in self.runs.iter_mut().zip(&other.runs) {
            all.first += part.first;
            all.ranks.iter_mut().zip(&part.ranks).for_each(|(sum, count)| *sum += count);
        }
        for (all, part) in self.pairs.iter_mut().zip(&other.pairs) {
            *all = (all.0 + part.0, all.1 + part.1);
        }
    }

    fn summary(&self, table: &Table, level: f64, trials: usize) -> Resampled {
        let now = doubled_ranks(&table.means);
        let all = table.runs.iter().zip(&self.runs).zip(&now);
        let ranks = all.map(|((run, counts), now)| counts.summary(run, *now, level));
        let pair = |((a, b), &(reversed, tied)): ((usize, usize), &(usize, usize))| PairOrder {
            first: table.runs[a].run.clone(),
            second: table.runs[b].run.clone(),
            difference: difference(table.means[a], table.means[b]),
            reversed: reversed as f64 / trials as f64,
            tied: tied as f64 / trials as f64,
        };
        let pairs = pairs(table.runs()).zip(&self.pairs).map(pair).collect();
        Resampled { ranks: ranks.collect(), pairs }
    }
}

/// Resamples all topics, and looks at the order by each measure.
pub(super) fn resampled(tables: &[Table], level: f64, plan: &MonteCarlo<'_>) -> Vec<Resampled> {
    let (seed, topics) = (plan.seed(), tables[0].topics());
    let empty = || -> Vec<Tally> { tables.iter().map(Tally::new).collect() };
    let parts = plan.in_ranges(50, |trials| {
        let mut tallies = empty();
        let (mut drawn, mut means) = (vec![], vec![]);
        for trial in trials {
            let mut random = Random::stream(seed, trial as u64);
            resample(topics, topics, &mut random, &mut drawn);
            for (table, tally) in tables.iter().zip(&mut tallies) {
                table.means_over(&drawn, &mut means);
                tally.count(&means);
            }
        }
        tallies
    });
    let mut all = empty();
    for part in &parts {
        all.iter_mut().zip(part).for_each(|(all, part)| all.add(part));
    }
    let summary = |(table, tally): (&Table, &Tally)| tally.summary(table, level, plan.trials());
    tables.iter().zip(&all).map(summary).collect()
}

/// Counts the ranks of one resample.
fn count(doubled: &[usize], counts: &mut [Counts]) {
    let best = doubled.iter().copied().min().unwrap_or(0);
    let firsts = doubled.iter().filter(|rank| **rank == best).count() as f64;
    for (&rank, counts) in doubled.iter().zip(counts) {
        counts.ranks[rank] += 1;
        counts.first += if rank == best { 1.0 / firsts } else { 0.0 };
    }
}

impl Counts {
    fn summary(&self, run: &TableRun, doubled_rank: usize, level: f64) -> RunRanks {
        let trials = self.ranks.iter().sum::<usize>() as f64;
        let sum = (0..)
            .zip(&self.ranks)
            .fold(0.0, |sum, (rank, &count)| sum + f64::from(rank) / 2.0 * count as f64);
        // The lowest rank with at least this share at it or below; but for rounding of the share.
        let quantile = |share: f64| {
            let mut below = 0;
            let reached = |count: &usize| {
                below += count;
                below as f64 >= share * trials - 1e-9 * trials && below > 0
            };
            self.ranks.iter().position(reached).unwrap_or(0) as f64 / 2.0
        };
        RunRanks {
            run: run.run.clone(),
            mean: run.shown,
            rank: doubled_rank as f64 / 2.0,
            mean_rank: sum / trials,
            best: quantile((1.0 - level) / 2.0),
            worst: quantile((1.0 + level) / 2.0),
            first: self.first / trials,
        }
    }
}
