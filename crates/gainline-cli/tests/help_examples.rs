//! The examples in the help of the commands on judges and topics run as they stand, beside the
//! bundled collection.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use std::path::{Path, PathBuf};
use std::process::Command;

/// A new folder in which `examples` is what it is in the project's root, so that what examples write
/// does not stay there.
fn beside_the_examples(command: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("help-{command}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("examples")).unwrap();
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    copy(&examples, &folder.join("examples"));
    folder
}

/// Judgments and runs, with the folders that they are in.
fn copy(from: &Path, to: &Path) {
    for folder in ["", "runs", "judges", "vectors"] {
        std::fs::create_dir_all(to.join(folder)).unwrap();
        for file in std::fs::read_dir(from.join(folder)).unwrap() {
            let file = file.unwrap().path();
            if file.is_file() {
                std::fs::copy(&file, to.join(folder).join(file.file_name().unwrap())).unwrap();
            }
        }
    }
}

#[test]
fn they_run_as_they_stand() {
    let program = Path::new(env!("CARGO_BIN_EXE_gainline"));
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", program.parent().unwrap().display());
    for command in ["ceiling", "judges", "missing", "noise", "stability"] {
        let help = Command::new(program).args([command, "--help"]).output().unwrap();
        // A line that ends with a backslash goes on in the next.
        let help = String::from_utf8(help.stdout).unwrap().replace("\\\n     ", "");
        let examples = help.split_once("\nExamples:\n").unwrap().1;
        let examples: Vec<&str> =
            examples.lines().map_while(|line| line.strip_prefix("  gainline ")).collect();
        assert!(examples.len() >= 4, "{command}: {examples:?}");
        let bundled = |example: &&str| example.contains("examples/qrels.txt examples/");
        assert!(examples[..2].iter().all(bundled), "{command}: {examples:?}");
        let folder = beside_the_examples(command);
        for example in examples {
            let ran = Command::new("sh")
                .args(["-c", &format!("gainline {example}")])
                .current_dir(&folder)
                .env("PATH", &path)
                .output()
                .unwrap();
            let said = String::from_utf8_lossy(&ran.stderr);
            assert!(ran.status.success(), "gainline {example}\n{said}");
            let wrote = example.split_once("> ").map_or(1, |(_, file)| {
                std::fs::metadata(folder.join(file)).unwrap().len() as usize
            });
            assert!(wrote > 0 && (example.contains("> ") || !ran.stdout.is_empty()), "{example}");
        }
    }
}
