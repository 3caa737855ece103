//! Scores: topics × measures, and their averages.

use super::average::{Average, average};
use super::topic_names::TopicNames;
use crate::input::topic_lists::TopicNumbers;
use crate::measure::{Family, Measure, Scorer, Summary, Totals};
use crate::measures::FAMILIES;
use crate::ranking::join::Facts;
use crate::{Error, ErrorKind, Result};
use std::sync::Arc;

/// The scores of one run: a value for each topic and measure.
#[derive(Debug, Clone, PartialEq)]
pub struct Scores {
    pub(super) measures: Arc<[Measure]>,
    pub(super) topics: Arc<TopicNames>,
    pub(super) table: Table,
    pub(super) missing: Arc<TopicNames>,
    pub(super) facts: Arc<Facts>,
    /// Over all topics, by measure.
    all: Vec<f64>,
    /// The lower and the upper ones.
    pub(super) bounds: Option<Box<[Scores; 2]>>,
}

/// The numbers behind scores, a row for each topic.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Table {
    /// Row by row: a topic's values stand together.
    pub values: Vec<f64>,
    /// Row by row: a topic's totals of the measures that may be pooled.
    pub totals: Vec<f64>,
    /// Which of the measures have totals.
    pub pooled: Arc<[bool]>,
}

impl Table {
    /// How many totals a topic has.
    pub(super) fn totals_width(pooled: &[bool]) -> usize {
        pooled.iter().filter(|pooled| **pooled).count() * Totals::default().len()
    }

    pub(super) fn values_of(&self, row: usize) -> &[f64] {
        let width = self.pooled.len();
        &self.values[row * width..(row + 1) * width]
    }

    pub(super) fn totals_of(&self, row: usize) -> &[f64] {
        let width = Table::totals_width(&self.pooled);
        &self.totals[row * width..(row + 1) * width]
    }
}

impl Scores {
    /// Fails where a measure has no value over all topics.
    pub(super) fn new(
        measures: Arc<[Measure]>,
        topics: Arc<TopicNames>,
        table: Table,
        missing: Arc<TopicNames>,
        facts: Arc<Facts>,
    ) -> Result<Self> {
        let all = vec![];
        let mut scores = Scores { measures, topics, table, missing, facts, all, bounds: None };
        scores.all = scores.average(Average::Macro, None)?;
        Ok(scores)
    }

    /// The measures, in the order in which they were asked for.
    pub fn measures(&self) -> &[Measure] {
        &self.measures
    }

    /// The topics that are averaged over, in the order of the qrels.
    pub fn topics(&self) -> &[String] {
        self.topics.names()
    }

    /// Judged topics that the run lacks; among [`Scores::topics`] only under
    /// [`Missing::Zero`](crate::Missing).
    pub fn missing(&self) -> &[String] {
        self.missing.names()
    }

    /// What was seen while reading the run.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// The lowest and the highest values that grades of unjudged documents allow, if they were asked
    /// for ([`Unjudged::Bounds`](crate::Unjudged)); these scores themselves are those where
    /// unjudged documents are irrelevant.
    pub fn bounds(&self) -> Option<(&Scores, &Scores)> {
        self.bounds.as_deref().map(|[lower, upper]| (lower, upper))
    }

    /// Where a topic stands among [`Scores::topics`].
    pub fn place(&self, topic: &str) -> Option<usize> {
        self.topics.place(topic)
    }

    /// One topic's values, in the order of the measures.
    pub fn topic(&self, name: &str) -> Option<&[f64]> {
        self.place(name).map(|place| self.row(place))
    }

    /// The values of the topic at this place among [`Scores::topics`].
    pub fn row(&self, place: usize) -> &[f64] {
        self.table.values_of(place)
    }

    /// Every topic with its values, in the order of the qrels.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &[f64])> {
        self.topics().iter().enumerate().map(|(place, topic)| (topic.as_str(), self.row(place)))
    }

    /// One measure's values over the topics.
    pub fn column(&self, measure: usize) -> impl ExactSizeIterator<Item = f64> + Clone {
        let width = self.measures.len();
        (0..self.topics().len()).map(move |row| self.table.values[row * width + measure])
    }

    /// The values over all topics, one for each measure: means, or sums for counts.
    pub fn all(&self) -> &[f64] {
        &self.all
    }

    /// The value of a measure over all topics, if it is among [`Scores::measures`].
    pub fn mean(&self, measure: &Measure) -> Option<f64> {
        let column = self.measures.iter().position(|m| m == measure)?;
        Some(self.all[column])
    }

    /// The values over all topics, one for each measure, put together in another way; topics may
    /// weigh more or less, and must then all have a weight. Fails where a measure has no such
    /// average.
    ///
    /// ```
    /// use gainline::{Average, Qrels, Run, evaluate};
    /// let qrels = Qrels::from_rows([("t1", "a", 1.0), ("t2", "a", 1.0), ("t2", "b", 1.0)])?;
    /// let run = Run::from_rows([("t1", "a", 1.0), ("t2", "x", 1.0)])?;
    /// let scores = evaluate(&qrels, &run, &["R@1".parse()?])?;
    /// assert_eq!(scores.average(Average::Macro, None)?, [0.5]);
    /// assert_eq!(scores.average(Average::Micro, None)?, [1.0 / 3.0]);
    /// # Ok::<(), gainline::Error>(())
    /// ```
    pub fn average(&self, kind: Average, weights: Option<&TopicNumbers>) -> Result<Vec<f64>> {
        (0..self.measures.len()).map(|at| self.over_topics(at, kind, weights)).collect()
    }

    fn over_topics(
        &self,
        column: usize,
        kind: Average,
        weights: Option<&TopicNumbers>,
    ) -> Result<f64> {
        let summary = self.measures[column].summary();
        let weight = |topic: &String| {
            weights.map_or(Ok(1.0), |weights| {
                weights.get(topic).ok_or_else(|| {
                    let message = format!("no weight for topic `{topic}`");
                    Error::new(ErrorKind::Nothing, message)
                        .remedy("give a weight for each judged topic, 0 to leave one out")
                })
            })
        };
        let mut weights = self.topics().iter().map(weight).collect::<Result<Vec<f64>>>()?;
        let heaviest = weights.iter().fold(0.0, |most: f64, weight| most.max(*weight));
        if heaviest == 0.0 && !weights.is_empty() {
            return Err(Error::new(ErrorKind::Nothing, "all topics weigh 0")
                .remedy("give at least one of them a weight above 0"));
        }
        // Only what they weigh beside each other matters, and sums stay within bounds.
        weights.iter_mut().for_each(|weight| *weight /= heaviest);
        if kind == Average::Micro && summary != Summary::Sum
            || kind == Average::Macro && summary == Summary::Pooled
        {
            return self.pooled(column, &weights);
        }
        Ok(average(kind, summary, self.column(column), &weights))
    }

    /// The value that the topics' totals give, added up.
    fn pooled(&self, column: usize, weights: &[f64]) -> Result<f64> {
        let measure = &self.measures[column];
        let Scorer::Judged(scorer) = measure.scorer(1.0) else {
            return Err(no_micro_average(measure));
        };
        let (Some(pooled), true) = (scorer.pooled(), self.table.pooled[column]) else {
            return Err(no_micro_average(measure));
        };
        let before = Table::totals_width(&self.table.pooled[..column]);
        let mut sums = Totals::default();
        for (row, weight) in weights.iter().enumerate() {
            for (sum, total) in sums.iter_mut().zip(&self.table.totals_of(row)[before..]) {
                *sum += weight * total;
            }
        }
        if sums.iter().any(|sum| sum.is_nan()) {
            let message = format!("`{measure}` cannot be pooled with ties in this order");
            return Err(Error::new(ErrorKind::Measure, message)
                .remedy("order ties by docid, rank or input, or average over them"));
        }
        Ok(pooled.value(&sums))
    }
}

/// The names of the families whose topics may be pooled.
fn pooled_families() -> String {
    let is_pooled = |family: &&&Family| matches!(family.sample().scorer(1.0), Scorer::Judged(scorer) if scorer.pooled().is_some());
    let names: Vec<&str> = FAMILIES.iter().filter(is_pooled).map(|family| family.name).collect();
    names.join(", ")
}

#[cold]
fn no_micro_average(measure: &Measure) -> Error {
    let is_ratio =
        matches!(measure.scorer(1.0), Scorer::Judged(scorer) if scorer.pooled().is_some());
    let (reason, remedy) = if is_ratio {
        ("bounds are of single topics", "take another average, or no bounds".into())
    } else {
        ("it is not a ratio of totals", format!("these have one: {}", pooled_families()))
    };
    let message = format!("measure `{measure}` has no micro average here: {reason}");
    Error::new(ErrorKind::Measure, message).remedy(remedy)
}
