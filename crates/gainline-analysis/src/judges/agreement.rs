//! How far judges agree, on some topics.

use super::{AllAgreement, PairAgreement, RatedTopic, Ratings};
use serde::Serialize;

/// How far judges agree, on some topics.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Agreement {
    /// All judges.
    pub all: AllAgreement,
    /// Each two judges: the first with all behind it, then the second, and so on.
    pub pairs: Vec<PairAgreement>,
}

/// How far judges agree on one topic.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TopicAgreement {
    /// The topic.
    pub topic: String,
    /// Their agreement, on the grades of all topics.
    #[serde(flatten)]
    pub agreement: Agreement,
}

/// A mean over topics of the overlap of relevant documents.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MeanOverlap {
    /// The mean.
    pub mean: f64,
    /// The number of topics in which any judge found something relevant.
    pub topics: usize,
}

impl MeanOverlap {
    /// None without a topic.
    pub(super) fn of(overlaps: impl IntoIterator<Item = f64>) -> Option<Self> {
        let (sum, topics) = overlaps.into_iter().fold((0.0, 0), |(sum, n), one| (sum + one, n + 1));
        (topics > 0).then(|| MeanOverlap { mean: sum / topics as f64, topics })
    }
}

impl Agreement {
    /// Over all topics. Documents of grade `rel` or higher are relevant.
    ///
    /// ```
    /// use gainline::Qrels;
    /// use gainline_analysis::NamedQrels;
    /// use gainline_analysis::judges::{Agreement, Ratings};
    /// let judge = |name: &str, rows: [(&str, &str, f64); 3]| -> gainline::Result<NamedQrels> {
    ///     Ok(NamedQrels { name: name.into(), qrels: Qrels::from_rows(rows)?, file: None })
    /// };
    /// let ann = judge("ann", [("t", "a", 1.0), ("t", "b", 0.0), ("t", "c", 0.0)])?;
    /// let zoe = judge("zoe", [("t", "a", 1.0), ("t", "b", 1.0), ("t", "d", 2.0)])?;
    /// let agreement = Agreement::of(&Ratings::new(&[ann, zoe], |_| true)?, 1.0);
    /// let pair = &agreement.pairs[0];
    /// assert_eq!((pair.judged_by_both, pair.judged_by_first_only), (2, 1));
    /// assert_eq!(pair.relevance.overlap, Some(0.5));
    /// assert_eq!(pair.grades.kappa.unwrap().kappa, 0.0);
    /// # Ok::<(), gainline::Error>(())
    /// ```
    pub fn of(ratings: &Ratings, rel: f64) -> Agreement {
        let topics: Vec<&RatedTopic> = ratings.topics.iter().collect();
        Agreement::on(&topics, ratings, rel)
    }

    /// Topic by topic, on the grades of all.
    pub fn by_topic(ratings: &Ratings, rel: f64) -> Vec<TopicAgreement> {
        let topic = |topic: &RatedTopic| TopicAgreement {
            topic: topic.name.clone(),
            agreement: Agreement::on(&[topic], ratings, rel),
        };
        ratings.topics.iter().map(topic).collect()
    }

    fn on(topics: &[&RatedTopic], ratings: &Ratings, rel: f64) -> Agreement {
        let judges = ratings.judges.len();
        let mut pairs = vec![];
        for first in 0..judges {
            for second in first + 1..judges {
                pairs.push(PairAgreement::on(topics, (first, second), ratings, rel));
            }
        }
        Agreement { all: AllAgreement::on(topics, rel), pairs }
    }
}
