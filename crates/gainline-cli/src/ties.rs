//! `gainline ties`: how far measures move with the order of documents that have the same score.

use crate::choices::Choices;
use crate::inputs::Inputs;
use crate::log::Terminal;
use crate::writing::Writing;
use clap::Args as ClapArgs;
use gainline_analysis::default_measures;
use gainline_analysis::evaluation::measures;
use gainline_analysis::ties::TieOrders;
use gainline_report::present::TiesPresenter;
use std::process::ExitCode;

/// What `gainline ties` is asked for.
#[derive(ClapArgs)]
#[command(
    mut_arg("ties", |arg| arg.hide(true)),
    after_help = "\
Example: gainline ties qrels.txt bm25.run -m nDCG@10,RR
--help explains the columns.",
    after_long_help = "\
Examples:
  gainline ties qrels.txt bm25.run
  gainline ties qrels.txt *.run -m nDCG@10,RR
  gainline ties qrels.txt bm25.run --per-topic --format tsv > ties.tsv

A ranking does not say in which order documents of equal score stand, but measures depend on it. For
each measure:
  docid    the value in the order of document ids, descending: what `gainline eval` prints
  worst    in the order that is worst for the measure, chosen for each topic
  average  the mean over all orders: the expected value of a random order
  best     in the order that is best for the measure, chosen for each topic
  spread   the distance of worst and best
and the number of topics on which worst and best differ (by more than 0.000000000001).
Below are the topics with the largest spread by the first measure; with --per-topic all topics, by
all measures. A dash stands where there is no value, and a note says why. `gainline eval --ties
average` (or rank, input, best, worst) evaluates by another order than docid.

tsv, csv and jsonl hold, at full precision: run, topic, tied_rows, tied_groups, measure, docid,
worst, average, best, spread, topics_affected. Topics are in the order of the qrels (with
--per-topic), then the topic `all`; a missing value is empty (null in jsonl). json holds the whole
answer, with the options and facts behind the numbers."
)]
pub(crate) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// Measures, by any tool's spelling; may be given again, and be lists: nDCG@5,10,AP
    #[arg(short, long = "measure", value_name = "MEASURE", default_value = default_measures::TIES)]
    measure: Vec<String>,
    /// Show all topics by all measures, not only those with the largest spread by the first
    #[arg(short = 'q', long)]
    per_topic: bool,
    #[command(flatten)]
    writing: Writing,
    #[command(flatten)]
    choices: Choices,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let measures = measures(&args.measure, args.choices.rel)?;
    let request = TieOrders { measures, per_topic: args.per_topic };
    let mut experiment = args.inputs.experiment(&args.choices, None, [])?;
    experiment.hashes = args.writing.wants_hashes();
    let answer = request.answer(&experiment, &Terminal::default())?;
    let presenter = TiesPresenter { answer: &answer, digits: args.writing.decimals() };
    args.writing.answer(&experiment.files(), &presenter)?;
    Ok(ExitCode::SUCCESS)
}
