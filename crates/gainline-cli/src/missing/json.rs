//! The study as JSON, with the choices and facts behind it.

use super::fields::Rows;
use super::parts::rows;
use super::report::About;
use super::study::Study;
use super::{Part, notes};
use crate::documents::{RankedChoices, RunFacts};
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct Document<'a> {
    choices: ChoicesOfMissing<'a>,
    runs: Vec<RunFacts<'a>>,
    /// How many unjudged documents stand within the pool's depth.
    open_documents: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    unjudged: Option<Rows>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scores: Option<Rows>,
    #[serde(skip_serializing_if = "Option::is_none")]
    discovery: Option<Rows>,
    #[serde(skip_serializing_if = "Option::is_none")]
    flips: Option<Rows>,
    #[serde(skip_serializing_if = "Option::is_none")]
    leave_out: Option<Rows>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<Rows>,
    /// Why some bounds are null.
    without_bounds: Vec<WithoutBounds<'a>>,
    /// Grades that are supposed to be possible, because no judged document has a relevant one.
    supposed_grades: Vec<Supposed<'a>>,
}

#[derive(Serialize)]
struct Supposed<'a> {
    measure: &'a str,
    grade: f64,
}

#[derive(Serialize)]
struct ChoicesOfMissing<'a> {
    #[serde(flatten)]
    shared: RankedChoices<'a>,
    pool_depth: usize,
    measures: Vec<String>,
    all_pairs: bool,
}

#[derive(Serialize)]
struct WithoutBounds<'a> {
    measure: String,
    reason: &'a str,
}

/// `files` are what the runs' files are called.
pub(super) fn document<'a>(
    about: &'a About<'a>,
    study: &'a Study,
    files: &'a [String],
) -> Document<'a> {
    let part = |part: Part| about.shows(part).then(|| rows(about, study, part));
    let seen = notes::seen(about);
    let without = study.measures.iter().filter_map(|measured| {
        let reason = measured.bounds.first()?.as_ref().err()?;
        Some(WithoutBounds { measure: measured.measure.to_string(), reason })
    });
    let supposed = study.supposed.iter();
    let supposed = supposed.map(|(measure, grade)| Supposed { measure, grade: *grade });
    Document {
        choices: ChoicesOfMissing {
            shared: RankedChoices::of(about.opened),
            pool_depth: about.pool_depth,
            measures: about.measures.iter().map(ToString::to_string).collect(),
            all_pairs: study.all_pairs,
        },
        runs: files.iter().zip(&seen).map(|(file, seen)| RunFacts::of(file, seen)).collect(),
        open_documents: study.open,
        unjudged: part(Part::Unjudged),
        scores: part(Part::Scores),
        discovery: part(Part::Discovery),
        flips: part(Part::Flips),
        leave_out: part(Part::LeaveOut),
        next: part(Part::Next),
        without_bounds: without.collect(),
        supposed_grades: supposed.collect(),
    }
}
