//! `gainline patterns`: all rankings of a small setting, and how measures see them.

use crate::choices::{HEADING, finite, from_one, one_of};
use crate::writing::Writing;
use clap::Args as ClapArgs;
use gainline_analysis::evaluation::measures;
use gainline_analysis::patterns::{Coefficient, Patterns, default_measures};
use gainline_report::present::PatternsPresenter;
use std::process::ExitCode;

/// What `gainline patterns` is asked for.
#[derive(ClapArgs)]
#[command(
    after_help = "\
Examples:
  gainline patterns
  gainline patterns --grades 1,1,1 --length 6 -m AP,nDCG,RR,RBP",
    after_long_help = "\
Examples:
  gainline patterns
  gainline patterns --grades 3,3,2,1,1 -m nDCG@5,AP,RR
                 (as many documents of each grade as topic t02 of examples/qrels.txt has)
  gainline patterns --grades 1,1,1 --length 6 -m AP,nDCG,RR,RBP
  gainline patterns -m 'nDCG(gains=exp2)@5,ERR@5' --show 30000,02100,30000/02100
  gainline patterns --grades 10,1 --length 3 -m Q,GenAP --all --format tsv

Use it to see what a measure rewards before you use it on runs: compare it with measures that you
know. The small setting has the relevant documents of --grades, and any number of non-relevant ones.
A pattern is a ranking of --length documents, written as their grades: 03210 has a non-relevant
document at rank 1. Documents of the same grade are not distinguished. All patterns are evaluated,
each with the same weight; the relevant documents stay the same whatever is retrieved. Without
options this is Kishida's setting (Property of Average Precision and its Generalization, 2005,
Tables 3 to 5): his four measures and average precision over 136 patterns.

The tables:
  values       mean, standard deviation, minimum, maximum and number of distinct values
  correlation  of two measures over all patterns; near 1, one of them is enough
  opposite     how many pairs of patterns two measures order oppositely, and the pair on which they
               disagree most: where the differences, each in standard deviations, have the largest
               sum
  patterns     the values of those selected with --show; 00123/32000 is the ratio of two

tsv, csv and jsonl have full precision: table, row, measure, value. Tables: spread (rows mean, sd,
min, max, distinct), correlation (row: the other measure), opposite and tied (pairs of patterns;
row: the other measure), prefers (row: the other measure; value: of the two patterns that they
disagree on most, the one that is better by this measure), shown (row: a pattern or ratio), and with
--all pattern (row: the pattern). Missing values are empty (null in jsonl). json has the whole
answer."
)]
pub(crate) struct Args {
    /// The grades of the relevant documents, separated by commas
    #[arg(long, value_name = "G,...", value_delimiter = ',', default_value = "3,2,1",
        allow_negative_numbers = true, value_parser = finite)]
    grades: Vec<f64>,
    /// How many documents a ranking shows
    #[arg(long, value_name = "N", default_value = "5", value_parser = from_one)]
    length: usize,
    // Not a doc comment, which would take the brackets for a link.
    #[arg(
        short,
        long = "measure",
        value_name = "MEASURE",
        help = "Measures, as a list or given again: nDCG@5,10,AP [default: \
                mSR,AvgnDCG(discount=jk)@LENGTH,Q,GenAP,AP]"
    )]
    measure: Vec<String>,
    /// Patterns to show, and ratios of them: 32000,00123/32000
    ///
    /// Grades of several digits are separated by dashes: 0-10-0.5. Without it, some typical
    /// patterns are shown.
    #[arg(long, value_name = "PATTERN,...", value_delimiter = ',')]
    show: Vec<String>,
    /// Show every pattern
    #[arg(long)]
    all: bool,
    /// The correlation coefficient
    #[arg(long, value_name = "KIND", default_value = "pearson", value_parser = one_of(&Coefficient::ALL))]
    correlation: Coefficient,
    #[command(flatten)]
    writing: Writing,
    /// The lowest relevant grade, for measures that do not say
    #[arg(long, value_name = "N", default_value = "1", allow_negative_numbers = true,
        value_parser = finite, help_heading = HEADING)]
    rel: f64,
    /// The number of documents in the collection
    ///
    /// Some measures need it. Without it, there are the relevant documents, and as many non-relevant
    /// ones as a ranking shows.
    #[arg(long, value_name = "N", value_parser = from_one, help_heading = HEADING)]
    collection_size: Option<usize>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let measures = match args.measure.is_empty() {
        true => measures(&[default_measures(args.length)], args.rel)?,
        false => measures(&args.measure, args.rel)?,
    };
    let request = Patterns {
        grades: args.grades.clone(),
        length: args.length,
        measures,
        show: args.show.clone(),
        all: args.all,
        correlation: args.correlation,
        rel: args.rel,
        collection_size: args.collection_size,
    };
    let answer = request.answer()?;
    let presenter = PatternsPresenter { answer: &answer, digits: args.writing.decimals() };
    args.writing.answer(&[], &presenter)?;
    Ok(ExitCode::SUCCESS)
}
