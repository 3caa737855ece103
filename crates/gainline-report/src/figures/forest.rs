//! Means with their confidence intervals.

use super::{Plot, Room, caption};
use crate::plot::{Axis, Figure, Mark, Scale};
use crate::present::words::counted;
use gainline::Summary;
use gainline_analysis::mean_intervals::{MeanIntervalsAnswer, RunMean};
use serde::Serialize;

/// A run's mean.
#[derive(Default, Serialize)]
pub struct MeanRow {
    run: String,
    topics: usize,
    mean: f64,
    low: Option<f64>,
    high: Option<f64>,
}

/// A picture of means with intervals, the best run first.
pub fn forest(answer: &MeanIntervalsAnswer) -> Plot<MeanRow> {
    let MeanIntervalsAnswer { request, provenance, topics, runs } = answer;
    let ends = |run: &RunMean| run.interval.map(|interval| (interval.low, interval.high));
    let mark = |(at, run): (usize, &RunMean)| Mark::Interval {
        y: at as f64,
        value: run.mean,
        ends: ends(run),
    };
    let row = |run: &RunMean| MeanRow {
        run: run.run.clone(),
        topics: *topics,
        mean: run.mean,
        low: ends(run).map(|(low, _)| low),
        high: ends(run).map(|(_, high)| high),
    };
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for run in runs {
        let (from, to) = ends(run).unwrap_or((run.mean, run.mean));
        (low, high) = (low.min(from), high.max(to));
    }
    let measure = &request.measure;
    let what = match measure.summary() {
        Summary::GeometricMean => "geometric mean",
        Summary::Mean | Summary::Sum | Summary::Pooled => "mean",
    };
    let how = match topics {
        1 => "One topic has no interval.".to_string(),
        _ => {
            let percent = request.level * 100.0;
            format!("Dot and number: {what}; line: {percent} % interval by Student's t.")
        }
    };
    Plot {
        kind: "forest",
        figure: Figure {
            title: format!("{measure}, {what} over {}", counted(*topics, "topic")),
            subtitle: format!("{how} {}", caption::of_measure(measure, provenance)),
            x: Axis {
                label: format!("{what} {}", caption::axis(measure)),
                scale: Scale::Numbers(low, high),
            },
            y: Axis {
                label: "run".into(),
                scale: Scale::Names(runs.iter().map(|run| run.run.clone()).collect()),
            },
            marks: runs.iter().enumerate().map(mark).collect(),
            beside: runs.iter().map(|run| format!("{:.4}", run.mean)).collect(),
            ..Figure::default()
        },
        room: Room::Rows(runs.len(), 14.0),
        rows: runs.iter().map(row).collect(),
        warnings: vec![],
    }
}
