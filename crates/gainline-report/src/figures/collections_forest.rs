//! The difference of two runs in each collection and over them: a forest plot.

use super::{Plot, Room, caption};
use crate::plot::{Axis, Figure, Mark, Scale, Series, Style};
use crate::present::statistics::{p_is, p_value};
use crate::present::words::{counted, signed};
use gainline::Measure;
use gainline_analysis::collections::{CollectionsAnswer, CollectionsPair};
use gainline_stats::Interval;
use serde::Serialize;

/// A difference.
#[derive(Default, Serialize)]
pub struct EffectRow {
    collection: String,
    topics: Option<usize>,
    difference: f64,
    low: Option<f64>,
    high: Option<f64>,
    weight: Option<f64>,
}

/// A picture of a pair's differences by a measure, collection by collection, and below them the mean
/// over collections and where a further collection is expected. Intervals hold for each difference
/// alone.
pub fn collections_forest(
    answer: &CollectionsAnswer,
    measure: &Measure,
    pair: &CollectionsPair,
) -> Plot<EffectRow> {
    let rows = rows(pair);
    let ends = |row: &EffectRow| row.low.zip(row.high);
    let mark = |(at, row): (usize, &EffectRow)| Mark::Interval {
        y: at as f64,
        value: row.difference,
        ends: ends(row),
    };
    let (mut low, mut high) = (0.0_f64, 0.0_f64);
    for row in &rows {
        let (from, to) = ends(row).unwrap_or((row.difference, row.difference));
        (low, high) = (low.min(from), high.max(to));
    }
    let zero = Mark::Line { points: vec![(0.0, -0.5), (0.0, rows.len() as f64 - 0.5)], series: 0 };
    let percent = 100.0 * (1.0 - answer.request.alpha);
    let p = pair.p_adjusted.map_or(String::new(), |p| {
        let i_squared = pair.meta.defined().map_or(0.0, |meta| 100.0 * meta.i_squared);
        format!(" Over collections {} (corrected), I² {i_squared:.0} %.", p_is(&p_value(p)))
    });
    let (run, baseline) = (&pair.run, &pair.baseline);
    let collections = counted(pair.effects.len(), "collection");
    Plot {
        kind: "collections-forest",
        figure: Figure {
            title: format!("{measure}: {run} − {baseline} in {collections}"),
            subtitle: format!(
                "Dot and number: mean difference; line: {percent} % interval, each alone.{p}"
            ),
            x: Axis {
                label: format!("difference in {}", caption::axis(measure)),
                scale: Scale::Numbers(low, high),
            },
            y: Axis {
                label: "collection".into(),
                scale: Scale::Names(rows.iter().map(|row| row.collection.clone()).collect()),
            },
            marks: [zero].into_iter().chain(rows.iter().enumerate().map(mark)).collect(),
            series: vec![Series { name: "no difference".into(), style: Style::Reference }],
            beside: rows.iter().map(|row| signed(row.difference, 4)).collect(),
            ..Figure::default()
        },
        room: Room::Rows(rows.len(), 14.0),
        rows,
        warnings: vec![],
    }
}

fn rows(pair: &CollectionsPair) -> Vec<EffectRow> {
    let mut weights = pair.meta.defined().into_iter().flat_map(|meta| &meta.weights);
    let mut rows: Vec<EffectRow> = vec![];
    for effect in &pair.effects {
        rows.push(EffectRow {
            collection: effect.collection.clone(),
            topics: Some(effect.topics),
            difference: effect.difference,
            low: effect.interval_alone.map(|interval| interval.low),
            high: effect.interval_alone.map(|interval| interval.high),
            // Differences without a standard error have no weight.
            weight: effect.weighed_by.and_then(|_| weights.next().copied()),
        });
    }
    if let Some(meta) = pair.meta.defined() {
        let over = |collection: &str, interval: Option<Interval>| EffectRow {
            collection: collection.into(),
            difference: meta.mean,
            low: interval.map(|interval| interval.low),
            high: interval.map(|interval| interval.high),
            ..EffectRow::default()
        };
        rows.push(over("mean over collections", pair.interval_alone));
        if pair.prediction.is_some() {
            rows.push(over("a further collection", pair.prediction));
        }
    }
    rows
}
