//! Contributions and differences as JSON, with the choices and facts behind them.

use super::differences::share;
use super::report::About;
use super::{Explained, Score, What};
use crate::documents::{self, Behind, RankedChoices, RunFacts};
use crate::notes::Seen;
use gainline::{Measure, Source};
use gainline_analysis::explain::Difference;
use serde::Serialize;
use std::io::{self, Write};

/// A rank: a line of `jsonl`, and a row for scripts.
#[derive(Serialize)]
pub(super) struct RankLine<'a> {
    pub topic: &'a str,
    pub measure: String,
    pub run: &'a str,
    #[serde(flatten)]
    pub place: RankDocument<'a>,
}

impl<'a> std::ops::Deref for RankLine<'a> {
    type Target = RankDocument<'a>;

    fn deref(&self) -> &Self::Target {
        &self.place
    }
}

#[derive(Serialize)]
pub(super) struct RankDocument<'a> {
    /// 0 before the first document.
    pub rank: usize,
    pub document: Option<&'a str>,
    pub grade: Option<f64>,
    /// `null` below the last document, where only the ideal ranking has one.
    pub contribution: Option<f64>,
    pub total: Option<f64>,
    pub ideal_grade: Option<f64>,
    pub ideal_contribution: Option<f64>,
    pub at: Vec<AtGrade>,
}

#[derive(Serialize)]
pub(super) struct AtGrade {
    pub grade: f64,
    pub contribution: f64,
}

impl RankLine<'_> {
    /// The names of its columns; those of the grades follow.
    pub(super) const NAMES: [&'static str; 10] = [
        "topic",
        "measure",
        "run",
        "rank",
        "document",
        "grade",
        "contribution",
        "total",
        "ideal_grade",
        "ideal_contribution",
    ];
}

pub(super) fn rank_lines<'a>(
    about: &About<'a>,
    measure: &Measure,
    score: &Score,
) -> Vec<RankLine<'a>> {
    let (topic, run) = (about.topic.name(), about.run(0));
    let line = |place| RankLine { topic, measure: measure.to_string(), run, place };
    rank_documents(about, score).into_iter().map(line).collect()
}

fn rank_documents<'a>(about: &About<'a>, score: &Score) -> Vec<RankDocument<'a>> {
    let before = score.account.before;
    let ideal_before = score.ideal.as_ref().map(|ideal| ideal.before);
    let mut ranks = vec![RankDocument {
        rank: 0,
        document: None,
        grade: None,
        contribution: Some(before),
        total: Some(before),
        ideal_grade: None,
        ideal_contribution: ideal_before,
        at: vec![],
    }];
    let ideal = score.ideal.as_ref().map_or(&[][..], |ideal| &ideal.ranks);
    for at in 0..score.account.ranks.len().max(ideal.len()) {
        let (there, best) = (score.account.ranks.get(at), ideal.get(at));
        let supposed = score.grades.iter().zip(score.at_grades.get(at).into_iter().flatten());
        ranks.push(RankDocument {
            rank: at + 1,
            document: there.map(|rank| about.document(rank.document)),
            grade: there.and_then(|rank| rank.grade),
            contribution: there.map(|rank| rank.contribution),
            total: there.map(|rank| rank.total),
            ideal_grade: best.and_then(|best| best.grade),
            ideal_contribution: best.map(|best| best.contribution),
            at: supposed
                .map(|(grade, contribution)| AtGrade { grade: *grade, contribution: *contribution })
                .collect(),
        });
    }
    ranks
}

/// A document in both runs: a line of `jsonl`, and a row for scripts.
#[derive(Serialize)]
pub(super) struct ChangeLine<'a> {
    pub topic: &'a str,
    pub measure: String,
    #[serde(flatten)]
    pub change: ChangeDocument<'a>,
}

impl<'a> std::ops::Deref for ChangeLine<'a> {
    type Target = ChangeDocument<'a>;

    fn deref(&self) -> &Self::Target {
        &self.change
    }
}

#[derive(Serialize)]
pub(super) struct ChangeDocument<'a> {
    /// `null`, with ranks of 0, for the values before the first document.
    pub document: Option<&'a str>,
    pub grade: Option<f64>,
    pub rank_a: Option<usize>,
    pub rank_b: Option<usize>,
    pub contribution_a: f64,
    pub contribution_b: f64,
    pub difference: f64,
    /// `null` where the scores do not differ.
    pub share: Option<f64>,
}

impl ChangeLine<'_> {
    /// The names of its columns.
    pub(super) const NAMES: [&'static str; 10] = [
        "topic",
        "measure",
        "document",
        "grade",
        "rank_a",
        "rank_b",
        "contribution_a",
        "contribution_b",
        "difference",
        "share",
    ];
}

pub(super) fn change_lines<'a>(
    about: &About<'a>,
    measure: &Measure,
    difference: &Difference,
) -> Vec<ChangeLine<'a>> {
    let topic = about.topic.name();
    let line = |change| ChangeLine { topic, measure: measure.to_string(), change };
    change_documents(about, difference).into_iter().map(line).collect()
}

fn change_documents<'a>(about: &About<'a>, difference: &Difference) -> Vec<ChangeDocument<'a>> {
    let (a, b) = difference.before;
    let mut documents = vec![ChangeDocument {
        document: None,
        grade: None,
        rank_a: Some(0),
        rank_b: Some(0),
        contribution_a: a,
        contribution_b: b,
        difference: b - a,
        share: share(b - a, difference),
    }];
    documents.extend(difference.changes.iter().map(|change| ChangeDocument {
        document: Some(about.document(change.document)),
        grade: change.grade,
        rank_a: change.first_rank,
        rank_b: change.second_rank,
        contribution_a: change.first,
        contribution_b: change.second,
        difference: change.difference,
        share: share(change.difference, difference),
    }));
    documents
}

#[derive(Serialize)]
struct Document<'a> {
    choices: RankedChoices<'a>,
    topic: &'a str,
    /// The one that is explained; before it, the one that it is held against.
    runs: Vec<RunFacts<'a>>,
    measures: Vec<MeasureDocument<'a>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum MeasureDocument<'a> {
    Score {
        measure: String,
        score: f64,
        additive: bool,
        ideal_score: Option<f64>,
        ranks: Vec<RankDocument<'a>>,
        missed: Vec<MissedDocument<'a>>,
    },
    Difference {
        measure: String,
        score_a: f64,
        score_b: f64,
        difference: f64,
        additive: bool,
        documents: Vec<ChangeDocument<'a>>,
    },
}

#[derive(Serialize)]
struct MissedDocument<'a> {
    document: &'a str,
    grade: f64,
    /// `null` if it was not retrieved, or stands below `--depth`.
    rank: Option<usize>,
    change_on_top: Option<f64>,
}

/// Writes everything as one JSON document.
pub(super) fn write_document(
    about: &About<'_>,
    explained: &[Explained],
    out: &mut dyn Write,
) -> io::Result<()> {
    let names = about.opened.asked.iter().map(|run| run.name.as_str());
    let seen = Seen::of_pool(names, about.pool);
    let files: Vec<String> =
        about.opened.asked.iter().map(|run| Source::path(&run.file).name().to_string()).collect();
    let runs = files.iter().zip(&seen).map(|(file, seen)| RunFacts {
        topics: Behind::Counted(seen.topics),
        ..RunFacts::of(file, seen)
    });
    let document = Document {
        choices: RankedChoices::of(about.opened),
        topic: about.topic.name(),
        runs: runs.collect(),
        measures: explained.iter().map(|one| measure_document(about, one)).collect(),
    };
    documents::write(&document, out)
}

fn measure_document<'a>(about: &About<'a>, one: &Explained) -> MeasureDocument<'a> {
    let measure = one.measure.to_string();
    match &one.what {
        What::Score(score) => MeasureDocument::Score {
            measure,
            score: score.account.score,
            additive: score.account.is_additive,
            ideal_score: score.ideal.as_ref().map(|ideal| ideal.score),
            ranks: rank_documents(about, score),
            missed: score
                .missed
                .iter()
                .map(|missed| MissedDocument {
                    document: about.document(missed.document),
                    grade: missed.grade,
                    rank: missed.rank,
                    change_on_top: missed.on_top,
                })
                .collect(),
        },
        What::Difference(difference) => MeasureDocument::Difference {
            measure,
            score_a: difference.first,
            score_b: difference.second,
            difference: difference.total(),
            additive: difference.is_additive(),
            documents: change_documents(about, difference),
        },
    }
}
