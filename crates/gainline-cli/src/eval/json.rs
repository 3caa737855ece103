//! Results as JSON, with the choices and facts behind them.

use super::Evaluated;
use super::report::About;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::io::Write;

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

/// Writes everything as one JSON document.
pub(super) fn write_document(
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
