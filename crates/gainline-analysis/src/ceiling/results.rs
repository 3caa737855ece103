//! What the study found: values by topic, and what is lost over all of them.

use super::facts::{Facts, Retrieved};
use super::lengths::Lengths;
use gainline::{Better, LOWEST, Measure, Pool, Summary};
use gainline_stats::{Interval, mean_interval};

/// What the vectors allow, topic by topic.
#[derive(Debug)]
pub struct Ceiling {
    /// The measures, in the order of all values.
    pub measures: Vec<Measure>,
    /// Topics that an optimal query could be made for, in the order of the qrels.
    pub topics: Vec<TopicCeiling>,
    /// Topics without a relevant document.
    pub without_relevant: Vec<String>,
    /// Topics with relevant documents, none of which has a vector to make a query from.
    pub without_vectors: Vec<String>,
    /// What was seen of the vectors.
    pub facts: Facts,
    /// What each run retrieved.
    pub retrieved: Vec<Retrieved>,
    /// The runs beside the judgments.
    pub pool: Pool,
    /// Whether unjudged documents were dropped.
    pub(super) condensed: bool,
}

/// One topic's values.
#[derive(Debug)]
pub struct TopicCeiling {
    /// Its name.
    pub topic: String,
    /// With a query made from all judged documents and measured on them: more than can be had.
    pub all: Measured,
    /// The mean over the parts held out; none where the topic has fewer than two relevant
    /// documents with vectors.
    pub held_out: Option<Measured>,
    /// The query from all judged documents: the rows of the vectors it finds, best first, with
    /// their cosines.
    pub ranking: Vec<(usize, f64)>,
}

/// A topic's values on the same judgments and the same collection, one for each measure.
#[derive(Debug, Clone, PartialEq)]
pub struct Measured {
    /// Of the best ranking that there can be.
    pub perfect: Vec<f64>,
    /// Of the optimal query's ranking.
    pub ceiling: Vec<f64>,
    /// Of each run's; none where the topic does not count for the run.
    pub runs: Vec<Option<Vec<f64>>>,
    /// How long the rankings are; the fewest documents of all parts held out.
    pub lengths: Lengths,
}

impl Measured {
    /// The mean of values under several splits; none without any.
    pub(super) fn mean(parts: &[Measured]) -> Option<Measured> {
        let first = parts.first()?;
        let over = |values: &dyn Fn(&Measured) -> Option<&[f64]>| {
            let length = values(first)?.len();
            let mut means = vec![0.0; length];
            for part in parts {
                for (mean, value) in means.iter_mut().zip(values(part)?) {
                    *mean += value;
                }
            }
            means.iter_mut().for_each(|mean| *mean /= parts.len() as f64);
            Some(means)
        };
        let run = |at: usize| over(&|part| part.runs[at].as_deref());
        Some(Measured {
            perfect: over(&|part| Some(&part.perfect))?,
            ceiling: over(&|part| Some(&part.ceiling))?,
            runs: (0..first.runs.len()).map(run).collect(),
            lengths: Lengths::fewest(parts)?,
        })
    }
}

/// A measure's values on the same topics, put together: how much is lost, and where.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Losses {
    /// How many topics are behind it.
    pub topics: usize,
    /// Of the best rankings that there can be.
    pub perfect: f64,
    /// Of the optimal queries' rankings.
    pub ceiling: f64,
    /// Of the run's, if it is about one.
    pub run: Option<f64>,
    /// What is lost by the vectors, from perfect to the ceiling; none where neither more nor less
    /// of the measure is better.
    pub by_vectors: Option<f64>,
    /// What is lost by the queries, from the ceiling to the run.
    pub by_queries: Option<f64>,
    /// Where the mean of what is lost by the queries lies, over topics such as these, with 95 %
    /// confidence (Student's t); none with fewer than two topics, and where topics are not put
    /// together by their mean.
    pub interval: Option<Interval>,
}

/// Which judgments values are from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Judgments {
    /// All of them.
    All,
    /// Those held out.
    HeldOut,
}

impl TopicCeiling {
    /// The values on these judgments.
    pub fn on(&self, judgments: Judgments) -> Option<&Measured> {
        match judgments {
            Judgments::All => Some(&self.all),
            Judgments::HeldOut => self.held_out.as_ref(),
        }
    }

    /// One measure's losses.
    pub fn losses(
        &self,
        judgments: Judgments,
        measure: (usize, &Measure),
        run: Option<usize>,
    ) -> Option<Losses> {
        let (at, measure) = measure;
        let measured = self.on(judgments)?;
        let run = match run {
            Some(run) => Some(measured.runs[run].as_ref()?[at]),
            None => None,
        };
        Some(Losses::new(measure, 1, measured.perfect[at], measured.ceiling[at], run))
    }
}

impl Ceiling {
    /// One measure's losses over the topics that have values on these judgments, and count for the
    /// run; none without such a topic.
    pub fn losses(
        &self,
        judgments: Judgments,
        measure: usize,
        run: Option<usize>,
    ) -> Option<Losses> {
        let asked = &self.measures[measure];
        let each = |topic: &TopicCeiling| topic.losses(judgments, (measure, asked), run);
        let topics: Vec<Losses> = self.topics.iter().filter_map(each).collect();
        let over = |value: &dyn Fn(&Losses) -> Option<f64>| {
            let values: Option<Vec<f64>> = topics.iter().map(value).collect();
            Some(together(asked.summary(), &values.filter(|v| !v.is_empty())?))
        };
        let perfect = over(&|losses| Some(losses.perfect))?;
        let ceiling = over(&|losses| Some(losses.ceiling))?;
        let run = over(&|losses| losses.run);
        let lost: Option<Vec<f64>> = topics.iter().map(|losses| losses.by_queries).collect();
        let lost = lost.filter(|lost| lost.len() > 1 && asked.summary() == Summary::Mean);
        let interval = lost.and_then(|lost| mean_interval(&lost, 0.95).ok());
        Some(Losses { interval, ..Losses::new(asked, topics.len(), perfect, ceiling, run) })
    }
}

impl Losses {
    fn new(measure: &Measure, topics: usize, perfect: f64, ceiling: f64, run: Option<f64>) -> Self {
        let lost = |from: f64, to: f64| match measure.family().better {
            Better::Higher => Some(from - to),
            Better::Lower => Some(to - from),
            Better::Neither => None,
        };
        let (by_vectors, by_queries) =
            (lost(perfect, ceiling), run.and_then(|run| lost(ceiling, run)));
        Losses { topics, perfect, ceiling, run, by_vectors, by_queries, interval: None }
    }
}

/// Topics put together as the measure says.
fn together(summary: Summary, values: &[f64]) -> f64 {
    let sum = |value: &dyn Fn(f64) -> f64| values.iter().fold(0.0, |sum, v| sum + value(*v));
    let count = values.len() as f64;
    match summary {
        Summary::Sum => sum(&|v| v),
        Summary::GeometricMean => (sum(&|v| v.max(LOWEST).ln()) / count).exp(),
        Summary::Mean | Summary::Pooled => sum(&|v| v) / count,
    }
}
