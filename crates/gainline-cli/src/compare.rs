//! `gainline compare`: which run is better, and how certain that is.

use crate::choices::{Choices, HEADING, Testing, finite, from_one, one_of};
use crate::collections::{Given, InputsOrCollections};
use crate::log::Terminal;
use crate::writing::{Format, Writing};
use anyhow::bail;
use clap::Args as ClapArgs;
use gainline::Slices;
use gainline_analysis::compare::Compare;
use gainline_analysis::comparison::Tolerance;
use gainline_analysis::default_measures;
use gainline_analysis::evaluation::measures;
use gainline_report::present::{CollectionsPresenter, ComparePresenter};
use gainline_stats::IntervalMethod;
use std::path::PathBuf;
use std::process::ExitCode;

/// What `gainline compare` is asked for.
#[derive(ClapArgs)]
#[command(
    override_usage = "gainline compare [OPTIONS] <QRELS> <RUNS>...\n       gainline compare [OPTIONS] --collections <DIR|FILE>",
    after_help = "\
Examples:
  gainline compare qrels.txt bm25.run dense.run
  gainline compare qrels.txt *.run --baseline bm25 --test t",
    after_long_help = "\
Tests (--test):
  t                 paired t test (default; docs/comparing.md has the measurements behind it)
  randomization     paired randomization test of the mean difference: exact, by all permutations of
                    signs, if at most 20 topics differ
  wilcoxon          Wilcoxon signed-rank test, exact for few topics; zeros are dropped
  sign              sign test; ties are dropped
  bootstrap         studentized bootstrap test of the mean difference, by the shift method
  tukey, anova      Tukey's HSD after a two-way analysis of variance; corrected for all pairs
  randomized-tukey  randomized Tukey HSD: runs are permuted within each topic; corrected for all pairs
  max-t             largest paired t of all pairs under shared sign flips; corrected for all pairs
  max-t-step-down   the same step by step, which finds no less
  dunnett           Dunnett's test against --baseline, with pooled variances; corrected
  nemenyi, friedman Nemenyi's test of ranks after Friedman's test; corrected for all pairs
  conover           Conover's test of ranks after Friedman's test
For more than two runs, the analysis of variance and Friedman's test are always shown.

Examples:
  gainline compare qrels.txt bm25.run dense.run
  gainline compare qrels.txt *.run -m nDCG@10,AP,RR
  gainline compare qrels.txt *.run --baseline bm25 --test t --correction hochberg
  gainline compare qrels.txt old.run new.run --equivalence 0.01 --by language.txt
  gainline compare qrels.txt old.run new.run --per-topic --format tsv
  gainline compare qrels.txt *.run --baseline bm25 --summary -o table.tex
  gainline compare --collections beir/ -m nDCG@10 --baseline bm25

Formats: table, markdown, latex and html show what matters; --summary is one table for a paper.
tsv, csv and jsonl have rows of kind `run`, `pair` (value: mean of the run - mean of the
baseline), `anova` (value: F) and `friedman` (value: chi-squared) for each measure and slice (`all`,
`by:NAME`), and with --per-topic rows of kind `topic` (value of one run on one topic). `significant`
says whether a difference is significant and in the direction of the means; `size` is Sparck Jones'
rule of thumb; `prob_below`, `prob_within` and `prob_above` are the probabilities that the
difference is below, within and above the margin of --equivalence. Cells that do not apply are empty
(null in jsonl). json has the whole answer, with the values of all topics."
)]
pub(crate) struct Args {
    #[command(flatten)]
    inputs: InputsOrCollections,
    /// Measures, such as nDCG@5,10,AP
    #[arg(short, long = "measure", value_name = "MEASURE", default_value = default_measures::USUAL)]
    measure: Vec<String>,
    /// Compare every run with this one, given by name or file
    ///
    /// Without it, all pairs are compared; of two runs, the first is the baseline.
    #[arg(long, value_name = "RUN")]
    baseline: Option<String>,
    #[command(flatten)]
    testing: Testing,
    /// Confidence intervals of differences: paired t, or bootstrap (percentile or bca)
    #[arg(long, value_name = "KIND", default_value = "t",
        value_parser = one_of(&IntervalMethod::ALL), hide_possible_values = true)]
    interval: IntervalMethod,
    /// Test also whether runs differ by less than this
    #[arg(long, value_name = "D", value_parser = above_zero)]
    equivalence: Option<f64>,
    /// Test also whether runs are not worse than the baseline by this or more: 0.01, or 1%
    ///
    /// A one-sided paired t test for each run; what the data do not decide is `not shown`.
    #[arg(long, value_name = "N|N%", value_parser = tolerance)]
    not_worse_by: Option<Tolerance>,
    /// Number of permutations or resamples, for tests that draw them
    #[arg(long, value_name = "N", default_value = "100000", value_parser = from_one)]
    trials: usize,
    /// Seed of the random numbers
    ///
    /// The same seed gives the same results on any number of threads.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Compare on slices of the topics too: lines `topic slice`
    ///
    /// A topic may be in several slices.
    #[arg(long, value_name = "FILE")]
    by: Option<PathBuf>,
    /// Only one table, for a paper: runs by measures, with marks and a caption
    ///
    /// Runs are marked with the letters of those that they are significantly better than; with --baseline,
    /// † is significantly better and ‡ significantly worse than it. `-f latex` writes a `table` that needs
    /// no package but booktabs.
    #[arg(long, conflicts_with_all = ["collections", "per_topic", "all_pairs"])]
    summary: bool,
    /// Show all runs, even if there are more than 25
    #[arg(long, hide_short_help = true)]
    all_runs: bool,
    /// Show all pairs of runs, even if there are more than 10
    #[arg(long, hide_short_help = true)]
    all_pairs: bool,
    /// Show all topics, not only those on which runs differ most
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
    if args.summary {
        match args.writing.format() {
            Format::Table | Format::Markdown | Format::Latex | Format::Html => {}
            Format::Tsv | Format::Csv | Format::Json | Format::Jsonl => {
                bail!("--summary is a table for people: write text, markdown, latex or html")
            }
        }
    }
    let request = Compare {
        baseline: args.baseline.clone(),
        test: args.testing.test,
        correction: args.testing.correction,
        family: args.testing.family,
        alpha: args.testing.alpha,
        interval: args.interval,
        equivalence: args.equivalence,
        not_worse_by: args.not_worse_by,
        trials: args.trials,
        seed: args.seed,
        slices: args.by.as_deref().map(Slices::read).transpose()?,
        ..Compare::by(measures(&args.measure, args.choices.rel)?)
    };
    let others = [("--by", "slices", args.by.as_deref())];
    let (progress, digits, all_pairs) =
        (Terminal::default(), args.writing.decimals(), args.all_pairs);
    match args.inputs.read(&args.choices, args.depth, others, args.writing.wants_hashes())? {
        Given::One(experiment) => {
            let answer = request.answer(&experiment, &progress)?;
            let per_topic = args.per_topic;
            let (all_runs, summary) = (args.all_runs, args.summary);
            let presenter = ComparePresenter {
                answer: &answer,
                digits,
                all_runs,
                all_pairs,
                per_topic,
                summary,
            };
            args.writing.answer(&experiment.files(), &presenter)?;
        }
        Given::Several(collections) => {
            let answer = request.answer_collections(&collections, &progress)?;
            let pictures = args.writing.format() == Format::Html;
            let presenter = CollectionsPresenter { answer: &answer, digits, all_pairs, pictures };
            args.writing.answer(&collections.files(), &presenter)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn above_zero(text: &str) -> Result<f64, String> {
    let number = finite(text)?;
    if number > 0.0 { Ok(number) } else { Err("not a number above 0".into()) }
}

/// `0.01` or `1%`.
fn tolerance(text: &str) -> Result<Tolerance, String> {
    let (number, make): (&str, fn(f64) -> Tolerance) = match text.strip_suffix('%') {
        Some(percent) => (percent.trim_end(), Tolerance::Percent),
        None => (text, Tolerance::Absolute),
    };
    let number = number.parse().ok().filter(|n: &f64| n.is_finite() && *n >= 0.0);
    number.map(make).ok_or_else(|| "not a number from 0 up, or a percentage such as 1%".into())
}
