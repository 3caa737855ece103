//! What the study found: values by topic, and the losses over all of them.

use super::facts::{Retrieved, VectorUse};
use super::lengths::Lengths;
use gainline::{Better, LOWEST, Measure, Pool, Summary};
use gainline_stats::{Interval, mean_interval};
use serde::Serialize;

/// What the vectors allow, topic by topic.
#[derive(Debug)]
pub struct CeilingResults {
    /// The measures, in the order of all values.
    pub measures: Vec<Measure>,
    /// Topics that an optimal query could be made for, in the order of the qrels.
    pub topics: Vec<TopicCeiling>,
    /// Topics without a relevant document.
    pub without_relevant: Vec<String>,
    /// Topics with relevant documents, none of which has a vector to make a query from.
    pub without_vectors: Vec<String>,
    /// What was seen of the vectors.
    pub facts: VectorUse,
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
    pub all: TopicValues,
    /// The mean over the parts held out; none where the topic has fewer than two relevant
    /// documents with vectors.
    pub held_out: Option<TopicValues>,
    /// The query from all judged documents: the rows of the vectors it finds, best first, with
    /// their cosines.
    pub ranking: Vec<(usize, f64)>,
}

/// A topic's values on the same judgments and the same collection, one for each measure.
#[derive(Debug, Clone, PartialEq)]
pub struct TopicValues {
    /// Of the best ranking that there can be.
    pub perfect: Vec<f64>,
    /// Of the optimal query's ranking.
    pub optimal: Vec<f64>,
    /// Of each run's; none where the topic does not count for the run.
    pub runs: Vec<Option<Vec<f64>>>,
    /// How long the rankings are; the fewest documents of all parts held out.
    pub lengths: Lengths,
}

impl TopicValues {
    /// The mean of values under several splits; none without any.
    pub(super) fn mean(parts: &[TopicValues]) -> Option<TopicValues> {
        let first = parts.first()?;
        let over = |values: &dyn Fn(&TopicValues) -> Option<&[f64]>| {
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
        Some(TopicValues {
            perfect: over(&|part| Some(&part.perfect))?,
            optimal: over(&|part| Some(&part.optimal))?,
            runs: (0..first.runs.len()).map(run).collect(),
            lengths: Lengths::fewest(parts)?,
        })
    }
}

/// A measure's values on the same topics, and what is lost from one to the next.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Losses {
    /// How many topics there are.
    pub topics: usize,
    /// The value of the best possible rankings.
    pub perfect: f64,
    /// The value of the optimal queries' rankings.
    pub optimal: f64,
    /// The run's value, if it is about one.
    pub reached: Option<f64>,
    /// What is lost by the vectors: how far optimal is from perfect. None where neither higher nor
    /// lower values of the measure are better.
    pub vector_loss: Option<f64>,
    /// What is lost by the queries: how far the run is from optimal; below 0 where it is better.
    pub query_loss: Option<f64>,
    /// The 95 % confidence interval of the mean of `query_loss` over topics (Student's t); none
    /// with fewer than two topics, and where topics are not averaged by their mean.
    pub interval: Option<Interval>,
}

/// Which judgments queries are evaluated on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "CeilingJudgments"))]
#[serde(rename_all = "kebab-case")]
pub enum Judgments {
    /// Those held out: queries were made from the others.
    HeldOut,
    /// All of them, from which the queries were made.
    All,
}

impl Judgments {
    /// Both of them.
    pub const BOTH: [Judgments; 2] = [Judgments::HeldOut, Judgments::All];
}

impl TopicCeiling {
    /// The values on these judgments.
    pub fn on(&self, judgments: Judgments) -> Option<&TopicValues> {
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
        let values = self.on(judgments)?;
        let reached = match run {
            Some(run) => Some(values.runs[run].as_ref()?[at]),
            None => None,
        };
        Some(Losses::new(measure, 1, values.perfect[at], values.optimal[at], reached))
    }
}

impl CeilingResults {
    /// How many topics have values on these judgments.
    pub(super) fn topics_on(&self, judgments: Judgments) -> usize {
        self.topics.iter().filter(|topic| topic.on(judgments).is_some()).count()
    }

    /// One measure's losses over the topics that have values on these judgments, and count for the
    /// run; none without such a topic.
    pub fn losses(
        &self,
        judgments: Judgments,
        measure: usize,
        run: Option<usize>,
    ) -> Option<Losses> {
        let (at, measure) = (measure, &self.measures[measure]);
        let each = |topic: &TopicCeiling| topic.losses(judgments, (at, measure), run);
        let topics: Vec<Losses> = self.topics.iter().filter_map(each).collect();
        let over = |value: &dyn Fn(&Losses) -> Option<f64>| {
            let values: Option<Vec<f64>> = topics.iter().map(value).collect();
            Some(averaged(measure.summary(), &values.filter(|v| !v.is_empty())?))
        };
        let perfect = over(&|losses| Some(losses.perfect))?;
        let optimal = over(&|losses| Some(losses.optimal))?;
        let reached = over(&|losses| losses.reached);
        let lost: Option<Vec<f64>> = topics.iter().map(|losses| losses.query_loss).collect();
        let lost = lost.filter(|lost| lost.len() > 1 && measure.summary() == Summary::Mean);
        let interval = lost.and_then(|lost| mean_interval(&lost, 0.95).ok());
        Some(Losses { interval, ..Losses::new(measure, topics.len(), perfect, optimal, reached) })
    }
}

impl Losses {
    fn new(
        measure: &Measure,
        topics: usize,
        perfect: f64,
        optimal: f64,
        reached: Option<f64>,
    ) -> Self {
        let lost = |from: f64, to: f64| match measure.family().better {
            Better::Higher => Some(from - to),
            Better::Lower => Some(to - from),
            Better::Neither => None,
        };
        Losses {
            topics,
            perfect,
            optimal,
            reached,
            vector_loss: lost(perfect, optimal),
            query_loss: reached.and_then(|reached| lost(optimal, reached)),
            interval: None,
        }
    }
}

/// The topics' values averaged as the measure says.
fn averaged(summary: Summary, values: &[f64]) -> f64 {
    let sum = |value: &dyn Fn(f64) -> f64| values.iter().fold(0.0, |sum, v| sum + value(*v));
    let count = values.len() as f64;
    match summary {
        Summary::Sum => sum(&|v| v),
        Summary::GeometricMean => (sum(&|v| v.max(LOWEST).ln()) / count).exp(),
        Summary::Mean | Summary::Pooled => sum(&|v| v) / count,
    }
}
