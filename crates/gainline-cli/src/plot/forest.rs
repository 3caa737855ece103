//! `gainline plot forest`: means with their confidence intervals.

use super::scoring::Scoring;
use crate::log::Terminal;
use clap::Args as ClapArgs;
use gainline_analysis::mean_intervals::MeanIntervals;
use gainline_report::figures;

/// What `gainline plot forest` is asked for.
#[derive(ClapArgs)]
#[command(
    after_help = "\
Example: gainline plot forest qrels.txt *.run -o means.svg
--help says how to read it.",
    after_long_help = "\
Examples:
  gainline plot forest qrels.txt *.run -o means.svg
  gainline plot forest qrels.txt *.run -m AP --level 0.9 -o means.pdf --data means.tsv

How to read it: the dot is the mean over topics, the line its confidence interval by Student's t:
with other random samples of topics, such intervals would contain the true mean as often as the
level says. The intervals show how much a mean depends on the choice of topics, not whether two runs
differ: runs are measured on the same topics, and `gainline compare` makes use of that. Runs are
ordered by their means, the best first; all means are over the topics that every run has.

--data holds `run, topics, mean, low, high`, as `gainline compare` gives them."
)]
pub(crate) struct Args {
    /// The confidence level of the intervals
    #[arg(long, value_name = "P", default_value = "0.95", value_parser = level)]
    level: f64,
    #[command(flatten)]
    scoring: Scoring,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let (measure, experiment) = args.scoring.experiment()?;
    let request = MeanIntervals { measure, level: args.level };
    let answer = request.answer(&experiment, &Terminal::default())?;
    args.scoring.picture.write(&experiment.files(), figures::forest(&answer))
}

fn level(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|n: &f64| (0.5..1.0).contains(n));
    number.ok_or_else(|| "not a number from 0.5 to below 1".into())
}
