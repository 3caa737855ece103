//! The parallel loop over a run's topics, each joined with its judgments and handed to a
//! function. Results are placed by topic, so any number of threads gives the same ones.

mod columns;
mod memory;
mod stream;

pub use columns::Batch;
pub use memory::join_run;
pub use stream::join_source;

pub(crate) use columns::Columns;
pub(crate) use memory::{Rankings, join_rankings};

use crate::evaluate::options::Options;
use crate::input::formats::Dialect;
use crate::judgments::qrels::{Qrels, utf8};
use crate::ranking::background::TopicBackground;
use crate::ranking::joiner::Joiner;
use crate::ranking::judged::Judged;
use crate::ranking::run::Row;
use crate::ranking::ties::Orderer;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What was seen of a run.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Facts {
    /// Rows of the topics that were joined.
    pub rows: u64,
    /// Those of them that have the same score as another one of their topic.
    pub tied_rows: u64,
    /// Those of them whose document is judged.
    pub judged_rows: u64,
    /// Topics of the run that are not judged, in byte order.
    pub extra_topics: Vec<String>,
    /// The tag in the last row.
    pub tag: Option<String>,
    /// The run has three columns, `topic document rank`, and is ranked by the third.
    pub three_columns: bool,
    /// The run's topics were scattered over the file, so all of it was held in memory.
    pub scattered: bool,
}

impl Facts {
    /// Of a run, by what was seen of its parts.
    pub(crate) fn of_parts<'a>(parts: impl Iterator<Item = &'a Facts>) -> Facts {
        let mut all = Facts::default();
        parts.for_each(|part| all.add(part.clone()));
        all.complete()
    }

    fn add(&mut self, part: Facts) {
        self.rows += part.rows;
        self.tied_rows += part.tied_rows;
        self.judged_rows += part.judged_rows;
        self.extra_topics.extend(part.extra_topics);
        self.tag = part.tag.or(self.tag.take());
        self.three_columns |= part.three_columns;
        self.scattered |= part.scattered;
    }

    /// With each extra topic once.
    fn complete(mut self) -> Facts {
        self.extra_topics.sort_unstable();
        self.extra_topics.dedup();
        self
    }
}

/// A run after the join: for each of its judged topics what the function made of it.
#[derive(Debug)]
pub struct JoinedRun<T> {
    /// Index of the topic in the qrels, and the function's value, in the order of the qrels.
    pub topics: Vec<(usize, T)>,
    /// What was seen on the way.
    pub facts: Facts,
}

/// What all workers share.
struct Work<'w, T> {
    qrels: &'w Qrels,
    options: &'w Options,
    each: &'w (dyn Fn(&Judged<'_>) -> T + Sync),
}

/// One worker's memory, used for topic after topic.
#[derive(Default)]
struct Worker {
    joiner: Joiner,
    orderer: Orderer,
}

/// What came of a part of a run, or of all of it.
struct Outcome<T> {
    lines: u64,
    found: Vec<(usize, T)>,
    /// Judged topics that were not asked for.
    unwanted: usize,
    facts: Facts,
}

impl<T> Default for Outcome<T> {
    fn default() -> Self {
        Outcome { lines: 0, found: vec![], unwanted: 0, facts: Facts::default() }
    }
}

impl<T> Outcome<T> {
    fn add(&mut self, other: Self) {
        self.lines += other.lines;
        self.found.extend(other.found);
        self.unwanted += other.unwanted;
        self.facts.add(other.facts);
    }

    /// The whole run, its topics in the order of the qrels.
    fn joined(mut self) -> JoinedRun<T> {
        self.found.sort_by_key(|(topic, _)| *topic);
        JoinedRun { topics: self.found, facts: self.facts.complete() }
    }
}

impl<T> Work<'_, T> {
    /// Joins one topic's rows and hands it on; the error is the id of a document that comes twice.
    fn topic(
        &self,
        worker: &mut Worker,
        name: &[u8],
        rows: &mut Vec<Row>,
        arena: &[u8],
        outcome: &mut Outcome<T>,
    ) -> Result<(), Vec<u8>> {
        let (options, topic) = (self.options, utf8(name));
        let Some(index) = self.qrels.topic_index(topic) else {
            outcome.facts.extra_topics.push(topic.to_string());
            return Ok(());
        };
        if options.topics.as_ref().is_some_and(|wanted| !wanted.contains(topic)) {
            outcome.unwanted += 1;
            return Ok(());
        }
        if options.drop_self {
            rows.retain(|row| row.id(arena) != name);
        }
        if let (Dialect::TrecEval, Some(depth)) = (options.dialect, options.depth)
            && depth < rows.len()
        {
            // trec_eval minds a document that comes twice only within the top that it looks at.
            worker.orderer.keep_top(rows, arena, options.ties, depth);
        }
        let judgments = self.qrels.topic_at(index);
        let background = TopicBackground::of(options, judgments);
        let joined = worker
            .joiner
            .join(rows, arena, judgments, &background, options)
            .map_err(|same| rows[same.0].id(arena).to_vec())?;
        outcome.facts.rows += rows.len() as u64;
        outcome.facts.tied_rows += joined.tied_rows as u64;
        outcome.facts.judged_rows += joined.judged_rows as u64;
        outcome.found.push((index, (self.each)(&joined.judged)));
        Ok(())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn unlocked<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Runs `work` on as many threads as asked for (all cores by default), this one included, but no
/// more than there is work for.
pub(crate) fn in_parallel(threads: Option<usize>, enough: usize, work: impl Fn() + Sync) {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = threads.unwrap_or_else(cores).min(enough).max(1);
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(&work);
        }
        work();
    });
}
