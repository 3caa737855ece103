//! `gainline plot heatmap`: a measure of every topic and run, as shades.

use super::picture::{Plot, Room};
use super::scoring::{Order, Ordering, Scored, Scoring};
use super::{caption, topics};
use clap::Args as ClapArgs;
use gainline_report::plot::{Axis, Figure, Mark, Ramp, Scale};

/// What `gainline plot heatmap` is asked for.
#[derive(ClapArgs)]
#[command(after_help = "\
Examples:
  gainline plot heatmap qrels.txt *.run -o heatmap.svg
  gainline plot heatmap qrels.txt *.run -m AP --order qrels --size page -o heatmap.png

How to read it: a row is a run, the best first; a column is a topic, the easiest first; the darker,
the higher the value. A dark cell in a light column is a topic that only this run does well. Where
there is room, numbers stand in the cells. A cross marks a topic that does not count for the run
(--missing skip).

--data holds `topic, run, value`: what `gainline eval --per-topic` gives.")]
pub(crate) struct Args {
    #[command(flatten)]
    ordering: Ordering,
    #[command(flatten)]
    scoring: Scoring,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let scored = args.scoring.score()?;
    let order = scored.ordered(args.ordering.order);
    let by = match args.ordering.order {
        Order::Value if scored.runs.len() > 1 => "topic, by the mean over runs",
        Order::Value => "topic, by value",
        Order::Qrels => "topic",
    };
    let runs = scored.best_first();
    let names = runs.iter().map(|run| scored.runs[*run].name.clone()).collect();
    let plot = Plot {
        kind: "heatmap",
        figure: Figure {
            title: format!("{} by run and topic, {}", scored.measure, scored.counted_topics()),
            subtitle: scored.subtitle(),
            x: Axis { label: by.into(), scale: Scale::Names(topics::names(&scored, &order)) },
            y: Axis { label: "run".into(), scale: Scale::Names(names) },
            marks: cells(&scored, &runs, &order),
            ramp: Some(ramp(&scored)),
            ..Figure::default()
        },
        room: Room::Rows(runs.len(), 12.0),
        data: topics::data(&scored, &order),
    };
    args.scoring.picture.write(&scored.opened.files, plot)
}

fn cells(scored: &Scored, runs: &[usize], order: &[usize]) -> Vec<Mark> {
    let mut marks = vec![];
    for (row, &run) in runs.iter().enumerate() {
        for (column, &topic) in order.iter().enumerate() {
            let value = scored.values[run][topic];
            let text = value.map_or(String::new(), brief);
            marks.push(Mark::Cell { x: column as f64, y: row as f64, value, text });
        }
    }
    marks
}

/// A number in a small place: `.84`, `1.0`, `−.31`, `17`.
pub(super) fn brief(value: f64) -> String {
    let decimals = match value.abs() {
        large if large >= 9.95 => 0,
        large if large >= 0.995 => 1,
        _ => 2,
    };
    let text = format!("{:.decimals$}", value + 0.0).replace('-', "−");
    match text.strip_prefix("0.").map(|rest| format!(".{rest}")) {
        Some(brief) => brief,
        None => text.replacen("−0.", "−.", 1),
    }
}

fn ramp(scored: &Scored) -> Ramp {
    let (low, high) = scored.span();
    let high = if high > low { high } else { low + 1.0 };
    Ramp { label: caption::axis(&scored.measure), low, high, parted: false }
}

#[cfg(test)]
mod tests {
    use super::brief;

    #[test]
    fn numbers_in_cells_are_brief() {
        let said = [0.842, 0.0, 0.996, 1.0, -0.314, -1.0, 17.3, 0.004, -0.001].map(brief);
        assert_eq!(said, [".84", ".00", "1.0", "1.0", "−.31", "−1.0", "17", ".00", "−.00"]);
    }
}
