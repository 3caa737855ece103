//! `gainline correlate`: how alike measures, or judgments, order the same runs.

mod json;
mod notes;
mod part;
mod report;
mod rows;
mod words;

use crate::choices::{Choices, HEADING, from_one};
use crate::choices::{refuse_bounds, share, test_parser};
use crate::comparison::{Plan, Test, monte_carlo, samples};
use crate::evaluation::{evaluate, measures};
use crate::log::Drawing;
use crate::runs::{self, Inputs, Opened};
use crate::writing::Writing;
use anyhow::bail;
use clap::Args as ClapArgs;
use gainline::Slices;
use gainline_stats::{Correction, IntervalMethod};
use part::Part;
use std::path::PathBuf;
use std::process::ExitCode;

/// What is looked at when nothing is asked for.
const DEFAULT_MEASURES: &str = "nDCG@10,AP,RR,P@10";

/// What `gainline correlate` is asked for.
#[derive(ClapArgs)]
#[command(after_help = "\
Examples:
  gainline correlate qrels.txt *.run
  gainline correlate qrels.txt *.run -m nDCG@10,AP,RBP --test t
  gainline correlate qrels.txt *.run -m nDCG@10 --against second-assessor.txt
  gainline correlate qrels.txt *.run --format tsv > correlations.tsv

Every measure orders the runs, by their means over topics. Two orders are held against each other:
of two measures, or with --against of one measure by two sets of judgments.
  tau_b      Kendall's: pairs of runs in the same order less those in opposite order, corrected
             for ties; 1 is the same order, 0 none in common, -1 the opposite. From 0.9 on, two
             orders are commonly held to be the same (Voorhees 2000).
  tau_AP     the same with most weight at the top (Yilmaz, Aslam & Robertson 2008); it depends on
             which order is the truth: for (1) the first one is, for (2) the second. Ties after
             Urbano & Marrero (2017), variant a.
  Spearman   the correlation of ranks
  Pearson    the correlation of the means themselves
  swapped    pairs of runs in opposite order; the swap rate is their share of all pairs
Discriminative power (Sakai 2006): the share of pairs of runs that a paired test separates, with p
below --alpha. As in the literature, p is not corrected for the number of pairs; tukey,
randomized-tukey and nemenyi hold their error over all pairs. Beside it stands the smallest
difference from which on all pairs were separated.
Of measures where less is better, signs are turned. Means closer than rounding are ties. A dash
stands for what is undefined, and a note says why.

tsv, csv and jsonl hold, at full precision: slice (`all`, `by:NAME`), judgments (first, second or
both), measure, other (the other measure, or empty), statistic, value (empty, or null, where there
is none). Statistics of two orders: tau_b, tau_b_p (the p of no correlation), tau_ap_first_true,
tau_ap_second_true, spearman, pearson, run_pairs, swapped, tied_in_one, swap_rate; of a measure:
run_pairs, separated, untested, discriminative_power, smallest_separated. json holds everything in
one document, with the means and the pairs that were swapped.")]
pub(crate) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// Measures, by any tool's spelling; may be given again, and be lists: nDCG@5,10,AP
    #[arg(short, long = "measure", value_name = "MEASURE", default_value = DEFAULT_MEASURES)]
    measure: Vec<String>,
    /// Hold these judgments against the first, on the topics that both have, instead of measures
    /// against each other
    #[arg(long, value_name = "QRELS")]
    against: Option<PathBuf>,
    /// The test that separates runs
    #[arg(long, value_name = "NAME", default_value = "randomization",
        value_parser = test_parser())]
    test: Test,
    /// Runs are separated if p is below this
    #[arg(long, value_name = "P", default_value = "0.05", value_parser = share)]
    alpha: f64,
    /// Permutations or resamples to draw, where a test draws any
    #[arg(long, value_name = "N", default_value = "10000", value_parser = from_one)]
    trials: usize,
    /// Where random numbers start; the same seed gives the same results on any number of threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Look at slices of the topics too: `topic slice` in each line
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
    let Inputs { qrels, runs } = &args.inputs;
    if runs.len() < 3 {
        let given =
            if runs.len() == 1 { "one run has no order" } else { "two runs have two orders only" };
        bail!(
            "{given}, and there is nothing to correlate\n  give three runs or more, better ten or more"
        );
    }
    if args.against.is_some() && runs.iter().any(|run| runs::is_stdin(run)) {
        bail!("--against reads every run twice, and standard input (-) can be read only once");
    }
    refuse_bounds(&args.choices)?;
    let measures = measures(&args.measure, args.choices.rel)?;
    let beside = [&args.by, &args.against].into_iter().filter_map(Option::as_deref);
    let mut opened = Opened::new(runs::asked(runs), qrels, &args.choices, beside)?;
    opened.options.depth = args.depth;
    let second = args.against.as_deref().map(|against| {
        let mut second = Opened::new(runs::asked(runs), against, &args.choices, [])?;
        second.options.depth = args.depth;
        anyhow::Ok(second)
    });
    let second = second.transpose()?;
    let slices = args.by.as_deref().map(Slices::read).transpose()?;
    let mut evaluated = evaluate(&opened.asked, &opened.qrels, &measures, &opened.options)?;
    if let Some(Opened { asked, qrels, options, .. }) = &second {
        evaluated.extend(evaluate(asked, qrels, &measures, options)?);
    }
    let samples = samples(&evaluated, &measures, slices.as_ref())?;
    if samples.first().is_none_or(|sample| sample.topics.is_empty()) {
        bail!("there is no topic that is judged and that every run has, so no order of runs");
    }
    let drawing = Drawing::new();
    let told = |done, total| drawing.set(done, total);
    let monte_carlo = monte_carlo(args.trials, args.seed, args.choices.threads, &told);
    let plan = Plan {
        test: args.test,
        correction: Correction::None,
        alpha: args.alpha,
        level: 1.0 - args.alpha,
        interval: IntervalMethod::T,
        monte_carlo,
        baseline: None,
        equivalence: None,
    };
    let parts = Part::all(samples, measures.len(), second.is_some(), &plan)?;
    let about = report::About {
        opened: &opened,
        second: second.as_ref(),
        runs: &evaluated[..runs.len()],
        again: &evaluated[runs.len()..],
        measures: &measures,
        slices: slices.as_ref(),
        plan: &plan,
        trials: args.trials,
        seed: args.seed,
        digits: args.writing.decimals(),
    };
    let format = args.writing.format();
    args.writing.write(&opened.files, |out| report::write(&about, &parts, format, out))?;
    Ok(ExitCode::SUCCESS)
}
