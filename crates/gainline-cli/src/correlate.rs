//! `gainline correlate`: how similarly measures, or judgments, order the runs.

use crate::choices::{Choices, HEADING, from_one, share, test_parser};
use crate::inputs::Inputs;
use crate::log::Terminal;
use crate::writing::Writing;
use clap::Args as ClapArgs;
use gainline::{Qrels, Slices, Source};
use gainline_analysis::NamedQrels;
use gainline_analysis::compare::DEFAULT_TEST;
use gainline_analysis::correlate::Correlate;
use gainline_analysis::default_measures;
use gainline_analysis::evaluation::measures;
use gainline_report::present::CorrelatePresenter;
use gainline_stats::Test;
use std::path::PathBuf;
use std::process::ExitCode;

/// What `gainline correlate` is asked for.
#[derive(ClapArgs)]
#[command(
    after_help = "\
Examples:
  gainline correlate qrels.txt *.run
  gainline correlate qrels.txt *.run -m nDCG@10 --against second-assessor.txt",
    after_long_help = "\
Examples:
  gainline correlate qrels.txt *.run
  gainline correlate qrels.txt *.run -m nDCG@10,AP,RBP --test t
  gainline correlate qrels.txt *.run -m nDCG@10 --against second-assessor.txt
  gainline correlate qrels.txt *.run --format tsv > correlations.tsv

Every measure orders the runs by their means over topics. Two orders are compared: those of two
measures, or with --against those of one measure by two sets of judgments.
  tau_b      Kendall's tau_b: concordant minus discordant pairs of runs, corrected for ties; 1 is
             the same order, 0 no correlation, -1 the opposite order. From 0.9 on, two orders are
             commonly held to be the same (Voorhees 2000).
  tau_AP     like tau, with most weight at the top (Yilmaz, Aslam & Robertson 2008). It depends on
             which order is the true one: for (1) the first, for (2) the second. Ties as in variant
             a of Urbano & Marrero (2017).
  Spearman   correlation of ranks
  Pearson    correlation of the means themselves
  swapped    pairs of runs in opposite order; the swap rate is their share of all pairs
Discriminative power (Sakai 2006) is the share of pairs of runs that are significantly different by
a paired test, with p below --alpha. As in the literature, p-values are not corrected for the number
of pairs; those of tukey, randomized-tukey and nemenyi allow for all pairs. `all significant above`
is the smallest difference above which all pairs are significant.
For measures where lower values are better, signs are turned. Means that differ by rounding only are
ties. A dash stands for what is undefined, and a note says why.

tsv, csv and jsonl have, at full precision: slice (`all`, `by:NAME`), judgments (first, second or
both), measure, other (the other measure, or empty), statistic, value (empty, or null, where it is
undefined). Statistics of two orders: tau_b, tau_b_p (the p-value of no correlation),
tau_ap_first_true, tau_ap_second_true, spearman, pearson, run_pairs, swapped, tied_in_one,
swap_rate; of a measure: run_pairs, significant (significantly different pairs), untested,
discriminative_power, smallest_significant (the smallest difference as above). json has the whole
answer, with the means and all pairs of runs."
)]
pub(crate) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// Measures, such as nDCG@5,10,AP
    #[arg(short, long = "measure", value_name = "MEASURE", default_value = default_measures::COMPARED)]
    measure: Vec<String>,
    /// Compare the orders by these judgments and by the first, not those of measures
    ///
    /// Only topics that both have judged count.
    #[arg(long, value_name = "QRELS")]
    against: Option<PathBuf>,
    /// Test of differences between runs
    #[arg(long, value_name = "NAME", default_value = DEFAULT_TEST.name(),
        value_parser = test_parser())]
    test: Test,
    /// Differences are significant if p is below this
    #[arg(long, value_name = "P", default_value = "0.05", value_parser = share)]
    alpha: f64,
    /// Permutations or resamples, where a test draws any
    #[arg(long, value_name = "N", default_value = "10000", value_parser = from_one)]
    trials: usize,
    /// Seed of the random numbers
    ///
    /// The same seed gives the same results on any number of threads.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Slices of the topics too: `topic slice` in each line
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
    let request = Correlate {
        measures: measures(&args.measure, args.choices.rel)?,
        test: args.test,
        alpha: args.alpha,
        trials: args.trials,
        seed: args.seed,
        slices: args.by.as_deref().map(Slices::read).transpose()?,
    };
    let others = [("slices", args.by.as_deref()), ("judgments", args.against.as_deref())];
    let mut experiment = args.inputs.experiment(&args.choices, args.depth, others)?;
    experiment.hashes = args.writing.wants_hashes();
    let against = args.against.as_ref().map(|file| -> gainline::Result<NamedQrels> {
        let (name, qrels) = ("against".into(), Qrels::read(Source::path(file))?);
        Ok(NamedQrels { name, qrels, file: Some(file.clone()) })
    });
    let answer =
        request.answer(&experiment, against.transpose()?.as_ref(), &Terminal::default())?;
    let presenter = CorrelatePresenter { answer: &answer, digits: args.writing.decimals() };
    args.writing.answer(&experiment.files(), &presenter)?;
    Ok(ExitCode::SUCCESS)
}
