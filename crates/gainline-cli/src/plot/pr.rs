//! `gainline plot pr`: precision against recall.

use super::curves::LevelArgs;
use clap::Args as ClapArgs;
use gainline::CurveKind;
use gainline_report::figures;

/// What `gainline plot pr` is asked for.
#[derive(ClapArgs)]
#[command(
    override_usage = "gainline plot pr [OPTIONS] <QRELS> <RUNS>... -o <FILE>",
    mut_arg("known", |arg| arg.hide(true)),
    mut_arg("expected", |arg| arg.hide(true)),
    after_help = "\
Example: gainline plot pr qrels.txt bm25.run dense.run -o pr.svg
--help says how to read it.",
    after_long_help = "\
Examples:
  gainline plot pr qrels.txt bm25.run dense.run -o pr.svg
  gainline plot pr qrels.txt bm25.run --levels -o levels.png

How to read it: at recall 0, 0.1, … 1 is the highest precision at that recall or a higher one, as
the mean over topics. The closer a curve comes to the upper right corner, the better; its left end
is about the first few documents, its right end about finding all relevant ones. With --levels there
is a curve for each grade from which on documents count as relevant: where curves of high grades are
lower, the best documents are harder to find.

--data holds `run, rel, recall, precision`: what `gainline eval` gives for IPrec(rel=…)@r."
)]
pub(crate) struct Args {
    #[command(flatten)]
    drawing: LevelArgs,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let (experiment, answer) = args.drawing.answer(CurveKind::PrecisionRecall)?;
    args.drawing.picture.write(&experiment.files(), figures::pr(&answer))
}
