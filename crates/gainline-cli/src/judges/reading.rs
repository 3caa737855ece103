//! The judges: a file for each, or one file of all.

use super::Args;
use crate::runs::{self, Opened, check_names, check_stdin};
use anyhow::bail;
use gainline::{Dialect, Error, ErrorKind, GroupedQrels, Qrels, Source};
use gainline_analysis::judges::Ratings;
use std::collections::HashSet;
use std::path::PathBuf;

/// A judge.
pub(super) struct Judge {
    pub name: String,
    /// How many topics there are in the file.
    pub topics: usize,
    /// How many judgments there are in the file.
    pub judgments: usize,
    /// The judgments that count, and the runs with the choices that they are measured by.
    pub opened: Opened,
}

/// Reads all of them.
pub(super) fn judges(args: &Args) -> anyhow::Result<Vec<Judge>> {
    let asked = runs::asked(&args.qrels);
    let runs = runs::asked(&args.runs);
    let mut files: Vec<PathBuf> = asked.iter().chain(&runs).map(|one| one.file.clone()).collect();
    files.extend(args.choices.files().into_iter().map(|(_, path)| path));
    check_stdin(&files)?;
    check_names(&asked, "judges")?;
    check_names(&runs, "runs")?;
    let read: Vec<(String, String, Qrels)> = match &asked[..] {
        [one] => several(&one.file)?,
        _ => asked
            .iter()
            .map(|one| {
                let file = Source::path(&one.file).name().to_string();
                Ok((one.name.clone(), file, Qrels::read(Source::path(&one.file)).map_err(advised)?))
            })
            .collect::<gainline::Result<_>>()?,
    };
    // Topics that any judge has are known to --topics.
    let mut seen = HashSet::new();
    let topics = read.iter().flat_map(|(_, _, qrels)| qrels.topics());
    let topics =
        topics.filter(|topic| seen.insert(topic.to_string())).map(|topic| (topic, "", 0.0));
    let mut options = args.choices.options(&Qrels::from_rows(topics)?)?;
    options.depth = args.depth;
    let judge = |(name, qrels_file, qrels): (String, String, Qrels)| {
        let (topics, judgments) = (qrels.topics().len(), qrels.judgments());
        let (options, files, asked) = (options.clone(), files.clone(), runs::asked(&args.runs));
        Judge {
            name,
            topics,
            judgments,
            opened: Opened { asked, qrels, qrels_file, options, files },
        }
    };
    Ok(read.into_iter().map(judge).collect())
}

/// An error in a judge's file, with what to do about it here.
fn advised(error: Error) -> Error {
    let groups = error.advice().is_some_and(|advice| advice.starts_with("column 2 differs"));
    match error.kind() {
        ErrorKind::WrongFile if error.message().contains("a run") => {
            error.remedy("give runs behind --runs: gainline judges QRELS... --runs RUN...")
        }
        ErrorKind::Duplicate if groups => error.remedy(
            "column 2 differs: if it names the judge, give this file alone, and all its judges are \
             compared; otherwise give a file for each judge",
        ),
        _ => error,
    }
}

/// The judges of one file, by its second column: their names, where they are from, and what they
/// said.
fn several(file: &PathBuf) -> anyhow::Result<Vec<(String, String, Qrels)>> {
    let source = Source::path(file);
    let from = source.name().to_string();
    let grouped = GroupedQrels::read_as(source, Dialect::Gainline).map_err(advised)?;
    let judges: Vec<(&str, &Qrels)> = grouped.groups().collect();
    if let [(name, qrels)] = judges[..] {
        bail!(
            "{from}: one judge only: column 2 says `{name}` of all {} judgments\n  \
             give a file for each judge, or one file of several: `topic judge document grade`",
            qrels.judgments()
        );
    }
    let judge = |(name, qrels): (&str, &Qrels)| (name.to_string(), from.clone(), qrels.clone());
    Ok(judges.into_iter().map(judge).collect())
}

/// There must be something that judges can agree on.
pub(super) fn check_common(
    judges: &[Judge],
    ratings: &Ratings,
    by_all: bool,
) -> anyhow::Result<()> {
    let mut documents = ratings.topics().iter().flat_map(|topic| &topic.documents);
    let there = |given: usize| given >= if by_all { judges.len() } else { 2 };
    if documents.any(|document| there(document.given().count())) {
        return Ok(());
    }
    let whom = if by_all { "all judges" } else { "two judges" };
    let asked = match judges[0].opened.options.topics {
        Some(_) => " of the topics asked for",
        None => "",
    };
    let first = |judge: &Judge| {
        let qrels = &judge.opened.qrels;
        let topic = qrels.topics().next().and_then(|name| qrels.topic(name))?;
        let (document, _) = topic.documents().next()?;
        Some(format!("{} has document `{document}` of topic `{}`", judge.name, topic.name()))
    };
    let seen: Vec<String> = judges.iter().take(2).filter_map(first).collect();
    bail!(
        "no document{asked} is judged by {whom}, so there is nothing to agree on\n  \
         do the ids match? {}",
        seen.join("; ")
    );
}
