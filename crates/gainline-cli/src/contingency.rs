//! `gainline contingency`: documents counted by whether they are relevant and whether they were
//! retrieved, and the averages that differ by what is averaged.

mod figures;
mod json;
mod notes;
mod report;
mod tables;

use crate::choices::{Choices, finite, from_one};
use crate::log::Progress;
use crate::notes::Seen;
use crate::runs::{Asked, Opened, asked};
use crate::writing::Writing;
use anyhow::{Context, bail};
use clap::Args as ClapArgs;
use gainline::{Contingency, Error, ErrorKind, Facts, Judged, Options, Qrels, Source, Unjudged};
use std::path::PathBuf;
use std::process::ExitCode;

/// What `gainline contingency` is asked for.
#[derive(ClapArgs)]
#[command(
    mut_arg("known", |arg| arg.hide(true)),
    mut_arg("expected", |arg| arg.hide(true)),
    after_help = "\
Examples:
  gainline contingency qrels.txt bm25.run --at 10 --collection-size 528155
  gainline contingency qrels.txt boolean.run --at all --per-topic
  gainline contingency qrels.txt dense.run --score 0.75 -q --format tsv > tables.tsv

Every document of the collection is relevant or not, and was retrieved or not. With n1 relevant and
retrieved (found), n2 retrieved but not relevant (false drops), n3 relevant but not retrieved
(missed), n4 neither (rejected), and N = n1 + n2 + n3 + n4 (Rocchio 1966, figure 5.1):
  joint probabilities           n1/N, n2/N, n3/N, n4/N                           (5.1 to 5.4)
  hit, or recall                n1 / (n1 + n3): retrieved, given relevant        (5.5)
  false drop, or fallout        n2 / (n2 + n4): retrieved, given not relevant    (5.6)
  miss                          n3 / (n1 + n3): not retrieved, given relevant    (5.7)
  correct rejection,            n4 / (n2 + n4): not retrieved, given not         (5.8)
    or specificity              relevant
  precision                     n1 / (n1 + n2): relevant, given retrieved        (5.9)
  F                             the harmonic mean of precision and recall
A ratio of nothing to nothing is 0; a miss is 1 less the recall, a specificity 1 less the fallout.

Over topics, macro is the mean of the topics' ratios, where each topic counts the same (sample
means, 5.11 and 5.12); micro is the ratio in the sum of the topics' tables, where each document
counts the same (population ratios, 5.13 and 5.14).

Without --collection-size, a topic's N counts only the documents that it retrieved, at any rank, or
that are judged relevant. Fallout is then the highest possible.

tsv, csv and jsonl hold, at full precision, a row for each topic (with --per-topic), then a row for
the topic `all`, with the means over topics (macro), and one for `all:micro`, with the sums of the
counts and the ratios of these sums. Columns: run, topic, found, false_drops, missed, rejected,
retrieved, relevant, N, joint_found, joint_false_drops, joint_missed, joint_rejected, precision,
recall, fallout, miss, specificity, F. json has the same names under `totals`, `macro`, `micro` and
`topics`, and the choices behind them; `at` is null there for the whole ranking."
)]
pub(crate) struct Args {
    /// Judgments: `topic iteration document grade`, or BEIR's with a header line
    qrels: PathBuf,
    /// A run: `topic Q0 document rank score tag`, or `topic document rank`; - is standard input,
    /// NAME=FILE names it
    run: PathBuf,
    #[command(flatten)]
    retrieved: Retrieved,
    /// Give every topic's counts too
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
struct Retrieved {
    /// The top K of each ranking count as retrieved, or the whole of it (all)
    #[arg(long, value_name = "K|all", value_parser = top)]
    at: Option<Cut>,
    /// The documents with this score or a higher one count as retrieved
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = least_score)]
    score: Option<Cut>,
}

/// Where a ranking is cut into retrieved and not retrieved.
#[derive(Clone, Copy, PartialEq)]
enum Cut {
    Top(usize),
    All,
    Score(f64),
}

fn top(text: &str) -> Result<Cut, String> {
    if text == "all" {
        return Ok(Cut::All);
    }
    from_one(text).map(Cut::Top).map_err(|error| format!("{error}, nor `all`"))
}

fn least_score(text: &str) -> Result<Cut, String> {
    finite(text).map(Cut::Score)
}

/// A run's tables, topic by topic.
struct Counted {
    name: String,
    file: String,
    /// In the order of the qrels.
    topics: Vec<(String, Contingency)>,
    /// Judged topics that the run lacks.
    missing: Vec<String>,
    facts: Facts,
}

impl Counted {
    fn seen(&self) -> Seen<'_> {
        let Counted { name: run, topics, missing, facts, .. } = self;
        Seen { run, topics: topics.len(), missing, facts }
    }

    /// The topics' tables, added up.
    fn total(&self) -> Contingency {
        self.topics.iter().fold(Contingency::default(), |sum, (_, table)| sum.add(table))
    }

    /// The mean over topics of what `figure` makes of each table; 0 without topics.
    fn mean(&self, figure: impl Fn(&Contingency) -> f64) -> f64 {
        let sum = self.topics.iter().fold(0.0, |sum, (_, table)| sum + figure(table));
        sum / self.topics.len().max(1) as f64
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let cut = args.retrieved.at.or(args.retrieved.score).context("neither --at nor --score")?;
    if args.choices.unjudged == Unjudged::Bounds {
        bail!(
            "--unjudged bounds: the entries of a table are counts, without a lowest and a highest\n  \
             use irrelevant or condense, or `gainline eval` for the bounds of measures"
        );
    }
    let asked = asked(std::slice::from_ref(&args.run));
    let mut opened = Opened::new(asked, &args.qrels, &args.choices, [])?;
    opened.options.scores = matches!(cut, Cut::Score(_));
    let run = opened.asked.first().context("no run")?;
    let counted = count(run, &opened.qrels, cut, &opened.options)?;
    let about = report::About {
        opened: &opened,
        cut,
        per_topic: args.per_topic,
        digits: args.writing.decimals(),
    };
    let format = args.writing.format();
    args.writing.write(&opened.files, |out| report::write(&about, &counted, format, out))?;
    Ok(ExitCode::SUCCESS)
}

/// Counts the documents of each topic.
fn count(run: &Asked, qrels: &Qrels, cut: Cut, options: &Options) -> gainline::Result<Counted> {
    let source = Source::path(&run.file).rereadable()?;
    let progress = Progress::new(&run.name, source.size());
    let each = |judged: &Judged<'_>| (table(judged, cut, options), documents(judged));
    let counting = options.each_topic(qrels, &source, &|bytes| progress.set(bytes), &each)?;
    if counting.facts.three_columns && options.scores {
        return Err(Error::new(ErrorKind::Malformed, "a run of three columns has no scores")
            .in_file(source.name())
            .remedy("say how many documents count as retrieved: --at K"));
    }
    let mut topics = vec![];
    for (topic, (table, documents)) in counting.topics {
        if options.collection.is_some_and(|size| size < documents) {
            return Err(too_small(&topic, documents));
        }
        topics.push((topic, table));
    }
    let (name, file) = (run.name.clone(), source.name().to_string());
    Ok(Counted { name, file, topics, missing: counting.missing, facts: counting.facts })
}

fn table(judged: &Judged<'_>, cut: Cut, options: &Options) -> Contingency {
    match cut {
        Cut::Top(k) => Contingency::within_ties(judged, options.rel, k, options.ties),
        Cut::All => Contingency::within(judged, options.rel, usize::MAX),
        Cut::Score(least) => {
            Contingency::from_score(judged, options.rel, least).unwrap_or_default()
        }
    }
}

/// How many documents of the collection are known: those retrieved or judged.
fn documents(judged: &Judged<'_>) -> usize {
    judged.retrieved() + judged.grades().len() - judged.found().len()
}

/// What measures say that need the size of the collection.
fn too_small(topic: &str, documents: usize) -> Error {
    let message = format!(
        "the collection is too small for topic `{topic}`: {documents} documents are retrieved or \
         judged"
    );
    Error::new(ErrorKind::Measure, message)
        .remedy("give the size of the whole collection (--collection-size)")
}
