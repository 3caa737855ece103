//! Several judgments of the same documents, and runs that are measured by each.

use super::Ratings;
use crate::naming::NameFacts;
use crate::provenance::{FileFacts, OtherFile, QrelsFacts};
use crate::{Experiment, NamedQrels, NamedRuns, Naming, RunInput, check_names, check_stdin};
use gainline::{Dialect, Error, ErrorKind, GroupedQrels, Options, Qrels, Result, Source};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Several judgments of the same documents, and runs that are measured by each.
#[derive(Debug, Clone)]
pub struct JudgeInputs {
    /// The judges, two or more.
    pub judges: Vec<NamedQrels>,
    /// How they got their names.
    pub names: NameFacts,
    /// Runs, if conclusions about them are to be compared.
    pub runs: NamedRuns,
    /// Every choice behind the numbers.
    pub options: Options,
    /// Other files that are read, with what they hold.
    pub other_files: Vec<(&'static str, PathBuf)>,
    /// Whether the provenance holds the SHA-256 of each file, for which it is read once more.
    pub hashes: bool,
}

/// Where the numbers come from.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JudgesProvenance {
    /// The judges, in the order in which they were given.
    pub judges: Vec<JudgeFacts>,
    /// How they got their names.
    pub names: NameFacts,
    /// Other files that were read.
    pub other_files: Vec<OtherFile>,
    /// Every choice behind the numbers.
    pub options: Options,
}

/// What was seen of a judge.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JudgeFacts {
    /// What the judge is called in this answer.
    pub name: String,
    /// The judgments as they were read. Topics without a relevant document are those of the
    /// judgments that count.
    #[serde(flatten)]
    pub qrels: QrelsFacts,
}

impl JudgeInputs {
    /// Judgments in memory, and runs wherever they are.
    pub fn new(
        judges: Vec<NamedQrels>,
        runs: impl Into<NamedRuns>,
        options: Options,
    ) -> Result<Self> {
        let (runs, names) = (runs.into(), NameFacts::default());
        check_names(judges.iter().map(|judge| judge.name.as_str()), "judges")?;
        check_names(runs.runs.iter().map(|run| run.name.as_str()), "runs")?;
        if judges.len() < 2 {
            let message = "agreement needs two judges or more";
            return Err(Error::new(ErrorKind::Request, message));
        }
        Ok(JudgeInputs { judges, names, runs, options, other_files: vec![], hashes: true })
    }

    /// All files that are read, none of which is to be written to.
    pub fn files(&self) -> Vec<PathBuf> {
        let judges = self.judges.iter().filter_map(|judge| judge.file.as_deref());
        let runs = self.runs.runs.iter().filter_map(RunInput::path);
        let others = self.other_files.iter().map(|(_, path)| path.as_path());
        judges.chain(runs).chain(others).map(Path::to_path_buf).collect()
    }

    /// Whether a topic is among those that were asked for.
    pub(super) fn wants(&self, topic: &str) -> bool {
        self.options.topics.as_ref().is_none_or(|topics| topics.contains(topic))
    }

    /// The runs with the judgments of one judge.
    pub(super) fn experiment(&self, judge: &NamedQrels) -> Result<Experiment> {
        let (qrels, runs) = (judge.qrels.clone(), self.runs.clone());
        let mut experiment = Experiment::new(qrels, runs, self.options.clone())?;
        experiment.qrels_file.clone_from(&judge.file);
        experiment.hashes = self.hashes;
        Ok(experiment)
    }

    /// What was seen of the judges, of whose judgments `kept` count.
    pub(super) fn provenance(&self, kept: &[NamedQrels]) -> Result<JudgesProvenance> {
        let judges = self.judges.iter().zip(kept).map(|(judge, kept)| {
            let counting = Experiment { hashes: false, ..self.experiment(kept)? };
            let qrels = QrelsFacts {
                topics_without_relevant: QrelsFacts::of(&counting)?.topics_without_relevant,
                ..QrelsFacts::of(&self.experiment(judge)?)?
            };
            Ok(JudgeFacts { name: judge.name.clone(), qrels })
        });
        let others = self
            .other_files
            .iter()
            .map(|(role, path)| Ok(OtherFile { role, file: FileFacts::of(path, self.hashes)? }));
        Ok(JudgesProvenance {
            judges: judges.collect::<Result<_>>()?,
            names: self.names.clone(),
            other_files: others.collect::<Result<_>>()?,
            options: self.options.clone(),
        })
    }

    /// There must be something that judges can agree on.
    pub(super) fn check_common(&self, ratings: &Ratings, by_all: bool) -> Result<()> {
        let mut documents = ratings.topics.iter().flat_map(|topic| &topic.documents);
        let there = |given: usize| given >= if by_all { self.judges.len() } else { 2 };
        if documents.any(|document| there(document.given().count())) {
            return Ok(());
        }
        let whom = if by_all { "all judges" } else { "two judges" };
        let selected = match self.options.topics {
            Some(_) => " of the selected topics",
            None => "",
        };
        let first = |judge: &NamedQrels| {
            let topic = judge.qrels.topics().next().and_then(|name| judge.qrels.topic(name))?;
            let (document, _) = topic.documents().next()?;
            Some(format!("{} has document `{document}` of topic `{}`", judge.name, topic.name()))
        };
        let seen: Vec<String> = self.judges.iter().take(2).filter_map(first).collect();
        let message = format!(
            "no document{selected} is judged by {whom}, so there is no agreement to measure"
        );
        let remedy = format!("do the ids match? {}", seen.join("; "));
        Err(Error::new(ErrorKind::Nothing, message).remedy(remedy))
    }
}

/// Reads judges: a file for each, named by `NAME=FILE` or after its file, or one file whose second
/// column names the judge. Also how they got their names.
pub fn read_judges(arguments: &[PathBuf]) -> Result<(Vec<NamedQrels>, NameFacts)> {
    let NamedRuns { runs: named, names } = NamedRuns::of(arguments, Naming::File)?;
    let files: Vec<&Path> = named.iter().filter_map(RunInput::path).collect();
    check_stdin(files.iter().copied())?;
    if let [file] = files[..] {
        return Ok((read_groups(file)?, names));
    }
    check_names(named.iter().map(|judge| judge.name.as_str()), "judges")?;
    let judge = |(RunInput { name, .. }, file): (&RunInput, &&Path)| {
        let qrels = Qrels::read(Source::path(file)).map_err(advised)?;
        Ok(NamedQrels { name: name.clone(), qrels, file: Some(file.to_path_buf()) })
    };
    Ok((named.iter().zip(&files).map(judge).collect::<Result<_>>()?, names))
}

/// The judges of one file, by its second column.
fn read_groups(file: &Path) -> Result<Vec<NamedQrels>> {
    let source = Source::path(file);
    let from = source.name().to_string();
    let grouped = GroupedQrels::read_as(source, Dialect::Gainline).map_err(advised)?;
    let judges: Vec<(&str, &Qrels)> = grouped.groups().collect();
    if let [(name, qrels)] = judges[..] {
        let count = qrels.judgments();
        let message = format!("only one judge: column 2 is `{name}` in all {count} judgments");
        return Err(Error::new(ErrorKind::Request, message).in_file(from).remedy(
            "give a file for each judge, or one file of several: `topic judge document grade`",
        ));
    }
    let judge = |(name, qrels): (&str, &Qrels)| NamedQrels {
        name: name.into(),
        qrels: qrels.clone(),
        file: Some(file.to_path_buf()),
    };
    Ok(judges.into_iter().map(judge).collect())
}

/// An error in a judge's file, with what to do about it here.
fn advised(error: Error) -> Error {
    match error.kind() {
        ErrorKind::WrongFile => error.remedy(
            "judgments are `topic iteration document grade`; give runs after --runs: gainline judges \
             QRELS... --runs RUN...",
        ),
        ErrorKind::Duplicate => error.remedy(
            "if column 2 names the judge, give this file alone, and all its judges are compared; \
             otherwise keep one judgment for each document",
        ),
        _ => error,
    }
}
