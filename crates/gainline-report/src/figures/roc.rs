//! Recall against fallout.

use super::{Plot, Room, caption, curves};
use crate::plot::{Axis, Figure, Mark, Scale, Series, Style};
use crate::present::words::counted;
use gainline_analysis::curve::{CurveAnswer, Finding};
use serde::Serialize;

/// A point of a curve.
#[derive(Default, Serialize)]
pub struct RocRow {
    run: String,
    rel: f64,
    fallout: f64,
    recall: f64,
}

/// A picture of recall against fallout.
pub fn roc(answer: &CurveAnswer) -> Plot<RocRow> {
    let provenance = &answer.provenance;
    let (mut marks, mut series) = curves::lines(&answer.xs, curves::by_level(answer));
    // Beneath the curves.
    marks.insert(0, Mark::Line { points: vec![(0.0, 0.0), (1.0, 1.0)], series: series.len() });
    series.push(Series { name: "chance".into(), style: Style::Reference });
    let (of, topics) = (caption::of_single(provenance), caption::topics(provenance));
    let definition = format!("{}; {}", curves::relevance(answer), collection(answer));
    let rows = curves::points(answer).map(|(run, rel, fallout, recall)| RocRow {
        run: run.into(),
        rel,
        fallout,
        recall,
    });
    Plot {
        kind: "roc",
        figure: Figure {
            title: format!("Recall against fallout{of}, {topics}"),
            subtitle: format!(
                "{} {}",
                caption::sentence(&definition),
                caption::choices(provenance)
            ),
            x: Axis {
                label: "fallout: share of the documents not relevant".into(),
                scale: Scale::Numbers(0.0, 1.0),
            },
            y: Axis { label: "recall, mean over topics".into(), scale: Scale::Numbers(0.0, 1.0) },
            marks,
            series,
            ..Figure::default()
        },
        // Nearly square, so that the diagonal is one.
        room: Room::Share(0.7),
        rows: rows.collect(),
        warnings: warnings(answer),
    }
}

fn collection(answer: &CurveAnswer) -> String {
    match answer.provenance.options.collection {
        Some(size) => format!("a collection of {}", counted(size, "document")),
        None if answer.provenance.runs.len() > 1 => {
            "of each topic only the documents that the run retrieved or that are relevant, so that \
             runs of unequal depth cannot be compared (--collection-size)"
                .into()
        }
        None => "of each topic only the documents retrieved or relevant".into(),
    }
}

/// That curves are not over the same documents, where runs retrieved more or fewer.
fn warnings(answer: &CurveAnswer) -> Vec<String> {
    let warning = |finding: &Finding| match finding {
        Finding::UnequalDepths { least, most } => {
            let [least, most] = [least, most].map(|depth| (depth * 10.0).round() / 10.0);
            Some(format!(
                "the runs retrieve from {least} to {most} documents per topic on average, so their \
                 curves cannot be compared; give --collection-size"
            ))
        }
        Finding::ShortRankings { .. } | Finding::CollectionUnknown => None,
    };
    answer.findings.iter().filter_map(warning).collect()
}
