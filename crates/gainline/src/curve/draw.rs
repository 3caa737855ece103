//! One topic's curve, and the sums over topics that become the curve of a run.

use super::roc::Roc;
use super::spec::{CurveKind, CurveSpec, IdealFrom, Normalise};
use super::steps::{self, Step};
use crate::evaluate::policy::{Column, NoValue};
use crate::ranking::judged::Judged;
use crate::ranking::ties::Ties;
use crate::{Error, ErrorKind, Result};

/// Draws one kind of curve, topic after topic.
pub(super) struct Drawer {
    columns: Vec<Column>,
    way: Way,
    ties: Ties,
}

enum Way {
    /// Steps over ranks.
    Steps(Box<dyn Fn(&Judged<'_>) -> Drawn + Send + Sync>),
    /// Each column is a height.
    Columns {
        rel: f64,
    },
    Roc {
        rel: f64,
        levels: usize,
    },
}

/// What is drawn of one topic.
pub(super) enum Drawn {
    /// Over ranks: the ranking's curve, and the best possible one.
    Steps { actual: Vec<Step>, ideal: Vec<Step> },
    /// Over levels, where the best possible curve has one height; and the exact area.
    Heights { actual: Vec<f64>, ideal: f64, area: f64 },
}

impl Drawer {
    /// `grades` are those of the qrels, lowest first.
    pub(super) fn new(spec: &CurveSpec, rel: f64, ties: Ties, grades: &[f64]) -> Result<Self> {
        let setting = spec.setting(rel);
        if setting.discount_rises() && matches!(ties, Ties::Best | Ties::Worst) {
            let message = format!(
                "`{}` counts some lower ranks more than higher ones, so no one order of tied \
                 documents is the {ties} at all ranks",
                spec.measure()
            );
            return Err(Error::new(ErrorKind::Measure, message)
                .remedy("order ties by docid, rank or input, or average over them"));
        }
        let columns = spec.measures.iter().map(|measure| Column::new(measure, rel, grades));
        let rel = setting.rel();
        let way = match spec.kind {
            CurveKind::PrecisionRecall => Way::Columns { rel },
            CurveKind::Roc => Way::Roc { rel, levels: spec.width() },
            CurveKind::Precision => Way::Steps(of_relevance(rel, spec.width(), |_| 1.0)),
            CurveKind::Recall => {
                Way::Steps(of_relevance(rel, spec.width(), |relevant| relevant as f64))
            }
            CurveKind::Cg | CurveKind::Dcg | CurveKind::Ncg | CurveKind::Ndcg => {
                Way::Steps(of_gain(spec, rel))
            }
        };
        Ok(Drawer { columns: columns.collect::<Result<_>>()?, way, ties })
    }

    /// One topic's curve, its tied documents as the policy has them.
    pub(super) fn draw(&self, judged: &Judged<'_>) -> std::result::Result<Drawn, NoValue> {
        match &self.way {
            Way::Steps(draw) => self.columns[0].ordered(judged, self.ties, draw),
            Way::Columns { rel } => {
                let mut actual = Vec::with_capacity(self.columns.len());
                for column in &self.columns {
                    actual.push(column.score(judged, self.ties)?);
                }
                let ideal = f64::from(u8::from(judged.relevant(*rel) > 0));
                Ok(Drawn::Heights { actual, ideal, area: 0.0 })
            }
            Way::Roc { rel, levels } => self.columns[0].ordered(judged, self.ties, |judged| {
                let roc = Roc::of(judged, *rel);
                let ideal = f64::from(u8::from(judged.relevant(*rel) > 0));
                Drawn::Heights { actual: roc.heights(*levels), ideal, area: roc.area() }
            }),
        }
    }
}

/// Draws the relevant documents found, divided by `whole` of how many there are.
fn of_relevance(
    rel: f64,
    depth: usize,
    whole: fn(usize) -> f64,
) -> Box<dyn Fn(&Judged<'_>) -> Drawn + Send + Sync> {
    Box::new(move |judged| {
        let relevant = judged.relevant(rel);
        let one = |_, grade| f64::from(u8::from(grade >= rel));
        let mut actual = steps::cumulated(judged, depth, one);
        let mut ideal = steps::climbing(std::iter::repeat_n(1.0, relevant), depth);
        steps::divide(&mut actual, whole(relevant));
        steps::divide(&mut ideal, whole(relevant));
        Drawn::Steps { actual, ideal }
    })
}

/// Draws cumulated gain.
fn of_gain(spec: &CurveSpec, rel: f64) -> Box<dyn Fn(&Judged<'_>) -> Drawn + Send + Sync> {
    let own_ideal = spec.ideal == IdealFrom::Retrieved;
    let way = spec.setting(rel).cumulation(spec.kind.is_discounted(), own_ideal);
    let share = spec.kind.is_normalised() && spec.normalise == Normalise::Topic;
    let depth = spec.width();
    Box::new(move |judged| {
        let actual = steps::cumulated(judged, depth, |rank, grade| way.gain_at(rank, grade));
        let mut gains = vec![];
        way.each_ideal(judged, |rank, gain| gains.push(gain / way.discount.at(rank)));
        let ideal = steps::climbing(gains.into_iter(), depth);
        if !share {
            return Drawn::Steps { actual, ideal };
        }
        let best = if ideal.is_empty() { vec![] } else { steps::level(1.0) };
        Drawn::Steps { actual: steps::shares(&actual, &ideal), ideal: best }
    })
}

/// The heights of a curve and what sums them up.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Line {
    /// The height at each of [`CurveSpec::xs`].
    pub heights: Vec<f64>,
    /// Their mean: over ranks, JK's avg-pos; over levels, the eleven-point average, say.
    pub mean: f64,
    /// The area below the curve: over ranks the sum of the heights, over recall levels that below
    /// straight lines between them, and of ROC curves the exact area, averaged over topics.
    pub area: f64,
}

/// Sums over topics.
#[derive(Debug, Clone)]
pub(super) struct Sums {
    actual: Vec<f64>,
    ideal: Vec<f64>,
    areas: (f64, f64),
    topics: usize,
}

impl Sums {
    pub(super) fn new(spec: &CurveSpec) -> Self {
        let zeros = vec![0.0; spec.width()];
        Sums { actual: zeros.clone(), ideal: zeros, areas: (0.0, 0.0), topics: 0 }
    }

    pub(super) fn add(&mut self, drawn: &Drawn) {
        self.topics += 1;
        match drawn {
            Drawn::Steps { actual, ideal } => {
                steps::add(actual, &mut self.actual);
                steps::add(ideal, &mut self.ideal);
            }
            Drawn::Heights { actual, ideal, area } => {
                self.actual.iter_mut().zip(actual).for_each(|(sum, height)| *sum += height);
                self.ideal.iter_mut().for_each(|sum| *sum += ideal);
                self.areas = (self.areas.0 + area, self.areas.1 + ideal);
            }
        }
    }

    /// The mean curve, and the best possible one.
    pub(super) fn lines(self, spec: &CurveSpec) -> (Line, Line) {
        let Sums { mut actual, mut ideal, areas, topics } = self;
        let topics = topics.max(1) as f64;
        if spec.kind.is_normalised() && spec.normalise == Normalise::Mean {
            for (actual, ideal) in actual.iter_mut().zip(&mut ideal) {
                *actual = if *ideal > 0.0 { *actual / *ideal } else { 0.0 };
                *ideal = f64::from(u8::from(*ideal > 0.0));
            }
        } else {
            let by_rank = spec.kind == CurveKind::Precision;
            for line in [&mut actual, &mut ideal] {
                for (rank, height) in (1..).zip(line) {
                    *height /= if by_rank { f64::from(rank) * topics } else { topics };
                }
            }
        }
        let line = |heights, area: f64| Line::new(spec, heights, area / topics);
        (line(actual, areas.0), line(ideal, areas.1))
    }
}

impl Line {
    fn new(spec: &CurveSpec, heights: Vec<f64>, exact: f64) -> Self {
        let sum = heights.iter().fold(0.0, |sum, height| sum + height);
        let (width, ends) = (heights.len() as f64, heights[0] + heights[heights.len() - 1]);
        let area = match spec.kind {
            CurveKind::PrecisionRecall => (sum - ends / 2.0) / (width - 1.0),
            CurveKind::Roc => exact,
            CurveKind::Cg
            | CurveKind::Dcg
            | CurveKind::Ncg
            | CurveKind::Ndcg
            | CurveKind::Precision
            | CurveKind::Recall => sum,
        };
        Line { heights, mean: sum / width, area }
    }
}
