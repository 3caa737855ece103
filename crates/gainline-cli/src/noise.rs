//! `gainline noise`: how far scores and comparisons move when judgments are unstable.

mod inputs;
mod json;
mod lines;
mod notes;
mod report;
mod tables;
mod words;

use crate::choices::refuse_bounds;
use crate::choices::{Choices, HEADING, from_one};
use crate::comparison::monte_carlo;
use crate::evaluation::measures;
use crate::log::Drawing;
use crate::writing::Writing;
use clap::{Args as ClapArgs, ValueEnum};
use gainline::Evaluator;
use gainline_analysis::noise::noise;
use inputs::Judging;
use std::path::PathBuf;
use std::process::ExitCode;

/// What is measured when nothing is asked for.
const DEFAULT_MEASURES: &str = "nDCG@10,AP,RR";

/// What `gainline noise` is asked for.
#[derive(ClapArgs)]
#[command(
    override_usage = "gainline noise [OPTIONS] <QRELS> <RUNS>...\n       \
                      gainline noise [OPTIONS] --preset kishida",
    after_help = "\
Examples:
  gainline noise examples/qrels.txt examples/runs/hybrid.run examples/runs/boolean.run
  gainline noise examples/qrels.txt examples/runs/*.run -m nDCG@10 --theta 0.95,0.9,0.8
  gainline judges examples/qrels.txt examples/judges/*.txt --confusion confusion.tsv
  gainline noise examples/qrels.txt examples/runs/*.run --model confusion confusion.tsv
  gainline noise --preset kishida

Use it to learn whether a comparison would survive other judges. The documents are judged again
and again, each time at random around the given judgments, and all runs are measured anew by the
same judges; the topics stay as they are (`gainline stability` varies those).
  flip       A relevant document stays relevant with chance theta, and one that is not becomes
             relevant with chance 1 - theta (Kishida 2005). A document that changes sides takes the
             grade of a random judgment of the other side; one that does not keeps its grade.
             Where most judged documents are not relevant, this makes more relevant ones than there
             were, and scores change with that: see the column `change`, and the note `model`.
  confusion  The grade is drawn by the row of the given grade in FILE: a header line `grade g1 g2`
             with the grades that come out, then for each grade a line of counts or chances.
             `gainline judges --confusion FILE` writes it from two sets of judgments.
The given judgments are taken as the truth that judges vary around, though they have noise of
their own. Documents without a judgment stay without one.

How to read it, for L topics (all variances are sample variances, n - 1):
  given        the mean by the given judgments, and its standard error (s.e.)
  judged anew  the mean over topics and repeats; `change` is how far noise moves the mean
  topics       variance between topics, of their means over the repeats (Kishida's sigma^2_mu)
  judging      variance from judging, the mean over topics of that over repeats (sigma^2_d)
  one judging  mean over repeats of the variance between topics in one: nearly topics + judging,
               and all that one sees when documents are judged once
  s.e.         standard error of the mean of values judged anew, without judgment noise (topics) and
               with it (topics + judging): sqrt(topics / L) and sqrt((topics + judging) / L)
  swapped      the share of repeats in which two runs come the other way round; a half is a toss-up,
               and more than that is bias: noise of this kind prefers the other run
Compare these two standard errors with each other, but not with the given s.e.: where `change` is
large, noise biases the mean (Kishida has errors whose mean is 0) and mostly pulls topics together,
so that even with judgment noise the s.e. may be below the given one. A line below the tables warns
where the mean moves by more than its given s.e.
For measures that are put together by a geometric mean, such as GMAP, means of runs and values of
topics are geometric means, and all variances, standard errors (s.e.), standard deviations (sd) and
differences between runs are those of natural logarithms.

--preset kishida is the simulation behind Table 2 of Kishida's paper: 50 topics with 10 ranked
documents, which are relevant with chance theta or 1 - theta; by AP, for theta 0.9 and 0.5, with the
paper's numbers beside. Both come from random numbers, so they agree within sampling error.

tsv, csv and jsonl hold, at full precision: kind (run, pair, and with --per-topic topic), model,
theta, measure, scale, run, against, topic, topics, repeats, given, given_se, mean, var_topics,
var_judging, var_sum, var_one_judging, se_topics, se_topics_judging, sd, first_better,
second_better, tied, swapped. scale is that of variances, standard errors, standard deviations and
of a pair's given and mean: `value`, or `logarithm` for geometric means, where given and mean of
runs and topics are values all the same. se_topics is without judgment noise, se_topics_judging
with it. For a pair, given and mean are differences (run less against, oriented so that above 0 is
better), sd is that of the mean difference over repeats, and then come numbers of repeats and the
share. What a row does not have is empty (null in jsonl). json holds the choices and facts too."
)]
pub(crate) struct Args {
    /// Judgments: `topic iteration document grade`, or BEIR's with a header line
    qrels: Option<PathBuf>,
    /// Runs: `topic Q0 document rank score tag`, or `topic document rank`; - is standard input,
    /// NAME=FILE names a run
    runs: Vec<PathBuf>,
    // In a comment, rustdoc would take the default for a link.
    #[arg(
        short,
        long = "measure",
        value_name = "MEASURE",
        help = "Measures, by any tool's spelling; may be given again, and be lists: nDCG@5,10,AP \
                [default: nDCG@10,AP,RR; AP with --preset]"
    )]
    measure: Vec<String>,
    /// The chance that a judge agrees with the given judgment, one or more: 0.9 for 10 % noise
    /// [default: 0.9; 0.9,0.5 with --preset]
    #[arg(long, value_name = "P,...", value_delimiter = ',', value_parser = chance)]
    theta: Vec<f64>,
    /// How often all documents are judged anew
    #[arg(long, value_name = "N", default_value = "1000", value_parser = from_two)]
    repeats: usize,
    /// How judges vary: `flip` by --theta, or `confusion FILE` by a matrix of grades; comes behind
    /// the runs [default: flip]
    #[arg(long, value_names = ["flip|confusion", "FILE"], num_args = 1..=2)]
    model: Vec<String>,
    /// A simulation instead of files: that behind Table 2 of Kishida's paper of 2005
    #[arg(long, value_name = "NAME", value_enum)]
    preset: Option<Preset>,
    /// Where random numbers start; the same seed gives the same results on any number of threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Show every pair, also where there are more than 10 by a measure
    #[arg(long)]
    all_pairs: bool,
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

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Preset {
    Kishida,
}

/// A chance, from 0 to 1.
fn chance(text: &str) -> Result<f64, String> {
    let number = text.trim().parse().ok().filter(|n: &f64| (0.0..=1.0).contains(n));
    number.ok_or_else(|| "not a number from 0 to 1".into())
}

fn from_two(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|n: &usize| *n > 1);
    number.ok_or_else(|| "not a whole number from 2 up".into())
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    refuse_bounds(&args.choices)?;
    let model = inputs::model(args)?;
    let default = if args.preset.is_some() { "AP" } else { DEFAULT_MEASURES };
    let asked = if args.measure.is_empty() { &vec![default.into()] } else { &args.measure };
    let measures = measures(asked, args.choices.rel)?;
    let (opened, pool) = inputs::open(args)?;
    let evaluator = Evaluator::new(&opened.qrels, &measures, opened.options.clone())?;
    let drawing = Drawing::new();
    let told = |done, total| drawing.set(done, total);
    let plan = monte_carlo(args.repeats, args.seed, args.choices.threads, &told);
    let mut judgings = vec![];
    for (theta, confusion) in model.confusions(&pool, opened.options.rel) {
        let noise = noise(&pool, &evaluator, &measures, &confusion, &plan);
        let noise = noise.map_err(|error| model.place(error))?;
        judgings.push(Judging { theta, confusion, noise });
    }
    drop(drawing);
    let about = report::About {
        args,
        opened: &opened,
        pool: &pool,
        model: &model,
        measures: &measures,
        digits: args.writing.decimals(),
    };
    let format = args.writing.format();
    args.writing.write(&opened.files, |out| report::write(&about, &judgings, format, out))?;
    Ok(ExitCode::SUCCESS)
}
