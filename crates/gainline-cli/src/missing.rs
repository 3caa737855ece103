//! `gainline missing`: what undiscovered relevant documents could do, and which documents to judge
//! next.

mod calculator;
mod fields;
mod json;
mod notes;
mod parts;
mod replaying;
mod report;
mod study;
mod tables;
mod verdicts;
mod words;

use crate::choices::{Choices, HEADING, from_one};
use crate::evaluation::measures;
use crate::runs::{Opened, asked};
use crate::writing::Writing;
use anyhow::bail;
use clap::{Args as ClapArgs, ValueEnum};
use gainline::{Ties, Unjudged};
use std::path::PathBuf;
use std::process::ExitCode;

/// What is looked at when nothing is asked for.
const DEFAULT_MEASURES: &str = "nDCG@10,AP";

/// What `gainline missing` is asked for.
#[derive(ClapArgs)]
#[command(
    mut_arg("unjudged", |arg| arg.hide(true)),
    after_help = "\
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
  flips      which comparisons of runs could turn, and after how few judgments: open documents are
             given the highest grade one by one, each time the one that turns most, so that fewer
             may do. `safe` is what no grades of unjudged documents that some run has can turn; for
             measures where too much would have to be tried, nothing is called safe
  leave-out  each run without the relevant documents that only it, of the runs given, has in its top
             --pool-depth: a run that falls far may have been at a disadvantage, had it come later
  next       the documents most worth judging, by the first measure
and says in the end which conclusions are safe.

A document's priority is its share in all that is in doubt: the sum over pairs of runs of the risk
that they stand in the other order, times the square of what the document would change in their
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

--replay takes all judgments away and gives them back in the order of `next`, as a pool deepens, and
at random, and shows how soon the runs stand in their final order (Kendall's tau = 1). Stopped by
--most, it cannot tell whether they stay so, and `stays` is empty.
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
             place_after, tau
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
    #[arg(short, long = "measure", value_name = "MEASURE", default_value = DEFAULT_MEASURES)]
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
    /// Take the judgments away and give them back, to see how soon the order of the runs is there
    #[arg(long, conflicts_with_all = ["show", "next", "all_pairs", "pool_depth"])]
    replay: bool,
    /// Judge so many documents at a time in the replay [default: a 200th of the judgments]
    #[arg(long, value_name = "N", value_parser = from_one, requires = "replay")]
    batch: Option<usize>,
    /// Stop the replay after so many judgments [default: all]
    #[arg(long, value_name = "N", value_parser = from_one, requires = "replay")]
    most: Option<usize>,
    /// Where the random order of the replay comes from
    #[arg(long, value_name = "N", default_value = "1", requires = "replay")]
    seed: u64,
    /// Without files: what finding a relevant document at these ranks changes in AP
    #[arg(long, value_name = "RANK,...", value_delimiter = ',', value_parser = from_one,
        requires = "relevant", requires = "ap", conflicts_with_all = ["qrels", "runs", "measure", "show", "next", "pool_depth",
        "all_pairs", "depth", "replay"])]
    discover_at: Vec<usize>,
    /// How many relevant documents were known before
    #[arg(long, value_name = "R,...", value_delimiter = ',', value_parser = from_one,
        requires = "discover_at")]
    relevant: Vec<usize>,
    /// The average precision before
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

impl Part {
    const ALL: [Part; 6] =
        [Part::Unjudged, Part::Scores, Part::Discovery, Part::Flips, Part::LeaveOut, Part::Next];
}

fn from_0_to_1(text: &str) -> Result<f64, String> {
    let number = text.trim().parse().ok().filter(|n: &f64| (0.0..=1.0).contains(n));
    number.ok_or_else(|| "not a number from 0 to 1".into())
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if !args.discover_at.is_empty() {
        return calculator::run(args);
    }
    check(args)?;
    let Some(qrels) = &args.qrels else { bail!("there are no qrels") };
    let measures = measures(&args.measure, args.choices.rel)?;
    let mut opened = Opened::new(asked(&args.runs), qrels, &args.choices, [])?;
    opened.options.depth = args.depth;
    if args.replay {
        replaying::run(args, &opened, &measures)
    } else {
        report::run(args, &opened, &measures)
    }
}

/// Whether the choices go together with the question.
fn check(args: &Args) -> anyhow::Result<()> {
    let Choices { ties, unjudged, .. } = args.choices;
    // An option that --replay conflicts with would silence the demand for it.
    let of_replay = [("--batch", args.batch), ("--most", args.most)];
    if let Some((option, _)) = of_replay.iter().find(|(_, n)| n.is_some() && !args.replay) {
        bail!(
            "{option} is for --replay\n  leave it out, or give --replay without --show and --next"
        );
    }
    if unjudged != Unjudged::Irrelevant {
        bail!(
            "--unjudged {unjudged}: what unjudged documents could be is the question here\n  \
             leave --unjudged out"
        );
    }
    if !matches!(ties, Ties::Docid | Ties::Rank | Ties::Input) {
        bail!(
            "--ties {ties}: what a document does depends on its rank, so equal scores need one \
             order\n  order ties by docid, rank or input"
        );
    }
    Ok(())
}
