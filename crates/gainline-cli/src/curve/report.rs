//! What `gainline curve` shows: a chart, a table with a column for each curve, what sums them up,
//! and what is read from them.

use super::json::write_document;
use super::notes::notes;
use super::reading::{self, Readings};
use super::shown::{Shown, shown};
use super::{About, Drawn, rows};
use crate::cells::number;
use crate::writing::Format;
use gainline::{Line, Normalise};
use gainline_report::{
    Cell, Chart, Series, Table, write_chart, write_latex, write_markdown, write_text,
};
use gainline_stats::is_same;
use std::io::{self, Write};

/// The lines of a chart with its title and legend.
const CHART_HEIGHT: usize = 24;

pub(super) fn write(
    about: &About<'_>,
    runs: &[Drawn],
    readings: Option<&Readings>,
    format: Format,
    out: &mut dyn Write,
) -> io::Result<()> {
    let shown = shown(about, runs);
    let write: fn(&Table, &mut dyn Write) -> io::Result<()> = match format {
        Format::Table => write_text,
        Format::Markdown => write_markdown,
        Format::Latex => write_latex,
        Format::Json => {
            return write_document(about, runs, &shown, readings, out);
        }
        Format::Tsv | Format::Csv | Format::Jsonl => {
            return match readings {
                Some(readings) => rows::write_readings(readings, format, out),
                None => rows::write(about, &shown, format, out),
            };
        }
    };
    if let Some(width) = about.chart {
        write_chart(&chart(about, runs, &shown), width, CHART_HEIGHT, out)?;
        writeln!(out)?;
    }
    write(&heights(about, runs, &shown), out)?;
    writeln!(out)?;
    write(&sums(about, runs, &shown), out)?;
    if let Some(readings) = readings {
        writeln!(out)?;
        write(&reading::table(about, readings), out)?;
    }
    Ok(())
}

fn chart(about: &About<'_>, runs: &[Drawn], shown: &[Shown<'_>]) -> Chart {
    let topics = runs[0].set.topics().len();
    let same = runs.iter().all(|run| run.set.topics().len() == topics);
    let number = if same { format!("{topics} ") } else { String::new() };
    let over = match about.args.gaining.normalise.unwrap_or_default() {
        _ if same && topics == 1 => "1 topic".into(),
        Normalise::Topic => format!("mean over {number}topics"),
        Normalise::Mean => format!("mean gain over {number}topics / mean ideal gain"),
    };
    let xs = about.specs[0].xs();
    let series = shown.iter().map(|curve| Series {
        name: curve.name.clone(),
        points: xs.iter().copied().zip(curve.line.heights.iter().copied()).collect(),
    });
    Chart {
        title: format!("{} against {}: {over}", about.args.kind.y(), about.args.kind.x()),
        x: about.args.kind.x().into(),
        y: String::new(),
        series: series.collect(),
    }
}

/// As many ranks are all shown.
const ALL_ROWS: usize = 25;

/// Whether a table has room for a rank or level, counted from 1: the first ten, then 15, 20, 30, 50,
/// 100, 150 and so on, and the last.
fn is_row(place: usize, about: &About<'_>) -> bool {
    let kind = about.args.kind;
    if about.last() <= ALL_ROWS || place == about.last() || about.args.read.contains(&place) {
        return true;
    }
    if !kind.is_by_rank() {
        // Of fallout the lowest levels, then each tenth.
        return [1, 2, 3, 6].contains(&place) || place % 10 == 1;
    }
    let mut unit = 10;
    while unit * 10 <= place {
        unit *= 10;
    }
    place <= 10
        || [10, 15, 20, 30, 50].contains(&(place * 10 / unit)) && (place * 10).is_multiple_of(unit)
}

/// How many of the places a table shows.
pub(super) fn rows_shown(about: &About<'_>) -> usize {
    (1..=about.last()).filter(|place| is_row(*place, about)).count()
}

/// Ranks or levels as rows, curves as columns.
fn heights(about: &About<'_>, runs: &[Drawn], shown: &[Shown<'_>]) -> Table {
    let x = about.args.kind.x().to_string();
    let mut header: Vec<String> = shown.iter().map(|curve| curve.name.clone()).collect();
    header.insert(0, x);
    if about.args.per_topic {
        header.insert(0, "topic".into());
    }
    let mut rows = vec![];
    if about.args.per_topic {
        let drawn = |topic: &&str| shown.iter().any(|curve| curve.topic(topic).is_some());
        for topic in about.opened.qrels.topics().filter(drawn) {
            let lines: Vec<Option<&Line>> = shown.iter().map(|curve| curve.topic(topic)).collect();
            rows.extend(block(about, Some(topic), &lines));
        }
    }
    let lines: Vec<Option<&Line>> = shown.iter().map(|curve| Some(curve.line)).collect();
    rows.extend(block(about, about.args.per_topic.then_some("all"), &lines));
    Table { notes: notes(about, runs), header, rows, ..Table::default() }
}

/// The rows of one topic, or of all.
fn block(about: &About<'_>, topic: Option<&str>, lines: &[Option<&Line>]) -> Vec<Vec<Cell>> {
    let xs = about.specs[0].xs();
    let x_decimals = match about.args.kind {
        kind if kind.is_by_rank() => 0,
        _ if xs.len() == 11 => 1,
        _ => 2,
    };
    let places = (1..=xs.len()).filter(|place| is_row(*place, about));
    let row = |place: usize| {
        let mut row: Vec<Cell> = topic.iter().map(|topic| Cell::Text(topic.to_string())).collect();
        row.push(number(xs[place - 1], x_decimals));
        row.extend(lines.iter().map(|line| match line {
            Some(line) => about.number(line.heights[place - 1], false),
            None => Cell::Text("-".into()),
        }));
        row
    };
    places.map(row).collect()
}

impl About<'_> {
    fn number(&self, value: f64, best: bool) -> Cell {
        Cell::Number { value, decimals: Some(self.args.writing.decimals()), best }
    }
}

/// What sums up each curve.
fn sums(about: &About<'_>, drawn: &[Drawn], shown: &[Shown<'_>]) -> Table {
    let header = ["run", "mean", "area", "gap"].map(String::from).to_vec();
    let runs = || shown.iter().filter(|curve| curve.gap.is_some());
    // Curves of different levels are not to be compared, and a curve alone is not the best.
    let compared = about.levels.is_empty() && runs().count() > 1;
    let best =
        |value: fn(&Shown<'_>) -> f64| runs().map(value).reduce(f64::max).filter(|_| compared);
    let less = |curve: &Shown<'_>| -curve.gap.unwrap_or(0.0);
    // Nor are gaps below different ideals.
    let least = best(less).filter(|_| !about.own_ideals(drawn));
    let bests = [best(|curve| curve.line.mean), best(|curve| curve.line.area), least];
    let row = |curve: &Shown<'_>| {
        let is_best = |value: f64, best: Option<f64>| {
            let same = |best: f64| is_same(value, best);
            curve.gap.is_some() && best.is_some_and(same)
        };
        let (mean, area) = (curve.line.mean, curve.line.area);
        let gap = |gap: f64| about.number(gap, is_best(-gap, bests[2]));
        vec![
            Cell::Text(curve.name.clone()),
            about.number(mean, is_best(mean, bests[0])),
            about.number(area, is_best(area, bests[1])),
            curve.gap.map_or(Cell::Text("-".into()), gap),
        ]
    };
    let area = match about.args.kind {
        kind if kind.is_by_rank() => {
            format!("mean over ranks 1 to {}; area: the sum of the heights", about.last())
        }
        kind if kind.x() == "recall" => {
            "mean over the levels; area below straight lines between them".into()
        }
        _ => "mean over the levels; area: exact, mean over topics".into(),
    };
    let mut legend = vec![format!("{area}; gap: the area up to the ideal")];
    if compared {
        legend.insert(0, "* best of its column".into());
    }
    Table { header, rows: shown.iter().map(row).collect(), legend, ..Table::default() }
}
