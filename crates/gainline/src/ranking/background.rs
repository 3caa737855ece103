//! What is known of topics beside rankings and judgments: the size of the collection, the
//! documents that users knew before, and how many relevant ones they expect.

use crate::evaluate::options::Options;
use crate::input::topic_lists::TopicNumbers;
use crate::judgments::qrels::TopicJudgments;
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

/// What is known of one topic.
#[derive(Debug, Default)]
pub(crate) struct TopicBackground {
    collection: Option<usize>,
    expected: Option<f64>,
    /// For each judged document; empty where nobody says what users know.
    is_known: Vec<bool>,
    /// The grades of those that users know, highest first.
    known: Vec<f64>,
}

impl TopicBackground {
    pub(crate) fn of(options: &Options, topic: TopicJudgments<'_>) -> Self {
        let mut background = TopicBackground {
            collection: options.collection,
            expected: options.expected.as_ref().and_then(|expected| expected.of(topic.name())),
            ..TopicBackground::default()
        };
        if let Some(known) = &options.known {
            for (id, grade) in topic.documents() {
                let is_known = known.contains(topic.name(), id);
                background.is_known.push(is_known);
                background.known.extend(is_known.then_some(grade));
            }
            background.known.sort_unstable_by(|a, b| b.total_cmp(a));
        }
        background
    }

    /// As measures read it.
    pub(crate) fn background(&self) -> Background<'_> {
        let TopicBackground { collection, expected, known, .. } = self;
        Background { collection: *collection, known, expected: *expected }
    }

    /// Whether users know a judged document, by its place among them.
    #[inline]
    pub(crate) fn is_known(&self, document: usize) -> bool {
        !self.is_known.is_empty() && self.is_known[document]
    }
}
