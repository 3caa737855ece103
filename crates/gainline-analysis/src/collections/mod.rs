//! Several collections at once: the same runs, each with the judgments and topics of its collection.

mod board;
mod compare;
mod decision;
mod effects;
mod eval;
mod files;
mod findings;

pub use board::{Board, BoardCell};
pub use compare::{CollectionComparison, CollectionsAnswer, MeasureOverCollections};
pub use decision::{CollectionsDecision, MeasureChoice};
pub use effects::{CollectionCounts, CollectionEffect, CollectionsPair};
pub use eval::{CollectionScores, CollectionsEvalAnswer};
pub use files::CollectionFiles;
pub use findings::CollectionsFinding;

use crate::naming::{find_run, no_run};
use crate::{Experiment, NamedRuns, Naming, RunName, check_names};
use gainline::{Error, ErrorKind, Options, Result};
use std::collections::HashMap;
use std::path::PathBuf;

#[cfg(test)]
mod tests;

/// Several collections with runs of the same names.
#[derive(Debug, Clone)]
pub struct Collections {
    collections: Vec<Collection>,
    runs: Vec<RunName>,
}

/// Judgments with runs, and what they are called.
#[derive(Debug, Clone)]
pub struct Collection {
    /// Its name in every answer.
    pub name: String,
    /// Its judgments and runs.
    pub experiment: Experiment,
}

impl Collections {
    /// Two or more collections, which have at least one run in common with another one.
    pub fn new(collections: Vec<Collection>) -> Result<Self> {
        check_names(collections.iter().map(|collection| collection.name.as_str()), "collections")?;
        let fault = |message: String| Err(Error::new(ErrorKind::Request, message));
        if collections.len() < 2 {
            return fault(match collections.first() {
                None => "there is no collection".into(),
                Some(only) => format!("there is a single collection, `{}`", only.name),
            });
        }
        let mut counts: HashMap<&str, usize> = HashMap::new();
        let mut names = vec![];
        for run in collections.iter().flat_map(|collection| &collection.experiment.runs) {
            let count = counts.entry(&run.name).or_insert(0);
            *count += 1;
            if *count == 1 {
                names.push(run.name.as_str());
            }
        }
        if counts.values().all(|count| *count < 2) {
            let message = "no two collections have a run of the same name".to_string();
            return Err(Error::new(ErrorKind::Request, message)
                .remedy("name the files of a run alike in each collection"));
        }
        let runs = RunName::all(names);
        Ok(Collections { collections, runs })
    }

    /// The collections whose files these are, each read with the same options.
    pub fn open(files: Vec<CollectionFiles>, options: &Options) -> Result<Self> {
        let runs: Vec<Vec<PathBuf>> = files.iter().map(|files| files.runs.clone()).collect();
        let named = NamedRuns::of_collections(&runs, Naming::File)?;
        let open = |(files, runs): (CollectionFiles, NamedRuns)| {
            let experiment = Experiment::open_named(files.qrels, runs, options.clone())?;
            Ok(Collection { name: files.name, experiment })
        };
        Collections::new(files.into_iter().zip(named).map(open).collect::<Result<_>>()?)
    }

    /// The collections, in their order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Collection> + Clone {
        self.collections.iter()
    }

    /// All runs, in the order in which they first occur.
    pub fn runs(&self) -> &[RunName] {
        &self.runs
    }

    /// All files that are read, none of which is to be written to.
    pub fn files(&self) -> Vec<PathBuf> {
        self.iter().flat_map(|collection| collection.experiment.files()).collect()
    }

    /// The run of this name; or else of this file's name or path, in any collection.
    fn run(&self, text: &str) -> Result<RunName> {
        let named = |name: &str| self.runs.iter().find(|run| run.as_str() == name).cloned();
        let by_file = || {
            self.iter().find_map(|Collection { experiment: Experiment { runs, .. }, .. }| {
                named(&runs[find_run(runs, text)?].name)
            })
        };
        let all = self.iter().flat_map(|collection| &collection.experiment.runs);
        named(text).or_else(by_file).ok_or_else(|| no_run(text, all))
    }
}

impl Collection {
    /// For each of all runs, its place in this collection, if it is there.
    fn places(&self, runs: &[RunName]) -> Vec<Option<usize>> {
        let here: HashMap<&str, usize> = self
            .experiment
            .runs
            .iter()
            .enumerate()
            .map(|(place, run)| (run.name.as_str(), place))
            .collect();
        runs.iter().map(|run| here.get(run.as_str()).copied()).collect()
    }
}
