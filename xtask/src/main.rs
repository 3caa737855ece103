//! The project's chores: `cargo xtask test` is everything that must hold, `cargo xtask soak` looks
//! for cases that it misses, `cargo xtask bench` measures speed, `cargo xtask gallery` draws the
//! pictures of the documentation, `cargo xtask json` writes its page on JSON.

mod binary;
mod browser;
mod checks;
mod conformance;
mod gallery;
mod json;
mod oracle;
mod soak;

use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;

const HELP: &str = "\
usage: cargo xtask test             every check: format, lints, tests, fuzz targets, statistics against
                                    scipy, reproductions against repro_eval, documentation, gallery, the
                                    report in a browser, other tools' output on real data. What
                                    cannot run here is listed at the end, and is a failure where CI=true
       cargo xtask soak [--minutes N] [--seed S]
                                    the tests that draw random cases, round after round with other seeds,
                                    for N minutes (10; 0 is one round); S is the seed of the first round
       cargo xtask bench [OPTIONS]  time gainline and its peers side by side; see bench/README.md
       cargo xtask gallery [--check]
                                    make docs/gallery.md and its pictures anew, or see if they are new
       cargo xtask json [--check]   make docs/json.md anew from the types of the answers, or see if it is new
       cargo xtask binary           build the release binary and print where it is";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    if let Err(error) = root.canonicalize().and_then(std::env::set_current_dir) {
        eprintln!("xtask: cannot enter the project's folder: {error}");
        return ExitCode::from(2);
    }
    let done = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["test"] => checks::test(),
        ["soak", ref options @ ..] => match soak::Soak::parse(options) {
            Some(soak) => soak.run(),
            None => return usage(),
        },
        ["bench", ref options @ ..] => {
            run(Command::new("python3").arg("bench/run.py").args(options))
        }
        ["gallery"] => gallery::make(),
        ["gallery", "--check"] => gallery::check(binary::DEBUG),
        ["json"] => json::make(),
        ["json", "--check"] => json::check(),
        ["binary"] => binary::print(),
        _ => return usage(),
    };
    if done { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn usage() -> ExitCode {
    eprintln!("{HELP}");
    ExitCode::from(2)
}

fn cargo(arguments: &[&str], variables: &[(&str, &str)]) -> bool {
    run(Command::new("cargo").args(arguments).envs(variables.iter().copied()))
}

/// Runs a command to its end; whether it succeeded.
fn run(command: &mut Command) -> bool {
    let started = Instant::now();
    eprintln!("xtask: {command:?}");
    match command.status() {
        Ok(status) if status.success() => {
            eprintln!("xtask: done in {:.1} s", started.elapsed().as_secs_f64());
            true
        }
        Ok(status) => {
            eprintln!("xtask: FAILED ({status}): {command:?}");
            false
        }
        Err(error) => {
            eprintln!("xtask: cannot start {command:?}: {error}");
            false
        }
    }
}

/// Whether a program can be started here.
fn is_there(program: &str, arguments: &[&str]) -> bool {
    Command::new(program).args(arguments).output().is_ok_and(|output| output.status.success())
}
