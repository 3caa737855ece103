//! A measure of every topic and run, as shades.

use super::topics::{self, TopicRow};
use super::{Plot, Room, caption};
use crate::plot::{Axis, Figure, Mark, Ramp, Scale};
use gainline_analysis::topic_values::TopicValuesAnswer;

/// A picture of every topic's values as shades, the best run in the first row.
pub fn heatmap(answer: &TopicValuesAnswer) -> Plot<TopicRow> {
    let TopicValuesAnswer { request, provenance, runs, best_first, .. } = answer;
    let names = best_first.iter().map(|run| runs[*run].run.clone()).collect();
    let (measure, topics) = (&request.measure, caption::topics(provenance));
    Plot {
        kind: "heatmap",
        figure: Figure {
            title: format!("{measure} by run and topic, {topics}"),
            subtitle: caption::of_measure(measure, provenance),
            x: Axis {
                label: topics::order(answer).into(),
                scale: Scale::Names(answer.topics.clone()),
            },
            y: Axis { label: "run".into(), scale: Scale::Names(names) },
            marks: cells(answer),
            ramp: Some(ramp(answer)),
            ..Figure::default()
        },
        room: Room::Rows(best_first.len(), 12.0),
        rows: topics::rows(answer),
        warnings: vec![],
    }
}

fn cells(answer: &TopicValuesAnswer) -> Vec<Mark> {
    let mut marks = vec![];
    for (row, &run) in answer.best_first.iter().enumerate() {
        for (column, &value) in answer.runs[run].values.iter().enumerate() {
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

fn ramp(answer: &TopicValuesAnswer) -> Ramp {
    let (low, high) = topics::span(answer);
    let high = if high > low { high } else { low + 1.0 };
    Ramp { label: caption::axis(&answer.request.measure), low, high, parted: false }
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
