//! Topics worked on side by side.

use gainline::Result;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Works on each of `topics` topics, on so many threads or on all cores. The results are in the order
/// of the topics; if some fail, the error is that of the first of them.
pub(super) fn each_topic<T: Send>(
    threads: Option<usize>,
    topics: usize,
    work: impl Fn(usize) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = threads.unwrap_or_else(cores).min(topics);
    if threads <= 1 {
        return (0..topics).map(work).collect();
    }
    let (next, done) = (AtomicUsize::new(0), Mutex::new(vec![]));
    let worker = || {
        loop {
            let topic = next.fetch_add(1, Ordering::Relaxed);
            if topic >= topics {
                break;
            }
            let result = work(topic);
            done.lock().unwrap_or_else(PoisonError::into_inner).push((topic, result));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(worker);
        }
        worker();
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(topic, _)| *topic);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gainline::{Error, ErrorKind};

    #[test]
    fn every_topic_has_its_result_in_its_place() {
        for threads in [None, Some(1), Some(3), Some(64)] {
            let squares = each_topic(threads, 50, |topic| Ok(topic * topic)).unwrap();
            assert_eq!(squares, (0..50).map(|n| n * n).collect::<Vec<_>>());
            let failed = each_topic(threads, 50, |topic| match topic % 20 {
                7 => Err(Error::new(ErrorKind::Measure, format!("topic {topic}"))),
                _ => Ok(()),
            });
            assert_eq!(failed.unwrap_err().message(), "topic 7");
        }
    }

    /// A worker that panics is heard of, and drops no results on the way.
    #[test]
    #[should_panic]
    fn a_panic_is_not_lost() {
        let _ = each_topic(Some(3), 20, |topic| {
            assert!(topic != 11);
            Ok(topic)
        });
    }
}
