//! `gainline plot box`: how a measure is spread over the topics.

use super::scoring::Scoring;
use crate::log::Terminal;
use clap::Args as ClapArgs;
use gainline_analysis::topic_values::{TopicOrder, TopicValues};
use gainline_report::figures;

/// What `gainline plot box` is asked for.
#[derive(ClapArgs)]
#[command(
    override_usage = "gainline plot box [OPTIONS] <QRELS> <RUNS>... -o <FILE>",
    after_help = "\
Example: gainline plot box qrels.txt *.run -o box.svg
--help says how to read it.",
    after_long_help = "\
Examples:
  gainline plot box qrels.txt *.run -o box.svg
  gainline plot box qrels.txt *.run -m AP --theme paper -o box.pdf

How to read it: a box holds the middle half of the topics, the line in it is the median, the dot the
mean. Whiskers reach to the last topic within 1.5 times the box's length; topics beyond them are
circles. Runs are ordered by their means, the best first. A long box means that the run is good on
some topics and bad on others; a mean far from the median means that a few topics dominate the mean.

Quartiles are interpolated linearly (type 7 of Hyndman and Fan, as in numpy and R). --data holds
`run, topics, mean, low, q1, median, q3, high, outside`, where low and high are the ends of the
whiskers and outside counts the topics beyond them."
)]
pub(crate) struct Args {
    #[command(flatten)]
    scoring: Scoring,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let (measure, experiment) = args.scoring.experiment()?;
    let request = TopicValues { measure, order: TopicOrder::Qrels };
    let answer = request.answer(&experiment, &Terminal::default())?;
    args.scoring.picture().write(&experiment.files(), figures::boxes(&answer))
}
