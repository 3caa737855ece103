//! `gainline noise`: how scores and comparisons change when judgments are unreliable.

use crate::choices::{Choices, HEADING, from_one};
use crate::inputs::experiment;
use crate::log::Terminal;
use crate::writing::Writing;
use anyhow::bail;
use clap::{Args as ClapArgs, ValueEnum};
use gainline_analysis::default_measures;
use gainline_analysis::evaluation::measures;
use gainline_analysis::noise::{Confusion, Model, Noise, kishida};
use gainline_report::present::NoisePresenter;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What `gainline noise` is asked for.
#[derive(ClapArgs)]
#[command(
    override_usage = "gainline noise [OPTIONS] <QRELS> <RUNS>...\n       \
                      gainline noise [OPTIONS] --preset kishida",
    after_help = "\
Examples:
  gainline noise examples/qrels.txt examples/runs/*.run
  gainline noise examples/qrels.txt examples/runs/*.run -m nDCG@10 --theta 0.95,0.9,0.8",
    after_long_help = "\
Examples:
  gainline noise examples/qrels.txt examples/runs/hybrid.run examples/runs/boolean.run
  gainline noise examples/qrels.txt examples/runs/*.run -m nDCG@10 --theta 0.95,0.9,0.8
  gainline judges examples/qrels.txt examples/judges/*.txt --confusion confusion.tsv
  gainline noise examples/qrels.txt examples/runs/*.run --model confusion confusion.tsv
  gainline noise --preset kishida

Would a comparison give the same result with other judges? All documents are judged again many
times, each time at random around the given judgments, and all runs are measured by the same new
judgments. The topics stay the same (`gainline stability` varies those).
  flip       A relevant document stays relevant with probability theta, and a document that is not
             relevant becomes relevant with probability 1 - theta (Kishida 2005). A document that
             changes takes the grade of a random judgment of the other kind; others keep their
             grade. Where most judged documents are not relevant, there are more relevant documents
             than before, and scores change: see the column `change` and the note `model`.
  confusion  The new grade is drawn from the row of the given grade in FILE. The file has a header
             line `grade g1 g2` with the possible new grades, then for each given grade a line of
             counts or probabilities. `gainline judges --confusion FILE` writes such a file.
The given judgments are taken as correct, although they have errors of their own. Unjudged documents
stay unjudged.

Columns, for L topics (all variances are sample variances, with divisor n - 1):
  given          mean by the given judgments, and its standard error (s.e.)
  simulated mean
                 mean over topics and repeats; `change` is its difference from the given mean
  topics         variance between topics, of their means over the repeats (Kishida's sigma^2_mu)
  judgments      variance from judgments: mean over topics of the variance over repeats (sigma^2_d)
  single assessment
                 mean over repeats of the variance between topics: close to topics + judgments, and
                 the only variance that is seen when documents are judged once
  share          share of variance due to judgments: judgments divided by topics + judgments
  s.e. topics    standard error of the mean of simulated values: sqrt(topics / L) without judgment
                 noise, sqrt((topics + judgments) / L) with it
  swapped        share of repeats in which two runs are in the opposite order; 0.5 means no stable
                 order, and more than 0.5 a bias towards the other run
Compare the two standard errors of simulated values with each other, not with the given s.e. Where
`change` is large, noise biases the mean (Kishida assumes errors with mean 0) and usually makes
topics more alike, so that the s.e. may be smaller than the given one even with judgment noise. A
caution below the tables says where the mean moves by more than its given s.e.
For measures that are averaged by a geometric mean, such as GMAP, means are geometric means; all
variances, standard errors, standard deviations (sd) and differences between runs are those of
natural logarithms.

--preset kishida is the simulation behind Table 2 of Kishida (2005): 50 topics with 10 ranked
documents each; AP, theta 0.9 and 0.5, with the published numbers beside. Both come from random
numbers, so they agree within sampling error.

tsv, csv and jsonl have, at full precision: kind (run, pair, and with --per-topic topic), model,
theta, measure, scale, run, against, topic, topics, repeats, given, given_se, mean, var_topics,
var_judging, var_sum, var_one_judging, se_topics, se_topics_judging, sd, first_better,
second_better, tied, swapped. scale is that of variances, standard errors, standard deviations and
differences: `value`, or `logarithm` for geometric means. For a pair, given and mean are differences
(run - against, with the sign turned so that above 0 is better), sd is the standard deviation of the
difference over repeats, first_better, second_better and tied count repeats, and swapped is a share.
Cells that do not apply are empty (null in jsonl). json has the whole answer."
)]
pub(crate) struct Args {
    /// Judgments: `topic iteration document grade`, or BEIR's with a header line
    qrels: Option<PathBuf>,
    /// Runs; - is standard input, NAME=FILE names a run
    ///
    /// A line is `topic Q0 document rank score tag` or `topic document rank`.
    runs: Vec<PathBuf>,
    // In a comment, rustdoc would take the default for a link.
    #[arg(
        short,
        long = "measure",
        value_name = "MEASURE",
        help = format!(
            "Measures, such as nDCG@5,10,AP [default: {}; AP with --preset]",
            default_measures::NOISE
        )
    )]
    measure: Vec<String>,
    /// Probability that a new judgment agrees with the given one [default: 0.9]
    ///
    /// One or more, with commas between; 0.9 is 10 % noise. With --preset the default is 0.9,0.5.
    #[arg(long, value_name = "P,...", value_delimiter = ',', value_parser = probability)]
    theta: Vec<f64>,
    /// How often all documents are judged again
    #[arg(long, value_name = "N", default_value = "1000", value_parser = from_two)]
    repeats: usize,
    /// How new judgments differ: `flip`, or `confusion FILE` [default: flip]
    ///
    /// `flip` uses --theta, `confusion FILE` a confusion matrix of grades. Give it after the runs.
    #[arg(long, value_names = ["flip|confusion", "FILE"], num_args = 1..=2)]
    model: Vec<String>,
    /// Measure a simulation instead of files: Table 2 of Kishida (2005)
    #[arg(long, value_name = "NAME", value_enum)]
    preset: Option<Preset>,
    /// Seed of the random numbers
    ///
    /// The same seed gives the same results on any number of threads.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Show all pairs of runs, even if a measure has more than 10
    #[arg(long)]
    all_pairs: bool,
    /// Give the values of every topic too
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

fn probability(text: &str) -> Result<f64, String> {
    let number = text.trim().parse().ok().filter(|n: &f64| (0.0..=1.0).contains(n));
    number.ok_or_else(|| "not a number from 0 to 1".into())
}

fn from_two(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|n: &usize| *n > 1);
    number.ok_or_else(|| "not a whole number from 2 up".into())
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let Args { choices, writing, .. } = args;
    let default = if args.preset.is_some() { "AP" } else { default_measures::NOISE };
    let asked = if args.measure.is_empty() { &vec![default.into()] } else { &args.measure };
    let request = Noise {
        measures: measures(asked, choices.rel)?,
        model: model(args)?,
        repeats: args.repeats,
        seed: args.seed,
        per_topic: args.per_topic,
    };
    let progress = Terminal::default();
    let (answer, files) = match (args.preset, &args.qrels) {
        (Some(_), Some(file)) => bail!(
            "{}: --preset is a simulation and takes no files\n  leave out the one or the other",
            file.display()
        ),
        (Some(Preset::Kishida), None) => {
            let (mut options, files) = choices.options(&kishida(args.seed)?.qrels)?;
            options.depth = args.depth;
            let files = files.into_iter().map(|(_, path)| path).collect();
            (request.answer_kishida(options, &progress)?, files)
        }
        (None, Some(qrels)) if !args.runs.is_empty() => {
            let matrix = args.model.get(1).map(Path::new);
            let mut experiment =
                experiment(qrels, &args.runs, choices, args.depth, [("confusion", matrix)])?;
            experiment.hashes = writing.wants_hashes();
            (request.answer(&experiment, &progress)?, experiment.files())
        }
        (None, _) => bail!(
            "no {} given\n  gainline noise QRELS RUN..., or gainline noise --preset kishida",
            if args.qrels.is_some() { "runs are" } else { "files are" }
        ),
    };
    let (digits, all_pairs) = (writing.decimals(), args.all_pairs);
    writing.answer(&files, &NoisePresenter { answer: &answer, digits, all_pairs })?;
    Ok(ExitCode::SUCCESS)
}

/// The model that is asked for.
fn model(args: &Args) -> anyhow::Result<Model> {
    let words: Vec<&str> = args.model.iter().map(String::as_str).collect();
    let defaults: &[f64] = if args.preset.is_some() { &[0.9, 0.5] } else { &[0.9] };
    match words[..] {
        [] | ["flip"] if args.theta.is_empty() => Ok(Model::Flip { thetas: defaults.to_vec() }),
        [] | ["flip"] => Ok(Model::Flip { thetas: args.theta.clone() }),
        ["flip", file] => bail!(
            "--model flip {file}: `flip` takes no file\n  \
             give --model after the runs, or leave it out: flip is the default"
        ),
        ["confusion"] => {
            bail!("--model confusion: no file is given\n  give the matrix: --model confusion FILE")
        }
        ["confusion", _] if !args.theta.is_empty() => {
            bail!(
                "--theta is for --model flip; --model confusion takes the probabilities from FILE"
            )
        }
        ["confusion", file] => Ok(Model::Confusion { matrix: Confusion::read(file)? }),
        _ => bail!("--model {}: neither `flip` nor `confusion FILE`", words.join(" ")),
    }
}
