//! The project's chores: `cargo xtask test` is everything that must hold, `cargo xtask bench`
//! measures speed against other tools, `cargo xtask gallery` draws the pictures of the documentation.

mod browser;
mod gallery;

use browser::browser;
use gallery::gallery;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;

const HELP: &str = "\
usage: cargo xtask test             format, lints, all tests, statistics against scipy, documentation,
                                    release build, gallery, the report in a browser, gallery
       cargo xtask bench [OPTIONS]  time gainline and its peers side by side; see bench/README.md
       cargo xtask gallery [--check]
                                    make docs/gallery.md and its pictures anew, or see if they are new";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    if let Err(error) = std::env::set_current_dir(root) {
        eprintln!("xtask: cannot enter the project's folder: {error}");
        return ExitCode::from(2);
    }
    let done = match arguments.split_first() {
        Some((task, [])) if task == "test" => test(),
        Some((task, options)) if task == "bench" => bench(options),
        Some((task, [])) if task == "gallery" => gallery(false),
        Some((task, [check])) if task == "gallery" && check == "--check" => gallery(true),
        _ => {
            eprintln!("{HELP}");
            return ExitCode::from(2);
        }
    };
    if done { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Everything that must hold, in one command.
fn test() -> bool {
    let have = |tool: &str| {
        Command::new("cargo").args([tool, "--version"]).output().is_ok_and(|o| o.status.success())
    };
    // The two tools are part of the toolchain's default profile, but not of its minimal one.
    let format = !have("fmt") && skipped("cargo fmt") || cargo(&["fmt", "--all", "--check"], &[]);
    format
        && (!have("clippy") && skipped("cargo clippy")
            || cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"], &[]))
        && cargo(&["test", "--workspace"], &[])
        && oracle()
        && cargo(&["doc", "--workspace", "--no-deps"], &[("RUSTDOCFLAGS", "-D warnings")])
        && cargo(&["build", "--release"], &[])
        && gallery(true)
        && browser()
}

fn skipped(what: &str) -> bool {
    eprintln!("xtask: SKIPPED {what}: not installed");
    true
}

/// The expected values of the statistics, computed anew by scipy, statsmodels and mpmath in a virtual
/// environment that is made once.
fn oracle() -> bool {
    const SOURCE: &str = "crates/gainline-stats/oracle";
    const PLACE: &str = "target/oracle";
    let requirements = format!("{SOURCE}/requirements.txt");
    let python = format!("{PLACE}/{}", if cfg!(windows) { "Scripts/python" } else { "bin/python" });
    // A copy of the requirements, put there when all of them were installed.
    let installed = format!("{PLACE}/installed.txt");
    let content = |file: &str| std::fs::read(file).ok();
    if content(&installed).is_none() || content(&installed) != content(&requirements) {
        let ready = run(Command::new("python3").args(["-m", "venv", PLACE]))
            && run(Command::new(&python).args(["-m", "pip", "install", "-q", "-r", &requirements]))
            && std::fs::copy(&requirements, &installed).is_ok();
        // The values themselves are among the tests; this only proves where they come from.
        if !ready {
            return skipped("the check of statistics: no python3, or not the packages it needs");
        }
    }
    // No caches beside the sources.
    run(Command::new(&python).args(["-B", &format!("{SOURCE}/oracle.py"), "--check"]))
}

fn bench(options: &[String]) -> bool {
    let mut python = Command::new("python3");
    python.arg("bench/run.py").args(options);
    cargo(&["build", "--release"], &[]) && run(&mut python)
}

fn cargo(arguments: &[&str], variables: &[(&str, &str)]) -> bool {
    run(Command::new("cargo").args(arguments).envs(variables.iter().copied()))
}

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
