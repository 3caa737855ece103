//! `gainline measures`: the catalogue.

use crate::writing::Writing;
use clap::Args as ClapArgs;
use gainline_analysis::measures::Measures;
use gainline_report::present::MeasuresPresenter;
use std::process::ExitCode;

/// What `gainline measures` is asked for.
#[derive(ClapArgs)]
#[command(
    mut_arg("digits", |arg| arg.hide(true)),
    after_help = "\
Examples:
  gainline measures                 all families
  gainline measures nDCG            formula, parameters, edge cases, an example
  gainline measures set_F_2         in any tool's spelling
  gainline measures --format json   the catalogue as data"
)]
pub(crate) struct Args {
    /// A measure, in any spelling
    name: Option<String>,
    #[command(flatten)]
    writing: Writing,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let answer = Measures { name: args.name.clone() }.answer()?;
    args.writing.answer(&[], &MeasuresPresenter { answer: &answer })?;
    Ok(ExitCode::SUCCESS)
}
