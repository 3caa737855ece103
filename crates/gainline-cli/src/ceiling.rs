//! `gainline ceiling`: what the vectors of documents allow, by Rocchio's optimal queries.

use crate::choices::{Choices, HEADING, from_one, one_of};
use crate::inputs::Inputs;
use crate::log::{Terminal, say};
use crate::writing::{Writing, check_outputs, write_file};
use anyhow::bail;
use clap::Args as ClapArgs;
use gainline_analysis::ceiling::{Ceiling, Design, Nonrelevant};
use gainline_analysis::default_measures;
use gainline_analysis::evaluation::measures;
use gainline_analysis::vectors::{VectorFiles, Vectors};
use gainline_report::present::CeilingPresenter;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// What `gainline ceiling` is asked for.
#[derive(ClapArgs)]
#[command(
    mut_arg("runs", |arg| arg.required(false)),
    mut_arg("collection_size", |arg| arg.hide(true)),
    after_help = "\
Example:
  gainline ceiling examples/qrels.txt examples/vectors/search.run \\
      --vectors examples/vectors/documents.svm",
    after_long_help = "\
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

When vector search gives poor results, either its queries do not use what the vectors allow, or the
vectors do not keep relevant documents together. To tell which, this command makes for each topic
the query vector that is best by Rocchio's criterion (1966): the mean of the relevant documents'
unit vectors minus the mean of the others'. All documents are ranked by their cosine with it,
exactly.
  perfect      the value of the best possible ranking: all relevant documents first
  optimal      the value that the optimal queries reach: about what the vectors allow
  reached      the value that the run reaches, with its own queries
  vector loss  perfect − optimal: better queries do not recover it, better vectors may
  query loss   optimal − reached, with the 95 % confidence interval of its mean over topics
               (Student's t). It is due to queries only if the run searches these vectors; for other
               runs, such as BM25's, it is the difference from optimal queries

An optimal query knows the documents that it was made from. So the judged documents of each topic
are split into halves (--folds), and a query made from one half is measured on the other, with the
documents that it was made from removed from the ranking. Runs are measured in the same way, on the
same documents, so these values differ from those of `gainline eval`. This is repeated (--repeats)
and averaged. Held-out values are usually too low, as queries know only some of the relevant
documents; values on all judgments, in the second table, are usually too high. A run above optimal
uses more than these vectors, or more than a half of the documents shows.

Optimal queries rank as many documents as --depth says, or as there are vectors. Where a run ends
before a measure does, a part of its query loss comes from its length: `lengths` above the tables
names the runs and measures concerned. When documents are held out, nothing replaces those that are
removed from a run, unless it goes deeper than --depth, while optimal queries fill up. Give vectors
of all documents that were searched: with those of the judged documents alone, optimal is too high.

Rocchio's criterion is the difference of mean cosines, not a measure of rankings; another query may
give a measure a higher value. So `optimal` is what good queries reach, not a proven maximum. With
--nonrelevant judged, only the mean of documents judged not relevant is subtracted; these are often
similar to relevant ones, and such queries mostly reach less.

Vectors, recognised by their content:
  NumPy      a two-dimensional array of float16, float32 or float64 (.npy), with the documents' ids
             in --ids, one per line; read in blocks, never held in memory
  Parquet    a column of ids and a column of lists of numbers, read in blocks
  svmlight   `id index:value ...` in each line, or `label index:value ... # id`; may be compressed,
             and is held in memory

tsv, csv and jsonl have full precision: judgments (held_out, all), run, topic, measure, topics,
perfect, optimal, reached, vector_loss, query_loss, low, high. Topics are in the order of
the qrels (with --per-topic), then the topic `all`; without a run, and where there is no value,
fields are empty (null in jsonl). json has the whole answer."
)]
pub(crate) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// Vectors of all documents that are searched: .npy, Parquet, or svmlight
    #[arg(long, value_name = "FILE")]
    vectors: PathBuf,
    /// For .npy, the documents' ids, one per line
    ///
    /// Without it, the file with the same name and the ending .ids or .txt.
    #[arg(long, value_name = "FILE")]
    ids: Option<PathBuf>,
    /// For Parquet, the column of ids
    ///
    /// Without it, the column `id`, `docid` or similar, or the only one of strings or whole numbers.
    #[arg(long, value_name = "NAME")]
    id_column: Option<String>,
    /// For Parquet, the column of vectors
    ///
    /// Without it, the column `vector`, `embedding` or similar, or the only one of lists of numbers.
    #[arg(long, value_name = "NAME")]
    vector_column: Option<String>,
    /// Measures, as a list or given again: nDCG@5,10,AP
    #[arg(short, long = "measure", value_name = "MEASURE", default_value = default_measures::CEILING)]
    measure: Vec<String>,
    /// Give every topic's values too
    #[arg(short = 'q', long)]
    per_topic: bool,
    /// Write the rankings of the optimal queries as a run; - is standard output
    ///
    /// These are the queries made from all judgments.
    #[arg(long, value_name = "FILE")]
    write_run: Option<PathBuf>,
    /// Subtract the mean of all other documents, or of those judged not relevant
    ///
    /// `collection` takes all documents that are not judged relevant, as Rocchio does; `judged` takes
    /// those judged not relevant.
    #[arg(long, default_value = "collection", value_parser = one_of(&Nonrelevant::ALL),
        help_heading = HEADING)]
    nonrelevant: Nonrelevant,
    /// Split a topic's judged documents into N parts, each held out once
    ///
    /// A topic with fewer relevant documents has as many parts as these.
    #[arg(long, value_name = "N", default_value = "2", value_parser = from_two,
        help_heading = HEADING)]
    folds: usize,
    /// How often they are split anew
    #[arg(long, value_name = "N", default_value = "5", value_parser = from_one,
        help_heading = HEADING)]
    repeats: usize,
    /// The seed of the random splits
    ///
    /// The same seed gives the same results on any number of threads.
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = HEADING)]
    seed: u64,
    /// Only the top N of each ranking; at most 10000 if there are more vectors
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
    let Args { nonrelevant, folds, repeats, seed, depth, .. } = *args;
    let request = Ceiling {
        measures: measures(&args.measure, args.choices.rel)?,
        design: Design { nonrelevant, folds, repeats, seed, depth },
        per_topic: args.per_topic,
        rankings: args.write_run.is_some(),
    };
    let others = [("vectors", Some(args.vectors.as_path())), ("ids", args.ids.as_deref())];
    let mut experiment = args.inputs.experiment(&args.choices, None, others)?;
    experiment.hashes = args.writing.wants_hashes();
    let started = Instant::now();
    let vectors = Vectors::open(&VectorFiles {
        vectors: args.vectors.clone(),
        ids: args.ids.clone(),
        id_column: args.id_column.clone(),
        vector_column: args.vector_column.clone(),
    })?;
    say(|| format!("{}: {} vectors in {:?}", vectors.name(), vectors.len(), started.elapsed()));
    if let Some(ids) = vectors.ids_file().filter(|_| args.ids.is_none()) {
        experiment.other_files.push(("ids", ids.into()));
    }
    let files = experiment.files();
    let run_file = args.write_run.as_deref();
    check_files(run_file, args.writing.file(), &files)?;
    let answer = request.answer(&experiment, &vectors, &Terminal::default())?;
    if let Some(file) = run_file {
        write_file(file, &files, answer.optimal_run().as_bytes())?;
    }
    let presenter = CeilingPresenter { answer: &answer, digits: args.writing.decimals() };
    args.writing.answer(&files, &presenter)?;
    Ok(ExitCode::SUCCESS)
}

/// Where the run and the results go is checked before anything is computed.
fn check_files(
    run: Option<&Path>,
    results: Option<&Path>,
    inputs: &[PathBuf],
) -> anyhow::Result<()> {
    let is_stdout = |file: &&Path| file.as_os_str() == "-";
    if run.is_some_and(|run| is_stdout(&run)) && results.is_none() {
        bail!(
            "--write-run -: standard output is for the results\n  write these to a file (--output)"
        );
    }
    let files: Vec<&Path> = run.into_iter().filter(|f| !is_stdout(f)).chain(results).collect();
    check_outputs(&files, inputs)
}
