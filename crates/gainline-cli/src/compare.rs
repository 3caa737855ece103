//! `gainline compare`: which run is better, and how sure that is.

mod checks;
mod conclusion;
mod json;
mod leads;
mod notes;
mod outcome;
mod paper;
mod report;
mod rows;
mod tables;
mod unclear;
mod verdict;
mod warnings;
mod words;

use crate::choices::{Choices, HEADING, finite, from_one, one_of};
use crate::comparison::{self, Plan, Test, correction_parser, test_parser};
use crate::evaluation;
use crate::log::Drawing;
use crate::runs::{self, Inputs, Opened};
use crate::writing::Writing;
use anyhow::bail;
use clap::Args as ClapArgs;
pub(crate) use conclusion::conclusion;
use gainline::{Slices, Unjudged};
use gainline_stats::{Correction, IntervalMethod};
pub(crate) use notes::{notes, test as describe_test};
pub(crate) use outcome::{Outcome, takes_sides};
use std::path::PathBuf;
use std::process::ExitCode;
pub(crate) use warnings::warnings;

/// What runs are compared by when nothing is asked for. No more than two, since every measure
/// makes the correction stricter.
const DEFAULT_MEASURES: &str = "nDCG@10,AP";

/// Evaluated beside the measures, to see how much of each run was judged.
pub(crate) const JUDGED: &str = "Judged@10";

/// The level of all intervals.
pub(crate) const LEVEL: f64 = 0.95;

/// What `gainline compare` is asked for.
#[derive(ClapArgs)]
#[command(after_help = "\
Tests (--test); randomization is used for two runs, randomized-tukey for more:
  randomization     turns the signs of the differences; all ways with up to 20 topics that differ
  randomized-tukey  permutes the runs within each topic; holds its error over all pairs
  t                 paired t test
  wilcoxon          Wilcoxon's signed-rank test, exact for few topics; zeros are dropped
  sign              sign test: who wins more topics; ties are dropped
  bootstrap         studentized bootstrap of the mean difference, by the shift method
  tukey, anova      Tukey's HSD after a two-way analysis of variance; over all pairs
  nemenyi, conover  of the ranks after Friedman's test; Nemenyi's (also: friedman) holds over all
                    pairs. The analysis of variance and Friedman's test are always shown

Examples:
  gainline compare qrels.txt bm25.run dense.run
  gainline compare qrels.txt *.run -m nDCG@10,AP,RR
  gainline compare qrels.txt *.run --baseline bm25 --test t --correction hochberg
  gainline compare qrels.txt old.run new.run --equivalence 0.01 --by language.txt
  gainline compare qrels.txt old.run new.run --per-topic --format json

Formats: table, markdown and latex show what matters; tsv, csv and jsonl hold a row of each kind
`run`, `pair` (value: run less baseline), `anova` and `friedman` (value: F and chi-squared) for each
measure and slice (`all`, `by:NAME`), and with --per-topic of kind `topic` (one value of one run);
what a row does not have is empty. json holds everything in one document.")]
pub(crate) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// Measures, by any tool's spelling; may be given again, and be lists: nDCG@5,10,AP
    #[arg(short, long = "measure", value_name = "MEASURE", default_value = DEFAULT_MEASURES)]
    measure: Vec<String>,
    /// Compare every run with this one, given by its name or file, instead of all pairs; of two
    /// runs, the first is the baseline
    #[arg(long, value_name = "RUN")]
    baseline: Option<String>,
    /// The test that decides; see below
    #[arg(long, value_name = "NAME", value_parser = test_parser())]
    test: Option<Test>,
    /// How p-values are corrected for the number of comparisons, over all measures and slices
    #[arg(long, value_name = "NAME", default_value = "holm", value_parser = correction_parser())]
    correction: Correction,
    /// A difference is real if its p is below this
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = share)]
    alpha: f64,
    /// The intervals of differences: paired t, or bootstrap (percentile or bca)
    #[arg(long, value_name = "KIND", default_value = "t", value_parser = one_of(&IntervalMethod::ALL))]
    interval: IntervalMethod,
    /// Say also whether runs are equivalent: whether they differ by less than this
    #[arg(long, value_name = "D", value_parser = above_zero)]
    equivalence: Option<f64>,
    /// Permutations or resamples to draw, where a test draws any
    #[arg(long, value_name = "N", default_value = "100000", value_parser = from_one)]
    trials: usize,
    /// Where random numbers start; the same seed gives the same results on any number of threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Compare on slices too: `topic slice` in each line; a topic may be in several
    #[arg(long, value_name = "FILE")]
    by: Option<PathBuf>,
    /// Show every pair, also where there are more than 10
    #[arg(long)]
    all_pairs: bool,
    /// Show every topic, not just those where runs differ most
    #[arg(short = 'q', long)]
    per_topic: bool,
    /// Only the top N of each ranking
    #[arg(long, value_name = "N", value_parser = from_one, help_heading = HEADING)]
    depth: Option<usize>,
    #[command(flatten)]
    writing: Writing,
    #[command(flatten)]
    choices: Choices,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let measures = evaluation::measures(&args.measure, args.choices.rel)?;
    if args.choices.unjudged == Unjudged::Bounds {
        bail!("--unjudged bounds: ranges are not compared; take irrelevant or condense");
    }
    let asked = runs::asked(&args.inputs.runs);
    if asked.len() < 2 {
        bail!("{} is a single run; give two or more to compare", asked[0].name);
    }
    let baseline = match args.baseline.as_deref() {
        Some(text) => Some(runs::baseline(text, &asked)?),
        None => (asked.len() == 2).then_some(0),
    };
    let mut opened = Opened::new(asked, &args.inputs.qrels, &args.choices, args.by.as_deref())?;
    opened.options.depth = args.depth;
    let slices = args.by.as_deref().map(Slices::read).transpose()?;
    let mut evaluated = measures.clone();
    evaluated.push(JUDGED.parse()?);
    let runs = evaluation::evaluate(&opened.asked, &opened.qrels, &evaluated, &opened.options)?;
    let samples = comparison::samples(&runs, &measures, slices.as_ref())?;
    if samples.first().is_none_or(|sample| sample.topics.is_empty()) {
        bail!("there is no topic that is judged and that every run has; nothing can be compared");
    }
    let test = args.test.unwrap_or(comparison::usual_test(runs.len()));
    comparison::check_trials(test, args.trials, args.alpha)?;
    let drawing = Drawing::new();
    let told = |done, total| drawing.set(done, total);
    let monte_carlo = comparison::monte_carlo(args.trials, args.seed, args.choices.threads, &told);
    let plan = Plan {
        test,
        correction: args.correction,
        alpha: args.alpha,
        level: LEVEL,
        interval: args.interval,
        monte_carlo,
        baseline,
        equivalence: args.equivalence,
    };
    let comparisons = comparison::compare(samples, &plan)?;
    let outcome = Outcome {
        opened: &opened,
        runs: &runs,
        measures: &measures,
        slices: slices.as_ref(),
        comparisons: &comparisons,
        plan: &plan,
        trials: args.trials,
        seed: args.seed,
        all_pairs: args.all_pairs,
        per_topic: args.per_topic,
        digits: args.writing.decimals(),
    };
    let format = args.writing.format();
    args.writing.write(&opened.files, |out| report::write(&outcome, format, out))?;
    Ok(ExitCode::SUCCESS)
}

fn share(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|n: &f64| *n > 0.0 && *n < 0.5);
    number.ok_or_else(|| "not a number between 0 and 0.5".into())
}

fn above_zero(text: &str) -> Result<f64, String> {
    let number = finite(text)?;
    if number > 0.0 { Ok(number) } else { Err("not a number above 0".into()) }
}
