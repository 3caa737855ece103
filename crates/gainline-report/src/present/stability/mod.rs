//! How conclusions depend on the sample of topics: swap rates, ranks and reversals.

mod notes;
mod tables;
mod words;

use super::{Presenter, answer};
use crate::chart::{Chart, Series};
use crate::document::{Block, Document};
use crate::records::Records;
use gainline_analysis::stability::{MeasureStability, SizeSwaps, StabilityAnswer};
use serde::Serialize;
use std::io;

/// The lines of a chart with its title and legend.
const CHART_HEIGHT: usize = 24;

/// Shows how conclusions depend on the sample of topics.
pub struct StabilityPresenter<'a> {
    /// What is shown.
    pub answer: &'a StabilityAnswer,
    /// Decimals in tables.
    pub digits: usize,
    /// Show every pair of runs, also where there are many.
    pub all_pairs: bool,
    /// How wide a chart of swap rates is, if there is one.
    pub chart_width: Option<usize>,
}

impl Presenter for StabilityPresenter<'_> {
    answer!(StabilityAnswer);

    fn document(&self) -> Document {
        let mut document = Document::new(self.notes());
        if let Some(width) = self.chart_width {
            let chart = self.chart();
            document.blocks.push(Block::Chart { chart, width, height: CHART_HEIGHT });
        }
        for (title, table) in self.tables() {
            document.titled(title, table);
        }
        self.words().into_iter().for_each(|line| document.text(line));
        document
    }

    /// Measure by measure: sizes with their bins, then ranks and pairs.
    fn records(&self, out: &mut Records<'_>) -> io::Result<()> {
        let mut rows = vec![];
        for of in &self.answer.measures {
            let start = Record {
                measure: of.measure.to_string(),
                topics: self.answer.topics,
                ..Record::default()
            };
            of.sizes.iter().for_each(|size| start.size(size, &mut rows));
            start.runs(of, &mut rows);
        }
        out.rows(rows)
    }
}

/// A number, for scripts.
#[derive(Default, Clone, Serialize)]
struct Record<'a> {
    measure: String,
    topics: usize,
    run: Option<&'a str>,
    against: Option<&'a str>,
    difference: Option<f64>,
    quantity: &'static str,
    value: f64,
}

impl<'a> Record<'a> {
    /// The same row with another number.
    fn with(&self, quantity: &'static str, value: f64) -> Self {
        Record { quantity, value, ..self.clone() }
    }

    fn size(&self, size: &SizeSwaps, rows: &mut Vec<Record<'a>>) {
        let start = Record { topics: size.topics, ..self.clone() };
        rows.extend(size.swap_rate.map(|rate| start.with("swap_rate", rate)));
        rows.push(start.with("tie_rate", size.tie_rate));
        rows.extend(size.tau.map(|tau| start.with("tau", tau)));
        rows.push(start.with("without_tau", size.without_tau_rate));
        if let Some(required) = size.required_difference {
            rows.push(start.with("required_difference", required.difference));
            rows.push(start.with("share_required", required.share));
        }
        let ends = size.required_interval;
        rows.extend(ends.and_then(|of| of.low).map(|low| start.with("required_low", low)));
        rows.extend(ends.and_then(|of| of.high).map(|high| start.with("required_high", high)));
        for bin in &size.bins {
            let start = Record { difference: Some(bin.from), ..start.clone() };
            rows.push(start.with("comparisons", bin.comparisons as f64));
            rows.push(start.with("swap_rate", bin.swapped as f64 / bin.comparisons as f64));
        }
    }

    fn runs(&self, of: &'a MeasureStability, rows: &mut Vec<Record<'a>>) {
        for run in &of.runs {
            let start = Record { run: Some(run.run.as_str()), ..self.clone() };
            rows.extend([
                start.with("mean", run.mean),
                start.with("rank", run.rank),
                start.with("mean_rank", run.mean_rank),
                start.with("best_rank", run.best),
                start.with("worst_rank", run.worst),
                start.with("first", run.first),
            ]);
        }
        for pair in &of.pairs {
            let (run, against) = (Some(pair.first.as_str()), Some(pair.second.as_str()));
            let start = Record { run, against, ..self.clone() };
            rows.extend([
                start.with("difference", pair.difference),
                start.with("reversed", pair.reversed),
                start.with("tied", pair.tied),
            ]);
        }
    }
}

impl StabilityPresenter<'_> {
    /// Swap rates against topics, a curve for each measure.
    fn chart(&self) -> Chart {
        let point = |size: &SizeSwaps| Some((size.topics as f64, size.swap_rate?));
        let series = self.answer.measures.iter().map(|of| Series {
            name: of.measure.to_string(),
            points: of.sizes.iter().filter_map(point).collect(),
        });
        Chart {
            title: "swap rate by topics per set".into(),
            x: "topics per set".into(),
            y: String::new(),
            // A measure that ties all runs everywhere has no curve.
            series: series.filter(|series| !series.points.is_empty()).collect(),
        }
    }
}

/// `5 %`, with as many digits as it takes.
fn percent(share: f64) -> String {
    format!("{} %", (share * 1e8).round() / 1e6)
}
