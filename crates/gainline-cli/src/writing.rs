//! How answers are written and where they go, as options that commands share.

use crate::output::to_stdout;
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use gainline_report::present::Presenter;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The format of results, and where they go.
#[derive(Args)]
pub(crate) struct Writing {
    /// How the results are written; without it, by the ending of --output, or as a table
    #[arg(short, long, value_enum)]
    format: Option<Format>,
    /// Decimals shown in tables
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(0..=17))]
    digits: u8,
    /// Write to this file instead of standard output; - is standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// A way to write results.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub(crate) enum Format {
    #[value(alias = "text")]
    Table,
    Tsv,
    Csv,
    Json,
    Jsonl,
    Markdown,
    Latex,
}

impl From<Format> for gainline_report::Format {
    fn from(format: Format) -> Self {
        match format {
            Format::Table => gainline_report::Format::Text,
            Format::Tsv => gainline_report::Format::Tsv,
            Format::Csv => gainline_report::Format::Csv,
            Format::Json => gainline_report::Format::Json,
            Format::Jsonl => gainline_report::Format::Jsonl,
            Format::Markdown => gainline_report::Format::Markdown,
            Format::Latex => gainline_report::Format::Latex,
        }
    }
}

impl Writing {
    /// The format asked for, or the one that the output's name suggests.
    pub(crate) fn format(&self) -> Format {
        let ending = self.output.as_deref().and_then(Path::extension);
        self.format.unwrap_or(match ending.and_then(|ending| ending.to_str()) {
            Some("tsv") => Format::Tsv,
            Some("csv") => Format::Csv,
            Some("json") => Format::Json,
            Some("jsonl") => Format::Jsonl,
            Some("md") => Format::Markdown,
            Some("tex") => Format::Latex,
            _ => Format::Table,
        })
    }

    /// Whether answers hold the hashes of files: where all of an answer is written.
    pub(crate) fn wants_hashes(&self) -> bool {
        self.format() == Format::Json
    }

    /// Decimals shown in tables.
    pub(crate) fn decimals(&self) -> usize {
        usize::from(self.digits)
    }

    /// The file to write to; standard output without one (or for `-`).
    pub(crate) fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|file| file.as_os_str() != "-")
    }

    /// Writes an answer to the file or to standard output. None of `inputs` is overwritten.
    pub(crate) fn answer(
        &self,
        inputs: &[PathBuf],
        presenter: &impl Presenter,
    ) -> anyhow::Result<()> {
        self.write(inputs, |out| gainline_report::write(presenter, self.format().into(), out))
    }

    /// Writes to the file or to standard output. All of it is made before the file is touched, so
    /// that a failure on the way leaves the old one; none of `inputs` is overwritten.
    pub(crate) fn write(
        &self,
        inputs: &[PathBuf],
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        let Some(path) = self.file() else {
            return to_stdout(|out| Ok(write(out)?));
        };
        let mut text = vec![];
        write(&mut text)?;
        write_file(path, inputs, &text)
    }
}

/// Writes a file, or standard output for `-`, unless it is one of `inputs`.
pub(crate) fn write_file(path: &Path, inputs: &[PathBuf], text: &[u8]) -> anyhow::Result<()> {
    if path.as_os_str() == "-" {
        return to_stdout(|out| Ok(out.write_all(text)?));
    }
    let same = |input: &PathBuf| matches!((input.canonicalize(), path.canonicalize()), (Ok(a), Ok(b)) if a == b);
    if inputs.iter().any(same) {
        bail!("{}: is an input of this command, so it is not overwritten", path.display());
    }
    fs::write(path, text).with_context(|| format!("{}: cannot write", path.display()))
}
