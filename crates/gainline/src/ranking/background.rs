//! What is known of topics beside rankings and judgments: the size of the collection, the
//! documents that users knew before, and how many relevant ones they expect.

use crate::input::topic_lists::{Known, TopicNumbers};
use crate::judgments::qrels::{Qrels, utf8};
use crate::ranking::joiner::Beside;
use crate::ranking::judged::Background;

/// How many relevant documents users expect to find.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Expected {
    /// So many for each topic.
    Each(f64),
    /// A number of its own for each topic.
    ByTopic(TopicNumbers),
}

impl Expected {
    /// How many are expected for a topic.
    pub fn of(&self, topic: &str) -> Option<f64> {
        match self {
            Expected::Each(number) => Some(*number),
            Expected::ByTopic(numbers) => numbers.get(topic),
        }
    }
}

/// The backgrounds of all judged topics, by their index in the qrels.
pub(crate) struct Backgrounds {
    collection: Option<usize>,
    /// Empty when there is nothing to tell of single topics.
    topics: Vec<TopicBackground>,
}

struct TopicBackground {
    /// For each judged document.
    is_known: Vec<bool>,
    /// The grades of those, highest first.
    known: Vec<f64>,
    expected: Option<f64>,
}

impl Backgrounds {
    pub(crate) fn new(
        qrels: &Qrels,
        collection: Option<usize>,
        known: Option<&Known>,
        expected: Option<&Expected>,
    ) -> Self {
        if known.is_none() && expected.is_none() {
            return Backgrounds { collection, topics: vec![] };
        }
        let background = |(index, name): (usize, &str)| {
            let entries = qrels.topic_at(index).entries();
            let is_known: Vec<bool> = entries
                .clone()
                .map(|e| known.is_some_and(|k| k.contains(name, utf8(e.id))))
                .collect();
            let both = entries.zip(&is_known).filter(|(_, known)| **known);
            let mut known: Vec<f64> = both.map(|(e, _)| e.grade).collect();
            known.sort_unstable_by(|a, b| b.total_cmp(a));
            TopicBackground { is_known, known, expected: expected.and_then(|e| e.of(name)) }
        };
        Backgrounds { collection, topics: qrels.topics().enumerate().map(background).collect() }
    }

    pub(crate) fn at(&self, index: usize) -> Beside<'_> {
        let collection = self.collection;
        match self.topics.get(index) {
            None => Beside {
                background: Background { collection, ..Background::default() },
                is_known: &[],
            },
            Some(topic) => Beside {
                background: Background {
                    collection,
                    known: &topic.known,
                    expected: topic.expected,
                },
                is_known: &topic.is_known,
            },
        }
    }
}
