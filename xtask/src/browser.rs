//! The report of the bundled example, opened and used in Debian's Chromium.

use crate::checks::Outcome;
use crate::{binary, is_there, run};
use std::path::Path;
use std::process::{Command, Stdio};

const FOLDER: &str = "browser-tests";
/// How many times the time that it should take a page may take here: what fails must be the page, not
/// a machine that is busy.
const SLACK: &str = "10";

/// Installs what the tests need, as far as it is not there, and runs them.
pub(crate) fn check() -> Outcome {
    if !is_there("npm", &["--version"]) {
        return Outcome::Missing("no Node.js with npm".into());
    }
    // Without any font, Chromium does not start.
    if !is_there("chromium", &["--version"]) && !install(&["chromium", "fonts-dejavu-core"]) {
        return Outcome::Missing("no chromium, nor could apt-get install it".into());
    }
    let npm = || {
        let mut npm = Command::new("npm");
        npm.current_dir(FOLDER);
        npm
    };
    let ready = Path::new(FOLDER).join("node_modules/playwright-core").exists()
        || run(npm().args(["ci", "--no-audit", "--no-fund"]));
    if !ready {
        return Outcome::Missing("no playwright-core, nor could npm install it".into());
    }
    let Some(gainline) = binary::build(binary::RELEASE) else { return Outcome::Failed };
    let slack = std::env::var("SLACK").unwrap_or_else(|_| SLACK.into());
    Outcome::of(run(npm().arg("test").env("GAINLINE", gainline).env("SLACK", slack)))
}

/// Whether Debian's packages could be installed, which takes its rights.
fn install(packages: &[&str]) -> bool {
    let apt = |arguments: &[&str]| {
        let mut apt = Command::new("apt-get");
        apt.arg("-qq").args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
        run(apt.stdout(Stdio::null()))
    };
    is_there("apt-get", &["--version"])
        && apt(&["update"])
        && apt(&[&["install", "-y", "--no-install-recommends"], packages].concat())
}
