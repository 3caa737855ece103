//! `gainline plot gain`: cumulated gain by rank.

use super::picture::Picture;
use crate::choices::{Choices, from_one, one_of};
use crate::curve::GainArgs;
use crate::inputs::Inputs;
use crate::log::Terminal;
use clap::{Args as ClapArgs, ValueEnum};
use gainline::{CurveKind, IdealFrom};
use gainline_analysis::curve::RunCurves;
use gainline_report::figures::{self, IdealShown};

/// What `gainline plot gain` is asked for.
#[derive(ClapArgs)]
#[command(
    override_usage = "gainline plot gain [OPTIONS] <QRELS> <RUNS>... -o <FILE>",
    mut_arg("known", |arg| arg.hide(true)),
    mut_arg("expected", |arg| arg.hide(true)),
    after_help = "\
Example: gainline plot gain qrels.txt bm25.run dense.run -o ndcg.svg
--help says how to read it.",
    after_long_help = "\
Examples:
  gainline plot gain qrels.txt bm25.run dense.run -o ndcg.svg
  gainline plot gain qrels.txt *.run --curve cg --gains 0-1-10-100 -o cg.svg
  gainline plot gain qrels.txt *.run --curve dcg --discount jk --base 2 --depth 200 -o dcg.pdf
  gainline plot gain qrels.txt *.run --curve ncg --normalise mean --ideal -o ncg.png

How to read it: the higher the curve, the more a user has gained by that rank. From a point of a
curve, go left to the ideal curve: the ideal ranking reaches the same gain at that earlier rank. If
curves cross, which run is better depends on how far users look. These are the figures of Järvelin
and Kekäläinen (2002).

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
    gain: GainArgs,
    /// Show the curve of the best possible ranking: auto does for cg and dcg
    ///
    /// That of ncg and ndcg is 1 at all ranks.
    #[arg(long, value_enum, value_name = "WHEN", default_value = "auto", num_args = 0..=1,
        require_equals = true, default_missing_value = "always")]
    ideal: Ideal,
    /// The documents of the ideal ranking: all judged ones, or only those retrieved
    /// [default: judged]
    #[arg(long, value_parser = one_of(&IdealFrom::ALL))]
    ideal_from: Option<IdealFrom>,
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

impl From<Ideal> for IdealShown {
    fn from(ideal: Ideal) -> Self {
        match ideal {
            Ideal::Auto => IdealShown::Auto,
            Ideal::Always => IdealShown::Always,
            Ideal::Never => IdealShown::Never,
        }
    }
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    args.picture.check()?;
    let experiment = args.inputs.experiment(&args.choices, None, [])?;
    let request = RunCurves {
        depth: args.depth,
        gain: args.gain.options(),
        ideal_from: args.ideal_from,
        ..RunCurves::of(args.curve)
    };
    let answer = request.answer(&experiment, &Terminal::default())?;
    args.picture.write(&experiment.files(), figures::gain(&answer, args.ideal.into()))
}
