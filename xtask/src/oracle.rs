//! The expected values of the statistics, computed anew by scipy, statsmodels and mpmath.

use crate::checks::Outcome;
use crate::run;
use std::process::Command;

const SOURCE: &str = "crates/gainline-stats/oracle";
/// A virtual environment, made once.
const PLACE: &str = "target/oracle";

/// The values themselves are among the tests; this proves where they come from.
pub(crate) fn check() -> Outcome {
    let requirements = format!("{SOURCE}/requirements.txt");
    let python = format!("{PLACE}/{}", if cfg!(windows) { "Scripts/python" } else { "bin/python" });
    // A copy of the requirements, put there when all of them were installed.
    let installed = format!("{PLACE}/installed.txt");
    let content = |file: &str| std::fs::read(file).ok();
    if content(&installed).is_none() || content(&installed) != content(&requirements) {
        let ready = run(Command::new("python3").args(["-m", "venv", PLACE]))
            && run(Command::new(&python).args(["-m", "pip", "install", "-q", "-r", &requirements]))
            && std::fs::copy(&requirements, &installed).is_ok();
        if !ready {
            return Outcome::Missing(format!("no python3 with what {requirements} lists"));
        }
    }
    // No caches beside the sources.
    Outcome::of(run(Command::new(&python).args(["-B", &format!("{SOURCE}/oracle.py"), "--check"])))
}
