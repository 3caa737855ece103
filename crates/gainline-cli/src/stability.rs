//! `gainline stability`: how conclusions depend on the topics, and on their number.

mod json;
mod lines;
mod notes;
mod report;
mod tables;
mod words;

use crate::charts::{Plot, chart_width};
use crate::choices::{Choices, HEADING, from_one};
use crate::choices::{refuse_bounds, share};
use crate::comparison::{Sample, monte_carlo, samples};
use crate::evaluation::{evaluate, measures};
use crate::log::Drawing as Bar;
use crate::runs::{self, Inputs, Opened};
use crate::writing::{Format, Writing};
use anyhow::bail;
use clap::Args as ClapArgs;
use gainline::{Measure, Missing};
use gainline_analysis::stability::{Drawing, Stability, Values, stability, usual_sizes};
use std::process::ExitCode;

/// What is looked at when nothing is asked for.
const DEFAULT_MEASURES: &str = "nDCG@10,AP,RR,P@10";

/// What `gainline stability` is asked for.
#[derive(ClapArgs)]
#[command(after_help = "\
Examples:
  gainline stability examples/qrels.txt examples/runs/*.run
  gainline stability examples/qrels.txt examples/runs/*.run -m nDCG@10,AP --sizes 2,4,6
  gainline stability examples/qrels.txt examples/runs/*.run --replace --trials 10000
  gainline stability examples/qrels.txt examples/runs/*.run --format tsv > stability.tsv

Use it to learn how much a conclusion owes to the topics that happened to be chosen, how many
topics it takes, and which measure is the steadiest. `gainline compare` tests single differences;
`gainline noise` keeps the topics and varies the judgments.
  swap rate   Two sets of n topics are drawn at random that have no topic in common, and every
              pair of runs is compared on both. If the one is better on the first set and the
              other on the second, that is a swap: whoever had only one of the sets would have
              drawn the wrong conclusion, or would have on the other (Voorhees and Buckley 2002).
              Runs with equal means on a set are tied there, and can neither swap nor hold: such
              comparisons count for no rate, and `tied` is their share. A measure that ties all
              has no swap rate, and is left out where measures are held against each other.
              A pair that is nearly equal on all topics must come out differently on two halves of
              them, so rates are rough where pairs are few and sets are half of the topics.
  sure from   The smallest difference on one set from which on at most --rate of the comparisons
              are swaps, by bins of --bin, in that bin and in every one above; and the share of
              untied comparisons that are as large. A smaller difference on n topics says little.
  tau         Kendall's tau_b of the order of the runs on n topics with that on all, on average.
              A set on which all runs are tied has no tau: the mean is over the other sets, and
              `no tau` is the share that it leaves out. Above a third, there is none.
  ranks       Topics are drawn again with replacement, as many as there are: the rank that a run
              has on average, the ranks within which it stays in --level of the resamplings, and
              how often it is first. Equal runs share their ranks, and a first place. Of few
              topics, resamplings are too much like each other, and intervals too narrow.
  reversed    The share of these resamplings in which a pair comes the other way round than on all
              topics, and `tied` the share in which it is equal. Their sum is roughly a one-sided
              p-value towards the run that happened to be better. For two runs that are really
              equal, anything from 0 to 0.5 is about as likely, so double it (1 at most), and mind
              that of many pairs some come out small by chance. Never read `reversed` without
              `tied`: two runs that differ on one topic alone are never reversed, but tied in a
              third of the resamplings, and nothing is known of them. With so few topics that
              differ it is rough at best: `gainline compare` has tests.
Sets without a topic in common have half of the topics at most. With --replace both sets are drawn
with replacement from all topics, so that they may have as many as there are: that answers for new
topics if all topics there are were just like these, which is optimistic, since by chance these
topics separate the runs more than others will.
The same sets are drawn for all measures. Means are over topics; for measures that are put together
by a geometric mean, they are those of logarithms.

tsv, csv and jsonl hold, at full precision: measure, topics (of a set; all topics for ranks), run,
against, difference (the lower end of a bin), quantity, value. The quantities are swap_rate,
tie_rate, tau, without_tau (a share), sure_from, sure_share; of bins comparisons and swap_rate; of
runs mean, rank, mean_rank, best_rank, worst_rank and first; of pairs difference, reversed and tied.
Comparisons of bins, and all swap rates, are without ties. What has no value is left out. json holds
the choices and facts behind the numbers too.")]
pub(crate) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// Measures, by any tool's spelling; may be given again, and be lists: nDCG@5,10,AP
    #[arg(short, long = "measure", value_name = "MEASURE", default_value = DEFAULT_MEASURES)]
    measure: Vec<String>,
    /// How many topics sets have [default: about ten sizes, up to half of the topics]
    #[arg(long, value_name = "N,...", value_delimiter = ',', value_parser = from_one)]
    sizes: Vec<usize>,
    /// Draw both sets with replacement, so that they may have up to all topics; see below
    #[arg(long)]
    replace: bool,
    /// How many pairs of sets are drawn for each size, and how many resamplings for ranks
    #[arg(long, value_name = "N", default_value = "1000", value_parser = from_hundred)]
    trials: usize,
    /// Where random numbers start; the same seed gives the same results on any number of threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How often a difference that is large enough may be a swap
    #[arg(long, value_name = "SHARE", default_value = "0.05", value_parser = share)]
    rate: f64,
    /// How wide the bins of differences are, in units of the measure
    #[arg(long, value_name = "D", default_value = "0.01", value_parser = bin)]
    bin: f64,
    /// The level of the intervals of ranks
    #[arg(long, value_name = "SHARE", default_value = "0.95", value_parser = share)]
    level: f64,
    /// Show every pair, not just the 5 that are reversed or tied most often by a measure
    #[arg(long)]
    all_pairs: bool,
    /// Draw the swap rates above the tables; auto does when they are shown on a terminal
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

/// One measure's stability.
struct Studied<'r> {
    measure: &'r Measure,
    sample: &'r Sample,
    stability: Stability,
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
    let Inputs { qrels, runs } = &args.inputs;
    let format = args.writing.format();
    if args.plot == Plot::Always && format != Format::Table {
        bail!("--plot always draws above tables, so it goes with --format table only");
    }
    refuse_bounds(&args.choices)?;
    let measures = measures(&args.measure, args.choices.rel)?;
    let mut opened = Opened::new(runs::asked(runs), qrels, &args.choices, [])?;
    opened.options.depth = args.depth;
    // Behind the qrels: whoever gives a run and then the qrels is told so.
    if let [_] = &opened.asked[..] {
        bail!("a single run has nothing to be compared with\n  give two runs or more");
    }
    let runs = evaluate(&opened.asked, &opened.qrels, &measures, &opened.options)?;
    let samples = samples(&runs, &measures, None)?;
    let topics = samples.first().map_or(0, |sample| sample.topics.len());
    if topics < 2 {
        bail!("{}", too_few_topics(topics, &opened));
    }
    let drawing = Drawing {
        sizes: sizes(args, topics)?,
        replace: args.replace,
        bin: args.bin,
        level: args.level,
    };
    let studied = study(args, &samples, &drawing)?;
    let about = report::About {
        args,
        opened: &opened,
        runs: &runs,
        drawing: &drawing,
        topics,
        digits: args.writing.decimals(),
        chart: chart_width(args.plot, &args.writing, format),
    };
    args.writing.write(&opened.files, |out| report::write(&about, &studied, format, out))?;
    Ok(ExitCode::SUCCESS)
}

fn study<'r>(
    args: &Args,
    samples: &'r [Sample],
    drawing: &Drawing,
) -> anyhow::Result<Vec<Studied<'r>>> {
    let oriented = |sample: &Sample| {
        let turned = |column: &Vec<f64>| column.iter().map(|v| sample.oriented(*v)).collect();
        Values::new(sample.columns.iter().map(turned).collect())
    };
    // What is unfit was refused before; this is for whoever changes that.
    let unfit = |unfit| anyhow::anyhow!("the runs cannot be compared: {unfit:?}");
    let values = samples.iter().map(oriented).collect::<Result<Vec<Values>, _>>().map_err(unfit)?;
    let bar = Bar::new();
    let told = |done, total| bar.set(done, total);
    let plan = monte_carlo(args.trials, args.seed, args.choices.threads, &told);
    let found = stability(&values, drawing, &plan).map_err(unfit)?;
    let studied = samples.iter().zip(found).map(|(sample, stability)| Studied {
        measure: &sample.measure,
        sample,
        stability,
    });
    Ok(studied.collect())
}

/// The sizes of sets that were asked for, each once, or the usual ones.
fn sizes(args: &Args, topics: usize) -> anyhow::Result<Vec<usize>> {
    let most = if args.replace { topics } else { topics / 2 };
    if args.sizes.is_empty() {
        return Ok(usual_sizes(most));
    }
    let mut sizes = args.sizes.clone();
    sizes.sort_unstable();
    sizes.dedup();
    if let Some(size) = sizes.iter().find(|size| **size > most) {
        if args.replace {
            bail!("--sizes {size}: there are {topics} topics only");
        }
        bail!(
            "--sizes {size}: of {topics} topics, two sets that have none in common have {most} at \
             most\n  take smaller sets, or draw with --replace"
        );
    }
    Ok(sizes)
}

fn too_few_topics(topics: usize, opened: &Opened) -> String {
    let some = if topics == 1 { "one topic" } else { "no topic" };
    let common = match opened.options.missing {
        Missing::Skip => " that all runs have (--missing skip)",
        _ => "",
    };
    format!("{some}{common}: how conclusions depend on topics takes two or more")
}
