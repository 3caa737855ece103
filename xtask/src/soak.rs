//! The tests that draw random cases, with other seeds than the fixed ones of the test command
//! (`.cargo/config.toml`), optimised, for as long as one likes.

use crate::{cargo, run};
use std::process::Command;
use std::time::{Duration, Instant, SystemTime};

/// What a test draws its cases from; proptest reads it, and so do our own generators in tests.
const SEED: &str = "PROPTEST_RNG_SEED";

pub(crate) struct Soak {
    time: Duration,
    seed: u64,
}

impl Soak {
    pub(crate) fn parse(options: &[&str]) -> Option<Self> {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).ok()?;
        let mut soak = Self { time: Duration::from_secs(600), seed: now.as_secs() };
        for option in options.chunks(2) {
            match option {
                ["--minutes", minutes] => {
                    soak.time = Duration::from_secs(minutes.parse::<u64>().ok()?.checked_mul(60)?);
                }
                ["--seed", seed] => soak.seed = seed.parse().ok()?,
                _ => return None,
            }
        }
        Some(soak)
    }

    /// Rounds until one fails or the time is over, at least one. A round has the next seed.
    pub(crate) fn run(&self) -> bool {
        let crates = crates_with_properties();
        let mut arguments = vec!["test", "--profile", "soak", "--lib", "--tests"];
        arguments.extend(crates.iter().flat_map(|name| ["--package", name]));
        if crates.is_empty() || !cargo(&[&arguments[..], &["--no-run"]].concat(), &[]) {
            return false;
        }
        arguments.extend(["--quiet", "--no-fail-fast", "--", "--include-ignored"]);
        let started = Instant::now();
        for round in 1_u64.. {
            let seed = self.seed.wrapping_add(round - 1);
            eprintln!("\nxtask: round {round}, seed {seed}");
            if !run(Command::new("cargo").args(&arguments).env(SEED, seed.to_string())) {
                eprintln!("xtask: FAILED; again: cargo xtask soak --minutes 0 --seed {seed}");
                return false;
            }
            if started.elapsed() >= self.time {
                eprintln!("\nxtask: {round} rounds passed, seeds {} to {seed}", self.seed);
                break;
            }
        }
        true
    }
}

/// The crates whose tests depend on proptest.
fn crates_with_properties() -> Vec<String> {
    let folders = std::fs::read_dir("crates").into_iter().flatten().flatten();
    let has_properties = |folder: &std::fs::DirEntry| {
        let manifest = std::fs::read_to_string(folder.path().join("Cargo.toml"));
        manifest.is_ok_and(|text| text.contains("\nproptest"))
    };
    let names = folders.filter(has_properties).filter_map(|f| f.file_name().into_string().ok());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}
