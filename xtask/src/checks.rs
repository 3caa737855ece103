//! `cargo xtask test`: the checks, one after another, and what becomes of those that cannot run here.

use crate::{binary, browser, cargo, conformance, gallery, is_there, json, oracle};
use std::time::Instant;

/// What became of a check.
pub(crate) enum Outcome {
    Passed,
    Failed,
    /// It needs something that is not here.
    Missing(String),
}

impl Outcome {
    pub(crate) fn of(passed: bool) -> Self {
        if passed { Self::Passed } else { Self::Failed }
    }
}

type Check = fn() -> Outcome;

const CHECKS: &[(&str, Check)] = &[
    ("format", format),
    ("lints", lints),
    ("tests", || Outcome::of(cargo(&["test", "--workspace"], &[]))),
    ("fuzz targets", fuzz_targets),
    ("statistics against scipy, reproductions against repro_eval", oracle::check),
    ("documentation", documentation),
    ("JSON of answers", || Outcome::of(json::check())),
    ("gallery", || Outcome::of(gallery::check(binary::RELEASE))),
    ("report in a browser", browser::check),
    ("conformance with other tools", conformance::check),
];

/// Runs every check until one fails, and closes with what was skipped.
pub(crate) fn test() -> bool {
    let required = std::env::var("CI").is_ok_and(|value| value == "true");
    let started = Instant::now();
    let (mut passed, mut skipped, mut failed) = (0, vec![], None);
    for (name, check) in CHECKS {
        eprintln!("\nxtask: {name}");
        match check() {
            Outcome::Passed => passed += 1,
            Outcome::Missing(reason) if !required => skipped.push(format!("{name}: {reason}")),
            Outcome::Missing(reason) => {
                failed = Some(format!("{name}: {reason}; where CI=true, nothing is skipped"));
            }
            Outcome::Failed => failed = Some((*name).to_string()),
        }
        if failed.is_some() {
            break;
        }
    }
    let minutes = started.elapsed().as_secs_f64() / 60.0;
    eprintln!("\nxtask: {passed} of {} checks passed, in {minutes:.1} minutes", CHECKS.len());
    skipped.iter().for_each(|check| eprintln!("xtask: SKIPPED {check}"));
    failed.iter().for_each(|check| eprintln!("xtask: FAILED {check}"));
    failed.is_none()
}

// The two tools are part of the toolchain's default profile, but not of its minimal one.

fn format() -> Outcome {
    if !is_there("cargo", &["fmt", "--version"]) {
        return Outcome::Missing("no `cargo fmt` (rustup component add rustfmt)".into());
    }
    Outcome::of(cargo(&["fmt", "--all", "--check"], &[]))
}

fn lints() -> Outcome {
    if !is_there("cargo", &["clippy", "--version"]) {
        return Outcome::Missing("no `cargo clippy` (rustup component add clippy)".into());
    }
    Outcome::of(cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"], &[]))
}

/// The targets lie in a workspace of their own; without a fuzzer's instrumentation, a stable
/// toolchain builds them. In the same folder, so that what they depend on is built once.
fn fuzz_targets() -> Outcome {
    let folder = std::env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "target".into());
    let arguments = ["build", "--manifest-path", "fuzz/Cargo.toml", "--target-dir"];
    Outcome::of(cargo(&[&arguments[..], &[&folder]].concat(), &[]))
}

fn documentation() -> Outcome {
    let warnings = [("RUSTDOCFLAGS", "-D warnings")];
    Outcome::of(cargo(&["doc", "--workspace", "--no-deps"], &warnings))
}
