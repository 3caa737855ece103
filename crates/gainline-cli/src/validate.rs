//! `gainline validate`: everything that is wrong or suspicious in the files, at once.

use clap::{Args as ClapArgs, ValueEnum};
use gainline::{FileContent, Severity, Source, ValidatedFile, Validation, validate};
use gainline_analysis::answer::Signed;
use gainline_report::write_json;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// What `gainline validate` is asked for.
#[derive(ClapArgs)]
#[command(after_help = "\
Examples:
  gainline validate qrels.txt bm25.run dense.run.gz
  gainline validate --strict --format json qrels.txt bm25.run > findings.json

An error is what `gainline eval` would refuse, a warning is suspicious and may change numbers,
a note is harmless. Each finding stands for all of its kind in a file, with a count.
The JSON holds a file each in `files`: what was read of it, and its `findings` with their codes, places,
the data behind each message, the message and the remedy.

Exit codes: 0 no errors; 1 errors, or warnings with --strict; 2 some file could not be read.")]
pub struct Args {
    /// Judgments: `topic iteration document grade`, or BEIR's with a header line
    qrels: PathBuf,
    /// Runs: `topic Q0 document rank score tag`, or `topic document rank`; - is standard input
    runs: Vec<PathBuf>,
    /// Fail on warnings too
    #[arg(long)]
    strict: bool,
    /// How the findings are written
    #[arg(short, long, value_enum, default_value = "text")]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Text,
    Json,
}

/// Validates the files and writes what was found.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let stdin = [&args.qrels].into_iter().chain(&args.runs).filter(|p| p.as_os_str() == "-");
    if stdin.count() > 1 {
        anyhow::bail!("standard input (-) can be given once only");
    }
    let runs: Vec<Source> = args.runs.iter().map(Source::path).collect();
    let report = validate(&Source::path(&args.qrels), &runs)?;
    match args.format {
        Format::Text => write_text(&report, out)?,
        Format::Json => write_json(&Signed::new(&report), out)?,
    }
    Ok(ExitCode::from(exit_code(&report, args.strict)))
}

fn exit_code(report: &Validation, strict: bool) -> u8 {
    let failed =
        report.count(Severity::Error) > 0 || (strict && report.count(Severity::Warning) > 0);
    if report.unreadable() { 2 } else { u8::from(failed) }
}

fn write_text(report: &Validation, out: &mut dyn Write) -> io::Result<()> {
    for file in &report.files {
        writeln!(out, "{}", describe(file))?;
        for finding in &file.findings {
            writeln!(out, "{finding}")?;
        }
    }
    let count = |severity| counted(report.count(severity), &severity.to_string());
    let [errors, warnings, notes] = [Severity::Error, Severity::Warning, Severity::Note].map(count);
    writeln!(out, "{errors}, {warnings}, {notes}")
}

/// `qrels.txt: qrels, 43 topics, 9260 judgments, grades 0 to 3`
fn describe(file: &ValidatedFile) -> String {
    let ValidatedFile { file: name, topics, rows, content, .. } = file;
    let topics = counted(*topics, "topic");
    match content {
        FileContent::Qrels { .. } if *rows == 0 => format!("{name}: no judgments were read"),
        FileContent::Run { .. } if *rows == 0 => format!("{name}: no rows of a run were read"),
        FileContent::Qrels { lowest_grade, highest_grade } => {
            let grades = match (lowest_grade, highest_grade) {
                (Some(low), Some(high)) if low == high => format!(", grade {low}"),
                (Some(low), Some(high)) => format!(", grades {low} to {high}"),
                (None, _) | (_, None) => String::new(),
            };
            format!("{name}: qrels, {topics}, {}{grades}", counted(*rows, "judgment"))
        }
        FileContent::Run { tag, .. } => {
            let tag = tag.as_ref().map(|tag| format!(", tag `{}`", tag.escape_debug()));
            format!("{name}: run, {topics}, {}{}", counted(*rows, "row"), tag.unwrap_or_default())
        }
    }
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(qrels: &str, run: &str) -> Validation {
        let source = |name: &str, text: &str| Source::bytes(name, text.as_bytes());
        validate(&source("qrels.txt", qrels), &[source("a.run", run)]).unwrap()
    }

    const QRELS: &str = "1 0 d1 2\n1 0 d2 0\n";

    #[test]
    fn text_describes_each_file_then_its_findings_then_counts_them() {
        let mut out = vec![];
        let run = "1 Q0 d1 1 abc x\n1 Q0 d2 2 1.5 x\n1 Q0 d3 3 ? x\n";
        write_text(&report(QRELS, run), &mut out).unwrap();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "qrels.txt: qrels, 1 topic, 2 judgments, grades 0 to 2\n\
             a.run: run, 1 topic, 1 row, tag `x`\n\
             error a.run:1: score `abc` is not a number (2 rows: lines 1, 3)\n  \
             column 5 of a run is the score that the ranking is sorted by, highest first; \
             trec_eval would read it as 0\n\
             1 error, 0 warnings, 0 notes\n"
        );
    }

    #[test]
    fn json_is_the_signed_answer_with_the_data_of_findings() {
        let mut out = vec![];
        let report = report(QRELS, "1 Q0 d1 1 2.5 x\n1 Q0 d2 2 abc x\n");
        write_json(&Signed::new(&report), &mut out).unwrap();
        let json: serde_json::Value = serde_json::from_slice(&out).unwrap();
        assert_eq!(json["answer"], "validate");
        assert_eq!(json["files"][0]["highest_grade"], 2.0);
        let run = &json["files"][1];
        assert_eq!((&run["kind"], &run["tag"]), (&"run".into(), &"x".into()));
        assert_eq!(run["compared"]["best_ndcg_at_10"], 1.0);
        let finding = &run["findings"][0];
        assert_eq!(finding["code"], "bad-score");
        assert_eq!(finding["severity"], "error");
        assert_eq!(finding["data"], serde_json::json!({ "score": "abc" }));
        assert_eq!((&finding["lines"][0], &finding["column"]), (&2.into(), &11.into()));
        assert_eq!(finding["unit"], "rows");
    }

    #[test]
    fn errors_fail_and_warnings_only_when_strict() {
        let good = report(QRELS, "1 Q0 d1 1 2.5 x\n");
        assert_eq!((exit_code(&good, false), exit_code(&good, true)), (0, 0));
        let suspicious = report(QRELS, "1 Q0 d1 2 2.5 x\n1 Q0 d2 1 1.5 x\n");
        assert_eq!((exit_code(&suspicious, false), exit_code(&suspicious, true)), (0, 1));
        let wrong = report(QRELS, "1 Q0 d1 1 abc x\n");
        assert_eq!((exit_code(&wrong, false), exit_code(&wrong, true)), (1, 1));
        let missing =
            validate(&Source::path("/no/such/file"), &[Source::bytes("r", &b"1 2\n"[..])]).unwrap();
        assert_eq!(exit_code(&missing, false), 2);
        assert!(missing.findings().any(|f| f.file == "r"));
    }
}
