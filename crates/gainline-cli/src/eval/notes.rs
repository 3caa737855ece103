//! What stands above a table: the choices behind the numbers and what they touched, in words.

use super::Evaluated;
use super::report::About;
use super::summaries::in_no_slice;
use crate::notes::{
    Seen, collection, counted, note, qrels, relevant, tie_rule, topics, unjudged, users,
};
use gainline::{Average, Missing, Summary, Ties};
use gainline_report::Note;

/// The choices behind the numbers and what they touched, in words.
pub(super) fn notes(about: &About<'_>, runs: &[Evaluated]) -> Vec<Note> {
    let options = about.options;
    let seen: Vec<Seen<'_>> = runs
        .iter()
        .map(|run| Seen {
            run: &run.name,
            topics: run.scores.topics().len(),
            missing: run.scores.missing(),
            extra: &run.scores.facts().extra_topics,
        })
        .collect();
    let mut notes = vec![
        qrels(&about.qrels_file, about.qrels),
        topics(&seen, "averaged", options),
        relevant(about.qrels, options, ", unless a measure says otherwise"),
        note("depth", depth_note(about, runs)),
        note("ties", ties_note(options.joining.ties, runs)),
    ];
    notes.extend(unjudged(options));
    notes.extend(average_note(about, runs).map(|text| note("average", text)));
    notes.extend(collection(about.measures, options));
    notes.extend(users(about.measures, options));
    notes
}

fn ties_note(ties: Ties, runs: &[Evaluated]) -> String {
    let tied = per_run(runs, |run| {
        let facts = run.scores.facts();
        (facts.tied_rows > 0).then(|| format!("{} of {}", facts.tied_rows, facts.rows))
    });
    let tied = tied.map_or("no rows are tied".into(), |t| format!("tied rows: {t}"));
    format!("equal scores (as doubles) {} (--ties {ties}); {tied}", tie_rule(ties))
}

/// How topics are put together, where that is not just the mean.
fn average_note(about: &About<'_>, runs: &[Evaluated]) -> Option<String> {
    let summing = about.summing;
    let mut said = vec![];
    if summing.averages != [Average::Macro] {
        let words = summing.averages.iter().map(|average| match average {
            Average::Micro => "micro: of all topics' totals, so that each document counts the same",
            Average::Geometric => "gm: geometric mean, values below 0.00001 raised to it",
            Average::Median => "median",
            Average::Deviation => "sd: standard deviation of the topics' values",
            _ => "macro: mean over topics, so that each topic counts the same",
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
        said.push(format!("{} (--by){outside}", counted(slices.iter().len(), "slice")));
    }
    (!said.is_empty()).then(|| said.join(". "))
}

/// How deep the runs go: a deeper run has more chances.
fn depth_note(about: &About<'_>, runs: &[Evaluated]) -> String {
    let mean = |run: &Evaluated| {
        let topics = run.scores.topics().len()
            - match about.options.missing {
                Missing::Skip => 0,
                _ => run.scores.missing().len(),
            };
        (run.scores.facts().rows as f64 / topics.max(1) as f64).round()
    };
    let means: Vec<f64> = runs.iter().map(mean).collect();
    let deep = if means.iter().all(|m| *m == means[0]) {
        format!("{} documents a topic on average", means[0])
    } else {
        let each = per_run(runs, |run| Some(mean(run).to_string()));
        format!("documents a topic on average: {}", each.unwrap_or_default())
    };
    let columns = per_run(runs, |run| {
        run.scores.facts().three_columns.then(|| "has three columns, ranked by the third".into())
    });
    let columns = columns.map_or(String::new(), |c: String| format!("; {c}"));
    match about.options.joining.depth {
        Some(depth) => {
            format!("only the top {depth} of each ranking (--depth), before that {deep}{columns}")
        }
        None => format!("{deep}{columns}"),
    }
}

/// What is to be said of single runs; without their names when there is only one.
fn per_run(runs: &[Evaluated], say: impl Fn(&Evaluated) -> Option<String>) -> Option<String> {
    crate::notes::per_run(runs.iter().map(|run| (run.name.as_str(), say(run))))
}
