//! How results are written and where they go. Unlike elsewhere, a file does not take the place of
//! standard output: a log that does not say why the gate is shut helps nobody.

use super::Format;
use crate::output::to_stdout;
use crate::writing::write_file;
use clap::Args;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The format of results, and where they go.
#[derive(Args)]
pub(super) struct Writing {
    /// How the results are written; without it, by the ending of --output (md, xml, json), or as a
    /// table
    #[arg(short, long, value_enum)]
    format: Option<Format>,
    /// Decimals of scores, or more where a number would look like the bound that it misses
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(0..=17))]
    digits: u8,
    /// Write to this file, and the table to standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Writing {
    pub(super) fn decimals(&self) -> usize {
        usize::from(self.digits)
    }

    fn format(&self) -> Format {
        let ending = self.output.as_deref().and_then(Path::extension);
        self.format.unwrap_or(match ending.and_then(|ending| ending.to_str()) {
            Some("md") => Format::Markdown,
            Some("xml") => Format::Junit,
            Some("json") => Format::Json,
            _ => Format::Table,
        })
    }

    /// Writes all that is asked for; none of `inputs` is overwritten.
    pub(super) fn write(
        &self,
        inputs: &[PathBuf],
        write: impl Fn(Format, &mut dyn Write) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        let Some(path) = self.output.as_deref().filter(|path| path.as_os_str() != "-") else {
            return to_stdout(|out| Ok(write(self.format(), out)?));
        };
        let mut text = vec![];
        write(self.format(), &mut text)?;
        write_file(path, inputs, &text)?;
        to_stdout(|out| Ok(write(Format::Table, out)?))
    }
}
