//! Several collections, where a command takes them instead of judgments and runs.

use crate::choices::Choices;
use crate::inputs::{experiment, named_experiment};
use crate::toml_file;
use anyhow::{Context, bail};
use clap::Args;
use gainline_analysis::collections::{Collection, CollectionFiles, Collections};
use gainline_analysis::{Experiment, NamedRuns};
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// Judgments and runs, or several collections of both.
#[derive(Args)]
pub(crate) struct InputsOrCollections {
    /// Judgments: `topic iteration document grade`, or BEIR's with a header line
    #[arg(required_unless_present = "collections")]
    qrels: Option<PathBuf>,
    /// Runs: `topic Q0 document rank score tag`, or `topic document rank`
    ///
    /// - is standard input, and NAME=FILE names a run.
    #[arg(required_unless_present = "collections")]
    runs: Vec<PathBuf>,
    /// Several collections instead: a folder with a folder for each, or a TOML file
    ///
    /// In a collection's folder, the judgments are the file with `qrels` in its name, and the runs are the
    /// files of its folder `runs`, or without one all other files. Runs of the same name belong together.
    /// A TOML file lists collections: `[[collection]]`, `name = "x"`, `qrels = "x/qrels.txt"`,
    /// `runs = ["x/bm25.run", "dense=x/run17.txt"]`.
    #[arg(long, value_name = "DIR|FILE", conflicts_with_all = ["qrels", "runs"], display_order = 900)]
    collections: Option<PathBuf>,
}

/// What a command was given.
pub(crate) enum Given {
    One(Box<Experiment>),
    Several(Collections),
}

impl InputsOrCollections {
    /// Reads the judgments, and what the choices say. `others` are the options that name further files,
    /// and what these hold: something of topics, and so of one collection.
    pub(crate) fn read<'f>(
        &self,
        choices: &Choices,
        depth: Option<usize>,
        others: impl IntoIterator<Item = (&'static str, &'static str, Option<&'f Path>)>,
        hashes: bool,
    ) -> anyhow::Result<Given> {
        let Some(path) = &self.collections else {
            let Some(qrels) = &self.qrels else {
                bail!("give judgments and runs, or --collections")
            };
            let others = others.into_iter().map(|(_, role, path)| (role, path));
            let mut experiment = experiment(qrels, &self.runs, choices, depth, others)?;
            experiment.hashes = hashes;
            return Ok(Given::One(Box::new(experiment)));
        };
        let mut others = others.into_iter().filter_map(|(option, _, path)| path.map(|_| option));
        if let Some(what) = choices.names_topics().or_else(|| others.next()) {
            bail!(
                "{what}: topics belong to one collection, so this does not go with --collections"
            );
        }
        let mut collections = vec![];
        let files = files(path)?;
        let runs: Vec<Vec<PathBuf>> = files.iter().map(|files| files.runs.clone()).collect();
        let named = NamedRuns::of_collections(&runs, choices.names)?;
        for (CollectionFiles { name, qrels, .. }, runs) in files.into_iter().zip(named) {
            let mut experiment = named_experiment(&qrels, runs, choices, depth, [])?;
            experiment.hashes = hashes;
            collections.push(Collection { name, experiment });
        }
        let collections = Collections::new(collections);
        Ok(Given::Several(collections.with_context(|| path.display().to_string())?))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    #[serde(default)]
    collection: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    qrels: PathBuf,
    runs: Vec<String>,
}

/// The files of the collections that a folder or a TOML file names.
fn files(path: &Path) -> anyhow::Result<Vec<CollectionFiles>> {
    if path.is_dir() {
        return Ok(CollectionFiles::in_folder(path)?);
    }
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).with_context(|| format!("{name}: cannot read"))?;
    let document: Document = toml_file::parse(&name, &text, "[\"bm25.run\", \"dense.run\"]")?;
    // Files are named as seen from where the list lies.
    let folder = path.parent().unwrap_or(Path::new(""));
    let located = |run: &String| match run.split_once('=') {
        Some((name, file)) if !folder.join(run).exists() => {
            let file = folder.join(file);
            format!("{name}={}", file.display()).into()
        }
        Some(_) | None => folder.join(run),
    };
    let entries = document.collection.into_iter().map(|entry| CollectionFiles {
        name: entry.name,
        qrels: folder.join(entry.qrels),
        runs: entry.runs.iter().map(located).collect(),
    });
    Ok(entries.collect())
}
