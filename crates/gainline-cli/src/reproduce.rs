//! `gainline reproduce`: a reproduction of an experiment beside the original.

use crate::choices::{Choices, HEADING, from_one, share};
use crate::inputs::experiment;
use crate::log::Terminal;
use crate::writing::Writing;
use anyhow::bail;
use clap::Args as ClapArgs;
use gainline_analysis::default_measures;
use gainline_analysis::evaluation::measures;
use gainline_analysis::reproduce::Reproduce;
use gainline_analysis::{Experiment, NamedRuns, RunInput, check_stdin};
use gainline_report::present::ReproducePresenter;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What `gainline reproduce` is asked for.
#[derive(ClapArgs)]
#[command(
    override_usage = "gainline reproduce [OPTIONS] <QRELS> <BASELINE> [ADVANCED] --by <BASELINE> [ADVANCED]",
    after_help = "\
Examples:
  gainline reproduce qrels.txt original/bm25.run --by ours/bm25.run
  gainline reproduce qrels.txt original/bm25.run original/rm3.run --by ours/bm25.run ours/rm3.run",
    after_long_help = "\
Examples:
  gainline reproduce qrels.txt original/bm25.run --by ours/bm25.run
  gainline reproduce qrels.txt original/bm25.run original/rm3.run --by ours/bm25.run ours/rm3.run
  gainline reproduce core17.txt original/bm25.run original/rm3.run --by-qrels core18.txt \\
    --by ours/bm25.run ours/rm3.run
  gainline reproduce qrels.txt original/bm25.run --by ours/bm25.run -q -f tsv > reproduction.tsv

Use it when you have run an experiment of somebody else again, or your own with a new version of the
software: is the new result the old one? Give the run that was published and your own; or a baseline
and an advanced run of both, so that the improvement over the baseline is compared too. What is
computed is that of Breuer et al. (SIGIR 2020) and their package repro_eval:
  overlap  the share of documents that both rankings have
  RBO      rank-biased overlap: 1 is the same ranking, 0 nothing in common; the top counts most. It
           ends at the cutoff, or at the end of the longer ranking, and is divided by what is
           possible there.
  tau      Kendall's tau of the documents that both rankings have: 1 is the same order, -1 the
           opposite one
  KTU      Kendall's tau union, as repro_eval computes it: the documents of both rankings are
           numbered by their ids, and the numbers at rank 1, 2, ... are compared. It is 1 for the
           same ranking. Otherwise it depends on how documents are called, and is near 0 for many
           similar rankings; it is here to compare with published values.
  RMSE     root mean square error of the topics' scores; nRMSE: divided by the largest that these
           original scores allow, for measures that have a lowest and a highest value
  p        of a t test of the difference between reproduced and original scores: paired on the same
           topics, unpaired with equal variances across collections. A high p does not show that
           scores are the same. The interval beside it tells which differences fit the data.
  effect ratio  the reproduced mean improvement over the baseline, divided by the original one: 1
           is the same size, below 1 smaller, below 0 the opposite direction
  delta RI the original improvement as a share of its baseline minus the reproduced one as a share
           of its own: 0 is the same, above 0 a smaller improvement in the reproduction
  change   the reproduced improvement minus the original one, with its interval

With --by-qrels the reproduced runs are of another collection. Rankings and the scores of single
topics cannot be compared then; means, effect ratio and delta RI can. Scores of two collections often
differ because one is harder: the improvement tells more.

Rankings are compared on judged topics that both runs have, up to each of --cutoffs; cutoffs behind
the end of all rankings are left out but for the first. Unjudged documents are part of rankings.

tsv, csv and jsonl have, at full precision: topic (`all`, or a topic with --per-topic), role
(baseline, advanced), measure, cutoff (empty, or null, where they do not apply), statistic, value
(empty, or null, where it is undefined). Statistics of rankings: topics, topics_without_tau,
topics_identical, tau, ktu, rbo, overlap. Of scores: original_topics, reproduced_topics, original,
reproduced, difference (with _low, _high and _p), relative_difference, topics_same, rmse, nrmse,
largest_difference. Of the improvement: original_improvement, reproduced_improvement and change
(each with _low, _high and _p), original_relative_improvement, reproduced_relative_improvement,
effect_ratio, delta_relative_improvement. json has the whole answer."
)]
pub(crate) struct Args {
    /// Judgments: `topic iteration document grade`, or BEIR's with a header line
    qrels: PathBuf,
    /// The original run; or the original baseline and advanced run
    ///
    /// A line is `topic Q0 document rank score tag`, or `topic document rank`. - is standard input, and
    /// NAME=FILE names a run.
    #[arg(required = true, value_name = "ORIGINAL")]
    original: Vec<PathBuf>,
    /// Their reproductions, in the same order
    #[arg(long, value_name = "RUN", required = true, num_args = 1..)]
    by: Vec<PathBuf>,
    /// Judgments of the reproduced runs, if they are of another collection
    #[arg(long, value_name = "QRELS")]
    by_qrels: Option<PathBuf>,
    /// Measures, such as nDCG@5,10,AP
    #[arg(short, long = "measure", value_name = "MEASURE", default_value = default_measures::REPRODUCE)]
    measure: Vec<String>,
    /// Compare rankings up to these ranks
    #[arg(long, value_name = "N", default_value = "10,100,1000", value_delimiter = ',',
        value_parser = from_one)]
    cutoffs: Vec<usize>,
    /// The p of RBO: the higher, the more weight low ranks have
    #[arg(long, value_name = "P", default_value = "0.95", value_parser = share)]
    rbo_p: f64,
    /// Differences are significant if p is below this; intervals have a level of 1 - P
    #[arg(long, value_name = "P", default_value = "0.05", value_parser = share)]
    alpha: f64,
    /// Give every topic's values too
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
    check(args)?;
    let request = Reproduce {
        measures: measures(&args.measure, args.choices.rel)?,
        cutoffs: args.cutoffs.clone(),
        rbo_p: args.rbo_p,
        alpha: args.alpha,
        per_topic: args.per_topic,
    };
    let (experiment, other) = experiments(args)?;
    let answer = request.answer(&experiment, other.as_ref(), &Terminal::default())?;
    let presenter = ReproducePresenter { answer: &answer, digits: args.writing.decimals() };
    let files = [Some(&experiment), other.as_ref()].into_iter().flatten();
    let files: Vec<PathBuf> = files.flat_map(Experiment::files).collect();
    args.writing.answer(&files, &presenter)?;
    Ok(ExitCode::SUCCESS)
}

fn check(args: &Args) -> anyhow::Result<()> {
    let (original, by) = (args.original.len(), args.by.len());
    if original > 2 {
        bail!(
            "{original} original runs were given; there can be two, a baseline and an advanced run\n  \
             their reproductions stand behind --by"
        );
    }
    if original != by {
        let runs = |count: usize| if count == 1 { "1 run".into() } else { format!("{count} runs") };
        bail!(
            "{} and {} behind --by: every original run needs its reproduction",
            runs(original),
            runs(by)
        );
    }
    if args.per_topic && args.by_qrels.is_some() {
        bail!("--per-topic compares topics, and those of two collections are not the same");
    }
    Ok(())
}

/// The experiment with all runs; or with the original ones, and another one with the others.
fn experiments(args: &Args) -> anyhow::Result<(Experiment, Option<Experiment>)> {
    let all = [&args.original[..], &args.by].concat();
    let open = |qrels: &Path, runs: &[PathBuf]| {
        let mut experiment = experiment(qrels, runs, &args.choices, args.depth, [])?;
        experiment.hashes = args.writing.wants_hashes();
        anyhow::Ok(experiment)
    };
    let Some(by_qrels) = &args.by_qrels else { return Ok((open(&args.qrels, &all)?, None)) };
    // All of them together, so that none is read twice and no two have the same name.
    let NamedRuns { runs: mut named, names } = NamedRuns::of(&all, args.choices.names)?;
    let files = named.iter().filter_map(RunInput::path).chain([args.qrels.as_path(), by_qrels]);
    check_stdin(files.chain(args.choices.streams()?.iter().map(PathBuf::as_path)))?;
    let mut first = open(&args.qrels, &args.original)?;
    let mut second = open(by_qrels, &args.by)?;
    second.runs = named.split_off(args.original.len());
    first.runs = named;
    (first.names, second.names) = (names.clone(), names);
    Ok((first, Some(second)))
}
