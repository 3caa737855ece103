//! The report of the bundled example, opened and used in Debian's Chromium.

use crate::{run, skipped};
use std::path::Path;
use std::process::{Command, Stdio};

const FOLDER: &str = "browser-tests";

/// Installs what the tests need, as far as it is not there, and runs them.
pub(crate) fn browser() -> bool {
    if !is_there("npm") {
        return skipped("Node.js with npm, for the browser tests");
    }
    // Without any font, Chromium does not start.
    if !is_there("chromium") && !installed(&["chromium", "fonts-dejavu-core"]) {
        return skipped("chromium (nor could apt-get install it), for the browser tests");
    }
    let npm = || {
        let mut npm = Command::new("npm");
        npm.current_dir(FOLDER);
        npm
    };
    let ready = Path::new(FOLDER).join("node_modules/playwright-core").exists()
        || run(npm().args(["ci", "--no-audit", "--no-fund"]));
    if !ready {
        return skipped("playwright-core (npm could not install it), for the browser tests");
    }
    run(npm().arg("test").env("GAINLINE", "../target/release/gainline"))
}

fn is_there(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Whether Debian's packages could be installed, which takes its rights.
fn installed(packages: &[&str]) -> bool {
    let apt = |arguments: &[&str]| {
        let mut apt = Command::new("apt-get");
        apt.arg("-qq").args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
        run(apt.stdout(Stdio::null()))
    };
    is_there("apt-get")
        && apt(&["update"])
        && apt(&[&["install", "-y", "--no-install-recommends"], packages].concat())
}
