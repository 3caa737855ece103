//! Results as JSON, with the choices and facts behind them.

use super::report::About;
use super::summaries::Summary;
use crate::documents::{self, ChoicesDocument, Ordered, RunFacts};
use crate::evaluation::Evaluated;
use gainline::Average;
use serde::Serialize;
use std::io::{self, Write};
use std::ops::Not;

/// Measures with their values.
type Values<'a> = Ordered<'a, Shown>;

/// A value, with the lowest and the highest that it may be where that was asked for.
#[derive(Serialize)]
#[serde(untagged)]
enum Shown {
    Value(f64),
    Bounded { value: f64, low: f64, high: f64 },
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
    depth: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    collection_size: Option<usize>,
    #[serde(skip_serializing_if = "Not::not")]
    known: bool,
    #[serde(skip_serializing_if = "Not::not")]
    expected: bool,
    #[serde(skip_serializing_if = "Not::not")]
    topic_weights: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    average: Vec<String>,
}

#[derive(Serialize)]
struct RunDocument<'a> {
    #[serde(flatten)]
    facts: RunFacts<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    all: Option<Values<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    averages: Vec<OverTopics<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    topics: Option<Vec<TopicDocument<'a>>>,
}

/// The values over all topics or over a slice, in another way than the usual mean of all.
#[derive(Serialize)]
struct OverTopics<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    slice: Option<&'a str>,
    average: String,
    topics: usize,
    values: Values<'a>,
}

#[derive(Serialize)]
struct TopicDocument<'a> {
    topic: &'a str,
    values: Values<'a>,
}

fn run_document<'a>(
    about: &About<'_>,
    measures: &'a [String],
    run: &'a Evaluated,
    summaries: &'a [Summary],
) -> RunDocument<'a> {
    let scores = &run.scores;
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
        facts: RunFacts::of(&run.file, &run.seen()),
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
) -> io::Result<()> {
    let measures: Vec<String> = about.measures.iter().map(ToString::to_string).collect();
    let options = &about.opened.options;
    let document = Document {
        choices: Choices {
            shared: ChoicesDocument::of(about.opened),
            depth: options.depth,
            collection_size: options.collection,
            known: options.known.is_some(),
            expected: options.expected.is_some(),
            topic_weights: about.summing.weights.is_some(),
            average: about.summing.averages.iter().map(ToString::to_string).collect(),
        },
        measures: &measures,
        runs: runs
            .iter()
            .zip(about.summaries)
            .map(|(run, summaries)| run_document(about, &measures, run, summaries))
            .collect(),
    };
    documents::write(&document, out)
}
