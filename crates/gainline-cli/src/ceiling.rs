//! `gainline ceiling`: what the vectors of documents allow, by Rocchio's optimal queries.

mod json;
mod lengths;
mod notes;
mod outputs;
mod report;
mod rows;
mod words;

use crate::choices::{Choices, HEADING, from_one, one_of};
use crate::evaluation::measures;
use crate::log::{Progress, say};
use crate::runs::{Inputs, Opened, asked};
use crate::writing::{Writing, write_file};
use anyhow::bail;
use clap::Args as ClapArgs;
use gainline::{Run, Source, Unjudged};
use gainline_analysis::ceiling::{Ceiling, Design, Nonrelevant, ceiling};
use gainline_analysis::vectors::{VectorFiles, Vectors};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// What is measured when nothing is asked for.
const DEFAULT_MEASURES: &str = "nDCG@10,AP,R@100";

/// What `gainline ceiling` is asked for.
#[derive(ClapArgs)]
#[command(
    mut_arg("runs", |arg| arg.required(false)),
    mut_arg("collection_size", |arg| arg.hide(true)),
    after_help = "\
Examples:
  gainline ceiling examples/qrels.txt examples/vectors/search.run \\
      --vectors examples/vectors/documents.svm
  gainline ceiling examples/qrels.txt examples/vectors/search.run \\
      --vectors examples/vectors/documents.svm -m AP,nDCG@5,10 --nonrelevant judged
  gainline ceiling examples/qrels.txt --vectors examples/vectors/documents.svm --folds 5 --per-topic
  gainline ceiling examples/qrels.txt --vectors examples/vectors/documents.svm \\
      --write-run optimal.run

With vectors from an embedding model:
  gainline ceiling qrels.txt dense.run --vectors passages.npy --ids passages.ids
  gainline ceiling qrels.txt dense.run --vectors passages.parquet --vector-column embedding

When a search by vectors disappoints, either its queries miss what the vectors could give, or the
vectors do not keep relevant documents together. To tell which, this makes for each topic the query
vector that is best by Rocchio's criterion (1966): the mean of the relevant documents' unit vectors,
less the mean of the others'. All documents are ranked by their cosine with it, exactly.
  perfect          the best value that any ranking gives: all relevant documents first
  optimal          what the optimal queries reach: about what the vectors allow
  reached          what the run reaches, with the queries that it had
  lost by vectors  perfect less optimal: better queries do not bring this back, better vectors may
  lost by queries  optimal less reached; in brackets, where the mean over topics such as these lies,
                   with 95 % confidence (Student's t). Give runs that search these vectors: for
                   others, such as BM25's, it is only the difference to what the vectors allow

An optimal query knows the documents that it was made from. So the judged documents of each topic
are divided into halves (--folds), and a query made from one half is measured on the other, the
documents that it was made from taken out of the ranking. Runs are measured in the same way, on the
same documents, so these values differ from those of `gainline eval`. This is repeated (--repeats)
and averaged. What is held out gives too low a ceiling, as queries know some of the relevant
documents only; all judgments, in the second table, usually give too high a one. A run above the
ceiling rests on more than these vectors, or knows more than half of the documents tell.

Optimal queries rank as many documents as --depth says, or as there are vectors. Where a run ends
before a measure stops looking, some of `lost by queries` is lost by its length: `lengths` above the
tables names the runs and measures concerned. Held out, nothing replaces the documents that are
taken out of a run, unless it goes deeper than --depth, while optimal queries fill up. Give vectors
of all documents that were searched: with those of the judged documents alone there is little to
confuse them with, and optimal is too high.

Rocchio's criterion is the difference of mean cosines, and not a measure of rankings; some other
query may give a measure a higher value. Take `optimal` as what good queries reach, not as a proof.
Turned away from judged documents alone (--nonrelevant judged), which are near misses for the most
part, queries also lose what these share with the relevant ones, and mostly reach less.

Vectors, told by their content:
  NumPy      a two-dimensional array of float16, float32 or float64 (.npy), with the ids of the
             documents one in each line of --ids; it is read in blocks, and never held in memory
  Parquet    a column of ids and one of lists of numbers, read in blocks
  svmlight   `id index:value …` in each line, or `label index:value … # id`; may be compressed, and
             is held in memory

tsv, csv and jsonl hold, at full precision: judgments (held_out, all), run, topic, measure, topics,
perfect, optimal, reached, lost_by_vectors, lost_by_queries, low, high. Topics stand in the order of
the qrels (with --per-topic), then the topic `all`; without a run, and where there is no value,
fields are empty (null in jsonl). json holds the choices and facts behind the numbers too."
)]
pub(crate) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// Vectors of all documents that are searched: .npy, Parquet, or svmlight
    #[arg(long, value_name = "FILE")]
    vectors: PathBuf,
    /// For .npy, the documents' ids, one in each line [default: the same name with the ending .ids
    /// or .txt]
    #[arg(long, value_name = "FILE")]
    ids: Option<PathBuf>,
    /// For Parquet, the column of ids [default: id, docid or the like, or the only one of strings or
    /// whole numbers]
    #[arg(long, value_name = "NAME")]
    id_column: Option<String>,
    /// For Parquet, the column of vectors [default: vector, embedding or the like, or the only one
    /// of lists of numbers]
    #[arg(long, value_name = "NAME")]
    vector_column: Option<String>,
    /// Measures, by any tool's spelling; may be given again, and be lists: nDCG@5,10,AP
    #[arg(short, long = "measure", value_name = "MEASURE", default_value = DEFAULT_MEASURES)]
    measure: Vec<String>,
    /// Give every topic's values too
    #[arg(short = 'q', long)]
    per_topic: bool,
    /// Write what optimal queries made from all judgments find, as a run
    #[arg(long, value_name = "FILE")]
    write_run: Option<PathBuf>,
    /// What optimal queries are turned away from: all documents that are not judged relevant
    /// (collection, as Rocchio has it), or those judged not relevant (judged)
    #[arg(long, default_value = "collection", value_parser = one_of(&Nonrelevant::ALL),
        help_heading = HEADING)]
    nonrelevant: Nonrelevant,
    /// Divide a topic's judged documents into N parts, each held out once; a topic with fewer relevant
    /// documents has as many parts as these
    #[arg(long, value_name = "N", default_value = "2", value_parser = from_two,
        help_heading = HEADING)]
    folds: usize,
    /// How often they are divided anew
    #[arg(long, value_name = "N", default_value = "5", value_parser = from_one,
        help_heading = HEADING)]
    repeats: usize,
    /// Where random numbers start; the same seed gives the same results on any number of threads
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = HEADING)]
    seed: u64,
    /// Only the top N of each ranking; 10000 at most, where there are more vectors
    #[arg(long, value_name = "N", default_value = "1000", value_parser = from_one,
        help_heading = HEADING)]
    depth: usize,
    #[command(flatten)]
    writing: Writing,
    #[command(flatten)]
    choices: Choices,
}

fn from_two(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|n: &usize| *n > 1);
    number.ok_or_else(|| "not a whole number from 2 up".into())
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    refuse(&args.choices)?;
    let measures = measures(&args.measure, args.choices.rel)?;
    let Inputs { qrels, runs } = &args.inputs;
    let beside = [Some(&args.vectors), args.ids.as_ref()];
    let beside = beside.into_iter().flatten().map(PathBuf::as_path);
    let mut opened = Opened::new(asked(runs), qrels, &args.choices, beside)?;
    let read = |run: &crate::runs::Asked| Run::read(Source::path(&run.file));
    let runs = opened.asked.iter().map(read).collect::<gainline::Result<Vec<Run>>>()?;
    let started = Instant::now();
    let vectors = Vectors::open(&VectorFiles {
        vectors: args.vectors.clone(),
        ids: args.ids.clone(),
        id_column: args.id_column.clone(),
        vector_column: args.vector_column.clone(),
    })?;
    say(|| format!("{}: {} vectors in {:?}", vectors.name(), vectors.len(), started.elapsed()));
    opened.files.extend(vectors.ids_file().map(PathBuf::from));
    outputs::check(args.write_run.as_deref(), args.writing.file(), &opened.files)?;
    let Args { nonrelevant, folds, repeats, seed, depth, .. } = *args;
    let design = Design { nonrelevant, folds, repeats, seed, depth };
    let found = {
        let size = Source::path(&args.vectors).size().unwrap_or(1);
        let progress = Progress::new("searching", Some(size));
        let told = |share: f64| progress.set((share * size as f64) as u64);
        ceiling(&opened.qrels, &runs, &measures, &opened.options, &vectors, &design, &told)?
    };
    say(|| format!("{} queries in {:?}", found.facts.queries, started.elapsed()));
    if found.topics.is_empty() {
        bail!("{}", no_topic(&found, &vectors, args.choices.rel));
    }
    if let Some(file) = &args.write_run {
        write_file(file, &opened.files, ranking(&found, &vectors).as_bytes())?;
    }
    let about = report::About {
        opened: &opened,
        vectors: &vectors,
        design: &design,
        found: &found,
        names: measures.iter().map(ToString::to_string).collect(),
        per_topic: args.per_topic,
        digits: args.writing.decimals(),
    };
    let format = args.writing.format();
    args.writing.write(&opened.files, |out| report::write(&about, format, out))?;
    Ok(ExitCode::SUCCESS)
}

/// Choices that make no sense here.
fn refuse(choices: &Choices) -> anyhow::Result<()> {
    if choices.unjudged == Unjudged::Bounds {
        bail!(
            "--unjudged bounds: the optimal queries' rankings are values without a lowest and a \
             highest\n  use irrelevant or condense"
        );
    }
    if choices.collection_size.is_some() {
        bail!(
            "--collection-size: the collection is what there are vectors of\n  leave the option out"
        );
    }
    if !choices.ties.is_definite() {
        bail!(
            "--ties {}: documents that are held out are taken out of an order\n  use docid, rank or \
             input",
            choices.ties
        );
    }
    Ok(())
}

/// What to say when there is nothing to make a query from.
fn no_topic(found: &Ceiling, vectors: &Vectors, rel: f64) -> String {
    match found.without_vectors.first() {
        None => format!(
            "no document is relevant: none has the grade {rel} or a higher one\n  give another \
             lowest relevant grade (--rel)"
        ),
        Some(topic) => format!(
            "{}: no relevant document has a vector that is not all zeros, such as those of topic \
             `{topic}`\n  give vectors of the relevant documents",
            vectors.name()
        ),
    }
}

/// The optimal queries' rankings as a run.
fn ranking(found: &Ceiling, vectors: &Vectors) -> String {
    let mut text = String::new();
    for topic in &found.topics {
        for (rank, (row, cosine)) in (1..).zip(&topic.ranking) {
            let (name, document) = (&topic.topic, vectors.ids().get(*row));
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{name} Q0 {document} {rank} {cosine} optimal");
        }
    }
    text
}
