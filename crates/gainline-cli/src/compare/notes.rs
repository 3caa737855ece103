//! What stands above the tables: the choices behind the numbers, and how runs are tested.

use super::outcome::Outcome;
use crate::comparison::{Test, logarithms, samples_tested};
use crate::evaluation::Evaluated;
use crate::notes::{
    Seen, collection, counted, depth, listed, note, qrels, relevant, tie_rule, ties, topics,
    unjudged, users,
};
use gainline::Summary;
use gainline_report::Note;
use gainline_stats::{Correction, Sampling};

/// The choices in words; of tests only where something was compared.
pub(crate) fn notes(outcome: &Outcome<'_>) -> Vec<Note> {
    let Outcome { opened, measures, .. } = outcome;
    let options = &opened.options;
    let order = options.ties;
    let seen: Vec<Seen<'_>> = outcome.runs.iter().map(Evaluated::seen).collect();
    let mut notes = vec![qrels(opened), topics(&seen, "evaluated", options)];
    notes.extend(left_out(outcome).map(|text| note("compared", text)));
    notes.push(relevant(opened, ", unless a measure says otherwise"));
    notes.push(depth(options, &seen));
    notes.push(ties(tie_rule(order), order, &seen));
    notes.extend(unjudged(options));
    notes.extend(collection(measures, options));
    notes.extend(users(measures, opened));
    notes.extend(slices(outcome).map(|text| note("slices", text)));
    if outcome.comparisons.is_empty() {
        return notes;
    }
    notes.extend(means(outcome).map(|text| note("means", text)));
    notes.extend(logarithms(measures).map(|text| note("logarithms", text)));
    notes.push(note("test", test(outcome)));
    notes.push(note("p", correction(outcome)));
    notes.push(note("intervals", intervals(outcome)));
    notes
}

/// Topics that not every run has.
fn left_out(outcome: &Outcome<'_>) -> Option<String> {
    let compared = outcome.compared()?.len();
    let left_out = outcome.left_out();
    let few = &left_out[..left_out.len().min(3)];
    let dots = if left_out.len() > few.len() { ", …" } else { "" };
    (!left_out.is_empty()).then(|| {
        let (count, names) = (left_out.len(), few.join(", "));
        format!(
            "the {} that every run has; left out: {count} ({names}{dots})",
            counted(compared, "topic")
        )
    })
}

fn slices(outcome: &Outcome<'_>) -> Option<String> {
    let slices = outcome.slices?;
    let is_there =
        |name: &str| outcome.comparisons.iter().any(|c| c.sample.slice.as_deref() == Some(name));
    let empty: Vec<&str> =
        slices.iter().map(|(name, _)| name).filter(|name| !is_there(name)).collect();
    let empty = match &empty[..] {
        [] => String::new(),
        names => format!("; without a topic, so left out: {}", names.join(", ")),
    };
    Some(format!("{} (--by){empty}", counted(slices.iter().len(), "slice")))
}

/// Measures that `gainline eval` does not show as means.
fn means(outcome: &Outcome<'_>) -> Option<String> {
    let other = outcome.measures.iter();
    let other = other.filter(|m| matches!(m.summary(), Summary::Sum | Summary::Pooled));
    let names: Vec<String> = other.map(ToString::to_string).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    (!names.is_empty()).then(|| {
        let names = listed(&names, "and");
        format!("of topics, for {names} too, which `gainline eval` puts together otherwise")
    })
}

/// How runs were tested, in words.
pub(crate) fn test(outcome: &Outcome<'_>) -> String {
    let test = outcome.plan.test;
    let words = test.description();
    let tested = outcome.comparisons.iter().flat_map(|c| &c.pairs);
    let drawn: Vec<bool> =
        tested.filter_map(|pair| Some(pair.test.defined()?.trials.is_some())).collect();
    let (trials, seed) = (outcome.trials, outcome.seed);
    // How far from 0.05 chance in drawing may take p.
    let error = Sampling { trials, seed }.standard_error(0.05);
    let what = if test == Test::Bootstrap { "resamples" } else { "permutations" };
    let sampled = format!(
        "{trials} {what} (--trials) from seed {seed} (--seed), so that a p near 0.05 is uncertain \
         by ±{error:.5}"
    );
    let how = match drawn.iter().filter(|drawn| **drawn).count() {
        0 if test == Test::Randomization && !drawn.is_empty() => {
            "; all ways were gone through".into()
        }
        0 => String::new(),
        n if n < drawn.len() => format!("; where there are too many ways for all, {sampled}"),
        _ => format!("; {sampled}"),
    };
    format!("{words} (--test {test}), two-sided{how}")
}

fn correction(outcome: &Outcome<'_>) -> String {
    let plan = outcome.plan;
    let alpha = format!("a difference is real if p < {} (--alpha)", plan.alpha);
    let samples = samples_tested(outcome.comparisons);
    let of = if outcome.slices.is_some() { "measures and slices" } else { "measures" };
    if outcome.tested() == 0 {
        return "none: nothing could be tested".into();
    }
    let pairs = counted(outcome.tested(), "comparison");
    let name = match plan.correction {
        Correction::None if plan.test.is_simultaneous() => {
            return format!(
                "the test holds over all pairs, not over {of} (--correction none); {alpha}"
            );
        }
        Correction::None => return format!("not corrected (--correction none); {alpha}"),
        _ if outcome.tested() == 1 => {
            return format!("one comparison, nothing to correct; {alpha}");
        }
        _ if plan.test.is_simultaneous() && samples > 1 => {
            return format!(
                "the test holds over all pairs; times {samples} for the number of {of} \
                 (Bonferroni); {alpha}"
            );
        }
        _ if plan.test.is_simultaneous() => {
            return format!("the test holds over all pairs; {alpha}");
        }
        Correction::BenjaminiHochberg => "Benjamini-Hochberg (false discovery rate)",
        other => other.word().unwrap_or_default(),
    };
    let flag = plan.correction.name();
    format!("corrected for {pairs} after {name} (--correction {flag}); {alpha}")
}

fn intervals(outcome: &Outcome<'_>) -> String {
    let level = 100.0 * outcome.plan.level;
    let of_difference = if outcome.plan.test == Test::Tukey {
        "Tukey's for differences, which hold for all pairs together".into()
    } else {
        let by = outcome.plan.interval.description();
        format!("the {by} for differences; each on its own, not corrected")
    };
    format!("{level:.0} %: the t interval for means, {of_difference}")
}
