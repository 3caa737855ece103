//! Work done side by side.

use gainline::Result;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Does so many pieces of work, on so many threads or on all cores. The results are in the order of
/// the pieces; if some fail, the error is that of the first of them.
pub(crate) fn in_parallel<T: Send>(
    threads: Option<usize>,
    pieces: usize,
    work: impl Fn(usize) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = threads.unwrap_or_else(cores).min(pieces);
    if threads <= 1 {
        return (0..pieces).map(work).collect();
    }
    let (next, done) = (AtomicUsize::new(0), Mutex::new(vec![]));
    let worker = || {
        loop {
            let piece = next.fetch_add(1, Ordering::Relaxed);
            if piece >= pieces {
                break;
            }
            let result = work(piece);
            done.lock().unwrap_or_else(PoisonError::into_inner).push((piece, result));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(worker);
        }
        worker();
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(piece, _)| *piece);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gainline::{Error, ErrorKind};

    #[test]
    fn every_piece_has_its_result_in_its_place() {
        for threads in [None, Some(1), Some(3), Some(64)] {
            let squares = in_parallel(threads, 50, |piece| Ok(piece * piece)).unwrap();
            assert_eq!(squares, (0..50).map(|n| n * n).collect::<Vec<_>>());
            let failed = in_parallel(threads, 50, |piece| match piece % 20 {
                7 => Err(Error::new(ErrorKind::Measure, format!("piece {piece}"))),
                _ => Ok(()),
            });
            assert_eq!(failed.unwrap_err().message(), "piece 7");
        }
    }

    /// A worker that panics is heard of, and drops no results on the way.
    #[test]
    #[should_panic]
    fn a_panic_is_not_lost() {
        let _ = in_parallel(Some(3), 20, |piece| {
            assert!(piece != 11);
            Ok(piece)
        });
    }
}
