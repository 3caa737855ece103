//! `gainline validate`: everything that is wrong or suspicious in the files, at once.

use crate::writing::Writing;
use clap::Args as ClapArgs;
use gainline_analysis::validate::{Validate, ValidateDecision};
use gainline_report::present::ValidationPresenter;
use std::path::PathBuf;
use std::process::ExitCode;

/// What `gainline validate` is asked for.
#[derive(ClapArgs)]
#[command(
    mut_arg("digits", |arg| arg.hide(true)),
    after_help = "\
Example: gainline validate qrels.txt bm25.run dense.run.gz
Exit codes: 0 no errors; 1 errors, or warnings with --strict; 2 some file could not be read.",
    after_long_help = "\
Examples:
  gainline validate qrels.txt bm25.run dense.run.gz
  gainline validate --strict --format json qrels.txt bm25.run > findings.json

An error is what `gainline eval` would refuse, a warning is suspicious and may change numbers, a note
is harmless. Each finding stands for all of its kind in a file, with a count.

tsv, csv and jsonl hold a finding a row: severity, code, file, line, lines, count, unit, message,
remedy. json holds for each file in `files` what was read of it, and its `findings` with their codes,
places, the data behind each message, the message and the remedy.

Exit codes: 0 no errors; 1 errors, or warnings with --strict; 2 some file could not be read."
)]
pub(crate) struct Args {
    /// Judgments: `topic iteration document grade`, or BEIR's with a header line
    qrels: PathBuf,
    /// Runs: `topic Q0 document rank score tag`, or `topic document rank`; - is standard input
    runs: Vec<PathBuf>,
    /// Fail on warnings too
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    writing: Writing,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let files: Vec<PathBuf> = [&args.qrels].into_iter().chain(&args.runs).cloned().collect();
    let (qrels, runs, strict) = (args.qrels.clone(), args.runs.clone(), args.strict);
    let answer = Validate { qrels, runs, strict }.answer()?;
    args.writing.answer(&files, &ValidationPresenter { answer: &answer })?;
    Ok(match answer.decision {
        ValidateDecision::Passed => ExitCode::SUCCESS,
        ValidateDecision::Failed => ExitCode::from(1),
        ValidateDecision::Unreadable => ExitCode::from(2),
    })
}
