//! What `gainline eval` shows: the choices behind the numbers, and the numbers.

use super::{Evaluated, Format};
use gainline::{Better, Measure, Missing, Options, Qrels, Summary, Ties, Unjudged};
use gainline_report::{
    Cell, Note, Table, write_csv, write_latex, write_markdown, write_text, write_tsv,
};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::io::{self, Write};
use std::path::PathBuf;

/// What all runs were evaluated with.
pub(crate) struct About<'a> {
    pub qrels: &'a Qrels,
    pub qrels_file: String,
    pub options: &'a Options,
    pub measures: &'a [Measure],
    pub per_topic: bool,
    /// Decimals shown in tables.
    pub digits: usize,
}

pub(crate) fn write(
    about: &About<'_>,
    runs: &[Evaluated],
    format: Format,
    out: &mut dyn Write,
) -> io::Result<()> {
    match format {
        Format::Table => write_text(&wide(about, runs), out),
        Format::Markdown => write_markdown(&wide(about, runs), out),
        Format::Latex => write_latex(&wide(about, runs), out),
        Format::Tsv => write_tsv(&long(about, runs), out),
        Format::Csv => write_csv(&long(about, runs), out),
        Format::Json => {
            write_document(about, runs, out)?;
            writeln!(out)
        }
        Format::Jsonl => each_value(about, runs, |run, topic, measure, value| {
            serde_json::to_writer(&mut *out, &Row { run, topic, measure, value })?;
            writeln!(out)
        }),
    }
}

/// Runs are called by their file's name without its endings, or by the path where that would
/// give two the same name.
pub(crate) fn run_names(files: &[PathBuf]) -> Vec<String> {
    const ENDINGS: [&str; 10] =
        ["gz", "zst", "bz2", "xz", "run", "txt", "trec", "tsv", "res", "results"];
    let short = |file: &PathBuf| {
        let name = file.file_name().map(|n| n.to_string_lossy().into_owned());
        let mut name = name.unwrap_or_else(|| file.display().to_string());
        while let Some((stem, ending)) = name.rsplit_once('.') {
            if stem.is_empty() || !ENDINGS.contains(&ending.to_ascii_lowercase().as_str()) {
                break;
            }
            name = stem.to_string();
        }
        if name == "-" { "<stdin>".into() } else { name }
    };
    let names: Vec<String> = files.iter().map(short).collect();
    let unique = |name: &String| names.iter().filter(|n| *n == name).count() == 1;
    let name = |(name, file): (&String, &PathBuf)| {
        if unique(name) { name.clone() } else { file.display().to_string() }
    };
    names.iter().zip(files).map(name).collect()
}

/// Orders runs by a measure, the best first.
pub(crate) fn sort(runs: &mut [Evaluated], measures: &[Measure], column: usize) {
    let lower = measures[column].family().better == Better::Lower;
    runs.sort_by(|a, b| {
        let (a, b) = (a.scores.all()[column], b.scores.all()[column]);
        if same(a, b) {
            return std::cmp::Ordering::Equal;
        }
        if lower { a.total_cmp(&b) } else { b.total_cmp(&a) }
    });
}

/// Runs as rows, measures as columns.
fn wide(about: &About<'_>, runs: &[Evaluated]) -> Table {
    let mut header = vec!["run".to_string()];
    if about.per_topic {
        header.push("topic".into());
    }
    header.extend(about.measures.iter().map(ToString::to_string));
    let all: Vec<Vec<f64>> = runs.iter().map(|r| r.scores.all()).collect();
    let best: Vec<Option<f64>> = (0..about.measures.len())
        .map(|m| best(about.measures[m].family().better, &all, m))
        .collect();
    let mut rows = vec![];
    for (run, all) in runs.iter().zip(&all) {
        let row = |topic: &str, values: &[f64], mark: bool| {
            let mut row = vec![Cell::Text(run.name.clone())];
            if about.per_topic {
                row.push(Cell::Text(topic.into()));
            }
            row.extend(values.iter().enumerate().map(|(m, &value)| Cell::Number {
                value,
                decimals: Some(about.decimals(m)),
                best: mark && best[m].is_some_and(|best| same(best, value)),
            }));
            row
        };
        if about.per_topic {
            rows.extend(run.scores.iter().map(|(topic, values)| row(topic, values, false)));
        }
        rows.push(row("all", all, true));
    }
    let marked = best.iter().any(Option::is_some);
    let legend = if marked { vec!["* best of its column".to_string()] } else { vec![] };
    Table { notes: notes(about, runs), header, rows, legend }
}

impl About<'_> {
    fn decimals(&self, measure: usize) -> usize {
        if self.measures[measure].family().summary == Summary::Sum { 0 } else { self.digits }
    }
}

/// `1 topic`, `2 topics`.
fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Whether two means are equal, but for the rounding of their sums.
fn same(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * a.abs().max(1.0)
}

/// The best of a column, where there is something to compare.
fn best(better: Better, all: &[Vec<f64>], measure: usize) -> Option<f64> {
    let column = all.iter().map(|values| values[measure]);
    let found = match better {
        Better::Higher => column.clone().reduce(f64::max),
        Better::Lower => column.clone().reduce(f64::min),
        Better::Neither => None,
    };
    found.filter(|_| all.len() > 1)
}

/// `run, topic, measure, value`, for scripts.
fn long(about: &About<'_>, runs: &[Evaluated]) -> Table {
    let header = ["run", "topic", "measure", "value"].map(String::from).to_vec();
    let mut rows = vec![];
    // Gathering rows cannot fail; only writing them can.
    let _ = each_value(about, runs, |run, topic, measure, value| {
        let text = |text: &str| Cell::Text(text.to_string());
        rows.push(vec![text(run), text(topic), text(measure), Cell::exact(value)]);
        Ok(())
    });
    Table { header, rows, ..Table::default() }
}

/// Every value: run by run, topics in the order of the qrels, `all` last.
fn each_value(
    about: &About<'_>,
    runs: &[Evaluated],
    mut each: impl FnMut(&str, &str, &str, f64) -> io::Result<()>,
) -> io::Result<()> {
    let measures: Vec<String> = about.measures.iter().map(ToString::to_string).collect();
    for run in runs {
        if about.per_topic {
            for (topic, values) in run.scores.iter() {
                for (measure, &value) in measures.iter().zip(values) {
                    each(&run.name, topic, measure, value)?;
                }
            }
        }
        for (measure, value) in measures.iter().zip(run.scores.all()) {
            each(&run.name, "all", measure, value)?;
        }
    }
    Ok(())
}

/// The choices behind the numbers and what they touched, in words.
fn notes(about: &About<'_>, runs: &[Evaluated]) -> Vec<Note> {
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
        _ => "unjudged documents count as not relevant",
    };
    notes.push(note("unjudged", format!("{unjudged} (--unjudged {})", joining.unjudged)));
    if joining.drop_self {
        let text = "a document with the topic's own id is dropped (--self drop)";
        notes.push(note("self", text.into()));
    }
    notes
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

/// A map that keeps its order.
struct Ordered<'a>(Vec<(&'a str, f64)>);

impl Serialize for Ordered<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

#[derive(serde::Serialize)]
struct Row<'a> {
    run: &'a str,
    topic: &'a str,
    measure: &'a str,
    value: f64,
}

#[derive(serde::Serialize)]
struct Document<'a> {
    gainline: &'static str,
    choices: Choices<'a>,
    measures: &'a [String],
    runs: Vec<RunDocument<'a>>,
}

#[derive(serde::Serialize)]
struct Choices<'a> {
    qrels: &'a str,
    qrels_topics: usize,
    judgments: usize,
    rel: f64,
    ties: String,
    unjudged: String,
    missing: String,
    depth: Option<usize>,
    #[serde(rename = "self")]
    itself: &'static str,
    topics: Option<Vec<&'a str>>,
}

#[derive(serde::Serialize)]
struct RunDocument<'a> {
    name: &'a str,
    file: &'a str,
    tag: Option<&'a str>,
    topics_averaged: usize,
    topics_missing: &'a [String],
    topics_extra: &'a [String],
    rows: u64,
    tied_rows: u64,
    all: Ordered<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    topics: Option<Vec<TopicDocument<'a>>>,
}

#[derive(serde::Serialize)]
struct TopicDocument<'a> {
    topic: &'a str,
    values: Ordered<'a>,
}

fn run_document<'a>(
    about: &About<'_>,
    measures: &'a [String],
    run: &'a Evaluated,
) -> RunDocument<'a> {
    let Evaluated { name, file, scores } = run;
    let facts = scores.facts();
    let named = |values: &[f64]| {
        Ordered(measures.iter().map(String::as_str).zip(values.iter().copied()).collect())
    };
    let topics =
        scores.iter().map(|(topic, values)| TopicDocument { topic, values: named(values) });
    RunDocument {
        name,
        file,
        tag: facts.tag.as_deref(),
        topics_averaged: scores.topics().len(),
        topics_missing: scores.missing(),
        topics_extra: &facts.extra_topics,
        rows: facts.rows,
        tied_rows: facts.tied_rows,
        all: named(&scores.all()),
        topics: about.per_topic.then(|| topics.collect()),
    }
}

fn write_document(
    about: &About<'_>,
    runs: &[Evaluated],
    out: &mut dyn Write,
) -> serde_json::Result<()> {
    let measures: Vec<String> = about.measures.iter().map(ToString::to_string).collect();
    let joining = &about.options.joining;
    let wanted = joining.topics.as_ref().map(|topics| {
        let mut topics: Vec<&str> = topics.iter().map(String::as_str).collect();
        topics.sort_unstable();
        topics
    });
    let document = Document {
        gainline: env!("CARGO_PKG_VERSION"),
        choices: Choices {
            qrels: &about.qrels_file,
            qrels_topics: about.qrels.topics().len(),
            judgments: about.qrels.judgments(),
            rel: about.options.rel,
            ties: joining.ties.to_string(),
            unjudged: joining.unjudged.to_string(),
            missing: about.options.missing.to_string(),
            depth: joining.depth,
            itself: if joining.drop_self { "drop" } else { "keep" },
            topics: wanted,
        },
        measures: &measures,
        runs: runs.iter().map(|run| run_document(about, &measures, run)).collect(),
    };
    serde_json::to_writer_pretty(out, &document)
}
