//! What stands above tables: the choices behind the numbers and what they touched, in words.
//! What several commands say is here; each has its own notes besides.

use crate::runs::Opened;
use gainline::{Expected, Facts, Measure, Missing, Need, Options, Scores, Ties, Unjudged};
use gainline_report::Note;

pub(crate) fn note(about: &str, text: impl Into<String>) -> Note {
    Note { about: about.into(), text: text.into() }
}

/// `1 topic`, `2 topics`.
pub(crate) fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

pub(crate) fn qrels(opened: &Opened) -> Note {
    let Opened { qrels, qrels_file: file, .. } = opened;
    let (topics, judgments) = (qrels.topics().len(), qrels.judgments());
    note(
        "qrels",
        format!("{file}: {}, {}", counted(topics, "topic"), counted(judgments, "judgment")),
    )
}

/// `a, b and c`.
pub(crate) fn listed(names: &[&str], and: &str) -> String {
    match names {
        [some @ .., last] if !some.is_empty() => format!("{} {and} {last}", some.join(", ")),
        _ => names.concat(),
    }
}

/// What was seen of a run.
pub(crate) struct Seen<'a> {
    pub run: &'a str,
    /// The topics behind its numbers.
    pub topics: usize,
    /// Judged topics that it lacks.
    pub missing: &'a [String],
    pub facts: &'a Facts,
}

impl<'a> Seen<'a> {
    pub(crate) fn of(run: &'a str, scores: &'a Scores) -> Self {
        let (topics, missing) = (scores.topics().len(), scores.missing());
        Seen { run, topics, missing, facts: scores.facts() }
    }
}

/// Which topics are behind the numbers of runs; `done` says what was done with them.
pub(crate) fn topics(runs: &[Seen<'_>], done: &str, options: &Options) -> Note {
    let few = |names: &[String]| match names {
        [] => None,
        [one] => Some(format!("1 ({one})")),
        [one, two] => Some(format!("2 ({one}, {two})")),
        many => Some(format!("{} ({}, {}, …)", many.len(), many[0], many[1])),
    };
    let how = match options.missing {
        Missing::Skip => "left out (--missing skip)",
        _ => "counted as empty rankings (--missing zero)",
    };
    let missing = of_each(runs, |seen| few(seen.missing)).map_or_else(
        || format!("none missing (--missing {})", options.missing),
        |missing| format!("missing: {missing}, {how}"),
    );
    let extra = of_each(runs, |seen| few(&seen.facts.extra_topics))
        .map_or("none extra".into(), |extra| format!("extra: {extra}, ignored"));
    let same = runs.iter().all(|seen| seen.topics == runs[0].topics);
    let topics = match runs.first().filter(|_| same) {
        Some(seen) => format!("{} {done}", seen.topics),
        None => {
            let each = of_each(runs, |seen| Some(seen.topics.to_string()));
            format!("{done}: {}", each.unwrap_or_default())
        }
    };
    let asked = if options.topics.is_some() { " of those asked for (--topics)" } else { "" };
    note("topics", format!("{topics}{asked}; {missing}; {extra}"))
}

/// What is to be said of single runs; without their names when there is only one.
pub(crate) fn per_run<'a>(runs: impl Iterator<Item = (&'a str, Option<String>)>) -> Option<String> {
    // With many runs, json has them all.
    const SHOWN: usize = 5;
    let runs: Vec<(&str, Option<String>)> = runs.collect();
    if let [(_, said)] = &runs[..] {
        return said.clone();
    }
    let said = runs.iter().filter_map(|(run, said)| Some(format!("{run} {}", said.as_ref()?)));
    let mut said: Vec<String> = said.collect();
    if said.len() > SHOWN {
        let more = counted(said.len() - SHOWN, "more run");
        said.truncate(SHOWN);
        said.push(format!("and {more}"));
    }
    (!said.is_empty()).then(|| said.join(", "))
}

/// The same of what was seen of them.
pub(crate) fn of_each(
    runs: &[Seen<'_>],
    say: impl Fn(&Seen<'_>) -> Option<String>,
) -> Option<String> {
    per_run(runs.iter().map(|seen| (seen.run, say(seen))))
}

/// What counts as relevant, with `exceptions`, and where nothing does.
pub(crate) fn relevant(opened: &Opened, exceptions: &str) -> Note {
    let rel = opened.options.rel;
    let empty = match topics_without(opened, rel) {
        0 => String::new(),
        n => format!("; {} without any, where most measures give 0", counted(n, "topic")),
    };
    note("relevant", format!("grade {rel} or higher{exceptions} (--rel){empty}"))
}

/// How many of the topics asked for have no document of this grade or a higher one.
pub(crate) fn topics_without(opened: &Opened, grade: f64) -> usize {
    let Opened { qrels, options, .. } = opened;
    let asked = options.topics.as_ref();
    let none = |name: &&str| {
        asked.is_none_or(|topics| topics.contains(*name))
            && qrels.topic(name).is_some_and(|t| t.grades().first().is_none_or(|g| *g < grade))
    };
    qrels.topics().filter(none).count()
}

/// What becomes of unjudged documents, and of a topic's own document.
pub(crate) fn unjudged(options: &Options) -> Vec<Note> {
    let rule = match options.unjudged {
        Unjudged::Condense => "unjudged documents are dropped first",
        Unjudged::Bounds => {
            "unjudged documents count as not relevant, and in brackets stand the lowest and the \
             highest value when those of the rankings may have any of the qrels' grades from 0 up"
        }
        _ => "unjudged documents count as not relevant",
    };
    let mut notes = vec![note("unjudged", format!("{rule} (--unjudged {})", options.unjudged))];
    if options.drop_self {
        notes.push(note("self", "a document with the topic's own id is dropped (--self drop)"));
    }
    notes
}

/// How equal scores are ordered, where `rule` says it in words, and how many there are.
pub(crate) fn ties(rule: &str, ties: Ties, runs: &[Seen<'_>]) -> Note {
    let tied = of_each(runs, |seen| {
        let Facts { tied_rows, rows, .. } = seen.facts;
        (*tied_rows > 0).then(|| format!("{tied_rows} of {rows}"))
    });
    let tied = tied.map_or("no rows are tied".into(), |tied| format!("tied rows: {tied}"));
    note("ties", format!("equal scores (as doubles) {rule} (--ties {ties}); {tied}"))
}

/// The rule of an order in words.
pub(crate) fn tie_rule(ties: Ties) -> &'static str {
    match ties {
        Ties::Rank => "by the rank column, then by document id descending",
        Ties::Input => "in the order of the file",
        Ties::Average => "in no order: the mean over all orders",
        Ties::Best => {
            "for each measure in the order that suits it best (by document id for those that are \
             neither better nor worse)"
        }
        Ties::Worst => {
            "for each measure in the order that suits it worst (by document id for those that are \
             neither better nor worse)"
        }
        _ => "by document id, descending",
    }
}

/// What users know and expect, where one of the measures goes by it.
pub(crate) fn users(measures: &[Measure], opened: &Opened) -> Vec<Note> {
    let asked = |need: Need| measures.iter().any(|m| m.family().needs.contains(&need));
    let mut notes = vec![];
    if asked(Need::Known) {
        let (known, qrels) = (&opened.options.known, &opened.qrels);
        let judged = qrels.topics().filter_map(|name| Some((name, qrels.topic(name)?)));
        let is_known =
            |topic: &str, doc: &str| known.as_ref().is_some_and(|k| k.contains(topic, doc));
        let count = judged
            .flat_map(|(name, topic)| topic.documents().map(move |(doc, _)| (name, doc)))
            .filter(|(name, doc)| is_known(name, doc))
            .count();
        let text =
            format!("users knew the documents of --known before; {count} of them are judged");
        notes.push(note("known", text));
    }
    match &opened.options.expected {
        Some(Expected::Each(number)) if asked(Need::Expected) => {
            let text =
                format!("users expect {number} relevant documents for each topic (--expected)");
            notes.push(note("expected", text));
        }
        Some(Expected::ByTopic(_)) if asked(Need::Expected) => {
            notes.push(note(
                "expected",
                "users expect as many relevant documents as --expected says",
            ));
        }
        _ => {}
    }
    notes
}

/// The size of the collection, where one of the measures goes by it.
pub(crate) fn collection(measures: &[Measure], options: &Options) -> Option<Note> {
    let asks = |m: &&Measure| {
        let needs = m.family().needs;
        needs.contains(&Need::Collection) || needs.contains(&Need::CollectionGiven)
    };
    Some(match options.collection {
        Some(size) => note("N", format!("{size} documents in the collection (--collection-size)")),
        None if measures.iter().filter(asks).all(|m| m.gives("N")) => return None,
        None => note(
            "N",
            "the size of the collection is not given (--collection-size): as small as the retrieved \
             and the relevant documents allow, unless a measure says N=",
        ),
    })
}
