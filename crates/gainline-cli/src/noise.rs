//! `gainline noise`.

use clap::Args as ClapArgs;
use std::process::ExitCode;

/// What `gainline noise` is asked for.
#[derive(ClapArgs)]
pub(crate) struct Args {}

pub(crate) fn run(_: &Args) -> anyhow::Result<ExitCode> {
    anyhow::bail!("not built yet")
}
