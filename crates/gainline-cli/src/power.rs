//! `gainline power`: how many topics it takes to detect a difference, and what these topics detect.

use crate::choices::{Choices, HEADING, Testing, from_one, share};
use crate::inputs::Inputs;
use crate::log::Terminal;
use crate::writing::Writing;
use clap::Args as ClapArgs;
use gainline::Slices;
use gainline_analysis::default_measures;
use gainline_analysis::evaluation::measures;
use gainline_analysis::power::Power;
use gainline_report::present::PowerPresenter;
use std::path::PathBuf;
use std::process::ExitCode;

/// What `gainline power` is asked for.
#[derive(ClapArgs)]
#[command(
    after_help = "\
Examples:
  gainline power qrels.txt bm25.run dense.run
  gainline power qrels.txt *.run -m nDCG@10 --difference 0.01,0.03,0.05",
    after_long_help = "\
Examples:
  gainline power qrels.txt bm25.run dense.run
  gainline power qrels.txt *.run -m nDCG@10 --difference 0.01,0.03,0.05
  gainline power qrels.txt *.run --baseline bm25 --power 0.9 --alpha 0.01
  gainline power qrels.txt bm25.run dense.run -m AP --comparisons 1 --half-width 0.02
  gainline power qrels.txt *.run --test wilcoxon --correction bonferroni
  gainline power qrels.txt *.run --format tsv > power.tsv

The power of a test is the probability that it detects a true difference. It depends on the
difference, the number of topics, and how much differences vary from topic to topic. That variance
is taken from the given runs; they should be like those that are to be compared.
  pair  One pair of runs, by the test that `gainline compare` does with the same arguments, at the
     strictest step of the correction: alpha / the number of comparisons. So the power is at least
     this whatever the other comparisons show. Of the t test the power has a formula; the standard
     deviation of the differences is the root of their mean variance over all pairs of runs (with
     --baseline, over its pairs); the observed difference of two runs goes by their own. Of other
     tests the power is simulated: topics are drawn again from those given, and one run of a pair is
     better by the difference.
  F  All runs at once, by a two-way analysis of variance (topics, runs). The difference is that of
     the best and the worst run, with all others in the middle, which is the hardest case (Sakai
     2016, Topic set size design). The residual variance is what neither topics nor runs explain;
     over all pairs, the mean variance of differences is twice that. It is not corrected.
For each difference there is the power with these topics, and the number of topics that --power
needs. The difference of the best two runs comes last. Its power is for planning, and does not show
whether the difference is significant: `gainline compare` tests that.

tsv, csv and jsonl have, at full precision: slice (`all`, `by:NAME`), measure, topics, runs,
difference, kind (planned or observed), sd_of_differences, smallest, power, topics_needed,
residual_sd, smallest_by_f, power_by_f, topics_by_f, test, comparisons, alpha_of_pair, half_width,
largest_difference. Cells without a value are empty (null in jsonl), as are numbers of topics above
ten million (1000 where power is simulated) and differences that the scale does not allow. json has
the whole answer."
)]
pub(crate) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// Measures, such as nDCG@5,10,AP; may be given again
    #[arg(short, long = "measure", value_name = "MEASURE", default_value = default_measures::USUAL)]
    measure: Vec<String>,
    /// Differences to plan for, in units of the measure
    #[arg(long, value_name = "D,...", value_delimiter = ',', default_value = "0.01,0.02,0.05,0.1",
        value_parser = positive)]
    difference: Vec<f64>,
    /// Probability with which a difference shall be detected
    #[arg(long, value_name = "SHARE", default_value = "0.8", value_parser = share)]
    power: f64,
    /// Half-widths of the confidence interval of a difference to plan for
    #[arg(long, value_name = "W,...", value_delimiter = ',', value_parser = positive)]
    half_width: Vec<f64>,
    #[command(flatten)]
    testing: Testing,
    /// Number of comparisons to correct for, if not that of these runs and measures
    #[arg(long, value_name = "N", value_parser = from_one)]
    comparisons: Option<usize>,
    /// Seed of the random numbers, where power is simulated
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Compare every run with this one, given by name or file
    #[arg(long, value_name = "RUN")]
    baseline: Option<String>,
    /// The same for slices of the topics too: lines `topic slice`
    #[arg(long, value_name = "FILE")]
    by: Option<PathBuf>,
    /// Only the top N of each ranking
    #[arg(long, value_name = "N", value_parser = from_one, help_heading = HEADING)]
    depth: Option<usize>,
    #[command(flatten)]
    writing: Writing,
    #[command(flatten)]
    choices: Choices,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let request = Power {
        measures: measures(&args.measure, args.choices.rel)?,
        differences: args.difference.clone(),
        power: args.power,
        alpha: args.testing.alpha,
        half_widths: args.half_width.clone(),
        test: args.testing.test,
        correction: args.testing.correction,
        family: args.testing.family,
        comparisons: args.comparisons,
        seed: args.seed,
        baseline: args.baseline.clone(),
        slices: args.by.as_deref().map(Slices::read).transpose()?,
    };
    let others = [("slices", args.by.as_deref())];
    let mut experiment = args.inputs.experiment(&args.choices, args.depth, others)?;
    experiment.hashes = args.writing.wants_hashes();
    let answer = request.answer(&experiment, &Terminal::default())?;
    let presenter = PowerPresenter { answer: &answer, digits: args.writing.decimals() };
    args.writing.answer(&experiment.files(), &presenter)?;
    Ok(ExitCode::SUCCESS)
}

fn positive(text: &str) -> Result<f64, String> {
    let number = text.trim().parse().ok().filter(|n: &f64| *n > 0.0 && n.is_finite());
    number.ok_or_else(|| "not a number above 0".into())
}
