//! How do conclusions depend on the sample of topics? How often the order of two runs is reversed on
//! other topics, which difference it takes, and which ranks a run may have.
//!
//! E. Voorhees and C. Buckley, The Effect of Topic Set Size on Retrieval Experiment Error, SIGIR
//! 2002: runs are compared on two sets of topics that have none in common; if the one is better on
//! the first set and the other on the second, that is a swap.

mod draw;
mod findings;
mod ranks;
mod required;
mod swaps;

pub use findings::{Finding, SwapRate};
pub use ranks::{PairOrder, RunRanks};
pub use required::{Bin, LargeReversed, RequiredDifference, RequiredInterval};
pub use swaps::SizeSwaps;

use crate::comparison::{Sample, samples};
use crate::default_measures;
use crate::evaluation::{evaluate, monte_carlo, refuse_bounds};
use crate::progress::{Parts, Progress};
use crate::{Answer, Experiment, Provenance};
use draw::Table;
use gainline::{Error, ErrorKind, Measure, Missing, Result, parse_measures};
use gainline_stats::MonteCarlo;
use serde::Serialize;

/// How many pairs of sets are drawn when no number is asked for.
pub const DEFAULT_TRIALS: usize = 2000;

/// How do conclusions depend on the sample of topics?
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stability {
    /// The measures.
    pub measures: Vec<Measure>,
    /// How many topics sets have; null for about ten sizes, as large as there are topics for.
    pub sizes: Option<Vec<usize>>,
    /// Whether both sets are drawn with replacement from all topics; otherwise they have no topic
    /// twice and none in common.
    pub replace: bool,
    /// How many pairs of sets are drawn for each size, and how many resamples for ranks.
    pub trials: usize,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The largest swap rate of a difference that is large enough.
    pub rate: f64,
    /// How wide the bins of differences are.
    pub bin: f64,
    /// The level of the intervals of ranks and of the required difference.
    pub level: f64,
}

/// How conclusions depend on the sample of topics.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StabilityAnswer {
    /// What was asked.
    pub request: Stability,
    /// Where the numbers come from.
    pub provenance: Provenance,
    /// How many topics all runs have, from which sets are drawn.
    pub topics: usize,
    /// How many topics sets have.
    pub sizes: Vec<usize>,
    /// For each measure. The same sets are drawn for all.
    pub measures: Vec<MeasureStability>,
    /// What is noteworthy.
    pub findings: Vec<Finding>,
}

/// How stable the order of some runs is by one measure.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MeasureStability {
    /// The measure.
    pub measure: Measure,
    /// For each size of sets.
    pub sizes: Vec<SizeSwaps>,
    /// For each run, the best on all topics first.
    pub runs: Vec<RunRanks>,
    /// For each pair of runs, those with the best runs first.
    pub pairs: Vec<PairOrder>,
}

impl Answer for StabilityAnswer {
    const NAME: &'static str = "stability";
}

impl Stability {
    /// By these measures, and as usual otherwise.
    pub fn by(measures: Vec<Measure>) -> Self {
        Stability {
            measures,
            sizes: None,
            replace: false,
            trials: DEFAULT_TRIALS,
            seed: 1,
            rate: 0.05,
            bin: 0.01,
            level: 0.95,
        }
    }

    /// By the usual measures.
    pub fn usual() -> Result<Self> {
        Ok(Stability::by(parse_measures([default_measures::COMPARED])?))
    }

    /// Compares the runs on sets of topics that are drawn at random. The same seed gives the same
    /// result on any number of threads.
    pub fn answer(
        self,
        experiment: &Experiment,
        progress: &dyn Progress,
    ) -> Result<StabilityAnswer> {
        let options = &experiment.options;
        refuse_bounds(options)?;
        self.check()?;
        if experiment.runs.len() < 2 {
            let message = "a single run cannot be compared";
            return Err(Error::new(ErrorKind::Request, message).remedy("give two runs or more"));
        }
        let runs = evaluate(experiment, &self.measures, progress)?;
        let scores = runs.iter().map(|run| (run.name.as_str(), &run.scores));
        let samples = samples(scores, &self.measures, None)?;
        let topics = samples.first().map_or(0, |sample| sample.topics.len());
        if topics < 2 {
            return Err(too_few_topics(topics, options.missing));
        }
        let sizes = self.sizes(topics)?;
        let parts = Parts::new(progress, "resampling topics", samples.len() * sizes.len());
        let told = |done, total| parts.tell(done, total);
        let plan = monte_carlo(self.trials, self.seed, options, &told);
        let measures = stability(&samples, &sizes, &self, &plan);
        let provenance = Provenance::of(experiment, &runs)?;
        let findings = findings::find(&provenance, &samples, &measures, self.bin);
        Ok(StabilityAnswer { request: self, provenance, topics, sizes, measures, findings })
    }

    fn check(&self) -> Result<()> {
        let wrong = |message: String| Err(Error::new(ErrorKind::Request, message));
        let is_share = |share: f64| share > 0.0 && share < 1.0;
        if self.trials == 0 {
            return wrong("there must be one trial or more".into());
        }
        if !(is_share(self.rate) && is_share(self.level)) {
            let (rate, level) = (self.rate, self.level);
            return wrong(format!("rate {rate} and level {level} must lie between 0 and 1"));
        }
        if !(self.bin >= 1e-6 && self.bin.is_finite()) {
            return wrong(format!("bins of {} are narrower than 0.000001", self.bin));
        }
        Ok(())
    }

    /// The sizes of sets that were asked for, each once, or the usual ones.
    fn sizes(&self, topics: usize) -> Result<Vec<usize>> {
        let most = if self.replace { topics } else { topics / 2 };
        let Some(sizes) = &self.sizes else { return Ok(usual_sizes(most)) };
        let mut sizes = sizes.clone();
        sizes.sort_unstable();
        sizes.dedup();
        let wrong = |message: String| Error::new(ErrorKind::Request, message);
        match sizes.iter().find(|size| !(1..=most).contains(*size)) {
            None if sizes.is_empty() => Err(wrong("no sizes of sets are given".into())),
            None => Ok(sizes),
            Some(0) => Err(wrong("a set of topics has one topic or more".into())),
            Some(size) if self.replace => {
                Err(wrong(format!("sets of {size} topics: there are only {topics} topics")))
            }
            Some(size) => Err(wrong(format!(
                "sets of {size} topics: two sets without a common topic have at most {most} of \
                 {topics} topics each"
            ))
            .remedy("take smaller sets, or draw with replacement (--replace)")),
        }
    }
}

fn too_few_topics(topics: usize, missing: Missing) -> Error {
    let some = if topics == 1 { "only one topic" } else { "no topic" };
    let common = match missing {
        Missing::Skip => " that all runs have (--missing skip)",
        Missing::Zero => "",
    };
    let message = format!("{some}{common}: sets of topics can be drawn from two topics or more");
    Error::new(ErrorKind::Nothing, message)
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
/// samples, which have the same topics. A set has at least one topic, and no more than there are for
/// two sets.
fn stability(
    samples: &[Sample],
    sizes: &[usize],
    request: &Stability,
    plan: &MonteCarlo<'_>,
) -> Vec<MeasureStability> {
    let tables: Vec<Table> = samples.iter().map(Table::new).collect();
    let mut swaps: Vec<Vec<SizeSwaps>> = vec![vec![]; tables.len()];
    for &size in sizes {
        let trials = swaps::tally(&tables, size, request, plan);
        for ((trials, table), swaps) in trials.into_iter().zip(&tables).zip(&mut swaps) {
            swaps.push(trials.summary(table, request));
        }
    }
    let resampled = ranks::resampled(&tables, request.level, plan);
    let all = samples.iter().zip(swaps).zip(resampled);
    let of_measure = all.map(|((sample, sizes), resampled)| MeasureStability {
        measure: sample.measure.clone(),
        sizes,
        runs: resampled.ranks,
        pairs: resampled.pairs,
    });
    of_measure.collect()
}

#[cfg(test)]
mod tests;
