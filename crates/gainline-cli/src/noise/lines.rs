//! The rows for scripts.

use super::inputs::Judging;
use super::report::About;
use super::tables::shown;
use crate::cells::{count, header, text};
use gainline_analysis::noise::{Decomposition, MeasureNoise, PairNoise, is_logarithmic};
use gainline_report::{Cell, Table};
use serde::Serialize;

/// A line of `jsonl`, and a row of `tsv` and `csv`.
#[derive(Serialize, Default)]
pub(super) struct Line {
    kind: &'static str,
    model: &'static str,
    theta: Option<f64>,
    measure: String,
    /// That of variances, errors and differences; means of runs and topics are always values.
    scale: &'static str,
    run: String,
    against: Option<String>,
    topic: Option<String>,
    topics: usize,
    repeats: usize,
    given: f64,
    given_se: Option<f64>,
    mean: f64,
    var_topics: Option<f64>,
    var_judging: Option<f64>,
    var_sum: Option<f64>,
    var_one_judging: Option<f64>,
    se_topics: Option<f64>,
    se_topics_judging: Option<f64>,
    sd: Option<f64>,
    first_better: Option<usize>,
    second_better: Option<usize>,
    tied: Option<usize>,
    swapped: Option<f64>,
}

const NAMES: [&str; 24] = [
    "kind",
    "model",
    "theta",
    "measure",
    "scale",
    "run",
    "against",
    "topic",
    "topics",
    "repeats",
    "given",
    "given_se",
    "mean",
    "var_topics",
    "var_judging",
    "var_sum",
    "var_one_judging",
    "se_topics",
    "se_topics_judging",
    "sd",
    "first_better",
    "second_better",
    "tied",
    "swapped",
];

/// All lines: for each way to judge and measure the runs, with topics if they are asked for, and
/// then the pairs.
pub(super) fn lines(about: &About<'_>, judgings: &[Judging]) -> Vec<Line> {
    let mut lines = vec![];
    for judging in judgings {
        for of in &judging.noise.measures {
            for (run, decomposition) in of.runs.iter().enumerate() {
                lines.push(of_run(about, judging, of, run, decomposition));
                if about.args.per_topic {
                    lines.extend(of_topics(about, judging, of, run, decomposition));
                }
            }
            lines.extend(of.pairs.iter().map(|pair| of_pair(about, judging, of, pair)));
        }
    }
    lines
}

fn start(about: &About<'_>, judging: &Judging, of: &MeasureNoise, run: usize) -> Line {
    Line {
        model: about.model.name(),
        theta: judging.theta,
        measure: of.measure.to_string(),
        scale: if is_logarithmic(&of.measure) { "logarithm" } else { "value" },
        run: about.run(run).into(),
        topics: judging.noise.topics.len(),
        repeats: judging.noise.repeats,
        ..Line::default()
    }
}

fn of_run(
    about: &About<'_>,
    judging: &Judging,
    of: &MeasureNoise,
    run: usize,
    parts: &Decomposition,
) -> Line {
    Line {
        kind: "run",
        given: shown(&of.measure, parts.given),
        given_se: parts.given_error(),
        mean: shown(&of.measure, parts.mean),
        var_topics: parts.between_topics,
        var_judging: parts.from_judging,
        var_sum: parts.sum(),
        var_one_judging: parts.in_one_judging,
        se_topics: parts.error_without_judging(),
        se_topics_judging: parts.error_with_judging(),
        ..start(about, judging, of, run)
    }
}

fn of_topics(
    about: &About<'_>,
    judging: &Judging,
    of: &MeasureNoise,
    run: usize,
    parts: &Decomposition,
) -> Vec<Line> {
    let topics = judging.noise.topics.iter().zip(&parts.topics);
    let line = |(name, topic): (&String, &gainline_analysis::noise::TopicNoise)| Line {
        kind: "topic",
        topic: Some(name.clone()),
        given: shown(&of.measure, topic.given),
        mean: shown(&of.measure, topic.mean),
        var_judging: topic.variance,
        sd: topic.variance.map(f64::sqrt),
        ..start(about, judging, of, run)
    };
    topics.map(line).collect()
}

fn of_pair(about: &About<'_>, judging: &Judging, of: &MeasureNoise, pair: &PairNoise) -> Line {
    Line {
        kind: "pair",
        against: Some(about.run(pair.second).into()),
        given: pair.difference,
        mean: pair.mean_difference,
        sd: pair.deviation,
        first_better: Some(pair.first_better),
        second_better: Some(pair.second_better),
        tied: Some(pair.tied),
        swapped: pair.swapped(),
        ..start(about, judging, of, pair.first)
    }
}

/// The lines as a table.
pub(super) fn rows(lines: &[Line]) -> Table {
    let exact = |value: Option<f64>| value.map_or(text(""), Cell::exact);
    let whole = |value: Option<usize>| value.map_or(text(""), count);
    let word = |value: &Option<String>| text(value.as_deref().unwrap_or(""));
    let row = |line: &Line| {
        vec![
            text(line.kind),
            text(line.model),
            exact(line.theta),
            text(&line.measure),
            text(line.scale),
            text(&line.run),
            word(&line.against),
            word(&line.topic),
            count(line.topics),
            count(line.repeats),
            exact(Some(line.given)),
            exact(line.given_se),
            exact(Some(line.mean)),
            exact(line.var_topics),
            exact(line.var_judging),
            exact(line.var_sum),
            exact(line.var_one_judging),
            exact(line.se_topics),
            exact(line.se_topics_judging),
            exact(line.sd),
            whole(line.first_better),
            whole(line.second_better),
            whole(line.tied),
            exact(line.swapped),
        ]
    };
    Table { header: header(&NAMES), rows: lines.iter().map(row).collect(), ..Table::default() }
}
