//! A measure of every topic, runs side by side.

use super::{Plot, Room, caption};
use crate::plot::{Axis, Figure, Mark, Scale, Series, Style, Theme};
use gainline_analysis::topic_values::{RunValues, TopicOrder, TopicValuesAnswer};
use serde::Serialize;

/// A value of a topic and run.
#[derive(Default, Serialize)]
pub struct TopicRow {
    topic: String,
    run: String,
    value: Option<f64>,
}

/// Thinner bars, and more runs than colours, are shown as dots.
const THINNEST: f64 = 1.2;
/// Hatching takes room to be seen.
const THINNEST_HATCHED: f64 = 3.0;
const MOST_BARS: usize = 8;
/// Of more runs, dots of a topic cannot be told apart.
const MOST_DOTS: usize = 12;
/// What of a topic's place its bars take.
const GROUP: f64 = 0.8;

/// A picture of every topic's values; bars if they are wide enough in a picture of this width and
/// theme, and dots otherwise.
pub fn topics(answer: &TopicValuesAnswer, width: f64, theme: Theme) -> Plot<TopicRow> {
    let TopicValuesAnswer { request, provenance, runs, .. } = answer;
    // About what is left beside the labels.
    let thin = width * 0.85 * GROUP / (answer.topics.len() * runs.len()) as f64;
    let thinnest = match theme {
        Theme::Paper if runs.len() > 1 => THINNEST_HATCHED,
        Theme::Light | Theme::Dark | Theme::Paper => THINNEST,
    };
    let marks = match thin >= thinnest && runs.len() <= MOST_BARS {
        true => bars(answer),
        false => dots(answer),
    };
    let series = runs.iter().enumerate();
    let series =
        series.map(|(at, run)| Series { name: run.run.clone(), style: Style::Coloured(at) });
    let warning = (runs.len() > MOST_DOTS).then(|| {
        format!(
            "{} runs are hard to tell apart as dots; `gainline plot heatmap` shows each in a row of \
             its own",
            runs.len()
        )
    });
    let (low, high) = span(answer);
    let measure = &request.measure;
    let (of, topics) = (caption::of_single(provenance), caption::topics(provenance));
    Plot {
        kind: "topics",
        figure: Figure {
            title: format!("{measure}{of} by topic, {topics}"),
            subtitle: caption::of_measure(measure, provenance),
            x: Axis { label: order(answer).into(), scale: Scale::Names(answer.topics.clone()) },
            y: Axis { label: caption::axis(measure), scale: Scale::Numbers(low, high) },
            marks,
            series: series.collect(),
            ..Figure::default()
        },
        room: Room::Share(0.42),
        rows: rows(answer),
        warnings: warning.into_iter().collect(),
    }
}

/// The lowest and the highest number that an axis of values must have.
pub(super) fn span(answer: &TopicValuesAnswer) -> (f64, f64) {
    let values = answer.runs.iter().flat_map(|run| run.values.iter().flatten().copied());
    caption::span(&answer.request.measure, values)
}

/// What the axis of the topics is called.
pub(super) fn order(answer: &TopicValuesAnswer) -> &'static str {
    match answer.request.order {
        TopicOrder::Value if answer.runs.len() > 1 => "topic, by the mean over runs",
        TopicOrder::Value => "topic, by value",
        TopicOrder::Qrels => "topic",
    }
}

pub(super) fn rows(answer: &TopicValuesAnswer) -> Vec<TopicRow> {
    let topics = answer.topics.iter().enumerate();
    let rows = topics.flat_map(|(at, topic)| {
        answer.runs.iter().map(move |RunValues { run, values, .. }| TopicRow {
            topic: topic.clone(),
            run: run.clone(),
            value: values[at],
        })
    });
    rows.collect()
}

fn bars(answer: &TopicValuesAnswer) -> Vec<Mark> {
    let wide = GROUP / answer.runs.len() as f64;
    let mut marks = vec![];
    for at in 0..answer.topics.len() {
        for (series, run) in answer.runs.iter().enumerate() {
            let left = at as f64 - GROUP / 2.0 + wide * series as f64;
            if let Some(value) = run.values[at] {
                let y = (value.min(0.0), value.max(0.0));
                marks.push(Mark::Bar { x: (left, left + wide), y, series });
            }
        }
    }
    marks.push(Mark::Level(0.0));
    marks
}

fn dots(answer: &TopicValuesAnswer) -> Vec<Mark> {
    let (mut stems, mut dots) = (vec![], vec![]);
    let runs = answer.runs.len();
    for at in 0..answer.topics.len() {
        let values = answer.runs.iter().enumerate();
        let values: Vec<(usize, f64)> =
            values.filter_map(|(run, values)| Some((run, values.values[at]?))).collect();
        let low = values.iter().map(|(_, value)| *value).fold(f64::INFINITY, f64::min);
        let high = values.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
        stems.push(Mark::Stem { x: at as f64, y: (low, high) });
        // The first run on top, and each a little to the right of the one before, so that equal ones
        // all show.
        let shift = |run: usize| GROUP * ((run as f64 + 0.5) / runs as f64 - 0.5);
        for (series, y) in values.into_iter().rev() {
            dots.push(Mark::Dot { x: at as f64 + shift(series), y, series });
        }
    }
    stems.extend(dots);
    stems
}
