//! What is noteworthy about correlations of orders.

use super::{Correlate, OrderPart};
use crate::comparison::RankedRuns;
use crate::evaluation::EvaluatedRun;
use gainline::{Measure, Slices};
use serde::Serialize;

/// With fewer runs, a correlation is coarse.
pub(crate) const FEW_RUNS: usize = 10;

/// By how much one swap of a pair of runs changes τ.
pub(crate) fn tau_step(runs: usize) -> f64 {
    4.0 / (runs * (runs - 1)) as f64
}

/// What is noteworthy.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "CorrelateFinding"))]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum Finding {
    /// With few runs, correlations are coarse.
    FewRuns {
        /// How many there are.
        runs: usize,
        /// By how much one swap of a pair of runs changes τ.
        tau_step: f64,
    },
    /// There is one measure and one set of judgments, so there is nothing to correlate.
    OneMeasure,
    /// Not every run, or not both judgments, have all topics: only common ones count.
    OnlyCommonTopics {
        /// How many there are.
        topics: usize,
    },
    /// Slices without a topic, which are left out.
    EmptySlices {
        /// Their names.
        slices: Vec<String>,
    },
    /// All runs have the same mean, so there is no order and no correlation.
    AllRunsTied {
        /// The slice; null for all topics.
        slice: Option<String>,
        /// Where that is so.
        rankings: Vec<RankingName>,
    },
    /// The test has no p-value for some pairs of runs, which count as not significantly different.
    PairsUntested {
        /// The slice; null for all topics.
        slice: Option<String>,
        /// Where that is so.
        rankings: Vec<RankingName>,
    },
    /// Not even the largest difference is significant.
    LargestNotSignificant {
        /// The slice; null for all topics.
        slice: Option<String>,
        /// Where that is so.
        rankings: Vec<RankingName>,
    },
}

/// A measure by some judgments.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RankingName {
    /// The measure.
    pub measure: Measure,
    /// The judgments.
    pub judgments: WhichJudgments,
}

/// One of two sets of judgments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum WhichJudgments {
    /// Those of the experiment.
    First,
    /// The others.
    Second,
}

named!(WhichJudgments: First "first", Second "second");

pub(super) fn find(
    request: &Correlate,
    parts: &[OrderPart],
    first: &[EvaluatedRun],
    again: &[EvaluatedRun],
) -> Vec<Finding> {
    let mut findings = vec![];
    let runs = first.len();
    if runs < FEW_RUNS {
        findings.push(Finding::FewRuns { runs, tau_step: tau_step(runs) });
    }
    if request.measures.len() == 1 && again.is_empty() {
        findings.push(Finding::OneMeasure);
    }
    if let Some(topics) = parts.first().map(|part| part.topics) {
        let has_all = |run: &EvaluatedRun| run.scores.topics().len() == topics;
        if !first.iter().chain(again).all(has_all) {
            findings.push(Finding::OnlyCommonTopics { topics });
        }
    }
    let there = |name: &&str| parts.iter().any(|part| part.slice.as_deref() == Some(*name));
    let slices = request.slices.iter().flat_map(Slices::iter).map(|(name, _)| name);
    let slices: Vec<String> = slices.filter(|name| !there(name)).map(String::from).collect();
    if !slices.is_empty() {
        findings.push(Finding::EmptySlices { slices });
    }
    findings.extend(parts.iter().flat_map(undefined));
    findings
}

/// Why some numbers of a part are not there.
fn undefined(part: &OrderPart) -> Vec<Finding> {
    let slice = || part.slice.clone();
    let named = |which: &dyn Fn(&RankedRuns) -> bool| {
        let found = part.rankings().filter(|(_, ranked)| which(ranked));
        let found = found
            .map(|(judgments, ranked)| RankingName { measure: ranked.measure.clone(), judgments });
        Some(found.collect::<Vec<_>>()).filter(|rankings| !rankings.is_empty())
    };
    let tied = named(&|ranked| ranked.all_tied);
    let untested = named(&|ranked| ranked.untested > 0);
    let none = named(&|ranked| {
        ranked.untested == 0 && !ranked.all_tied && ranked.smallest_significant.is_none()
    });
    let mut findings = vec![];
    findings.extend(tied.map(|rankings| Finding::AllRunsTied { slice: slice(), rankings }));
    findings.extend(untested.map(|rankings| Finding::PairsUntested { slice: slice(), rankings }));
    findings
        .extend(none.map(|rankings| Finding::LargestNotSignificant { slice: slice(), rankings }));
    findings
}
