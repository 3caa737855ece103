//! What plots of curves have in common.

use super::caption;
use super::picture::{Picture, Room};
use crate::cells::{header, text};
use crate::choices::{Choices, HEADING, from_one};
use crate::curve::{self, Drawn};
use crate::notes::Seen;
use crate::runs::{self, Inputs, Opened};
use anyhow::bail;
use clap::Args;
use gainline::{CurveKind, CurveSpec, Line, Qrels};
use gainline_report::plot::{Mark, Series, Style};
use gainline_report::{Cell, Table};

/// How high curves are, as a share of the width.
pub(super) const ROOM: Room = Room::Share(0.46);

/// Curves over the same places.
pub(super) struct Lines {
    xs: Vec<f64>,
    curves: Vec<One>,
}

struct One {
    name: String,
    style: Style,
    /// What its rows of data begin with.
    keys: Vec<Cell>,
    heights: Vec<f64>,
}

impl Lines {
    pub(super) fn new(spec: &CurveSpec) -> Self {
        Lines { xs: spec.xs(), curves: vec![] }
    }

    /// Adds a curve; its rows of data begin with `keys`.
    pub(super) fn add(&mut self, name: String, style: Style, keys: Vec<Cell>, line: &Line) {
        self.curves.push(One { name, style, keys, heights: line.heights.clone() });
    }

    /// The lowest and the highest height, and 0.
    pub(super) fn span(&self) -> (f64, f64) {
        let heights = self.curves.iter().flat_map(|curve| &curve.heights);
        heights.fold((0.0, 0.0), |(low, high): (f64, f64), height| {
            (low.min(*height), high.max(*height))
        })
    }

    /// The numbers; `columns` are what the keys are called, the place and the height.
    pub(super) fn data(&self, columns: &[&str]) -> Table {
        let mut rows = vec![];
        for curve in &self.curves {
            for (x, height) in self.xs.iter().zip(&curve.heights) {
                let mut row = curve.keys.clone();
                row.extend([Cell::exact(*x), Cell::exact(*height)]);
                rows.push(row);
            }
        }
        Table { header: header(columns), rows, ..Table::default() }
    }

    /// The lines and what they are called. The first, which has no dashes, is beneath the others, so
    /// that equal ones show.
    pub(super) fn drawn(self) -> (Vec<Mark>, Vec<Series>) {
        let line = |(series, curve): (usize, &One)| {
            let points = self.xs.iter().copied().zip(curve.heights.iter().copied()).collect();
            Mark::Line { points, series }
        };
        let marks = self.curves.iter().enumerate().map(line).collect();
        let series = self.curves.into_iter().map(|One { name, style, .. }| Series { name, style });
        (marks, series.collect())
    }
}

/// `12 topics`, and the choices.
pub(super) fn about(opened: &Opened, runs: &[Drawn]) -> (String, String) {
    let seen: Vec<Seen<'_>> = runs.iter().map(Drawn::seen).collect();
    (caption::topics(&seen), caption::choices(&opened.options, &seen))
}

/// What kinds of curves are asked for that go by which documents are relevant.
#[derive(Args)]
pub(super) struct LevelArgs {
    #[command(flatten)]
    inputs: Inputs,
    /// A curve for each grade of the qrels above 0, from which on documents are relevant
    #[arg(long)]
    levels: bool,
    /// Only the top N of each ranking
    #[arg(long, value_name = "N", value_parser = from_one, help_heading = HEADING)]
    pub depth: Option<usize>,
    #[command(flatten)]
    pub picture: Picture,
    #[command(flatten)]
    choices: Choices,
}

impl LevelArgs {
    /// Reads the files and makes the curves of all runs.
    pub(super) fn draw(&self, kind: CurveKind) -> anyhow::Result<(Opened, Levels, Vec<Drawn>)> {
        self.picture.check()?;
        if self.levels && self.choices.rel != 1.0 {
            bail!("--levels takes each grade of the qrels in turn, so it does not go with --rel");
        }
        let Inputs { qrels, runs } = &self.inputs;
        let mut opened = Opened::new(runs::asked(runs), qrels, &self.choices, [])?;
        opened.options.depth = self.depth;
        let levels = Levels::new(kind, self.levels, self.choices.rel, &opened.qrels)?;
        let drawn = curve::draw(&opened, &levels.specs, false)?;
        Ok((opened, levels, drawn))
    }
}

/// Curves that go by which documents are relevant: from one grade on, or from each in turn.
pub(super) struct Levels {
    /// The lowest relevant grades.
    grades: Vec<f64>,
    each: bool,
    pub specs: Vec<CurveSpec>,
}

impl Levels {
    pub(super) fn new(
        kind: CurveKind,
        each: bool,
        rel: f64,
        qrels: &Qrels,
    ) -> anyhow::Result<Self> {
        let grades = if each { curve::levels(qrels)? } else { vec![rel] };
        let spec = |grade: &f64| CurveSpec::new(kind, &format!("rel={grade}"));
        let specs = grades.iter().map(spec).collect::<gainline::Result<_>>()?;
        Ok(Levels { grades, each, specs })
    }

    /// `relevant from grade 1 on`.
    pub(super) fn describe(&self) -> String {
        match &self.grades[..] {
            [grade] if !self.each => format!("relevant from grade {grade} on"),
            _ => "relevant from each grade on in turn".into(),
        }
    }

    /// The curves of all runs.
    pub(super) fn lines(&self, runs: &[Drawn]) -> Lines {
        let mut lines = Lines::new(&self.specs[0]);
        for (run_at, run) in runs.iter().enumerate() {
            for (at, (curve, grade)) in run.set.curves().iter().zip(&self.grades).enumerate() {
                let (name, style) = match (runs.len(), self.each) {
                    (_, false) => (run.name.clone(), Style::Coloured(run_at)),
                    (1, _) => (format!("from grade {grade}"), Style::Coloured(at)),
                    _ => {
                        let style = Style::Pair { colour: run_at, dashes: at };
                        (format!("{}, from grade {grade}", run.name), style)
                    }
                };
                let keys = vec![text(&run.name), Cell::exact(*grade)];
                lines.add(name, style, keys, &curve.actual);
            }
        }
        lines
    }
}

/// ` of hybrid` where the title must name the only run.
pub(super) fn of_single(runs: &[Drawn]) -> String {
    match runs {
        [run] => format!(" of {}", run.name),
        _ => String::new(),
    }
}
