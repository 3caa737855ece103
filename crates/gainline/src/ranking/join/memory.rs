//! Runs in memory, topic by topic.

use super::{JoinedRun, Outcome, Work, Worker, in_parallel, lock, unlocked};
use crate::evaluate::options::Options;
use crate::judgments::qrels::Qrels;
use crate::ranking::judged::Judged;
use crate::ranking::run::{Row, Run};
use crate::{Error, ErrorKind, Result};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Rankings in memory, each topic once.
pub(crate) trait Rankings: Sync {
    /// How many topics there are.
    fn topics(&self) -> usize;

    /// The name of the topic at a place.
    fn name(&self, place: usize) -> &str;

    /// Puts the rows of the topic at a place into `rows`, and returns the bytes that hold their ids;
    /// `arena` has room for these.
    fn rows<'a>(&'a self, place: usize, rows: &mut Vec<Row>, arena: &'a mut Vec<u8>) -> &'a [u8];

    /// The error for a document that comes twice.
    fn ranked_twice(&self, topic: &str, document: &[u8]) -> Error;
}

impl Rankings for Run {
    fn topics(&self) -> usize {
        self.topics.len()
    }

    fn name(&self, place: usize) -> &str {
        &self.topics[place].name
    }

    fn rows<'a>(&'a self, place: usize, rows: &mut Vec<Row>, _: &'a mut Vec<u8>) -> &'a [u8] {
        let topic = &self.topics[place];
        rows.extend_from_slice(&self.rows[topic.start..topic.end]);
        &self.arena
    }

    fn ranked_twice(&self, topic: &str, document: &[u8]) -> Error {
        self.ranked_twice(topic, document)
    }
}

/// Joins a run in memory with judgments and calls `each` with every judged topic.
pub fn join_run<T: Send>(
    qrels: &Qrels,
    run: &Run,
    options: &Options,
    each: &(dyn Fn(&Judged<'_>) -> T + Sync),
) -> Result<JoinedRun<T>> {
    if options.ties.reads_ranks() && !run.ranked {
        return Err(Error::new(ErrorKind::Malformed, "this run does not have a rank in each row")
            .remedy("order ties by document id or as given (Ties::Docid, Ties::Input)"));
    }
    let mut joined = join_rankings(qrels, run, options, each)?;
    joined.facts.tag.clone_from(&run.tag);
    joined.facts.three_columns = run.has_three_columns();
    Ok(joined)
}

/// Joins rankings in memory with judgments and calls `each` with every judged topic.
pub(crate) fn join_rankings<T: Send>(
    qrels: &Qrels,
    rankings: &impl Rankings,
    options: &Options,
    each: &(dyn Fn(&Judged<'_>) -> T + Sync),
) -> Result<JoinedRun<T>> {
    let work = Work { qrels, options, each };
    let next = AtomicUsize::new(0);
    let outcomes = Mutex::new(vec![]);
    in_parallel(options.threads, rankings.topics(), || {
        let (mut worker, mut rows, mut arena) = (Worker::default(), vec![], vec![]);
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            if place >= rankings.topics() {
                break;
            }
            rows.clear();
            arena.clear();
            let ids = rankings.rows(place, &mut rows, &mut arena);
            let (name, mut outcome) = (rankings.name(place), Outcome::default());
            let done = work.topic(&mut worker, name.as_bytes(), &mut rows, ids, &mut outcome);
            let done = done.map(|()| outcome).map_err(|doc| rankings.ranked_twice(name, &doc));
            lock(&outcomes).push((place, done));
        }
    });
    let mut outcomes = unlocked(outcomes);
    outcomes.sort_by_key(|(place, _)| *place);
    let mut total = Outcome::default();
    for (_, outcome) in outcomes {
        total.add(outcome?);
    }
    Ok(total.joined())
}
