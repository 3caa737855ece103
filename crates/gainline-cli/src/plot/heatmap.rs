//! `gainline plot heatmap`: a measure of every topic and run, as shades.

use super::scoring::{Ordering, Scoring};
use crate::log::Terminal;
use clap::Args as ClapArgs;
use gainline_analysis::topic_values::TopicValues;
use gainline_report::figures;

/// What `gainline plot heatmap` is asked for.
#[derive(ClapArgs)]
#[command(
    override_usage = "gainline plot heatmap [OPTIONS] <QRELS> <RUNS>... -o <FILE>",
    after_help = "\
Example: gainline plot heatmap qrels.txt *.run -o heatmap.svg
--help says how to read it.",
    after_long_help = "\
Examples:
  gainline plot heatmap qrels.txt *.run -o heatmap.svg
  gainline plot heatmap qrels.txt *.run -m AP --order qrels --size page -o heatmap.png

How to read it: a row is a run, the best first; a column is a topic, the easiest first; the darker,
the higher the value. A dark cell in a light column is a topic on which only this run does well.
Where there is room, cells show their numbers. A cross marks a topic that does not count for the run
(--missing skip).

--data holds `topic, run, value`: what `gainline eval --per-topic` gives."
)]
pub(crate) struct Args {
    #[command(flatten)]
    ordering: Ordering,
    #[command(flatten)]
    scoring: Scoring,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let (measure, experiment) = args.scoring.experiment()?;
    let request = TopicValues { measure, order: args.ordering.order };
    let answer = request.answer(&experiment, &Terminal::default())?;
    args.scoring.picture().write(&experiment.files(), figures::heatmap(&answer))
}
