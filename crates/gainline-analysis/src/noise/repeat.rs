//! Judging all documents of all topics again, and measuring all runs by it.

use super::spread::Spread;
use super::{Confusion, Scale};
use gainline::{Error, ErrorKind, Evaluator, Grading, Measure, PoolTopic, Result};
use gainline_stats::Random;
use std::ops::Range;

/// What all repeats have in common.
pub(super) struct Setup<'a> {
    topics: &'a [&'a PoolTopic],
    runs: usize,
    evaluator: &'a Evaluator,
    measures: &'a [Measure],
    confusion: &'a Confusion,
    /// For each topic, its judged documents with their rows of the matrix.
    documents: Vec<Vec<(usize, usize)>>,
    gradings: Vec<Grading>,
}

/// What came of some repeats. A column is a run by a measure: run by run, all measures of each.
pub(super) struct Part {
    /// The values of each topic over the repeats, column by column.
    pub topics: Vec<Spread>,
    /// For each repeat and column, the mean and the variance over topics.
    over_topics: Vec<(f64, Option<f64>)>,
    columns: usize,
}

impl Part {
    /// The means over topics of a column, repeat by repeat.
    pub(super) fn means(&self, column: usize) -> impl Iterator<Item = f64> {
        self.over_topics.iter().skip(column).step_by(self.columns).map(|(mean, _)| *mean)
    }

    /// The variances over topics of a column, repeat by repeat.
    pub(super) fn variances(&self, column: usize) -> impl Iterator<Item = Option<f64>> {
        self.over_topics.iter().skip(column).step_by(self.columns).map(|(_, variance)| *variance)
    }
}

/// The mean, summed in the order of topics as everywhere.
pub(super) fn mean(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |sum, value| sum + value) / values.len() as f64
}

impl<'a> Setup<'a> {
    pub(super) fn new(
        topics: &'a [&'a PoolTopic],
        runs: usize,
        evaluator: &'a Evaluator,
        measures: &'a [Measure],
        confusion: &'a Confusion,
    ) -> Result<Self> {
        let documents = |topic: &&PoolTopic| {
            let judged = topic.documents().iter().enumerate();
            let judged = judged.filter_map(|(place, document)| Some((place, document.grade?)));
            let row = |(place, grade)| {
                Ok((place, confusion.row(grade).ok_or_else(|| no_row(grade, confusion))?))
            };
            judged.map(row).collect::<Result<Vec<(usize, usize)>>>()
        };
        let documents = topics.iter().map(documents).collect::<Result<_>>()?;
        let gradings = topics.iter().map(|topic| topic.grading()).collect();
        Ok(Setup { topics, runs, evaluator, measures, confusion, documents, gradings })
    }

    fn columns(&self) -> usize {
        self.runs * self.measures.len()
    }

    /// The values by the given judgments: column by column, topic by topic.
    pub(super) fn given(&self) -> Result<Vec<f64>> {
        let mut values = vec![0.0; self.columns() * self.topics.len()];
        for (at, grading) in self.gradings.iter().enumerate() {
            self.measure(at, grading, &mut vec![], &mut values)?;
        }
        Ok(values)
    }

    /// Puts one topic's values where they belong among all values.
    fn measure(
        &self,
        at: usize,
        grading: &Grading,
        found: &mut Vec<gainline::Found>,
        values: &mut [f64],
    ) -> Result<()> {
        let topic = self.topics[at];
        for run in 0..self.runs {
            let judged = topic.judged(run, grading, found);
            let measured = self.evaluator.values(topic.name(), &judged)?;
            for (which, (value, measure)) in measured.into_iter().zip(self.measures).enumerate() {
                let column = run * self.measures.len() + which;
                values[column * self.topics.len() + at] = Scale::of(measure).scaled(value);
            }
        }
        Ok(())
    }

    /// Judges again in each of these repeats. A repeat draws from a stream of its own, for all topics
    /// and their judged documents in order.
    pub(super) fn judge_again(&self, repeats: Range<usize>, seed: u64) -> Result<Part> {
        let mut gradings = self.gradings.clone();
        let mut found = vec![];
        let mut values = vec![0.0; self.columns() * self.topics.len()];
        let mut part = Part {
            topics: vec![Spread::default(); values.len()],
            over_topics: vec![],
            columns: self.columns(),
        };
        for repeat in repeats {
            let mut random = Random::stream(seed, repeat as u64);
            for (at, grading) in gradings.iter_mut().enumerate() {
                for &(place, row) in &self.documents[at] {
                    grading.set(place, Some(self.confusion.draw(row, &mut random)));
                }
                self.measure(at, grading, &mut found, &mut values)?;
            }
            for (spread, value) in part.topics.iter_mut().zip(&values) {
                spread.add(*value);
            }
            part.over_topics.extend(
                values
                    .chunks(self.topics.len())
                    .map(|column| (mean(column), Spread::of(column.iter().copied()).variance())),
            );
        }
        Ok(part)
    }
}

fn no_row(grade: f64, confusion: &Confusion) -> Error {
    let message = format!("no row for grade `{grade}`, which the qrels have");
    let error = Error::new(ErrorKind::Malformed, message)
        .remedy("the confusion matrix needs a row for every grade of the judged documents");
    match confusion.source() {
        Some(file) => error.in_file(file),
        None => error,
    }
}
