//! The files that commands are given, as the library's experiment.

use crate::choices::Choices;
use crate::log::say;
use clap::Args;
use gainline::Qrels;
use gainline_analysis::{Experiment, NamedRuns, RunInput, check_stdin};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Judgments and runs.
#[derive(Args)]
pub(crate) struct Inputs {
    /// Judgments: `topic iteration document grade`, or BEIR's with a header line
    pub qrels: PathBuf,
    /// Runs: `topic Q0 document rank score tag`, or `topic document rank`
    ///
    /// - is standard input, and NAME=FILE names a run.
    #[arg(required = true)]
    pub runs: Vec<PathBuf>,
}

impl Inputs {
    /// Reads the judgments, and what the choices say. `others` are further files that the command
    /// reads, with what they hold.
    pub(crate) fn experiment<'f>(
        &self,
        choices: &Choices,
        depth: Option<usize>,
        others: impl IntoIterator<Item = (&'static str, Option<&'f Path>)>,
    ) -> anyhow::Result<Experiment> {
        experiment(&self.qrels, &self.runs, choices, depth, others)
    }
}

/// The same where the files are named otherwise.
pub(crate) fn experiment<'f>(
    qrels: &Path,
    runs: &[PathBuf],
    choices: &Choices,
    depth: Option<usize>,
    others: impl IntoIterator<Item = (&'static str, Option<&'f Path>)>,
) -> anyhow::Result<Experiment> {
    named_experiment(qrels, NamedRuns::of(runs, choices.names)?, choices, depth, others)
}

/// The same where the runs have their names.
pub(crate) fn named_experiment<'f>(
    qrels: &Path,
    runs: NamedRuns,
    choices: &Choices,
    depth: Option<usize>,
    others: impl IntoIterator<Item = (&'static str, Option<&'f Path>)>,
) -> anyhow::Result<Experiment> {
    let started = Instant::now();
    let others = others.into_iter().filter_map(|(role, path)| Some((role, path?.to_path_buf())));
    let others: Vec<(&str, PathBuf)> = others.collect();
    let all = runs.runs.iter().filter_map(RunInput::path).chain([qrels]);
    let all = all.chain(others.iter().map(|(_, path)| path.as_path()));
    check_stdin(all.chain(choices.streams()?.iter().map(PathBuf::as_path)))?;
    let judgments = Qrels::read(qrels)?;
    say(|| {
        let (topics, count) = (judgments.topics().len(), judgments.judgments());
        let took = started.elapsed();
        format!("{}: {topics} topics, {count} judgments in {took:?}", qrels.display())
    });
    let (mut options, files) = choices.options(&judgments)?;
    options.depth = depth;
    let mut experiment = Experiment::new(judgments, runs, options)?;
    experiment.qrels_file = Some(qrels.into());
    experiment.other_files = files.into_iter().chain(others).collect();
    // Hashes cost another reading, so commands ask for them where they write them.
    experiment.hashes = false;
    Ok(experiment)
}
