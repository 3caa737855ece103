//! What stands above the tables of `gainline ties`: the choices behind the numbers, what was found
//! tied, and why some values are not there.

use super::report::About;
use super::{Examined, Tied};
use crate::notes::{
    Seen, collection, counted, listed, note, per_run, qrels, relevant, topics, unjudged,
};
use gainline_report::Note;

/// The choices behind the numbers, what they touched, and why some values are not there.
pub(super) fn notes(about: &About<'_>, runs: &[Examined]) -> Vec<Note> {
    let options = &about.opened.options;
    let seen: Vec<Seen<'_>> = runs.iter().map(Examined::seen).collect();
    let mut notes = vec![
        qrels(about.opened),
        topics(&seen, "averaged", options),
        relevant(about.opened, ", unless a measure says otherwise"),
        note("ties", tied_note(runs)),
        note(
            "orders",
            "docid: by document id, descending, as `gainline eval` has it; worst and best: for each \
             measure and topic; average: the mean over all orders",
        ),
    ];
    notes.extend(unjudged(options));
    notes.extend(collection(about.measures, options));
    let mut reasons: Vec<String> = vec![];
    for run in runs {
        for Without { orders, reason, .. } in without(run) {
            let text = format!("no {}: {reason}", listed(&orders, "or"));
            if !reasons.contains(&text) {
                reasons.push(text);
            }
        }
    }
    notes.extend(reasons.into_iter().map(|reason| note("-", reason)));
    notes
}

fn tied_note(runs: &[Examined]) -> String {
    if runs.iter().all(|run| run.tied.is_empty()) {
        return "no two documents of a topic have the same score, so there is one order only"
            .into();
    }
    let tied = |run: &Examined| {
        let Tied { rows, groups } = run.tied();
        let (with, all) = (run.tied.len(), run.scores.topics().len());
        let groups = counted(groups, "group");
        match rows {
            0 => "none".into(),
            _ => format!("{rows} of {} ({groups}, in {with} of {all} topics)", run.ranked),
        }
    };
    let tied = per_run(runs.iter().map(|run| (run.name.as_str(), Some(tied(run)))));
    format!("rows of the same score as another one of their topic: {}", tied.unwrap_or_default())
}

/// A measure's orders without a value, and why.
pub(super) struct Without<'a> {
    pub measure: usize,
    pub orders: Vec<&'static str>,
    pub reason: &'a str,
}

/// Which values there are not; orders with the same reason together.
pub(super) fn without(run: &Examined) -> Vec<Without<'_>> {
    let mut without: Vec<Without<'_>> = vec![];
    for (measure, orders) in run.orders.iter().enumerate() {
        let named =
            [("worst", &orders.worst), ("average", &orders.average), ("best", &orders.best)];
        for (name, outcome) in named {
            let Err(reason) = outcome else { continue };
            let known = |w: &&mut Without<'_>| w.measure == measure && w.reason == reason;
            match without.iter_mut().find(known) {
                Some(known) => known.orders.push(name),
                None => without.push(Without { measure, orders: vec![name], reason }),
            }
        }
    }
    without
}
