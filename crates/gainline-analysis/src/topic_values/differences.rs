//! On which topics is one run better than another, and by how much?

use super::{Evaluated, TopicOrder};
use crate::progress::Progress;
use crate::{Answer, Experiment, Provenance};
use gainline::{Error, ErrorKind, Measure, Result};
use gainline_stats::SAME;
use serde::Serialize;

/// On which topics is one run better than another, and by how much?
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TopicDifferences {
    /// The measure.
    pub measure: Measure,
    /// The order of the topics: by value, that is by the difference, the highest first.
    pub order: TopicOrder,
}

/// What came of it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TopicDifferencesAnswer {
    /// What was asked.
    pub request: TopicDifferences,
    /// Where the numbers come from.
    pub provenance: Provenance,
    /// The topics that both runs have.
    pub topics: Vec<TopicDifference>,
    /// Topics on which the first run has the higher value.
    pub first_higher: usize,
    /// Topics on which the second run has the higher value.
    pub second_higher: usize,
    /// Topics on which both have the same value.
    pub equal: usize,
}

/// The difference of two runs on a topic.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TopicDifference {
    /// The topic.
    pub topic: String,
    /// The value of the first run.
    pub first: f64,
    /// The value of the second run.
    pub second: f64,
    /// The first value less the second.
    pub difference: f64,
}

impl Answer for TopicDifferencesAnswer {
    const NAME: &'static str = "topic-differences";
}

impl TopicDifferences {
    /// Evaluates both runs of the experiment.
    pub fn answer(
        self,
        experiment: &Experiment,
        progress: &dyn Progress,
    ) -> Result<TopicDifferencesAnswer> {
        if experiment.runs.len() != 2 {
            let message = format!(
                "a histogram shows the differences of two runs, not of {}",
                experiment.runs.len()
            );
            return Err(Error::new(ErrorKind::Request, message));
        }
        let evaluated = Evaluated::of(experiment, &self.measure, progress)?;
        let pairs = evaluated.columns[0].iter().zip(&evaluated.columns[1]);
        let both = pairs.zip(evaluated.topics).filter_map(|((first, second), topic)| {
            let (first, second) = ((*first)?, (*second)?);
            Some(TopicDifference { topic, first, second, difference: first - second })
        });
        let mut topics: Vec<TopicDifference> = both.collect();
        if topics.is_empty() {
            let message = "no topic is in both runs, so there is no difference to show";
            return Err(Error::new(ErrorKind::Nothing, message));
        }
        match self.order {
            TopicOrder::Value => {
                topics.sort_by(|a, b| b.difference.total_cmp(&a.difference));
            }
            TopicOrder::Qrels => {}
        }
        let count = |is: fn(f64) -> bool| topics.iter().filter(|t| is(t.difference)).count();
        let (first_higher, second_higher) = (count(|d| d > SAME), count(|d| d < -SAME));
        Ok(TopicDifferencesAnswer {
            request: self,
            provenance: evaluated.provenance,
            equal: topics.len() - first_higher - second_higher,
            topics,
            first_higher,
            second_higher,
        })
    }
}
