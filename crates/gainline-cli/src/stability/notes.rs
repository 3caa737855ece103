//! What stands above the tables of `gainline stability`: the choices behind the numbers.

use super::Studied;
use super::report::About;
use crate::comparison::logarithms;
use crate::evaluation::Evaluated;
use crate::notes::{Seen, counted, evaluated, listed, note};
use gainline::{Better, Measure, Missing, Summary};
use gainline_analysis::stability::SizeSwaps;
use gainline_report::Note;

pub(super) fn notes(about: &About<'_>, studied: &[Studied<'_>]) -> Vec<Note> {
    let options = &about.opened.options;
    let seen: Vec<Seen<'_>> = about.runs.iter().map(Evaluated::seen).collect();
    let measures: Vec<Measure> = studied.iter().map(|of| of.measure.clone()).collect();
    let mut notes = evaluated(about.opened, &seen, "evaluated", &measures);
    notes.push(sets(about));
    if options.missing == Missing::Skip && seen.iter().any(|run| run.topics != about.topics) {
        let text = format!("only the {} that all runs have", counted(about.topics, "topic"));
        notes.push(note("common", text));
    }
    notes.extend(cautions(&measures));
    notes.extend(undefined(studied));
    notes
}

/// Why some numbers are not there.
fn undefined(studied: &[Studied<'_>]) -> Vec<Note> {
    let lacking = |lacks: fn(&SizeSwaps) -> bool, why: &str| {
        let lacking = studied.iter().filter(|of| of.stability.sizes.iter().any(lacks));
        let names: Vec<String> = lacking.map(|of| of.measure.to_string()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        (!names.is_empty()).then(|| note("-", format!("{}: {why}", listed(&names, "and"))))
    };
    let rate = lacking(
        |size| size.swap_rate().is_none(),
        "all comparisons are tied, so there is no swap rate, nor a difference that is sure",
    );
    let tau = lacking(
        |size| size.tau.is_none(),
        "all runs are tied on all topics, or on more than a third of the sets, so there is no tau",
    );
    rate.into_iter().chain(tau).chain(left_out(studied)).collect()
}

/// Which sets the mean of tau leaves out.
fn left_out(studied: &[Studied<'_>]) -> Option<Note> {
    let some = |of: &Studied<'_>| {
        let with = of.stability.sizes.iter().filter(|size| size.tau.is_some());
        let most =
            with.map(SizeSwaps::without_tau_rate).reduce(f64::max).filter(|most| *most > 0.0);
        most.map(|most| format!("{} up to {:.1} %", of.measure, 100.0 * most))
    };
    let named: Vec<String> = studied.iter().filter_map(some).collect();
    (!named.is_empty()).then(|| {
        let text = format!(
            "sets on which all runs are tied have none and are left out of its mean: {}, by size",
            named.join(", ")
        );
        note("tau", text)
    })
}

/// How topics are drawn.
fn sets(about: &About<'_>) -> Note {
    let how = if about.drawing.replace {
        "both drawn with replacement from all topics (--replace), as if these were all that there are"
    } else {
        "without a topic in common"
    };
    let pairs = about.runs.len() * (about.runs.len() - 1) / 2;
    note(
        "sets",
        format!(
            "two sets of topics, {how}; {} times for each size (--trials) from --seed {}, the same \
             for all measures; {} of runs compared on each",
            about.args.trials,
            about.args.seed,
            counted(pairs, "pair")
        ),
    )
}

/// Measures whose numbers are to be read with care.
fn cautions(measures: &[Measure]) -> Vec<Note> {
    let named = |wanted: &dyn Fn(&Measure) -> bool| {
        let names: Vec<String> =
            measures.iter().filter(|m| wanted(m)).map(ToString::to_string).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        (!names.is_empty()).then(|| listed(&names, "and"))
    };
    let mut notes = vec![];
    if let Some(names) = named(&|m| matches!(m.summary(), Summary::Sum | Summary::Pooled)) {
        notes.push(note("means", format!("of {names}, means over topics are compared")));
    }
    if let Some(names) = named(&|m| m.family().better == Better::Neither) {
        let text = format!("neither more nor less of {names} is better; more comes first here");
        notes.push(note("order", text));
    }
    notes.extend(logarithms(measures).map(|text| note("logarithms", text)));
    notes
}
