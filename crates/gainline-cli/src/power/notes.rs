//! What stands above the tables of `gainline power`: the choices behind the numbers, and why some
//! are not there.

use super::figures::Figures;
use super::report::About;
use super::seen;
use crate::comparison::logarithms;
use crate::notes::{evaluated, listed, note};
use gainline::{Measure, Missing, Summary};
use gainline_report::Note;

/// With fewer topics, a standard deviation is little more than a guess.
const FEW_TOPICS: usize = 25;

pub(super) fn notes(about: &About<'_>, figures: &[Figures<'_>]) -> Vec<Note> {
    let seen = seen(about.runs);
    let measures: Vec<Measure> =
        figures.iter().filter(|f| f.slice.is_none()).map(|f| f.measure.clone()).collect();
    let mut notes = evaluated(about.opened, &seen, "evaluated", &measures);
    notes.extend(tests(about));
    notes.extend(cautions(about, figures, &measures));
    notes
}

/// The two tests, and where their variances come from.
fn tests(about: &About<'_>) -> [Note; 2] {
    let alpha = about.wanted.alpha;
    let runs = about.runs.len();
    let pooled = match (about.wanted.baseline, runs) {
        (_, 2) => "the standard deviation is that of the two runs' differences".into(),
        (Some(base), _) => format!(
            "the standard deviation is the root of the mean variance over the pairs with {} \
             (--baseline)",
            about.runs[base].name
        ),
        (None, _) => format!(
            "the standard deviation is the root of the mean variance over all {} pairs of runs",
            runs * (runs - 1) / 2
        ),
    };
    let several = if runs == 2 {
        "analysis of variance by topics and runs; for two runs it is the same as t".into()
    } else {
        format!(
            "analysis of variance by topics and runs (--alpha {alpha}): the best and the worst of \
             {runs} runs differ by so much, the others lie in the middle"
        )
    };
    [
        note("t", format!("two-sided paired t test of one pair, --alpha {alpha}; {pooled}")),
        note("F", several),
    ]
}

/// What makes numbers rough, or keeps them away.
fn cautions(about: &About<'_>, figures: &[Figures<'_>], measures: &[Measure]) -> Vec<Note> {
    let mut notes = vec![];
    let topics = figures.first().map_or(0, |f| f.topics);
    if about.opened.options.missing == Missing::Skip
        && about.runs.iter().any(|run| run.scores.topics().len() != topics)
    {
        notes.push(note("common", format!("only the {topics} topics that all runs have")));
    }
    let (few, word) = match figures.iter().map(|f| f.topics).min() {
        Some(least) if topics >= FEW_TOPICS => (least, "in some slices fewer than 25 topics"),
        least => (least.unwrap_or(0), "fewer than 25 topics"),
    };
    if few < FEW_TOPICS {
        let text =
            format!("{word}: the variance is known roughly only, and so is all that follows");
        notes.push(note("caution", text));
    }
    let summed = measures.iter();
    let summed = summed.filter(|m| matches!(m.summary(), Summary::Sum | Summary::Pooled));
    let summed: Vec<String> = summed.map(ToString::to_string).collect();
    if !summed.is_empty() {
        let names: Vec<&str> = summed.iter().map(String::as_str).collect();
        let text = format!("differences of {} are those of the mean over topics", names.join(", "));
        notes.push(note("means", text));
    }
    notes.extend(logarithms(measures).map(|text| note("logarithms", text)));
    notes.extend(empty_slices(about, figures));
    notes.extend(reasons(figures));
    notes
}

/// Slices that have no topic of the runs.
fn empty_slices(about: &About<'_>, figures: &[Figures<'_>]) -> Option<Note> {
    let there = |name: &str| figures.iter().any(|f| f.slice == Some(name));
    let names = about.slices?.iter().map(|(name, _)| name);
    let empty: Vec<&str> = names.filter(|name| !there(name)).collect();
    let text = || format!("without a topic, so left out: {}", empty.join(", "));
    (!empty.is_empty()).then(|| note("slices", text()))
}

/// Why some numbers are not there.
fn reasons(figures: &[Figures<'_>]) -> Vec<Note> {
    let mut reasons: Vec<(&str, &str, Vec<String>)> = vec![];
    for figure in figures {
        let (tests, why) = match (&figure.t, &figure.f) {
            (Err(why), Err(_)) => ("t and F", why),
            (Err(why), Ok(_)) => ("t", why),
            (Ok(_), Err(why)) => ("F", why),
            (Ok(_), Ok(_)) => continue,
        };
        let name = match figure.slice {
            Some(slice) => format!("{} ({slice})", figure.measure),
            None => figure.measure.to_string(),
        };
        match reasons.iter_mut().find(|(t, reason, _)| *t == tests && reason == why) {
            Some((_, _, names)) => names.push(name),
            None => reasons.push((tests, why, vec![name])),
        }
    }
    let said = |(tests, why, names): (&str, &str, Vec<String>)| {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        note("-", format!("{tests} of {}: {why}", listed(&names, "and")))
    };
    reasons.into_iter().map(said).collect()
}
