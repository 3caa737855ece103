//! Curves by which documents are relevant: what they are asked for.

use super::picture::Picture;
use crate::choices::{Choices, HEADING, from_one};
use crate::inputs::Inputs;
use crate::log::Terminal;
use clap::Args;
use gainline::CurveKind;
use gainline_analysis::Experiment;
use gainline_analysis::curve::{CurveAnswer, RunCurves};

/// Files, levels and choices.
#[derive(Args)]
pub(super) struct LevelArgs {
    #[command(flatten)]
    inputs: Inputs,
    /// A curve for each grade of the qrels above 0, from which on documents are relevant
    #[arg(long)]
    levels: bool,
    /// Only the top N of each ranking
    #[arg(long, value_name = "N", value_parser = from_one, help_heading = HEADING)]
    depth: Option<usize>,
    #[command(flatten)]
    pub picture: Picture,
    #[command(flatten)]
    choices: Choices,
}

impl LevelArgs {
    /// The curves of all runs.
    pub(super) fn answer(&self, kind: CurveKind) -> anyhow::Result<(Experiment, CurveAnswer)> {
        self.picture.check()?;
        let experiment = self.inputs.experiment(&self.choices, self.depth, [])?;
        let request = RunCurves { levels: self.levels, ..RunCurves::of(kind) };
        let answer = request.answer(&experiment, &Terminal::default())?;
        Ok((experiment, answer))
    }
}
