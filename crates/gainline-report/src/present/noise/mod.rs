//! Scores under unstable judgments: means, variance components and swaps.

mod notes;
mod tables;
mod words;

use super::{Presenter, answer};
use crate::document::Document;
use crate::records::Records;
use gainline_analysis::noise::{MeasureNoise, NoiseAnswer, PairNoise, Rejudging, RunNoise};
use serde::Serialize;
use std::io;

/// Shows scores under unstable judgments.
pub struct NoisePresenter<'a> {
    /// What is shown.
    pub answer: &'a NoiseAnswer,
    /// Decimals in tables.
    pub digits: usize,
    /// Show every pair of runs, also where there are many.
    pub all_pairs: bool,
}

impl Presenter for NoisePresenter<'_> {
    answer!(NoiseAnswer);

    fn document(&self) -> Document {
        let mut document = Document::new(self.notes());
        for (title, table) in self.tables() {
            document.titled(title, table);
        }
        self.words().into_iter().for_each(|line| document.text(line));
        document
    }

    /// For each way to judge and measure the runs, with their topics, and then the pairs.
    fn records(&self, out: &mut Records<'_>) -> io::Result<()> {
        let mut rows = vec![];
        for rejudging in &self.answer.rejudgings {
            for of in &rejudging.measures {
                let start = self.record(rejudging, of);
                for run in &of.runs {
                    rows.push(start.run(run));
                    rows.extend(start.topics(run));
                }
                rows.extend(of.pairs.iter().map(|pair| start.pair(pair)));
            }
        }
        out.rows(rows)
    }
}

/// A row for scripts.
#[derive(Default, Clone, Serialize)]
struct Record<'a> {
    kind: &'static str,
    model: &'static str,
    theta: Option<f64>,
    measure: String,
    scale: &'static str,
    run: &'a str,
    against: Option<&'a str>,
    topic: Option<&'a str>,
    topics: usize,
    repeats: usize,
    given: f64,
    given_se: Option<f64>,
    mean: f64,
    var_topics: Option<f64>,
    var_judging: Option<f64>,
    var_sum: Option<f64>,
    var_one_judging: Option<f64>,
    se_topics: Option<f64>,
    se_topics_judging: Option<f64>,
    sd: Option<f64>,
    first_better: Option<usize>,
    second_better: Option<usize>,
    tied: Option<usize>,
    swapped: Option<f64>,
}

impl<'a> Record<'a> {
    fn run(&self, of: &'a RunNoise) -> Record<'a> {
        Record {
            kind: "run",
            run: &of.run,
            given: of.given,
            given_se: of.given_se,
            mean: of.mean,
            var_topics: of.var_topics,
            var_judging: of.var_judging,
            var_sum: of.var_sum,
            var_one_judging: of.var_one_judging,
            se_topics: of.se_topics,
            se_topics_judging: of.se_topics_judging,
            ..self.clone()
        }
    }

    fn topics(&self, of: &'a RunNoise) -> impl Iterator<Item = Record<'a>> {
        of.topics.iter().flatten().map(|topic| Record {
            kind: "topic",
            run: &of.run,
            topic: Some(&topic.topic),
            given: topic.given,
            mean: topic.mean,
            var_judging: topic.variance,
            sd: topic.sd,
            ..self.clone()
        })
    }

    fn pair(&self, pair: &'a PairNoise) -> Record<'a> {
        Record {
            kind: "pair",
            run: &pair.first,
            against: Some(&pair.second),
            given: pair.difference,
            mean: pair.mean_difference,
            sd: pair.sd,
            first_better: Some(pair.first_better),
            second_better: Some(pair.second_better),
            tied: Some(pair.tied),
            swapped: pair.swapped,
            ..self.clone()
        }
    }
}

impl<'a> NoisePresenter<'a> {
    /// What all rows of a measure have in common.
    fn record(&self, rejudging: &Rejudging, of: &MeasureNoise) -> Record<'a> {
        Record {
            model: self.answer.request.model.name(),
            theta: rejudging.theta,
            measure: of.measure.to_string(),
            scale: of.scale.name(),
            topics: self.answer.topics.len(),
            repeats: self.answer.request.repeats,
            ..Record::default()
        }
    }

    /// Whether there are several thetas, which are then told apart.
    fn several(&self) -> bool {
        self.answer.rejudgings.len() > 1
    }
}
