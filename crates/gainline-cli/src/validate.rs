//! `gainline validate`: everything that is wrong or suspicious in the files, at once.

use crate::writing::Writing;
use clap::Args as ClapArgs;
use gainline::{Severity, Source, Validation, validate};
use gainline_analysis::check_stdin;
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
    check_stdin(files.iter().map(PathBuf::as_path))?;
    let runs: Vec<Source> = args.runs.iter().map(Source::path).collect();
    let answer = validate(&Source::path(&args.qrels), &runs)?;
    args.writing.answer(&files, &ValidationPresenter { answer: &answer })?;
    Ok(ExitCode::from(exit_code(&answer, args.strict)))
}

fn exit_code(answer: &Validation, strict: bool) -> u8 {
    let failed =
        answer.count(Severity::Error) > 0 || (strict && answer.count(Severity::Warning) > 0);
    if answer.unreadable() { 2 } else { u8::from(failed) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_fail_and_warnings_only_when_strict() {
        let codes = |run: &str| {
            let source = |name: &str, text: &str| Source::bytes(name, text.as_bytes());
            let qrels = source("qrels.txt", "1 0 d1 2\n1 0 d2 0\n");
            let answer = validate(&qrels, &[source("a.run", run)]).unwrap();
            (exit_code(&answer, false), exit_code(&answer, true))
        };
        assert_eq!(codes("1 Q0 d1 1 2.5 x\n"), (0, 0));
        assert_eq!(codes("1 Q0 d1 2 2.5 x\n1 Q0 d2 1 1.5 x\n"), (0, 1));
        assert_eq!(codes("1 Q0 d1 1 abc x\n"), (1, 1));
        let missing =
            validate(&Source::path("/no/such/file"), &[Source::bytes("r", &b"1 2\n"[..])]).unwrap();
        assert_eq!(exit_code(&missing, false), 2);
        assert!(missing.findings().any(|f| f.file == "r"));
    }
}
