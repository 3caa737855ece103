//! `gainline missing`.

use clap::Args as ClapArgs;
use std::process::ExitCode;

/// What `gainline missing` is asked for.
#[derive(ClapArgs)]
pub(crate) struct Args {}

pub(crate) fn run(_: &Args) -> anyhow::Result<ExitCode> {
    anyhow::bail!("not built yet")
}
