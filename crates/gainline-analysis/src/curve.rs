//! How do gain, precision and recall grow with the rank? Curves of runs and of ideal rankings, and
//! what is read from them.

mod request;

use crate::evaluation::{Rows, each_run, share_threads};
use crate::progress::Progress;
use crate::{Answer, Experiment, Provenance};
use gainline::{CurveKind, CurveSet, CurveSpec, Curves, IdealFrom, Line, Measure, Result};
pub use request::{Against, GainOptions, RunCurves};
use serde::Serialize;
use std::collections::HashSet;

/// What came of it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CurveAnswer {
    /// What was asked.
    pub request: RunCurves,
    /// Where the numbers come from.
    pub provenance: Provenance,
    /// The measure whose values the curves show, without its cutoff; none for curves that go by
    /// which documents are relevant.
    pub measure: Option<Measure>,
    /// The lowest relevant grades, where there is a curve for each of several.
    pub levels: Option<Vec<Level>>,
    /// The topics with a curve in any run, in the order of the judgments, where they were asked for.
    pub topics: Option<Vec<String>>,
    /// Where curves have their heights: ranks, or levels of recall or fallout.
    pub xs: Vec<f64>,
    /// The curves of the runs in their order, one for each level.
    pub curves: Vec<RunCurve>,
    /// The curves of the best possible rankings, one for each level; and for each run where runs
    /// differ in them.
    pub ideals: Vec<IdealCurve>,
    /// What there is to know about the curves.
    pub findings: Vec<Finding>,
}

/// A lowest relevant grade.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Level {
    /// The grade.
    pub grade: f64,
    /// Of the selected topics, those without a document of this grade or a higher one.
    pub topics_without_relevant: usize,
}

/// A run's curve.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunCurve {
    /// The run.
    pub run: String,
    /// The lowest relevant grade, where there is a curve for each of several.
    pub level: Option<f64>,
    /// Over all topics.
    #[serde(flatten)]
    pub line: Line,
    /// The place of its ideal curve in `ideals`.
    pub ideal: usize,
    /// The area between the ideal curve and this one.
    pub gap: f64,
    /// Where the ideal curve lies highest above this one.
    pub widest_gap: WidestGap,
    /// Where it is as high as another curve, where that was asked for.
    pub readings: Option<Vec<ReadingAt>>,
    /// By topic, in the order of the judgments, where that was asked for.
    pub topics: Option<Vec<TopicLine>>,
}

/// Where an ideal curve lies highest above that of a run.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WidestGap {
    /// The rank, or the level of recall or fallout; the first of several.
    pub x: f64,
    /// The difference there.
    pub gap: f64,
}

/// The first rank at which a run's curve is as high as another one at a rank.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReadingAt {
    /// The rank of the other curve.
    pub at: usize,
    /// Its height there.
    pub value: f64,
    /// The first rank at which the run's curve is as high; none if it never is.
    pub rank: Option<usize>,
}

/// The curve of the best possible ranking.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct IdealCurve {
    /// The run whose ideal it is; none if it is that of all runs.
    pub run: Option<String>,
    /// The lowest relevant grade, where there is a curve for each of several.
    pub level: Option<f64>,
    /// Over all topics.
    #[serde(flatten)]
    pub line: Line,
    /// The last rank at which it rises, 0 if it never does; none if it still rises at the last rank,
    /// and for curves that are not over ranks.
    pub last_rise: Option<usize>,
    /// By topic, in the order of the judgments, where that was asked for.
    pub topics: Option<Vec<TopicLine>>,
}

/// A topic's curve.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TopicLine {
    /// The topic.
    pub topic: String,
    /// Its curve.
    #[serde(flatten)]
    pub line: Line,
}

/// What there is to know about curves.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "CurveFinding"))]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum Finding {
    /// A run's rankings end before the curves do, on average.
    ShortRankings {
        /// The run.
        run: String,
        /// Its documents per topic on average.
        mean_depth: f64,
    },
    /// The size of the collection is not known, so fallout is of the documents that each run
    /// retrieved or that are judged relevant.
    CollectionUnknown,
    /// The size of the collection is not known and runs are unequally deep, so curves of fallout are
    /// not over the same documents and cannot be compared.
    UnequalDepths {
        /// Documents per topic on average, of the run with fewest.
        least: f64,
        /// Documents per topic on average, of the run with most.
        most: f64,
    },
}

impl Answer for CurveAnswer {
    const NAME: &'static str = "curve";
}

/// Draws the curves of all runs.
pub fn draw(
    experiment: &Experiment,
    specs: &[CurveSpec],
    per_topic: bool,
    progress: &dyn Progress,
) -> Result<Vec<CurveSet>> {
    let (workers, options) = share_threads(experiment);
    let curves = Curves::new(&experiment.qrels, specs, options)?.per_topic(per_topic);
    progress.runs(experiment.runs.len());
    each_run(experiment, workers, |run| {
        Rows::of(run).with_progress(run, progress, CurveSet::facts, |rows, told| match rows {
            Rows::Source(source) => curves.run_with_progress(source, told),
            Rows::Memory(run) => curves.draw(run),
        })
    })
}

impl RunCurves {
    /// Draws the curves, and reads them.
    pub fn answer(self, experiment: &Experiment, progress: &dyn Progress) -> Result<CurveAnswer> {
        self.check(&experiment.options)?;
        let against = self.against.as_ref().map(|a| experiment.run_index(&a.run)).transpose()?;
        let levels = if self.levels { Some(request::levels(experiment)?) } else { None };
        let specs = self.specs(levels.as_deref())?;
        let sets = draw(experiment, &specs, self.per_topic, progress)?;
        let seen = sets.iter().map(|set| (set.topics().len(), set.missing(), set.facts()));
        let provenance = Provenance::new(experiment, &seen.collect::<Vec<_>>())?;
        let hidden = self.against.as_ref().filter(|a| !a.shown).and(against);
        let names = experiment.runs.iter().map(|run| run.name.as_str());
        let shown = names.zip(&sets).enumerate().filter(|(at, _)| Some(*at) != hidden);
        let drawn = Drawn {
            request: &self,
            levels: levels.as_deref(),
            xs: specs[0].xs(),
            runs: shown.map(|(_, run)| run).collect(),
            against: against.map(|at| &sets[at]),
        };
        let findings = drawn.findings(&provenance);
        let (curves, ideals) = drawn.curves();
        let xs = drawn.xs;
        let measure = self.kind.has_gains().then(|| specs[0].measure().clone());
        let topics = self.per_topic.then(|| {
            let any: HashSet<&String> = sets.iter().flat_map(CurveSet::topics).collect();
            let judged = experiment.qrels.topics().map(String::from);
            judged.filter(|topic| any.contains(topic)).collect()
        });
        Ok(CurveAnswer {
            request: self,
            provenance,
            measure,
            levels,
            topics,
            xs,
            curves,
            ideals,
            findings,
        })
    }
}

/// The curves of the runs that are shown.
struct Drawn<'a> {
    request: &'a RunCurves,
    levels: Option<&'a [Level]>,
    xs: Vec<f64>,
    runs: Vec<(&'a str, &'a CurveSet)>,
    against: Option<&'a CurveSet>,
}

impl Drawn<'_> {
    /// Whether each run has an ideal of its own: made of what it retrieved, or over other topics.
    fn own_ideals(&self) -> bool {
        let topics = |(_, set): &(&str, &CurveSet)| set.topics() != self.runs[0].1.topics();
        self.request.ideal_from == Some(IdealFrom::Retrieved) || self.runs.iter().any(topics)
    }

    fn level(&self, spec: usize) -> Option<f64> {
        self.levels.map(|levels| levels[spec].grade)
    }

    fn curves(&self) -> (Vec<RunCurve>, Vec<IdealCurve>) {
        let (mut curves, mut ideals) = (vec![], vec![]);
        let own = self.own_ideals();
        for (at, (run, set)) in self.runs.iter().enumerate() {
            for (spec, curve) in set.curves().iter().enumerate() {
                let topics = |line: fn(&gainline::TopicCurve) -> &Line| {
                    let lines = set.topics().iter().zip(&curve.topics);
                    let lines = lines.map(|(topic, curve)| TopicLine {
                        topic: topic.clone(),
                        line: line(curve).clone(),
                    });
                    lines.collect()
                };
                let (place, gap) = curve.widest_gap();
                curves.push(RunCurve {
                    run: run.to_string(),
                    level: self.level(spec),
                    line: curve.actual.clone(),
                    ideal: if own { ideals.len() } else { spec },
                    gap: curve.gap(),
                    widest_gap: WidestGap { x: self.xs[place - 1], gap },
                    readings: self.readings(spec, curve),
                    topics: self.request.per_topic.then(|| topics(|curve| &curve.actual)),
                });
                if own || at == 0 {
                    let per_topic = self.request.per_topic && self.request.ideal;
                    ideals.push(IdealCurve {
                        run: own.then(|| run.to_string()),
                        level: self.level(spec),
                        line: curve.ideal.clone(),
                        last_rise: self.last_rise(&curve.ideal),
                        topics: per_topic.then(|| topics(|curve| &curve.ideal)),
                    });
                }
            }
        }
        (curves, ideals)
    }

    fn readings(&self, spec: usize, curve: &gainline::Curve) -> Option<Vec<ReadingAt>> {
        let read = &self.request.read;
        let other = self.against.map_or(&curve.ideal, |other| &other.curves()[spec].actual);
        let reading = |&at: &usize| {
            let value = other.heights[at - 1];
            ReadingAt { at, value, rank: curve.actual.first_rank_of(value) }
        };
        (!read.is_empty()).then(|| read.iter().map(reading).collect())
    }

    fn last_rise(&self, ideal: &Line) -> Option<usize> {
        let last = Some(ideal.last_rise()).filter(|_| self.request.kind.is_by_rank());
        last.filter(|rank| *rank < ideal.heights.len())
    }

    fn findings(&self, provenance: &Provenance) -> Vec<Finding> {
        let options = &provenance.options;
        let mut findings = vec![];
        if self.request.kind.is_by_rank() {
            let short =
                provenance.runs.iter().filter(|run| run.mean_depth.round() < self.xs.len() as f64);
            findings.extend(short.map(|run| Finding::ShortRankings {
                run: run.name.clone(),
                mean_depth: run.mean_depth,
            }));
        }
        if self.request.kind == CurveKind::Roc && options.collection.is_none() {
            findings.push(Finding::CollectionUnknown);
            let cut = |depth: f64| options.depth.map_or(depth, |cut| depth.min(cut as f64));
            let depths = provenance.runs.iter().map(|run| cut(run.mean_depth));
            let least = depths.clone().fold(f64::INFINITY, f64::min);
            let most = depths.fold(0.0, f64::max);
            if most - least > 1e-9 * most {
                findings.push(Finding::UnequalDepths { least, most });
            }
        }
        findings
    }
}
