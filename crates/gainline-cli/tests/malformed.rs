//! Malformed inputs, kept as data in `testdata/malformed`: each gives its message to the
//! character, with file and line, the text it quotes at the column it names, and a remedy; exit
//! code 2, nothing on standard output and no panic.
//!
//! `UPDATE=1 cargo test --test malformed` writes the messages anew; read every one.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// One case: files, the command if it is not the usual one, and what is said.
struct Case {
    name: String,
    files: Vec<(String, String)>,
    command: String,
    says: String,
}

/// A case starts with `== name`; its sections with `-- what`: a file's name, `command`, `says`.
fn read(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = vec![];
    let mut section = String::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("== ") {
            cases.push(Case {
                name: name.into(),
                files: vec![],
                command: "eval qrels run".into(),
                says: String::new(),
            });
            section.clear();
        } else if let Some(what) = line.strip_prefix("-- ") {
            section = what.into();
            let case = cases.last_mut().unwrap();
            match what {
                "command" => case.command.clear(),
                "says" => {}
                file => case.files.push((file.into(), String::new())),
            }
        } else if let Some(case) = cases.last_mut() {
            match section.as_str() {
                "" => {}
                "command" => case.command.push_str(line),
                "says" => case.says.push_str(&format!("{line}\n")),
                _ => {
                    let content = &mut case.files.last_mut().unwrap().1;
                    content.push_str(line);
                    content.push('\n');
                }
            }
        }
    }
    cases
}

/// A file's bytes: `\xHH`, `\t`, `\r` and `\\` are taken for what they stand for, and `\c` at the
/// end of a line leaves its newline out.
fn bytes(text: &str) -> Vec<u8> {
    let mut out = vec![];
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let escape = rest.get(..2).unwrap_or_default();
        let taken = match escape {
            "\\x" => {
                out.push(u8::from_str_radix(&rest[2..4], 16).unwrap());
                4
            }
            "\\t" => {
                out.push(b'\t');
                2
            }
            "\\r" => {
                out.push(b'\r');
                2
            }
            "\\\\" => {
                out.push(b'\\');
                2
            }
            "\\c" => 3,
            _ => {
                out.extend_from_slice(c.to_string().as_bytes());
                c.len_utf8()
            }
        };
        rest = rest.get(taken..).unwrap_or_default();
    }
    out
}

const QRELS: &str = "1 0 d1 1\n1 0 d2 0\n2 0 d3 2\n";
const RUN: &str = "1 Q0 d1 1 0.9 tag\n1 Q0 d2 2 0.8 tag\n2 Q0 d3 1 0.7 tag\n";

impl Case {
    /// The bytes of a file: the case's own, or the good ones.
    fn content(&self, name: &str) -> Option<Vec<u8>> {
        match (self.files.iter().find(|f| f.0 == name), name) {
            (Some((_, text)), _) => Some(bytes(text)),
            (None, "qrels") => Some(QRELS.into()),
            (None, "run") => Some(RUN.into()),
            _ => None,
        }
    }
}

fn said(case: &Case) -> String {
    let folder = tempfile::tempdir().unwrap();
    for name in case.files.iter().map(|f| f.0.as_str()).chain(["qrels", "run"]) {
        fs::write(folder.path().join(name), case.content(name).unwrap()).unwrap();
    }
    let output = Command::new(env!("CARGO_BIN_EXE_gainline"))
        .args(case.command.split_whitespace())
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2), "exit code of `{}`", case.name);
    assert!(output.stdout.is_empty(), "`{}` prints something like a result", case.name);
    String::from_utf8(output.stderr).unwrap()
}

/// A message names a file and a line of it; what it quotes stands at the column, if it names one;
/// a remedy follows.
fn check_place(case: &Case, said: &str) -> Option<()> {
    let (message, remedy) = said.split_once("\n  ")?;
    let mut place = message.split(' ').nth(1)?.split(':');
    let content = case.content(place.next()?)?;
    let text = String::from_utf8_lossy(content.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&content));
    let line = text.split('\n').nth(place.next()?.parse::<usize>().ok()?.checked_sub(1)?)?;
    if let Some(column) = place.next().filter(|c| !c.is_empty()) {
        let rest: String =
            line.chars().skip(column.parse::<usize>().ok()?.checked_sub(1)?).collect();
        let quoted = message.split('`').nth(1).unwrap_or_default().trim_start();
        let escaped = quoted.contains(['\\', '…']);
        (escaped || rest.starts_with(quoted)).then_some(())?;
    }
    (!remedy.trim().is_empty()).then_some(())
}

#[test]
fn every_malformed_input_gives_its_message_with_file_and_line() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/malformed");
    let update = std::env::var_os("UPDATE").is_some();
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut count = 0;
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let mut updated = text.clone();
        let cases = read(&text);
        let names: HashSet<&str> = cases.iter().map(|c| c.name.as_str()).collect();
        assert_eq!(names.len(), cases.len(), "a name comes twice in {}", file.display());
        for case in &cases {
            count += 1;
            let said = said(case);
            if update {
                let old = format!("== {}\n", case.name);
                let start = updated.find(&old).unwrap();
                let says = start + updated[start..].find("-- says\n").unwrap() + 8;
                let end = updated[says..].find("\n== ").map_or(updated.len(), |e| says + e);
                updated.replace_range(says..end, &said);
            } else {
                let wanted = case.says.trim_end();
                assert_eq!(said.trim_end(), wanted, "`{}` in {}", case.name, file.display());
                let right = check_place(case, &said).is_some();
                assert!(right, "`{}` lacks a place, the right one, or a remedy: {said}", case.name);
            }
        }
        if update {
            fs::write(&file, updated).unwrap();
        }
    }
    assert!(count >= 100, "there are {count} cases only");
}
