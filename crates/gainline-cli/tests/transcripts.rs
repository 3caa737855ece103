//! Every file in `testdata/transcripts` is what stood at a prompt: commands behind `$ `, and under
//! each what it printed (standard output, then standard error) and its exit code where that is
//! not 0. They are run again from the project's root and must print the same.
//!
//! The blocks marked `console` in the README and in `docs/` are held to the same.
//!
//! `UPDATE=1 cargo test --test transcripts` writes them anew; look at the difference.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn run(command: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_gainline"));
    let path = std::env::var("PATH").unwrap_or_default();
    // Where transcripts keep what they make.
    std::fs::create_dir_all(root().join("target")).unwrap();
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(root())
        .env("PATH", format!("{}:{path}", program.parent().unwrap().display()))
        .env("COLUMNS", "100")
        .output()
        .unwrap();
    let mut text = format!("$ {command}\n");
    text.push_str(&String::from_utf8_lossy(&output.stdout));
    text.push_str(&String::from_utf8_lossy(&output.stderr));
    if !text.ends_with('\n') {
        text.push('\n');
    }
    match output.status.code() {
        Some(0) => {}
        code => text.push_str(&format!("[exit {}]\n", code.unwrap_or(-1))),
    }
    text
}

#[test]
fn every_transcript_reads_the_same_when_it_is_run_again() {
    let folder = root().join("testdata/transcripts");
    let update = std::env::var_os("UPDATE").is_some();
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    for file in files {
        let wanted = std::fs::read_to_string(&file).unwrap();
        let commands: Vec<&str> = wanted.lines().filter_map(|l| l.strip_prefix("$ ")).collect();
        assert!(!commands.is_empty(), "{} holds no command", file.display());
        let seen = commands.iter().map(|c| run(c)).collect::<Vec<_>>().join("\n");
        if update {
            std::fs::write(&file, seen).unwrap();
        } else {
            assert!(seen == wanted, "{} differs; it now reads\n{seen}", file.display());
        }
    }
}

#[test]
fn the_documentation_shows_what_its_commands_print() {
    let docs = std::fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        docs.filter(|f| f.extension().is_some_and(|e| e == "md")).collect();
    files.sort();
    files.insert(0, root().join("README.md"));
    let blocks: usize = files.iter().map(|file| renew(file)).sum();
    assert!(blocks >= 5);
}

/// Runs the commands of a page again, and gives their number.
fn renew(file: &Path) -> usize {
    let page = std::fs::read_to_string(file).unwrap();
    let mut renewed = String::new();
    let mut rest = page.as_str();
    let mut blocks = 0;
    while let Some((before, after)) = rest.split_once("```console\n") {
        let (block, after) = after.split_once("```\n").unwrap();
        let command = block.lines().next().unwrap().strip_prefix("$ ").unwrap();
        let ours = command.replace("cargo run --release --", "gainline");
        let printed = run(&ours);
        let printed = printed.split_once('\n').unwrap().1;
        renewed.push_str(&format!("{before}```console\n$ {command}\n{printed}```\n"));
        rest = after;
        blocks += 1;
    }
    renewed.push_str(rest);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(file, renewed).unwrap();
    } else {
        assert!(renewed == page, "{} differs; it would now read\n{renewed}", file.display());
    }
    blocks
}

/// In a folder of their own, since some of them write files.
#[cfg(unix)]
#[test]
fn what_the_readme_says_can_be_pasted() {
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(root().join("examples"), folder.path().join("examples")).unwrap();
    let page = std::fs::read_to_string(root().join("README.md")).unwrap().replace("\\\n", "");
    let blocks = page.split("```sh\n").skip(1).map(|after| after.split("```\n").next().unwrap());
    let commands: Vec<&str> =
        blocks.flat_map(str::lines).filter(|line| line.starts_with("gainline ")).collect();
    assert!(commands.len() >= 8, "{commands:?}");
    for command in commands {
        let program = format!("cd {} && {command}", folder.path().display());
        let printed = run(&program);
        assert!(!printed.contains("[exit"), "{printed}");
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bytes_on_the_examples() {
    for format in ["table", "tsv", "csv", "json", "jsonl", "markdown", "latex"] {
        let eval = |threads: usize| {
            let files = "examples/qrels.txt examples/runs/*.run";
            let printed = run(&format!("gainline eval {files} -q -f {format} --threads {threads}"));
            printed.split_once('\n').unwrap().1.to_string()
        };
        let one = eval(1);
        assert!(one.len() > 1000);
        assert!(one == eval(8), "{format}");
    }
}
