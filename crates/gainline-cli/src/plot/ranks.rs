//! `gainline plot ranks`: where the relevant documents of one topic stand in each run.

use super::picture::Picture;
use crate::choices::{Choices, HEADING, from_one};
use crate::inputs::Inputs;
use anyhow::bail;
use clap::Args as ClapArgs;
use gainline_analysis::relevant_ranks::RelevantRanks;
use gainline_report::figures;

/// What `gainline plot ranks` is asked for.
#[derive(ClapArgs)]
#[command(
    override_usage = "gainline plot ranks [OPTIONS] <QRELS> <RUNS>... --topic <ID> -o <FILE>",
    mut_arg("known", |arg| arg.hide(true)),
    mut_arg("expected", |arg| arg.hide(true)),
    mut_arg("collection_size", |arg| arg.hide(true)),
    mut_arg("topics", |arg| arg.hide(true)),
    after_help = "\
Example: gainline plot ranks qrels.txt *.run --topic 1037798 -o ranks.svg
--help says how to read it.",
    after_long_help = "\
Examples:
  gainline plot ranks qrels.txt *.run --topic 1037798 -o ranks.svg
  gainline plot ranks qrels.txt bm25.run dense.run --topic q7 --rel 2 --depth 100 -o ranks.png

How to read it: a row is a run, a dot is a relevant document at its rank, larger and darker for a
higher grade; a line shows how deep the ranking goes. A good run has large dots at the left. The
number at the right is how many of the relevant documents the run found. Ranks are on a logarithmic
scale: the difference of ranks 1 and 2 matters more to users than that of 101 and 102.

--data holds `run, document, grade, rank`: all relevant documents; those that a run lacks have no
rank."
)]
pub(crate) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// The topic; may be left out if the qrels hold one only
    #[arg(long, value_name = "ID")]
    topic: Option<String>,
    /// Only the top N of each ranking
    #[arg(long, value_name = "N", value_parser = from_one, help_heading = HEADING)]
    depth: Option<usize>,
    #[command(flatten)]
    picture: Picture,
    #[command(flatten)]
    choices: Choices,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    args.picture.check()?;
    if args.choices.topics.is_some() {
        bail!("--topics does not go with ranks, which shows one topic: --topic ID");
    }
    let experiment = args.inputs.experiment(&args.choices, args.depth, [])?;
    let answer = RelevantRanks { topic: args.topic.clone() }.answer(&experiment)?;
    args.picture.write(&experiment.files(), figures::ranks(&answer))
}
