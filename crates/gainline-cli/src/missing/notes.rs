//! What stands above the tables of `gainline missing`: the choices behind the numbers.

use super::Part;
use super::report::About;
use super::study::Study;
use crate::notes::{
    Seen, collection, counted, note, qrels, relevant, tie_rule, ties, topics, users,
};
use gainline_report::Note;

/// What was seen of the runs.
pub(super) fn seen<'a>(about: &'a About<'_>) -> Vec<Seen<'a>> {
    Seen::of_pool(about.opened.asked.iter().map(|run| run.name.as_str()), about.pool)
}

/// What is said of any study of these runs.
pub(super) fn shared(about: &About<'_>) -> Vec<Note> {
    let (options, seen) = (&about.opened.options, seen(about));
    let order = options.joining.ties;
    let mut notes = vec![
        qrels(about.opened),
        topics(&seen, "looked at", options),
        relevant(about.opened, ", unless a measure says otherwise"),
        ties(tie_rule(order), order, &seen),
    ];
    if options.joining.drop_self {
        notes.push(note("self", "a document with the topic's own id is dropped (--self drop)"));
    }
    notes.extend(collection(about.measures, options));
    notes.extend(users(about.measures, about.opened));
    if let Some(depth) = options.joining.depth {
        notes.push(note("depth", format!("only the top {depth} of each ranking (--depth)")));
    }
    notes
}

pub(super) fn notes(about: &About<'_>, study: &Study) -> Vec<Note> {
    let mut notes = shared(about);
    let depth = about.pool_depth;
    let documents = counted(study.open, "unjudged document");
    let stand = if study.open == 1 { "stands" } else { "stand" };
    notes.push(note(
        "open",
        format!(
            "{documents} {stand} in the top {depth} of some run (--pool-depth), and may be judged \
             next"
        ),
    ));
    if about.shows(Part::Scores) {
        notes.push(note(
            "estimate",
            "open documents count as relevant as often as judged ones that the runs rank as high; \
             what is judged was often picked for being relevant, so that this may be too much",
        ));
        notes.push(note(
            "bounds",
            "the unjudged documents of all runs may have any of the qrels' grades from 0 up (in `gainline \
             eval --unjudged bounds` only those of the run itself)",
        ));
    }
    let several = about.opened.asked.len() > 1;
    if about.shows(Part::Flips) && several {
        notes.push(note(
            "safe",
            "no grades of the unjudged documents of all runs turn it; documents that no run has are \
             left out of account",
        ));
    }
    for measured in &study.measures {
        let reason = measured.scores.first().and_then(|score| score.bounds.as_ref().err());
        notes.extend(reason.map(|reason| note("-", format!("no bounds: {reason}"))));
    }
    if about.shows(Part::Flips) && !study.all_pairs {
        notes.push(note("pairs", "neighbours in the order of each measure only (see --all-pairs)"));
    }
    notes
}
