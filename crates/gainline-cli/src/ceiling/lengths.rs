//! How long rankings are, and which runs end before a measure stops looking.

use super::report::About;
use crate::notes::{counted, listed, note, per_run};
use gainline_report::Note;

/// Nothing without runs: only beside them lengths matter.
pub(super) fn lengths(about: &About<'_>) -> Option<Note> {
    let found = about.found;
    let runs = || about.opened.asked.iter().enumerate().map(|(at, run)| (at, run.name.as_str()));
    let each = per_run(runs().map(|(at, name)| (name, found.length(Some(at)).map(shown))))?;
    let optimal = found.length(None).map(shown)?;
    let mut said = format!("documents of a topic on average: {each}; of optimal queries {optimal}");
    if let Some(short) = per_run(runs().map(|(at, name)| (name, too_short(about, at)))) {
        said.push_str(&format!(
            ". A run that ends before a measure stops looking loses by its length too, and not by its \
             queries alone: {short}"
        ));
    }
    Some(note("lengths", said))
}

/// The measures that look further than a run goes, and on how many topics.
fn too_short(about: &About<'_>, run: usize) -> Option<String> {
    let mut measures = vec![];
    for (at, name) in about.names.iter().enumerate() {
        match about.found.shorter(run, at) {
            0 => {}
            topics if measures.is_empty() => {
                measures.push(format!("{name} (on {})", counted(topics, "topic")));
            }
            topics => measures.push(format!("{name} ({topics})")),
        }
    }
    let measures: Vec<&str> = measures.iter().map(String::as_str).collect();
    (!measures.is_empty()).then(|| format!("by {}", listed(&measures, "and")))
}

/// With a decimal where it is not whole.
fn shown(length: f64) -> String {
    if length.fract() == 0.0 { format!("{length}") } else { format!("{length:.1}") }
}
