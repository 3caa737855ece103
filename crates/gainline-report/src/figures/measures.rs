//! How similar measures are, as a matrix of correlations.

use super::heatmap::brief;
use super::{Plot, Room, caption};
use crate::plot::{Axis, Figure, Mark, Ramp, Scale};
use crate::present::words::counted;
use gainline_analysis::measure_similarity::{Coefficient, MeasureSimilarityAnswer, Over};
use serde::Serialize;

/// The correlation of two measures.
#[derive(Default, Serialize)]
pub struct SimilarityRow {
    first: String,
    second: String,
    coefficient: Option<f64>,
    of: usize,
}

/// A picture of the matrix.
pub fn measures(answer: &MeasureSimilarityAnswer) -> Plot<SimilarityRow> {
    let MeasureSimilarityAnswer { request, provenance, matrix, .. } = answer;
    let names: Vec<String> = request.measures.iter().map(ToString::to_string).collect();
    let (mut marks, mut rows) = (vec![], vec![]);
    for (y, row) in matrix.iter().enumerate() {
        for (x, similarity) in row.iter().enumerate() {
            let value = similarity.coefficient;
            let text = value.map_or(String::new(), brief);
            marks.push(Mark::Cell { x: x as f64, y: y as f64, value, text });
            rows.push(SimilarityRow {
                first: names[y].clone(),
                second: names[x].clone(),
                coefficient: value,
                of: similarity.of,
            });
        }
    }
    let (over, how) = over(answer);
    let name = match request.coefficient {
        Coefficient::Kendall => "Kendall's tau_b",
        Coefficient::Spearman => "Spearman's rho",
        Coefficient::Pearson => "Pearson's r",
    };
    let choices = caption::choices(provenance);
    Plot {
        kind: "measures",
        figure: Figure {
            title: format!("{name} between measures over {over}"),
            subtitle: format!("{how}{}{choices}", negated(answer)),
            x: Axis { label: "measure".into(), scale: Scale::Names(names.clone()) },
            y: Axis { label: "measure".into(), scale: Scale::Names(names) },
            marks,
            ramp: Some(Ramp { label: name.into(), low: -1.0, high: 1.0, parted: true }),
            ..Figure::default()
        },
        room: Room::Rows(matrix.len(), 16.0),
        rows,
        warnings: vec![],
    }
}

/// What the correlations are over, and what was averaged.
fn over(answer: &MeasureSimilarityAnswer) -> (String, String) {
    let given = &answer.provenance.runs;
    let (runs, topics) = (counted(given.len(), "run"), counted(answer.topics, "topic"));
    let fewer = answer.matrix.iter().flatten().any(|similarity| similarity.of < given.len());
    match (answer.request.over, &given[..]) {
        (Over::Runs, _) => (runs, format!("Of means over {topics}. ")),
        (Over::Topics, [run]) => (topics, format!("{} alone. ", run.name)),
        (Over::Topics, _) if fewer => {
            (topics, format!("Mean over up to {runs}: those on which both measures vary. "))
        }
        (Over::Topics, _) => (topics, format!("Mean over {runs}. ")),
    }
}

fn negated(answer: &MeasureSimilarityAnswer) -> String {
    let names: Vec<String> = answer.negated.iter().map(ToString::to_string).collect();
    match &names[..] {
        [] => String::new(),
        [one] => format!("{one} is negated, so that higher is better. "),
        several => format!("{} are negated, so that higher is better. ", several.join(", ")),
    }
}
