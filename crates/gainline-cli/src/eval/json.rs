//! Results as JSON, with the choices and facts behind them.

use super::Evaluated;
use super::report::About;
use super::summaries::Summary;
use gainline::Average;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::io::Write;
use std::ops::Not;

/// A map that keeps its order.
struct Ordered<'a>(Vec<(&'a str, Shown)>);

/// A value, with the lowest and the highest that it may be where that was asked for.
#[derive(serde::Serialize)]
#[serde(untagged)]
enum Shown {
    Value(f64),
    Bounded { value: f64, low: f64, high: f64 },
}

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
    #[serde(skip_serializing_if = "Option::is_none")]
    collection_size: Option<usize>,
    #[serde(skip_serializing_if = "Not::not")]
    known: bool,
    #[serde(skip_serializing_if = "Not::not")]
    expected: bool,
    #[serde(skip_serializing_if = "Not::not")]
    topic_weights: bool,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    all: Option<Ordered<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    averages: Vec<OverTopics<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    topics: Option<Vec<TopicDocument<'a>>>,
}

/// The values over all topics or over a slice, in another way than the usual mean of all.
#[derive(serde::Serialize)]
struct OverTopics<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    slice: Option<&'a str>,
    average: String,
    topics: usize,
    values: Ordered<'a>,
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
    summaries: &'a [Summary],
) -> RunDocument<'a> {
    let Evaluated { name, file, scores } = run;
    let facts = scores.facts();
    let named = |values: &[f64], bounds: Option<[&[f64]; 2]>| {
        let shown = |at: usize| match bounds {
            Some([low, high]) => Shown::Bounded { value: values[at], low: low[at], high: high[at] },
            None => Shown::Value(values[at]),
        };
        Ordered((0..values.len()).map(|at| (measures[at].as_str(), shown(at))).collect())
    };
    let topics = scores.iter().map(|(topic, values)| {
        let bounds = scores.bounds();
        let bounds = bounds.and_then(|(low, high)| Some([low.topic(topic)?, high.topic(topic)?]));
        TopicDocument { topic, values: named(values, bounds) }
    });
    let is_all = |s: &&Summary| s.slice.is_none() && s.average == Average::Macro;
    let values =
        |s: &Summary| named(&s.values, s.bounds.as_ref().map(|[low, high]| [&low[..], &high[..]]));
    let averages = summaries.iter().filter(|s| !is_all(s)).map(|s| OverTopics {
        slice: s.slice.as_deref(),
        average: s.average.to_string(),
        topics: s.topics,
        values: values(s),
    });
    RunDocument {
        name,
        file,
        tag: facts.tag.as_deref(),
        topics_averaged: scores.topics().len(),
        topics_missing: scores.missing(),
        topics_extra: &facts.extra_topics,
        rows: facts.rows,
        tied_rows: facts.tied_rows,
        all: summaries.iter().find(is_all).map(values),
        averages: averages.collect(),
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
            collection_size: joining.collection,
            known: joining.known.is_some(),
            expected: joining.expected.is_some(),
            topic_weights: about.summing.weights.is_some(),
        },
        measures: &measures,
        runs: runs
            .iter()
            .zip(about.summaries)
            .map(|(run, summaries)| run_document(about, &measures, run, summaries))
            .collect(),
    };
    serde_json::to_writer_pretty(out, &document)
}
