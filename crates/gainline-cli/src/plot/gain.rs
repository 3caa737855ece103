//! `gainline plot gain`: cumulated gain by rank.

use super::caption;
use super::curves::{self, Lines};
use super::picture::{Picture, Plot};
use crate::cells::text;
use crate::choices::{Choices, from_one, one_of};
use crate::curve::{Drawn, Gaining, draw};
use crate::runs::{self, Inputs, Opened};
use clap::{Args as ClapArgs, ValueEnum};
use gainline::{CurveKind, CurveSpec, IdealFrom, Normalise};
use gainline_report::plot::{Axis, Figure, Scale, Style};

/// What `gainline plot gain` is asked for.
#[derive(ClapArgs)]
#[command(
    mut_arg("known", |arg| arg.hide(true)),
    mut_arg("expected", |arg| arg.hide(true)),
    after_help = "\
Examples:
  gainline plot gain qrels.txt bm25.run dense.run -o ndcg.svg
  gainline plot gain qrels.txt *.run --curve cg --gains 0-1-10-100 -o cg.svg
  gainline plot gain qrels.txt *.run --curve dcg --discount jk --base 2 --depth 200 -o dcg.pdf
  gainline plot gain qrels.txt *.run --curve ncg --normalise mean --ideal -o ncg.png

How to read it: the higher the curve, the more a user has gained by that rank. Go from a curve
level to the left until you meet the ideal: the ideal ranking gives as much at that earlier rank.
Curves that cross tell that which run is better depends on how far users look. These are the
figures of Järvelin and Kekäläinen (2002).

--data holds `run, rank, value`, the ideal as the run `ideal` (or `ideal of RUN` where runs differ
in it): what `gainline curve` gives, and `gainline eval` for CG@k, DCG@k, nCG@k or nDCG@k."
)]
pub(crate) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// What the curves show: cumulated gain, discounted, and both as a share of the ideal
    #[arg(long, value_name = "cg|dcg|ncg|ndcg", default_value = "ndcg",
        value_parser = one_of(&KINDS), hide_possible_values = true)]
    curve: CurveKind,
    /// The last rank
    #[arg(long, value_name = "N", default_value = "100", value_parser = from_one)]
    depth: usize,
    #[command(flatten)]
    gaining: Gaining,
    /// Show the curve of the best possible ranking: auto does for cg and dcg; that of ncg and ndcg
    /// is 1 at all ranks
    #[arg(long, value_enum, value_name = "WHEN", default_value = "auto", num_args = 0..=1,
        require_equals = true, default_missing_value = "always")]
    ideal: Ideal,
    /// The documents of the ideal ranking: all judged ones, or only those retrieved
    #[arg(long, default_value = "judged", value_parser = one_of(&IdealFrom::ALL))]
    ideal_from: IdealFrom,
    #[command(flatten)]
    picture: Picture,
    #[command(flatten)]
    choices: Choices,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Ideal {
    Auto,
    Always,
    Never,
}

static KINDS: [CurveKind; 4] = [CurveKind::Cg, CurveKind::Dcg, CurveKind::Ncg, CurveKind::Ndcg];

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    args.picture.check()?;
    args.gaining.check(args.curve, "--curve")?;
    let spec = CurveSpec::new(args.curve, &args.gaining.params())
        .map_err(|error| error.remedy("`gainline plot gain --help` says what there is"))?
        .depth(args.depth)
        .normalise(args.gaining.normalise.unwrap_or_default())
        .ideal_from(args.ideal_from);
    let Inputs { qrels, runs } = &args.inputs;
    let opened = Opened::new(runs::asked(runs), qrels, &args.choices, [])?;
    let drawn = draw(&opened, std::slice::from_ref(&spec), false)?;
    args.picture.write(&opened.files, plot(args, &opened, &spec, &drawn))
}

fn plot(args: &Args, opened: &Opened, spec: &CurveSpec, drawn: &[Drawn]) -> Plot {
    let lines = lines(args, spec, drawn);
    let data = lines.data(&["run", "rank", "value"]);
    let (topics, choices) = curves::about(opened, drawn);
    let (low, high) = lines.span();
    let high = if args.curve.is_normalised() { high.max(1.0) } else { high };
    let (marks, series) = lines.drawn();
    let of = curves::of_single(drawn);
    Plot {
        kind: "gain",
        figure: Figure {
            title: format!("{}{of} at ranks 1 to {}, {topics}", spec.measure(), args.depth),
            subtitle: format!("{} {choices}", caption::sentence(&definition(args))),
            x: Axis { label: "rank".into(), scale: Scale::Ranks(args.depth) },
            y: Axis {
                label: format!("{}, {}", args.curve.y(), over(args)),
                scale: Scale::Numbers(low, high),
            },
            marks,
            series,
            ..Figure::default()
        },
        room: curves::ROOM,
        data,
    }
}

/// The runs' curves, and the ideal ones where they are asked for.
fn lines(args: &Args, spec: &CurveSpec, drawn: &[Drawn]) -> Lines {
    let mut lines = Lines::new(spec);
    for (at, run) in drawn.iter().enumerate() {
        let actual = &run.set.curves()[0].actual;
        lines.add(run.name.clone(), Style::Coloured(at), vec![text(&run.name)], actual);
    }
    let wanted = match args.ideal {
        Ideal::Auto => !args.curve.is_normalised(),
        Ideal::Always => true,
        Ideal::Never => false,
    };
    let own = args.ideal_from == IdealFrom::Retrieved
        || drawn.iter().any(|run| run.set.topics() != drawn[0].set.topics());
    let ideals = if own { drawn } else { &drawn[..drawn.len().min(1)] };
    for (at, run) in ideals.iter().enumerate().filter(|_| wanted) {
        let (name, style) = match own {
            true => (format!("ideal of {}", run.name), Style::ReferenceOf(at)),
            false => ("ideal".into(), Style::Reference),
        };
        lines.add(name.clone(), style, vec![text(&name)], &run.set.curves()[0].ideal);
    }
    lines
}

/// What is shown, in short.
fn definition(args: &Args) -> String {
    let Gaining { gains, discount, base, .. } = &args.gaining;
    let gains = match gains.as_deref().unwrap_or("linear") {
        "linear" => "gains are the grades".to_string(),
        "exp2" => "gains are 2^grade − 1".into(),
        listed => format!("gains {listed}"),
    };
    let base = base.as_deref().unwrap_or("2");
    let log = format!("log{base}(rank)");
    let divided = match discount.as_deref().unwrap_or("log2") {
        "jk" => format!(", from rank {base} on divided by {log}"),
        "jk-rn" => format!(", from rank 2 on divided by {log}"),
        "rank" => " divided by the rank".into(),
        "none" => String::new(),
        _ => " divided by log2(rank + 1)".into(),
    };
    let (what, divided) = match args.curve {
        CurveKind::Cg => ("cumulated gain", String::new()),
        CurveKind::Ncg => ("cumulated gain as a share of the ideal", String::new()),
        CurveKind::Dcg => ("discounted cumulated gain", divided),
        _ => ("discounted cumulated gain as a share of the ideal", divided),
    };
    let ideal = match args.ideal_from {
        IdealFrom::Judged => "ideal from all judged documents",
        IdealFrom::Retrieved => "ideal from the retrieved documents",
    };
    format!("{what}; {gains}{divided}; {ideal}")
}

/// How topics are put together.
fn over(args: &Args) -> &'static str {
    match args.gaining.normalise.unwrap_or_default() {
        Normalise::Mean => "mean gain / mean ideal gain",
        Normalise::Topic => "mean over topics",
    }
}
