//! Runs from files, block by block.

use super::{JoinedRun, Outcome, Work, Worker, in_parallel, join_run, lock, unlocked};
use crate::evaluate::options::Options;
use crate::input::fault::Fault;
use crate::input::formats::{Ranks, RunFormat, lines_of, run_format};
use crate::input::{Block, BlockReader, Source};
use crate::judgments::qrels::Qrels;
use crate::ranking::judged::Judged;
use crate::ranking::run::{Row, Run, empty_run, ranked_twice};
use crate::{Error, Result};
use std::sync::Mutex;

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
    let work = Work { qrels, options, each };
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
    if lines == 0
        || (total.facts.extra_topics.is_empty() && total.found.is_empty() && total.unwanted == 0)
    {
        return Err(empty_run(source.name(), lines == 0));
    }
    Ok(total.joined())
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
            let (mut worker, mut rows) = (Worker::default(), vec![]);
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
                let outcome = self.block(&mut worker, &mut rows, &block.data, format);
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
        let (outcomes, reading) = (unlocked(outcomes), unlocked(reading));
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
        rows: &mut Vec<Row>,
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
        let read = reader.each_topic(ranks, rows, &mut |topic, rows| {
            self.topic(worker, topic, rows, data, &mut outcome)
                .map_err(|doc| ranked_twice(topic, &doc, &lines_of(data, format, topic, &doc)))
        });
        let tag = read?.tag;
        outcome.lines = reader.columns().lines;
        outcome.facts.three_columns = !format.has_scores();
        outcome.facts.tag = (!tag.is_empty()).then(|| String::from_utf8_lossy(tag).into_owned());
        Ok(outcome)
    }
}
