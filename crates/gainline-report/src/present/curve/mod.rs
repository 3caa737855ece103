//! Curves: a chart, a column for each curve, what sums them up, and what is read from them.

mod notes;

use super::words::{count, number, text};
use super::{Presenter, answer};
use crate::document::{Block, Document};
use crate::records::Records;
use crate::{Cell, Chart, Series, Table};
use gainline::{CurveKind, Line, Normalise};
use gainline_analysis::curve::{CurveAnswer, IdealCurve, RunCurve, TopicLine};
use gainline_stats::is_same;
use serde::Serialize;
use serde_json::json;
use std::collections::HashMap;
use std::io;

/// Shows curves.
pub struct CurvePresenter<'a> {
    /// What is shown.
    pub answer: &'a CurveAnswer,
    /// Decimals in tables.
    pub digits: usize,
    /// How many characters wide a chart is, if one is drawn.
    pub chart: Option<usize>,
}

/// The lines of a chart with its title and legend.
const CHART_HEIGHT: usize = 24;

/// As many ranks are all shown.
const ALL_ROWS: usize = 25;

/// Where a curve has a height: at a rank, at a level of recall or fallout; or what the value is.
#[derive(Clone, Copy, Serialize)]
#[serde(untagged)]
enum X {
    Rank(usize),
    Level(f64),
    Word(&'static str),
}

/// A reading, for scripts.
#[derive(Serialize)]
struct ReadingRecord<'a> {
    run: &'a str,
    against: Option<&'a str>,
    at: X,
    value: f64,
    rank: Option<usize>,
}

/// A curve with its name; an ideal one has no gap.
struct Shown<'a> {
    name: String,
    line: &'a Line,
    gap: Option<f64>,
    topics: &'a Option<Vec<TopicLine>>,
}

impl Presenter for CurvePresenter<'_> {
    answer!(CurveAnswer);

    fn document(&self) -> Document {
        let shown = self.shown();
        let mut document = Document::new(self.notes());
        if let Some(width) = self.chart {
            let chart = self.draw(&shown);
            document.blocks.push(Block::Chart { chart, width, height: CHART_HEIGHT });
        }
        document.table(self.heights(&shown));
        document.table(self.sums(&shown));
        if !self.answer.request.read.is_empty() {
            document.titled(self.reading(), self.readings());
            document.list(self.flat());
        }
        document
    }

    /// Run by run, topics in the order of the judgments, `all` last; or the readings.
    fn records(&self, out: &mut Records<'_>) -> io::Result<()> {
        if !self.answer.request.read.is_empty() {
            return self.reading_records(out);
        }
        let xs: Vec<X> = self.answer.xs.iter().map(|x| self.x(*x)).collect();
        for curve in self.shown() {
            let mut write = |topic: &str, line: &Line| {
                let sums = [(X::Word("mean"), line.mean), (X::Word("area"), line.area)];
                let points = xs.iter().copied().zip(line.heights.iter().copied()).chain(sums);
                for (x, value) in points {
                    out.row(&json!({ "run": curve.name, "topic": topic, "x": x, "value": value }))?;
                }
                Ok::<(), io::Error>(())
            };
            for topic in curve.topics.iter().flatten() {
                write(&topic.topic, &topic.line)?;
            }
            write("all", curve.line)?;
        }
        Ok(())
    }
}

/// What distinguishes a curve from others of the same run.
fn level(level: Option<f64>) -> String {
    level.map_or(String::new(), |grade| format!(", grade >= {grade}"))
}

fn ideal_name(ideal: &IdealCurve) -> String {
    let of = ideal.run.as_ref().map_or(String::new(), |run| format!(" of {run}"));
    format!("ideal{of}{}", level(ideal.level))
}

impl CurvePresenter<'_> {
    fn kind(&self) -> CurveKind {
        self.answer.request.kind
    }

    /// How many ranks or levels there are.
    fn places(&self) -> usize {
        self.answer.xs.len()
    }

    fn x(&self, x: f64) -> X {
        if self.kind().is_by_rank() { X::Rank(x as usize) } else { X::Level(x) }
    }

    fn name(&self, curve: &RunCurve) -> String {
        format!("{}{}", curve.run, level(curve.level))
    }

    /// What the curve of a run is read against.
    fn against(&self, curve: &RunCurve) -> String {
        match &self.answer.request.against {
            Some(against) => format!("{}{}", against.run, level(curve.level)),
            None => ideal_name(&self.answer.ideals[curve.ideal]),
        }
    }

    /// The curves of all runs, then the ideal ones if they are asked for.
    fn shown(&self) -> Vec<Shown<'_>> {
        let runs = self.answer.curves.iter().map(|curve| Shown {
            name: self.name(curve),
            line: &curve.line,
            gap: Some(curve.gap),
            topics: &curve.topics,
        });
        let ideals = self.answer.ideals.iter().filter(|_| self.answer.request.ideal);
        let ideals = ideals.map(|ideal| Shown {
            name: ideal_name(ideal),
            line: &ideal.line,
            gap: None,
            topics: &ideal.topics,
        });
        runs.chain(ideals).collect()
    }

    fn draw(&self, shown: &[Shown<'_>]) -> Chart {
        let runs = &self.answer.provenance.runs;
        let topics = runs.first().map_or(0, |run| run.topics);
        let same = runs.iter().all(|run| run.topics == topics);
        let number = if same { format!("{topics} ") } else { String::new() };
        let over = match self.answer.request.gain.normalise.unwrap_or_default() {
            _ if same && topics == 1 => "1 topic".into(),
            Normalise::Topic => format!("mean over {number}topics"),
            Normalise::Mean => format!("mean gain over {number}topics / mean ideal gain"),
        };
        let points = |line: &Line| -> Vec<(f64, f64)> {
            self.answer.xs.iter().copied().zip(line.heights.iter().copied()).collect()
        };
        let series = shown
            .iter()
            .map(|curve| Series { name: curve.name.clone(), points: points(curve.line) });
        Chart {
            title: format!("{} against {}: {over}", self.kind().y(), self.kind().x()),
            x: self.kind().x().into(),
            y: String::new(),
            series: series.collect(),
        }
    }

    /// Whether a table has room for a rank or level, counted from 1: the first ten, then 15, 20, 30,
    /// 50, 100, 150 and so on, and the last.
    fn is_row(&self, place: usize) -> bool {
        let (last, read) = (self.places(), &self.answer.request.read);
        if last <= ALL_ROWS || place == last || read.contains(&place) {
            return true;
        }
        if !self.kind().is_by_rank() {
            // Of fallout the lowest levels, then each tenth.
            return [1, 2, 3, 6].contains(&place) || place % 10 == 1;
        }
        let mut unit = 10;
        while unit * 10 <= place {
            unit *= 10;
        }
        place <= 10
            || [10, 15, 20, 30, 50].contains(&(place * 10 / unit))
                && (place * 10).is_multiple_of(unit)
    }

    /// Ranks or levels as rows, curves as columns.
    fn heights(&self, shown: &[Shown<'_>]) -> Table {
        let per_topic = self.answer.request.per_topic;
        let mut header: Vec<String> = shown.iter().map(|curve| curve.name.clone()).collect();
        header.insert(0, self.kind().x().into());
        if per_topic {
            header.insert(0, "topic".into());
        }
        let mut rows = vec![];
        let by_topic: Vec<HashMap<&str, &Line>> = shown
            .iter()
            .map(|curve| {
                let topics = curve.topics.iter().flatten();
                topics.map(|topic| (topic.topic.as_str(), &topic.line)).collect()
            })
            .collect();
        for topic in self.answer.topics.iter().flatten() {
            let lines: Vec<_> =
                by_topic.iter().map(|lines| lines.get(topic.as_str()).copied()).collect();
            rows.extend(self.block(Some(topic), &lines));
        }
        let lines: Vec<Option<&Line>> = shown.iter().map(|curve| Some(curve.line)).collect();
        rows.extend(self.block(per_topic.then_some("all"), &lines));
        Table { header, rows, ..Table::default() }
    }

    /// The rows of one topic, or of all.
    fn block(&self, topic: Option<&str>, lines: &[Option<&Line>]) -> Vec<Vec<Cell>> {
        let x_decimals = match self.kind() {
            kind if kind.is_by_rank() => 0,
            _ if self.places() == 11 => 1,
            _ => 2,
        };
        let places = (1..=self.places()).filter(|place| self.is_row(*place));
        let row = |place: usize| {
            let mut row: Vec<Cell> = topic.iter().map(text).collect();
            row.push(number(self.answer.xs[place - 1], x_decimals));
            row.extend(lines.iter().map(|line| match line {
                Some(line) => number(line.heights[place - 1], self.digits),
                None => text("-"),
            }));
            row
        };
        places.map(row).collect()
    }

    /// What sums up each curve.
    fn sums(&self, shown: &[Shown<'_>]) -> Table {
        let runs = || shown.iter().filter(|curve| curve.gap.is_some());
        // Curves of different levels are not to be compared, and a curve alone is not the best.
        let compared = self.answer.levels.is_none() && runs().count() > 1;
        let best =
            |value: fn(&Shown<'_>) -> f64| runs().map(value).reduce(f64::max).filter(|_| compared);
        // Nor are gaps below different ideals.
        let own_ideals = self.answer.ideals.iter().any(|ideal| ideal.run.is_some());
        let least = self.answer.curves.iter().map(|curve| -curve.gap).reduce(f64::max);
        let least = least.filter(|_| compared && !own_ideals);
        let (mean, area) = (best(|curve| curve.line.mean), best(|curve| curve.line.area));
        let row = |curve: &Shown<'_>| {
            let cell = |value: f64, best: bool| Cell::Number {
                value,
                decimals: Some(self.digits),
                best: best && curve.gap.is_some(),
            };
            let is_best =
                |value: f64, best: Option<f64>| best.is_some_and(|best| is_same(value, best));
            let Line { mean: own_mean, area: own_area, .. } = *curve.line;
            vec![
                text(&curve.name),
                cell(own_mean, is_best(own_mean, mean)),
                cell(own_area, is_best(own_area, area)),
                curve.gap.map_or(text("-"), |gap| cell(gap, is_best(-gap, least))),
            ]
        };
        let mut legend = vec![self.sums_legend()];
        if compared {
            legend.insert(0, "* best of its column".into());
        }
        let header = ["run", "mean", "area", "gap"].map(String::from).to_vec();
        Table { header, rows: shown.iter().map(row).collect(), legend, ..Table::default() }
    }

    fn readings(&self) -> Table {
        let mut header = vec!["run".to_string()];
        header.extend(self.answer.request.read.iter().map(|k| format!("as at {k}")));
        header.extend(["widest gap", "at rank"].map(String::from));
        let row = |curve: &RunCurve| {
            let mut row = vec![text(self.name(curve))];
            row.extend(curve.readings.iter().flatten().map(|reading| match reading.rank {
                Some(rank) => count(rank),
                None => text(format!("never within {}", self.places())),
            }));
            row.push(number(curve.widest_gap.gap, self.digits));
            row.push(number(curve.widest_gap.x, 0));
            row
        };
        Table { header, rows: self.answer.curves.iter().map(row).collect(), ..Table::default() }
    }

    fn reading_records(&self, out: &mut Records<'_>) -> io::Result<()> {
        for curve in &self.answer.curves {
            let (run, against) = (&self.name(curve), &self.against(curve));
            for reading in curve.readings.iter().flatten() {
                out.row(&ReadingRecord {
                    run,
                    against: Some(against),
                    at: X::Rank(reading.at),
                    value: reading.value,
                    rank: reading.rank,
                })?;
            }
            out.row(&ReadingRecord {
                run,
                against: Some(&ideal_name(&self.answer.ideals[curve.ideal])),
                at: X::Word("gap"),
                value: curve.widest_gap.gap,
                rank: Some(curve.widest_gap.x as usize),
            })?;
        }
        for (ideal, rank, height) in self.flat_ideals() {
            let (run, at) = (&ideal_name(ideal), X::Word("flat"));
            out.row(&ReadingRecord { run, against: None, at, value: height, rank })?;
        }
        Ok(())
    }

    /// The ideal curves with where they turn flat, and their last height; none for shares of the
    /// ideal, which are flat anyway.
    fn flat_ideals(&self) -> impl Iterator<Item = (&IdealCurve, Option<usize>, f64)> {
        let ideals = self.answer.ideals.iter().filter(|_| !self.kind().is_normalised());
        ideals.filter_map(|ideal| Some((ideal, ideal.last_rise, *ideal.line.heights.last()?)))
    }
}
