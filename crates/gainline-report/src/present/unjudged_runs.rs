//! Runs of which nothing is judged, in words.

use super::words::listed;
use gainline_analysis::unjudged_runs::{ComparedIds, IdDifference, UnjudgedRun};

/// That nothing of a run is judged, with two ids to compare.
pub(super) fn nothing_judged(run: &UnjudgedRun) -> String {
    let ids = run.ids.as_ref().map_or(String::new(), ids);
    format!("(Nearly) no document of {} is judged{ids}.", run.run)
}

/// `: it has `med-1`, and the judgments have `MED-1`; they differ in case`.
fn ids(ids: &ComparedIds) -> String {
    let ComparedIds { document, judged, difference } = ids;
    let how = match difference {
        IdDifference::Spelling { ignoring } => {
            format!("; they differ in {}", listed(ignoring, "and"))
        }
        IdDifference::Prefix { prefix } => format!("; one has `{prefix}` in front"),
        IdDifference::Suffix { suffix } => format!("; one has `{suffix}` at the end"),
        IdDifference::Unknown => String::new(),
    };
    format!(": it has `{document}`, and the judgments of the same topic have `{judged}`{how}")
}
