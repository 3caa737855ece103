//! `gainline plot histogram`: the differences of two runs, topic by topic.

use super::scoring::{Ordering, Scoring};
use crate::log::Terminal;
use clap::Args as ClapArgs;
use gainline_analysis::topic_values::TopicDifferences;
use gainline_report::figures;

/// What `gainline plot histogram` is asked for.
#[derive(ClapArgs)]
#[command(
    override_usage = "gainline plot histogram [OPTIONS] <QRELS> <RUN> <RUN> -o <FILE>",
    after_help = "\
Example: gainline plot histogram qrels.txt new.run old.run -o histogram.svg
--help says how to read it.",
    after_long_help = "\
Examples:
  gainline plot histogram qrels.txt new.run old.run -o histogram.svg
  gainline plot histogram qrels.txt new.run old.run -m Rprec --order qrels -o histogram.png

How to read it: each bar is a topic; its height is the first run's value minus the second's. Bars in
the first colour are topics on which the first run has the higher value, bars in the other colour
topics on which the second has. Many small bars one way and a few large ones the other way mean that
the mean depends on a few topics. With -m Rprec it is the precision histogram of Modern Information
Retrieval (Baeza-Yates and Ribeiro-Neto).

--data holds `topic, first, second, difference`."
)]
pub(crate) struct Args {
    #[command(flatten)]
    ordering: Ordering,
    #[command(flatten)]
    scoring: Scoring,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let (measure, experiment) = args.scoring.experiment()?;
    let request = TopicDifferences { measure, order: args.ordering.order };
    let answer = request.answer(&experiment, &Terminal::default())?;
    args.scoring.picture().write(&experiment.files(), figures::histogram(&answer))
}
