//! `gainline stability`: how conclusions depend on the sample of topics.

use crate::charts::{Plot, chart_width};
use crate::choices::{Choices, HEADING, from_one, share};
use crate::inputs::Inputs;
use crate::log::Terminal;
use crate::writing::{Format, Writing};
use anyhow::bail;
use clap::Args as ClapArgs;
use gainline_analysis::default_measures;
use gainline_analysis::evaluation::measures;
use gainline_analysis::stability::{DEFAULT_TRIALS, Stability};
use gainline_report::present::StabilityPresenter;
use std::process::ExitCode;

/// What `gainline stability` is asked for.
#[derive(ClapArgs)]
#[command(
    after_help = "\
Examples:
  gainline stability examples/qrels.txt examples/runs/*.run
  gainline stability examples/qrels.txt examples/runs/*.run -m nDCG@10,AP --sizes 2,4,6",
    after_long_help = "\
Examples:
  gainline stability examples/qrels.txt examples/runs/*.run
  gainline stability examples/qrels.txt examples/runs/*.run -m nDCG@10,AP --sizes 2,4,6
  gainline stability examples/qrels.txt examples/runs/*.run --replace --trials 10000
  gainline stability examples/qrels.txt examples/runs/*.run --format tsv > stability.tsv

How much does a conclusion depend on the topics that happened to be chosen, how many topics does it
take, and which measure is the most stable? `gainline compare` tests single differences;
`gainline noise` keeps the topics and varies the judgments.
  swap rate   Two sets of n topics without a common topic are drawn at random, and every pair of
              runs is compared on both. If one run is better on the first set and the other on the
              second, that is a swap: one of the sets would have led to a wrong conclusion
              (Voorhees and Buckley 2002). Runs with equal means on a set are tied there. Tied
              comparisons count for no rate; `tied` is their share. A measure that ties all
              comparisons has no swap rate. If two runs are nearly equal on all topics, a better
              half means a worse other half, so rates are rough where there are few pairs and sets
              are half of the topics.
  required    The smallest difference on one set from which on at most --rate of the comparisons
  difference  are swaps, and the share of comparisons without ties that differ as much. Smaller
              differences on n topics are inconclusive. Swap rates are counted in bins of width
              --bin, as by Voorhees and Buckley; since single bins have few comparisons, the rates
              of a fit are taken that never rises with the difference (isotonic regression). Its
              --level interval resamples the pairs of sets in blocks: it tells how far another
              --seed may be off, and more --trials make it narrower. It tells nothing about other
              topics or other runs. An end is `none` where no difference is large enough. A caution
              is given where still larger differences are clearly reversed more often than --rate,
              as can be if sets are half of the topics.
  tau_b       Kendall's tau_b between the order of the runs on n topics and on all topics, mean over
              sets. A set that ties all runs has no tau_b and is left out; `sets without tau_b` is
              the share of such sets. If it is above a third, no mean is given.
  ranks       Topics are resampled with replacement, as many as there are: the mean rank of a run,
              the --level interval of its rank, and how often it ranks first. Equal runs share their
              ranks, and a first rank. With few topics, intervals are too narrow.
  reversed    The share of these resamples in which a pair is in the opposite order, and `tied` the
              share in which the two are equal. Their sum is roughly a one-sided p-value towards
              the run that happened to be better. If two runs are really equal, any value from 0 to
              0.5 is about equally likely, so double it (at most 1), and remember that among many
              pairs some are small by chance. Always read `reversed` with `tied`: two runs that
              differ on a single topic are never reversed, but tied in a third of the resamples, and
              nothing is known about their order. `gainline compare` has tests.
Sets without a common topic have at most half of the topics. With --replace both sets are drawn with
replacement from all topics and may have as many as there are. This treats the given topics as the
whole population, which is optimistic: by chance they separate the runs more than new topics will.
The same sets are drawn for all measures. For measures that are averaged by a geometric mean, means
are those of logarithms.

tsv, csv and jsonl have, at full precision: measure, topics (of a set; all topics for ranks), run,
against, difference (the lower end of a bin), quantity, value. The quantities are swap_rate,
tie_rate, tau, without_tau (a share), required_difference, share_required (of differences that
large), required_low and required_high (its interval); of bins comparisons and swap_rate; of runs
mean, rank, mean_rank, best_rank, worst_rank and first; of pairs difference, reversed and tied.
Comparisons of bins and all swap rates are without ties. Undefined values are left out. json has the
whole answer."
)]
pub(crate) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// Measures, such as nDCG@5,10,AP
    #[arg(short, long = "measure", value_name = "MEASURE", default_value = default_measures::COMPARED)]
    measure: Vec<String>,
    /// Topics per set [default: about ten sizes, up to half of the topics]
    #[arg(long, value_name = "N,...", value_delimiter = ',', value_parser = from_one)]
    sizes: Vec<usize>,
    /// Draw both sets with replacement from all topics
    #[arg(long)]
    replace: bool,
    /// Pairs of sets for each size, and resamples for ranks
    #[arg(long, value_name = "N", default_value_t = DEFAULT_TRIALS, value_parser = from_hundred)]
    trials: usize,
    /// Seed of the random numbers
    ///
    /// The same seed gives the same results on any number of threads.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Largest swap rate of the required difference
    #[arg(long, value_name = "SHARE", default_value = "0.05", value_parser = share)]
    rate: f64,
    /// Width of the bins of differences, in units of the measure
    #[arg(long, value_name = "D", default_value = "0.01", value_parser = bin)]
    bin: f64,
    /// Level of the intervals of ranks and of the required difference
    #[arg(long, value_name = "SHARE", default_value = "0.95", value_parser = share)]
    level: f64,
    /// Show all pairs of runs, not just 5 for each measure
    #[arg(long)]
    all_pairs: bool,
    /// Draw the swap rates above the tables; auto: on a terminal
    #[arg(long, value_enum, default_value = "auto")]
    plot: Plot,
    /// Only the top N of each ranking
    #[arg(long, value_name = "N", value_parser = from_one, help_heading = HEADING)]
    depth: Option<usize>,
    #[command(flatten)]
    writing: Writing,
    #[command(flatten)]
    choices: Choices,
}

/// Shares of fewer trials would have whole steps of 1 % and more.
fn from_hundred(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|n: &usize| *n >= 100);
    number.ok_or_else(|| {
        "not a whole number from 100 up: shares of fewer trials are too rough".into()
    })
}

fn bin(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|n: &f64| *n >= 1e-6 && n.is_finite());
    number.ok_or_else(|| "not a number from 0.000001 up".into())
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let writing = &args.writing;
    if args.plot == Plot::Always && writing.format() != Format::Table {
        bail!("--plot always draws above tables, so it goes with --format table only");
    }
    let request = Stability {
        measures: measures(&args.measure, args.choices.rel)?,
        sizes: (!args.sizes.is_empty()).then(|| args.sizes.clone()),
        replace: args.replace,
        trials: args.trials,
        seed: args.seed,
        rate: args.rate,
        bin: args.bin,
        level: args.level,
    };
    let mut experiment = args.inputs.experiment(&args.choices, args.depth, [])?;
    experiment.hashes = writing.wants_hashes();
    let answer = request.answer(&experiment, &Terminal::default())?;
    let presenter = StabilityPresenter {
        answer: &answer,
        digits: writing.decimals(),
        all_pairs: args.all_pairs,
        chart_width: chart_width(args.plot, writing, writing.format()),
    };
    writing.answer(&experiment.files(), &presenter)?;
    Ok(ExitCode::SUCCESS)
}
