//! `gainline eval`: runs against judgments.

mod json;
mod notes;
mod report;
mod summaries;

use crate::choices::{Choices, HEADING, from_one, one_of};
use crate::evaluation::{evaluate, measures};
use crate::log::say;
use crate::runs::{self, Inputs, Opened};
use crate::writing::Writing;
use anyhow::Context;
use clap::Args as ClapArgs;
use gainline::{Average, Measure, Slices, TopicNumbers};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;
use summaries::Summing;

/// What is measured when nothing is asked for.
const DEFAULT_MEASURES: &str = "nDCG@10,AP,RR,P@10,R@1000,Judged@10";

/// What `gainline eval` is asked for.
#[derive(ClapArgs)]
#[command(after_help = "\
Examples:
  gainline eval qrels.txt bm25.run dense.run.gz
  gainline eval qrels.txt *.run -m nDCG@5,10 -m 'AP(rel=2),RBP(p=0.95)' --sort nDCG@10
  gainline eval qrels.txt bm25.run --per-topic --format tsv > scores.tsv
  gainline eval qrels.txt *.run --ties average --unjudged condense
  gainline eval qrels.txt *.run --unjudged bounds --depth 100
  gainline eval qrels.txt *.run --average macro,median,sd --by language.txt
  zcat big.run.gz | gainline eval qrels.txt -

Files may be compressed (gzip, zstd, bzip2, xz); their content tells, not their name.
Formats: table, markdown and latex (with the booktabs package) show a run a row; tsv, csv, jsonl
hold `run, topic, measure, value` (and `low, high` for bounds) at full precision: topics in the
order of the qrels, then `all`, `all:median` for another average, `by:NAME` for a slice; json
holds the choices and facts behind the numbers too.
`gainline measures` lists the measures.")]
pub(crate) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// Measures, by any tool's spelling; may be given again, and be lists: nDCG@5,10,AP
    #[arg(short, long = "measure", value_name = "MEASURE", default_value = DEFAULT_MEASURES)]
    measure: Vec<String>,
    /// Give every topic's values too
    #[arg(short = 'q', long)]
    per_topic: bool,
    /// How topics are put together, one or more of: the mean (macro; the sum for counts), the
    /// measure of all topics' totals (micro, for ratios such as P, R, F and nDCG), the geometric
    /// mean (gm), the median, the standard deviation (sd)
    #[arg(long, value_name = "KIND,...", value_delimiter = ',', default_value = "macro",
        value_parser = one_of(&Average::ALL))]
    average: Vec<Average>,
    /// What topics weigh in averages: `topic weight` in each line
    #[arg(long, value_name = "FILE")]
    topic_weights: Option<PathBuf>,
    /// Give the averages of slices too: `topic slice` in each line; a topic may be in several
    #[arg(long, value_name = "FILE")]
    by: Option<PathBuf>,
    /// Only the top N of each ranking
    #[arg(long, value_name = "N", value_parser = from_one, help_heading = HEADING)]
    depth: Option<usize>,
    /// Order the runs by this measure, best first
    #[arg(long, value_name = "MEASURE")]
    sort: Option<String>,
    #[command(flatten)]
    writing: Writing,
    #[command(flatten)]
    choices: Choices,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let rel = args.choices.rel;
    let measures = measures(&args.measure, rel)?;
    let sort = args.sort.as_deref().map(|text| sort_column(text, &measures, rel)).transpose()?;
    let started = Instant::now();
    let beside = [&args.topic_weights, &args.by].into_iter().filter_map(Option::as_deref);
    let Inputs { qrels, runs } = &args.inputs;
    let mut opened = Opened::new(runs::asked(runs), qrels, &args.choices, beside)?;
    opened.options.depth = args.depth;
    say(|| {
        let (topics, judgments) = (opened.qrels.topics().len(), opened.qrels.judgments());
        let name = qrels.display();
        format!("{name}: {topics} topics, {judgments} judgments in {:?}", started.elapsed())
    });
    let mut summing = summing(args)?;
    let mut runs = evaluate(&opened.asked, &opened.qrels, &measures, &opened.options)?;
    summing.look_at(&runs);
    if let Some(column) = sort {
        report::sort(&mut runs, &measures, column, &summing)?;
    }
    let summaries = runs.iter().map(|run| summing.summaries(&run.scores));
    let summaries = summaries.collect::<gainline::Result<Vec<_>>>()?;
    let about = report::About {
        opened: &opened,
        measures: &measures,
        summing: &summing,
        summaries: &summaries,
        per_topic: args.per_topic,
        digits: args.writing.decimals(),
    };
    let format = args.writing.format();
    args.writing.write(&opened.files, |out| report::write(&about, &runs, format, out))?;
    Ok(ExitCode::SUCCESS)
}

/// How topics are to be put together.
fn summing(args: &Args) -> anyhow::Result<Summing> {
    let mut averages: Vec<Average> = vec![];
    for &average in &args.average {
        if !averages.contains(&average) {
            averages.push(average);
        }
    }
    Ok(Summing {
        averages,
        weights: args.topic_weights.as_deref().map(TopicNumbers::read).transpose()?,
        slices: args.by.as_deref().map(Slices::read).transpose()?,
        empty: vec![],
    })
}

fn sort_column(text: &str, measures: &[Measure], rel: f64) -> anyhow::Result<usize> {
    let mut wanted: Measure = text.parse()?;
    if rel != 1.0 {
        wanted = wanted.with_rel(rel);
    }
    measures.iter().position(|m| *m == wanted).with_context(|| {
        format!("--sort {text}: {wanted} is not among the measures; add it with -m")
    })
}
