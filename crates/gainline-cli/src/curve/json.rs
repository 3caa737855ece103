//! Curves as JSON, with the choices and facts behind them.

use super::reading::{At, Readings};
use super::rows::X;
use super::shown::Shown;
use super::{About, Drawn};
use crate::documents::{self, ChoicesDocument, PointALine, RunFacts};
use gainline::Line;
use serde::Serialize;
use std::io::{self, Write};

#[derive(Serialize)]
struct Document<'a> {
    choices: Choices<'a>,
    x: &'static str,
    y: &'static str,
    runs: Vec<RunDocument<'a>>,
    ideals: Vec<CurveDocument<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    flat: Option<Vec<FlatDocument<'a>>>,
}

#[derive(Serialize)]
struct Choices<'a> {
    #[serde(flatten)]
    shared: ChoicesDocument<'a>,
    kind: String,
    /// The measure behind the curves.
    measure: String,
    depth: Option<usize>,
    normalise: Option<String>,
    ideal_from: Option<String>,
    levels: Option<&'a [f64]>,
    collection_size: Option<usize>,
}

#[derive(Serialize)]
struct RunDocument<'a> {
    #[serde(flatten)]
    facts: RunFacts<'a>,
    mean: f64,
    area: f64,
    gap: f64,
    widest_gap: WidestGap,
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    readings: Option<&'a [At]>,
    points: Vec<(X, f64)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    topics: Option<Vec<TopicDocument<'a>>>,
}

#[derive(Serialize)]
struct LineDocument {
    mean: f64,
    area: f64,
    points: Vec<(X, f64)>,
}

#[derive(Serialize)]
struct WidestGap {
    x: X,
    gap: f64,
}

#[derive(Serialize)]
struct CurveDocument<'a> {
    name: &'a str,
    #[serde(flatten)]
    line: LineDocument,
    #[serde(skip_serializing_if = "Option::is_none")]
    topics: Option<Vec<TopicDocument<'a>>>,
}

#[derive(Serialize)]
struct TopicDocument<'a> {
    topic: &'a str,
    #[serde(flatten)]
    line: LineDocument,
}

#[derive(Serialize)]
struct FlatDocument<'a> {
    ideal: &'a str,
    /// Null if it still rises at the end.
    rank: Option<usize>,
    value: f64,
}

fn points(xs: &[X], line: &Line) -> Vec<(X, f64)> {
    xs.iter().copied().zip(line.heights.iter().copied()).collect()
}

impl LineDocument {
    fn new(xs: &[X], line: &Line) -> Self {
        LineDocument { mean: line.mean, area: line.area, points: points(xs, line) }
    }
}

/// Writes everything as one JSON document.
pub(super) fn write_document(
    about: &About<'_>,
    runs: &[Drawn],
    shown: &[Shown<'_>],
    readings: Option<&Readings>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let xs = X::all(about);
    let mut documents = vec![];
    for run in runs {
        for (spec, curve) in run.set.curves().iter().enumerate() {
            let at = documents.len();
            let reading = readings.map(|readings| &readings.runs[at]);
            let (place, gap) = curve.widest_gap();
            documents.push(RunDocument {
                facts: RunFacts {
                    grade: about.levels.get(spec).copied(),
                    ..RunFacts::of(&run.file, &run.seen())
                },
                mean: curve.actual.mean,
                area: curve.actual.area,
                gap: curve.gap(),
                widest_gap: WidestGap { x: xs[place - 1], gap },
                against: reading.map(|reading| reading.against.as_str()),
                readings: reading.map(|reading| &reading.at[..]),
                points: points(&xs, &curve.actual),
                topics: topics(about, &xs, &shown[at]),
            });
        }
    }
    let ideals = shown[documents.len()..].iter().map(|curve| CurveDocument {
        name: &curve.name,
        line: LineDocument::new(&xs, curve.line),
        topics: topics(about, &xs, curve),
    });
    let document = Document {
        choices: choices(about),
        x: about.args.kind.x(),
        y: about.args.kind.y(),
        ideals: ideals.collect(),
        runs: documents,
        flat: readings.map(flat),
    };
    documents::write_with(PointALine::default(), &document, out)
}

/// The curves of single topics, if they are asked for.
fn topics<'a>(about: &About<'_>, xs: &[X], curve: &Shown<'a>) -> Option<Vec<TopicDocument<'a>>> {
    let topic = |&(topic, line)| TopicDocument { topic, line: LineDocument::new(xs, line) };
    about.args.per_topic.then(|| curve.topics.iter().map(topic).collect())
}

fn flat(readings: &Readings) -> Vec<FlatDocument<'_>> {
    let flat = readings.flat.iter();
    flat.map(|f| FlatDocument { ideal: &f.ideal, rank: f.rank, value: f.height }).collect()
}

fn choices<'a>(about: &'a About<'_>) -> Choices<'a> {
    let (args, options) = (about.args, &about.opened.options);
    let gains = args.kind.has_gains();
    let normalise = args.gaining.normalise.unwrap_or_default().to_string();
    let measure = about.specs[0].measure();
    Choices {
        shared: ChoicesDocument {
            rel: (!gains && about.levels.is_empty()).then_some(options.rel),
            ..ChoicesDocument::of(about.opened)
        },
        kind: args.kind.to_string(),
        measure: if gains { measure.to_string() } else { measure.family().name.into() },
        depth: if args.kind.is_by_rank() { Some(about.last()) } else { args.depth },
        normalise: args.kind.is_normalised().then_some(normalise),
        ideal_from: gains.then(|| args.ideal_from.unwrap_or_default().to_string()),
        levels: args.levels.then_some(about.levels),
        collection_size: options.collection,
    }
}
