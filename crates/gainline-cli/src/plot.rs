//! `gainline plot`: pictures of runs.

mod boxes;
mod curves;
mod forest;
mod gain;
mod heatmap;
mod histogram;
mod measures;
mod picture;
mod pr;
mod ranks;
mod roc;
mod scoring;
mod topics;

use crate::mistakes::did_you_mean;
use anyhow::bail;
use clap::{Args as ClapArgs, Subcommand};
use std::ffi::OsString;
use std::process::ExitCode;

/// What `gainline plot` is asked for.
#[derive(ClapArgs)]
#[command(
    subcommand_value_name = "KIND",
    subcommand_help_heading = "Kinds",
    disable_help_subcommand = true,
    after_help = "\
Example: gainline plot gain qrels.txt bm25.run dense.run -o ndcg.svg
`gainline plot KIND --help` says how to read a kind of plot.",
    after_long_help = "\
Examples:
  gainline plot gain qrels.txt bm25.run dense.run -o ndcg.svg
  gainline plot gain qrels.txt *.run --curve cg --gains 0-1-10-100 --ideal -o cg.pdf
  gainline plot pr qrels.txt bm25.run --levels -o pr.png
  gainline plot topics qrels.txt *.run -m AP --size page -o topics.svg
  gainline plot histogram qrels.txt new.run old.run -o histogram.svg
  gainline plot forest qrels.txt *.run -m nDCG@10 -o means.svg --data means.tsv
  gainline plot ranks qrels.txt *.run --topic 1037798 -o ranks.svg
  gainline plot box qrels.txt *.run --theme dark --size 16x9cm -o box.png

`gainline plot KIND --help` says how to read a kind of plot and lists its options.

The ending of -o decides what is written: .svg, .png or .pdf; -o - writes SVG to standard output. No
display and no fonts are needed. The title names the measure and the number of topics; the line
below it names the choices that can change the picture. --data writes the numbers behind the
picture, all of them and at full precision, to a .tsv, .csv or .json file; --data - writes them to
standard output as tsv."
)]
pub(crate) struct Args {
    #[command(subcommand)]
    kind: Kind,
}

#[derive(Subcommand)]
enum Kind {
    /// Gain at every rank (CG, DCG, nCG or nDCG), with that of the ideal ranking
    Gain(Box<gain::Args>),
    /// Precision at eleven levels of recall, also for each relevance level
    Pr(Box<pr::Args>),
    /// Recall against fallout
    Roc(Box<roc::Args>),
    /// A measure of every topic, the runs side by side
    Topics(Box<topics::Args>),
    /// Two runs' difference on every topic, the largest first: a precision histogram
    Histogram(Box<histogram::Args>),
    /// How a measure is spread over the topics: quartiles, whiskers, mean
    Box(Box<boxes::Args>),
    /// Means over topics with confidence intervals, the best run first
    Forest(Box<forest::Args>),
    /// A measure of every topic and run, as shades
    Heatmap(Box<heatmap::Args>),
    /// How alike measures are, over topics or over runs: a matrix of correlations
    Measures(Box<measures::Args>),
    /// Where the relevant documents of one topic stand in each run
    Ranks(Box<ranks::Args>),
    /// What is none of these
    #[command(external_subcommand)]
    Unknown(Vec<OsString>),
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.kind {
        Kind::Gain(args) => gain::run(args),
        Kind::Pr(args) => pr::run(args),
        Kind::Roc(args) => roc::run(args),
        Kind::Topics(args) => topics::run(args),
        Kind::Histogram(args) => histogram::run(args),
        Kind::Box(args) => boxes::run(args),
        Kind::Forest(args) => forest::run(args),
        Kind::Heatmap(args) => heatmap::run(args),
        Kind::Measures(args) => measures::run(args),
        Kind::Ranks(args) => ranks::run(args),
        Kind::Unknown(words) => {
            let word = words.first().map_or("".into(), |word| word.to_string_lossy());
            let kinds = Kind::augment_subcommands(clap::Command::new("plot"));
            let kinds: Vec<&str> = kinds.get_subcommands().map(clap::Command::get_name).collect();
            let near = did_you_mean(&word, &kinds);
            bail!("`{word}` is not a kind of plot{near}\n  the kinds are {}", kinds.join(", "))
        }
    }?;
    Ok(ExitCode::SUCCESS)
}
