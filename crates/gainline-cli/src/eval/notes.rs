//! What stands above a table: the choices behind the numbers and what they touched, in words.

use super::report::About;
use super::summaries::in_no_slice;
use crate::evaluation::Evaluated;
use crate::notes::{
    Seen, collection, counted, depth, listed, note, qrels, relevant, tie_rule, ties, topics,
    unjudged, users,
};
use gainline::{Average, Measure, Summary, TieRule, Ties};
use gainline_report::Note;

/// The choices behind the numbers and what they touched, in words.
pub(super) fn notes(about: &About<'_>, runs: &[Evaluated]) -> Vec<Note> {
    let options = &about.opened.options;
    let order = options.ties;
    let seen: Vec<Seen<'_>> = runs.iter().map(Evaluated::seen).collect();
    let mut notes = vec![
        qrels(about.opened),
        topics(&seen, "averaged", options),
        relevant(about.opened, ", unless a measure says otherwise"),
        depth(options, &seen),
        ties(tie_rule(order), order, &seen),
    ];
    notes.extend(mean_ranks(about, order).map(|text| note("ranks", text)));
    notes.extend(unjudged(options));
    notes.extend(average_note(about, runs).map(|text| note("average", text)));
    notes.extend(collection(about.measures, options));
    notes.extend(users(about.measures, about.opened));
    notes
}

/// The measures that take the mean of tied ranks, which is not the mean over orders.
fn mean_ranks(about: &About<'_>, order: Ties) -> Option<String> {
    let by_ranks = |m: &&Measure| m.family().tie_mean == TieRule::MeanRanks;
    let names: Vec<String> =
        about.measures.iter().filter(by_ranks).map(ToString::to_string).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    (order == Ties::Average && !names.is_empty()).then(|| {
        let rule = "the mean of the tied documents' ranks, Rocchio's rule";
        format!("for {} {rule}, not the mean over orders", listed(&names, "and"))
    })
}

/// How topics are put together, where that is not just the mean.
fn average_note(about: &About<'_>, runs: &[Evaluated]) -> Option<String> {
    let summing = about.summing;
    let mut said = vec![];
    if summing.averages != [Average::Macro] {
        let words = summing.averages.iter().map(|average| match average {
            Average::Micro => "micro: of all topics' totals",
            Average::Geometric => "gm: geometric mean, values below 0.00001 raised to it",
            Average::Median => "median",
            Average::Deviation => "sd: standard deviation of the topics' values",
            _ => "macro: mean over topics (the sum for counts)",
        });
        said.push(format!("{} (--average)", words.collect::<Vec<_>>().join("; ")));
    }
    if about.measures.iter().any(|m| m.summary() == Summary::Pooled) {
        said.push("normalise=mean: mean gain of all topics over their mean ideal gain".into());
    }
    if summing.weights.is_some() {
        said.push("topics weigh as --topic-weights says".into());
    }
    if let Some(slices) = &summing.slices {
        let outside = in_no_slice(slices, runs);
        let outside = match &outside[..] {
            [] => String::new(),
            [first, ..] => format!("; in none: {} ({first}…)", counted(outside.len(), "topic")),
        };
        let empty = match &summing.empty[..] {
            [] => String::new(),
            names => format!("; without a topic, so left out: {}", names.join(", ")),
        };
        said.push(format!("{} (--by){outside}{empty}", counted(slices.iter().len(), "slice")));
    }
    (!said.is_empty()).then(|| said.join(". "))
}
