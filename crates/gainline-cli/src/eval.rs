//! `gainline eval`: runs against judgments.

mod json;
mod notes;
mod report;
mod runs;

use crate::log::{Progress, say};
use crate::output::write_to;
use anyhow::{Context, bail};
use clap::{Args as ClapArgs, ValueEnum};
use gainline::{
    Evaluator, Joining, Measure, Missing, Options, Qrels, Scores, Source, Ties, Unjudged,
    parse_measures,
};
use runs::Asked;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// What is measured when nothing is asked for.
const DEFAULT_MEASURES: &str = "nDCG@10,AP,RR,P@10,R@1000,Judged@10";

/// What `gainline eval` is asked for.
#[derive(ClapArgs)]
#[command(after_help = "\
Examples:
  gainline eval qrels.txt bm25.run dense.run.gz
  gainline eval qrels.txt *.run -m nDCG@5,10 -m 'AP(rel=2),RBP(p=0.95)' --sort nDCG@10
  gainline eval qrels.txt bm25.run --per-topic --format tsv > scores.tsv
  zcat big.run.gz | gainline eval qrels.txt -

Files may be compressed (gzip, zstd, bzip2, xz); their content tells, not their name.
Formats: table, markdown and latex (with the booktabs package) show a run a row; tsv, csv and jsonl hold
`run, topic, measure, value` at full precision, topics in the order of the qrels, `all` last;
json holds the choices and facts behind the numbers too.
`gainline measures` lists the measures.")]
pub(crate) struct Args {
    /// Judgments: `topic iteration document grade`, or BEIR's with a header line
    qrels: PathBuf,
    /// Runs: `topic Q0 document rank score tag`, or `topic document rank`; - is standard input,
    /// NAME=FILE names a run
    #[arg(required = true)]
    runs: Vec<PathBuf>,
    /// Measures, by any tool's spelling; may be given again, and be lists: nDCG@5,10,AP
    #[arg(short, long = "measure", value_name = "MEASURE", default_value = DEFAULT_MEASURES)]
    measure: Vec<String>,
    /// Give every topic's values too
    #[arg(short = 'q', long)]
    per_topic: bool,
    /// The lowest relevant grade, for measures that do not say
    #[arg(long, value_name = "N", default_value = "1", allow_negative_numbers = true,
        value_parser = finite)]
    rel: f64,
    /// How equal scores are ordered: by document id descending (as trec_eval), by the rank
    /// column, or as in the file
    #[arg(long, value_enum, default_value = "docid")]
    ties: TiesArg,
    /// Unjudged documents count as irrelevant, or are dropped first
    #[arg(long, value_enum, default_value = "irrelevant")]
    unjudged: UnjudgedArg,
    /// Judged topics that a run lacks count as empty rankings (zero), or are left out (skip)
    #[arg(long, value_enum, default_value = "zero")]
    missing: MissingArg,
    /// Only these topics: ids with commas between, or a file with an id in each line
    #[arg(long, value_name = "FILE|ID,...")]
    topics: Option<String>,
    /// Only the top N of each ranking
    #[arg(long, value_name = "N", value_parser = from_one)]
    depth: Option<usize>,
    /// Drop a document whose id is the topic's id
    #[arg(long = "self", value_enum, default_value = "keep", value_name = "WHAT")]
    itself: SelfArg,
    /// Order the runs by this measure, best first
    #[arg(long, value_name = "MEASURE")]
    sort: Option<String>,
    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N", env = "GAINLINE_THREADS", hide_env_values = true,
        value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// How the results are written; without it, by the ending of --output, or as a table
    #[arg(short, long, value_enum)]
    format: Option<Format>,
    /// Decimals shown in tables
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(0..=17))]
    digits: u8,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum TiesArg {
    Docid,
    Rank,
    Input,
}

#[derive(Clone, Copy, ValueEnum)]
enum UnjudgedArg {
    Irrelevant,
    Condense,
}

#[derive(Clone, Copy, ValueEnum)]
enum MissingArg {
    Zero,
    Skip,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum SelfArg {
    Keep,
    Drop,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub(crate) enum Format {
    Table,
    Tsv,
    Csv,
    Json,
    Jsonl,
    Markdown,
    Latex,
}

/// One run's name, file and scores.
pub(crate) struct Evaluated {
    pub name: String,
    pub file: String,
    pub scores: Scores,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut measures: Vec<Measure> = vec![];
    for measure in parse_measures(&args.measure)? {
        // Numbers at another threshold than the usual one say so by their names.
        let named = if args.rel == 1.0 { measure } else { measure.with_rel(args.rel) };
        if !measures.contains(&named) {
            measures.push(named);
        }
    }
    let sort =
        args.sort.as_deref().map(|text| sort_column(text, &measures, args.rel)).transpose()?;
    let asked = runs::asked(&args.runs);
    let files = || asked.iter().map(|run| &run.file).chain([&args.qrels]);
    let stdin = files().filter(|file| file.as_os_str() == "-");
    if stdin.count() > 1 {
        bail!("standard input (-) can be given once only");
    }
    let started = Instant::now();
    let qrels = Qrels::read(&args.qrels)?;
    let options = options(args, &qrels)?;
    say(|| {
        let (topics, judgments) = (qrels.topics().len(), qrels.judgments());
        let name = args.qrels.display();
        format!("{name}: {topics} topics, {judgments} judgments in {:?}", started.elapsed())
    });
    let mut runs = evaluate(&asked, &qrels, &measures, &options)?;
    if let Some(column) = sort {
        report::sort(&mut runs, &measures, column);
    }
    let about = report::About {
        qrels: &qrels,
        qrels_file: Source::path(&args.qrels).name().to_string(),
        options: &options,
        measures: &measures,
        per_topic: args.per_topic,
        digits: usize::from(args.digits),
    };
    let inputs = files().map(PathBuf::as_path);
    let format = format(args);
    write_to(args.output.as_deref(), inputs, |out| report::write(&about, &runs, format, out))?;
    Ok(ExitCode::SUCCESS)
}

/// The format asked for, or the one that the output's name suggests.
fn format(args: &Args) -> Format {
    let ending = args.output.as_ref().and_then(|o| o.extension()).and_then(|e| e.to_str());
    args.format.unwrap_or(match ending {
        Some("tsv") => Format::Tsv,
        Some("csv") => Format::Csv,
        Some("json") => Format::Json,
        Some("jsonl") => Format::Jsonl,
        Some("md") => Format::Markdown,
        Some("tex") => Format::Latex,
        _ => Format::Table,
    })
}

fn options(args: &Args, qrels: &Qrels) -> anyhow::Result<Options> {
    Ok(Options {
        rel: args.rel,
        missing: match args.missing {
            MissingArg::Zero => Missing::Zero,
            MissingArg::Skip => Missing::Skip,
        },
        joining: Joining {
            ties: match args.ties {
                TiesArg::Docid => Ties::Docid,
                TiesArg::Rank => Ties::Rank,
                TiesArg::Input => Ties::Input,
            },
            unjudged: match args.unjudged {
                UnjudgedArg::Irrelevant => Unjudged::Irrelevant,
                UnjudgedArg::Condense => Unjudged::Condense,
            },
            depth: args.depth,
            drop_self: args.itself == SelfArg::Drop,
            topics: args.topics.as_deref().map(|text| topics(text, qrels)).transpose()?,
            threads: args.threads.map(usize::from),
            ..Joining::default()
        },
    })
}

fn finite(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|n: &f64| n.is_finite());
    number.ok_or_else(|| "not a finite number".into())
}

fn from_one(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|n: &usize| *n > 0);
    number.ok_or_else(|| "not a whole number from 1 up".into())
}

/// Topics from a list with commas, or from a file: the first column of each line. What names
/// judged topics is a list, whatever files there are.
fn topics(text: &str, qrels: &Qrels) -> anyhow::Result<HashSet<String>> {
    let listed: HashSet<String> =
        text.split(',').map(str::trim).filter(|t| !t.is_empty()).map(String::from).collect();
    if !listed.is_empty() && listed.iter().all(|topic| qrels.topic(topic).is_some()) {
        return Ok(listed);
    }
    if !Path::new(text).exists() {
        if listed.is_empty() || listed.iter().all(|topic| qrels.topic(topic).is_none()) {
            bail!("--topics {text}: neither a judged topic nor a file of that name");
        }
        return Ok(listed);
    }
    let lines = std::fs::read_to_string(text).with_context(|| format!("{text}: cannot read"))?;
    let topics: HashSet<String> =
        lines.lines().filter_map(|l| l.split_whitespace().next()).map(String::from).collect();
    if topics.is_empty() {
        bail!("--topics {text}: there are no topics in this file");
    }
    Ok(topics)
}

fn sort_column(text: &str, measures: &[Measure], rel: f64) -> anyhow::Result<usize> {
    let mut wanted: Measure = text.parse()?;
    if rel != 1.0 {
        wanted = wanted.with_rel(rel);
    }
    measures.iter().position(|m| *m == wanted).with_context(|| {
        format!("--sort {text}: {wanted} is not among the measures; add it with -m")
    })
}

/// Evaluates the runs: one after another on all cores, or many small ones side by side.
fn evaluate(
    asked: &[Asked],
    qrels: &Qrels,
    measures: &[Measure],
    options: &Options,
) -> anyhow::Result<Vec<Evaluated>> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = options.joining.threads.unwrap_or(cores);
    let small = |run: &Asked| std::fs::metadata(&run.file).is_ok_and(|m| m.len() < 16 << 20);
    let side_by_side = threads > 1 && asked.len() > 1 && asked.iter().all(small);
    let mut options = options.clone();
    if side_by_side {
        options.joining.threads = Some(1);
    }
    let evaluator = Evaluator::new(qrels, measures, options)?;
    let one = |index: usize| -> gainline::Result<Evaluated> {
        let started = Instant::now();
        let Asked { name, file } = &asked[index];
        let source = Source::path(file);
        let progress = Progress::new(name, source.size());
        let scores = evaluator.run_with_progress(&source, &|bytes| progress.set(bytes))?;
        say(|| {
            let facts = scores.facts();
            let how = if facts.scattered { ", topics scattered: held in memory" } else { "" };
            let rows = facts.rows;
            format!("{name}: {rows} rows of judged topics in {:?}{how}", started.elapsed())
        });
        Ok(Evaluated { name: name.clone(), file: source.name().to_string(), scores })
    };
    if !side_by_side {
        return Ok((0..asked.len()).map(one).collect::<gainline::Result<_>>()?);
    }
    let next = AtomicUsize::new(0);
    let done = Mutex::new(vec![]);
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= asked.len() {
                break;
            }
            let result = one(index);
            if let Ok(mut done) = done.lock() {
                done.push((index, result));
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(asked.len()) {
            scope.spawn(work);
        }
        work();
    });
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(index, _)| *index);
    Ok(done.into_iter().map(|(_, result)| result).collect::<gainline::Result<_>>()?)
}
