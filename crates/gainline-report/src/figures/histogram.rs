//! The differences of two runs, topic by topic.

use super::{Plot, Room, caption};
use crate::plot::{Axis, Figure, Mark, Scale, Series, Style};
use crate::present::words::counted;
use gainline::Better;
use gainline_analysis::topic_values::{TopicDifference, TopicDifferencesAnswer, TopicOrder};
use gainline_stats::SAME;
use serde::Serialize;

/// A topic's difference.
#[derive(Default, Serialize)]
pub struct DifferenceRow {
    topic: String,
    first: f64,
    second: f64,
    difference: f64,
}

/// A picture of the differences.
pub fn histogram(answer: &TopicDifferencesAnswer) -> Plot<DifferenceRow> {
    let TopicDifferencesAnswer { request, provenance, topics, .. } = answer;
    let measure = &request.measure;
    let names = [&provenance.runs[0].name, &provenance.runs[1].name];
    let mut marks = bars(topics);
    let differs = answer.first_higher + answer.second_higher > 0;
    let (low, high) = match differs {
        true => caption::around_0(topics.iter().map(|topic| topic.difference)),
        false => (-1.0, 1.0),
    };
    if !differs {
        marks.push(Mark::Words("The runs do not differ on any topic.".into()));
    }
    let word = match measure.family().better {
        Better::Higher => "better",
        Better::Lower => "worse",
        Better::Neither => "higher",
    };
    let series = [answer.first_higher, answer.second_higher].into_iter().enumerate();
    let series = series.map(|(at, count)| Series {
        name: format!("{} {word}: {}", names[at], counted(count, "topic")),
        style: Style::Coloured(at),
    });
    let equal = match answer.equal {
        0 => String::new(),
        equal => format!("Equal on {}. ", counted(equal, "topic")),
    };
    let by = match request.order {
        TopicOrder::Value => "topic, by difference",
        TopicOrder::Qrels => "topic",
    };
    let topic_names = topics.iter().map(|topic| topic.topic.clone()).collect();
    let count = counted(topics.len(), "topic");
    Plot {
        kind: "histogram",
        figure: Figure {
            title: format!("{measure}: {} − {}, {count}", names[0], names[1]),
            subtitle: format!("{equal}{}", caption::of_measure(measure, provenance)),
            x: Axis { label: by.into(), scale: Scale::Names(topic_names) },
            y: Axis { label: format!("difference in {measure}"), scale: Scale::Numbers(low, high) },
            marks,
            series: series.collect(),
            ..Figure::default()
        },
        room: Room::Share(0.42),
        rows: topics.iter().map(row).collect(),
        warnings: vec![],
    }
}

fn bars(topics: &[TopicDifference]) -> Vec<Mark> {
    let bar = |(at, topic): (usize, &TopicDifference)| {
        let value = topic.difference;
        let x = (at as f64 - 0.4, at as f64 + 0.4);
        let y = (value.min(0.0), value.max(0.0));
        (value.abs() > SAME).then_some(Mark::Bar { x, y, series: usize::from(value < 0.0) })
    };
    topics.iter().enumerate().filter_map(bar).chain([Mark::Level(0.0)]).collect()
}

fn row(topic: &TopicDifference) -> DifferenceRow {
    let TopicDifference { topic, first, second, difference } = topic.clone();
    DifferenceRow { topic, first, second, difference }
}
