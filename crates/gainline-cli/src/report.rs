//! `gainline report`: a whole comparison in one HTML file.

mod command;

use crate::choices::{Choices, HEADING, from_one, test_parser};
use crate::collections::{Given, InputsOrCollections};
use crate::log::{Terminal, warn};
use crate::writing::{by_ending, write_file};
use crate::written::{open, say_written};
use clap::{Args as ClapArgs, ValueEnum};
use gainline::{Slices, Source};
use gainline_analysis::Experiment;
use gainline_analysis::answer::Signed;
use gainline_analysis::collections::Collections;
use gainline_analysis::compare::{Compare, DEFAULT_TEST};
use gainline_analysis::default_measures;
use gainline_analysis::evaluation::measures;
use gainline_analysis::report::Report;
use gainline_analysis::texts::tells_more_than_ids;
use gainline_report::present::{CollectionsPresenter, ReportPresenter, report_text_warnings};
use gainline_report::write_json;
use gainline_stats::Test;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What `gainline report` is asked for.
#[derive(ClapArgs)]
#[command(
    override_usage = "gainline report [OPTIONS] <QRELS> <RUNS>... -o <FILE>\n       gainline report \
        [OPTIONS] --collections <DIR|FILE> -o <FILE>",
    mut_arg("topics", |arg| arg.help("Titles and descriptions of topics, in a file; or only these \
        topics: ids with commas between, or a file with an id in each line")),
    after_help = "\
Examples:
  gainline report qrels.txt bm25.run dense.run -m nDCG@10,R@100 -o report.html
  gainline report qrels.txt *.run --documents docs.jsonl --topics topics.tsv -o report.html",
    after_long_help = "\
Examples:
  gainline report examples/qrels.txt examples/runs/*.run -o report.html
  gainline report qrels.txt bm25.run dense.run -m nDCG@10,R@100 -o report.html
  gainline report qrels.txt *.run --documents docs.jsonl --topics topics.tsv -o report.html
  gainline report --collections beir/ -m nDCG@10 -o beir.html

The report is one file that needs no network: open it in a browser, mail it, or put it beside a
paper. It says which run is best and how certain that is (as `gainline compare` does), and holds the
runs' values with confidence intervals, curves, every pair of runs topic by topic, every topic's
rankings side by side with what each rank contributed to the measures, what is suspicious about the
data (as `gainline validate` finds), and how the numbers came about: choices, definitions,
command line, version, and checksums of the files. Its numbers are those of `gainline eval` and
`gainline compare` with the same options.

Documents and topics are tables with tabs between columns (`id`, `title`, `text`; a header line may
name them), JSON lines with such fields, or marked up as TREC's topic files are. Long texts are cut
and deep rankings are shown in part, to keep the file small; the report says so. -f json writes the
numbers of the page instead of the page. The report of several collections shows their values and
differences as `gainline compare --collections` does, with forest plots, and no rankings."
)]
pub(crate) struct Args {
    #[command(flatten)]
    inputs: InputsOrCollections,
    /// Measures, by any tool's spelling; the first one ranks
    #[arg(short, long = "measure", value_name = "MEASURE", default_value = default_measures::USUAL)]
    measure: Vec<String>,
    /// Write the report to this file; - is standard output
    #[arg(short, long, value_name = "FILE", required = true)]
    output: PathBuf,
    /// Show the report in the browser when it is written
    #[arg(long)]
    open: bool,
    /// A page, or its numbers; without it, by the ending of --output
    #[arg(short, long, value_enum)]
    format: Option<Format>,
    /// Titles and texts of documents
    #[arg(long, value_name = "FILE")]
    documents: Option<PathBuf>,
    /// What the report is called
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// The ranks of each ranking that the report shows
    #[arg(long, value_name = "N", default_value = "100", value_parser = from_one)]
    show: usize,
    /// Compare on slices of the topics too: lines `topic slice`
    #[arg(long, value_name = "FILE")]
    by: Option<PathBuf>,
    /// The test, as for `gainline compare`
    #[arg(long, value_name = "NAME", value_parser = test_parser(), default_value = DEFAULT_TEST.name())]
    test: Test,
    /// Permutations or resamples to draw, where a test draws any
    #[arg(long, value_name = "N", default_value = "100000", value_parser = from_one)]
    trials: usize,
    /// The seed of random numbers; the same seed gives the same results on any number of threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Only the top N of each ranking counts
    #[arg(long, value_name = "N", value_parser = from_one, help_heading = HEADING)]
    depth: Option<usize>,
    #[command(flatten)]
    choices: Choices,
}

/// What is written.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Format {
    Html,
    Json,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let endings = [("html", Format::Html), ("htm", Format::Html), ("json", Format::Json)];
    let by_name = || by_ending(Some(&args.output), &endings, Format::Html);
    let format = args.format.map_or_else(by_name, Ok)?;
    let titles = titles(&args.choices)?;
    let mut choices = args.choices.clone();
    if titles.is_some() {
        choices.topics = None;
    }
    let others = [
        ("--documents", "documents", args.documents.as_deref()),
        ("--topics", "topics", titles.as_deref()),
        ("--by", "slices", args.by.as_deref()),
    ];
    let request = Report {
        compare: Compare {
            test: args.test,
            trials: args.trials,
            seed: args.seed,
            slices: args.by.as_deref().map(Slices::read).transpose()?,
            ..Compare::by(measures(&args.measure, args.choices.rel)?)
        },
        show: args.show,
        title: args.title.clone(),
        topics: titles.clone(),
        documents: args.documents.clone(),
    };
    let (inputs, text) = match args.inputs.read(&choices, args.depth, others, true)? {
        Given::One(experiment) => (experiment.files(), page(request, &experiment, format)?),
        Given::Several(collections) => (collections.files(), board(request, &collections, format)?),
    };
    write_file(&args.output, &inputs, &text)?;
    let how = match format {
        Format::Html if !args.open => "; open it in a browser, or use --open",
        Format::Html | Format::Json => "",
    };
    say_written(&args.output, text.len(), how);
    if args.open {
        open(&args.output);
    }
    Ok(ExitCode::SUCCESS)
}

/// The report of one collection.
fn page(request: Report, experiment: &Experiment, format: Format) -> anyhow::Result<Vec<u8>> {
    let parts = request.answer(experiment, &Terminal::default())?;
    for warning in report_text_warnings(&parts.answer) {
        warn(&warning);
    }
    Ok(match format {
        Format::Html => {
            let command = command::command();
            ReportPresenter { parts: &parts, command: &command }.page()?.into_bytes()
        }
        Format::Json => {
            let mut text = vec![];
            write_json(&Signed::new(&parts.answer), &mut text)?;
            text
        }
    })
}

/// The board of several collections.
fn board(request: Report, collections: &Collections, format: Format) -> anyhow::Result<Vec<u8>> {
    let answer = request.compare.answer_collections(collections, &Terminal::default())?;
    let presenter =
        CollectionsPresenter { answer: &answer, digits: 4, all_pairs: false, pictures: true };
    let mut text = vec![];
    let format = match format {
        Format::Html => gainline_report::Format::Html,
        Format::Json => gainline_report::Format::Json,
    };
    gainline_report::write(&presenter, format, &mut text)?;
    Ok(text)
}

/// The file of topics' titles, if that is what `--topics` names.
fn titles(choices: &Choices) -> anyhow::Result<Option<PathBuf>> {
    let Some(file) = choices.topics.as_deref().map(Path::new).filter(|file| file.is_file()) else {
        return Ok(None);
    };
    Ok(tells_more_than_ids(&Source::path(file))?.then(|| file.into()))
}
