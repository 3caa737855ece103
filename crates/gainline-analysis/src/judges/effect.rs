//! What becomes of conclusions about runs when another judge judges.

use super::inputs::JudgeInputs;
use crate::comparison::{Plan, RankAgreement, RankedRuns, Sample, compare, samples};
use crate::evaluation::{EvaluatedRun, evaluate};
use crate::progress::Progress;
use crate::{NamedQrels, Provenance, RunName, check_rereadable};
use gainline::{Error, ErrorKind, Measure, Result};
use gainline_stats::{Correction, MonteCarlo, Test};
use serde::Serialize;
use std::collections::BTreeSet;

/// The same runs by each judge.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunsEffect {
    /// The runs as they were measured by the first judge.
    pub provenance: Provenance,
    /// How many topics all judges and runs have.
    pub topics: usize,
    /// For each measure.
    pub measures: Vec<MeasureEffect>,
    /// Whether it matters who judges.
    pub conclusion: Conclusion,
}

/// The same runs by each judge and one measure.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MeasureEffect {
    /// The measure.
    pub measure: Measure,
    /// The runs by each judge.
    pub judges: Vec<JudgeRanking>,
    /// Each two judges.
    pub pairs: Vec<JudgePairEffect>,
    /// Pairs of runs that any two judges put in opposite order.
    pub swapped_pairs: usize,
    /// The two judges with the lowest τ_b; null where it is undefined for all.
    pub lowest_tau: Option<LowestTau>,
}

/// The runs by one judge, tested in pairs by a t test without correction.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JudgeRanking {
    /// The judge.
    pub judge: String,
    /// The runs.
    #[serde(flatten)]
    pub runs: RankedRuns,
}

/// Two judges, and how they order the same runs.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JudgePairEffect {
    /// The one.
    pub first: String,
    /// The other.
    pub second: String,
    /// How far their orders agree.
    #[serde(flatten)]
    pub agreement: RankAgreement,
    /// The run whose mean changes most.
    pub largest_change: Option<LargestChange>,
    /// Pairs of runs that are significantly different for one of them only.
    pub significant_for_one: usize,
    /// Pairs of runs that are significantly different for both, in opposite order.
    pub significant_oppositely: usize,
}

/// The run whose mean changes most.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LargestChange {
    /// The run.
    pub run: RunName,
    /// Its mean by the second judge minus that by the first.
    pub change: f64,
}

/// Two judges and τ_b of their orders.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LowestTau {
    /// τ_b.
    pub tau_b: f64,
    /// The one.
    pub first: String,
    /// The other.
    pub second: String,
}

/// Whether it matters to conclusions about runs who judges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum Conclusion {
    /// One run has no order.
    OneRun,
    /// No pair of runs is significantly different for any judge, so there is nothing to change.
    NothingSignificant,
    /// Two judges find two runs significantly different, in opposite directions.
    Contradiction {
        /// How often, over all measures and pairs of judges.
        times: usize,
    },
    /// Judges order some runs differently, but never find them significantly different in opposite
    /// directions.
    SwapsOnly,
    /// No two runs are in opposite order for any two judges.
    NoSwaps,
}

impl RunsEffect {
    /// Measures the runs by each judge; none without runs.
    pub(super) fn of(
        inputs: &JudgeInputs,
        judges: &[NamedQrels],
        measures: &[Measure],
        alpha: f64,
        progress: &dyn Progress,
    ) -> Result<Option<Self>> {
        if inputs.runs.runs.is_empty() {
            return Ok(None);
        }
        check_rereadable(&inputs.runs.runs)?;
        let mut evaluated: Vec<EvaluatedRun> = vec![];
        for judge in judges {
            evaluated.extend(evaluate(&inputs.experiment(judge)?, measures, progress)?);
        }
        let runs = inputs.runs.runs.len();
        let provenance = Provenance::of(&inputs.experiment(&judges[0])?, &evaluated[..runs])?;
        let scores = evaluated.iter().map(|run| (run.name.as_str(), &run.scores));
        let samples = samples(scores, measures, None)?;
        let Some(topics) = samples.first().map(|sample| sample.topics.len()) else {
            let message = "no topic is judged by all judges and in every run, so there are no \
                           conclusions to compare";
            return Err(Error::new(ErrorKind::Nothing, message));
        };
        let plan = Plan {
            correction: Correction::None,
            alpha,
            // Nothing is drawn for a t test, unless all topics differ by the same.
            ..Plan::new(Test::T, MonteCarlo::new(10_000, 1))
        };
        let names: Vec<&str> = judges.iter().map(|judge| judge.name.as_str()).collect();
        let of_measure = |sample: Sample| {
            let measure = sample.measure.clone();
            let compared = compare(sample.split(runs), &plan)?.into_iter();
            let ranked = compared.map(|one| RankedRuns::of(one, &plan));
            let judges = names.iter().zip(ranked);
            let judges = judges.map(|(name, runs)| JudgeRanking { judge: name.to_string(), runs });
            Ok(MeasureEffect::of(measure, judges.collect(), inputs))
        };
        let measures = samples.into_iter().map(of_measure).collect::<Result<Vec<_>>>()?;
        let conclusion = Conclusion::of(&measures, runs);
        Ok(Some(RunsEffect { provenance, topics, measures, conclusion }))
    }
}

impl MeasureEffect {
    fn of(measure: Measure, judges: Vec<JudgeRanking>, inputs: &JudgeInputs) -> Self {
        let mut pairs = vec![];
        for (at, first) in judges.iter().enumerate() {
            let behind = judges[at + 1..].iter();
            pairs.extend(behind.map(|second| JudgePairEffect::of(first, second, inputs)));
        }
        let swapped: BTreeSet<(usize, usize)> =
            pairs.iter().flat_map(|pair| pair.agreement.swapped.iter().copied()).collect();
        let taus = pairs.iter().filter_map(|pair| Some((pair.agreement.tau()?, pair)));
        let lowest = taus.min_by(|a, b| a.0.total_cmp(&b.0));
        let lowest_tau = lowest.map(|(tau_b, pair)| LowestTau {
            tau_b,
            first: pair.first.clone(),
            second: pair.second.clone(),
        });
        MeasureEffect { measure, judges, swapped_pairs: swapped.len(), lowest_tau, pairs }
    }
}

impl JudgePairEffect {
    fn of(first: &JudgeRanking, second: &JudgeRanking, inputs: &JudgeInputs) -> Self {
        let (one, other) = (&first.runs, &second.runs);
        let agreement = RankAgreement::of(&one.heights, &other.heights);
        let changes = one.means.iter().zip(&other.means).map(|(before, after)| after - before);
        let largest = changes.enumerate().max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()));
        let significant = |ranked: &RankedRuns, pair: (usize, usize)| {
            ranked.pair(pair).is_some_and(|tested| tested.significant)
        };
        let both = |&&pair: &&(usize, usize)| significant(one, pair) && significant(other, pair);
        let for_one = one.pairs.iter().filter(|p| p.significant != significant(other, p.places()));
        JudgePairEffect {
            first: first.judge.clone(),
            second: second.judge.clone(),
            largest_change: largest.map(|(run, change)| LargestChange {
                run: RunName::new(run, &inputs.runs.runs[run].name),
                change,
            }),
            significant_for_one: for_one.count(),
            significant_oppositely: agreement.swapped.iter().filter(both).count(),
            agreement,
        }
    }
}

impl Conclusion {
    fn of(measures: &[MeasureEffect], runs: usize) -> Self {
        let pairs = || measures.iter().flat_map(|measure| &measure.pairs);
        let times = pairs().map(|pair| pair.significant_oppositely).sum();
        let significant = |judge: &JudgeRanking| judge.runs.significant > 0;
        if runs < 2 {
            Conclusion::OneRun
        } else if !measures.iter().flat_map(|measure| &measure.judges).any(significant) {
            Conclusion::NothingSignificant
        } else if times > 0 {
            Conclusion::Contradiction { times }
        } else if pairs().any(|pair| !pair.agreement.swapped.is_empty()) {
            Conclusion::SwapsOnly
        } else {
            Conclusion::NoSwaps
        }
    }
}
