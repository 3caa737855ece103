//! `gainline missing`: what unjudged relevant documents could change, and which documents to judge
//! next.

use crate::choices::{Choices, HEADING, from_one};
use crate::inputs::experiment;
use crate::log::{Terminal, warn};
use crate::writing::{Format, Writing};
use anyhow::bail;
use clap::{Args as ClapArgs, ValueEnum};
use gainline_analysis::Experiment;
use gainline_analysis::default_measures;
use gainline_analysis::evaluation::measures;
use gainline_analysis::missing::{DiscoverAt, Missing, MissingPart, MissingReplay};
use gainline_report::present::{DiscoverAtPresenter, MissingPresenter, ReplayPresenter};
use std::path::PathBuf;
use std::process::ExitCode;

/// What `gainline missing` is asked for.
#[derive(ClapArgs)]
#[command(
    mut_arg("unjudged", |arg| arg.hide(true)),
    override_usage = "gainline missing [OPTIONS] <QRELS> <RUNS>...\n       gainline missing [OPTIONS] --discover-at <RANK,...> --relevant <R,...> --ap <V,...>",
    after_help = "\
Examples:
  gainline missing qrels.txt *.run --next 50 -o pool.tsv
  gainline missing qrels.txt *.run --show flips --all-pairs
--help explains the parts, the formats and how to judge a pool.",
    after_long_help = "\
Examples:
  gainline missing examples/qrels.txt examples/runs/*.run
  gainline missing examples/qrels.txt examples/runs/*.run -m nDCG@10 --next 50 -f tsv > pool.tsv
  gainline missing examples/qrels.txt examples/runs/*.run --show flips --all-pairs -f tsv
  gainline missing examples/qrels.txt examples/runs/*.run --replay -m nDCG@10
  gainline missing --discover-at 101 --relevant 10,50,100 --ap 0.1,0.3,0.5 --digits 5

Use it when runs retrieve documents that nobody judged: a new kind of run, an old collection, a
small budget for judging. It shows
  unjudged   how much of each run is unjudged, down to several ranks
  scores     each score with unjudged documents irrelevant (value), with each as relevant as its
             chance (estimate), and the lowest and highest that any grades of those that some run
             has can give. All but the value depend on which runs are given
  discovery  what one more relevant document, found at these ranks, changes in its topic's score,
             the recall base growing with it (for AP, Kishida's formula 16)
  flips      which comparisons of runs could be reversed, and by how few judgments: unjudged pooled
             documents are given the highest grade one by one, each time the one that changes most,
             so that fewer may be enough. The bounds of a difference are outer bounds, made of the
             bounds of each run: it cannot be lower or higher, and they may not be attainable. A
             comparison is `safe` if even they do not cross 0; others are not shown to be safe
  leave-out  each run without the relevant documents that only it, of the runs given, has in its top
             --pool-depth: a run that falls far may have been at a disadvantage, had it come later
  next       the documents most worth judging, by the first measure
and says in the end which conclusions are safe.

A document's priority is its share in the total uncertainty: the sum over pairs of runs of the risk
that they are in the other order, times the square of what the document would change in their
difference (after Carterette, Allan and Sitaraman 2006). The chance that it is relevant is learnt
from judged documents that the runs rank as high. Documents beyond --pool-depth in all runs are not
proposed. While a collection is judged in this order, compare runs by the estimate: by the value, a
run suffers whose documents are not judged yet. Topics without any judgment are not in the qrels,
and so not looked at: to have one judged from the start, give it a document of grade 0. Where no
judged document is relevant, unjudged ones are supposed to have the lowest relevant grade (--rel).

To judge: -o pool.tsv writes `next` with an empty last column, `grade` (a file that does not end in
.tsv, .csv, .json, .jsonl, .md or .tex gets the tables for people). When grades are filled in, this
makes new judgments of the old ones, in TREC's four columns, and the rows that have a grade:
  awk 1 qrels.txt > new.txt
  awk -F'\\t' '{ sub(/\\r$/, \"\") } NR == 1 { g = NF } NR > 1 && $g != \"\" { print $2, 0, $3, $g }' \\
    pool.tsv >> new.txt
For BEIR's three columns, print $2 \"\\t\" $3 \"\\t\" $g instead.

--replay removes all judgments and gives them back in the order of `next`, by pool depth, and at
random, and shows how many judgments are needed to reach the final order of the runs (Kendall's
tau = 1). Stopped by --most, it cannot tell whether they stay so, and `stays` is empty.
--discover-at needs no files: it shows what one more relevant document found at that rank, below all
others, changes in average precision (Kishida's formula 17 and Table 1); lowest_ap is the least AP
that so many relevant documents can have there.

table, markdown, latex and json hold all parts, or those that --show names. tsv, csv and jsonl hold
one part at full precision, `next` without --show:
  unjudged   run, depth, unjudged_share, first_unjudged, topics_with_unjudged, unjudged_documents
  scores     measure, run, value, estimate, low, high
  discovery  measure, run, first_rank, last_rank, unjudged_documents, change
  flips      measure, run, against, difference, least, most, outcome, judgments, documents (those
             that turn it: topic document topic document ...; in json and jsonl a list)
  leave-out  measure, run, unique_relevant, before, after, change_percent, place_before,
             place_after, tied_before, tied_after, tau
  next       position, topic, document, priority, chance, best_rank, rank_NAME for each run, and an
             empty grade
and with --replay: measure, order, judgments, tau, tau_by_estimate; with --discover-at: rank,
relevant, ap, change, lowest_ap. What has no value is empty (null in jsonl)."
)]
pub(crate) struct Args {
    /// Judgments: `topic iteration document grade`, or BEIR's with a header line
    #[arg(required_unless_present = "discover_at")]
    qrels: Option<PathBuf>,
    /// Runs: `topic Q0 document rank score tag`, or `topic document rank`; - is standard input,
    /// NAME=FILE names a run
    #[arg(required_unless_present = "discover_at")]
    runs: Vec<PathBuf>,
    /// Measures, by any tool's spelling; may be given again, and be lists: nDCG@5,10,AP
    #[arg(short, long = "measure", value_name = "MEASURE", default_value = default_measures::USUAL)]
    measure: Vec<String>,
    /// How many documents to propose [default: 10]
    #[arg(long, value_name = "N", value_parser = from_one)]
    next: Option<usize>,
    /// Only these parts
    #[arg(long, value_name = "PART,...", value_delimiter = ',', value_enum)]
    show: Vec<Part>,
    /// How deep runs are pooled: deeper documents are neither proposed nor contributed
    #[arg(long, value_name = "N", default_value = "100", value_parser = from_one)]
    pool_depth: usize,
    /// Look at all pairs of runs; without it, with over 6 runs only at neighbours
    #[arg(long)]
    all_pairs: bool,
    /// Take the judgments away and give them back, to see how many judgments are needed to reach the
    /// final order of the runs
    #[arg(long, conflicts_with_all = ["show", "next", "all_pairs", "pool_depth"])]
    replay: bool,
    /// Judge so many documents at a time in the replay [default: a 200th of the judgments]
    #[arg(long, value_name = "N", value_parser = from_one, requires = "replay")]
    batch: Option<usize>,
    /// Stop the replay after so many judgments [default: all]
    #[arg(long, value_name = "N", value_parser = from_one, requires = "replay")]
    most: Option<usize>,
    /// Seed of the random order
    #[arg(long, value_name = "N", default_value = "1", requires = "replay")]
    seed: u64,
    /// Without files: what finding a relevant document at these ranks changes in AP
    #[arg(long, value_name = "RANK,...", value_delimiter = ',', value_parser = from_one,
        requires = "relevant", requires = "ap", conflicts_with_all = ["qrels", "runs", "measure", "show", "next", "pool_depth",
        "all_pairs", "depth", "replay"])]
    discover_at: Vec<usize>,
    /// With --discover-at: how many relevant documents were known before
    #[arg(long, value_name = "R,...", value_delimiter = ',', value_parser = from_one,
        requires = "discover_at")]
    relevant: Vec<usize>,
    /// With --discover-at: the average precision before
    #[arg(long, value_name = "V,...", value_delimiter = ',', value_parser = from_0_to_1,
        requires = "discover_at")]
    ap: Vec<f64>,
    /// Only the top N of each ranking
    #[arg(long, value_name = "N", value_parser = from_one, help_heading = HEADING)]
    depth: Option<usize>,
    #[command(flatten)]
    writing: Writing,
    #[command(flatten)]
    choices: Choices,
}

/// A part of what is shown.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    Unjudged,
    Scores,
    Discovery,
    Flips,
    LeaveOut,
    Next,
}

impl From<Part> for MissingPart {
    fn from(part: Part) -> Self {
        match part {
            Part::Unjudged => MissingPart::Unjudged,
            Part::Scores => MissingPart::Scores,
            Part::Discovery => MissingPart::Discovery,
            Part::Flips => MissingPart::Flips,
            Part::LeaveOut => MissingPart::LeaveOut,
            Part::Next => MissingPart::Next,
        }
    }
}

fn from_0_to_1(text: &str) -> Result<f64, String> {
    let number = text.trim().parse().ok().filter(|n: &f64| (0.0..=1.0).contains(n));
    number.ok_or_else(|| "not a number from 0 to 1".into())
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if !args.discover_at.is_empty() {
        return discover_at(args);
    }
    // An option that --replay conflicts with would silence the demand for it.
    let of_replay = [("--batch", args.batch), ("--most", args.most)];
    if let Some((option, _)) = of_replay.iter().find(|(_, n)| n.is_some() && !args.replay) {
        bail!(
            "{option} is for --replay\n  leave it out, or give --replay without --show and --next"
        );
    }
    let Some(qrels) = &args.qrels else { bail!("there are no qrels") };
    let mut experiment = experiment(qrels, &args.runs, &args.choices, args.depth, [])?;
    experiment.hashes = args.writing.wants_hashes();
    if args.replay { replay(args, &experiment) } else { study(args, &experiment) }
}

fn study(args: &Args, experiment: &Experiment) -> anyhow::Result<ExitCode> {
    let format = args.writing.format();
    let one = matches!(format, Format::Tsv | Format::Csv | Format::Jsonl);
    if one && args.show.len() > 1 {
        bail!(
            "--show names {} parts, and tsv, csv and jsonl hold one\n  name one part, or write json",
            args.show.len()
        );
    }
    let mut request = Missing::by(measures(&args.measure, args.choices.rel)?);
    request.parts = match &args.show[..] {
        [] if one => vec![MissingPart::Next],
        [] => MissingPart::ALL.to_vec(),
        some => some.iter().map(|part| (*part).into()).collect(),
    };
    request.next = args.next.unwrap_or(request.next);
    request.pool_depth = args.pool_depth;
    request.all_pairs = args.all_pairs;
    let part = request.parts[0];
    let answer = request.answer(experiment, &Terminal::default())?;
    let presenter = MissingPresenter { answer: &answer, digits: args.writing.decimals(), part };
    args.writing.answer(&experiment.files(), &presenter)?;
    if let Some(file) = args.writing.file()
        && args.next.is_some()
        && format == Format::Table
    {
        warn(&format!(
            "{}: holds tables for people, not judgments; to fill in grades, write to a file \
             that ends in .tsv or .csv",
            file.display()
        ));
    }
    Ok(ExitCode::SUCCESS)
}

fn replay(args: &Args, experiment: &Experiment) -> anyhow::Result<ExitCode> {
    let request = MissingReplay {
        measures: measures(&args.measure, args.choices.rel)?,
        batch: args.batch,
        most: args.most,
        seed: args.seed,
    };
    let answer = request.answer(experiment, &Terminal::default())?;
    args.writing.answer(&experiment.files(), &ReplayPresenter { answer: &answer })?;
    Ok(ExitCode::SUCCESS)
}

fn discover_at(args: &Args) -> anyhow::Result<ExitCode> {
    let request = DiscoverAt {
        ranks: args.discover_at.clone(),
        relevant: args.relevant.clone(),
        ap: args.ap.clone(),
    };
    let answer = request.answer()?;
    let presenter = DiscoverAtPresenter { answer: &answer, digits: args.writing.decimals() };
    args.writing.answer(&[], &presenter)?;
    Ok(ExitCode::SUCCESS)
}
