//! The orders of ties as JSON, with the choices and facts behind them.

use super::notes::{Without, without};
use super::report::{About, values};
use super::{Examined, Tied};
use crate::documents::{self, ChoicesDocument, RunFacts};
use serde::Serialize;
use std::io::{self, Write};

/// A line of `jsonl`, and a row for scripts.
#[derive(Serialize)]
pub(super) struct Line<'a> {
    pub run: &'a str,
    pub topic: &'a str,
    pub tied_rows: usize,
    pub tied_groups: usize,
    pub measure: &'a str,
    pub docid: Option<f64>,
    pub worst: Option<f64>,
    pub average: Option<f64>,
    pub best: Option<f64>,
    pub spread: Option<f64>,
    pub topics_affected: Option<usize>,
}

impl Line<'_> {
    /// The names of its columns.
    pub(super) const NAMES: [&'static str; 11] = [
        "run",
        "topic",
        "tied_rows",
        "tied_groups",
        "measure",
        "docid",
        "worst",
        "average",
        "best",
        "spread",
        "topics_affected",
    ];
}

#[derive(Serialize)]
struct Document<'a> {
    choices: Choices<'a>,
    measures: &'a [String],
    runs: Vec<RunDocument<'a>>,
}

#[derive(Serialize)]
struct Choices<'a> {
    #[serde(flatten)]
    shared: ChoicesDocument<'a>,
    collection_size: Option<usize>,
}

#[derive(Serialize)]
struct RunDocument<'a> {
    #[serde(flatten)]
    facts: RunFacts<'a>,
    tied_groups: usize,
    tied_topics: usize,
    /// Why some values are null.
    without: Vec<WithoutDocument<'a>>,
    all: Vec<MeasureDocument<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    topics: Option<Vec<TopicDocument<'a>>>,
}

#[derive(Serialize)]
struct WithoutDocument<'a> {
    measure: &'a str,
    orders: Vec<&'static str>,
    reason: &'a str,
}

#[derive(Serialize)]
struct MeasureDocument<'a> {
    measure: &'a str,
    docid: Option<f64>,
    worst: Option<f64>,
    average: Option<f64>,
    best: Option<f64>,
    spread: Option<f64>,
    /// Over all topics only.
    #[serde(skip_serializing_if = "Option::is_none")]
    topics_affected: Option<Option<usize>>,
}

#[derive(Serialize)]
struct TopicDocument<'a> {
    topic: &'a str,
    tied_rows: usize,
    tied_groups: usize,
    measures: Vec<MeasureDocument<'a>>,
}

/// Writes everything as one JSON document.
pub(super) fn write_document(
    about: &About<'_>,
    runs: &[Examined],
    out: &mut dyn Write,
) -> io::Result<()> {
    let measures: Vec<String> = about.measures.iter().map(ToString::to_string).collect();
    let document = Document {
        choices: Choices {
            shared: ChoicesDocument { ties: None, ..ChoicesDocument::of(about.opened) },
            collection_size: about.opened.options.collection,
        },
        measures: &measures,
        runs: runs.iter().map(|run| run_document(about, &measures, run)).collect(),
    };
    documents::write(&document, out)
}

fn run_document<'a>(
    about: &About<'_>,
    measures: &'a [String],
    run: &'a Examined,
) -> RunDocument<'a> {
    let of = |topic: Option<usize>| {
        let document = |(at, measure): (usize, &'a String)| {
            let [docid, worst, average, best, spread] = values(run, at, topic);
            let topics_affected = topic.is_none().then(|| run.orders[at].affected());
            MeasureDocument { measure, docid, worst, average, best, spread, topics_affected }
        };
        measures.iter().enumerate().map(document).collect()
    };
    let topic = |(at, topic): (usize, &'a String)| {
        let Tied { rows, groups } = run.tied_in(topic);
        TopicDocument { topic, tied_rows: rows, tied_groups: groups, measures: of(Some(at)) }
    };
    let topics = run.scores.topics().iter().enumerate().map(topic);
    let Tied { rows, groups } = run.tied();
    let without = without(run).into_iter().map(|Without { measure, orders, reason }| {
        WithoutDocument { measure: &measures[measure], orders, reason }
    });
    RunDocument {
        facts: RunFacts { tied_rows: rows as u64, ..RunFacts::of(&run.file, &run.seen()) },
        tied_groups: groups,
        tied_topics: run.tied.len(),
        without: without.collect(),
        all: of(None),
        topics: about.per_topic.then(|| topics.collect()),
    }
}
