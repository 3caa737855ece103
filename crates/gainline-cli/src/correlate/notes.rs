//! What stands above the tables of `gainline correlate`: the choices behind the numbers, and why
//! some are not there.

use super::part::Part;
use super::report::About;
use crate::comparison::RankedRuns;
use crate::comparison::is_constant;
use crate::comparison::{Test, logarithms};
use crate::evaluation::Evaluated;
use crate::notes::{
    Seen, collection, counted, listed, note, qrels, relevant, tie_rule, ties, topics, unjudged,
    users,
};
use gainline::Better;
use gainline_report::Note;

/// With fewer runs, a correlation is coarse.
const FEW_RUNS: usize = 10;

pub(super) fn notes(about: &About<'_>, parts: &[Part]) -> Vec<Note> {
    let options = &about.opened.options;
    let seen: Vec<Seen<'_>> = about.runs.iter().map(Evaluated::seen).collect();
    let order = options.ties;
    let mut notes = vec![qrels(about.opened)];
    notes.extend(about.second.map(|second| Note { about: "against".into(), ..qrels(second) }));
    notes.extend([
        topics(&seen, "averaged", options),
        relevant(about.opened, ", unless a measure says otherwise"),
        ties(tie_rule(order), order, &seen),
    ]);
    notes.extend(common(about, parts));
    notes.extend(unjudged(options));
    notes.extend(collection(about.measures, options));
    notes.extend(users(about.measures, about.opened));
    if let Some(depth) = options.depth {
        notes.push(note("depth", format!("only the top {depth} of each ranking (--depth)")));
    }
    notes.push(test(about));
    notes.extend(logarithms(about.measures).map(|text| note("logarithms", text)));
    notes.extend(cautions(about, parts));
    notes
}

/// How many topics are left where not every run or not both judgments have all.
fn common(about: &About<'_>, parts: &[Part]) -> Option<Note> {
    let topics = parts.first()?.topics;
    let all = |run: &Evaluated| run.scores.topics().len() == topics;
    if about.runs.iter().chain(about.again).all(all) {
        return None;
    }
    let who = if about.second.is_some() { "all runs and both judgments" } else { "all runs" };
    Some(note("common", format!("only {} that {who} have", counted(topics, "topic"))))
}

fn test(about: &About<'_>) -> Note {
    let test = about.plan.test;
    let drawn = match test {
        Test::Randomization => format!(
            " (all ways with up to 20 topics that differ, else --trials {} from --seed {})",
            about.trials, about.seed
        ),
        Test::Bootstrap | Test::RandomizedTukey => {
            format!(" (--trials {} from --seed {})", about.trials, about.seed)
        }
        _ => String::new(),
    };
    let corrected = if test.is_simultaneous() {
        "it holds its error over all pairs"
    } else {
        "p is not corrected for the number of pairs, as usual for discriminative power"
    };
    note("test", format!("{}{drawn}; {corrected} (--test {test})", test.description()))
}

/// What makes numbers coarse, or keeps them away.
fn cautions(about: &About<'_>, parts: &[Part]) -> Vec<Note> {
    let mut notes = vec![];
    let runs = about.runs.len();
    if runs < FEW_RUNS {
        let step = 4.0 / (runs * (runs - 1)) as f64;
        let text =
            format!("with {runs} runs correlations are coarse: one swap moves tau by {step:.2}");
        notes.push(note("caution", text));
    }
    if about.measures.len() == 1 && about.second.is_none() {
        let text = "one measure has nothing to be held against; add others with -m, or other \
                    judgments with --against";
        notes.push(note("measures", text));
    }
    let named = |better: Better| {
        let of = about.measures.iter().filter(|m| m.family().better == better);
        of.map(ToString::to_string).collect::<Vec<_>>()
    };
    if let [_, ..] = &named(Better::Lower)[..] {
        let names = named(Better::Lower).join(", ");
        notes.push(note("turned", format!("less is better, so signs are turned: {names}")));
    }
    if let [_, ..] = &named(Better::Neither)[..] {
        let names = named(Better::Neither).join(", ");
        let text = format!("neither more nor less is better, taken as if more were: {names}");
        notes.push(note("neither", text));
    }
    if let Some(slices) = about.slices {
        let there = |name: &str| parts.iter().any(|part| part.slice.as_deref() == Some(name));
        let names = slices.iter().map(|(name, _)| name);
        let empty: Vec<&str> = names.filter(|name| !there(name)).collect();
        if !empty.is_empty() {
            let text = format!("without a topic, so left out: {}", empty.join(", "));
            notes.push(note("slices", text));
        }
    }
    notes.extend(parts.iter().flat_map(undefined));
    notes
}

/// Why some numbers of a part are not there.
fn undefined(part: &Part) -> Vec<Note> {
    let mut notes = vec![];
    let mut say = |which: &dyn Fn(&RankedRuns) -> bool, why: &str| {
        if let Some(names) = named(part, which) {
            notes.push(note("-", format!("{names}: {why}")));
        }
    };
    say(
        &|ranked| is_constant(&ranked.heights),
        "all runs have the same mean, so there is no order and no correlation",
    );
    say(
        &|ranked| ranked.untested() > 0,
        "the test has no p for some pairs of runs (too few topics, or differences without \
         variance); they count as not separated",
    );
    say(
        &|ranked| {
            let tested = ranked.untested() == 0 && !is_constant(&ranked.heights);
            tested && ranked.smallest_separated().is_none()
        },
        "even the largest difference is not separated, so there is none from which on all are",
    );
    notes
}

/// The measures of a part for which something holds, with the judgments where there are two.
fn named(part: &Part, which: &dyn Fn(&RankedRuns) -> bool) -> Option<String> {
    let found: Vec<(&str, String)> = part
        .ranked()
        .filter(|(_, ranked)| which(ranked))
        .map(|(judgments, ranked)| (judgments, ranked.measure.to_string()))
        .collect();
    let names: Vec<String> = found
        .iter()
        .map(|(judgments, measure)| match part.second[..] {
            [] => measure.clone(),
            _ => format!("{measure} by the {judgments} judgments"),
        })
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let all = found.len() > 2 && found.len() == part.ranked().count();
    let names = if all { "all measures".into() } else { listed(&names, "and") };
    let slice = part.slice.as_deref().map_or(String::new(), |slice| format!("{slice}: "));
    (!found.is_empty()).then(|| format!("{slice}{names}"))
}
