//! What makes the conclusions of a comparison less certain.

use super::checks::{depends_on_seed, tests_disagree};
use super::{CompareAnswer, Decision};
use crate::comparison::{Comparison, Pair, Plan, Status};
use crate::evaluation::EvaluatedRun;
use crate::uneven_runs::{DepthsDiffer, RunShare, depths_differ, unjudged_differ};
use crate::{Bearing, RunName};
use gainline::{Measure, Result, Ties};
use gainline_stats::{Correction, Test};
use serde::Serialize;

/// With fewer topics, tests and intervals are rough.
const ENOUGH_TOPICS: usize = 25;
/// A larger share of tied rows may move a run's values.
const MANY_TIED: f64 = 0.10;

/// Something that makes a conclusion less certain. Findings about pairs are about those that matter
/// most: all runs with the baseline, or the best run with each other one.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "code", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "CompareFinding"))]
pub enum Finding {
    /// Topics that some run lacks decide: counted as empty rankings they lead to another decision than
    /// left out.
    MissingTopicsDecide {
        /// How many topics some run lacks.
        topics: usize,
        /// The decision by the other rule than the one in force.
        otherwise: Decision,
        /// Pairs for which the test of the margin by which runs may be worse comes out otherwise.
        margins: Vec<PairOf>,
    },
    /// So few permutations or resamples are drawn that no p-value of theirs can be significant after the
    /// correction.
    TrialsTooFew {
        /// How many are drawn.
        trials: usize,
        /// How many are needed.
        needed: usize,
        /// How many comparisons are corrected for together.
        comparisons: usize,
    },
    /// There are few topics, so that only large differences can be significant.
    FewTopics {
        /// How many.
        topics: usize,
        /// How many would be enough not to say so.
        enough: usize,
    },
    /// There are few topics in some slices.
    FewTopicsInSlices {
        /// These slices.
        slices: Vec<SliceTopics>,
        /// How many topics would be enough not to say so.
        enough: usize,
    },
    /// Before any correction, some of four tests find a pair significantly different and others do
    /// not.
    TestsDisagree {
        /// The pair.
        #[serde(flatten)]
        pair: PairOf,
        /// The p-value of each test.
        p_values: Vec<TestP>,
    },
    /// In a significantly different pair, the run with the better mean is worse on more topics.
    MeanAgainstTopics {
        /// The pair.
        #[serde(flatten)]
        pair: PairOf,
        /// Topics on which the run is better.
        wins: usize,
        /// Topics on which the baseline is better.
        losses: usize,
    },
    /// A significantly different pair differs on so few topics that even the same sign on all of them has
    /// a two-sided probability of alpha or more: the result rests on the sizes of these few differences,
    /// and on the test's assumption of how such sizes are distributed.
    FewTopicsDiffer {
        /// The pair.
        #[serde(flatten)]
        pair: PairOf,
        /// Topics on which the two differ.
        differing: usize,
        /// All topics.
        topics: usize,
    },
    /// The p-value is so near to alpha that another seed might give one on its other side.
    DependsOnSeed {
        /// The pair.
        #[serde(flatten)]
        pair: PairOf,
        /// Its p-value after the correction.
        p_adjusted: f64,
    },
    /// Rankings differ in depth.
    DepthsDiffer(DepthsDiffer),
    /// Runs differ in how many of their first ten documents are unjudged.
    UnjudgedDiffer {
        /// The share of each run, lowest first.
        shares: Vec<RunShare>,
    },
    /// Many rows of some runs have tied scores, so that the order of documents is a choice.
    ManyTies {
        /// The share of each of these runs.
        shares: Vec<RunShare>,
    },
    /// The run that the decision is for is significantly worse than another one on a slice.
    WorseInSlice {
        /// The slice.
        slice: String,
        /// The measure.
        measure: Measure,
        /// The run that the decision is for.
        run: RunName,
        /// The run that is better there.
        better: RunName,
    },
}

/// A pair of runs by a measure, over all topics or a slice.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PairOf {
    /// The measure.
    pub measure: Measure,
    /// The slice; none for all topics.
    pub slice: Option<String>,
    /// The run.
    pub run: RunName,
    /// The run that it is compared with.
    pub baseline: RunName,
}

/// A slice and how many topics it has.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SliceTopics {
    /// The slice.
    pub slice: String,
    /// How many topics.
    pub topics: usize,
}

/// A test and its p-value.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TestP {
    /// The test.
    pub test: Test,
    /// Its two-sided p-value.
    pub p: f64,
}

impl PairOf {
    pub(super) fn new(comparison: &Comparison, pair: &Pair) -> Self {
        PairOf {
            measure: comparison.sample.measure.clone(),
            slice: comparison.sample.slice.clone(),
            run: pair.run.clone(),
            baseline: pair.baseline.clone(),
        }
    }
}

impl Finding {
    /// What it bears on.
    pub fn bearing(&self) -> Bearing {
        match self {
            Finding::MissingTopicsDecide { .. }
            | Finding::TrialsTooFew { .. }
            | Finding::DependsOnSeed { .. }
            | Finding::UnjudgedDiffer { .. }
            | Finding::DepthsDiffer(_)
            | Finding::ManyTies { .. }
            | Finding::TestsDisagree { .. }
            | Finding::FewTopicsDiffer { .. }
            | Finding::WorseInSlice { .. } => Bearing::Decision,
            Finding::FewTopics { .. } | Finding::FewTopicsInSlices { .. } => Bearing::Precision,
            Finding::MeanAgainstTopics { .. } => Bearing::Remark,
        }
    }
}

/// All findings, those of a kind behind each other, and first what could change the decision.
pub(super) fn find(
    answer: &CompareAnswer,
    evaluated: &[EvaluatedRun],
    plan: &Plan<'_>,
) -> Result<Vec<Finding>> {
    if answer.comparisons.is_empty() {
        return Ok(vec![]);
    }
    let comparisons = answer.comparisons.iter();
    let pairs: Vec<(&Comparison, Vec<&Pair>)> =
        comparisons.map(|c| (c, answer.main_pairs(c).collect())).collect();
    let of_pairs = || {
        let all = pairs.iter();
        all.flat_map(|(comparison, pairs)| pairs.iter().map(move |pair| (*comparison, *pair)))
    };
    let mut found = vec![];
    found.extend(trials_too_few(answer));
    found.extend(
        of_pairs().filter_map(|(comparison, pair)| depends_on_seed(comparison, pair, plan)),
    );
    let unjudged = unjudged_differ(&answer.provenance.options, evaluated)?;
    found.extend(unjudged.map(|shares| Finding::UnjudgedDiffer { shares }));
    let depths = depths_differ(&answer.provenance, &answer.request.measures);
    found.extend(depths.map(Finding::DepthsDiffer));
    found.extend(many_ties(answer));
    for (comparison, pairs) in &pairs {
        found.extend(tests_disagree(comparison, pairs, plan));
    }
    found.extend(of_pairs().filter_map(|(comparison, pair)| few_differ(comparison, pair, plan)));
    found.extend(worse_in_slices(answer));
    found.extend(few_topics(answer));
    found.extend(of_pairs().filter(|(_, pair)| mean_against_topics(pair)).map(
        |(comparison, pair)| Finding::MeanAgainstTopics {
            pair: PairOf::new(comparison, pair),
            wins: pair.topics.wins,
            losses: pair.topics.losses,
        },
    ));
    found.sort_by_key(Finding::bearing);
    Ok(found)
}

fn few_differ(comparison: &Comparison, pair: &Pair, plan: &Plan<'_>) -> Option<Finding> {
    let differing = pair.topics.wins + pair.topics.losses;
    let same_sign = 2.0 * 0.5_f64.powf(differing as f64);
    let found = pair.is_significant() && same_sign >= plan.alpha;
    found.then(|| Finding::FewTopicsDiffer {
        pair: PairOf::new(comparison, pair),
        differing,
        topics: comparison.sample.topics.len(),
    })
}

/// Holm's correction starts as Bonferroni's does; others can get by with fewer trials.
fn trials_too_few(answer: &CompareAnswer) -> Option<Finding> {
    let strict = match answer.correction_used {
        Correction::Bonferroni | Correction::Holm => !answer.test.is_simultaneous(),
        Correction::None | Correction::Hochberg | Correction::BenjaminiHochberg => false,
    };
    let mut pairs = answer.comparisons.iter().flat_map(|comparison| &comparison.pairs);
    let drawn = pairs.any(|pair| pair.test.defined().is_some_and(|test| test.trials.is_some()));
    let (trials, comparisons) = (answer.request.trials, answer.tested_together());
    let needed = (comparisons as f64 / answer.request.alpha).ceil() as usize;
    let too_few = strict && drawn && trials < needed;
    too_few.then_some(Finding::TrialsTooFew { trials, needed, comparisons })
}

fn few_topics(answer: &CompareAnswer) -> Option<Finding> {
    let enough = ENOUGH_TOPICS;
    let topics = answer.comparisons.first()?.sample.topics.len();
    if topics < enough {
        return Some(Finding::FewTopics { topics, enough });
    }
    let first = answer.request.measures.first();
    let comparisons = answer.comparisons.iter().filter(|c| Some(&c.sample.measure) == first);
    let slices = comparisons.filter_map(|c| {
        let topics = c.sample.topics.len();
        Some(SliceTopics { slice: c.sample.slice.clone()?, topics })
    });
    let slices: Vec<SliceTopics> = slices.filter(|slice| slice.topics < enough).collect();
    (!slices.is_empty()).then_some(Finding::FewTopicsInSlices { slices, enough })
}

/// Whether the better mean belongs to the run that is worse on more topics.
fn mean_against_topics(pair: &Pair) -> bool {
    let ahead = pair.topics.wins as f64 - pair.topics.losses as f64;
    pair.is_significant() && pair.gain * ahead < 0.0
}

/// Runs whose order is a choice in good part.
fn many_ties(answer: &CompareAnswer) -> Option<Finding> {
    match answer.provenance.options.ties {
        // All orders count, or the order of the file was asked for.
        Ties::Average | Ties::Rank | Ties::Input => return None,
        Ties::Docid | Ties::Best | Ties::Worst => {}
    }
    let runs = answer.provenance.runs.iter().enumerate().map(|(place, run)| RunShare {
        run: RunName::new(place, &run.name),
        share: run.tied_rows as f64 / run.rows.max(1) as f64,
    });
    let shares: Vec<RunShare> = runs.filter(|run| run.share > MANY_TIED).collect();
    (!shares.is_empty()).then_some(Finding::ManyTies { shares })
}

/// Where the run that the decision is for is significantly worse than another.
fn worse_in_slices(answer: &CompareAnswer) -> Vec<Finding> {
    let Some(chosen) = answer.decision.chosen() else { return vec![] };
    let mut found = vec![];
    for comparison in answer.comparisons.iter().filter(|comparison| comparison.says_better()) {
        let Some(slice) = &comparison.sample.slice else { continue };
        for pair in &comparison.pairs {
            let better = match pair.status {
                Status::Better if pair.baseline == *chosen => &pair.run,
                Status::Worse if pair.run == *chosen => &pair.baseline,
                Status::Better
                | Status::Worse
                | Status::NotSignificant
                | Status::Opposed
                | Status::Same
                | Status::Untested => continue,
            };
            found.push(Finding::WorseInSlice {
                slice: slice.clone(),
                measure: comparison.sample.measure.clone(),
                run: chosen.clone(),
                better: better.clone(),
            });
        }
    }
    found
}
