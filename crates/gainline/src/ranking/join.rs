//! The one parallel loop: a run's topics, each joined with its judgments and handed to a
//! function. Results are placed by topic, so any number of threads gives the same ones.

use crate::evaluate::options::{Options, Unjudged};
use crate::input::fault::Fault;
use crate::input::formats::{Dialect, Ranks, RunFormat, lines_of, run_format};
use crate::input::{Block, BlockReader, Source};
use crate::judgments::qrels::{Qrels, utf8};
use crate::ranking::background::Backgrounds;
use crate::ranking::joiner::{Cut, Joiner};
use crate::ranking::judged::Judged;
use crate::ranking::run::{Row, Run, empty_run, ranked_twice};
use crate::ranking::ties::Orderer;
use crate::{Error, ErrorKind, Result};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What was seen of a run.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Facts {
    /// Rows of the topics that were joined.
    pub rows: u64,
    /// Those of them that have the same score as another one of their topic.
    pub tied_rows: u64,
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
        for part in parts {
            all.rows += part.rows;
            all.tied_rows += part.tied_rows;
            all.extra_topics.extend_from_slice(&part.extra_topics);
            all.tag = part.tag.clone().or(all.tag);
            all.three_columns |= part.three_columns;
            all.scattered |= part.scattered;
        }
        all.extra_topics = distinct(all.extra_topics);
        all
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

/// Reads a run from a file and calls `each` with every judged topic. Topics are read one after
/// another, so memory is bounded by the largest, unless their rows are scattered over the file.
/// `progress` is told the number of bytes read so far.
pub fn join_source<T: Send>(
    qrels: &Qrels,
    source: &Source,
    options: &Options,
    progress: &(dyn Fn(u64) + Sync),
    each: &(dyn Fn(&Judged<'_>) -> T + Sync),
) -> Result<JoinedRun<T>> {
    let source = source.rereadable()?;
    let work = Work { qrels, options, backgrounds: options.backgrounds(qrels), each };
    let mut outcomes = work.stream(&source, progress)?;
    outcomes.sort_by_key(|(number, _)| *number);
    let mut seen = vec![false; qrels.topics().len()];
    let mut lines = 0;
    let mut total = Outcome::default();
    for (_, outcome) in outcomes {
        let outcome = outcome.map_err(|fault| fault.place(source.name(), lines))?;
        if outcome.found.iter().any(|(topic, _)| std::mem::replace(&mut seen[*topic], true)) {
            // A topic comes a second time: its rows are scattered over the file.
            drop(total);
            let run = Run::read_as(source.clone(), options.dialect)?;
            let mut joined = join_run(qrels, &run, options, each)?;
            joined.facts.scattered = true;
            return Ok(joined);
        }
        lines += outcome.lines;
        total.add(outcome);
    }
    if lines == 0 || (total.extra.is_empty() && total.found.is_empty() && total.unwanted == 0) {
        return Err(empty_run(source.name(), lines == 0));
    }
    Ok(total.joined())
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
    let work = Work { qrels, options, backgrounds: options.backgrounds(qrels), each };
    let next = AtomicUsize::new(0);
    let outcomes = Mutex::new(vec![]);
    in_parallel(options.threads, run.topics.len(), || {
        let mut worker = Worker::default();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(topic) = run.topics.get(index) else { break };
            let mut outcome = Outcome::default();
            let name = topic.name.as_bytes();
            let mut rows = std::mem::take(&mut worker.rows);
            rows.clear();
            let keep = |row: &&Row| !(options.drop_self && row.id(&run.arena) == name);
            rows.extend(run.rows[topic.start..topic.end].iter().filter(keep));
            let done = work.topic(&mut worker, name, &mut rows, &run.arena, &mut outcome);
            worker.rows = rows;
            let done = done.map(|()| outcome).map_err(|doc| (topic.name.to_string(), doc));
            lock(&outcomes).push((index, done));
        }
    });
    let mut outcomes = outcomes.into_inner().unwrap_or_default();
    outcomes.sort_by_key(|(index, _)| *index);
    let mut total = Outcome::default();
    for (_, outcome) in outcomes {
        let twice = |(topic, doc): (String, Vec<u8>)| run.ranked_twice(&topic, &doc);
        total.add(outcome.map_err(twice)?);
    }
    total.tag.clone_from(&run.tag);
    total.three_columns = run.has_three_columns();
    Ok(total.joined())
}

/// What all workers share.
struct Work<'w, T> {
    qrels: &'w Qrels,
    options: &'w Options,
    backgrounds: Backgrounds,
    each: &'w (dyn Fn(&Judged<'_>) -> T + Sync),
}

/// One worker's memory, used for topic after topic.
#[derive(Default)]
struct Worker {
    rows: Vec<Row>,
    joiner: Joiner,
    orderer: Orderer,
}

/// What came of a block, or of all of them.
struct Outcome<T> {
    lines: u64,
    rows: u64,
    tied: u64,
    found: Vec<(usize, T)>,
    extra: Vec<String>,
    /// Judged topics that were not asked for.
    unwanted: usize,
    three_columns: bool,
    tag: Option<String>,
}

impl<T> Default for Outcome<T> {
    fn default() -> Self {
        Outcome {
            lines: 0,
            rows: 0,
            tied: 0,
            found: vec![],
            extra: vec![],
            unwanted: 0,
            three_columns: false,
            tag: None,
        }
    }
}

impl<T> Outcome<T> {
    fn add(&mut self, other: Self) {
        self.lines += other.lines;
        self.rows += other.rows;
        self.tied += other.tied;
        self.found.extend(other.found);
        self.extra.extend(other.extra);
        self.unwanted += other.unwanted;
        self.three_columns |= other.three_columns;
        self.tag = other.tag.or(self.tag.take());
    }

    /// The whole run, its topics in the order of the qrels.
    fn joined(mut self) -> JoinedRun<T> {
        self.found.sort_by_key(|(topic, _)| *topic);
        let facts = Facts {
            rows: self.rows,
            tied_rows: self.tied,
            extra_topics: distinct(self.extra),
            tag: self.tag,
            three_columns: self.three_columns,
            scattered: false,
        };
        JoinedRun { topics: self.found, facts }
    }
}

type Blocks<T> = Vec<(usize, std::result::Result<Outcome<T>, Fault>)>;

impl<T: Send> Work<'_, T> {
    /// Reads block by block: a worker takes the next block under a lock and works on it alone.
    /// Stops early at an error, or when a topic comes a second time; the blocks that were done are
    /// the first ones without a gap, so what is made of them does not depend on timing.
    fn stream(&self, source: &Source, progress: &(dyn Fn(u64) + Sync)) -> Result<Blocks<T>> {
        struct Reading {
            reader: BlockReader,
            format: Option<&'static dyn RunFormat>,
            stop: bool,
            error: Option<Error>,
            /// Which of the judged topics have come.
            seen: Vec<bool>,
        }
        let reader = BlockReader::open(source)?;
        let reading = Mutex::new(Reading {
            reader,
            format: None,
            stop: false,
            error: None,
            seen: vec![false; self.qrels.topics().len()],
        });
        let outcomes = Mutex::new(vec![]);
        let enough = source.size().map_or(usize::MAX, |size| (size >> 20) as usize + 1);
        in_parallel(self.options.threads, enough, || {
            let mut worker = Worker::default();
            let mut block = Block::default();
            loop {
                let format = {
                    let mut reading = lock(&reading);
                    if reading.stop {
                        break;
                    }
                    match reading.reader.next_block(&mut block) {
                        Ok(true) => {}
                        Ok(false) => break,
                        Err(error) => {
                            reading.stop = true;
                            reading.error = Some(error);
                            break;
                        }
                    }
                    progress(reading.reader.bytes_read());
                    if reading.format.is_none() {
                        match run_format(&block.data, self.options.dialect) {
                            Ok(format) => reading.format = format,
                            Err(fault) => {
                                reading.stop = true;
                                lock(&outcomes).push((block.number, Err(fault)));
                                break;
                            }
                        }
                    }
                    reading.format
                };
                let outcome = self.block(&mut worker, &block.data, format);
                {
                    let mut reading = lock(&reading);
                    match &outcome {
                        Err(_) => reading.stop = true,
                        Ok(outcome) => {
                            for (topic, _) in &outcome.found {
                                let before = std::mem::replace(&mut reading.seen[*topic], true);
                                reading.stop |= before;
                            }
                        }
                    }
                }
                lock(&outcomes).push((block.number, outcome));
            }
        });
        let outcomes = outcomes.into_inner().unwrap_or_default();
        let reading = reading.into_inner().map_err(|_| stopped())?;
        match reading.error {
            // A bad row before the place where reading failed is the better news.
            Some(error) if outcomes.iter().all(|(_, o)| o.is_ok()) => Err(error),
            _ => Ok(outcomes),
        }
    }

    /// Parses a block of whole topics and works on each. Without a format it holds blank lines only.
    fn block(
        &self,
        worker: &mut Worker,
        data: &[u8],
        format: Option<&dyn RunFormat>,
    ) -> std::result::Result<Outcome<T>, Fault> {
        let mut outcome = Outcome::default();
        let Some(format) = format else {
            outcome.lines = memchr::memchr_iter(b'\n', data).count() as u64;
            return Ok(outcome);
        };
        let mut reader = format.rows(data, self.options.dialect);
        let ranks = if self.options.ties.reads_ranks() { Ranks::Required } else { Ranks::Unread };
        let mut rows = std::mem::take(&mut worker.rows);
        let read = reader.each_topic(ranks, &mut rows, &mut |topic, rows| {
            if self.options.drop_self {
                rows.retain(|row| row.id(data) != topic);
            }
            self.topic(worker, topic, rows, data, &mut outcome)
                .map_err(|doc| ranked_twice(topic, &doc, &lines_of(data, format, topic, &doc)))
        });
        worker.rows = rows;
        let tag = read?.tag;
        outcome.lines = reader.columns().lines;
        outcome.three_columns = !format.has_scores();
        outcome.tag = (!tag.is_empty()).then(|| String::from_utf8_lossy(tag).into_owned());
        Ok(outcome)
    }

    /// Joins one topic's rows and hands it on; the error is the id of a document
    /// that comes twice.
    fn topic(
        &self,
        worker: &mut Worker,
        name: &[u8],
        rows: &mut Vec<Row>,
        arena: &[u8],
        outcome: &mut Outcome<T>,
    ) -> std::result::Result<(), Vec<u8>> {
        let name = utf8(name);
        let Some(index) = self.qrels.topic_index(name) else {
            outcome.extra.push(name.to_string());
            return Ok(());
        };
        if self.options.topics.as_ref().is_some_and(|wanted| !wanted.contains(name)) {
            outcome.unwanted += 1;
            return Ok(());
        }
        let cut = Cut {
            ties: self.options.ties,
            depth: self.options.depth.unwrap_or(usize::MAX),
            condense: match self.options.unjudged {
                Unjudged::Irrelevant | Unjudged::Bounds => None,
                Unjudged::Condense => Some(self.options.dialect == Dialect::TrecEval),
            },
            scores: self.options.scores,
        };
        let Worker { joiner, orderer, .. } = worker;
        if self.options.dialect == Dialect::TrecEval && cut.depth < rows.len() {
            // trec_eval minds a document that comes twice only within the top that it looks at.
            orderer.keep_top(rows, arena, cut.ties, cut.depth);
        }
        let joined = joiner
            .join(rows, arena, self.qrels.topic_at(index), self.backgrounds.at(index), cut)
            .map_err(|same| rows[same.0].id(arena).to_vec())?;
        outcome.rows += rows.len() as u64;
        outcome.tied += joined.tied_rows as u64;
        outcome.found.push((index, (self.each)(&joined.judged)));
        Ok(())
    }
}

fn distinct(mut names: Vec<String>) -> Vec<String> {
    names.sort_unstable();
    names.dedup();
    names
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn stopped() -> Error {
    Error::new(ErrorKind::Io, "a reading thread stopped")
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
