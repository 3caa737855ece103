//! `gainline plot measures`: how similar measures are, as a matrix of correlations.

use super::picture::Picture;
use crate::choices::{Choices, HEADING, from_one, one_of};
use crate::inputs::Inputs;
use crate::log::Terminal;
use clap::Args as ClapArgs;
use gainline_analysis::default_measures;
use gainline_analysis::evaluation::measures;
use gainline_analysis::measure_similarity::{Coefficient, MeasureSimilarity, Over};
use gainline_report::figures;

/// What `gainline plot measures` is asked for.
#[derive(ClapArgs)]
#[command(
    override_usage = "gainline plot measures [OPTIONS] <QRELS> <RUNS>... -o <FILE>",
    after_help = "\
Example: gainline plot measures qrels.txt *.run -o measures.svg
--help says how to read it.",
    after_long_help = "\
Examples:
  gainline plot measures qrels.txt *.run -o measures.svg
  gainline plot measures qrels.txt *.run -m nDCG@10,AP,RBP,ERR@20 --over runs -o measures.svg

How to read it: 1 means that two measures order the topics (or the runs) in the same way, 0 that
they are not correlated, -1 that they order them in opposite ways. Of two measures that nearly
agree, one is enough in a report; measures that differ tell different things. Over topics, each run
has its own correlation, and the mean of these is shown; over runs, it is the correlation of the
runs' means, which needs many runs to be reliable. Measures of which lower values are better are
negated first. A cross stands where a measure has the same value everywhere, so that there is no
correlation.

--data holds `first, second, coefficient, of`, where `of` counts the runs that were averaged, or
over runs those that were ordered. `gainline correlate` gives more coefficients, over runs."
)]
pub(crate) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// Measures, by any tool's spelling; may be given again, and be lists: nDCG@5,10,AP
    #[arg(
        short,
        long = "measure",
        value_name = "MEASURE",
        default_value = default_measures::SIMILARITY
    )]
    measure: Vec<String>,
    /// What the correlations are over: the topics of each run, or the runs
    #[arg(long, value_name = "topics|runs", default_value = "topics", value_parser = one_of(&Over::ALL),
        hide_possible_values = true)]
    over: Over,
    /// Kendall's tau_b, Spearman's rho or Pearson's r
    #[arg(long, value_name = "kendall|spearman|pearson", default_value = "kendall",
        value_parser = one_of(&Coefficient::ALL), hide_possible_values = true)]
    coefficient: Coefficient,
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
    let measures = measures(&args.measure, args.choices.rel)?;
    let experiment = args.inputs.experiment(&args.choices, args.depth, [])?;
    let request = MeasureSimilarity { measures, over: args.over, coefficient: args.coefficient };
    let answer = request.answer(&experiment, &Terminal::default())?;
    args.picture.write(&experiment.files(), figures::measures(&answer))
}
