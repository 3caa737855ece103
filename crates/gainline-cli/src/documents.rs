//! What the JSON of several commands has in common: the choices behind the numbers, the facts of a
//! run, maps that keep their order, and how documents and lines are written.

use crate::notes::Seen;
use crate::runs::Opened;
use gainline::Options;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::io::{self, Write};

/// The choices that commands share, flattened in beside each one's own.
#[derive(serde::Serialize)]
pub(crate) struct ChoicesDocument<'a> {
    pub qrels: &'a str,
    pub qrels_topics: usize,
    pub judgments: usize,
    /// `null` where grades count as gains, and none is the lowest relevant one.
    pub rel: Option<f64>,
    /// Left out where several orders stand side by side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ties: Option<String>,
    pub unjudged: String,
    pub missing: String,
    #[serde(rename = "self")]
    pub itself: &'static str,
    pub topics: Option<Vec<&'a str>>,
}

impl<'a> ChoicesDocument<'a> {
    pub(crate) fn of(opened: &'a Opened) -> Self {
        let Opened { qrels, qrels_file, options, .. } = opened;
        let Options { rel, missing, .. } = options;
        let topics = options.topics.as_ref().map(|topics| {
            let mut topics: Vec<&str> = topics.iter().map(String::as_str).collect();
            topics.sort_unstable();
            topics
        });
        ChoicesDocument {
            qrels: qrels_file,
            qrels_topics: qrels.topics().len(),
            judgments: qrels.judgments(),
            rel: Some(*rel),
            ties: Some(options.ties.to_string()),
            unjudged: options.unjudged.to_string(),
            missing: missing.to_string(),
            itself: if options.drop_self { "drop" } else { "keep" },
            topics,
        }
    }
}

/// The facts of a run, flattened in before its numbers.
#[derive(serde::Serialize)]
pub(crate) struct RunFacts<'a> {
    pub name: &'a str,
    pub file: &'a str,
    pub tag: Option<&'a str>,
    /// The lowest relevant grade, where a run comes once for each of several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grade: Option<f64>,
    #[serde(rename = "topics_averaged")]
    pub topics: usize,
    pub topics_missing: &'a [String],
    pub topics_extra: &'a [String],
    pub rows: u64,
    pub tied_rows: u64,
}

impl<'a> RunFacts<'a> {
    /// Those of a run whose topics were averaged.
    pub(crate) fn of(file: &'a str, seen: &Seen<'a>) -> Self {
        RunFacts {
            name: seen.run,
            file,
            tag: seen.facts.tag.as_deref(),
            grade: None,
            topics: seen.topics,
            topics_missing: seen.missing,
            topics_extra: &seen.facts.extra_topics,
            rows: seen.facts.rows,
            tied_rows: seen.facts.tied_rows,
        }
    }
}

/// A map that keeps its order.
pub(crate) struct Ordered<'a, V>(pub Vec<(&'a str, V)>);

impl<V: Serialize> Serialize for Ordered<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

/// What every document starts with.
#[derive(serde::Serialize)]
struct Signed<'a, D> {
    /// The version that made it.
    gainline: &'static str,
    #[serde(flatten)]
    document: &'a D,
}

/// Writes a whole document, indented, with the version first.
pub(crate) fn write(document: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    let signed = Signed { gainline: env!("CARGO_PKG_VERSION"), document };
    serde_json::to_writer_pretty(&mut *out, &signed)?;
    writeln!(out)
}

/// Writes a line of `jsonl`.
pub(crate) fn write_line(row: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, row)?;
    writeln!(out)
}
