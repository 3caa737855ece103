//! The program under test: built by cargo, which also says where it is.

use std::path::PathBuf;
use std::process::{Command, Stdio};

/// How cargo is asked for the binary of a profile.
pub(crate) type Profile = &'static [&'static str];
pub(crate) const DEBUG: Profile = &[];
pub(crate) const RELEASE: Profile = &["--release"];

/// Builds the program, so that it is never an old one; where it is.
pub(crate) fn build(profile: Profile) -> Option<PathBuf> {
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--package", "gainline-cli", "--bin", "gainline"]).args(profile);
    cargo.arg("--message-format=json-render-diagnostics");
    eprintln!("xtask: {cargo:?}");
    let output = match cargo.stderr(Stdio::inherit()).output() {
        Ok(output) => output,
        Err(error) => {
            eprintln!("xtask: cannot start {cargo:?}: {error}");
            return None;
        }
    };
    let messages = String::from_utf8_lossy(&output.stdout);
    let found = messages.lines().filter_map(executable).next_back();
    if found.is_none() || !output.status.success() {
        eprintln!("xtask: FAILED ({}): {cargo:?}", output.status);
        return None;
    }
    found
}

/// Prints where the release binary is.
pub(crate) fn print() -> bool {
    let built = build(RELEASE);
    if let Some(path) = &built {
        println!("{}", path.display());
    }
    built.is_some()
}

/// The path in one of cargo's messages. Of the characters that JSON escapes, only those of Windows'
/// folders are found in paths.
fn executable(message: &str) -> Option<PathBuf> {
    let (_, rest) = message.split_once(r#""executable":""#)?;
    let (path, _) = rest.split_once('"')?;
    Some(path.replace(r"\\", r"\").into())
}

#[test]
fn the_executable_is_found_in_a_message() {
    let message = |path: &str| {
        format!(r#"{{"reason":"compiler-artifact","executable":{path},"fresh":true}}"#)
    };
    let found = |path: &str| executable(&message(path)).map(|path| path.display().to_string());
    assert_eq!(found(r#""/a b/gainline""#).as_deref(), Some("/a b/gainline"));
    assert_eq!(found(r#""C:\\a\\gainline.exe""#).as_deref(), Some(r"C:\a\gainline.exe"));
    assert_eq!(found("null"), None);
}
