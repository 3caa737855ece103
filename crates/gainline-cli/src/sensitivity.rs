//! `gainline sensitivity`: how much weight measures put on each rank.

use crate::charts::{Plot, chart_width};
use crate::choices::{Choices, finite, from_one, one_of};
use crate::inputs::Inputs;
use crate::log::Terminal;
use crate::writing::{Format, Writing};
use anyhow::bail;
use clap::Args as ClapArgs;
use gainline_analysis::default_measures;
use gainline_analysis::evaluation::measures;
use gainline_analysis::sensitivity::{Base, Documents, Sensitivity};
use gainline_report::present::SensitivityPresenter;
use std::process::ExitCode;

/// What `gainline sensitivity` is asked for.
#[derive(ClapArgs)]
#[command(
    after_help = "\
Examples:
  gainline sensitivity examples/qrels.txt examples/runs/hybrid.run
  gainline sensitivity examples/qrels.txt examples/runs/*.run -m AP --base grows",
    after_long_help = "\
Examples:
  gainline sensitivity examples/qrels.txt examples/runs/hybrid.run
  gainline sensitivity examples/qrels.txt examples/runs/hybrid.run -m nDCG@10,AP,RBP,ERR \\
    --relative --plot always
  gainline sensitivity examples/qrels.txt examples/runs/*.run -m AP --base grows \\
    --documents unjudged
  gainline sensitivity examples/qrels.txt examples/runs/hybrid.run -m nDCG@10 --to 3 -q -f tsv

Use it to choose a measure, or to see what a measure looks at. nDCG@10 and AP both give the top the
largest weight, but how large is it? Does rank 50 matter at all? A measure whose weight ends at rank
10 cannot show what a better first stage does below.

The change at rank j is the value with a document of grade --to at rank j, minus the value without
it. It is computed for each topic with its own ranking, and averaged over the topics that have rank
j. --documents says which documents change:
  all       each one, compared with it being unjudged: the weight of the rank, whatever is there now
  lower     those that are unjudged or have a lower grade than --to, compared with that: what can be
            gained
  unjudged  the unjudged ones: what judging them could show
and --base what becomes of R, the number of relevant documents, and of the ideal ranking:
  fixed     they stay as they are, as if a relevant document that the run missed were at the rank
            (Kishida's formula 10); where the run missed none, AP would be above 1
  grows     they grow with the document, as if it were newly found relevant (his formula 16). A
            relevant document at a low rank then lowers AP or nDCG, as there was more to find

Kishida (Property of Average Precision, NII-2005-014E) has closed formulas for the changes of AP
(10, 16), Rprec (1/R), mSR (28), AvgnDCG (33), Q (36, 37) and GenAP (43, 44). They are used where
they apply; other measures are recomputed with each changed judgment, which gives the same.

The first table shows the mean change at some ranks; with --relative, divided by that at rank 1. The
last one sums up each measure: its score; the change at rank 1; the first rank by which half of its
weight lies, that is of the sum of the changes at ranks 1 to --depth (none where changes have both
signs); and the last rank that changes it at all, with (end) where nothing deeper was examined.

tsv, csv and jsonl have full precision and all ranks: run, topic, measure, to, rank, topics, change,
share, formula. Topics are in the order of the qrels (with --per-topic), then `all`; topics is the
number of topics behind the change, share the change divided by that at rank 1 (empty where that is
0 or missing). Ranks at which no document changes are left out. json has the whole answer."
)]
pub(crate) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// Measures, as a list or given again: nDCG@5,10,AP
    #[arg(short, long = "measure", value_name = "MEASURE", default_value = default_measures::SENSITIVITY)]
    measure: Vec<String>,
    /// The grade that documents get [default: the lowest relevant grade of the qrels]
    ///
    /// Without it, for each measure the lowest grade of the qrels that is relevant to it.
    #[arg(long, value_name = "GRADE", allow_negative_numbers = true, value_parser = finite)]
    to: Option<f64>,
    /// Whether R and the ideal ranking stay, or grow with the document
    #[arg(long, default_value = "fixed", value_parser = one_of(&Base::ALL))]
    base: Base,
    /// Which documents change
    #[arg(long, default_value = "all", value_parser = one_of(&Documents::ALL))]
    documents: Documents,
    /// The last rank to examine; rankings are not cut there
    #[arg(long, value_name = "N", default_value = "100", value_parser = from_one)]
    depth: usize,
    /// Show changes divided by the change at rank 1
    #[arg(long)]
    relative: bool,
    /// Give every topic's changes too
    #[arg(short = 'q', long)]
    per_topic: bool,
    /// Draw the changes above the tables; auto does so on a terminal
    #[arg(long, value_enum, default_value = "auto")]
    plot: Plot,
    #[command(flatten)]
    writing: Writing,
    #[command(flatten)]
    choices: Choices,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let format = args.writing.format();
    if args.plot == Plot::Always && format != Format::Table {
        bail!("--plot always draws above a table, so it goes with --format table only");
    }
    let request = Sensitivity {
        measures: measures(&args.measure, args.choices.rel)?,
        to: args.to,
        base: args.base,
        documents: args.documents,
        depth: args.depth,
        per_topic: args.per_topic,
    };
    let mut experiment = args.inputs.experiment(&args.choices, None, [])?;
    experiment.hashes = args.writing.wants_hashes();
    let answer = request.answer(&experiment, &Terminal::default())?;
    let presenter = SensitivityPresenter {
        answer: &answer,
        digits: args.writing.decimals(),
        relative: args.relative,
        chart: chart_width(args.plot, &args.writing, format),
    };
    args.writing.answer(&experiment.files(), &presenter)?;
    Ok(ExitCode::SUCCESS)
}
