//! Where the relevant documents of one topic stand in each run.

use super::{Plot, Room, caption};
use crate::plot::{Axis, Figure, Mark, Scale, Series, Style};
use crate::present::words::counted;
use gainline_analysis::relevant_ranks::{RankedDocument, RelevantRanksAnswer, RunRanks};
use serde::Serialize;

/// A relevant document in a run.
#[derive(Default, Serialize)]
pub struct RankRow {
    run: String,
    document: String,
    grade: f64,
    rank: Option<usize>,
}

/// A picture of the ranks of relevant documents.
pub fn ranks(answer: &RelevantRanksAnswer) -> Plot<RankRow> {
    let RelevantRanksAnswer { provenance, topic, grades, relevant, runs, .. } = answer;
    let series = grades.iter().enumerate().map(|(at, grade)| Series {
        name: format!("grade {grade}"),
        style: Style::Shade(shade(at, grades.len())),
    });
    let deepest = runs.iter().map(|run| run.depth).fold(1, usize::max);
    let (rel, documents) = (provenance.options.rel, counted(*relevant, "relevant document"));
    let choices = caption::choices_of_topic(provenance);
    Plot {
        kind: "ranks",
        figure: Figure {
            title: format!("Ranks of the {documents} of topic {topic}"),
            subtitle: format!(
                "At the right: how many each run found. Relevant from grade {rel} on. {choices}"
            ),
            x: Axis { label: "rank (logarithmic)".into(), scale: Scale::LogRanks(deepest) },
            y: Axis {
                label: "run".into(),
                scale: Scale::Names(runs.iter().map(|run| run.run.clone()).collect()),
            },
            marks: marks(answer),
            series: series.collect(),
            beside: runs.iter().map(|run| format!("{} of {relevant}", run.found)).collect(),
            ..Figure::default()
        },
        room: Room::Rows(runs.len(), 14.0),
        rows: runs.iter().flat_map(rows).collect(),
        warnings: vec![],
    }
}

/// Tracks, and the dots on them.
fn marks(answer: &RelevantRanksAnswer) -> Vec<Mark> {
    let (mut tracks, mut dots) = (vec![], vec![]);
    for (at, run) in answer.runs.iter().enumerate() {
        let y = at as f64;
        if run.depth > 0 {
            tracks.push(Mark::Track { x: (1.0, run.depth as f64), y });
        }
        for RankedDocument { grade, rank, .. } in &run.documents {
            let series = answer.grades.iter().position(|other| other == grade);
            dots.extend(series.zip(*rank).map(|(series, rank)| (series, rank, y)));
        }
    }
    // Low grades on top: they are smaller, so that those below them show.
    dots.sort_by_key(|(series, ..)| std::cmp::Reverse(*series));
    let dots = dots.into_iter().map(|(series, rank, y)| Mark::Dot { x: rank as f64, y, series });
    tracks.into_iter().chain(dots).collect()
}

fn rows(run: &RunRanks) -> impl Iterator<Item = RankRow> {
    run.documents.iter().map(|RankedDocument { document, grade, rank }| RankRow {
        run: run.run.clone(),
        document: document.clone(),
        grade: *grade,
        rank: *rank,
    })
}

/// How strong the grades are, from 0 to 100.
fn shade(at: usize, grades: usize) -> u8 {
    match grades {
        0 | 1 => 100,
        _ => (100 * at / (grades - 1)) as u8,
    }
}
