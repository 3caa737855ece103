//! How long work tells how far it is.

use gainline::Facts;
use std::time::Duration;

/// Is told how far long work is. Every method may be called from several threads.
pub trait Progress: Sync {
    /// So many bytes of a run were read, of so many where that is known.
    fn reading(&self, run: &str, bytes: u64, size: Option<u64>) {
        let _ = (run, bytes, size);
    }

    /// A run was read in this time, with these facts.
    fn was_read(&self, run: &str, facts: &Facts, took: Duration) {
        let _ = (run, facts, took);
    }

    /// So much of some other work was done: `what` says which, as in `random permutations`.
    fn working(&self, what: &str, done: usize, total: usize) {
        let _ = (what, done, total);
    }
}

/// Nobody is told anything.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Progress for Silent {}
