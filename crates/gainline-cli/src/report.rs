//! `gainline report`: a whole comparison in one HTML file.

mod build;
mod command;
mod compared;
mod curves;
mod data;
mod described;
mod files;
mod quality;
mod rankings;
mod verdict;

use crate::choices::{Choices, HEADING, from_one, test_parser};
use crate::evaluation;
use crate::output::to_stdout;
use crate::runs::{self, Inputs, Opened};
use crate::writing::write_file;
use anyhow::bail;
use clap::Args as ClapArgs;
use gainline::{Source, Unjudged};
use gainline_stats::Test;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What runs are reported by when nothing is asked for; every measure makes the correction stricter.
const DEFAULT_MEASURES: &str = "nDCG@10,AP,RR";

/// What `gainline report` is asked for.
#[derive(ClapArgs)]
#[command(
    mut_arg("runs", |arg| arg.help("Runs: `topic Q0 document rank score tag`, or `topic document \
        rank`; NAME=FILE names a run. Each is read several times, so it is a file")),
    mut_arg("topics", |arg| arg.help("Titles and descriptions of topics, in a file; or only these \
        topics: ids with commas between, or a file with an id in each line")),
    after_help = "\
Examples:
  gainline report examples/qrels.txt examples/runs/*.run -o report.html
  gainline report qrels.txt bm25.run dense.run -m nDCG@10,R@100 -o report.html
  gainline report qrels.txt *.run --documents docs.jsonl --topics topics.tsv -o report.html

The report is one file that needs no network: open it in a browser, mail it, or put it beside a
paper. It says which run is best and how sure that is (as `gainline compare` does), and holds the
runs' values with intervals, curves, every pair of runs topic by topic, every topic's rankings side
by side with what each rank contributed to the first measure, what is odd about the data (as
`gainline validate` finds), and how the numbers came about: choices, definitions, command line,
version, and sums of the files. Its numbers are those of `gainline eval` and `gainline compare` with
the same options.

Documents and topics are tables with tabs between columns (`id`, `title`, `text`; a header line may
name them), JSON lines with such fields, or marked up as TREC's topic files are. Large texts are
shortened, and rankings cut, so that the file stays small enough for a browser; the report says so."
)]
pub(crate) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// Measures, by any tool's spelling; the first one ranks
    #[arg(short, long = "measure", value_name = "MEASURE", default_value = DEFAULT_MEASURES)]
    measure: Vec<String>,
    /// Write the report to this file; - is standard output
    #[arg(short, long, value_name = "FILE", required = true)]
    output: PathBuf,
    /// Titles and texts of documents
    #[arg(long, value_name = "FILE")]
    documents: Option<PathBuf>,
    /// What the report is called
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// The ranks of each ranking that the report shows
    #[arg(long, value_name = "N", default_value = "100", value_parser = from_one)]
    show: usize,
    /// The test that decides, as for `gainline compare`
    #[arg(long, value_name = "NAME", value_parser = test_parser())]
    test: Option<Test>,
    /// Permutations or resamples to draw, where a test draws any
    #[arg(long, value_name = "N", default_value = "100000", value_parser = from_one)]
    trials: usize,
    /// Where random numbers start; the same seed gives the same results on any number of threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Only the top N of each ranking counts
    #[arg(long, value_name = "N", value_parser = from_one, help_heading = HEADING)]
    depth: Option<usize>,
    #[command(flatten)]
    choices: Choices,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let measures = evaluation::measures(&args.measure, args.choices.rel)?;
    if args.choices.unjudged == Unjudged::Bounds {
        bail!("--unjudged bounds: ranges are not compared; take irrelevant or condense");
    }
    if !args.choices.ties.is_definite() {
        let ties = args.choices.ties;
        bail!(
            "--ties {ties}: a report shows rankings, so it needs one order: docid, rank or input"
        );
    }
    let mut asked = runs::asked(&args.inputs.runs);
    check_files(asked.iter().map(|run| run.file.as_path()).chain([args.inputs.qrels.as_path()]))?;
    check_files(args.documents.as_deref())?;
    for run in &mut asked {
        run.name = one_way(&run.name);
    }
    let titles = titles(&args.choices)?;
    let mut choices = args.choices.clone();
    if titles.is_some() {
        choices.topics = None;
    }
    let files = Files { documents: args.documents.as_deref(), topics: titles.as_deref() };
    let beside = [files.documents, files.topics].into_iter().flatten();
    let mut opened = Opened::new(asked, &args.inputs.qrels, &choices, beside)?;
    opened.options.depth = args.depth;
    let page = build::page(args, &files, &opened, &measures)?;
    if args.output.as_os_str() == "-" {
        to_stdout(|out| Ok(out.write_all(page.as_bytes())?))?;
    } else {
        write_file(&args.output, &opened.files, page.as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A report reads its files several times: to evaluate, to show rankings, to draw curves, to validate,
/// and for their sums. What can be read only once is refused before anything waits for it.
fn check_files<'f>(files: impl IntoIterator<Item = &'f Path>) -> anyhow::Result<()> {
    for file in files {
        let once = std::fs::metadata(file).is_ok_and(|m| !m.is_file() && !m.is_dir());
        if once || file.as_os_str() == "-" {
            let name = Source::path(file).name().to_string();
            bail!(
                "{name}: a report reads its files several times; write this to a file, and give that"
            );
        }
    }
    Ok(())
}

/// A text without the signs that turn the direction of writing, so that a name cannot reverse the
/// sentence that it stands in.
fn one_way(text: &str) -> String {
    text.replace(turns, "\u{fffd}")
}

/// Whether a sign turns the direction of writing.
fn turns(sign: char) -> bool {
    const TURNING: [(char, char); 4] = [
        ('\u{61c}', '\u{61c}'),
        ('\u{200e}', '\u{200f}'),
        ('\u{202a}', '\u{202e}'),
        ('\u{2066}', '\u{2069}'),
    ];
    TURNING.iter().any(|(first, last)| (*first..=*last).contains(&sign))
}

/// The files that texts are read from.
struct Files<'a> {
    documents: Option<&'a Path>,
    topics: Option<&'a Path>,
}

/// The file of topics' titles, if that is what `--topics` names: one whose lines hold more than an id.
fn titles(choices: &Choices) -> anyhow::Result<Option<PathBuf>> {
    let Some(file) = choices.topics.as_deref().map(Path::new).filter(|file| file.is_file()) else {
        return Ok(None);
    };
    let source = Source::path(file);
    let mut lines = BufReader::new(source.open()?).lines();
    let first = lines.find(|line| line.as_ref().is_ok_and(|line| !line.trim().is_empty()));
    let tells = |line: &String| line.contains('\t') || line.trim_start().starts_with(['{', '<']);
    Ok(first.and_then(std::result::Result::ok).filter(tells).map(|_| file.into()))
}
