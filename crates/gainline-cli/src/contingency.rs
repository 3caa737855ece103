//! `gainline contingency`: documents counted by whether they are relevant and whether they were
//! retrieved.

use crate::choices::{Choices, finite, from_one};
use crate::inputs::experiment;
use crate::log::Terminal;
use crate::writing::Writing;
use anyhow::Context;
use clap::Args as ClapArgs;
use gainline_analysis::contingency::{ContingencyTables, Retrieved};
use gainline_report::present::ContingencyPresenter;
use std::path::PathBuf;
use std::process::ExitCode;

/// What `gainline contingency` is asked for.
#[derive(ClapArgs)]
#[command(
    mut_arg("known", |arg| arg.hide(true)),
    mut_arg("expected", |arg| arg.hide(true)),
    after_help = "\
Example: gainline contingency qrels.txt bm25.run --at 10 --collection-size 528155
--help explains the tables.",
    after_long_help = "\
Examples:
  gainline contingency qrels.txt bm25.run --at 10 --collection-size 528155
  gainline contingency qrels.txt boolean.run --at all --per-topic
  gainline contingency qrels.txt dense.run --score 0.75 -q --format tsv > tables.tsv

Every document of the collection is relevant or not, and was retrieved or not. With n1 relevant and
retrieved (found), n2 retrieved but not relevant (false positives; Rocchio says false drops), n3
relevant but not retrieved (missed), n4 neither (rejected), and N = n1 + n2 + n3 + n4 (Rocchio 1966,
figure 5.1; the numbers of his equations on the right):
  joint probabilities           n1/N, n2/N, n3/N, n4/N                           (5.1 to 5.4)
  hit, or recall                n1 / (n1 + n3): retrieved, given relevant        (5.5)
  false drop, or fallout        n2 / (n2 + n4): retrieved, given not relevant    (5.6)
  miss                          n3 / (n1 + n3): not retrieved, given relevant    (5.7)
  correct rejection,            n4 / (n2 + n4): not retrieved, given not         (5.8)
    or specificity              relevant
  precision                     n1 / (n1 + n2): relevant, given retrieved        (5.9)
  F1                            the harmonic mean of precision and recall
0/0 counts as 0; miss is 1 − recall, and specificity is 1 − fallout.

Over topics, macro is the mean of the topics' ratios, where each topic counts the same (sample
means, 5.11 and 5.12); micro is the ratio in the sum of the topics' tables, where each document
counts the same (population ratios, 5.13 and 5.14).

Without --collection-size, a topic's N counts only the documents that it retrieved, at any rank, or
that are judged relevant, not those that are judged non-relevant and were not retrieved. This is the
smallest possible N, and fallout is the highest possible.

tsv, csv and jsonl hold, at full precision, a row for each topic (with --per-topic), then a row for
the topic `all`, with the means over topics (macro), and one for `all:micro`, with the sums of the
counts and the ratios of these sums. Columns: run, topic, found, false_drops, missed, rejected,
retrieved, relevant, N, joint_found, joint_false_drops, joint_missed, joint_rejected, precision,
recall, fallout, miss, specificity, F1. json holds the whole answer: the same under `macro`, `micro`
and `topics`, `relative_difference` (of macro and micro, as a share of the larger), and the options
and facts behind the numbers."
)]
pub(crate) struct Args {
    /// Judgments: `topic iteration document grade`, or BEIR's with a header line
    qrels: PathBuf,
    /// A run: `topic Q0 document rank score tag`, or `topic document rank`; - is standard input,
    /// NAME=FILE names it
    run: PathBuf,
    #[command(flatten)]
    retrieved: RetrievedArgs,
    /// Show every topic's counts too
    #[arg(short = 'q', long)]
    per_topic: bool,
    #[command(flatten)]
    writing: Writing,
    #[command(flatten)]
    choices: Choices,
}

/// Which documents count as retrieved: one of the two.
#[derive(ClapArgs)]
#[group(required = true, multiple = false)]
struct RetrievedArgs {
    /// The top K of each ranking count as retrieved, or the whole of it (all)
    #[arg(long, value_name = "K|all", value_parser = top)]
    at: Option<Retrieved>,
    /// The documents with this score or a higher one count as retrieved
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = least_score)]
    score: Option<Retrieved>,
}

fn top(text: &str) -> Result<Retrieved, String> {
    if text == "all" {
        return Ok(Retrieved::All);
    }
    from_one(text).map(Retrieved::Top).map_err(|error| format!("{error}, nor `all`"))
}

fn least_score(text: &str) -> Result<Retrieved, String> {
    finite(text).map(Retrieved::Score)
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let retrieved = args.retrieved.at.or(args.retrieved.score);
    let retrieved = retrieved.context("neither --at nor --score")?;
    let request = ContingencyTables { retrieved, per_topic: args.per_topic };
    let run = std::slice::from_ref(&args.run);
    let mut experiment = experiment(&args.qrels, run, &args.choices, None, [])?;
    experiment.hashes = args.writing.wants_hashes();
    let answer = request.answer(&experiment, &Terminal::default())?;
    let presenter = ContingencyPresenter { answer: &answer, digits: args.writing.decimals() };
    args.writing.answer(&experiment.files(), &presenter)?;
    Ok(ExitCode::SUCCESS)
}
