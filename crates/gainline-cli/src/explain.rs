//! `gainline explain`: what each document contributes to a score, or to the difference of two runs.

mod differences;
mod json;
mod notes;
mod ranks;
mod report;
mod words;

use crate::choices::{Choices, HEADING, from_one};
use crate::evaluation::measures;
use crate::log::say;
use crate::runs::{Asked, Opened, asked};
use crate::writing::{Format, Writing};
use anyhow::{Context, bail};
use clap::Args as ClapArgs;
use gainline::{Measure, Pool, PoolTopic, Qrels, Run, Source, Ties, Unjudged};
use gainline_analysis::explain::{Account, Difference, Explainer, Ideal, Missed};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// What `gainline explain` is asked for.
#[derive(ClapArgs)]
#[command(
    mut_arg("topics", |arg| arg.hide(true)),
    mut_arg("missing", |arg| arg.hide(true)),
    mut_arg("threads", |arg| arg.hide(true)),
    after_help = "\
Examples:
  gainline explain examples/qrels.txt examples/runs/hybrid.run --topic t04
  gainline explain examples/qrels.txt examples/runs/hybrid.run --topic t04 -m nDCG@10,AP --all
  gainline explain examples/qrels.txt examples/runs/hybrid.run --topic t04 \\
    --against examples/runs/reranker.run
  gainline explain examples/qrels.txt examples/runs/hybrid.run --topic t04 \\
    --against examples/runs/reranker.run --format tsv

Use it when a topic's score surprises: which documents made it, and which ones are missing from it.
The ranking is gone down, and one document's judgment after another is revealed; those below count
as unjudged, and what there is to be found stays as it is. What the score changes by is the
document's contribution. So contributions add up to the score, for every measure; where it has a
value before the first document, that stands in a row of its own (before). For sums over documents,
such as nDCG, P@10 or RBP, these are the usual terms, and the order in which they are revealed does
not matter (additive). For others, such as AP or ERR, what a document contributes depends on what
stands above it (in sequence). It is said which of the two holds.

Without --against, rank by rank:
  grade        the document's grade; a dash while it is unjudged
  adds         what it contributes
  total        the value by then
  at 0, at 1…  what it would contribute if that were its grade, all other judgments as they are (so
               the recall base changes with it); 0 and the grades of the qrels. This is its own
               part of the score under those judgments; how the whole score would change, `gainline
               sensitivity --base grows` shows
  ideal        the grade that stands there when the highest grades come first
  ideal adds   what that contributes
Rows go down to the last rank that contributes or should, 20 at most (--all shows every rank). Then
come relevant documents that are not in the top, and how the score would change with each on top.

With --against, document by document: the contribution to RUN (B) less that to the other run (A).
These differences add up to the difference of the scores; `share %` is each one's part of it, below
0 for what works against it. It is said whether each difference comes from the document's own move
(additive), or a document that stays where it is may differ too: by what stands above it, or by how
many documents are retrieved.

tsv, csv and jsonl hold, at full precision and for every rank (rank 0 is the value before the first
document): topic, measure, run, rank, document, grade, contribution, total, ideal_grade,
ideal_contribution, and at_0, at_1… for each grade (in jsonl a list `at`). With --against, for
every document of either run (and rank 0): topic, measure, document, grade, rank_a, rank_b,
contribution_a, contribution_b, difference, share. What is not there is empty (null in jsonl). json
holds the choices and all of this too."
)]
pub(crate) struct Args {
    /// Judgments: `topic iteration document grade`, or BEIR's with a header line
    qrels: PathBuf,
    /// The run: `topic Q0 document rank score tag`, or `topic document rank`; - is standard input,
    /// NAME=FILE names it
    run: PathBuf,
    /// A second run, which belongs to --against
    #[arg(hide = true)]
    others: Vec<PathBuf>,
    /// The topic to explain
    #[arg(short, long, value_name = "ID")]
    topic: Option<String>,
    /// Another run: explain what makes RUN differ from it
    #[arg(long, value_name = "RUN")]
    against: Option<PathBuf>,
    /// Measures, by any tool's spelling; may be given again, and be lists: nDCG@5,10,AP
    #[arg(short, long = "measure", value_name = "MEASURE", default_value = "nDCG@10")]
    measure: Vec<String>,
    /// Show every rank, and every document, in tables too
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

/// What there is to say of one measure.
struct Explained {
    measure: Measure,
    what: What,
}

enum What {
    /// Rank by rank.
    Score(Score),
    /// What makes the run differ from the one that it is held against.
    Difference(Difference),
}

/// A run's score and what it is made of.
struct Score {
    account: Account,
    /// The grades that documents are supposed to have.
    grades: Vec<f64>,
    /// By rank, the contribution at each of these grades; only for ranks that are shown.
    at_grades: Vec<Vec<f64>>,
    ideal: Option<Ideal>,
    missed: Vec<Missed>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    check_choices(&args.choices)?;
    if let Some(other) = args.others.first() {
        let (run, other) = (args.run.display(), other.display());
        bail!(
            "{other}: one run is explained at a time\n  to see what makes {run} differ from it, write \
             --against {other}"
        );
    }
    let format = args.writing.format();
    let measures = measures(&args.measure, args.choices.rel)?;
    let runs: Vec<PathBuf> = args.against.iter().chain([&args.run]).cloned().collect();
    let mut opened = Opened::new(asked(&runs), &args.qrels, &args.choices, [])?;
    let topic = topic(args.topic.as_deref(), &opened)?;
    opened.options.depth = args.depth;
    opened.options.topics = Some([topic.clone()].into());
    // What is wrong with a measure is said before runs are read.
    let explainers = measures
        .iter()
        .map(|measure| Explainer::new(&opened.qrels, measure, opened.options.clone()))
        .collect::<gainline::Result<Vec<_>>>()?;
    let pool = pool(&topic, &opened)?;
    let seen = pool.topics().first().context("the topic is not in the qrels")?;
    let started = Instant::now();
    let for_people = matches!(format, Format::Table | Format::Markdown | Format::Latex);
    let rows = if for_people && !args.all { ranks::SHOWN } else { usize::MAX };
    let explained = measures.iter().zip(&explainers).map(|(measure, explainer)| {
        let what = match &args.against {
            Some(_) => What::Difference(explainer.difference(seen, 0, 1)?),
            None => What::Score(score(explainer, measure, seen, rows)?),
        };
        Ok(Explained { measure: measure.clone(), what })
    });
    let explained = explained.collect::<gainline::Result<Vec<Explained>>>()?;
    say(|| format!("explained in {:?}", started.elapsed()));
    let about = report::About {
        opened: &opened,
        pool: &pool,
        topic: seen,
        measures: &measures,
        all: args.all,
        digits: args.writing.decimals(),
    };
    args.writing.write(&opened.files, |out| report::write(&about, &explained, format, out))?;
    Ok(ExitCode::SUCCESS)
}

fn check_choices(choices: &Choices) -> anyhow::Result<()> {
    if let Some(topics) = &choices.topics {
        bail!("--topics {topics}: one topic is explained at a time\n  name it with --topic");
    }
    if let Ties::Average | Ties::Best | Ties::Worst = choices.ties {
        let ties = choices.ties;
        bail!(
            "--ties {ties}: a document without a definite rank has no contribution of its own\n  \
             order ties by docid, rank or input"
        );
    }
    if choices.unjudged == Unjudged::Bounds {
        bail!(
            "--unjudged bounds: contributions are to one value, not to a lowest and a highest\n  \
             use irrelevant or condense, or `gainline eval` for the bounds"
        );
    }
    Ok(())
}

/// The topic that was asked for, if it is judged.
fn topic(asked: Option<&str>, opened: &Opened) -> anyhow::Result<String> {
    let qrels = &opened.qrels;
    let problem = match asked {
        Some(topic) if qrels.topic(topic).is_some() => return Ok(topic.to_string()),
        Some(topic) => format!("--topic {topic}: {} has no judgments for it", opened.qrels_file),
        None => "which topic is to be explained?".into(),
    };
    bail!("{problem}\n  name one with --topic: {}", some_topics(qrels));
}

/// A few of the topics, all if they are few.
fn some_topics(qrels: &Qrels) -> String {
    const SHOWN: usize = 20;
    let shown: Vec<&str> = qrels.topics().take(SHOWN).collect();
    let more = match qrels.topics().len() - shown.len() {
        0 => String::new(),
        more => format!(", … ({more} more)"),
    };
    format!("{}{more}", shown.join(", "))
}

/// The runs beside the judgments of the topic. A run that has other judged topics and lacks this one
/// has an empty ranking; the pool would take it for a run of other topics altogether.
fn pool(topic: &str, opened: &Opened) -> gainline::Result<Pool> {
    let read = |asked: &Asked| {
        let run = Run::read(Source::path(&asked.file))?;
        let has = |topic: &str| !run.ranking(topic, Ties::Input).is_empty();
        let lacks = !has(topic) && opened.qrels.topics().any(has);
        if lacks { Run::from_rows::<&str, &str>([]) } else { Ok(run) }
    };
    let runs = opened.asked.iter().map(read).collect::<gainline::Result<Vec<Run>>>()?;
    Pool::new(&opened.qrels, &runs, &opened.options)
}

/// A score, with other grades for as many ranks as have rows.
fn score(
    explainer: &Explainer,
    measure: &Measure,
    topic: &PoolTopic,
    rows: usize,
) -> gainline::Result<Score> {
    let account = explainer.account(topic, 0)?;
    let at_grades = explainer.at_grades(topic, 0, rows)?;
    let ideal = explainer.ideal(topic, 0)?;
    let missed = explainer.missed(topic, 0, measure.cutoff().unwrap_or(usize::MAX))?;
    Ok(Score { account, grades: explainer.grades().to_vec(), at_grades, ideal, missed })
}
