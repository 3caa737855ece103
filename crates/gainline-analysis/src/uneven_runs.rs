//! In what runs differ so that their values are hard to compare: how deep they go, and how much of
//! them is judged.

use crate::comparison::{column_of, unfit};
use crate::evaluation::EvaluatedRun;
use crate::{Provenance, RunName};
use gainline::{Better, Measure, Options, Result, Unjudged};
use serde::Serialize;
use std::collections::HashSet;

/// Runs whose unjudged shares are further apart may be ranked by the judging.
const UNJUDGED_APART: f64 = 0.05;
/// Rankings that go this many times as deep have more chances.
const DEEPER: f64 = 1.5;
/// What says how much of the top is judged.
pub(crate) const JUDGED: &str = "Judged@10";

/// Rankings differ in depth. By measures without a cutoff, or with one beyond the end of the
/// shallowest, deeper ones have more chances.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DepthsDiffer {
    /// Documents per topic on average in the shallowest run, rounded.
    pub shallowest: f64,
    /// Documents per topic on average in the deepest run, rounded.
    pub deepest: f64,
    /// The measures that go down far enough to see it.
    pub measures: Vec<Measure>,
}

/// A run and a share of its documents.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunShare {
    /// The run.
    pub run: RunName,
    /// The share, 0 to 1.
    pub share: f64,
}

/// Whether the depths of runs differ much, and by which of the measures that matters.
pub(crate) fn depths_differ(provenance: &Provenance, measures: &[Measure]) -> Option<DepthsDiffer> {
    let depths = || provenance.runs.iter().map(|run| run.mean_depth.round());
    let deepest = depths().fold(0.0, f64::max);
    let shallowest = depths().fold(f64::INFINITY, f64::min);
    // A measure with a cutoff above the end of every ranking is not touched.
    let reaches = |cutoff: usize| cutoff as f64 > shallowest;
    let touched = |measure: &&Measure| {
        measure.cutoff().is_none_or(reaches) && measure.family().better != Better::Neither
    };
    let measures: Vec<Measure> = measures.iter().filter(touched).cloned().collect();
    let cut = provenance.options.depth.is_some_and(|depth| !reaches(depth));
    let differ = deepest >= DEEPER * shallowest && !measures.is_empty() && !cut;
    differ.then_some(DepthsDiffer { shallowest, deepest, measures })
}

/// The unjudged shares of the first ten documents, lowest first, where they differ much. The runs were
/// evaluated by [`JUDGED`].
pub(crate) fn unjudged_differ(
    options: &Options,
    evaluated: &[EvaluatedRun],
) -> Result<Option<Vec<RunShare>>> {
    match options.unjudged {
        Unjudged::Irrelevant => {}
        Unjudged::Condense | Unjudged::Bounds => return Ok(None),
    }
    let measure: Measure = JUDGED.parse()?;
    let mut shares = vec![];
    for (place, run) in evaluated.iter().enumerate() {
        let missing: HashSet<&String> = run.scores.missing().iter().collect();
        let judged = run.scores.column(column_of(&run.scores, &measure)?);
        // A ranking that is not there has nothing unjudged.
        let there = run.scores.topics().iter().zip(judged);
        let there = there.filter(|(topic, _)| !missing.contains(topic));
        let judged: Vec<f64> = there.map(|(_, judged)| judged).collect();
        if judged.is_empty() {
            continue;
        }
        let share = 1.0 - gainline_stats::mean(&judged).map_err(|why| unfit(&why))?;
        shares.push(RunShare { run: RunName::new(place, &run.name), share });
    }
    shares.sort_by(|a, b| a.share.total_cmp(&b.share));
    let [lowest, .., highest] = &shares[..] else { return Ok(None) };
    Ok((highest.share - lowest.share > UNJUDGED_APART).then_some(shares))
}
