//! Topics worked on side by side.

use gainline::Result;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Works on each of `topics` topics, on so many threads or on all cores; the results, or the error of the first topic that
/// has one, are in the order of the topics.
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
            if let Ok(mut done) = done.lock() {
                done.push((topic, result));
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(worker);
        }
        worker();
    });
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(topic, _)| *topic);
    done.into_iter().map(|(_, result)| result).collect()
}
