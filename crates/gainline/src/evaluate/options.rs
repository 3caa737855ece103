//! Every choice behind a number, in one flat struct.

use crate::input::formats::Dialect;
use crate::input::topic_lists::Known;
use crate::ranking::background::Expected;
use crate::ranking::ties::Ties;
use std::collections::HashSet;
use std::fmt;

/// Every choice behind a number: what is relevant, which topics count, and how runs are read,
/// ranked and joined with judgments.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Options {
    /// The lowest relevant grade, for measures that do not say.
    pub rel: f64,
    /// What becomes of judged topics that a run lacks.
    pub missing: Missing,
    /// How equal scores are ordered.
    pub ties: Ties,
    /// What becomes of unjudged documents.
    pub unjudged: Unjudged,
    /// Only the documents at ranks up to this one.
    pub depth: Option<usize>,
    /// Drop a document whose id is the topic's id.
    pub drop_self: bool,
    /// Only these topics.
    #[cfg_attr(feature = "serde", serde(serialize_with = "in_order"))]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<String>>"))]
    pub topics: Option<HashSet<String>>,
    /// The number of documents in the collection.
    #[cfg_attr(feature = "serde", serde(rename = "collection_size"))]
    pub collection: Option<usize>,
    /// Documents that users knew before; only their number is serialised.
    #[cfg_attr(feature = "serde", serde(rename = "known_documents", serialize_with = "counted"))]
    #[cfg_attr(feature = "schema", schemars(with = "Option<usize>"))]
    pub known: Option<Known>,
    /// How many relevant documents users expect.
    pub expected: Option<Expected>,
    /// How rows are read; [`Dialect::TrecEval`] also drops documents of negative grade with the
    /// unjudged ones.
    pub dialect: Dialect,
    /// Threads to use; all cores without it. They change no result.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub threads: Option<usize>,
    /// Keep the scores of all documents, for [`Judged::scores`](crate::Judged::scores).
    #[cfg_attr(feature = "serde", serde(skip))]
    pub scores: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            rel: 1.0,
            missing: Missing::default(),
            ties: Ties::default(),
            unjudged: Unjudged::default(),
            depth: None,
            drop_self: false,
            topics: None,
            collection: None,
            known: None,
            expected: None,
            dialect: Dialect::default(),
            threads: None,
            scores: false,
        }
    }
}

#[cfg(feature = "serde")]
fn in_order<S: serde::Serializer>(
    topics: &Option<HashSet<String>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let topics = topics.as_ref().map(|topics| {
        let mut topics: Vec<&String> = topics.iter().collect();
        topics.sort_unstable();
        topics
    });
    serde::Serialize::serialize(&topics, serializer)
}

#[cfg(feature = "serde")]
fn counted<S: serde::Serializer>(known: &Option<Known>, serializer: S) -> Result<S::Ok, S::Error> {
    serde::Serialize::serialize(&known.as_ref().map(Known::len), serializer)
}

/// The choices one by one, as in `Options::default().rel(2.0).ties(Ties::Rank)`.
impl Options {
    /// The lowest relevant grade.
    #[must_use]
    pub fn rel(mut self, rel: f64) -> Self {
        self.rel = rel;
        self
    }

    /// What becomes of judged topics that a run lacks.
    #[must_use]
    pub fn missing(mut self, missing: Missing) -> Self {
        self.missing = missing;
        self
    }

    /// How equal scores are ordered.
    #[must_use]
    pub fn ties(mut self, ties: Ties) -> Self {
        self.ties = ties;
        self
    }

    /// What becomes of unjudged documents.
    #[must_use]
    pub fn unjudged(mut self, unjudged: Unjudged) -> Self {
        self.unjudged = unjudged;
        self
    }

    /// Only the documents at ranks up to this one.
    #[must_use]
    pub fn depth(mut self, depth: usize) -> Self {
        self.depth = Some(depth);
        self
    }

    /// Only these topics.
    #[must_use]
    pub fn topics<T: Into<String>>(mut self, topics: impl IntoIterator<Item = T>) -> Self {
        self.topics = Some(topics.into_iter().map(Into::into).collect());
        self
    }

    /// The number of documents in the collection.
    #[must_use]
    pub fn collection(mut self, size: usize) -> Self {
        self.collection = Some(size);
        self
    }

    /// The documents that users knew before.
    #[must_use]
    pub fn known(mut self, known: Known) -> Self {
        self.known = Some(known);
        self
    }

    /// How many relevant documents users expect.
    #[must_use]
    pub fn expected(mut self, expected: Expected) -> Self {
        self.expected = Some(expected);
        self
    }

    /// Threads to use; all cores without it.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = Some(threads);
        self
    }
}

/// What becomes of judged topics that a run lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Missing {
    /// They count as empty rankings, because leaving them out rewards a run for failing.
    #[default]
    Zero,
    /// They are left out of the averages.
    Skip,
}

impl Missing {
    /// Both of them.
    pub const ALL: [Missing; 2] = [Missing::Zero, Missing::Skip];

    /// What becomes of missing topics, in words that follow "missing topics".
    pub fn description(self) -> &'static str {
        match self {
            Missing::Zero => "count as empty rankings",
            Missing::Skip => "are left out",
        }
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Missing::Zero => "zero",
            Missing::Skip => "skip",
        })
    }
}

/// What becomes of unjudged documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Unjudged {
    /// They stay in the ranking and count as not relevant.
    #[default]
    Irrelevant,
    /// They are dropped before anything is measured.
    Condense,
    /// They may have any grade: measures give the lowest and the highest value that grades of
    /// theirs allow.
    Bounds,
}

impl Unjudged {
    /// All of them.
    pub const ALL: [Unjudged; 3] = [Unjudged::Irrelevant, Unjudged::Condense, Unjudged::Bounds];

    /// What becomes of unjudged documents, in words that follow "unjudged documents".
    pub fn description(self) -> &'static str {
        match self {
            Unjudged::Irrelevant => "count as not relevant",
            Unjudged::Condense => "are removed from the rankings before evaluation",
            Unjudged::Bounds => {
                "count as not relevant; bounds show the lowest and the highest possible value"
            }
        }
    }
}

impl fmt::Display for Unjudged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unjudged::Irrelevant => "irrelevant",
            Unjudged::Condense => "condense",
            Unjudged::Bounds => "bounds",
        })
    }
}
