//! What is noteworthy about the stability of runs.

use super::{MeasureStability, PairOrder, RequiredInterval, SizeSwaps};
use crate::comparison::Sample;
use crate::{Provenance, RunName};
use gainline::{Measure, Missing};
use serde::Serialize;

/// Two runs that are equal in as many resamples differ on few topics, or in few steps: if one topic
/// makes the difference it is more than a third, with two topics an eighth.
const OFTEN_TIED: f64 = 0.1;

/// What is noteworthy.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "StabilityFinding"))]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum Finding {
    /// Runs have different topics, and sets are drawn from those that every run has.
    OnlyCommonTopics {
        /// How many there are.
        topics: usize,
    },
    /// On sets of some size all comparisons are tied, so that there is no swap rate.
    AllTied {
        /// The measure.
        measure: Measure,
    },
    /// All runs are tied on all topics, or on more than a third of the sets of some size, so that
    /// there is no mean of Kendall's τ_b.
    NoTau {
        /// The measure.
        measure: Measure,
    },
    /// Sets that tie all runs have no τ_b and are left out of its mean.
    SetsWithoutTau {
        /// The measure.
        measure: Measure,
        /// The largest share of such sets among the sets of one size that have a mean of τ_b.
        share: f64,
    },
    /// Runs whose order depends on few topics: they are often tied and seldom reversed, so that
    /// the share of reversals alone understates how uncertain their order is.
    OftenTied {
        /// The measure.
        measure: Measure,
        /// The run of the pair that is tied most often which is better on all topics.
        first: RunName,
        /// The other one.
        second: RunName,
        /// On how many topics they differ.
        differing_topics: usize,
        /// The share of resamples in which they are tied.
        tied: f64,
        /// How many more pairs are tied in a tenth of the resamples or more.
        more_pairs: usize,
    },
    /// The required difference of the largest sets is known only roughly, since it moves much with the
    /// sets that are drawn.
    RoughRequiredDifference {
        /// The measure.
        measure: Measure,
        /// Between which ends it moves.
        interval: RequiredInterval,
    },
    /// The measures with the lowest and the highest swap rate on the largest sets.
    SwapRates {
        /// The lowest.
        lowest: SwapRate,
        /// The highest, which is higher.
        highest: SwapRate,
    },
}

/// A measure and its swap rate.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SwapRate {
    /// The measure.
    pub measure: Measure,
    /// Its swap rate.
    pub rate: f64,
}

pub(super) fn find(
    provenance: &Provenance,
    samples: &[Sample],
    measures: &[MeasureStability],
    bin: f64,
) -> Vec<Finding> {
    let mut findings = vec![];
    let topics = samples.first().map_or(0, |sample| sample.topics.len());
    let lacking = provenance.runs.iter().any(|run| run.topics != topics);
    if provenance.options.missing == Missing::Skip && lacking {
        findings.push(Finding::OnlyCommonTopics { topics });
    }
    for (of, sample) in measures.iter().zip(samples) {
        let measure = || of.measure.clone();
        let any = |lacks: fn(&SizeSwaps) -> bool| of.sizes.iter().any(lacks);
        if any(|size| size.swap_rate.is_none()) {
            findings.push(Finding::AllTied { measure: measure() });
        }
        if any(|size| size.tau.is_none()) {
            findings.push(Finding::NoTau { measure: measure() });
        }
        let with = of.sizes.iter().filter(|size| size.tau.is_some());
        let most = with.map(|size| size.without_tau_rate).reduce(f64::max);
        let most = most.filter(|share| *share > 0.0);
        findings.extend(most.map(|share| Finding::SetsWithoutTau { measure: measure(), share }));
        let interval = of.sizes.last().and_then(|size| size.required_interval);
        let wide = interval.filter(|interval| interval.is_wide(bin));
        findings.extend(
            wide.map(|interval| Finding::RoughRequiredDifference { measure: measure(), interval }),
        );
        findings.extend(often_tied(of, sample));
    }
    findings.extend(swap_rates(measures));
    findings
}

/// A pair whose order rests on few topics.
fn often_tied(of: &MeasureStability, sample: &Sample) -> Option<Finding> {
    let often = |pair: &&PairOrder| pair.difference != 0.0 && pair.tied >= OFTEN_TIED;
    let pairs: Vec<&PairOrder> = of.pairs.iter().filter(often).collect();
    let pair = pairs.iter().copied().reduce(|a, b| if b.tied > a.tied { b } else { a })?;
    let values = |run: &RunName| &sample.columns[run.place];
    let both = values(&pair.first).iter().zip(values(&pair.second));
    Some(Finding::OftenTied {
        measure: of.measure.clone(),
        first: pair.first.clone(),
        second: pair.second.clone(),
        differing_topics: both.filter(|(one, other)| one != other).count(),
        tied: pair.tied,
        more_pairs: pairs.len() - 1,
    })
}

/// The lowest and the highest rate, unless they are the same. A measure that ties all comparisons
/// has no rate.
fn swap_rates(measures: &[MeasureStability]) -> Option<Finding> {
    let rate = |of: &MeasureStability| {
        let rate = of.sizes.last()?.swap_rate?;
        Some(SwapRate { measure: of.measure.clone(), rate })
    };
    let rates: Vec<SwapRate> = measures.iter().filter_map(rate).collect();
    let lowest = rates.iter().reduce(|a, b| if b.rate < a.rate { b } else { a })?;
    let highest = rates.iter().reduce(|a, b| if b.rate > a.rate { b } else { a })?;
    (highest.rate > lowest.rate)
        .then(|| Finding::SwapRates { lowest: lowest.clone(), highest: highest.clone() })
}
