//! What is said on standard error: details with `--verbose`, progress on a terminal.

use crate::color;
use gainline::Facts;
use gainline_report::Tone;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::collections::HashMap;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
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

/// Progress through a file: a bar that appears when the work takes over a second and standard
/// error is a terminal.
pub(crate) struct Progress {
    bar: ProgressBar,
    started: Instant,
}

impl Progress {
    /// `size` in bytes, where it is known.
    pub(crate) fn new(name: &str, size: Option<u64>) -> Self {
        let bar = ProgressBar::with_draw_target(size, ProgressDrawTarget::hidden());
        let template = match size {
            Some(_) => "{msg} {wide_bar} {bytes}/{total_bytes} {eta}",
            None => "{msg} {bytes}",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_message(name.to_string());
        Progress { bar, started: Instant::now() }
    }

    pub(crate) fn set(&self, bytes: u64) {
        if self.started.elapsed() > Duration::from_secs(1) {
            if self.bar.is_hidden() {
                self.bar.set_draw_target(ProgressDrawTarget::stderr());
            }
            self.bar.set_position(bytes);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Progress through work that is counted: a bar that appears when it takes over a second and standard
/// error is a terminal.
struct Counted(Progress);

impl Counted {
    fn called(name: &str) -> Self {
        let progress = Progress::new(name, Some(1));
        if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len}") {
            progress.bar.set_style(style);
        }
        Counted(progress)
    }

    fn set(&self, done: usize, total: usize) {
        self.0.bar.set_length(total as u64);
        self.0.set(done as u64);
    }
}

/// Tells of an answer's progress on standard error: bars for work that takes over a second, details
/// with `--verbose`.
#[derive(Default)]
pub(crate) struct Terminal {
    reading: Mutex<HashMap<String, Progress>>,
    working: Mutex<HashMap<String, Counted>>,
}

impl gainline_analysis::Progress for Terminal {
    fn reading(&self, run: &str, bytes: u64, size: Option<u64>) {
        let mut bars = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        if !bars.contains_key(run) {
            bars.insert(run.into(), Progress::new(run, size));
        }
        if let Some(bar) = bars.get(run) {
            bar.set(bytes);
        }
    }

    fn was_read(&self, run: &str, facts: &Facts, took: Duration) {
        self.reading.lock().unwrap_or_else(PoisonError::into_inner).remove(run);
        say(|| {
            let Facts { rows, scattered, .. } = facts;
            let how = if *scattered { ", topics scattered: held in memory" } else { "" };
            format!("{run}: {rows} rows of judged topics in {took:?}{how}")
        });
    }

    fn working(&self, what: &str, done: usize, total: usize) {
        let mut bars = self.working.lock().unwrap_or_else(PoisonError::into_inner);
        if !bars.contains_key(what) {
            bars.insert(what.into(), Counted::called(what));
        }
        if let Some(bar) = bars.get(what) {
            bar.set(done, total);
        }
    }
}
