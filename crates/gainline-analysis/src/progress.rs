//! How long work tells how far it is.

use gainline::Facts;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Is told how far long work is. Every method may be called from several threads.
pub trait Progress: Sync {
    /// What follows is about one of several collections, counted from 1.
    fn collection(&self, name: &str, at: usize, of: usize) {
        let _ = (name, at, of);
    }

    /// So many runs are about to be read.
    fn runs(&self, count: usize) {
        let _ = count;
    }

    /// So many bytes of a run were read, of so many where that is known.
    fn reading(&self, run: &str, bytes: u64, size: Option<u64>) {
        let _ = (run, bytes, size);
    }

    /// A run was read in this time, with these facts.
    fn was_read(&self, run: &str, facts: &Facts, took: Duration) {
        let _ = (run, facts, took);
    }

    /// So much of a part of some other work was done.
    fn working(&self, part: Part<'_>, done: usize, total: usize) {
        let _ = (part, done, total);
    }
}

/// A part of some work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part<'a> {
    /// What is done, as in `simulating judgments`.
    pub what: &'a str,
    /// Which part of it, counted from 1.
    pub at: usize,
    /// Of so many.
    pub of: usize,
}

/// Nobody is told anything.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Progress for Silent {}

/// Work in parts behind each other, each of which counts from 0 until it is done.
pub(crate) struct Parts<'a> {
    progress: &'a dyn Progress,
    what: String,
    done: AtomicUsize,
    of: usize,
}

impl<'a> Parts<'a> {
    pub(crate) fn new(progress: &'a dyn Progress, what: impl Into<String>, of: usize) -> Self {
        Parts { progress, what: what.into(), done: AtomicUsize::new(0), of }
    }

    /// So much of the present part was done.
    pub(crate) fn tell(&self, done: usize, total: usize) {
        let at = self.done.load(Ordering::Relaxed) + 1;
        let part = Part { what: &self.what, at, of: self.of.max(at) };
        self.progress.working(part, done, total);
        if done >= total {
            self.done.fetch_add(1, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[derive(Default)]
    struct Heard(Mutex<Vec<(String, usize, usize, usize)>>);

    impl Progress for Heard {
        fn working(&self, part: Part<'_>, done: usize, _: usize) {
            self.0.lock().unwrap().push((part.what.into(), part.at, part.of, done));
        }
    }

    #[test]
    fn what_counts_anew_is_the_next_part() {
        let heard = Heard::default();
        let parts = Parts::new(&heard, "drawing", 2);
        for (done, total) in [(1, 2), (2, 2), (3, 3), (1, 5)] {
            parts.tell(done, total);
        }
        let heard = heard.0.into_inner().unwrap();
        let parts: Vec<_> = heard.iter().map(|(_, at, of, done)| (*at, *of, *done)).collect();
        assert_eq!(parts, [(1, 2, 1), (1, 2, 2), (2, 2, 3), (3, 3, 1)]);
    }
}
