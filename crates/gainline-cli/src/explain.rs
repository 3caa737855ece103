//! `gainline explain`: what each document contributes to a score, or to the difference of two runs.

use crate::choices::{Choices, HEADING, from_one};
use crate::inputs::experiment;
use crate::log::Terminal;
use crate::writing::Writing;
use anyhow::bail;
use clap::Args as ClapArgs;
use gainline_analysis::default_measures;
use gainline_analysis::evaluation::measures;
use gainline_analysis::explain::{Explain, TopicChoice, some_topics};
use gainline_analysis::naming::{NamedRuns, find_run};
use gainline_report::present::ExplainPresenter;
use std::path::PathBuf;
use std::process::ExitCode;

/// What `gainline explain` is asked for.
#[derive(ClapArgs)]
#[command(
    mut_arg("topics", |arg| arg.hide(true)),
    mut_arg("missing", |arg| arg.hide(true)),
    mut_arg("threads", |arg| arg.hide(true)),
    after_help = "\
Examples:
  gainline explain examples/qrels.txt examples/runs/hybrid.run --topic t04
  gainline explain examples/qrels.txt examples/runs/hybrid.run --topic worst \\
    --against examples/runs/reranker.run",
    after_long_help = "\
Examples:
  gainline explain examples/qrels.txt examples/runs/hybrid.run --topic t04
  gainline explain examples/qrels.txt examples/runs/hybrid.run --topic t04 -m nDCG@10,AP --all
  gainline explain examples/qrels.txt examples/runs/hybrid.run --topic worst \\
    --against examples/runs/reranker.run
  gainline explain examples/qrels.txt examples/runs/hybrid.run --topic t04 \\
    --against examples/runs/reranker.run --format tsv

Use it when the score of a topic is surprising: it shows which documents the score comes from, and
which relevant documents are missing.

The judgments of the ranking are revealed one by one, from the top down. While a judgment is hidden,
its document counts as unjudged; the number of relevant documents stays as it is. The change of the
value at a rank is the document's contribution. So for every measure the contributions add up to the
score, with the value before the first document in a row of its own (before). For sums over
documents, such as nDCG, P@10 or RBP, the contributions are the terms of the sum and do not depend
on the order (additive). For others, such as AP or ERR, they depend on the documents above. The
output says which of the two holds.

Where one in five or more of the documents on top (within the cutoff, or the top 10) is unjudged,
the output says so first: the score may say more about the judgments than about the run.

Without --against, for each rank:
  grade           the document's grade; - for an unjudged document
  contrib.        its contribution
  total           the value down to this rank
  at 0, at 1, ... its contribution if it had that grade, with all other judgments unchanged (so the
                  number of relevant documents changes with it). This is its own part of the score;
                  `gainline sensitivity --base grows` shows how the whole score would change
  ideal           the grade at this rank when the highest grades come first
  ideal contrib.  its contribution there
The table ends at the last rank that contributes, after at most 20 rows (--all shows every rank).
Below it are the relevant documents outside the top, and the gain if each is moved to rank 1.

With --against, for each document: its contribution to RUN minus that to the other run. The
differences add up to the difference of the scores; `share %` is a document's part of it, below 0
where the document works against it; there is none where gains and losses nearly cancel out (the
difference is below a tenth of what they come to). The output says whether each difference comes
from the document's own change of rank, or may also come from the documents above or from the number
of retrieved documents.

tsv, csv and jsonl have full precision and every rank (rank 0: the value before the first document):
topic, measure, run, rank, document, grade, contribution, total, ideal_grade, ideal_contribution,
and at_0, at_1, ... for each grade. With --against they have every document of either run (and rank
0): topic, measure, document, grade, rank_a, rank_b, contribution_a, contribution_b, difference,
share, where b is RUN and a the run of --against. Missing values are empty (null in jsonl). json has
the whole answer."
)]
pub(crate) struct Args {
    /// Judgments: `topic iteration document grade`, or BEIR's with a header line
    qrels: PathBuf,
    /// The run; - is standard input, NAME=FILE names it
    ///
    /// Rows are `topic Q0 document rank score tag`, or `topic document rank`.
    run: PathBuf,
    /// A second run, which --against names
    #[arg(hide = true)]
    others: Vec<PathBuf>,
    /// The topic to explain; worst and best choose it by the first measure
    ///
    /// With --against, worst is the topic with the largest loss of RUN against the other run, and
    /// best the one with the largest gain. A topic that is called so comes first.
    #[arg(short, long, value_name = "ID|worst|best")]
    topic: Option<String>,
    /// Another run: explain the difference RUN − this run
    #[arg(long, value_name = "RUN")]
    against: Option<PathBuf>,
    /// Measures, as a list or given again: nDCG@5,10,AP
    #[arg(short, long = "measure", value_name = "MEASURE", default_value = default_measures::ONE)]
    measure: Vec<String>,
    /// Show every rank and every document in tables
    #[arg(long)]
    all: bool,
    /// Only the top N of each ranking
    #[arg(long, value_name = "N", value_parser = from_one, help_heading = HEADING)]
    depth: Option<usize>,
    #[command(flatten)]
    writing: Writing,
    #[command(flatten)]
    choices: Choices,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if let Some(topics) = &args.choices.topics {
        bail!("--topics {topics}: one topic is explained at a time\n  name it with --topic");
    }
    let measures = measures(&args.measure, args.choices.rel)?;
    let files = args.files()?;
    let mut experiment = experiment(&args.qrels, &files, &args.choices, args.depth, [])?;
    let name = |at: usize| experiment.runs[at].name.clone();
    let (run, against) = (name(files.len() - 1), args.against.as_ref().map(|_| name(0)));
    let Some(topic) = &args.topic else {
        let topics = some_topics(&experiment.qrels);
        bail!(
            "which topic is to be explained?\n  name one with --topic, or choose with --topic worst or \
             best: {topics}"
        );
    };
    let topic = match topic.as_str() {
        "worst" if experiment.qrels.topic(topic).is_none() => TopicChoice::Worst,
        "best" if experiment.qrels.topic(topic).is_none() => TopicChoice::Best,
        _ => TopicChoice::Id(topic.clone()),
    };
    experiment.hashes = args.writing.wants_hashes();
    let request = Explain { run, against, topic, measures };
    let answer = request.answer(&experiment, &Terminal::default())?;
    let digits = args.writing.decimals();
    let presenter = ExplainPresenter { answer: &answer, digits, all: args.all };
    args.writing.answer(&experiment.files(), &presenter)?;
    Ok(ExitCode::SUCCESS)
}

impl Args {
    /// The files of the other run, if there is one, and of the run.
    fn files(&self) -> anyhow::Result<Vec<PathBuf>> {
        let mut runs: Vec<PathBuf> = [&self.run].into_iter().chain(&self.others).cloned().collect();
        let named = NamedRuns::of(&runs, self.choices.names)?.runs;
        let mut files = vec![];
        if let Some(against) = &self.against {
            match against.to_str().and_then(|text| find_run(&named, text)) {
                Some(at) if runs.len() > 1 => files.push(runs.remove(at)),
                Some(_) | None => files.push(against.clone()),
            }
        }
        if let [run, other, ..] = &runs[..] {
            let (run, other) = (run.display(), other.display());
            bail!(
                "{other}: one run is explained at a time\n  for the difference between {run} and it, \
                 write --against {other}"
            );
        }
        Ok([files, runs].concat())
    }
}
