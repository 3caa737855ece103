//! Small random worlds for tests: judgments and a run over a few topics and documents, and the
//! rankings that a naive reading makes of them.

use crate::topic::Topic;
use gainline::{Missing, Options, Qrels, Run, Source, Ties, Unjudged};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// What is known of a document for a topic.
#[derive(Debug, Clone)]
pub struct Doc {
    pub topic: String,
    pub id: String,
    pub grade: Option<f64>,
    /// Score and rank column, where the document was retrieved.
    pub ranked: Option<(f64, i64)>,
}

/// The documents of all topics; those of a topic stand together.
#[derive(Debug, Clone)]
pub struct World(pub Vec<Doc>);

/// Scores of which some are equal, grades of which some are negative or missing, topics of which
/// some are not judged or not ranked. Two documents have the ids of topics.
pub fn any_world() -> impl Strategy<Value = World> {
    let ids = ["t0", "t1", "d1", "d10", "d2", "d3", "é", "D", "d4", "d5"];
    let grade = proptest::option::weighted(0.6, (-2..=8).prop_map(|g| f64::from(g) / 2.0));
    let rank = (prop_oneof![Just(0.5), (-2..4).prop_map(f64::from)], 1i64..5);
    let doc = (grade, proptest::option::weighted(0.7, rank));
    let topic = (proptest::collection::vec(doc, ids.len()), 0..6u8);
    proptest::collection::vec(topic, 1..5).prop_map(move |topics| {
        let mut docs = vec![];
        for (number, (known, kind)) in topics.into_iter().enumerate() {
            for (id, (grade, ranked)) in ids.iter().zip(known) {
                docs.push(Doc {
                    topic: format!("t{number}"),
                    id: (*id).to_string(),
                    grade: grade.filter(|_| kind != 0),
                    ranked: ranked.filter(|_| kind != 1),
                });
            }
        }
        World(docs)
    })
}

impl World {
    pub fn qrels(&self) -> Qrels {
        let rows = self.0.iter().filter_map(|doc| Some((&doc.topic, &doc.id, doc.grade?)));
        Qrels::from_rows(rows).expect("every document once")
    }

    pub fn run(&self) -> Run {
        let rows = self.0.iter().filter_map(|doc| Some((&doc.topic, &doc.id, doc.ranked?.0)));
        Run::from_rows(rows).expect("scores are numbers")
    }

    /// The run as lines of a file, topic after topic.
    pub fn lines(&self) -> Vec<String> {
        let line = |doc: &Doc| {
            let (score, rank) = doc.ranked?;
            Some(format!("{} Q0 {} {rank} {score} tag\n", doc.topic, doc.id))
        };
        self.0.iter().filter_map(line).collect()
    }

    /// Whether there is a topic that is both judged and ranked.
    pub fn has_common_topic(&self) -> bool {
        let options = Options { missing: Missing::Skip, ..Options::default() };
        !self.topics(&options).is_empty()
    }

    /// The judged topics as these options have them ranked, in the order of the judgments; those
    /// that the run lacks as options say.
    pub fn topics(&self, options: &Options) -> Vec<(String, Topic)> {
        let mut by_topic: BTreeMap<&str, Vec<&Doc>> = BTreeMap::new();
        for doc in &self.0 {
            by_topic.entry(&doc.topic).or_default().push(doc);
        }
        by_topic.retain(|_, docs| {
            let judged = docs.iter().any(|doc| doc.grade.is_some());
            let ranked = docs.iter().any(|doc| doc.ranked.is_some());
            judged && (ranked || options.missing == Missing::Zero)
        });
        let rank = |(name, docs): (&str, Vec<&Doc>)| {
            let mut rows: Vec<&Doc> =
                docs.iter().copied().filter(|doc| doc.ranked.is_some()).collect();
            rows.retain(|doc| !(options.drop_self && doc.id == doc.topic));
            let (score, rank) = (
                |doc: &Doc| doc.ranked.map_or(0.0, |r| r.0),
                |doc: &Doc| doc.ranked.map_or(0, |r| r.1),
            );
            rows.sort_by(|a, b| {
                let by_id = || b.id.as_bytes().cmp(a.id.as_bytes());
                score(b).total_cmp(&score(a)).then_with(|| match options.ties {
                    Ties::Input => std::cmp::Ordering::Equal,
                    Ties::Rank => rank(a).cmp(&rank(b)).then_with(by_id),
                    _ => by_id(),
                })
            });
            rows.truncate(options.depth.unwrap_or(usize::MAX));
            let condense = options.unjudged == Unjudged::Condense;
            let is_kept = |doc: &&&Doc| !condense || doc.grade.is_some();
            let ranking = rows.iter().filter(is_kept).map(|doc| doc.grade).collect();
            let is_missed = |doc: &&&Doc| !rows.iter().any(|row| row.id == doc.id);
            let missed = docs.iter().filter(is_missed).filter_map(|doc| doc.grade).collect();
            (name.to_string(), Topic { ranking, missed })
        };
        by_topic.into_iter().map(rank).collect()
    }
}

/// A file made of these lines.
pub fn file(lines: &[String]) -> Source {
    Source::bytes("run", lines.concat().into_bytes())
}

/// The same lines with topics interleaved: the first of each topic, then the second of each, …
pub fn interleaved(lines: &[String]) -> Vec<String> {
    let topic = |line: &str| line.split(' ').next().unwrap_or_default().to_string();
    let nth = |at: usize| lines[..at].iter().filter(|l| topic(l) == topic(&lines[at])).count();
    let mut order: Vec<usize> = (0..lines.len()).collect();
    order.sort_by_key(|&at| nth(at));
    order.into_iter().map(|at| lines[at].clone()).collect()
}
