//! What is seen of vectors, judgments and runs before anything is searched for.

use super::plan::Topic;
use crate::vectors::Vectors;
use gainline::{Pool, PoolTopic};
use serde::Serialize;
use std::collections::HashSet;

/// How vectors, judgments and queries go together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VectorUse {
    /// Vectors that are zeros: their cosine is 0 with everything.
    pub zero_vectors: usize,
    /// Vectors of documents that are judged for some topic.
    pub judged_vectors: usize,
    /// Judged documents of all topics.
    pub judged: usize,
    /// Those of them without a vector, which no query can find.
    pub judged_without_vector: usize,
    /// Relevant documents among these.
    pub relevant: usize,
    /// Those of them without a vector.
    pub relevant_without_vector: usize,
    /// Queries that were searched for.
    pub queries: usize,
    /// Those of them that are zeros, the means of both kinds of documents being the same; they rank
    /// by document id.
    pub zero_queries: usize,
}

impl VectorUse {
    pub(super) fn new(topics: &[Topic<'_>]) -> VectorUse {
        let mut facts = VectorUse::default();
        for judged in topics.iter().flat_map(|topic| &topic.judged) {
            facts.judged += 1;
            facts.judged_without_vector += usize::from(judged.row.is_none());
            facts.relevant += usize::from(judged.relevant);
            facts.relevant_without_vector += usize::from(judged.relevant && judged.row.is_none());
        }
        facts
    }
}

/// What a run retrieved, over all topics and down to the depth asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "RetrievedWithVectors")
)]
pub struct Retrieved {
    /// Documents, each as often as it was retrieved.
    pub documents: usize,
    /// Those of them without a vector: the run found them where optimal queries could not.
    pub without_vector: usize,
}

impl Retrieved {
    /// That of each run.
    pub(super) fn new(pool: &Pool, vectors: &Vectors, depth: usize) -> Vec<Retrieved> {
        let mut runs = vec![Retrieved::default(); pool.runs().len()];
        for topic in pool.topics() {
            let has =
                |document: &gainline::PoolDocument| vectors.ids().find(&document.id).is_some();
            let has: Vec<bool> = topic.documents().iter().map(has).collect();
            for (run, ranking) in runs.iter_mut().zip(topic.rankings()) {
                for &place in ranking.iter().flat_map(|r| r.documents.iter().take(depth)) {
                    run.documents += 1;
                    run.without_vector += usize::from(!has[place]);
                }
            }
        }
        runs
    }
}

/// How many documents are known of: those with vectors, and those judged or ranked without one.
pub(super) fn documents(vectors: &Vectors, pool: &Pool) -> usize {
    let all = pool.topics().iter().flat_map(PoolTopic::documents);
    let without = all.map(|d| d.id.as_str()).filter(|id| vectors.ids().find(id).is_none());
    vectors.len() + without.collect::<HashSet<&str>>().len()
}
