//! What is said on standard error: details with `--verbose`, progress on a terminal.

use crate::color;
use gainline::Facts;
use gainline_analysis::Part;
use gainline_report::Tone;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::collections::HashMap;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

static VERBOSE: AtomicBool = AtomicBool::new(false);

pub(crate) fn set_verbose(on: bool) {
    VERBOSE.store(on, Ordering::Relaxed);
}

/// Says something on standard error; if that is closed or full, there is nobody to tell.
pub(crate) fn complain(message: std::fmt::Arguments<'_>) {
    let _ = writeln!(std::io::stderr(), "{message}");
}

/// Says why something could not be done.
pub(crate) fn fail(message: &str) {
    complain(format_args!("{} {message}", color::on_stderr("gainline:", Tone::Worse)));
}

/// Says what somebody should know, though all was done.
pub(crate) fn warn(message: &str) {
    complain(format_args!("{} {message}", color::on_stderr("gainline:", Tone::Warning)));
}

/// Says something with `--verbose`.
pub(crate) fn say(message: impl FnOnce() -> String) {
    if VERBOSE.load(Ordering::Relaxed) {
        complain(format_args!("gainline: {}", message()));
    }
}

/// Tells how far the work is on standard error: a line for what is done now, once the work has taken over
/// a second, if that is a terminal; details with `--verbose`.
pub(crate) struct Terminal {
    bar: ProgressBar,
    started: Instant,
    state: Mutex<State>,
}

/// What is known of the work.
#[derive(Default)]
struct State {
    /// `collection 2 of 5 (news): `, where there are several.
    before: String,
    /// How many runs are read.
    runs: usize,
    /// How much of each run was read; it never becomes less, also if the run is read again.
    shares: HashMap<String, f64>,
}

impl Default for Terminal {
    fn default() -> Self {
        let bar = ProgressBar::with_draw_target(Some(STEPS), ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {percent} %") {
            bar.set_style(style);
        }
        Terminal { bar, started: Instant::now(), state: Mutex::default() }
    }
}

/// The length of the bar.
const STEPS: u64 = 1000;

impl Terminal {
    fn show(&self, message: String, share: f64) {
        if self.started.elapsed() < Duration::from_secs(1) {
            return;
        }
        if self.bar.is_hidden() {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.set_message(message);
        self.bar.set_position((share.clamp(0.0, 1.0) * STEPS as f64) as u64);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

impl State {
    /// So much of a run was read.
    fn read(&mut self, run: &str, share: f64) {
        let known = self.shares.entry(run.into()).or_default();
        *known = known.max(share);
    }

    /// What is said of reading, and how much of it is done.
    fn reading(&self, run: &str) -> (String, f64) {
        let all = self.runs.max(self.shares.len());
        let read = self.shares.values().filter(|share| **share >= 1.0).count();
        let said = match all {
            1 => format!("{}reading {run}", self.before),
            // The one that is read now counts.
            _ => format!("{}reading runs, {} of {all}", self.before, (read + 1).min(all)),
        };
        (said, self.shares.values().sum::<f64>() / all as f64)
    }
}

/// `drawing, part 2 of 3`, and how much of all parts is done.
fn working(part: Part<'_>, done: usize, total: usize) -> (String, f64) {
    let Part { what, at, of } = part;
    let said = match of {
        1 => what.to_string(),
        _ => format!("{what}, part {at} of {of}"),
    };
    let share = done as f64 / total.max(1) as f64;
    (said, (at as f64 - 1.0 + share) / of as f64)
}

impl gainline_analysis::Progress for Terminal {
    fn collection(&self, name: &str, at: usize, of: usize) {
        let before = format!("collection {at} of {of} ({name}): ");
        *self.state() = State { before, ..State::default() };
    }

    fn runs(&self, count: usize) {
        let mut state = self.state();
        state.runs = count;
        state.shares.clear();
    }

    fn reading(&self, run: &str, bytes: u64, size: Option<u64>) {
        let mut state = self.state();
        let share = size.map_or(0.0, |size| bytes as f64 / size.max(1) as f64);
        // A run counts as read when that is said.
        state.read(run, share.min(0.99));
        let (said, share) = state.reading(run);
        drop(state);
        self.show(said, share);
    }

    fn was_read(&self, run: &str, facts: &Facts, took: Duration) {
        let mut state = self.state();
        state.read(run, 1.0);
        let (said, share) = state.reading(run);
        drop(state);
        self.show(said, share);
        say(|| {
            let Facts { rows, scattered, .. } = facts;
            let how = if *scattered { ", topics scattered: held in memory" } else { "" };
            format!("{run}: {rows} rows of judged topics in {took:?}{how}")
        });
    }

    fn working(&self, part: Part<'_>, done: usize, total: usize) {
        let (said, share) = working(part, done, total);
        let said = format!("{}{said}", self.state().before);
        self.show(said, share);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_says_which_run_of_how_many_and_never_goes_back() {
        let mut state = State { runs: 3, ..State::default() };
        state.read("a", 0.5);
        assert_eq!(state.reading("a"), ("reading runs, 1 of 3".into(), 0.5 / 3.0));
        state.read("a", 1.0);
        state.read("b", 0.0);
        assert_eq!(state.reading("b"), ("reading runs, 2 of 3".into(), 1.0 / 3.0));
        state.read("a", 0.1);
        assert_eq!(state.reading("a").1, 1.0 / 3.0);
        state.before = "collection 2 of 5 (news): ".into();
        assert_eq!(state.reading("b").0, "collection 2 of 5 (news): reading runs, 2 of 3");
    }

    #[test]
    fn parts_are_numbered_and_share_one_bar() {
        let part = |at| Part { what: "paired randomization test", at, of: 2 };
        let (said, share) = working(part(1), 5, 10);
        assert_eq!((said.as_str(), share), ("paired randomization test, part 1 of 2", 0.25));
        assert_eq!(working(part(2), 0, 10).1, 0.5);
        assert_eq!(working(Part { what: "reading runs", at: 1, of: 1 }, 1, 4).0, "reading runs");
    }
}
