//! Curves: gain, precision and recall against rank, precision against recall, recall against
//! fallout. A topic's curve is drawn in the join, as a few steps; topics are then added up one
//! after another, so any number of threads gives the same curve.

mod draw;
mod read;
mod roc;
mod spec;
mod steps;

pub use draw::Line;
pub use spec::{CurveKind, CurveSpec, IdealFrom, Normalise};

use crate::evaluate::counting::Counting;
use crate::evaluate::evaluator::Evaluator;
use crate::evaluate::options::{Options, Unjudged};
use crate::evaluate::policy::NoValue;
use crate::judgments::qrels::Qrels;
use crate::measure::Measure;
use crate::ranking::join::Facts;
use crate::ranking::judged::Judged;
use crate::ranking::run::Run;
use crate::{Error, ErrorKind, Result, Source};
use draw::{Drawer, Drawn, Sums};

/// Draws curves of runs against one set of judgments.
///
/// ```
/// use gainline::{CurveKind, CurveSpec, Curves, Options, Qrels, Run};
/// let qrels = Qrels::from_rows([("t", "a", 3.0), ("t", "b", 2.0), ("t", "c", 0.0)])?;
/// let run = Run::from_rows([("t", "a", 9.0), ("t", "c", 8.0), ("t", "b", 7.0)])?;
/// let spec = CurveSpec::new(CurveKind::Cg, "")?.depth(4);
/// let drawn = Curves::new(&qrels, &[spec], Options::default())?.draw(&run)?;
/// let curve = &drawn.curves()[0];
/// assert_eq!(curve.actual.heights, [3.0, 3.0, 5.0, 5.0]);
/// assert_eq!(curve.ideal.heights, [3.0, 5.0, 5.0, 5.0]);
/// // What the ideal ranking gives by rank 2, this run gives by rank 3.
/// assert_eq!(curve.actual.first_rank_of(curve.ideal.heights[1]), Some(3));
/// // Nothing is to be gained beyond rank 2.
/// assert_eq!(curve.ideal.last_rise(), 2);
/// assert_eq!((curve.gap(), curve.widest_gap()), (2.0, (2, 2.0)));
/// # Ok::<(), gainline::Error>(())
/// ```
pub struct Curves {
    qrels: Qrels,
    specs: Vec<CurveSpec>,
    drawers: Vec<Drawer>,
    options: Options,
    per_topic: bool,
}

impl Curves {
    /// Prepares the curves. Fails where measures with their parameters would, for a depth of 0, and
    /// for bounds of unjudged documents, which curves do not have.
    pub fn new(qrels: &Qrels, specs: &[CurveSpec], options: Options) -> Result<Self> {
        if options.unjudged == Unjudged::Bounds {
            let message = "a curve has no bounds for unjudged documents";
            return Err(Error::new(ErrorKind::Measure, message)
                .remedy("let them count as irrelevant, or drop them first (condense)"));
        }
        specs.iter().try_for_each(CurveSpec::check_depth)?;
        let measures: Vec<Measure> = specs.iter().flat_map(|s| s.measures.clone()).collect();
        // Parameters and choices that measures cannot have, curves cannot have either.
        Evaluator::new(qrels, &measures, options.clone())?;
        let grades = qrels.grades();
        let drawer = |spec| Drawer::new(spec, options.rel, options.ties, &grades);
        let drawers = specs.iter().map(drawer).collect::<Result<_>>()?;
        let (qrels, specs) = (qrels.clone(), specs.to_vec());
        Ok(Curves { qrels, specs, drawers, options, per_topic: false })
    }

    /// Whether the curves of single topics are kept.
    #[must_use]
    pub fn per_topic(mut self, keep: bool) -> Self {
        self.per_topic = keep;
        self
    }

    /// Draws the curves of a run from a file (or standard input), topic by topic.
    pub fn run(&self, source: impl Into<Source>) -> Result<CurveSet> {
        self.run_with_progress(&source.into(), &|_| {})
    }

    /// The same, telling `progress` how many bytes were read so far.
    pub fn run_with_progress(
        &self,
        source: &Source,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<CurveSet> {
        let each = |judged: &Judged<'_>| self.topic(judged);
        self.put_together(self.options.each_topic(&self.qrels, source, progress, &each)?)
    }

    /// Draws the curves of a run in memory; one without rows lacks every topic.
    pub fn draw(&self, run: &Run) -> Result<CurveSet> {
        let each = |judged: &Judged<'_>| self.topic(judged);
        self.put_together(self.options.each_topic_of(&self.qrels, run, &each)?)
    }

    fn topic(&self, judged: &Judged<'_>) -> TopicDrawn {
        let draw = |(at, drawer): (usize, &Drawer)| drawer.draw(judged).map_err(|t| (at, t));
        self.drawers.iter().enumerate().map(draw).collect()
    }

    fn put_together(&self, counting: Counting<TopicDrawn>) -> Result<CurveSet> {
        let mut topics = vec![];
        let mut sums: Vec<Sums> = self.specs.iter().map(Sums::new).collect();
        let mut kept: Vec<Vec<TopicCurve>> = self.specs.iter().map(|_| vec![]).collect();
        for (name, drawn) in counting.topics {
            let drawn = drawn.map_err(|(at, no_value)| self.error(at, no_value, &name))?;
            topics.push(name);
            for (at, drawn) in drawn.iter().enumerate() {
                sums[at].add(drawn);
                if self.per_topic {
                    let mut alone = Sums::new(&self.specs[at]);
                    alone.add(drawn);
                    let (actual, ideal) = alone.lines(&self.specs[at]);
                    kept[at].push(TopicCurve { actual, ideal });
                }
            }
        }
        let curve = |((spec, sums), topics): ((&CurveSpec, Sums), Vec<TopicCurve>)| {
            let (actual, ideal) = sums.lines(spec);
            Curve { spec: spec.clone(), actual, ideal, topics }
        };
        let curves = self.specs.iter().zip(sums).zip(kept).map(curve).collect();
        Ok(CurveSet { curves, topics, missing: counting.missing, facts: counting.facts })
    }

    #[cold]
    fn error(&self, at: usize, no_value: NoValue, topic: &str) -> Error {
        let orders = matches!(no_value, NoValue::Orders);
        let error = no_value.error(self.specs[at].measure(), topic);
        if !orders {
            return error;
        }
        error.remedy("order ties by docid, rank or input, or take the best or the worst order")
    }
}

/// A topic's curves, or what is wrong with which.
type TopicDrawn = std::result::Result<Vec<Drawn>, (usize, NoValue)>;

/// The curves of one run.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CurveSet {
    curves: Vec<Curve>,
    topics: Vec<String>,
    missing: Vec<String>,
    facts: Facts,
}

impl CurveSet {
    /// The curves, in the order in which they were asked for.
    pub fn curves(&self) -> &[Curve] {
        &self.curves
    }

    /// The topics that are averaged over, in the order of the qrels.
    pub fn topics(&self) -> &[String] {
        &self.topics
    }

    /// Judged topics that the run lacks; among [`CurveSet::topics`] only under
    /// [`Missing::Zero`](crate::Missing).
    pub fn missing(&self) -> &[String] {
        &self.missing
    }

    /// What was seen while reading the run.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }
}

/// A run's curve over all topics.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Curve {
    /// What it shows.
    pub spec: CurveSpec,
    /// The run's curve.
    pub actual: Line,
    /// That of the best possible ranking.
    pub ideal: Line,
    /// The topics' curves in the order of [`CurveSet::topics`], if they were kept
    /// ([`Curves::per_topic`]).
    pub topics: Vec<TopicCurve>,
}

/// One topic's curve.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TopicCurve {
    /// The ranking's curve.
    pub actual: Line,
    /// That of the best possible ranking.
    pub ideal: Line,
}
