//! `gainline plot roc`: recall against fallout.

use super::caption;
use super::curves::{self, LevelArgs};
use super::picture::{Plot, Room};
use crate::curve::Drawn;
use crate::log::complain;
use crate::notes::counted;
use clap::Args as ClapArgs;
use gainline::{CurveKind, Missing, Options};
use gainline_report::plot::{Axis, Figure, Mark, Scale, Series, Style};

/// What `gainline plot roc` is asked for.
#[derive(ClapArgs)]
#[command(
    mut_arg("known", |arg| arg.hide(true)),
    mut_arg("expected", |arg| arg.hide(true)),
    after_help = "\
Examples:
  gainline plot roc qrels.txt bm25.run dense.run --collection-size 528155 -o roc.svg
  gainline plot roc qrels.txt bm25.run --levels -o levels.png

How to read it: a ranking goes up with each relevant document and to the right with each other
one. The diagonal is what chance gives; the larger the area below a curve, the more often a relevant
document stands above one that is not. Documents not retrieved have no order, so a curve ends in a
straight line. Without --collection-size, the collection of a topic is the documents that the run
retrieved or that are judged relevant. That makes curves flatter than they are, and it makes another
collection of each run: curves of runs of unequal depth cannot be compared then, and a warning says
so. `gainline curve --kind roc` gives the areas.

--data holds `run, rel, fallout, recall`, as `gainline curve --kind roc` gives them."
)]
pub(crate) struct Args {
    #[command(flatten)]
    drawing: LevelArgs,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let (opened, levels, drawn) = args.drawing.draw(CurveKind::Roc)?;
    let lines = levels.lines(&drawn);
    let data = lines.data(&["run", "rel", "fallout", "recall"]);
    let (topics, choices) = curves::about(&opened, &drawn);
    let (mut marks, mut series) = lines.drawn();
    // Beneath the curves.
    marks.insert(0, Mark::Line { points: vec![(0.0, 0.0), (1.0, 1.0)], series: series.len() });
    series.push(Series { name: "chance".into(), style: Style::Reference });
    let collection = match opened.options.collection {
        Some(size) => format!("a collection of {}", counted(size, "document")),
        None if drawn.len() > 1 => {
            warn_of_depths(&drawn, &opened.options);
            "of each topic only the documents that the run retrieved or that are relevant, so that \
             runs of unequal depth cannot be compared (--collection-size)"
                .into()
        }
        None => "of each topic only the documents retrieved or relevant".into(),
    };
    let plot = Plot {
        kind: "roc",
        figure: Figure {
            title: format!("Recall against fallout{}, {topics}", curves::of_single(&drawn)),
            subtitle: format!(
                "{} {choices}",
                caption::sentence(&format!("{}; {collection}", levels.describe()))
            ),
            x: Axis {
                label: "fallout: share of the documents not relevant".into(),
                scale: Scale::Numbers(0.0, 1.0),
            },
            y: Axis { label: "recall, mean over topics".into(), scale: Scale::Numbers(0.0, 1.0) },
            marks,
            series,
            ..Figure::default()
        },
        // Nearly square, so that the diagonal is one.
        room: Room::Share(0.7),
        data,
    };
    args.drawing.picture.write(&opened.files, plot)
}

/// Says that curves are not of the same documents, where runs retrieved more or fewer.
fn warn_of_depths(runs: &[Drawn], options: &Options) {
    let depth = |run: &Drawn| {
        let seen = run.seen();
        let absent = if options.missing == Missing::Skip { 0 } else { seen.missing.len() };
        let topics = seen.topics.saturating_sub(absent).max(1);
        let depth = seen.facts.rows as f64 / topics as f64;
        options.depth.map_or(depth, |cut| depth.min(cut as f64))
    };
    let depths: Vec<f64> = runs.iter().map(depth).collect();
    let least = depths.iter().copied().fold(f64::INFINITY, f64::min);
    let most = depths.iter().copied().fold(0.0, f64::max);
    if most - least > 1e-9 * most {
        let [least, most] = [least, most].map(|depth| (depth * 10.0).round() / 10.0);
        complain(format_args!(
            "gainline: the runs retrieve from {least} to {most} documents of a topic on average, so \
             their curves cannot be compared; give --collection-size"
        ));
    }
}
