//! `gainline sensitivity`: how much weight measures put on each rank.

mod figures;
mod json;
mod notes;
mod report;
mod rows;
mod words;

use crate::charts::{Plot, chart_width};
use crate::choices::{Choices, finite, from_one, one_of};
use crate::evaluation::measures;
use crate::runs::{Inputs, Opened, Sharing, asked};
use crate::writing::{Format, Writing};
use anyhow::bail;
use clap::Args as ClapArgs;
use figures::Examined;
use gainline::{Measure, Source};
use gainline_analysis::sensitivity::{Base, Changes, Documents, Question, Sensitivity};
use std::process::ExitCode;

/// What is looked at when nothing is asked for.
const DEFAULT_MEASURES: &str = "nDCG@10,AP,Q,Rprec,RR,P@10";

/// What `gainline sensitivity` is asked for.
#[derive(ClapArgs)]
#[command(after_help = "\
Examples:
  gainline sensitivity examples/qrels.txt examples/runs/hybrid.run
  gainline sensitivity examples/qrels.txt examples/runs/hybrid.run -m nDCG@10,AP,RBP,ERR \\
    --relative --plot always
  gainline sensitivity examples/qrels.txt examples/runs/*.run -m AP --base grows \\
    --documents unjudged
  gainline sensitivity examples/qrels.txt examples/runs/hybrid.run -m nDCG@10 --to 3 -q -f tsv

When to use it: to choose a measure, or to see what one that you have is looking at. nDCG@10 and AP
both put the top first, but by how much? Does rank 50 matter at all? A measure whose weight ends at
rank 10 cannot see what a better first stage does below.

The change at rank j is what the measure gains when a relevant document stands there: its value
with a document of grade --to at rank j, less its value without. It is computed for each topic as
its ranking is, and averaged over the topics that have rank j. --documents says which documents are
looked at:
  all       each one, as if it had not been judged before: the weight of the rank, whatever stands
            there now
  lower     those that are unjudged or have a lower grade than --to, from the grade that they have:
            what there is to be gained
  unjudged  the unjudged ones: what judging them could show
and --base what becomes of R, the number of relevant documents, and of the ideal ranking:
  fixed     they stay as they are, as if a relevant document that the run missed stood at the rank
            (Kishida's formula 10); where the run missed none, AP would pass 1
  grows     they grow with the document, as if nobody had discovered it before (his formula 16). A
            relevant document at a low rank then lowers AP or nDCG: there was more to be found

Kishida (Property of Average Precision, NII-2005-014E) has closed formulas for the changes of AP
(10, 16), Rprec (1/R), mSR (28), AvgnDCG (33), Q (36, 37) and GenAP (43, 44). They are used where
they apply; all other measures are computed anew with each judgment exchanged, which gives the
same.

How to read it: the first table shows the mean change at some ranks, --relative as a share of that
at rank 1. The last one sums up each measure: its score now; the first rank by which half of its
weight lies, that is of the sum of the changes at ranks 1 to --depth (none where changes go both
ways); and the last rank that moves it at all, with (end) where nothing deeper was looked at.

tsv, csv and jsonl hold, at full precision and for all ranks: run, topic, measure, to, rank,
topics, change, share, formula. Topics stand in the order of the qrels (with --per-topic), then
`all`; topics is how many are behind the change, share the change as a share of that at rank 1
(empty where that is 0 or not there). Ranks at which no document counts are left out. json holds
the choices and facts behind the numbers too.")]
pub(crate) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// Measures, by any tool's spelling; may be given again, and be lists: nDCG@5,10,AP
    #[arg(short, long = "measure", value_name = "MEASURE", default_value = DEFAULT_MEASURES)]
    measure: Vec<String>,
    /// The grade that documents come to have [default: for each measure, the lowest grade of the
    /// qrels that it takes for relevant]
    #[arg(long, value_name = "GRADE", allow_negative_numbers = true, value_parser = finite)]
    to: Option<f64>,
    /// Whether R and the ideal ranking stay as they are, or grow with the document
    #[arg(long, default_value = "fixed", value_parser = one_of(&Base::ALL))]
    base: Base,
    /// Which documents are looked at
    #[arg(long, default_value = "all", value_parser = one_of(&Documents::ALL))]
    documents: Documents,
    /// The last rank to look at; rankings are not cut there
    #[arg(long, value_name = "N", default_value = "100", value_parser = from_one)]
    depth: usize,
    /// Show changes as shares of the change at rank 1
    #[arg(long)]
    relative: bool,
    /// Give every topic's changes too
    #[arg(short = 'q', long)]
    per_topic: bool,
    /// Draw the changes by rank above the tables; auto does when they are shown on a terminal
    #[arg(long, value_enum, default_value = "auto")]
    plot: Plot,
    #[command(flatten)]
    writing: Writing,
    #[command(flatten)]
    choices: Choices,
}

/// What all runs were examined with.
struct About<'a> {
    args: &'a Args,
    opened: &'a Opened,
    measures: &'a [Measure],
    sensitivity: &'a Sensitivity,
    /// How wide a chart is, if there is one.
    chart: Option<usize>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let format = args.writing.format();
    if args.plot == Plot::Always && format != Format::Table {
        bail!("--plot always draws above a table, so it goes with --format table only");
    }
    let measures = measures(&args.measure, args.choices.rel)?;
    let Inputs { qrels, runs } = &args.inputs;
    let opened = Opened::new(asked(runs), qrels, &args.choices, [])?;
    let Args { to, base, documents, depth, .. } = *args;
    let mut options = opened.options.clone();
    let sharing = Sharing::new(&opened.asked, &mut options);
    let question = Question { to, base, documents, depth };
    let sensitivity = Sensitivity::new(&opened.qrels, &measures, options, question)?;
    let changes = sharing.each(
        &opened.asked,
        |changes: &Changes| changes.scores().facts(),
        |source, progress| sensitivity.run(source, progress),
    )?;
    let examined = opened.asked.iter().zip(changes).map(|(run, changes)| {
        let file = Source::path(&run.file).name().to_string();
        Examined::new(run.name.clone(), file, changes, measures.len())
    });
    let examined: Vec<Examined> = examined.collect();
    let about = About {
        args,
        opened: &opened,
        measures: &measures,
        sensitivity: &sensitivity,
        chart: chart_width(args.plot, &args.writing, format),
    };
    args.writing.write(&opened.files, |out| report::write(&about, &examined, format, out))?;
    Ok(ExitCode::SUCCESS)
}
