//! How a measure is spread over the topics.

use super::{Plot, Room, caption, topics};
use crate::plot::{Axis, Figure, Mark, Scale};
use gainline_analysis::topic_values::{RunValues, Spread, TopicValuesAnswer};
use serde::Serialize;

/// A run's box.
#[derive(Default, Serialize)]
pub struct BoxRow {
    run: String,
    topics: usize,
    mean: f64,
    low: f64,
    q1: f64,
    median: f64,
    q3: f64,
    high: f64,
    outside: usize,
}

/// A picture of quartiles and whiskers, the best run first.
pub fn boxes(answer: &TopicValuesAnswer) -> Plot<BoxRow> {
    let TopicValuesAnswer { request, provenance, runs, .. } = answer;
    let best_first = || answer.best_first.iter().map(|run| &runs[*run]);
    let mark = |(at, run): (usize, &RunValues)| {
        let Spread { low, q1, median, q3, high, outside } = run.spread.clone();
        let five = [low, q1, median, q3, high];
        Mark::Box { y: at as f64, five, mean: run.mean, outside }
    };
    let names = best_first().map(|run| run.run.clone()).collect();
    let (low, high) = topics::span(answer);
    let (measure, topics) = (&request.measure, caption::topics(provenance));
    let how = "Box: quartiles; line: median; dot: mean; whiskers: up to 1.5 box lengths.";
    Plot {
        kind: "box",
        figure: Figure {
            title: format!("{measure} over {topics}"),
            subtitle: format!("{how} {}", caption::of_measure(measure, provenance)),
            x: Axis { label: caption::axis(measure), scale: Scale::Numbers(low, high) },
            y: Axis { label: "run".into(), scale: Scale::Names(names) },
            marks: best_first().enumerate().map(mark).collect(),
            ..Figure::default()
        },
        room: Room::Rows(runs.len(), 18.0),
        rows: best_first().map(row).collect(),
        warnings: vec![],
    }
}

fn row(run: &RunValues) -> BoxRow {
    let Spread { low, q1, median, q3, high, outside } = &run.spread;
    BoxRow {
        run: run.run.clone(),
        topics: run.values.iter().flatten().count(),
        mean: run.mean,
        low: *low,
        q1: *q1,
        median: *median,
        q3: *q3,
        high: *high,
        outside: outside.len(),
    }
}
