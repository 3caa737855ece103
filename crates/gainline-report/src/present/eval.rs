//! Evaluated runs: a run a row, a measure a column.

use super::notes::{self, note};
use super::uneven_runs::{self, depths};
use super::unjudged_runs::nothing_judged;
use super::words::{count, counted, listed, text};
use super::{Presenter, answer};
use crate::document::Document;
use crate::records::Records;
use crate::{Cell, Note, Table};
use gainline::{Average, Better, Measure, Summary, TieRule, Ties};
use gainline_analysis::eval::{AverageScores, EvalAnswer, Finding, MeasureScores, RunScores};
use gainline_stats::is_same;
use serde::Serialize;
use std::io;

/// Shows evaluated runs.
pub struct EvalPresenter<'a> {
    /// What is shown.
    pub answer: &'a EvalAnswer,
    /// Decimals in tables.
    pub digits: usize,
}

/// A value, for scripts.
#[derive(Default, Serialize)]
struct Record<'a> {
    run: &'a str,
    topic: &'a str,
    measure: &'a str,
    value: f64,
}

/// A value with its bounds, for scripts.
#[derive(Default, Serialize)]
struct BoundedRecord<'a> {
    run: &'a str,
    topic: &'a str,
    measure: &'a str,
    value: f64,
    low: f64,
    high: f64,
}

impl Presenter for EvalPresenter<'_> {
    answer!(EvalAnswer);

    fn document(&self) -> Document {
        let mut document = Document::new(self.notes());
        document.table(self.table());
        let unjudged = self.answer.unjudged_runs.iter().map(nothing_judged);
        let findings = self.answer.findings.iter().map(|finding| match finding {
            Finding::DepthsDiffer(found) => depths(found),
            Finding::UnjudgedDiffer { shares } => uneven_runs::unjudged(shares),
        });
        document.warnings(unjudged.chain(findings).collect());
        document
    }

    /// Run by run: topics in the order of the judgments, then averages.
    fn records(&self, out: &mut Records<'_>) -> io::Result<()> {
        let measures: Vec<String> = self.measures().iter().map(ToString::to_string).collect();
        for run in &self.answer.runs {
            let mut write = |topic: &str, scores: &MeasureScores| {
                for (at, measure) in measures.iter().enumerate() {
                    let (run, value) = (run.run.as_str(), scores.values[at]);
                    match (&scores.low, &scores.high) {
                        (Some(low), Some(high)) => {
                            let (low, high) = (low[at], high[at]);
                            out.row(&BoundedRecord { run, topic, measure, value, low, high })?;
                        }
                        _ => out.row(&Record { run, topic, measure, value })?,
                    }
                }
                Ok::<(), io::Error>(())
            };
            for topic in run.topics.iter().flatten() {
                write(&topic.topic, &topic.scores)?;
            }
            for average in &run.averages {
                write(&label(average), &average.scores)?;
            }
        }
        Ok(())
    }
}

/// What stands in the place of a topic: `all`, `all:median`, `by:NAME`, `by:NAME:median`.
fn label(average: &AverageScores) -> String {
    let over = average.slice.as_ref().map_or("all".into(), |slice| format!("by:{slice}"));
    match average.average {
        Average::Macro => over,
        other => format!("{over}:{other}"),
    }
}

impl EvalPresenter<'_> {
    fn measures(&self) -> &[Measure] {
        &self.answer.request.measures
    }

    /// Whether there is a row for each run and nothing more.
    fn is_plain(&self) -> bool {
        self.answer.request.averages.len() == 1 && self.answer.slices.is_none()
    }

    fn table(&self) -> Table {
        let labelled = self.answer.request.per_topic || !self.is_plain();
        let sliced = self.answer.slices.is_some();
        let mut header = vec!["run".to_string()];
        header.extend(labelled.then(|| "topic".to_string()));
        header.extend(sliced.then(|| "topics".to_string()));
        header.extend(self.measures().iter().map(ToString::to_string));
        let row = |run: &RunScores, label: &str, topics: usize| {
            let mut row = Vec::with_capacity(header.len());
            row.push(text(&run.run));
            row.extend(labelled.then(|| text(label)));
            row.extend(sliced.then(|| count(topics)));
            row
        };
        let mut rows = vec![];
        let best = self.best();
        for run in &self.answer.runs {
            for topic in run.topics.iter().flatten() {
                let mut row = row(run, &topic.topic, 1);
                row.extend(self.cells(&topic.scores, Average::Macro, &[]));
                rows.push(row);
            }
            for (average, best) in run.averages.iter().zip(&best) {
                let mut row = row(run, &label(average), average.topics);
                row.extend(self.cells(&average.scores, average.average, best));
                rows.push(row);
            }
        }
        let marked = best.iter().flatten().any(Option::is_some);
        let within = if self.is_plain() { "" } else { ", for these topics" };
        let legend = if marked { vec![format!("* best of its column{within}")] } else { vec![] };
        Table { header, rows, legend, ..Table::default() }
    }

    fn cells(
        &self,
        scores: &MeasureScores,
        average: Average,
        best: &[Option<f64>],
    ) -> impl Iterator<Item = Cell> {
        let cell = move |(at, &value): (usize, &f64)| {
            let decimals = self.decimals(at, average);
            if let (Some(low), Some(high)) = (&scores.low, &scores.high) {
                return Cell::Range { value, low: low[at], high: high[at], decimals };
            }
            let best = best.get(at).is_some_and(|best| best.is_some_and(|b| is_same(b, value)));
            Cell::Number { value, decimals: Some(decimals), best }
        };
        scores.values.iter().enumerate().map(cell)
    }

    /// Counts are whole, and so are their sums, but not what else is made of them.
    fn decimals(&self, measure: usize, average: Average) -> usize {
        let counts = self.measures()[measure].family().summary == Summary::Sum;
        let sums = matches!(average, Average::Macro | Average::Micro);
        if counts && sums { 0 } else { self.digits }
    }

    /// For each average and measure the best of the runs, where there is one.
    fn best(&self) -> Vec<Vec<Option<f64>>> {
        let runs = &self.answer.runs;
        let best_of = |row: usize| {
            let first = &runs[0].averages[row];
            let spread = first.average == Average::Deviation || first.scores.low.is_some();
            let column = |(at, measure): (usize, &Measure)| {
                let values = runs.iter().map(|run| run.averages[row].scores.values[at]);
                match measure.family().better {
                    _ if spread || runs.len() < 2 => None,
                    Better::Higher => values.reduce(f64::max),
                    Better::Lower => values.reduce(f64::min),
                    Better::Neither => None,
                }
            };
            self.measures().iter().enumerate().map(column).collect()
        };
        (0..runs.first().map_or(0, |run| run.averages.len())).map(best_of).collect()
    }

    fn notes(&self) -> Vec<Note> {
        let provenance = &self.answer.provenance;
        let mut all = notes::inputs(provenance);
        all.extend([
            notes::topics(provenance, "averaged"),
            notes::relevant(provenance, ", unless a measure says otherwise"),
            notes::depth(provenance),
            notes::ties(provenance),
        ]);
        all.extend(self.mean_ranks().map(|text| note("ranks", text)));
        all.extend(notes::unjudged(&provenance.options));
        all.extend(self.averages().map(|text| note("average", text)));
        all.extend(notes::collection(self.measures(), &provenance.options));
        all.extend(notes::highest_gains(self.measures(), provenance));
        all.extend(notes::users(self.measures(), provenance));
        all
    }

    /// The measures that take the mean of tied ranks, which is not the mean over orders.
    fn mean_ranks(&self) -> Option<String> {
        let by_ranks = |m: &&Measure| m.family().tie_mean == TieRule::MeanRanks;
        let names: Vec<&Measure> = self.measures().iter().filter(by_ranks).collect();
        let averaged = self.answer.provenance.options.ties == Ties::Average;
        (averaged && !names.is_empty()).then(|| {
            let names = listed(&names, "and");
            format!("for {names} the mean of the tied documents' ranks (Rocchio), not the mean over orders")
        })
    }

    /// How topics are averaged, where that is not just the mean.
    fn averages(&self) -> Option<String> {
        let request = &self.answer.request;
        let mut said = vec![];
        if request.averages != [Average::Macro] {
            let words = request.averages.iter().map(|average| match average {
                Average::Macro => "macro: mean over topics (the sum for counts)",
                Average::Micro => "micro: ratio of the topics' totals",
                Average::Geometric => "gm: geometric mean, values below 0.00001 raised to it",
                Average::Median => "median",
                Average::Deviation => "sd: standard deviation of the topics' values",
            });
            said.push(format!("{} (--average)", words.collect::<Vec<_>>().join("; ")));
        }
        if self.measures().iter().any(|m| m.summary() == Summary::Pooled) {
            said.push("normalise=mean: mean gain of all topics over their mean ideal gain".into());
        }
        if request.weights.is_some() {
            said.push("topics are weighted (--topic-weights)".into());
        }
        if let Some(slices) = &self.answer.slices {
            let outside = match &slices.topics_in_none[..] {
                [] => String::new(),
                [first, ..] => {
                    let topics = counted(slices.topics_in_none.len(), "topic");
                    format!("; in none: {topics} ({first}…)")
                }
            };
            let empty = match &slices.empty[..] {
                [] => String::new(),
                names => format!("; without a topic, so left out: {}", names.join(", ")),
            };
            said.push(format!("{} (--by){outside}{empty}", counted(slices.count, "slice")));
        }
        (!said.is_empty()).then(|| said.join(". "))
    }
}
