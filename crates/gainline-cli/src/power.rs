//! `gainline power`: how many topics it takes to find a difference, and what these topics find.

mod figures;
mod json;
mod notes;
mod report;
mod words;

use crate::choices::{Choices, HEADING, from_one, refuse_bounds, share};
use crate::comparison::samples;
use crate::evaluation::{Evaluated, evaluate, measures};
use crate::runs::{self, Inputs, Opened};
use crate::writing::Writing;
use anyhow::bail;
use clap::Args as ClapArgs;
use figures::{Figures, Wanted};
use gainline::{Missing, Slices};
use std::path::PathBuf;
use std::process::ExitCode;

/// What is planned for when nothing is asked for.
const DEFAULT_MEASURES: &str = "nDCG@10,AP,RR,P@10";

/// What `gainline power` is asked for.
#[derive(ClapArgs)]
#[command(after_help = "\
Examples:
  gainline power qrels.txt bm25.run dense.run
  gainline power qrels.txt *.run -m nDCG@10 --difference 0.01,0.03,0.05
  gainline power qrels.txt *.run --baseline bm25 --power 0.9 --alpha 0.01
  gainline power qrels.txt *.run --format tsv > power.tsv

How surely a test finds a true difference (its power) depends on the difference, the number of
topics, and how much differences vary from topic to topic. That variance is taken from the runs
given here; they should be like those that are to be compared.
  t  One pair of runs, by a two-sided paired t test. The standard deviation of the differences is
     the root of their mean variance over all pairs of runs (with --baseline, over its pairs).
     The test is not corrected for the number of pairs; with a correction it finds less.
  F  All runs at once, by a two-way analysis of variance (topics, runs): that the best and the
     worst differ by so much or more, all other runs lying in the middle, which is the hardest
     case (Sakai 2016, Topic set size design). The residual variance is what neither topics nor
     runs explain; over all pairs, the mean variance of differences is twice that. With two runs
     both tests are the same.
For each difference: the power that these topics give, and the topics that --power takes. The
difference of the best two runs comes last; its power is for planning and says no more about
whether it is real than a test does: `gainline compare` tests it.

tsv, csv and jsonl hold, at full precision: slice (`all`, `by:NAME`), measure, topics, runs,
difference, kind (given or observed), sd_of_differences, smallest_by_t, power_by_t, topics_by_t,
residual_sd, smallest_by_f, power_by_f, topics_by_f. What has no value is empty (null in jsonl);
numbers of topics are so where ten million would be too few. json holds the choices and facts
behind the numbers too.")]
pub(crate) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// Measures, by any tool's spelling; may be given again, and be lists: nDCG@5,10,AP
    #[arg(short, long = "measure", value_name = "MEASURE", default_value = DEFAULT_MEASURES)]
    measure: Vec<String>,
    /// The differences to plan for, in units of the measure
    #[arg(long, value_name = "D,...", value_delimiter = ',', default_value = "0.01,0.02,0.05,0.1",
        value_parser = positive)]
    difference: Vec<f64>,
    /// How surely a difference shall be found: 0.8 is 4 times in 5
    #[arg(long, value_name = "SHARE", default_value = "0.8", value_parser = share)]
    power: f64,
    /// How often a test may find a difference where there is none
    #[arg(long, value_name = "SHARE", default_value = "0.05", value_parser = share)]
    alpha: f64,
    /// Take the variance of differences to this run only, given by its name or file
    #[arg(long, value_name = "RUN")]
    baseline: Option<String>,
    /// Give the figures of slices of the topics too: `topic slice` in each line
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

fn positive(text: &str) -> Result<f64, String> {
    let number = text.trim().parse().ok().filter(|n: &f64| *n > 0.0 && n.is_finite());
    number.ok_or_else(|| "not a number above 0".into())
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let Inputs { qrels, runs } = &args.inputs;
    if let [_] = &runs[..] {
        bail!(
            "one run alone says nothing of how differences vary\n  \
             give two runs or more, of the kind that you want to compare"
        );
    }
    if args.power <= args.alpha {
        bail!(
            "--power {} is not above --alpha {}: chance alone finds that much",
            args.power,
            args.alpha
        );
    }
    refuse_bounds(&args.choices)?;
    let measures = measures(&args.measure, args.choices.rel)?;
    let mut opened = Opened::new(runs::asked(runs), qrels, &args.choices, args.by.as_deref())?;
    opened.options.depth = args.depth;
    let slices = args.by.as_deref().map(Slices::read).transpose()?;
    let baseline =
        args.baseline.as_deref().map(|name| runs::baseline(name, &opened.asked)).transpose()?;
    let runs = evaluate(&opened.asked, &opened.qrels, &measures, &opened.options)?;
    let samples = samples(&runs, &measures, slices.as_ref())?;
    let topics = samples.first().map_or(0, |sample| sample.topics.len());
    if topics < 2 {
        bail!("{}", too_few_topics(topics, &opened));
    }
    let mut wanted: Vec<f64> = vec![];
    for &difference in &args.difference {
        if !wanted.contains(&difference) {
            wanted.push(difference);
        }
    }
    let Args { power, alpha, .. } = *args;
    let wanted = Wanted { differences: wanted, power, alpha, baseline };
    let figures: Vec<Figures<'_>> =
        samples.iter().map(|sample| Figures::of(sample, &wanted)).collect();
    let about = report::About {
        opened: &opened,
        runs: &runs,
        wanted: &wanted,
        slices: slices.as_ref(),
        digits: args.writing.decimals(),
    };
    let format = args.writing.format();
    args.writing.write(&opened.files, |out| report::write(&about, &figures, format, out))?;
    Ok(ExitCode::SUCCESS)
}

fn too_few_topics(topics: usize, opened: &Opened) -> String {
    let some = if topics == 1 { "one topic" } else { "no topic" };
    let common = if opened.options.missing == Missing::Skip {
        " that all runs have (--missing skip)"
    } else {
        ""
    };
    format!("{some}{common}: how differences vary from topic to topic takes two or more")
}

/// What was seen of each run.
fn seen(runs: &[Evaluated]) -> Vec<crate::notes::Seen<'_>> {
    runs.iter().map(Evaluated::seen).collect()
}
