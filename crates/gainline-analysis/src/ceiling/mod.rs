//! What the index allows: Rocchio's optimal query, cross-validated.
//!
//! For each topic a query vector is made from the documents themselves: the mean of the relevant
//! ones' unit vectors, less the mean of the others' (J. Rocchio, Document Retrieval Systems:
//! Optimization and Evaluation, 1966, chapters 3 and 5.3). It has the largest difference between its
//! mean cosine with the relevant documents and its mean cosine with the others that any query has.
//! What it finds tells how well the vectors keep relevant documents together, whatever queries users
//! write. Measured on the documents that it was made from, it knows the answers; so parts of the
//! judged documents are held out, and it is measured on these, those it was made from taken out of
//! the ranking.

mod check;
mod facts;
mod lengths;
mod optimal;
mod plan;
mod results;
mod search;
mod seen;

use crate::vectors::Vectors;
pub use check::DEEPEST;
pub use facts::{Facts, Retrieved};
use gainline::{Evaluator, Measure, Options, Pool, Qrels, Ranking, Result, Run, Unjudged};
pub use lengths::Lengths;
use optimal::Gathered;
use plan::{Split, Topic};
pub use results::{Ceiling, Judgments, Losses, Measured, TopicCeiling};
use search::{Hit, Query, search};
use seen::Seeing;
use std::fmt;

/// How optimal queries are made and tested.
#[derive(Debug, Clone, PartialEq)]
pub struct Design {
    /// Which documents count as not relevant when queries are made.
    pub nonrelevant: Nonrelevant,
    /// Into how many parts the judged documents are divided, each of which is held out once; from 2
    /// up.
    pub folds: usize,
    /// How often they are divided anew, from 1 up.
    pub repeats: usize,
    /// Where the divisions are drawn from.
    pub seed: u64,
    /// How many documents measures see of a ranking, from 1 up; in larger collections, to [`DEEPEST`].
    pub depth: usize,
}

impl Default for Design {
    fn default() -> Self {
        let nonrelevant = Nonrelevant::Collection;
        Design { nonrelevant, folds: 2, repeats: 5, seed: 1, depth: 1000 }
    }
}

/// Which documents an optimal query is turned away from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Nonrelevant {
    /// All others of the collection, judged or not: Rocchio's definition.
    #[default]
    Collection,
    /// Those that are judged not relevant.
    Judged,
}

impl Nonrelevant {
    /// Both of them.
    pub const ALL: [Nonrelevant; 2] = [Nonrelevant::Collection, Nonrelevant::Judged];
}

impl fmt::Display for Nonrelevant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Nonrelevant::Collection => "collection",
            Nonrelevant::Judged => "judged",
        })
    }
}

/// Computes what the vectors allow, beside runs (or none). `progress` hears the share of the work
/// that is done.
pub fn ceiling(
    qrels: &Qrels,
    runs: &[Run],
    measures: &[Measure],
    options: &Options,
    vectors: &Vectors,
    design: &Design,
    progress: &(dyn Fn(f64) + Sync),
) -> Result<Ceiling> {
    check::asked(measures, options, vectors, design)?;
    let pool = {
        // Rankings are cut after what is held out was chosen, and unjudged documents dropped then.
        let mut whole = options.clone();
        whole.depth = None;
        whole.unjudged = Unjudged::Irrelevant;
        Pool::new(qrels, runs, &whole)?
    };
    let mut options = options.clone();
    options.collection = Some(facts::documents(vectors, &pool));
    let evaluator = Evaluator::new(qrels, measures, options.clone())?;
    let study = Study { evaluator: &evaluator, measures, options: &options, vectors, design };
    study.run(pool, progress)
}

struct Study<'a> {
    evaluator: &'a Evaluator,
    measures: &'a [Measure],
    options: &'a Options,
    vectors: &'a Vectors,
    design: &'a Design,
}

/// A query among all: a topic's place, and its split's.
type Asked = (usize, usize);

/// What was found for a topic: values under each split, and the ranking under the first.
#[derive(Clone, Default)]
struct Outcome {
    measured: Vec<Measured>,
    ranking: Vec<(usize, f64)>,
}

impl Study<'_> {
    fn run(&self, pool: Pool, progress: &(dyn Fn(f64) + Sync)) -> Result<Ceiling> {
        let Study { vectors, design, options, .. } = *self;
        let drop_self = options.drop_self;
        let topic = |topic| Topic::new(topic, vectors, options.rel, drop_self);
        let mut topics: Vec<Topic<'_>> = pool.topics().iter().map(topic).collect();
        let mut facts = Facts::new(&topics);
        check::found(vectors, &topics)?;
        let gathered = self.gather(&topics, progress)?;
        facts.zero_vectors = gathered.zeros;
        facts.judged_vectors = gathered.judged();
        for topic in &mut topics {
            for judged in &mut topic.judged {
                judged.usable = judged.row.is_some_and(|row| gathered.has_direction(row));
            }
            topic.split(design.folds, design.repeats, design.seed);
        }
        let outcomes = self.search(&topics, &gathered, &mut facts, progress)?;
        let mut ceilings = vec![];
        let (mut without_relevant, mut without_vectors) = (vec![], vec![]);
        for (topic, Outcome { measured, ranking }) in topics.iter().zip(outcomes) {
            let name = topic.pool.name().to_string();
            match &measured[..] {
                [all, held_out @ ..] => ceilings.push(TopicCeiling {
                    topic: name,
                    all: all.clone(),
                    held_out: Measured::mean(held_out),
                    ranking,
                }),
                [] if topic.judged.iter().any(|j| j.relevant) => without_vectors.push(name),
                [] => without_relevant.push(name),
            }
        }
        Ok(Ceiling {
            measures: self.measures.to_vec(),
            topics: ceilings,
            without_relevant,
            without_vectors,
            facts,
            retrieved: Retrieved::new(&pool, vectors, design.depth),
            condensed: options.unjudged == Unjudged::Condense,
            pool,
        })
    }

    /// Makes all queries, searches for them and measures what they find, some at a time.
    fn search(
        &self,
        topics: &[Topic<'_>],
        gathered: &Gathered<'_>,
        facts: &mut Facts,
        progress: &(dyn Fn(f64) + Sync),
    ) -> Result<Vec<Outcome>> {
        let Study { vectors, design, .. } = *self;
        let of = |(at, topic): (usize, &Topic<'_>)| (0..topic.splits.len()).map(move |s| (at, s));
        let asked: Vec<Asked> = topics.iter().enumerate().flat_map(of).collect();
        facts.queries = asked.len();
        let batches: Vec<&[Asked]> = asked.chunks(self.batch()).collect();
        // Going through the vectors for those of judged documents was one more.
        let passes = batches.len() as f64 + 1.0;
        let mut outcomes = vec![Outcome::default(); topics.len()];
        for (pass, batch) in (1..).zip(&batches) {
            let query = |&(at, split): &Asked| {
                gathered.query(&topics[at], &topics[at].splits[split], design.nonrelevant)
            };
            let queries: Vec<Query> = batch.iter().map(query).collect();
            let zeros = |query: &&Query| query.vector.iter().all(|x| *x == 0.0);
            facts.zero_queries += queries.iter().filter(zeros).count();
            let all = vectors.len() as f64;
            let told = |done: usize| progress((f64::from(pass) + done as f64 / all) / passes);
            let found = search(vectors, &queries, design.depth, self.threads(), &told)?;
            for (&(at, split), hits) in batch.iter().zip(&found) {
                let (topic, outcome) = (&topics[at], &mut outcomes[at]);
                let split = &topic.splits[split];
                outcome.measured.push(self.measure(topic, split, hits)?);
                if *split == Split::All {
                    outcome.ranking = hits.iter().map(|h| (h.row as usize, h.cosine)).collect();
                }
            }
        }
        Ok(outcomes)
    }

    fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.options.threads.unwrap_or_else(cores)
    }

    /// Goes through the vectors for those of judged documents.
    fn gather(
        &self,
        topics: &[Topic<'_>],
        progress: &(dyn Fn(f64) + Sync),
    ) -> Result<Gathered<'_>> {
        let rows = topics.iter().flat_map(|topic| topic.by_row.iter().map(|(row, _)| *row));
        let mut rows: Vec<u32> = rows.collect();
        rows.sort_unstable();
        rows.dedup();
        let all = self.vectors.len() as f64;
        // One pass of two or more; how many more there are is not known yet.
        let done = |done: usize| progress(done as f64 / all / 2.0);
        Gathered::new(self.vectors, rows, self.design.nonrelevant, self.threads(), &done)
    }

    /// How many queries are searched for in one pass through the vectors, so that what is found and
    /// the queries themselves take a quarter of a gigabyte or so.
    fn batch(&self) -> usize {
        const BYTES: usize = 256 << 20;
        let Study { vectors, design, .. } = self;
        let hits = 2 * design.depth.min(vectors.len()) * size_of::<Hit>() * self.threads();
        let queries = vectors.dimension() * 2 * size_of::<f64>();
        let cosines = vectors.block_rows * size_of::<f32>() * self.threads();
        (BYTES / (hits + queries + cosines).max(1)).max(1)
    }

    /// A topic's values under one split.
    fn measure(&self, topic: &Topic<'_>, split: &Split, hits: &[Hit]) -> Result<Measured> {
        let Study { evaluator, measures, options, design, .. } = *self;
        let seeing = Seeing { evaluator, measures, options, depth: design.depth, topic, split };
        let judged = topic.judged.len();
        // The judged documents come first in a pool.
        let at = |&place: &usize| (place < judged).then_some(place);
        let runs = topic.pool.rankings();
        let value = |run: &Ranking| seeing.values(run.documents.iter().map(at));
        let length = |run: &Ranking| seeing.length(run.documents.iter().map(at));
        let hits = || hits.iter().map(|hit| topic.judged_at(hit.row));
        Ok(Measured {
            perfect: seeing.perfect()?,
            ceiling: seeing.values(hits())?,
            runs: runs
                .iter()
                .map(|run| run.as_ref().map(value).transpose())
                .collect::<Result<_>>()?,
            lengths: Lengths {
                ceiling: seeing.length(hits()),
                runs: runs.iter().map(|run| run.as_ref().map(length)).collect(),
            },
        })
    }
}

#[cfg(test)]
mod tests;
