//! `gainline eval`: runs against judgments.

use crate::choices::{Choices, HEADING, from_one, one_of};
use crate::collections::{Given, InputsOrCollections};
use crate::log::Terminal;
use crate::writing::Writing;
use clap::Args as ClapArgs;
use gainline::{Average, Measure, Slices, TopicNumbers};
use gainline_analysis::default_measures;
use gainline_analysis::eval::Eval;
use gainline_analysis::evaluation::measures;
use gainline_report::present::{CollectionsEvalPresenter, EvalPresenter};
use std::path::PathBuf;
use std::process::ExitCode;

/// What `gainline eval` is asked for.
#[derive(ClapArgs)]
#[command(
    override_usage = "gainline eval [OPTIONS] <QRELS> <RUNS>...\n       gainline eval [OPTIONS] --collections <DIR|FILE>",
    after_help = "\
Examples:
  gainline eval qrels.txt bm25.run dense.run.gz
  gainline eval qrels.txt *.run -m nDCG@10,AP --sort nDCG@10",
    after_long_help = "\
Examples:
  gainline eval qrels.txt bm25.run dense.run.gz
  gainline eval qrels.txt *.run -m nDCG@5,10 -m 'AP(rel=2),RBP(p=0.95)' --sort nDCG@10
  gainline eval qrels.txt bm25.run --per-topic --format tsv > scores.tsv
  gainline eval qrels.txt *.run --ties average --unjudged condense
  gainline eval qrels.txt *.run --unjudged bounds --depth 100
  gainline eval qrels.txt *.run --average macro,median,sd --by language.txt
  gainline eval --collections beir/ -m nDCG@10
  zcat big.run.gz | gainline eval qrels.txt -

Files may be compressed (gzip, zstd, bzip2, xz); their content tells, not their name.
Formats: table, markdown and latex (with the booktabs package) show a run a row; tsv, csv, jsonl
hold `run, topic, measure, value` (and `low, high` for bounds) at full precision: topics in the
order of the qrels, then `all`, `all:median` for another average, `by:NAME` for a slice; json
holds the whole answer, with the options and facts behind the numbers.
`gainline measures` lists the measures."
)]
pub(crate) struct Args {
    #[command(flatten)]
    inputs: InputsOrCollections,
    /// Measures, by any tool's spelling; may be given again, and be lists: nDCG@5,10,AP
    ///
    /// Of the default measures, the first two are those that `compare`, `report` and all other
    /// commands that test or conclude something use too; the others describe a run.
    #[arg(short, long = "measure", value_name = "MEASURE", default_value = default_measures::EVAL)]
    measure: Vec<String>,
    /// Give every topic's values too
    #[arg(short = 'q', long)]
    per_topic: bool,
    /// How topics are averaged
    ///
    /// One or more of: the mean (macro; the sum for counts), the ratio of all topics' totals (micro,
    /// for ratios such as P, R, F and nDCG), the geometric mean (gm), the median, the standard
    /// deviation (sd).
    #[arg(long, value_name = "KIND,...", value_delimiter = ',', default_value = "macro",
        value_parser = one_of(&Average::ALL))]
    average: Vec<Average>,
    /// The weight of each topic in averages: `topic weight` in each line
    #[arg(long, value_name = "FILE")]
    topic_weights: Option<PathBuf>,
    /// Give the averages of slices too: `topic slice` in each line; a topic may be in several
    #[arg(long, value_name = "FILE")]
    by: Option<PathBuf>,
    /// Only the top N of each ranking
    #[arg(long, value_name = "N", value_parser = from_one, help_heading = HEADING)]
    depth: Option<usize>,
    /// Order the runs by this measure, best first
    #[arg(long, value_name = "MEASURE")]
    sort: Option<String>,
    #[command(flatten)]
    writing: Writing,
    #[command(flatten)]
    choices: Choices,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let rel = args.choices.rel;
    let others = [
        ("--topic-weights", "weights", args.topic_weights.as_deref()),
        ("--by", "slices", args.by.as_deref()),
    ];
    let request = Eval {
        measures: measures(&args.measure, rel)?,
        averages: args.average.clone(),
        weights: args.topic_weights.as_deref().map(TopicNumbers::read).transpose()?,
        slices: args.by.as_deref().map(Slices::read).transpose()?,
        per_topic: args.per_topic,
        sort: args.sort.as_deref().map(|text| sort_measure(text, rel)).transpose()?,
    };
    let (progress, digits) = (Terminal::default(), args.writing.decimals());
    match args.inputs.read(&args.choices, args.depth, others, args.writing.wants_hashes())? {
        Given::One(experiment) => {
            let answer = request.answer(&experiment, &progress)?;
            let presenter = EvalPresenter { answer: &answer, digits };
            args.writing.answer(&experiment.files(), &presenter)?;
        }
        Given::Several(collections) => {
            let answer = request.answer_collections(&collections, &progress)?;
            let presenter = CollectionsEvalPresenter { answer: &answer, digits };
            args.writing.answer(&collections.files(), &presenter)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn sort_measure(text: &str, rel: f64) -> gainline::Result<Measure> {
    let measure: Measure = text.parse()?;
    Ok(if rel == 1.0 { measure } else { measure.with_rel(rel) })
}
