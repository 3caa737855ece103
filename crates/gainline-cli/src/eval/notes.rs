//! What stands above a table: the choices behind the numbers and what they touched, in words.

use super::Evaluated;
use super::report::About;
use super::summaries::in_no_slice;
use gainline::{Average, Measure, Missing, Need, Summary, Ties, Unjudged};
use gainline_report::Note;

/// `1 topic`, `2 topics`.
fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// The choices behind the numbers and what they touched, in words.
pub(super) fn notes(about: &About<'_>, runs: &[Evaluated]) -> Vec<Note> {
    let joining = &about.options.joining;
    let note = |about: &str, text: String| Note { about: about.into(), text };
    let mut notes = vec![note(
        "qrels",
        format!(
            "{}: {}, {}",
            about.qrels_file,
            counted(about.qrels.topics().len(), "topic"),
            counted(about.qrels.judgments(), "judgment")
        ),
    )];
    notes.push(note("topics", topics_note(about, runs)));
    notes.push(note("relevant", relevant_note(about)));
    notes.push(note("depth", depth_note(about, runs)));
    let rule = match joining.ties {
        Ties::Rank => "by the rank column, then by document id descending",
        Ties::Input => "in the order of the file",
        Ties::Average => "in no order: the mean over all orders",
        Ties::Best => "for each measure in the order that suits it best",
        Ties::Worst => "for each measure in the order that suits it worst",
        _ => "by document id, descending",
    };
    let tied = per_run(runs, |run| {
        let facts = run.scores.facts();
        (facts.tied_rows > 0).then(|| format!("{} of {}", facts.tied_rows, facts.rows))
    });
    let tied = tied.map_or("no rows are tied".into(), |t| format!("tied rows: {t}"));
    let rule = format!("equal scores (as doubles) {rule} (--ties {})", joining.ties);
    notes.push(note("ties", format!("{rule}; {tied}")));
    let unjudged = match joining.unjudged {
        Unjudged::Condense => "unjudged documents are dropped first",
        Unjudged::Bounds => {
            "unjudged documents count as not relevant, and in brackets stand the lowest and the \
             highest value when those of the rankings may have any grade from 0 to the highest of \
             the qrels"
        }
        _ => "unjudged documents count as not relevant",
    };
    notes.push(note("unjudged", format!("{unjudged} (--unjudged {})", joining.unjudged)));
    notes.extend(average_note(about, runs).map(|text| note("average", text)));
    notes.extend(collection_note(about).map(|text| note("N", text)));
    if joining.drop_self {
        let text = "a document with the topic's own id is dropped (--self drop)";
        notes.push(note("self", text.into()));
    }
    notes
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

/// The size of the collection, where a measure goes by it.
fn collection_note(about: &About<'_>) -> Option<String> {
    let asks = |m: &&Measure| {
        let needs = m.family().needs;
        needs.contains(&Need::Collection) || needs.contains(&Need::CollectionGiven)
    };
    about.measures.iter().find(asks)?;
    Some(match about.options.joining.collection {
        Some(size) => format!("{size} documents in the collection (--collection-size)"),
        None => "the size of the collection is not given (--collection-size): as small as the \
                 retrieved and the relevant documents allow, unless a measure says N="
            .into(),
    })
}

fn relevant_note(about: &About<'_>) -> String {
    let rel = about.options.rel;
    let wanted = |name: &&str| {
        about.options.joining.topics.as_ref().is_none_or(|topics| topics.contains(*name))
    };
    let none = |name: &&str| {
        about.qrels.topic(name).is_some_and(|t| t.grades().first().is_none_or(|g| *g < rel))
    };
    let empty = about.qrels.topics().filter(wanted).filter(none).count();
    let empty = match empty {
        0 => String::new(),
        n => format!("; {} without any, where most measures give 0", counted(n, "topic")),
    };
    format!("grade {rel} or higher, unless a measure says otherwise (--rel){empty}")
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

fn topics_note(about: &About<'_>, runs: &[Evaluated]) -> String {
    let counts: Vec<usize> = runs.iter().map(|r| r.scores.topics().len()).collect();
    let same = counts.iter().all(|c| c == &counts[0]);
    let averaged = if same {
        format!("{} averaged", counts[0])
    } else {
        let each = per_run(runs, |r| Some(r.scores.topics().len().to_string()));
        format!("averaged: {}", each.unwrap_or_default())
    };
    let few = |names: &[String]| match names {
        [] => None,
        [one] => Some(format!("1 ({one})")),
        [one, two] => Some(format!("2 ({one}, {two})")),
        many => Some(format!("{} ({}, {}, …)", many.len(), many[0], many[1])),
    };
    let how = match about.options.missing {
        Missing::Skip => "left out (--missing skip)",
        _ => "counted as empty rankings (--missing zero)",
    };
    let missing = match per_run(runs, |r| few(r.scores.missing())) {
        Some(missing) => format!("missing: {missing}, {how}"),
        None => format!("none missing (--missing {})", about.options.missing),
    };
    let extra = match per_run(runs, |r| few(&r.scores.facts().extra_topics)) {
        Some(extra) => format!("extra: {extra}, ignored"),
        None => "none extra".into(),
    };
    let asked =
        if about.options.joining.topics.is_some() { " of those asked for (--topics)" } else { "" };
    format!("{averaged}{asked}; {missing}; {extra}")
}

/// What is to be said of single runs; without their names when there is only one.
fn per_run(runs: &[Evaluated], say: impl Fn(&Evaluated) -> Option<String>) -> Option<String> {
    let said: Vec<(&str, String)> =
        runs.iter().filter_map(|r| Some((r.name.as_str(), say(r)?))).collect();
    if said.is_empty() {
        return None;
    }
    if let ([(_, text)], 1) = (&said[..], runs.len()) {
        return Some(text.clone());
    }
    // With many runs, json has them all.
    const SHOWN: usize = 5;
    let mut texts: Vec<String> =
        said.iter().take(SHOWN).map(|(name, text)| format!("{name} {text}")).collect();
    if said.len() > SHOWN {
        texts.push(format!("and {}", counted(said.len() - SHOWN, "more run")));
    }
    Some(texts.join(", "))
}
