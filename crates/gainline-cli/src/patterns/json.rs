//! Patterns as JSON and as lines for scripts.

use super::report::About;
use crate::documents;
use serde::Serialize;
use std::io::{self, Write};

/// A line of `jsonl`, and a row for scripts.
#[derive(Serialize)]
pub(super) struct Line {
    pub table: &'static str,
    pub row: String,
    pub measure: String,
    pub value: Option<Value>,
}

#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Value {
    Number(f64),
    Pattern(String),
}

impl Line {
    /// The names of its columns.
    pub(super) const NAMES: [&'static str; 4] = ["table", "row", "measure", "value"];
}

/// All lines.
pub(super) fn lines(about: &About<'_>) -> Vec<Line> {
    let patterns = about.patterns;
    let measures = 0..about.measures();
    let mut lines = vec![];
    let mut line = |table, row: &str, measure: usize, value: Option<Value>| {
        lines.push(Line { table, row: row.to_string(), measure: about.measure(measure), value });
    };
    let number = |value: f64| Some(Value::Number(value));
    for at in measures.clone() {
        let spread = patterns.spread(at);
        line("spread", "mean", at, number(spread.mean));
        line("spread", "sd", at, spread.sd.map(Value::Number));
        line("spread", "min", at, number(spread.min));
        line("spread", "max", at, number(spread.max));
        line("spread", "distinct", at, number(spread.distinct as f64));
    }
    for (a, b) in about.pairs() {
        let (first, second) = (about.measure(a), about.measure(b));
        let alike = patterns.alike(a, b);
        line("correlation", &second, a, patterns.correlation(a, b, about.by).map(Value::Number));
        line("opposite", &second, a, number(alike.opposite as f64));
        line("tied", &second, a, number(alike.tied as f64));
        let pattern = |place: usize| Value::Pattern(about.written(place));
        line("prefers", &second, a, alike.most.as_ref().map(|most| pattern(most.by_first)));
        line("prefers", &first, b, alike.most.as_ref().map(|most| pattern(most.by_second)));
    }
    for shown in about.shown {
        let written = shown.written(patterns.world());
        for at in measures.clone() {
            line("shown", &written, at, about.value(at, shown).map(Value::Number));
        }
    }
    if about.all {
        for place in 0..patterns.patterns().len() {
            for at in measures.clone() {
                line("pattern", &about.written(place), at, number(patterns.values(at)[place]));
            }
        }
    }
    lines
}

#[derive(Serialize)]
struct Document<'a> {
    choices: Choices<'a>,
    patterns: usize,
    measures: Vec<MeasureDocument>,
    pairs: Vec<PairDocument>,
    shown: Vec<PatternDocument>,
    #[serde(skip_serializing_if = "Option::is_none")]
    all: Option<Vec<PatternDocument>>,
}

#[derive(Serialize)]
struct Choices<'a> {
    grades: &'a [f64],
    length: usize,
    rel: f64,
    collection_size: usize,
    correlation: String,
}

#[derive(Serialize)]
struct MeasureDocument {
    measure: String,
    mean: f64,
    sd: Option<f64>,
    min: f64,
    max: f64,
    distinct: usize,
}

#[derive(Serialize)]
struct PairDocument {
    first: String,
    second: String,
    correlation: Option<f64>,
    pattern_pairs: u64,
    opposite: u64,
    tied: u64,
    /// Of the pair that they disagree on most, the one that each finds better.
    first_prefers: Option<String>,
    second_prefers: Option<String>,
}

#[derive(Serialize)]
struct PatternDocument {
    pattern: String,
    /// By measure, as `measures` has them.
    values: Vec<Option<f64>>,
}

/// Writes everything as one JSON document.
pub(super) fn write_document(about: &About<'_>, out: &mut dyn Write) -> io::Result<()> {
    let patterns = about.patterns;
    let world = patterns.world();
    let measures = 0..about.measures();
    let shown = about.shown.iter().map(|shown| PatternDocument {
        pattern: shown.written(world),
        values: measures.clone().map(|at| about.value(at, shown)).collect(),
    });
    let all = (0..patterns.patterns().len()).map(|place| PatternDocument {
        pattern: about.written(place),
        values: measures.clone().map(|at| Some(patterns.values(at)[place])).collect(),
    });
    let document = Document {
        choices: Choices {
            grades: world.relevant(),
            length: world.length(),
            rel: about.rel,
            collection_size: about.collection.unwrap_or(world.documents()),
            correlation: about.by.to_string(),
        },
        patterns: patterns.patterns().len(),
        measures: measures.clone().map(|at| measure_document(about, at)).collect(),
        pairs: about.pairs().map(|(a, b)| pair_document(about, a, b)).collect(),
        shown: shown.collect(),
        all: about.all.then(|| all.collect()),
    };
    documents::write(&document, out)
}

fn measure_document(about: &About<'_>, at: usize) -> MeasureDocument {
    let spread = about.patterns.spread(at);
    MeasureDocument {
        measure: about.measure(at),
        mean: spread.mean,
        sd: spread.sd,
        min: spread.min,
        max: spread.max,
        distinct: spread.distinct,
    }
}

fn pair_document(about: &About<'_>, a: usize, b: usize) -> PairDocument {
    let alike = about.patterns.alike(a, b);
    PairDocument {
        first: about.measure(a),
        second: about.measure(b),
        correlation: about.patterns.correlation(a, b, about.by),
        pattern_pairs: alike.pairs,
        opposite: alike.opposite,
        tied: alike.tied,
        first_prefers: alike.most.as_ref().map(|most| about.written(most.by_first)),
        second_prefers: alike.most.as_ref().map(|most| about.written(most.by_second)),
    }
}
