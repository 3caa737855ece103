//! The formats that results are written in.

use clap::ValueEnum;
use std::path::Path;

/// A way to write results.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub(crate) enum Format {
    Table,
    Tsv,
    Csv,
    Json,
    Jsonl,
    Markdown,
    Latex,
}

impl Format {
    /// The format asked for, or the one that the output's name suggests.
    pub(crate) fn chosen(asked: Option<Format>, output: Option<&Path>) -> Format {
        let ending = output.and_then(|o| o.extension()).and_then(|e| e.to_str());
        asked.unwrap_or(match ending {
            Some("tsv") => Format::Tsv,
            Some("csv") => Format::Csv,
            Some("json") => Format::Json,
            Some("jsonl") => Format::Jsonl,
            Some("md") => Format::Markdown,
            Some("tex") => Format::Latex,
            _ => Format::Table,
        })
    }
}
