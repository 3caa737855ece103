//! The notes above boards, and what their rows mean.

use crate::Note;
use crate::present::notes::{self, compared, note, of_each, per_run, unjudged};
use crate::present::words::counted;
use gainline::{Measure, Missing};
use gainline_analysis::Provenance;
use gainline_analysis::collections::Board;

/// The choices behind the numbers of collections, which are the same for all of them, and what they
/// touched in each.
pub(super) fn evaluated<'a>(
    collections: impl Iterator<Item = (&'a str, &'a Provenance)> + Clone,
    measures: &[Measure],
) -> Vec<Note> {
    let all = collections.clone().count();
    let topics = |(name, of): (&'a str, &Provenance)| (name, Some(of.qrels.topics.to_string()));
    let topics = per_run(collections.clone().map(topics)).unwrap_or_default();
    let mut notes = vec![note("collections", format!("{all}, with judged topics: {topics}"))];
    let Some((_, first)) = collections.clone().next() else { return notes };
    notes.extend(names(collections.clone()));
    let options = &first.options;
    let missing = |(name, of): (&'a str, &Provenance)| {
        let lacking = of_each(&of.runs, |run| match run.topics_missing.len() {
            0 => None,
            missing => Some(missing.to_string()),
        });
        (name, lacking.map(|lacking| format!("({lacking})")))
    };
    let how = match options.missing {
        Missing::Skip => "left out (--missing skip)",
        Missing::Zero => "counted as empty rankings (--missing zero)",
    };
    notes.push(match per_run(collections.clone().map(missing)) {
        None => note("topics", format!("none missing (--missing {})", options.missing)),
        Some(lacking) => note(
            "topics",
            format!("runs that lack judged topics: {lacking}; those topics are {how}"),
        ),
    });
    let rel = options.rel;
    let relevant = format!("grade {rel} or higher, unless a measure says otherwise (--rel)");
    notes.push(note("relevant", relevant));
    let tied = |(name, of): (&'a str, &Provenance)| {
        let tied: u64 = of.runs.iter().map(|run| run.tied_rows).sum();
        (name, (tied > 0).then(|| tied.to_string()))
    };
    let tied = per_run(collections.map(tied)).map_or("none".into(), |tied| format!("in {tied}"));
    let order = options.ties;
    notes.push(note(
        "ties",
        format!("rows with tied scores: {tied}; {} (--ties {order})", order.description()),
    ));
    notes.extend(unjudged(options));
    notes.extend(compared(measures));
    notes
}

/// What the runs are called by: the same in all collections, or something of each.
fn names<'a>(
    mut collections: impl Iterator<Item = (&'a str, &'a Provenance)> + Clone,
) -> Option<Note> {
    let (_, first) = collections.next()?;
    if collections.clone().all(|(_, of)| of.names == first.names) {
        return notes::names(first);
    }
    let text = "those of the files, without what all names of a collection have at the start or end (--names)";
    Some(note("names", text))
}

/// What the rows below the collections mean.
pub(super) fn means(board: &Board) -> String {
    let (complete, all) = (board.complete_count(), board.complete.len());
    let over = match (complete, all) {
        (0, _) => {
            return "No collection has every run, so there is no mean over collections.".into();
        }
        (complete, all) if complete < all => {
            format!("the {} of {all} that every run has", counted(complete, "collection"))
        }
        (_, all) => format!("the {}", counted(all, "collection")),
    };
    let lacking = if complete < all { " n/a: the collection lacks the run." } else { "" };
    format!(
        "macro mean: the mean over {over}, each counting the same; mean rank: of the run's ranks \
         there, 1 being the best.{lacking}"
    )
}
