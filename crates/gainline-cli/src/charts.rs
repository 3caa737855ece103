//! Charts for a terminal: whether they are drawn, and how wide.

use crate::writing::{Format, Writing};
use clap::ValueEnum;
use std::io::IsTerminal;

/// Whether curves are drawn.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub(crate) enum Plot {
    Auto,
    Always,
    Never,
}

/// How wide a chart is drawn, if one is: as wide as the terminal says, but no wider than is easy to
/// read.
pub(crate) fn chart_width(plot: Plot, writing: &Writing, format: Format) -> Option<usize> {
    let to_terminal = || writing.file().is_none() && std::io::stdout().is_terminal();
    let wanted = match plot {
        Plot::Always => true,
        Plot::Auto => format == Format::Table && to_terminal(),
        Plot::Never => false,
    };
    let told = || std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let seen = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    wanted.then(|| told().or_else(seen).unwrap_or(80).clamp(40, 100))
}
