//! `gainline plot roc`: recall against fallout.

use super::curves::LevelArgs;
use clap::Args as ClapArgs;
use gainline::CurveKind;
use gainline_report::figures;

/// What `gainline plot roc` is asked for.
#[derive(ClapArgs)]
#[command(
    override_usage = "gainline plot roc [OPTIONS] <QRELS> <RUNS>... -o <FILE>",
    mut_arg("known", |arg| arg.hide(true)),
    mut_arg("expected", |arg| arg.hide(true)),
    after_help = "\
Example: gainline plot roc qrels.txt bm25.run dense.run --collection-size 528155 -o roc.svg
--help says how to read it.",
    after_long_help = "\
Examples:
  gainline plot roc qrels.txt bm25.run dense.run --collection-size 528155 -o roc.svg
  gainline plot roc qrels.txt bm25.run --levels -o levels.png

How to read it: a ranking goes up with each relevant document and to the right with each other one.
The diagonal is a random ranking; the larger the area below a curve, the more often a relevant
document is ranked above one that is not. Documents not retrieved have no order, so a curve ends in
a straight line. Without --collection-size, the collection of a topic is the documents that the run
retrieved or that are judged relevant. Curves are then flatter than in the whole collection, and
each run has another collection: curves of runs of unequal depth cannot be compared, and a warning
says so. `gainline curve --kind roc` gives the areas.

--data holds `run, rel, fallout, recall`, as `gainline curve --kind roc` gives them."
)]
pub(crate) struct Args {
    #[command(flatten)]
    drawing: LevelArgs,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let (experiment, answer) = args.drawing.answer(CurveKind::Roc)?;
    args.drawing.picture.write(&experiment.files(), figures::roc(&answer))
}
