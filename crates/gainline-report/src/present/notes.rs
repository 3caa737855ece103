//! The notes above tables: the choices behind the numbers and what they touched.

use super::words::{counted, listed};
use crate::Note;
use gainline::{Better, Expected, LOWEST, Measure, Missing, Need, Options, Summary, Unjudged};
use gainline_analysis::naming::NameFacts;
use gainline_analysis::provenance::{QrelsFacts, RunFacts};
use gainline_analysis::{Naming, Provenance};

/// A note about something.
pub fn note(about: &str, text: impl Into<String>) -> Note {
    Note { about: about.into(), text: text.into() }
}

/// What stands above most tables of evaluated runs; `done` says what was done with the topics.
pub fn evaluated(provenance: &Provenance, done: &str, measures: &[Measure]) -> Vec<Note> {
    let mut notes = inputs(provenance);
    notes.extend([
        topics(provenance, done),
        relevant(provenance, ", unless a measure says otherwise"),
        depth(provenance),
        ties(provenance),
    ]);
    notes.extend(unjudged(&provenance.options));
    notes.extend(collection(measures, &provenance.options));
    notes.extend(highest_gains(measures, provenance));
    notes.extend(users(measures, provenance));
    notes
}

/// The judgments, and how the runs got their names.
pub fn inputs(provenance: &Provenance) -> Vec<Note> {
    [qrels(provenance)].into_iter().chain(names(provenance)).collect()
}

/// The judgments.
pub fn qrels(provenance: &Provenance) -> Note {
    judgments("qrels", &provenance.qrels)
}

/// What runs are called by, where their names do not show it.
pub fn names(provenance: &Provenance) -> Option<Note> {
    let names = &provenance.names;
    let text = match names.by {
        Naming::File => format!("{} (--names)", shortened(names)?),
        Naming::Tag => "by the tags in the runs' last columns (--names tag)".into(),
        Naming::Full => return None,
    };
    Some(note("names", text))
}

/// What is left out of the names of files.
pub fn shortened(names: &NameFacts) -> Option<String> {
    let shared = match (&names.prefix, &names.suffix) {
        (None, None) => return None,
        (Some(start), None) => format!("`{start}` at the start"),
        (None, Some(end)) => format!("`{end}` at the end"),
        (Some(start), Some(end)) => format!("`{start}` at the start and `{end}` at the end"),
    };
    Some(format!("those of the files without {shared}, which all of them have"))
}

/// Judgments, where there are several.
pub fn judgments(about: &str, facts: &QrelsFacts) -> Note {
    let file = facts.file.as_ref().map_or("in memory", |file| &file.path);
    let (topics, judgments) =
        (counted(facts.topics, "topic"), counted(facts.judgments, "judgment"));
    note(about, format!("{file}: {topics}, {judgments}"))
}

/// Which topics are behind the numbers of runs; `done` says what was done with them.
pub fn topics(provenance: &Provenance, done: &str) -> Note {
    let Provenance { runs, options, .. } = provenance;
    let few = |names: &[String]| match names {
        [] => None,
        [one] => Some(format!("1 ({one})")),
        [one, two] => Some(format!("2 ({one}, {two})")),
        [one, two, ..] => Some(format!("{} ({one}, {two}, …)", names.len())),
    };
    let how = match options.missing {
        Missing::Skip => "left out (--missing skip)",
        Missing::Zero => "counted as empty rankings (--missing zero)",
    };
    let missing = of_each(runs, |run| few(&run.topics_missing)).map_or_else(
        || format!("none missing (--missing {})", options.missing),
        |missing| format!("missing: {missing}, {how}"),
    );
    let extra = of_each(runs, |run| few(&run.topics_extra))
        .map_or("none extra".into(), |extra| format!("extra: {extra}, ignored"));
    let same = runs.iter().all(|run| run.topics == runs[0].topics);
    let topics = match runs.first().filter(|_| same) {
        Some(run) => format!("{} {done}", run.topics),
        None => {
            let each: Vec<String> =
                of_each(runs, |run| Some(run.topics.to_string())).into_iter().collect();
            format!("{done}: {}", each.concat())
        }
    };
    let selected = if options.topics.is_some() { " of those asked for (--topics)" } else { "" };
    note("topics", format!("{topics}{selected}; {missing}; {extra}"))
}

/// What is to be said of single runs; without their names when there is only one.
pub fn of_each(runs: &[RunFacts], say: impl Fn(&RunFacts) -> Option<String>) -> Option<String> {
    per_run(runs.iter().map(|run| (run.name.as_str(), say(run))))
}

/// So many runs are named; json has them all.
const SHOWN: usize = 5;

/// Of more runs, some are not named.
const MANY: usize = SHOWN + 1;

/// The same of runs by their names.
pub fn per_run<'a>(runs: impl Iterator<Item = (&'a str, Option<String>)>) -> Option<String> {
    let runs: Vec<(&str, Option<String>)> = runs.collect();
    if let [(_, said)] = &runs[..] {
        return said.clone();
    }
    let said = runs.iter().filter_map(|(run, said)| Some(format!("{run} {}", said.as_ref()?)));
    let mut said: Vec<String> = said.collect();
    // One more takes no more room than saying so.
    if said.len() > MANY {
        let more = counted(said.len() - SHOWN, "more run");
        said.truncate(SHOWN);
        said.push(format!("and {more}"));
    }
    (!said.is_empty()).then(|| said.join(", "))
}

/// What counts as relevant, with `exceptions`, and where nothing does.
pub fn relevant(provenance: &Provenance, exceptions: &str) -> Note {
    let rel = provenance.options.rel;
    let empty = match provenance.qrels.topics_without_relevant {
        0 => String::new(),
        n => format!("; {} without any, where most measures give 0", counted(n, "topic")),
    };
    note("relevant", format!("grade {rel} or higher{exceptions} (--rel){empty}"))
}

/// How deep the runs go: a deeper run has more chances.
pub fn depth(provenance: &Provenance) -> Note {
    let Provenance { runs, options, .. } = provenance;
    let whole = |run: &RunFacts| run.mean_depth.round();
    let deep = if runs.iter().all(|run| whole(run) == whole(&runs[0])) {
        let mean = runs.first().map_or(0.0, whole);
        format!("{mean} documents per topic on average")
    } else {
        // With many runs not all are named: those whose depth is unusual come first.
        let alike = |run: &RunFacts| runs.iter().filter(|r| whole(r) == whole(run)).count();
        let usual = runs.iter().max_by_key(|run| alike(run)).map_or(0.0, whole);
        let has_usual = runs.iter().any(|run| alike(run) > 1);
        let mut order: Vec<&RunFacts> = runs.iter().collect();
        order.sort_by_key(|run| has_usual && runs.len() > MANY && whole(run) == usual);
        let each = order.iter().map(|run| (run.name.as_str(), Some(whole(run).to_string())));
        let each: Vec<String> = per_run(each).into_iter().collect();
        format!("documents per topic on average: {}", each.concat())
    };
    let columns = of_each(runs, |run| {
        run.three_columns.then(|| "has three columns, ranked by the third".into())
    });
    let columns = columns.map_or(String::new(), |c: String| format!("; {c}"));
    note(
        "depth",
        match options.depth {
            Some(depth) => {
                format!(
                    "only the top {depth} of each ranking (--depth), before that {deep}{columns}"
                )
            }
            None => format!("{deep}{columns}"),
        },
    )
}

/// How equal scores are ordered, and how many there are.
pub fn ties(provenance: &Provenance) -> Note {
    let order = provenance.options.ties;
    ties_by(&format!("{} (--ties {order})", order.description()), provenance)
}

/// The same where `rule` says how they are ordered.
pub fn ties_by(rule: &str, provenance: &Provenance) -> Note {
    let tied = of_each(&provenance.runs, |run| {
        let RunFacts { tied_rows, rows, .. } = run;
        (*tied_rows > 0).then(|| format!("{tied_rows} of {rows}"))
    });
    let tied = tied.map_or("no rows are tied".into(), |tied| format!("tied rows: {tied}"));
    note("ties", format!("equal scores (as doubles) {rule}; {tied}"))
}

/// What becomes of unjudged documents, and of a topic's own document.
pub fn unjudged(options: &Options) -> Vec<Note> {
    let rule = match options.unjudged {
        Unjudged::Condense => "unjudged documents are removed before ranks are counted",
        Unjudged::Bounds => {
            "unjudged documents count as not relevant; in brackets the lowest and the highest value \
             when those of the rankings may have any of the qrels' grades from 0 up"
        }
        Unjudged::Irrelevant => "unjudged documents count as not relevant",
    };
    let mut notes = vec![note("unjudged", format!("{rule} (--unjudged {})", options.unjudged))];
    if options.drop_self {
        notes.push(note("self", "a document with the topic's own id is dropped (--self drop)"));
    }
    notes
}

/// What users know and expect, where one of the measures goes by it.
pub fn users(measures: &[Measure], provenance: &Provenance) -> Vec<Note> {
    let needed = |need: Need| measures.iter().any(|m| m.family().needs.contains(&need));
    let mut notes = vec![];
    if let Some(count) = provenance.qrels.known_judged.filter(|_| needed(Need::Known)) {
        let text =
            format!("users knew the documents of --known before; {count} of them are judged");
        notes.push(note("known", text));
    }
    match provenance.options.expected.as_ref().filter(|_| needed(Need::Expected)) {
        Some(Expected::Each(number)) => {
            let text =
                format!("users expect {number} relevant documents for each topic (--expected)");
            notes.push(note("expected", text));
        }
        Some(Expected::ByTopic(_)) => {
            let text = "users expect as many relevant documents as --expected says for each topic";
            notes.push(note("expected", text));
        }
        None => {}
    }
    notes
}

/// The size of the collection, where one of the measures goes by it.
pub fn collection(measures: &[Measure], options: &Options) -> Option<Note> {
    let needs_size = |m: &&Measure| {
        let needs = m.family().needs;
        needs.contains(&Need::Collection) || needs.contains(&Need::CollectionGiven)
    };
    Some(match options.collection {
        Some(size) => note("N", format!("{size} documents in the collection (--collection-size)")),
        None if measures.iter().filter(needs_size).all(|m| m.gives("N")) => return None,
        None => note(
            "N",
            "the size of the collection is not given (--collection-size): as small as the retrieved \
             and the relevant documents allow, unless a measure says N=",
        ),
    })
}

/// The highest gain, where a measure divides by it and does not say which.
pub fn highest_gains(measures: &[Measure], provenance: &Provenance) -> Vec<Note> {
    let dividing = measures.iter().filter(|measure| {
        measure.family().needs.contains(&Need::HighestGain) && !measure.gives("max")
    });
    let said = dividing.filter_map(|measure| {
        let setting = measure.setting_on(provenance.options.rel, &provenance.qrels.grades);
        let highest = setting.highest_gain()?;
        Some(note(
            "max",
            format!("{highest} in {measure}, the highest gain of all judgments (max=)"),
        ))
    });
    said.collect()
}

/// The measures of which `wanted` is true, in words.
fn named(measures: &[Measure], wanted: impl Fn(&Measure) -> bool) -> Option<String> {
    let names: Vec<&Measure> = measures.iter().filter(|measure| wanted(measure)).collect();
    (!names.is_empty()).then(|| listed(&names, "and"))
}

/// Which measures are compared by means, though an evaluation does not average them.
pub fn means(measures: &[Measure]) -> Option<Note> {
    let sums =
        named(measures, |measure| matches!(measure.summary(), Summary::Sum | Summary::Pooled));
    sums.map(|names| note("means", format!("for {names}, means over topics are compared")))
}

/// What is to be known of measures whose runs are compared: those that are not averaged by a plain
/// mean, and those of which lower values, or neither, are better.
pub fn compared(measures: &[Measure]) -> Vec<Note> {
    let sums = means(measures);
    let lower = named(measures, |measure| measure.family().better == Better::Lower);
    let lower = lower.map(|names| {
        note(
            "order",
            format!("lower values of {names} are better, so runs are ordered from low to high"),
        )
    });
    let neither = named(measures, |measure| measure.family().better == Better::Neither);
    let neither = neither.map(|names| {
        let text = format!(
            "neither higher nor lower values of {names} are better; runs are ordered from high to low"
        );
        note("order", text)
    });
    let notes = sums.into_iter().chain(lower).chain(neither);
    notes.chain(logarithms(measures)).collect()
}

/// Which measures are compared by the logarithms of their values.
pub fn logarithms(measures: &[Measure]) -> Option<Note> {
    let names = named(measures, |measure| measure.summary() == Summary::GeometricMean)?;
    let text = format!(
        "for {names}, tests and differences use the natural logarithms of the topics' values, whose \
         mean gives the geometric mean (values below {LOWEST} count as {LOWEST})"
    );
    Some(note("logarithms", text))
}
