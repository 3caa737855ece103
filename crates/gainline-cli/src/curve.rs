//! `gainline curve`: gain, precision and recall as curves.

mod asked;
mod json;
mod notes;
mod reading;
mod report;
mod rows;
mod shown;

use crate::charts::{Plot, chart_width};
use crate::choices::{Choices, from_one, one_of};
use crate::notes::Seen;
use crate::runs::{self, Inputs, Opened, Sharing};
use crate::writing::Writing;
pub(crate) use asked::levels;
use clap::Args as ClapArgs;
use gainline::{CurveKind, CurveSet, CurveSpec, Curves, IdealFrom, Normalise, Source};
use std::path::PathBuf;
use std::process::ExitCode;

/// What `gainline curve` is asked for.
#[derive(ClapArgs)]
#[command(
    mut_arg("known", |arg| arg.hide(true)),
    mut_arg("expected", |arg| arg.hide(true)),
    after_help = "\
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
  pr     interpolated precision at recall 0, 0.1, … 1: the best at that recall or beyond
  roc    recall against fallout, the share of the documents not relevant that is retrieved
Over ranks, the curve at rank k is what `gainline eval` gives for CG@k, DCG@k, nCG@k, nDCG@k, P@k
or R@k; pr is IPrec@r. A ranking that ends before the curve does keeps its gain and its recall;
precision goes on dividing by the rank. All are means over topics, but with --normalise mean.

A roc curve goes to the right with each document not relevant and up with each relevant one. Tied
documents under --ties average, and those not retrieved, have no order: the curve is a straight
line there. It is averaged over topics at fallout 0, 0.01, … 1; where it rises straight up, the
highest value counts. A topic with nothing relevant is 0 everywhere, and so is its area; an empty
ranking is the diagonal, with an area of 0.5. Without --collection-size, the collection of a topic
is the documents retrieved or judged relevant.

What sums up a curve:
  mean   its mean height over all ranks or levels: over ranks AvgnDCG@k and its kin, for pr the
         eleven-point average
  area   over ranks the sum of the heights; for pr the area below straight lines between the
         levels; for roc the exact area, mean over topics: NormR, the share of pairs in the right
         order
  gap    the area between the ideal curve and this one: what a ranking less than perfect lost

Reading (--read 5,10): the first rank at which a run has the gain that the ideal ranking, or
another run (--against), has at rank 5 and at rank 10. A run that needs rank 30 for what the ideal
has at 10 makes its users look at three times as many documents. With it come the rank at which
the ideal turns flat, beyond which nothing is to be gained, and the widest gap below the ideal.

tsv, csv and jsonl hold `run, topic, x, value` for all ranks or levels at full precision, topics in
the order of the qrels, `all` last, each with x `mean` and `area` at its end; the ideal is the run
`ideal`, or `ideal of RUN` where runs differ in it. With --read they hold the readings instead:
`run, against, at, value, rank`, where `at` is the rank that was asked for, `gap` (the widest gap,
and its rank) or `flat` (the ideal's last rise), and a rank that is never reached is empty. json
holds the choices and all of it."
)]
pub(crate) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// What the curves show
    #[arg(short, long, default_value = "ndcg", value_parser = one_of(&CurveKind::ALL))]
    kind: CurveKind,
    /// The last rank of the curve [default: 200]; for pr and roc only the top N of each ranking
    /// counts [default: all of it]
    #[arg(long, value_name = "N", value_parser = from_one)]
    depth: Option<usize>,
    #[command(flatten)]
    gaining: Gaining,
    /// Show the curve of the best possible ranking too
    #[arg(long)]
    ideal: bool,
    /// The documents of the ideal ranking: all judged ones, or only those retrieved [default: judged]
    #[arg(long, value_parser = one_of(&IdealFrom::ALL))]
    ideal_from: Option<IdealFrom>,
    /// For p, r, pr and roc: a curve for each grade of the qrels above 0, from which on documents
    /// are relevant
    #[arg(long)]
    levels: bool,
    /// Give every topic's curve too
    #[arg(short = 'q', long)]
    per_topic: bool,
    /// Read the curves from left to right: the first rank at which a run has what the ideal has at
    /// these ranks
    #[arg(long, value_name = "K,...", value_delimiter = ',', value_parser = from_one)]
    read: Vec<usize>,
    /// Read against this run instead of the ideal: one of the runs, by name or file, or another
    #[arg(long, value_name = "RUN", requires = "read")]
    against: Option<PathBuf>,
    /// Draw the curves above the table; auto does when they are shown on a terminal
    #[arg(long, value_enum, default_value = "auto")]
    plot: Plot,
    #[command(flatten)]
    writing: Writing,
    #[command(flatten)]
    choices: Choices,
}

/// How gains are made of grades, and cumulated.
#[derive(ClapArgs)]
pub(crate) struct Gaining {
    /// What a grade is worth: linear (itself), exp2 (2^grade - 1), 0-1-10-100 (the weights of grades
    /// 0, 1, 2, 3), {1:3,2:9} (these grades so, the others linear) [default: linear]
    #[arg(long)]
    pub gains: Option<String>,
    /// What a gain at rank k is divided by: log2 (log2(k+1), as trec_eval), jk (1 below the base,
    /// then log_base k), jk-rn (1 at rank 1, then log_base k), rank (k), none (1) [default: log2]
    #[arg(long, value_parser = ["log2", "jk", "jk-rn", "rank", "none"], hide_possible_values = true)]
    pub discount: Option<String>,
    /// The base of the logarithm, for jk and jk-rn [default: 2]
    #[arg(long, value_name = "N")]
    pub base: Option<String>,
    /// For ncg and ndcg: the mean of each topic's share of its ideal (topic), or the mean gain as a
    /// share of the mean ideal gain (mean) [default: topic]
    #[arg(long, value_parser = one_of(&Normalise::ALL), hide_possible_values = true)]
    pub normalise: Option<Normalise>,
}

/// One run's name, file and curves.
pub(crate) struct Drawn {
    pub name: String,
    file: String,
    pub set: CurveSet,
}

impl Drawn {
    pub(crate) fn seen(&self) -> Seen<'_> {
        let Drawn { name: run, set, .. } = self;
        Seen { run, topics: set.topics().len(), missing: set.missing(), facts: set.facts() }
    }
}

/// What all runs were drawn with.
struct About<'a> {
    args: &'a Args,
    opened: &'a Opened,
    specs: &'a [CurveSpec],
    /// The lowest relevant grade of each curve, where there are several.
    levels: &'a [f64],
    /// How wide a chart is, if there is one.
    chart: Option<usize>,
}

impl About<'_> {
    /// The last rank of the curves, or the last of their levels.
    fn last(&self) -> usize {
        self.specs[0].width()
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let format = args.writing.format();
    asked::check(args, format)?;
    let Inputs { qrels, runs } = &args.inputs;
    let mut asked = runs::asked(runs);
    let against =
        args.against.as_deref().map(|run| reading::against(run, &mut asked)).transpose()?;
    let mut opened = Opened::new(asked, qrels, &args.choices, [])?;
    opened.options.depth = args.depth.filter(|_| !args.kind.is_by_rank());
    let levels = if args.levels { asked::levels(&opened.qrels)? } else { vec![] };
    let specs = asked::specs(args, &levels)?;
    let drawn = draw(&opened, &specs, args.per_topic)?;
    // Another run to read against comes last, and is not shown itself.
    let (shown, _) = drawn.split_at(runs.len());
    let about = About {
        args,
        opened: &opened,
        specs: &specs,
        levels: &levels,
        chart: chart_width(args.plot, &args.writing, format),
    };
    let readings = reading::read(&about, shown, against.map(|at| &drawn[at]));
    args.writing
        .write(&opened.files, |out| report::write(&about, shown, readings.as_ref(), format, out))?;
    Ok(ExitCode::SUCCESS)
}

/// Draws the curves of all runs.
pub(crate) fn draw(
    opened: &Opened,
    specs: &[CurveSpec],
    per_topic: bool,
) -> anyhow::Result<Vec<Drawn>> {
    let Opened { asked, qrels, options, .. } = opened;
    let mut options = options.clone();
    let sharing = Sharing::new(asked, &mut options);
    let curves = Curves::new(qrels, specs, options)?.per_topic(per_topic);
    let sets = sharing.each(asked, CurveSet::facts, |source, progress| {
        curves.run_with_progress(source, progress)
    })?;
    let drawn = asked.iter().zip(sets).map(|(run, set)| Drawn {
        name: run.name.clone(),
        file: Source::path(&run.file).name().to_string(),
        set,
    });
    Ok(drawn.collect())
}
