//! What is judged anew, and how: files or a simulation, and the model of the judges.

use super::Args;
use crate::runs::{Asked, Opened, asked};
use anyhow::bail;
use gainline::{Error, ErrorKind, Pool};
use gainline_analysis::noise::{Confusion, Noise, Simulated, judgments, kishida};
use std::path::{Path, PathBuf};

/// How judges vary.
pub(super) enum Model {
    Flip { thetas: Vec<f64> },
    Confusion { file: PathBuf, confusion: Confusion },
}

/// What came of one way to judge.
pub(super) struct Judging {
    /// Where judges flip.
    pub theta: Option<f64>,
    pub confusion: Confusion,
    pub noise: Noise,
}

impl Model {
    pub(super) fn name(&self) -> &'static str {
        match self {
            Model::Flip { .. } => "flip",
            Model::Confusion { .. } => "confusion",
        }
    }

    pub(super) fn file(&self) -> Option<&Path> {
        match self {
            Model::Flip { .. } => None,
            Model::Confusion { file, .. } => Some(file),
        }
    }

    /// The ways to judge, each with its theta.
    pub(super) fn confusions(&self, pool: &Pool, rel: f64) -> Vec<(Option<f64>, Confusion)> {
        match self {
            Model::Flip { thetas } => {
                let flip =
                    |theta: &f64| (Some(*theta), Confusion::flip(*theta, rel, judgments(pool)));
                thetas.iter().map(flip).collect()
            }
            Model::Confusion { confusion, .. } => vec![(None, confusion.clone())],
        }
    }

    /// An error of the study with the file that it comes from.
    pub(super) fn place(&self, error: Error) -> Error {
        match self {
            // The only malformed thing is a matrix that lacks a row.
            Model::Confusion { file, .. } if error.kind() == ErrorKind::Malformed => {
                error.in_file(file.display().to_string())
            }
            _ => error,
        }
    }
}

/// The model that is asked for.
pub(super) fn model(args: &Args) -> anyhow::Result<Model> {
    let words: Vec<&str> = args.model.iter().map(String::as_str).collect();
    match words[..] {
        [] | ["flip"] => Ok(Model::Flip { thetas: thetas(args) }),
        ["flip", file] => bail!(
            "--model flip {file}: `flip` takes no file\n  \
             give --model behind the runs, or leave it out: flip is the default"
        ),
        ["confusion"] => bail!(
            "--model confusion: no file is given\n  \
             give the matrix too: --model confusion FILE"
        ),
        ["confusion", file] => {
            if !args.theta.is_empty() {
                bail!(
                    "--theta is for --model flip: by a confusion matrix, its rows say what judges do"
                );
            }
            Ok(Model::Confusion { file: file.into(), confusion: Confusion::read(file)? })
        }
        _ => bail!("--model {}: neither `flip` nor `confusion FILE`", words.join(" ")),
    }
}

/// The thetas that are asked for, each once.
fn thetas(args: &Args) -> Vec<f64> {
    let defaults: &[f64] = if args.preset.is_some() { &[0.9, 0.5] } else { &[0.9] };
    let asked = if args.theta.is_empty() { defaults } else { &args.theta };
    let mut thetas: Vec<f64> = vec![];
    for theta in asked {
        if !thetas.contains(theta) {
            thetas.push(*theta);
        }
    }
    thetas
}

/// Reads the files, or draws the simulation.
pub(super) fn open(args: &Args) -> anyhow::Result<(Opened, Pool)> {
    let (mut opened, simulated) = match (&args.preset, &args.qrels) {
        (Some(_), Some(file)) => bail!(
            "{}: --preset is a simulation and takes no files\n  leave out the one or the other",
            file.display()
        ),
        (Some(_), None) => {
            let simulated = kishida(args.seed)?;
            let qrels = &simulated.qrels;
            let options = args.choices.options(qrels)?;
            let asked = vec![Asked { name: "ranking".into(), file: PathBuf::new() }];
            let qrels_file = "Kishida's simulation".into();
            let files = args.choices.files().into_iter().map(|(_, path)| path).collect();
            (Opened { asked, qrels: qrels.clone(), qrels_file, options, files }, Some(simulated))
        }
        (None, Some(qrels)) if !args.runs.is_empty() => {
            let beside = match &args.model[..] {
                [_, file] => Some(Path::new(file)),
                _ => None,
            };
            (Opened::new(asked(&args.runs), qrels, &args.choices, beside)?, None)
        }
        (None, _) => bail!(
            "no {} given\n  gainline noise QRELS RUN..., or gainline noise --preset kishida",
            if args.qrels.is_some() { "runs are" } else { "files are" }
        ),
    };
    opened.options.depth = args.depth;
    let pool = match simulated {
        Some(Simulated { qrels, run }) => Pool::new(&qrels, &[run], &opened.options)?,
        None => opened.pool()?,
    };
    Ok((opened, pool))
}
