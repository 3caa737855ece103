//! Power as JSON, with the choices and facts behind it.

use super::figures::{Figures, Found, Part};
use super::report::About;
use crate::documents::{self, RankedChoices, RunFacts};
use serde::Serialize;
use std::io::{self, Write};

/// A line of `jsonl`, and a row for scripts.
#[derive(Serialize)]
pub(super) struct Line {
    pub slice: String,
    pub measure: String,
    pub topics: usize,
    pub runs: usize,
    pub difference: f64,
    pub kind: &'static str,
    pub sd_of_differences: Option<f64>,
    pub smallest_by_t: Option<f64>,
    pub power_by_t: Option<f64>,
    pub topics_by_t: Option<usize>,
    pub residual_sd: Option<f64>,
    pub smallest_by_f: Option<f64>,
    pub power_by_f: Option<f64>,
    pub topics_by_f: Option<usize>,
}

impl Line {
    /// The names of its columns.
    pub(super) const NAMES: [&'static str; 14] = [
        "slice",
        "measure",
        "topics",
        "runs",
        "difference",
        "kind",
        "sd_of_differences",
        "smallest_by_t",
        "power_by_t",
        "topics_by_t",
        "residual_sd",
        "smallest_by_f",
        "power_by_f",
        "topics_by_f",
    ];
}

/// The lines of a measure, one for each difference.
pub(super) fn lines(about: &About<'_>, figures: &Figures<'_>) -> Vec<Line> {
    let line = |(at, &difference): (usize, &f64)| {
        let (t, f) = (figures.t.as_ref().ok(), figures.f.as_ref().ok());
        let found = |part: Option<&Part>| -> Option<Found> { Some(part?.found[at]) };
        Line {
            slice: figures.label(),
            measure: figures.measure.to_string(),
            topics: figures.topics,
            runs: about.runs.len(),
            difference,
            kind: figures.kind(at, about.wanted),
            sd_of_differences: t.map(|t| t.deviation),
            smallest_by_t: t.map(|t| t.smallest),
            power_by_t: found(t).map(|found| found.power),
            topics_by_t: found(t).and_then(|found| found.topics),
            residual_sd: f.map(|f| f.deviation),
            smallest_by_f: f.map(|f| f.smallest),
            power_by_f: found(f).map(|found| found.power),
            topics_by_f: found(f).and_then(|found| found.topics),
        }
    };
    figures.differences.iter().enumerate().map(line).collect()
}

#[derive(Serialize)]
struct Document<'a> {
    choices: Choices<'a>,
    runs: Vec<RunFacts<'a>>,
    measures: Vec<MeasureDocument<'a>>,
}

#[derive(Serialize)]
struct Choices<'a> {
    #[serde(flatten)]
    shared: RankedChoices<'a>,
    power: f64,
    alpha: f64,
    baseline: Option<&'a str>,
}

#[derive(Serialize)]
struct MeasureDocument<'a> {
    measure: String,
    slice: String,
    topics: usize,
    best: Option<BestDocument<'a>>,
    t: PartDocument,
    f: PartDocument,
}

#[derive(Serialize)]
struct BestDocument<'a> {
    first: &'a str,
    second: &'a str,
    difference: f64,
}

/// What a test can do, or why there is nothing.
#[derive(Serialize)]
#[serde(untagged)]
enum PartDocument {
    Known { deviation: f64, smallest_difference: f64, differences: Vec<FoundDocument> },
    Unknown { reason: &'static str },
}

#[derive(Serialize)]
struct FoundDocument {
    difference: f64,
    kind: &'static str,
    power: f64,
    topics_needed: Option<usize>,
}

/// Writes everything as one JSON document.
pub(super) fn write_document(
    about: &About<'_>,
    figures: &[Figures<'_>],
    out: &mut dyn Write,
) -> io::Result<()> {
    let name = |run: usize| about.runs[run].name.as_str();
    let document = Document {
        choices: Choices {
            shared: RankedChoices::of(about.opened),
            power: about.wanted.power,
            alpha: about.wanted.alpha,
            baseline: about.wanted.baseline.map(name),
        },
        runs: about.runs.iter().map(|run| RunFacts::of(&run.file, &run.seen())).collect(),
        measures: figures.iter().map(|f| measure(about, f)).collect(),
    };
    documents::write(&document, out)
}

fn measure<'a>(about: &'a About<'_>, figures: &Figures<'a>) -> MeasureDocument<'a> {
    let name = |run: usize| about.runs[run].name.as_str();
    MeasureDocument {
        measure: figures.measure.to_string(),
        slice: figures.label(),
        topics: figures.topics,
        best: figures.best.as_ref().map(|best| BestDocument {
            first: name(best.runs.0),
            second: name(best.runs.1),
            difference: best.difference,
        }),
        t: part(about, figures, &figures.t),
        f: part(about, figures, &figures.f),
    }
}

fn part(
    about: &About<'_>,
    figures: &Figures<'_>,
    part: &Result<Part, &'static str>,
) -> PartDocument {
    let part = match part {
        Ok(part) => part,
        Err(reason) => return PartDocument::Unknown { reason },
    };
    let found = |(at, (found, &difference)): (usize, (&Found, &f64))| FoundDocument {
        difference,
        kind: figures.kind(at, about.wanted),
        power: found.power,
        topics_needed: found.topics,
    };
    PartDocument::Known {
        deviation: part.deviation,
        smallest_difference: part.smallest,
        differences: part.found.iter().zip(&figures.differences).enumerate().map(found).collect(),
    }
}
