//! `gainline curve`: gain, precision and recall as curves.

use crate::charts::{Plot, chart_width};
use crate::choices::{Choices, from_one, one_of};
use crate::inputs::{Inputs, experiment};
use crate::log::Terminal;
use crate::writing::{Format, Writing};
use anyhow::bail;
use clap::Args as ClapArgs;
use gainline::{CurveKind, CurveSpec, IdealFrom, Normalise};
use gainline_analysis::curve::{Against, GainOptions, RunCurves};
use gainline_analysis::naming::find_run;
use gainline_analysis::{NamedRuns, Naming, RunInput};
use gainline_report::present::CurvePresenter;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What `gainline curve` is asked for.
#[derive(ClapArgs)]
#[command(
    mut_arg("known", |arg| arg.hide(true)),
    mut_arg("expected", |arg| arg.hide(true)),
    after_help = "\
Example: gainline curve qrels.txt bm25.run dense.run --kind dcg --ideal
--help explains kinds, sums and readings.",
    after_long_help = "\
Examples:
  gainline curve qrels.txt bm25.run dense.run
  gainline curve qrels.txt *.run --kind dcg --discount jk --gains 0-1-10-100 --ideal
  gainline curve qrels.txt *.run --kind cg --read 5,10,20
  gainline curve qrels.txt bm25.run --kind pr --levels --plot always
  gainline curve qrels.txt bm25.run --kind roc --collection-size 528155 -f tsv > roc.tsv

Kinds:
  cg     cumulated gain: the sum of the gains at ranks 1 to k
  dcg    the same, each gain divided by a discount that grows with its rank
  ncg    cg as a share of the ideal, the ranking of all judged documents by decreasing gain
  ndcg   dcg as a share of the ideal
  p, r   precision and recall of the top k
  pr     interpolated precision at recall 0, 0.1, … 1: the highest at that recall or a higher one
  roc    recall against fallout, the share of the non-relevant documents that is retrieved
Over ranks, the curve at rank k is what `gainline eval` gives for CG@k, DCG@k, nCG@k, nDCG@k, P@k
or R@k; pr is IPrec@r. A ranking that ends before the curve does keeps its gain and its recall;
precision goes on dividing by the rank. All are means over topics, except with --normalise mean.

A roc curve goes to the right with each document not relevant and up with each relevant one. Tied
documents under --ties average, and those not retrieved, have no order: there the curve is a
straight line. It is averaged over topics at fallout 0, 0.01, … 1; where it rises vertically, the
highest value counts. A topic with nothing relevant is 0 everywhere, and so is its area; an empty
ranking is the diagonal, with an area of 0.5. Without --collection-size, the collection of a topic
is the documents retrieved or judged relevant.

What sums up a curve:
  mean   its mean height over all ranks or levels: over ranks AvgnDCG@k and its like, for pr the
         eleven-point average
  area   over ranks the sum of the heights; for pr the area below straight lines between the
         levels; for roc the exact area, mean over topics: NormR, the share of pairs of a relevant
         and another document that are in the right order
  gap    the area between the ideal curve and this one: what was lost by not ranking perfectly

Reading (--read 5,10): the first rank at which a run reaches the gain that the ideal ranking, or
another run (--against), reaches at rank 5 and at rank 10. A run that needs rank 30 for what the
ideal has at 10 makes its users look at three times as many documents. Also shown: the rank from
which on the ideal is flat, so that nothing more can be gained, and the widest gap below the ideal.

tsv, csv and jsonl hold `run, topic, x, value` for all ranks or levels at full precision, topics in
the order of the qrels, `all` last, each with x `mean` and `area` at its end; the ideal is the run
`ideal`, or `ideal of RUN` where runs differ in it. With --read they hold the readings instead:
`run, against, at, value, rank`, where `at` is the rank that was asked for, `gap` (the widest gap,
and its rank) or `flat` (the ideal's last rise), and a rank that is never reached is empty. json
holds the whole answer, with the options and facts behind the numbers."
)]
pub(crate) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// What the curves show
    #[arg(short, long, default_value = "ndcg", value_parser = one_of(&CurveKind::ALL))]
    kind: CurveKind,
    /// The last rank of the curve
    ///
    /// For pr and roc only the top N of each ranking count. [default: 200; all of it for pr and roc]
    #[arg(long, value_name = "N", value_parser = from_one)]
    depth: Option<usize>,
    #[command(flatten)]
    gain: GainArgs,
    /// Show the curve of the best possible ranking too
    #[arg(long)]
    ideal: bool,
    /// The documents of the ideal ranking: all judged ones, or only those retrieved [default: judged]
    #[arg(long, value_parser = one_of(&IdealFrom::ALL))]
    ideal_from: Option<IdealFrom>,
    /// A curve for each lowest relevant grade, for p, r, pr and roc
    ///
    /// There is one for each grade of the qrels above 0.
    #[arg(long)]
    levels: bool,
    /// Show every topic's curve too
    #[arg(short = 'q', long)]
    per_topic: bool,
    /// Find at which rank a run reaches what the ideal reaches at these ranks
    #[arg(long, value_name = "K,...", value_delimiter = ',', value_parser = from_one)]
    read: Vec<usize>,
    /// Read against this run, by name or file, instead of the ideal
    #[arg(long, value_name = "RUN", requires = "read")]
    against: Option<PathBuf>,
    /// Draw the curves; auto does on a terminal
    #[arg(long, value_enum, default_value = "auto")]
    plot: Plot,
    #[command(flatten)]
    writing: Writing,
    #[command(flatten)]
    choices: Choices,
}

/// How gains are made of grades, and cumulated.
#[derive(ClapArgs)]
pub(crate) struct GainArgs {
    /// What a grade is worth [default: linear]
    ///
    /// linear (the grade itself), exp2 (2^grade - 1), 0-1-10-100 (the weights of grades 0, 1, 2, 3),
    /// {1:3,2:9} (these grades so, the others linear)
    #[arg(long)]
    gains: Option<String>,
    /// What a gain is divided by: log2, jk, jk-rn, rank, none [default: log2]
    ///
    /// At rank k: log2 (log2(k+1), as trec_eval), jk (1 below the base, then log_base k), jk-rn (1 at
    /// rank 1, then log_base k), rank (k), none (1)
    #[arg(long, value_parser = ["log2", "jk", "jk-rn", "rank", "none"], hide_possible_values = true)]
    discount: Option<String>,
    /// The base of the logarithm, for jk and jk-rn [default: 2]
    #[arg(long, value_name = "N")]
    base: Option<String>,
    /// For ncg and ndcg, how topics are put together: topic, mean [default: topic]
    ///
    /// The mean of each topic's share of its ideal (topic), or the mean gain as a share of the mean
    /// ideal gain (mean)
    #[arg(long, value_parser = one_of(&Normalise::ALL), hide_possible_values = true)]
    normalise: Option<Normalise>,
}

impl GainArgs {
    pub(crate) fn options(&self) -> GainOptions {
        let GainArgs { gains, discount, base, normalise } = self;
        GainOptions {
            gains: gains.clone(),
            discount: discount.clone(),
            base: base.clone(),
            normalise: *normalise,
        }
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let format = args.writing.format();
    if args.plot == Plot::Always && format != Format::Table {
        bail!("--plot always draws above a table, so it goes with --format table only");
    }
    let Inputs { qrels, runs } = &args.inputs;
    let mut runs = runs.clone();
    let against = args
        .against
        .as_deref()
        .map(|run| against(run, &mut runs, args.choices.names))
        .transpose()?;
    let depth = args.depth.filter(|_| !args.kind.is_by_rank());
    let mut experiment = experiment(qrels, &runs, &args.choices, depth, [])?;
    experiment.hashes = args.writing.wants_hashes();
    let request = RunCurves {
        kind: args.kind,
        depth: args.depth.unwrap_or(CurveSpec::DEPTH),
        gain: args.gain.options(),
        ideal_from: args.ideal_from,
        levels: args.levels,
        ideal: args.ideal,
        per_topic: args.per_topic,
        read: args.read.clone(),
        against: against.map(|at| Against {
            run: experiment.runs[at].name.clone(),
            shown: at < args.inputs.runs.len(),
        }),
    };
    let answer = request.answer(&experiment, &Terminal::default())?;
    let chart = chart_width(args.plot, &args.writing, format);
    let presenter = CurvePresenter { answer: &answer, digits: args.writing.decimals(), chart };
    args.writing.answer(&experiment.files(), &presenter)?;
    Ok(ExitCode::SUCCESS)
}

/// The place of the run to read against among `runs`, to which it is added if it is another one.
fn against(run: &Path, runs: &mut Vec<PathBuf>, by: Naming) -> anyhow::Result<usize> {
    let named = NamedRuns::of(runs, by)?;
    if let Some(at) = run.to_str().and_then(|text| find_run(&named.runs, text)) {
        return Ok(at);
    }
    let other = NamedRuns::of(&[run], Naming::Full)?.runs;
    let exists = |path: &Path| path.exists() || path.as_os_str() == "-";
    if !other.iter().filter_map(RunInput::path).all(exists) {
        bail!("--against {}: neither one of the runs nor a file of that name", run.display());
    }
    runs.push(run.into());
    Ok(runs.len() - 1)
}
