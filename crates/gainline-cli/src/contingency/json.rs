//! Counts and ratios as JSON, with the choices and facts behind them.

use super::report::{About, COUNTS, Figures, RATIOS, figures};
use super::{Counted, Cut};
use gainline::Contingency;
use serde::ser::{Serialize, SerializeMap, Serializer};

/// A map that keeps its order.
pub(super) struct Ordered(pub Figures);

impl Serialize for Ordered {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

/// A line of `jsonl`.
#[derive(serde::Serialize)]
pub(super) struct Row<'a> {
    pub run: &'a str,
    pub topic: &'a str,
    #[serde(flatten)]
    pub figures: Ordered,
}

/// All of it, with the choices and facts behind it.
#[derive(serde::Serialize)]
pub(super) struct Document<'a> {
    gainline: &'static str,
    choices: Choices<'a>,
    run: RunDocument<'a>,
    totals: Ordered,
    #[serde(rename = "macro")]
    mean: Ordered,
    micro: Ordered,
    #[serde(skip_serializing_if = "Option::is_none")]
    topics: Option<Vec<TopicDocument<'a>>>,
}

#[derive(serde::Serialize)]
struct Choices<'a> {
    qrels: &'a str,
    qrels_topics: usize,
    judgments: usize,
    /// `null` for the whole ranking, and where a score is the threshold.
    at: Option<usize>,
    score: Option<f64>,
    rel: f64,
    ties: String,
    unjudged: String,
    missing: String,
    #[serde(rename = "self")]
    itself: &'static str,
    topics: Option<Vec<&'a str>>,
    collection_size: Option<usize>,
}

#[derive(serde::Serialize)]
struct RunDocument<'a> {
    name: &'a str,
    file: &'a str,
    tag: Option<&'a str>,
    topics_counted: usize,
    topics_missing: &'a [String],
    topics_extra: &'a [String],
    rows: u64,
    tied_rows: u64,
}

#[derive(serde::Serialize)]
struct TopicDocument<'a> {
    topic: &'a str,
    #[serde(flatten)]
    figures: Ordered,
}

pub(super) fn document<'a>(about: &'a About<'_>, run: &'a Counted) -> Document<'a> {
    let joining = &about.options.joining;
    let wanted = joining.topics.as_ref().map(|topics| {
        let mut topics: Vec<&str> = topics.iter().map(String::as_str).collect();
        topics.sort_unstable();
        topics
    });
    let all = [&COUNTS[..], &RATIOS].concat();
    let topic = |(topic, table): &'a (String, Contingency)| TopicDocument {
        topic,
        figures: Ordered(figures(&all, |figure| figure(table))),
    };
    let total = run.total();
    Document {
        gainline: env!("CARGO_PKG_VERSION"),
        choices: Choices {
            qrels: &about.qrels_file,
            qrels_topics: about.qrels.topics().len(),
            judgments: about.qrels.judgments(),
            at: if let Cut::Top(k) = about.cut { Some(k) } else { None },
            score: if let Cut::Score(least) = about.cut { Some(least) } else { None },
            rel: about.options.rel,
            ties: joining.ties.to_string(),
            unjudged: joining.unjudged.to_string(),
            missing: about.options.missing.to_string(),
            itself: if joining.drop_self { "drop" } else { "keep" },
            topics: wanted,
            collection_size: joining.collection,
        },
        run: RunDocument {
            name: &run.name,
            file: &run.file,
            tag: run.facts.tag.as_deref(),
            topics_counted: run.topics.len(),
            topics_missing: &run.missing,
            topics_extra: &run.facts.extra_topics,
            rows: run.facts.rows,
            tied_rows: run.facts.tied_rows,
        },
        totals: Ordered(figures(&COUNTS, |figure| figure(&total))),
        mean: Ordered(figures(&RATIOS, |figure| run.mean(figure))),
        micro: Ordered(figures(&RATIOS, |figure| figure(&total))),
        topics: about.per_topic.then(|| run.topics.iter().map(topic).collect()),
    }
}
