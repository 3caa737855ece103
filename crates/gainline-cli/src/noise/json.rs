//! The noise as JSON, with the choices and facts behind it.

use super::inputs::Judging;
use super::lines::{Line, lines};
use super::report::About;
use crate::documents::{self, RankedChoices, RunFacts};
use gainline::Source;
use serde::Serialize;
use std::io::{self, Write};

#[derive(Serialize)]
struct Document<'a> {
    choices: Choices<'a>,
    runs: Vec<RunFacts<'a>>,
    judgings: Vec<JudgingDocument>,
}

#[derive(Serialize)]
struct Choices<'a> {
    #[serde(flatten)]
    shared: RankedChoices<'a>,
    preset: Option<&'static str>,
    model: &'static str,
    confusion_file: Option<String>,
    repeats: usize,
    seed: u64,
    /// Those that all runs have.
    topics_judged: usize,
}

/// One way to judge.
#[derive(Serialize)]
struct JudgingDocument {
    theta: Option<f64>,
    /// For each grade, the chances of those that come out.
    confusion: Vec<RowDocument>,
    rows: Vec<Line>,
}

#[derive(Serialize)]
struct RowDocument {
    grade: f64,
    chances: Vec<ChanceDocument>,
}

#[derive(Serialize)]
struct ChanceDocument {
    grade: f64,
    chance: f64,
}

/// Writes everything as one JSON document.
pub(super) fn write_document(
    about: &About<'_>,
    judgings: &[Judging],
    out: &mut dyn Write,
) -> io::Result<()> {
    let files: Vec<String> =
        about.opened.asked.iter().map(|run| Source::path(&run.file).name().to_string()).collect();
    let seen = about.seen();
    let document = Document {
        choices: Choices {
            shared: RankedChoices::of(about.opened),
            preset: about.args.preset.map(|_| "kishida"),
            model: about.model.name(),
            confusion_file: about.model.file().map(|file| file.display().to_string()),
            repeats: about.args.repeats,
            seed: about.args.seed,
            topics_judged: judgings.first().map_or(0, |judging| judging.noise.topics.len()),
        },
        runs: files.iter().zip(&seen).map(|(file, seen)| RunFacts::of(file, seen)).collect(),
        judgings: judgings.iter().map(|judging| one(about, judging)).collect(),
    };
    documents::write(&document, out)
}

fn one(about: &About<'_>, judging: &Judging) -> JudgingDocument {
    let row = |grade: f64| {
        let chances = judging.confusion.chances(grade).unwrap_or_default().into_iter();
        let chances = chances.map(|(grade, chance)| ChanceDocument { grade, chance }).collect();
        RowDocument { grade, chances }
    };
    JudgingDocument {
        theta: judging.theta,
        confusion: judging.confusion.grades().map(row).collect(),
        rows: lines(about, std::slice::from_ref(judging)),
    }
}
