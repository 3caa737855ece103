//! What is noteworthy about rejudged runs.

use super::{MeasureNoise, PairNoise, Rejudging};
use crate::Provenance;
use gainline::{Measure, Missing};
use serde::Serialize;

/// A pair of runs that swaps in a larger share of the repeats has no stable order.
pub const UNSTABLE: f64 = 0.05;

/// What is noteworthy.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "NoiseFinding"))]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum Finding {
    /// Judges contradict the given judgments more often than they agree with them.
    MostlyContradicting {
        /// The probability of agreement.
        theta: f64,
    },
    /// Runs have different topics, and only those that count for every run are behind the numbers.
    OnlyCommonTopics {
        /// How many there are.
        topics: usize,
    },
    /// How often pairs of runs swap: their order is another than by the given judgments.
    Swaps {
        /// The theta, where judges flip.
        theta: Option<f64>,
        /// The measure.
        measure: Measure,
        /// Pairs of runs that are not equal by the given judgments.
        pairs: usize,
        /// Those of them that swap in more than 5 % of the repeats.
        unstable: usize,
        /// The pair that swaps most often.
        most: SwappedPair,
    },
    /// Pairs swap in more than half of the repeats, by more than two standard errors of that share:
    /// noise of this kind reverses their order by bias.
    OrderReversed {
        /// The theta, where judges flip.
        theta: Option<f64>,
        /// The measure.
        measure: Measure,
        /// How many pairs there are.
        pairs: usize,
        /// The one that swaps most often.
        most: SwappedPair,
    },
    /// Noise moves the means of runs by more than their standard errors by the given judgments. Then
    /// variances and standard errors of simulated values do not tell about the given ones.
    MeanBiased {
        /// The theta, where judges flip.
        theta: Option<f64>,
        /// The measure.
        measure: Measure,
        /// The runs.
        runs: Vec<String>,
    },
}

/// Two runs, and how often they swap.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SwappedPair {
    /// The run that is better by the given judgments.
    pub first: String,
    /// The other one.
    pub second: String,
    /// The share of repeats in which the other one is better.
    pub swapped: f64,
}

pub(super) fn find(
    provenance: &Provenance,
    topics: usize,
    repeats: usize,
    rejudgings: &[Rejudging],
) -> Vec<Finding> {
    let mut findings = vec![];
    for theta in rejudgings.iter().filter_map(|rejudging| rejudging.theta) {
        if theta < 0.5 {
            findings.push(Finding::MostlyContradicting { theta });
        }
    }
    let lacking = provenance.runs.iter().any(|run| run.topics != topics);
    if provenance.options.missing == Missing::Skip && lacking {
        findings.push(Finding::OnlyCommonTopics { topics });
    }
    for rejudging in rejudgings {
        for of in &rejudging.measures {
            findings.extend(swaps(rejudging.theta, of));
            findings.extend(reversed(rejudging.theta, of, repeats));
            findings.extend(biased(rejudging.theta, of));
        }
    }
    findings
}

/// The pairs that are not equal by the given judgments, with the shares in which they swap.
fn ordered(of: &MeasureNoise) -> Vec<(f64, &PairNoise)> {
    of.pairs.iter().filter_map(|pair| Some((pair.swapped?, pair))).collect()
}

/// The pair that swaps most often.
fn most(pairs: &[(f64, &PairNoise)]) -> Option<SwappedPair> {
    let most = pairs.iter().copied().reduce(|a, b| if b.0 > a.0 { b } else { a });
    most.map(|(swapped, pair)| SwappedPair {
        first: pair.first.clone(),
        second: pair.second.clone(),
        swapped,
    })
}

fn swaps(theta: Option<f64>, of: &MeasureNoise) -> Option<Finding> {
    let pairs = ordered(of);
    Some(Finding::Swaps {
        theta,
        measure: of.measure.clone(),
        pairs: pairs.len(),
        unstable: pairs.iter().filter(|(swapped, _)| *swapped > UNSTABLE).count(),
        most: most(&pairs)?,
    })
}

fn reversed(theta: Option<f64>, of: &MeasureNoise, repeats: usize) -> Option<Finding> {
    // More than half by two standard errors of a share of so many repeats.
    let most_of = 0.5 + 1.0 / (repeats as f64).sqrt();
    let pairs: Vec<_> = ordered(of).into_iter().filter(|(share, _)| *share > most_of).collect();
    let (measure, most) = (of.measure.clone(), most(&pairs)?);
    Some(Finding::OrderReversed { theta, measure, pairs: pairs.len(), most })
}

fn biased(theta: Option<f64>, of: &MeasureNoise) -> Option<Finding> {
    let runs = of.runs.iter().filter(|run| run.biased == Some(true));
    let runs: Vec<String> = runs.map(|run| run.run.clone()).collect();
    let measure = of.measure.clone();
    (!runs.is_empty()).then_some(Finding::MeanBiased { theta, measure, runs })
}
