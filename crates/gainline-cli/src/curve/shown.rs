//! The curves that are shown: a run's, for each level one, and the ideal ones.

use super::{About, Drawn};
use gainline::{IdealFrom, Line};

/// A curve with its name.
pub(super) struct Shown<'a> {
    pub name: String,
    pub line: &'a Line,
    /// The area between the ideal and this one; an ideal curve has none.
    pub gap: Option<f64>,
    /// The topics' own curves, where they are asked for.
    pub topics: Vec<(&'a str, &'a Line)>,
}

impl<'a> Shown<'a> {
    /// One topic's curve, if the run has it.
    pub(super) fn topic(&self, topic: &str) -> Option<&'a Line> {
        self.topics.iter().find(|(name, _)| *name == topic).map(|(_, line)| *line)
    }
}

impl About<'_> {
    /// What distinguishes a curve of a run from its others.
    pub(super) fn level(&self, spec: usize) -> String {
        self.levels.get(spec).map_or(String::new(), |grade| format!(", grade >= {grade}"))
    }

    /// Whether each run has an ideal of its own: made of what it retrieved, or over other topics.
    pub(super) fn own_ideals(&self, runs: &[Drawn]) -> bool {
        self.args.ideal_from == Some(IdealFrom::Retrieved)
            || runs.iter().any(|run| run.set.topics() != runs[0].set.topics())
    }

    /// What the ideal curve of a run is called.
    pub(super) fn ideal_name(&self, runs: &[Drawn], run: &Drawn, spec: usize) -> String {
        let of = if self.own_ideals(runs) { format!(" of {}", run.name) } else { String::new() };
        format!("ideal{of}{}", self.level(spec))
    }
}

/// The curves of all runs, then the ideal ones if they are asked for.
pub(super) fn shown<'a>(about: &About<'_>, runs: &'a [Drawn]) -> Vec<Shown<'a>> {
    let mut shown: Vec<Shown<'a>> = runs.iter().flat_map(|run| of_run(about, run)).collect();
    if about.args.ideal {
        let ideals = if about.own_ideals(runs) { runs } else { &runs[..1] };
        shown.extend(ideals.iter().flat_map(|run| ideals_of(about, runs, run)));
    }
    shown
}

fn of_run<'a>(about: &About<'_>, run: &'a Drawn) -> impl Iterator<Item = Shown<'a>> {
    run.set.curves().iter().enumerate().map(|(spec, curve)| Shown {
        name: format!("{}{}", run.name, about.level(spec)),
        line: &curve.actual,
        gap: Some(curve.gap()),
        topics: named(run, curve.topics.iter().map(|topic| &topic.actual)),
    })
}

fn ideals_of<'a>(
    about: &About<'_>,
    runs: &[Drawn],
    run: &'a Drawn,
) -> impl Iterator<Item = Shown<'a>> {
    run.set.curves().iter().enumerate().map(|(spec, curve)| Shown {
        name: about.ideal_name(runs, run, spec),
        line: &curve.ideal,
        gap: None,
        topics: named(run, curve.topics.iter().map(|topic| &topic.ideal)),
    })
}

fn named<'a>(run: &'a Drawn, lines: impl Iterator<Item = &'a Line>) -> Vec<(&'a str, &'a Line)> {
    run.set.topics().iter().map(String::as_str).zip(lines).collect()
}
