//! Optimal queries are made, searched for and measured.

use super::Design;
use super::check;
use super::facts::{self, Retrieved, VectorUse};
use super::lengths::Lengths;
use super::optimal::JudgedVectors;
use super::plan::{Split, Topic};
use super::results::{CeilingResults, TopicCeiling, TopicValues};
use super::search::{Hit, Query, search};
use super::split_evaluator::SplitEvaluator;
use crate::vectors::Vectors;
use gainline::{Evaluator, Measure, Options, Pool, Qrels, Ranking, Result, Run, Unjudged};

/// Computes what the vectors allow, beside runs (or none). `progress` hears the share of the work
/// that is done.
pub(super) fn study(
    qrels: &Qrels,
    runs: &[Run],
    measures: &[Measure],
    options: &Options,
    vectors: &Vectors,
    design: &Design,
    progress: &(dyn Fn(f64) + Sync),
) -> Result<CeilingResults> {
    check::request(measures, vectors, design)?;
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
    let study =
        CeilingStudy { evaluator: &evaluator, measures, options: &options, vectors, design };
    study.run(pool, progress)
}

struct CeilingStudy<'a> {
    evaluator: &'a Evaluator,
    measures: &'a [Measure],
    options: &'a Options,
    vectors: &'a Vectors,
    design: &'a Design,
}

/// Which query: the topic's place, and the split's.
type QueryPlace = (usize, usize);

/// What was found for a topic: values under each split, and the ranking under the first.
#[derive(Clone, Default)]
struct TopicOutcome {
    measured: Vec<TopicValues>,
    ranking: Vec<(usize, f64)>,
}

impl CeilingStudy<'_> {
    fn run(&self, pool: Pool, progress: &(dyn Fn(f64) + Sync)) -> Result<CeilingResults> {
        let CeilingStudy { vectors, design, options, .. } = *self;
        let drop_self = options.drop_self;
        let topic = |topic| Topic::new(topic, vectors, options.rel, drop_self);
        let mut topics: Vec<Topic<'_>> = pool.topics().iter().map(topic).collect();
        let mut facts = VectorUse::new(&topics);
        check::vectors(vectors, &topics)?;
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
        for (topic, TopicOutcome { measured, ranking }) in topics.iter().zip(outcomes) {
            let name = topic.pool.name().to_string();
            match &measured[..] {
                [all, held_out @ ..] => ceilings.push(TopicCeiling {
                    topic: name,
                    all: all.clone(),
                    held_out: TopicValues::mean(held_out),
                    ranking,
                }),
                [] if topic.judged.iter().any(|j| j.relevant) => without_vectors.push(name),
                [] => without_relevant.push(name),
            }
        }
        Ok(CeilingResults {
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
        gathered: &JudgedVectors<'_>,
        facts: &mut VectorUse,
        progress: &(dyn Fn(f64) + Sync),
    ) -> Result<Vec<TopicOutcome>> {
        let CeilingStudy { vectors, design, .. } = *self;
        let of = |(at, topic): (usize, &Topic<'_>)| (0..topic.splits.len()).map(move |s| (at, s));
        let asked: Vec<QueryPlace> = topics.iter().enumerate().flat_map(of).collect();
        facts.queries = asked.len();
        let batches: Vec<&[QueryPlace]> = asked.chunks(self.batch()).collect();
        // Going through the vectors for those of judged documents was one more.
        let passes = batches.len() as f64 + 1.0;
        let mut outcomes = vec![TopicOutcome::default(); topics.len()];
        for (pass, batch) in (1..).zip(&batches) {
            let query = |&(at, split): &QueryPlace| {
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
    ) -> Result<JudgedVectors<'_>> {
        let rows = topics.iter().flat_map(|topic| topic.by_row.iter().map(|(row, _)| *row));
        let mut rows: Vec<u32> = rows.collect();
        rows.sort_unstable();
        rows.dedup();
        let all = self.vectors.len() as f64;
        // One pass of two or more; how many more there are is not known yet.
        let done = |done: usize| progress(done as f64 / all / 2.0);
        JudgedVectors::new(self.vectors, rows, self.design.nonrelevant, self.threads(), &done)
    }

    /// How many queries are searched for in one pass through the vectors, so that what is found and
    /// the queries themselves take a quarter of a gigabyte or so.
    fn batch(&self) -> usize {
        const BYTES: usize = 256 << 20;
        let CeilingStudy { vectors, design, .. } = self;
        let hits = 2 * design.depth.min(vectors.len()) * size_of::<Hit>() * self.threads();
        let queries = vectors.dimension() * 2 * size_of::<f64>();
        let cosines = vectors.block_rows * size_of::<f32>() * self.threads();
        (BYTES / (hits + queries + cosines).max(1)).max(1)
    }

    /// A topic's values under one split.
    fn measure(&self, topic: &Topic<'_>, split: &Split, hits: &[Hit]) -> Result<TopicValues> {
        let CeilingStudy { evaluator, measures, options, design, .. } = *self;
        let evaluated =
            SplitEvaluator { evaluator, measures, options, depth: design.depth, topic, split };
        let judged = topic.judged.len();
        // The judged documents come first in a pool.
        let at = |&place: &usize| (place < judged).then_some(place);
        let runs = topic.pool.rankings();
        let value = |run: &Ranking| evaluated.values(run.documents.iter().map(at));
        let length = |run: &Ranking| evaluated.length(run.documents.iter().map(at));
        let hits = || hits.iter().map(|hit| topic.judged_at(hit.row));
        Ok(TopicValues {
            perfect: evaluated.perfect()?,
            optimal: evaluated.values(hits())?,
            runs: runs
                .iter()
                .map(|run| run.as_ref().map(value).transpose())
                .collect::<Result<_>>()?,
            lengths: Lengths {
                optimal: evaluated.length(hits()),
                runs: runs.iter().map(|run| run.as_ref().map(length)).collect(),
            },
        })
    }
}
