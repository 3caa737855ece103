//! `gainline plot topics`: a measure of every topic, runs side by side.

use super::caption;
use super::picture::{Plot, Room};
use super::scoring::{Order, Ordering, Scored, Scoring};
use crate::cells::{header, text};
use crate::log::complain;
use clap::Args as ClapArgs;
use gainline_report::plot::{Axis, Figure, Mark, Scale, Series, Style, Theme};
use gainline_report::{Cell, Table};

/// What `gainline plot topics` is asked for.
#[derive(ClapArgs)]
#[command(after_help = "\
Examples:
  gainline plot topics qrels.txt bm25.run dense.run -o topics.svg
  gainline plot topics qrels.txt *.run -m AP --order qrels --size page -o topics.pdf

How to read it: topics stand side by side, the easiest first; a group of bars is a topic, a colour
is a run (in --theme paper, a hatching). Where bars would be too thin to see there are dots, each run
in a shape of its own, with a line from the worst run to the best. Of more than 12 runs,
`gainline plot heatmap` shows more. A topic on which all runs are low is hard, or its judgments are odd; one on which a single run
is low is worth a look (`gainline plot ranks`). A topic that does not count for a run
(--missing skip) has no bar.

--data holds `topic, run, value`: what `gainline eval --per-topic` gives.")]
pub(crate) struct Args {
    #[command(flatten)]
    ordering: Ordering,
    #[command(flatten)]
    scoring: Scoring,
}

/// Thinner bars, and more runs than colours, are shown as dots.
const THINNEST: f64 = 1.2;
/// Hatching takes room to be seen.
const THINNEST_HATCHED: f64 = 3.0;
const MOST_BARS: usize = 8;
/// Of more runs, dots of a topic cannot be told apart.
const MOST_DOTS: usize = 12;

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let scored = args.scoring.score()?;
    let order = scored.ordered(args.ordering.order);
    // About what is left beside the labels.
    let room = args.scoring.picture.width() * 0.85;
    let thin = room * GROUP / (order.len() * scored.runs.len()) as f64;
    let thinnest = match args.scoring.picture.theme() {
        Theme::Paper if scored.runs.len() > 1 => THINNEST_HATCHED,
        _ => THINNEST,
    };
    if scored.runs.len() > MOST_DOTS {
        complain(format_args!(
            "gainline: {} runs are hard to tell apart as dots; `gainline plot heatmap` shows each in a \
             row of its own",
            scored.runs.len()
        ));
    }
    let marks = match thin >= thinnest && scored.runs.len() <= MOST_BARS {
        true => bars(&scored, &order),
        false => dots(&scored, &order),
    };
    let series = scored.runs.iter().enumerate();
    let series =
        series.map(|(at, run)| Series { name: run.name.clone(), style: Style::Coloured(at) });
    let by = match args.ordering.order {
        Order::Value if scored.runs.len() > 1 => "topic, by the mean over runs",
        Order::Value => "topic, by value",
        Order::Qrels => "topic",
    };
    let (low, high) = scored.span();
    let of = match &scored.runs[..] {
        [run] => format!(" of {}", run.name),
        _ => String::new(),
    };
    let plot = Plot {
        kind: "topics",
        figure: Figure {
            title: format!("{}{of} by topic, {}", scored.measure, scored.counted_topics()),
            subtitle: scored.subtitle(),
            x: Axis { label: by.into(), scale: Scale::Names(names(&scored, &order)) },
            y: Axis { label: caption::axis(&scored.measure), scale: Scale::Numbers(low, high) },
            marks,
            series: series.collect(),
            ..Figure::default()
        },
        room: Room::Share(0.42),
        data: data(&scored, &order),
    };
    args.scoring.picture.write(&scored.opened.files, plot)
}

/// What of a topic's place its bars take.
const GROUP: f64 = 0.8;

fn bars(scored: &Scored, order: &[usize]) -> Vec<Mark> {
    let wide = GROUP / scored.runs.len() as f64;
    let mut marks = vec![];
    for (at, &topic) in order.iter().enumerate() {
        for (series, values) in scored.values.iter().enumerate() {
            let left = at as f64 - GROUP / 2.0 + wide * series as f64;
            if let Some(value) = values[topic] {
                let y = (value.min(0.0), value.max(0.0));
                marks.push(Mark::Bar { x: (left, left + wide), y, series });
            }
        }
    }
    marks.push(Mark::Level(0.0));
    marks
}

fn dots(scored: &Scored, order: &[usize]) -> Vec<Mark> {
    let (mut stems, mut dots) = (vec![], vec![]);
    for (at, &topic) in order.iter().enumerate() {
        let values = scored.values.iter().enumerate();
        let values: Vec<(usize, f64)> =
            values.filter_map(|(run, values)| Some((run, values[topic]?))).collect();
        let low = values.iter().map(|(_, value)| *value).fold(f64::INFINITY, f64::min);
        let high = values.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
        stems.push(Mark::Stem { x: at as f64, y: (low, high) });
        // The first run on top, and each a little to the right of the one before, so that equal ones
        // all show.
        let runs = scored.runs.len();
        let beside = |run: usize| GROUP * ((run as f64 + 0.5) / runs as f64 - 0.5);
        for (series, y) in values.into_iter().rev() {
            dots.push(Mark::Dot { x: at as f64 + beside(series), y, series });
        }
    }
    stems.extend(dots);
    stems
}

pub(super) fn names(scored: &Scored, order: &[usize]) -> Vec<String> {
    order.iter().map(|topic| scored.topics[*topic].clone()).collect()
}

/// `topic, run, value`.
pub(super) fn data(scored: &Scored, order: &[usize]) -> Table {
    let mut rows = vec![];
    for &topic in order {
        for (run, values) in scored.runs.iter().zip(&scored.values) {
            let value = values[topic].map_or(text(""), Cell::exact);
            rows.push(vec![text(&scored.topics[topic]), text(&run.name), value]);
        }
    }
    Table { header: header(&["topic", "run", "value"]), rows, ..Table::default() }
}
