//! The expected values of the statistics, computed anew by scipy, statsmodels and mpmath, and those of
//! reproductions by repro_eval.

use crate::checks::Outcome;
use crate::run;
use std::process::Command;

const REQUIREMENTS: &str = "crates/gainline-stats/oracle/requirements.txt";
const SCRIPTS: &[&str] =
    &["crates/gainline-stats/oracle/oracle.py", "crates/gainline-analysis/oracle/reproduce.py"];
/// A virtual environment, made once.
const PLACE: &str = "target/oracle";

/// The values themselves are among the tests; this proves where they come from.
pub(crate) fn check() -> Outcome {
    let python = format!("{PLACE}/{}", if cfg!(windows) { "Scripts/python" } else { "bin/python" });
    // A copy of the requirements, put there when all of them were installed.
    let installed = format!("{PLACE}/installed.txt");
    let content = |file: &str| std::fs::read(file).ok();
    if content(&installed).is_none() || content(&installed) != content(REQUIREMENTS) {
        let ready = run(Command::new("python3").args(["-m", "venv", PLACE]))
            && run(Command::new(&python).args(["-m", "pip", "install", "-q", "-r", REQUIREMENTS]))
            && std::fs::copy(REQUIREMENTS, &installed).is_ok();
        if !ready {
            return Outcome::Missing(format!("no python3 with what {REQUIREMENTS} lists"));
        }
    }
    // No caches beside the sources.
    let check = |script: &&str| run(Command::new(&python).args(["-B", script, "--check"]));
    Outcome::of(SCRIPTS.iter().all(check))
}
