//! Curves read from left to right: where a run has what the ideal, or another run, has at a rank.

use super::{About, Drawn};
use crate::cells::{count, number};
use crate::notes::note;
use crate::runs::{self, Asked};
use anyhow::bail;
use gainline::Curve;
use gainline_report::{Cell, Note, Table};
use std::path::Path;

/// All that is read.
pub(super) struct Readings {
    pub runs: Vec<Reading>,
    /// The run that they are read against, if it is not the ideal.
    other: Option<String>,
    /// Where the ideal curves turn flat; none for curves whose ideal is flat anyway.
    pub flat: Vec<Flat>,
}

/// One curve read against another.
pub(super) struct Reading {
    pub run: String,
    pub against: String,
    pub at: Vec<At>,
    /// What its ideal is called.
    pub ideal: String,
    /// The largest gap below the ideal: the rank, and the gap.
    pub widest: (usize, f64),
}

/// A rank of the other curve, how high that is there, and the first rank at which this one is.
#[derive(serde::Serialize)]
pub(super) struct At {
    pub at: usize,
    pub value: f64,
    pub rank: Option<usize>,
}

/// The last rank at which an ideal curve rises, unless it may go on to rise, and its height there.
pub(super) struct Flat {
    pub ideal: String,
    pub rank: Option<usize>,
    pub height: f64,
}

/// Finds the run to read against among those asked for, or adds it to them.
pub(super) fn against(run: &Path, asked: &mut Vec<Asked>) -> anyhow::Result<usize> {
    let same = |other: &Asked| run.to_str() == Some(&other.name) || run == other.file;
    if let Some(at) = asked.iter().position(same) {
        return Ok(at);
    }
    let other = runs::asked(&[run.to_path_buf()]);
    if !other.iter().all(|other| other.file.exists() || other.file == Path::new("-")) {
        bail!("--against {}: neither one of the runs nor a file of that name", run.display());
    }
    asked.extend(other);
    Ok(asked.len() - 1)
}

/// Reads all curves; `other` is a run to read against.
pub(super) fn read(about: &About<'_>, runs: &[Drawn], other: Option<&Drawn>) -> Option<Readings> {
    if about.args.read.is_empty() {
        return None;
    }
    let other_name = other.map(|other| other.name.clone());
    let mut readings = Readings { runs: vec![], other: other_name, flat: vec![] };
    for run in runs {
        for (spec, curve) in run.set.curves().iter().enumerate() {
            let (against, line) = match other {
                Some(other) => (
                    format!("{}{}", other.name, about.level(spec)),
                    &other.set.curves()[spec].actual,
                ),
                None => (about.ideal_name(runs, run, spec), &curve.ideal),
            };
            let at = |&at: &usize| {
                let value = line.heights[at - 1];
                At { at, value, rank: curve.actual.first_rank_of(value) }
            };
            let ideal = about.ideal_name(runs, run, spec);
            readings.runs.push(Reading {
                run: format!("{}{}", run.name, about.level(spec)),
                against,
                at: about.args.read.iter().map(at).collect(),
                ideal: ideal.clone(),
                widest: curve.widest_gap(),
            });
            let flat = flat(ideal, curve);
            let known = |seen: &Flat| seen.ideal == flat.ideal;
            if !about.args.kind.is_normalised() && !readings.flat.iter().any(known) {
                readings.flat.push(flat);
            }
        }
    }
    Some(readings)
}

fn flat(ideal: String, curve: &Curve) -> Flat {
    let line = &curve.ideal;
    let (rank, deepest) = (line.last_rise(), line.heights.len());
    Flat { ideal, rank: (rank < deepest).then_some(rank), height: line.heights[deepest - 1] }
}

/// The readings as a table, in words above it.
pub(super) fn table(about: &About<'_>, readings: &Readings) -> Table {
    let depth = about.last();
    let mut header = vec!["run".to_string()];
    header.extend(about.args.read.iter().map(|k| format!("as at {k}")));
    header.extend(["widest gap", "at rank"].map(String::from));
    let row = |reading: &Reading| {
        let mut row = vec![Cell::Text(reading.run.clone())];
        row.extend(reading.at.iter().map(|at| match at.rank {
            Some(reached) => count(reached),
            None => Cell::Text(format!("never within {depth}")),
        }));
        let (rank, gap) = reading.widest;
        row.extend([number(gap, about.args.writing.decimals()), count(rank)]);
        row
    };
    let rows = readings.runs.iter().map(row).collect();
    Table { notes: notes(about, readings), header, rows, ..Table::default() }
}

fn notes(about: &About<'_>, readings: &Readings) -> Vec<Note> {
    let what = about.args.kind.y();
    let other = match &readings.other {
        None => "the best possible ranking has".to_string(),
        Some(name) => format!("{name} has (--against)"),
    };
    let mut notes = vec![note(
        "read",
        format!("`as at k`: the first rank at which a run has the {what} that {other} at rank k"),
    )];
    for Flat { ideal, rank, .. } in &readings.flat {
        notes.push(note(
            "stop",
            match rank {
                Some(0) => format!("the {ideal} never rises: there is nothing to be gained"),
                Some(rank) => format!(
                    "the {ideal} is flat from rank {rank} on: nothing is to be gained beyond it"
                ),
                None => format!(
                    "the {ideal} still rises at rank {0}: it does not turn flat within {0}",
                    about.last()
                ),
            },
        ));
    }
    notes
}
