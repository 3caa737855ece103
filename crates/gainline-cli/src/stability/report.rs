//! What `gainline stability` shows.

use super::json::write_document;
use super::lines::{lines, rows};
use super::notes::notes;
use super::{Args, Studied, tables, words};
use crate::documents::write_line;
use crate::evaluation::Evaluated;
use crate::runs::Opened;
use crate::sections::{self, Sections};
use crate::writing::Format;
use gainline_analysis::stability::{Drawing, SizeSwaps};
use gainline_report::{Chart, Series, write_chart, write_csv, write_tsv};
use std::io::{self, Write};

/// The lines of a chart with its title and legend.
const CHART_HEIGHT: usize = 24;

/// What all numbers come from.
pub(super) struct About<'a> {
    pub args: &'a Args,
    pub opened: &'a Opened,
    pub runs: &'a [Evaluated],
    pub drawing: &'a Drawing,
    /// How many topics all runs have.
    pub topics: usize,
    /// Decimals shown in tables.
    pub digits: usize,
    /// How wide a chart is, if there is one.
    pub chart: Option<usize>,
}

impl About<'_> {
    /// The name of a run.
    pub(super) fn run(&self, run: usize) -> &str {
        &self.runs[run].name
    }
}

pub(super) fn write(
    about: &About<'_>,
    studied: &[Studied<'_>],
    format: Format,
    out: &mut dyn Write,
) -> io::Result<()> {
    match format {
        Format::Tsv => write_tsv(&rows(&lines(about, studied)), out),
        Format::Csv => write_csv(&rows(&lines(about, studied)), out),
        Format::Jsonl => lines(about, studied).iter().try_for_each(|line| write_line(line, out)),
        Format::Json => write_document(about, studied, out),
        Format::Table | Format::Markdown | Format::Latex => {
            if let Some(width) = about.chart {
                write_chart(&chart(studied), width, CHART_HEIGHT, out)?;
                writeln!(out)?;
            }
            let sections = Sections {
                notes: notes(about, studied),
                tables: tables::tables(about, studied),
                words: words::words(about, studied),
            };
            sections::write(&sections, format, out)
        }
    }
}

/// Swap rates against topics, a curve for each measure.
fn chart(studied: &[Studied<'_>]) -> Chart {
    let point = |size: &SizeSwaps| Some((size.topics as f64, size.swap_rate()?));
    let series = studied.iter().map(|of| Series {
        name: of.measure.to_string(),
        points: of.stability.sizes.iter().filter_map(point).collect(),
    });
    Chart {
        title: "swap rate against topics in a set".into(),
        x: "topics in a set".into(),
        y: String::new(),
        // What ties all runs everywhere has no curve.
        series: series.filter(|series| !series.points.is_empty()).collect(),
    }
}
