//! What a report comes to, in words; the words of `gainline compare` where runs were compared.

use super::build::DIGITS;
use crate::compare::{Outcome, conclusion, takes_sides, warnings};
use crate::notes::{counted, listed};
use gainline::{Average, Summary};

/// The verdict; its first sentence is the headline.
pub(super) fn verdict(outcome: &Outcome<'_>) -> Vec<String> {
    if outcome.compared().is_some() {
        return headline(outcome).into_iter().chain(conclusion(outcome)).collect();
    }
    let run = &outcome.runs[0];
    let (measure, topics) = (&outcome.measures[0], run.scores.topics().len());
    if outcome.runs.len() > 1 {
        return vec![
            "There is no judged topic that every run has, so the runs are not compared.".into(),
        ];
    }
    let digits = if measure.summary() == Summary::Sum { 0 } else { DIGITS };
    let value = run.scores.average(Average::Macro, None).ok().map(|values| values[0]);
    let value = value.map_or("no value".into(), |value| format!("{value:.digits$}"));
    vec![
        format!("{} has {measure} {value} over {}.", run.name, counted(topics, "topic")),
        "It is a single run, so there is nothing to hold it against.".into(),
    ]
}

/// What to mind about the verdict. A report needs one order of ties, so what it cannot do itself is left
/// to `gainline compare`.
pub(super) fn warned(outcome: &Outcome<'_>) -> Vec<String> {
    let warnings = if outcome.compared().is_some() { warnings(outcome) } else { vec![] };
    let here = "try --ties average";
    let there = "try `gainline compare` with --ties average";
    warnings.iter().map(|said| said.replace(here, there)).collect()
}

/// Which run is the best by the first measure, and how sure that is; of two runs the conclusion says it.
fn headline(outcome: &Outcome<'_>) -> Option<String> {
    let comparison = outcome.whole().first()?;
    if outcome.runs.len() == 2 || !takes_sides(comparison) {
        return None;
    }
    let group = outcome.best_group(comparison);
    let names: Vec<&str> = group.iter().map(|run| outcome.name(*run)).collect();
    let (best, alike) = names.split_first()?;
    let (measure, mean) = (&comparison.sample.measure, comparison.runs[group[0]].mean);
    let tested = comparison.pairs.iter().all(|pair| pair.p_adjusted().is_some());
    let how_sure = match alike {
        _ if !tested => return None,
        [] => "and is better than every other run".into(),
        _ if alike.len() + 1 == outcome.runs.len() => {
            "but cannot be told from any other run".into()
        }
        alike => format!("but cannot be told from {}", listed(alike, "and")),
    };
    // What is compared is the mean, also of measures that are put together otherwise.
    let kind = match measure.summary() {
        Summary::Sum | Summary::Pooled => "mean ",
        _ => "",
    };
    Some(format!("{best} has the best {kind}{measure}, {mean:.DIGITS$}, {how_sure}."))
}
