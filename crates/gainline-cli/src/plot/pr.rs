//! `gainline plot pr`: precision against recall.

use super::caption;
use super::curves::{self, LevelArgs};
use super::picture::Plot;
use clap::Args as ClapArgs;
use gainline::CurveKind;
use gainline_report::plot::{Axis, Figure, Scale};

/// What `gainline plot pr` is asked for.
#[derive(ClapArgs)]
#[command(
    mut_arg("known", |arg| arg.hide(true)),
    mut_arg("expected", |arg| arg.hide(true)),
    after_help = "\
Examples:
  gainline plot pr qrels.txt bm25.run dense.run -o pr.svg
  gainline plot pr qrels.txt bm25.run --levels -o levels.png

How to read it: at recall 0, 0.1, … 1 stands the best precision at that recall or beyond, mean over
topics. The nearer a curve comes to the upper right corner, the better; its left end is about the
first few documents, its right end about finding all that is relevant. With --levels there is a
curve for each grade from which on documents count as relevant: where those of high grades lie
lower, the best documents are harder to find.

--data holds `run, rel, recall, precision`: what `gainline eval` gives for IPrec(rel=…)@r."
)]
pub(crate) struct Args {
    #[command(flatten)]
    drawing: LevelArgs,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let kind = CurveKind::PrecisionRecall;
    let (opened, levels, drawn) = args.drawing.draw(kind)?;
    let lines = levels.lines(&drawn);
    let data = lines.data(&["run", "rel", "recall", "precision"]);
    let (topics, choices) = curves::about(&opened, &drawn);
    let (marks, series) = lines.drawn();
    let definition = format!("the best precision at each recall or beyond; {}", levels.describe());
    let plot = Plot {
        kind: "pr",
        figure: Figure {
            title: format!(
                "Precision at 11 levels of recall{}, {topics}",
                curves::of_single(&drawn)
            ),
            subtitle: format!("{} {choices}", caption::sentence(&definition)),
            x: Axis { label: kind.x().into(), scale: Scale::Numbers(0.0, 1.0) },
            y: Axis {
                label: "precision, mean over topics".into(),
                scale: Scale::Numbers(0.0, 1.0),
            },
            marks,
            series,
            ..Figure::default()
        },
        room: curves::ROOM,
        data,
    };
    args.drawing.picture.write(&opened.files, plot)
}
