//! In what runs differ so that their values are hard to compare, in words.

use super::words::{counted, listed};
use gainline::UNJUDGED_ADVICE;
use gainline_analysis::uneven_runs::{DepthsDiffer, RunShare};

/// So many runs are named.
const RUNS_NAMED: usize = 6;

/// That deeper runs have an advantage.
pub(super) fn depths(found: &DepthsDiffer) -> String {
    let DepthsDiffer { shallowest, deepest, measures } = found;
    format!(
        "Runs differ in depth: from {shallowest} to {deepest} documents per topic. On {}, deeper runs \
         have an advantage; consider --depth {shallowest}.",
        listed(measures, "and")
    )
}

/// That some runs have more unjudged documents than others.
pub(super) fn unjudged(shares: &[RunShare]) -> String {
    format!("Unjudged documents in the top 10: {}; {UNJUDGED_ADVICE}.", ends(shares))
}

fn of_run(share: &RunShare) -> String {
    let percent = 100.0 * share.share;
    match percent < 0.5 {
        true => format!("less than 1 % of {}", share.run),
        false => format!("{percent:.0} % of {}", share.run),
    }
}

/// Of many runs, those at both ends; none of which there is nothing to say.
pub(super) fn ends(shares: &[RunShare]) -> String {
    let shares: Vec<&RunShare> = shares.iter().filter(|share| share.share > 0.0).collect();
    let last = shares.len() - shares.len().min(RUNS_NAMED) / 2;
    let named = |at: &usize| *at < RUNS_NAMED.div_ceil(2) || *at >= last;
    let shown = (0..shares.len()).filter(named).map(|at| of_run(shares[at]));
    let mut shown: Vec<String> = shown.collect();
    let hidden = shares.len() - shown.len();
    if hidden > 0 {
        shown.insert(RUNS_NAMED.div_ceil(2), format!("{} between", counted(hidden, "run")));
    }
    listed(&shown, "and")
}
