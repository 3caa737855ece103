//! How conclusions depend on the topics: how often two runs change places on other topics, and what
//! ranks a run may have.
//!
//! E. Voorhees and C. Buckley, The Effect of Topic Set Size on Retrieval Experiment Error, SIGIR
//! 2002: runs are compared on two sets of topics that have none in common; if the one is better on
//! the first set and the other on the second, that is a swap.

mod draw;
mod ranks;
mod swaps;

pub use ranks::{PairOrder, RunRanks};
pub use swaps::{Bin, SizeSwaps, Sure};

use gainline_stats::MonteCarlo;
use ranks::Resampled;
use swaps::Tally;

/// The values of some runs by one measure on the same topics.
#[derive(Debug, Clone, PartialEq)]
pub struct Values {
    /// A column for each run, with its values topic by topic; more is better.
    columns: Vec<Vec<f64>>,
}

/// What is wrong with values or sizes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfit {
    /// There are fewer than two runs.
    OneRun,
    /// There are fewer than two topics.
    OneTopic,
    /// Columns differ in length.
    Ragged,
    /// A set has no topic, or there are not so many topics for it.
    Size(usize),
}

impl Values {
    /// Columns of values, one for each run, of which more is better.
    pub fn new(columns: Vec<Vec<f64>>) -> Result<Self, Unfit> {
        if columns.len() < 2 {
            return Err(Unfit::OneRun);
        }
        if columns[0].len() < 2 {
            return Err(Unfit::OneTopic);
        }
        if columns.iter().any(|column| column.len() != columns[0].len()) {
            return Err(Unfit::Ragged);
        }
        Ok(Values { columns })
    }

    fn topics(&self) -> usize {
        self.columns[0].len()
    }
}

/// How topics are drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawing {
    /// How many topics a set has, one after another.
    pub sizes: Vec<usize>,
    /// Whether both sets are drawn with replacement from all topics; otherwise they have no topic
    /// twice and none in common.
    pub replace: bool,
    /// How wide the bins of differences are.
    pub bin: f64,
    /// The level of the intervals of ranks.
    pub level: f64,
}

/// How stable the order of some runs is by one measure.
#[derive(Debug, Clone, PartialEq)]
pub struct Stability {
    /// The runs, the best on all topics first.
    pub order: Vec<usize>,
    /// Each run's mean over all topics.
    pub means: Vec<f64>,
    /// For each size of sets.
    pub sizes: Vec<SizeSwaps>,
    /// For each run.
    pub ranks: Vec<RunRanks>,
    /// For each pair of runs, those with the best runs first.
    pub pairs: Vec<PairOrder>,
}

/// The sizes of sets where none are asked for: at most twelve steps of 1, 2, 5, 10 and so on, up to
/// `largest`, which is the last; without sets of one topic, where others can be had.
pub fn usual_sizes(largest: usize) -> Vec<usize> {
    let units = std::iter::successors(Some(1_usize), |unit| unit.checked_mul(10));
    let steps = units.flat_map(|unit| [1, 2, 5].map(|step| unit.saturating_mul(step)));
    let step = steps.into_iter().find(|step| largest / step <= 12).unwrap_or(largest);
    let mut sizes: Vec<usize> = (step..=largest).step_by(step.max(1)).collect();
    if sizes.last() != Some(&largest) && largest > 0 {
        sizes.push(largest);
    }
    sizes.retain(|size| *size > 1 || largest == 1);
    sizes
}

/// Looks at the order of the runs on sets of topics that are drawn at random, the same sets for all
/// measures. The same seed gives the same result on any number of threads.
pub fn stability(
    measures: &[Values],
    drawing: &Drawing,
    plan: &MonteCarlo<'_>,
) -> Result<Vec<Stability>, Unfit> {
    let Some(first) = measures.first() else {
        return Ok(vec![]);
    };
    let topics = first.topics();
    if measures.iter().any(|values| values.topics() != topics) {
        return Err(Unfit::Ragged);
    }
    let most = if drawing.replace { topics } else { topics / 2 };
    if let Some(size) = drawing.sizes.iter().find(|size| !(1..=most).contains(*size)) {
        return Err(Unfit::Size(*size));
    }
    let tables: Vec<draw::Table> = measures.iter().map(draw::Table::new).collect();
    let tallies: Vec<Vec<Tally>> =
        drawing.sizes.iter().map(|size| swaps::tally(&tables, *size, drawing, plan)).collect();
    let resampled = ranks::resampled(&tables, drawing.level, plan);
    let of_measure = |(at, (table, resampled)): (usize, (&draw::Table, Resampled))| Stability {
        order: table.order.clone(),
        means: table.means_by_run(),
        sizes: tallies.iter().map(|tallies| tallies[at].summary(table, drawing.bin)).collect(),
        ranks: resampled.ranks,
        pairs: resampled.pairs,
    };
    Ok(tables.iter().zip(resampled).enumerate().map(of_measure).collect())
}

#[cfg(test)]
mod tests;
