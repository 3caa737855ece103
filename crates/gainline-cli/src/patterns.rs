//! `gainline patterns`: all rankings of a small world, and how measures see them.

mod asked;
mod json;
mod report;
mod words;

use crate::choices::{HEADING, finite, from_one, one_of};
use crate::evaluation::measures;
use crate::writing::Writing;
use anyhow::{anyhow, bail};
use asked::{default_shown, shown};
use clap::Args as ClapArgs;
use gainline::{Measure, Need, written};
use gainline_analysis::patterns::{Coefficient, Patterns, World, WorldError};
use std::process::ExitCode;

/// What `gainline patterns` is asked for.
#[derive(ClapArgs)]
#[command(after_help = "\
Examples:
  gainline patterns
  gainline patterns --grades 3,3,2,1,1 -m nDCG@5,AP,RR
                 (as many documents of each grade as topic t02 of examples/qrels.txt has)
  gainline patterns --grades 1,1,1 --length 6 -m AP,nDCG,RR,RBP
  gainline patterns -m 'nDCG(gains=exp2)@5,ERR@5' --show 30000,02100,30000/02100
  gainline patterns --grades 10,1 --length 3 -m Q,GenAP --all --format tsv

Use it to see what a measure rewards before you trust it with runs: put it in beside those that you
know. In the small world there are the relevant documents of --grades, and any number of
nonrelevant ones. A pattern is a ranking of --length documents, written as the grades that it
shows: 03210 has a nonrelevant document on top. Documents of the same grade are not told apart. All
patterns are gone through, each counting the same; what there is to be found stays the same
whatever is retrieved. Without options this is Kishida's world (Property of Average Precision and
its Generalization, 2005, Tables 3 to 5): his four measures and average precision over 136
patterns.

  Spread        mean, standard deviation, lowest and highest value over all patterns, and how many
                values a measure tells apart
  Correlation   how alike two measures see the patterns; near 1, one of them will do
  Disagreement  how many pairs of patterns two measures order oppositely, and the pair that they
                disagree on most: where the differences, each in standard deviations, add up to
                most
  Patterns      the values of those chosen with --show; 00123/32000 is the ratio of two

tsv, csv and jsonl hold, at full precision: table, row, measure, value. Tables: spread (rows mean,
sd, min, max, distinct), correlation (row: the other measure), opposite and tied (pairs of
patterns; row: the other measure), prefers (row: the other measure; value: the pattern that this
measure finds better of the two that they disagree on most), shown (row: a pattern or ratio), and
with --all pattern (row: the pattern). What has no value is empty (null in jsonl). json holds all
of this as one document.")]
pub(crate) struct Args {
    /// The grades of the relevant documents, with commas between
    #[arg(long, value_name = "G,...", value_delimiter = ',', default_value = "3,2,1",
        allow_negative_numbers = true, value_parser = finite)]
    grades: Vec<f64>,
    /// How many documents a ranking shows
    #[arg(long, value_name = "N", default_value = "5", value_parser = from_one)]
    length: usize,
    /// Measures, by any tool's spelling; may be given again, and be lists: nDCG@5,10,AP [default:
    /// mSR, AvgnDCG(discount=jk) at the length, Q, GenAP, AP]
    #[arg(short, long = "measure", value_name = "MEASURE")]
    measure: Vec<String>,
    /// Patterns to show, and ratios of them: 32000,00123,00123/32000; grades of several digits with
    /// dashes between: 0-10-0.5 [default: some telling ones]
    #[arg(long, value_name = "PATTERN,...", value_delimiter = ',')]
    show: Vec<String>,
    /// Show every pattern
    #[arg(long)]
    all: bool,
    /// The coefficient of correlation
    #[arg(long, value_name = "KIND", default_value = "pearson", value_parser = one_of(&Coefficient::ALL))]
    correlation: Coefficient,
    #[command(flatten)]
    writing: Writing,
    /// The lowest relevant grade, for measures that do not say
    #[arg(long, value_name = "N", default_value = "1", allow_negative_numbers = true,
        value_parser = finite, help_heading = HEADING)]
    rel: f64,
    /// The number of documents in the collection, for measures of its whole order [default: the
    /// relevant ones, and as many nonrelevant ones as a ranking shows]
    #[arg(long, value_name = "N", value_parser = from_one, help_heading = HEADING)]
    collection_size: Option<usize>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let world = world(&args.grades, args.length)?;
    let measures = asked_measures(args)?;
    let shown = match args.show.is_empty() {
        true => default_shown(&world),
        false => shown(&args.show, &world)?,
    };
    let patterns = Patterns::new(world, &measures, args.rel, args.collection_size)?;
    let about = report::About {
        patterns: &patterns,
        shown: &shown,
        all: args.all,
        by: args.correlation,
        rel: args.rel,
        collection: args.collection_size,
        digits: args.writing.decimals(),
    };
    let format = args.writing.format();
    args.writing.write(&[], |out| report::write(&about, format, out))?;
    Ok(ExitCode::SUCCESS)
}

fn world(grades: &[f64], length: usize) -> anyhow::Result<World> {
    World::new(grades, length).map_err(|error| {
        let listed: Vec<String> = grades.iter().copied().map(written).collect();
        let (option, remedy) = match error {
            WorldError::Grade(_) => {
                (format!("--grades {}", listed.join(",")), "leave nonrelevant documents out")
            }
            WorldError::Length(_) => (format!("--length {length}"), "choose a shorter one"),
            _ => ("--grades, --length".into(), "choose fewer --grades or a shorter --length"),
        };
        anyhow!("{option}: {error}\n  {remedy}")
    })
}

/// The measures asked for, or Kishida's. Patterns are grades and nothing else.
fn asked_measures(args: &Args) -> anyhow::Result<Vec<Measure>> {
    let default = format!("mSR,AvgnDCG(discount=jk)@{},Q,GenAP,AP", args.length);
    let asked = if args.measure.is_empty() { vec![default] } else { args.measure.clone() };
    let measures = measures(&asked, args.rel)?;
    for measure in &measures {
        let lacks = measure.family().needs.iter().find_map(|need| match need {
            Need::Scores => Some("scores"),
            Need::Known => Some("documents that users knew before"),
            Need::Expected => Some("a number of relevant documents that users expect"),
            _ => None,
        });
        if let Some(what) = lacks {
            bail!(
                "measure `{measure}` goes by {what}, and patterns have grades only\n  leave it out"
            );
        }
    }
    Ok(measures)
}
