//! Changes as JSON, with the choices and facts behind them.

use super::About;
use super::figures::{Examined, Figure};
use crate::documents::PointALine;
use crate::documents::{self, ChoicesDocument, RunFacts};
use serde::Serialize;
use std::io::{self, Write};

#[derive(Serialize)]
struct Document<'a> {
    choices: Choices<'a>,
    /// What the numbers of a point are.
    points: [&'static str; 3],
    runs: Vec<RunDocument<'a>>,
}

#[derive(Serialize)]
struct Choices<'a> {
    #[serde(flatten)]
    shared: ChoicesDocument<'a>,
    collection_size: Option<usize>,
    base: String,
    documents: String,
    depth: usize,
}

#[derive(Serialize)]
struct RunDocument<'a> {
    #[serde(flatten)]
    facts: RunFacts<'a>,
    measures: Vec<MeasureDocument<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    topics: Option<Vec<TopicDocument<'a>>>,
}

#[derive(Serialize)]
struct MeasureDocument<'a> {
    measure: &'a str,
    /// The grade that documents come to have.
    to: f64,
    /// Kishida's formula; null where the measure is computed anew.
    formula: Option<&'static str>,
    score: f64,
    half_by_rank: Option<usize>,
    last_rank: Option<usize>,
    changes: Vec<(usize, usize, f64)>,
}

#[derive(Serialize)]
struct TopicDocument<'a> {
    topic: &'a str,
    measures: Vec<TopicMeasureDocument<'a>>,
}

#[derive(Serialize)]
struct TopicMeasureDocument<'a> {
    measure: &'a str,
    changes: Vec<(usize, usize, f64)>,
}

/// Writes everything as one JSON document.
pub(super) fn write_document(
    about: &About<'_>,
    runs: &[Examined],
    out: &mut dyn Write,
) -> io::Result<()> {
    let names: Vec<String> = about.measures.iter().map(ToString::to_string).collect();
    let args = about.args;
    let document = Document {
        choices: Choices {
            shared: ChoicesDocument::of(about.opened),
            collection_size: about.opened.options.collection,
            base: args.base.to_string(),
            documents: args.documents.to_string(),
            depth: args.depth,
        },
        points: ["rank", "topics", "change"],
        runs: runs.iter().map(|run| run_document(about, run, &names)).collect(),
    };
    documents::write_with(PointALine::default(), &document, out)
}

fn points(run: &Examined, topic: Option<usize>, measure: usize) -> Vec<(usize, usize, f64)> {
    let figures = run.figures(topic, measure).into_iter();
    figures.map(|Figure { rank, topics, change, .. }| (rank, topics, change)).collect()
}

fn run_document<'a>(about: &About<'_>, run: &'a Examined, names: &'a [String]) -> RunDocument<'a> {
    let scores = run.changes.scores().all();
    let measure = |(at, measure): (usize, &'a String)| MeasureDocument {
        measure,
        to: about.sensitivity.to(at),
        formula: about.sensitivity.formula(at),
        score: scores[at],
        half_by_rank: run.changes.half(at),
        last_rank: run.last_moving(at),
        changes: points(run, None, at),
    };
    let topic = |(topic, changes): (usize, &'a gainline_analysis::sensitivity::TopicChanges)| {
        let measure = |(at, measure): (usize, &'a String)| TopicMeasureDocument {
            measure,
            changes: points(run, Some(topic), at),
        };
        let measures = names.iter().enumerate().map(measure).collect();
        TopicDocument { topic: changes.name(), measures }
    };
    RunDocument {
        facts: RunFacts::of(&run.file, &run.seen()),
        measures: names.iter().enumerate().map(measure).collect(),
        topics: about
            .args
            .per_topic
            .then(|| run.changes.topics().iter().enumerate().map(topic).collect()),
    }
}
