//! `gainline plot topics`: a measure of every topic, runs side by side.

use super::scoring::{Ordering, Scoring};
use crate::log::Terminal;
use clap::Args as ClapArgs;
use gainline_analysis::topic_values::TopicValues;
use gainline_report::figures;

/// What `gainline plot topics` is asked for.
#[derive(ClapArgs)]
#[command(
    override_usage = "gainline plot topics [OPTIONS] <QRELS> <RUNS>... -o <FILE>",
    after_help = "\
Example: gainline plot topics qrels.txt bm25.run dense.run -o topics.svg
--help says how to read it.",
    after_long_help = "\
Examples:
  gainline plot topics qrels.txt bm25.run dense.run -o topics.svg
  gainline plot topics qrels.txt *.run -m AP --order qrels --size page -o topics.pdf

How to read it: topics are side by side, the easiest first; a group of bars is a topic, a colour is
a run (in --theme paper, a hatching). Where bars would be too thin there are dots, each run in a
shape of its own, with a line from the worst run to the best. For more than 12 runs, `gainline plot
heatmap` is clearer. A topic on which all runs are low is hard, or its judgments are unusual; one on
which a single run is low is worth a look (`gainline plot ranks`). A topic that does not count for a
run (--missing skip) has no bar.

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
    let picture = args.scoring.picture();
    picture
        .write(&experiment.files(), figures::topics(&answer, picture.size.width(), picture.theme))
}
