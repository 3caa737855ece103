//! Runs compared with each other: their values topic by topic, which differences are significant,
//! and how large they are. Several questions go by it.

mod agreement;
mod correct;
mod margin;
mod pair;
mod ranked;
mod sample;

pub use agreement::{RankAgreement, SAME_ORDER};
pub(crate) use correct::level_together;
pub use correct::samples_tested;
pub(crate) use margin::{CorrectedMargin, MarginScale, UncorrectedMargin};
pub use margin::{NotWorseTest, NotWorseVerdict, Tolerance};
pub use pair::{
    Effects, EquivalenceTest, EquivalenceVerdict, Pair, Side, Status, Tested, TopicCounts,
};
pub use ranked::{RankedRuns, TestedPair};
pub use sample::{Sample, samples, scores};
pub(crate) use sample::{column_of, left_out, slice_facts};

use crate::RunName;
use correct::correct;
use gainline::{Better, Error, ErrorKind, Result};
use gainline_stats::{
    Correction, FTest, Friedman, Interval, IntervalMethod, MonteCarlo, RankInterval, StatsError,
    Test, TwoWayAnova, friedman, letters, mean_interval, rank_intervals, two_way_anova,
};
use pair::{Corrected, Uncorrected};
use serde::Serialize;

/// How runs are compared.
#[derive(Clone, Copy)]
pub struct Plan<'a> {
    /// The test of pairs.
    pub test: Test,
    /// The correction for the number of tests.
    pub correction: Correction,
    /// Which tests are corrected for together.
    pub family: Family,
    /// Differences of a lower p are significant; intervals have the level 1 − alpha.
    pub alpha: f64,
    /// How the intervals of differences are made, where the test has none of its own.
    pub interval: IntervalMethod,
    /// How random numbers are drawn, where any are.
    pub monte_carlo: MonteCarlo<'a>,
    /// Every run is compared with the run at this place; without it, every pair is.
    pub baseline: Option<usize>,
    /// Whether differences are within this margin is tested too.
    pub equivalence: Option<f64>,
    /// Whether runs are worse than the baseline by less than this is tested too.
    pub not_worse_by: Option<Tolerance>,
}

impl<'a> Plan<'a> {
    /// All pairs by this test at α = 0.05 after Holm's correction over everything, with t intervals.
    pub fn new(test: Test, monte_carlo: MonteCarlo<'a>) -> Self {
        Plan {
            test,
            correction: Correction::Holm,
            family: Family::All,
            alpha: 0.05,
            interval: IntervalMethod::T,
            monte_carlo,
            baseline: None,
            equivalence: None,
            not_worse_by: None,
        }
    }

    /// The correction in force. A test of all pairs at once corrects for them itself, and what is
    /// left, the number of samples, is corrected for as Bonferroni does, if at all.
    pub fn correction_used(&self) -> Correction {
        match (self.test.is_simultaneous(), self.correction) {
            (false, correction) => correction,
            (true, Correction::None) => Correction::None,
            (
                true,
                Correction::Bonferroni
                | Correction::Holm
                | Correction::Hochberg
                | Correction::BenjaminiHochberg,
            ) => Correction::Bonferroni,
        }
    }
}

/// Which tests are corrected for together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Family {
    /// All of them, over all measures and slices.
    #[default]
    All,
    /// Those by the same measure, over all slices: for measures of which each answers a question of
    /// its own.
    Measure,
}

named!(Family: All "all", Measure "measure");

impl Family {
    /// The number of each sample's family, counted from 0.
    fn numbers(self, samples: &[Sample]) -> Vec<usize> {
        let number = |sample: &Sample| match self {
            Family::All => Some(0),
            Family::Measure => samples.iter().position(|other| other.measure == sample.measure),
        };
        // Every sample is at least in its own family.
        samples.iter().filter_map(number).collect()
    }
}

/// Whether so many trials can give a p-value below `alpha` at all.
pub fn check_trials(test: Test, trials: usize, alpha: f64) -> Result<()> {
    test.check_trials(trials, alpha).map_err(|why| {
        Error::new(ErrorKind::Request, format!("with alpha = {alpha}, {why}"))
            .remedy("draw more (--trials)")
    })
}

/// What was computed, or why it is undefined.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Computed{T}"))]
pub enum Computed<T, E = StatsError> {
    /// There it is.
    Defined(T),
    /// There is nothing.
    Undefined {
        /// Why.
        undefined: E,
    },
}

impl<T, E> Computed<T, E> {
    /// It, if it is defined.
    pub fn defined(&self) -> Option<&T> {
        match self {
            Computed::Defined(value) => Some(value),
            Computed::Undefined { .. } => None,
        }
    }

    /// Why it is undefined, if it is.
    pub fn undefined(&self) -> Option<&E> {
        match self {
            Computed::Defined(_) => None,
            Computed::Undefined { undefined } => Some(undefined),
        }
    }
}

impl<T> Computed<T> {
    /// That something is undefined for the data, or that they are too few, is an answer; any other
    /// error is one.
    pub(crate) fn of(result: gainline_stats::Result<T>) -> gainline_stats::Result<Self> {
        match result {
            Ok(value) => Ok(Computed::Defined(value)),
            Err(undefined @ (StatsError::Undefined { .. } | StatsError::TooFew { .. })) => {
                Ok(Computed::Undefined { undefined })
            }
            Err(error) => Err(error),
        }
    }

    /// The same where there is no need to tell why.
    pub(crate) fn option(result: gainline_stats::Result<T>) -> gainline_stats::Result<Option<T>> {
        Ok(match Computed::of(result)? {
            Computed::Defined(value) => Some(value),
            Computed::Undefined { .. } => None,
        })
    }
}

impl<T, E> From<std::result::Result<T, E>> for Computed<T, E> {
    fn from(result: std::result::Result<T, E>) -> Self {
        match result {
            Ok(value) => Computed::Defined(value),
            Err(undefined) => Computed::Undefined { undefined },
        }
    }
}

/// The comparison of some runs by one measure, over all topics or a slice of them.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Comparison {
    /// What was compared.
    #[serde(flatten)]
    pub sample: Sample,
    /// The runs, the one with the best mean first.
    pub best_first: Vec<RunName>,
    /// Each run by itself, in the order in which they were given.
    pub runs: Vec<RunSummary>,
    /// The pairs that were compared: all runs with the baseline, in the order in which they were
    /// given; or all pairs, those with the best run first.
    pub pairs: Vec<Pair>,
    /// Whether the runs differ at all, by a two-way analysis of variance whose columns are the runs
    /// and whose rows are the topics; where there are more than two runs.
    pub anova: Option<Computed<TwoWayAnova>>,
    /// Whether the runs differ at all, by Friedman's test; where there are more than two runs.
    pub friedman: Option<Computed<Friedman>>,
}

/// What is known of one run by itself.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunSummary {
    /// The run.
    pub run: RunName,
    /// Its mean over the topics; the geometric one where the measure has that.
    pub mean: f64,
    /// The t interval of the mean; none with a single topic.
    pub interval: Option<Interval>,
    /// The ranks that it could have, 1 being the best, by the significant differences; where all
    /// pairs were tested.
    pub rank: Option<RankInterval>,
    /// Whether it is the run with the best mean, or not significantly different from it; where all pairs
    /// were tested.
    pub top: Option<bool>,
    /// Runs that share a letter are not significantly different; where all pairs were tested, and a few
    /// letters are enough to show it.
    pub group: Option<String>,
}

/// What the significant differences say of one run.
struct Standing {
    rank: RankInterval,
    top: bool,
    letters: Option<String>,
}

/// No letters are given where more groups than this would be needed.
const MOST_GROUPS: usize = 26;
/// Nor where a run would be in more groups than this: nobody reads so many letters.
const MOST_LETTERS: usize = 10;

/// Compares the runs of all samples; the correction is over each family of them.
pub fn compare(samples: Vec<Sample>, plan: &Plan<'_>) -> Result<Vec<Comparison>> {
    let families = plan.family.numbers(&samples);
    // A single topic cannot be tested.
    let testable = || samples.iter().zip(&families).filter(|(sample, _)| sample.topics.len() > 1);
    let size = |family: &usize| testable().filter(|(_, other)| *other == family).count().max(1);
    let tested = samples.iter().zip(&families);
    let tested = tested.map(|(sample, family)| Uncorrected::all(sample, plan, size(family)));
    let tested = tested.collect::<gainline_stats::Result<_>>().map_err(|why| unfit(&why))?;
    let corrected = correct(tested, &families, plan).map_err(|why| unfit(&why))?;
    let compared = samples.into_iter().zip(corrected);
    let compared = compared.map(|(sample, pairs)| Comparison::of(sample, pairs, plan));
    compared.collect::<gainline_stats::Result<_>>().map_err(|why| unfit(&why))
}

/// What has no numbers that a test could take.
pub(crate) fn unfit(why: &StatsError) -> Error {
    Error::new(ErrorKind::Request, format!("the runs cannot be compared: {why}"))
}

/// How each run stands to the others, from the significant differences.
fn standings(
    sample: &Sample,
    order: &[usize],
    pairs: &[Pair],
) -> gainline_stats::Result<Vec<Standing>> {
    let mut places = vec![0; order.len()];
    for (place, &run) in order.iter().enumerate() {
        places[run] = place;
    }
    let mut differs = vec![vec![false; order.len()]; order.len()];
    for pair in pairs.iter().filter(|pair| pair.is_significant()) {
        let (a, b) = (places[pair.baseline.place], places[pair.run.place]);
        differs[a][b] = true;
        differs[b][a] = true;
    }
    let height = |&run: &usize| sample.oriented(sample.shown(sample.mean(run)));
    let heights: Vec<f64> = order.iter().map(height).collect();
    let ranks = rank_intervals(&heights, &differs)?;
    let display = letters(&differs, MOST_GROUPS)?.map(|display| display.letters);
    let display = display.filter(|all| all.iter().all(|letters| letters.len() <= MOST_LETTERS));
    let standing = |&place: &usize| Standing {
        rank: ranks[place],
        top: !differs[0][place],
        letters: display.as_ref().map(|all| all[place].clone()),
    };
    Ok(places.iter().map(standing).collect())
}

impl Comparison {
    fn of(sample: Sample, pairs: Vec<Corrected>, plan: &Plan<'_>) -> gainline_stats::Result<Self> {
        let pairs = pairs.into_iter().map(|pair| Pair::new(&sample, pair, plan));
        let pairs = pairs.collect::<gainline_stats::Result<Vec<Pair>>>()?;
        let order = sample.best_first();
        let several = order.len() > 2;
        // Letters would say of a pair that was not tested that it is not significantly different.
        let all_tested = plan.baseline.is_none() && pairs.iter().all(|pair| pair.p().is_some());
        let standing = several && all_tested;
        let standings = standing.then(|| standings(&sample, &order, &pairs)).transpose()?;
        let summary = |(run, column): (usize, &Vec<f64>)| {
            let standing = standings.as_ref().map(|standings| &standings[run]);
            let interval = Computed::option(mean_interval(column, 1.0 - plan.alpha))?;
            Ok(RunSummary {
                run: sample.runs[run].clone(),
                mean: sample.shown(sample.mean(run)),
                interval: interval.map(|interval| Interval {
                    low: sample.shown(interval.low),
                    high: sample.shown(interval.high),
                    ..interval
                }),
                rank: standing.map(|standing| standing.rank),
                top: standing.map(|standing| standing.top),
                group: standing.and_then(|standing| standing.letters.clone()),
            })
        };
        let runs = sample.columns.iter().enumerate().map(summary);
        Ok(Comparison {
            runs: runs.collect::<gainline_stats::Result<_>>()?,
            anova: several.then(|| two_way_anova(&sample.columns).into()),
            friedman: several.then(|| friedman(&sample.columns).into()),
            best_first: order.into_iter().map(|run| sample.runs[run].clone()).collect(),
            pairs,
            sample,
        })
    }

    /// Whether the runs differ at all, by the analysis of variance.
    pub fn anova_test(&self) -> Option<&FTest> {
        self.anova.as_ref()?.defined()?.columns.test.as_ref()
    }

    /// The run with the best mean.
    pub fn best(&self) -> Option<&RunName> {
        self.best_first.first()
    }

    /// Whether the measure says which of two values is better.
    pub fn says_better(&self) -> bool {
        self.sample.measure.family().better != Better::Neither
    }
}

#[cfg(test)]
pub(crate) mod tests;
