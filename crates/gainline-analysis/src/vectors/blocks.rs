//! Vectors in blocks: read one after another, worked on by several threads.

use super::npy::NpyReader;
#[cfg(feature = "parquet")]
use super::parquet::TableReader;
use super::units::{Fault, to_unit};
use super::{Store, Vectors, quoted};
use crate::vectors::sparse::Sparse;
use gainline::{Error, ErrorKind, Result};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// How many numbers a block has, about. Small enough for caches, large enough that what is done
/// once for each block costs nothing.
const NUMBERS: usize = 1 << 19;

/// How many vectors of so many numbers a block has.
pub(super) fn rows_of(numbers: usize) -> usize {
    (NUMBERS / numbers.max(1)).clamp(1, 8192)
}

/// Consecutive vectors, scaled to length 1; those of zeros stay so.
pub(crate) struct Block<'a> {
    /// Its place among the blocks, from 0.
    pub number: usize,
    /// Which vectors these are.
    pub range: Range<usize>,
    pub rows: Rows<'a>,
    /// How many of them are zeros.
    pub zeros: usize,
}

/// The numbers of a block.
#[derive(Clone, Copy)]
pub(crate) enum Rows<'a> {
    /// Row after row.
    Dense(&'a [f64]),
    /// All vectors, of which the block has some.
    Sparse(&'a Sparse),
}

/// Where blocks come from.
enum Reader<'a> {
    Npy(NpyReader<'a>),
    #[cfg(feature = "parquet")]
    Table(Box<TableReader<'a>>),
    /// All is in memory.
    Memory,
}

struct BlockReader<'a> {
    reader: Reader<'a>,
    /// The first row of the next block, and its number.
    next: usize,
    number: usize,
}

/// A worker's memory.
#[derive(Default)]
struct Buffers {
    bytes: Vec<u8>,
    values: Vec<f64>,
}

impl Vectors {
    /// Calls `work` with each block, and returns what each thread made. `progress` hears how many
    /// vectors are done. Of errors, the one in the earliest block is returned.
    pub(crate) fn scan<S: Send>(
        &self,
        threads: usize,
        progress: &(dyn Fn(usize) + Sync),
        start: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, &Block<'_>) + Sync,
    ) -> Result<Vec<S>> {
        let reader = match &self.store {
            Store::Npy(npy) => Reader::Npy(npy.reader()?),
            #[cfg(feature = "parquet")]
            Store::Table(table) => Reader::Table(Box::new(table.reader()?)),
            Store::Sparse(_) | Store::Memory { .. } => Reader::Memory,
        };
        let reading = Mutex::new(BlockReader { reader, next: 0, number: 0 });
        let (stop, done) = (AtomicBool::new(false), AtomicUsize::new(0));
        let (states, errors) = (Mutex::new(vec![]), Mutex::new(vec![]));
        let worker = || {
            let (mut state, mut buffers) = (start(), Buffers::default());
            while !stop.load(Ordering::Relaxed) {
                let Some((number, range)) = self.take(&reading, &mut buffers, &errors) else {
                    break;
                };
                match self.block(number, range.clone(), &mut buffers) {
                    Ok(block) => work(&mut state, &block),
                    Err(error) => {
                        lock(&errors).push((number, error));
                        stop.store(true, Ordering::Relaxed);
                    }
                }
                progress(done.fetch_add(range.len(), Ordering::Relaxed) + range.len());
            }
            lock(&states).push(state);
        };
        let threads = threads.clamp(1, self.len().div_ceil(self.block_rows));
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(worker);
            }
            worker();
        });
        let errors = errors.into_inner().unwrap_or_else(PoisonError::into_inner);
        match errors.into_iter().min_by_key(|(number, _): &(usize, Error)| *number) {
            Some((_, error)) => Err(error),
            None => Ok(states.into_inner().unwrap_or_else(PoisonError::into_inner)),
        }
    }

    /// Reads the next block, one thread at a time.
    fn take(
        &self,
        reading: &Mutex<BlockReader<'_>>,
        buffers: &mut Buffers,
        errors: &Mutex<Vec<(usize, Error)>>,
    ) -> Option<(usize, Range<usize>)> {
        let mut reading = lock(reading);
        let range = reading.next..(reading.next + self.block_rows).min(self.len());
        let number = reading.number;
        if range.is_empty() {
            return None;
        }
        let read = match &mut reading.reader {
            Reader::Npy(npy) => npy.read(range.len(), &mut buffers.bytes),
            #[cfg(feature = "parquet")]
            Reader::Table(table) => table.read(range.len(), &mut buffers.values),
            Reader::Memory => Ok(()),
        };
        (reading.next, reading.number) = (range.end, number + 1);
        match read {
            Ok(()) => Some((number, range)),
            Err(error) => {
                // Nothing can be read behind a fault.
                reading.next = self.len();
                lock(errors).push((number, error));
                None
            }
        }
    }

    /// Makes what was read vectors of length 1.
    fn block<'a>(
        &'a self,
        number: usize,
        range: Range<usize>,
        buffers: &'a mut Buffers,
    ) -> Result<Block<'a>> {
        let dimension = self.dimension();
        match &self.store {
            Store::Sparse(sparse) => {
                let zeros = range.clone().filter(|&row| sparse.row(row).1.is_empty()).count();
                return Ok(Block { number, range, rows: Rows::Sparse(sparse), zeros });
            }
            Store::Npy(npy) => {
                buffers.values.clear();
                npy.stored.decode(&buffers.bytes, &mut buffers.values);
            }
            Store::Memory { values, .. } => {
                buffers.values.clear();
                let numbers = range.start * dimension..range.end * dimension;
                buffers.values.extend_from_slice(&values[numbers]);
            }
            #[cfg(feature = "parquet")]
            Store::Table(_) => {}
        }
        let mut zeros = 0;
        for (at, vector) in buffers.values.chunks_exact_mut(dimension).enumerate() {
            match to_unit(vector) {
                Ok(true) => {}
                Ok(false) => zeros += 1,
                Err(fault) => return Err(self.fault(range.start + at, fault)),
            }
        }
        Ok(Block { number, range, rows: Rows::Dense(&buffers.values), zeros })
    }

    fn fault(&self, row: usize, fault: Fault) -> Error {
        let what = match fault {
            Fault::NotFinite(at, value) => format!("number {} is `{value}`", at + 1),
            Fault::Twice(index) => format!("index `{index}` comes twice"),
        };
        let message =
            format!("vector {} (document {}): {what}", row + 1, quoted(self.ids.get(row)));
        let error = Error::new(ErrorKind::Malformed, message).in_file(self.name());
        error.remedy("vectors are finite numbers; leave out documents that have none")
    }
}

/// A lock is poisoned only when a thread panicked, and then the scope panics too.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
