//! Counts and ratios as JSON, with the choices and facts behind them.

use super::figures::{COUNTS, Figures, RATIOS, figures};
use super::report::About;
use super::{Counted, Cut};
use crate::documents::{Behind, ChoicesDocument, RunFacts};
use gainline::Contingency;
use serde::Serialize;

/// A line of `jsonl`.
#[derive(Serialize)]
pub(super) struct Row<'a> {
    pub run: &'a str,
    pub topic: &'a str,
    #[serde(flatten)]
    pub figures: Figures,
}

/// All of it, with the choices and facts behind it.
#[derive(Serialize)]
pub(super) struct Document<'a> {
    choices: Choices<'a>,
    run: RunFacts<'a>,
    totals: Figures,
    #[serde(rename = "macro")]
    mean: Figures,
    micro: Figures,
    #[serde(skip_serializing_if = "Option::is_none")]
    topics: Option<Vec<TopicDocument<'a>>>,
}

#[derive(Serialize)]
struct Choices<'a> {
    #[serde(flatten)]
    shared: ChoicesDocument<'a>,
    /// `null` for the whole ranking, and where a score is the threshold.
    at: Option<usize>,
    score: Option<f64>,
    collection_size: Option<usize>,
}

#[derive(Serialize)]
struct TopicDocument<'a> {
    topic: &'a str,
    #[serde(flatten)]
    figures: Figures,
}

pub(super) fn document<'a>(about: &'a About<'_>, run: &'a Counted) -> Document<'a> {
    let all = [&COUNTS[..], &RATIOS].concat();
    let topic = |(topic, table): &'a (String, Contingency)| TopicDocument {
        topic,
        figures: figures(&all, |figure| figure(table)),
    };
    let total = run.total();
    Document {
        choices: Choices {
            shared: ChoicesDocument::of(about.opened),
            at: if let Cut::Top(k) = about.cut { Some(k) } else { None },
            score: if let Cut::Score(least) = about.cut { Some(least) } else { None },
            collection_size: about.opened.options.collection,
        },
        run: RunFacts {
            topics: Behind::Counted(run.topics.len()),
            ..RunFacts::of(&run.file, &run.seen())
        },
        totals: figures(&COUNTS, |figure| figure(&total)),
        mean: figures(&RATIOS, |figure| run.mean(figure)),
        micro: figures(&RATIOS, |figure| figure(&total)),
        topics: about.per_topic.then(|| run.topics.iter().map(topic).collect()),
    }
}
