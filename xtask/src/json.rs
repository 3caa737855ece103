//! `docs/json.md`: the JSON form of every answer, made from the types.

use std::process::Command;

const FILE: &str = "docs/json.md";

/// Makes the page anew.
pub(crate) fn make() -> bool {
    let Some(page) = page() else { return false };
    let written = std::fs::write(FILE, page);
    if let Err(error) = &written {
        eprintln!("xtask: cannot write {FILE}: {error}");
    }
    written.is_ok()
}

/// Whether the page is what it would be if it were made now.
pub(crate) fn check() -> bool {
    let Some(page) = page() else { return false };
    let same = std::fs::read_to_string(FILE).is_ok_and(|there| there == page);
    if !same {
        eprintln!("xtask: {FILE} is not what the types say; `cargo xtask json` makes it anew");
    }
    same
}

fn page() -> Option<String> {
    let mut command = Command::new("cargo");
    command.args(["run", "--quiet", "-p", "gainline-analysis"]);
    command.args(["--features", "schema", "--example", "json_schema"]);
    let output = command.stderr(std::process::Stdio::inherit()).output().ok()?;
    if !output.status.success() {
        eprintln!("xtask: FAILED: {command:?}");
        return None;
    }
    String::from_utf8(output.stdout).ok()
}
