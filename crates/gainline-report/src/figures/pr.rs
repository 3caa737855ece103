//! Precision against recall.

use super::{Plot, caption, curves};
use crate::plot::{Axis, Figure, Scale};
use gainline_analysis::curve::CurveAnswer;
use serde::Serialize;

/// A point of a curve.
#[derive(Default, Serialize)]
pub struct PrRow {
    run: String,
    rel: f64,
    recall: f64,
    precision: f64,
}

/// A picture of precision at eleven levels of recall.
pub fn pr(answer: &CurveAnswer) -> Plot<PrRow> {
    let provenance = &answer.provenance;
    let (marks, series) = curves::lines(&answer.xs, curves::by_level(answer));
    let (of, topics) = (caption::of_single(provenance), caption::topics(provenance));
    let relevance = curves::relevance(answer);
    let definition = format!("the best precision at each recall or beyond; {relevance}");
    let rows = curves::points(answer).map(|(run, rel, recall, precision)| PrRow {
        run: run.into(),
        rel,
        recall,
        precision,
    });
    Plot {
        kind: "pr",
        figure: Figure {
            title: format!("Precision at 11 levels of recall{of}, {topics}"),
            subtitle: format!(
                "{} {}",
                caption::sentence(&definition),
                caption::choices(provenance)
            ),
            x: Axis { label: "recall".into(), scale: Scale::Numbers(0.0, 1.0) },
            y: Axis {
                label: "precision, mean over topics".into(),
                scale: Scale::Numbers(0.0, 1.0),
            },
            marks,
            series,
            ..Figure::default()
        },
        room: curves::ROOM,
        rows: rows.collect(),
        warnings: vec![],
    }
}
