//! Colours: codes around the same bytes, and only where they are wanted.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use std::path::Path;
use std::process::{Command, Output};

const EXAMPLES: [&str; 7] = [
    "eval qrels.txt runs/boolean.run runs/hybrid.run",
    "compare qrels.txt runs/boolean.run runs/hybrid.run runs/titles.run",
    "compare qrels.txt runs/boolean.run runs/hybrid.run runs/titles.run --summary",
    "compare --collections collections -m nDCG@10 --baseline keywords",
    "gate qrels.txt runs/hybrid.run runs/titles.run --require 'nDCG@10 >= 0.1' --forbid 'AP drops by 1%'",
    "validate qrels.txt runs/cached.run",
    "--help",
];

fn gainline(arguments: &str, more: &[&str], environment: &[(&str, &str)]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let words = arguments.split('\'').enumerate().flat_map(|(at, part)| match at % 2 {
        0 => part.split_whitespace().map(String::from).collect::<Vec<_>>(),
        _ => vec![part.to_string()],
    });
    Command::new(env!("CARGO_BIN_EXE_gainline"))
        .args(more)
        .args(words)
        .current_dir(root)
        .env("COLUMNS", "100")
        .envs(environment.iter().copied())
        .output()
        .unwrap()
}

/// A text without `ESC [ … m`.
fn stripped(text: &[u8]) -> String {
    let text = String::from_utf8(text.to_vec()).unwrap();
    let mut parts = text.split('\u{1b}');
    let mut plain = parts.next().unwrap().to_string();
    for part in parts {
        plain.push_str(part.split_once('m').unwrap().1);
    }
    plain
}

#[test]
fn without_its_codes_coloured_text_is_the_same() {
    for arguments in EXAMPLES {
        let plain = gainline(arguments, &["--color", "never"], &[]);
        let coloured = gainline(arguments, &["--color", "always"], &[]);
        assert!(!plain.stdout.is_empty(), "{arguments}");
        assert!(!plain.stdout.contains(&0x1b), "{arguments}");
        assert!(coloured.stdout.contains(&0x1b), "{arguments}");
        assert_eq!(stripped(&coloured.stdout), String::from_utf8(plain.stdout).unwrap());
    }
}

#[test]
fn pipes_are_not_coloured_and_files_never() {
    let [eval, ..] = EXAMPLES;
    assert!(!gainline(eval, &[], &[]).stdout.contains(&0x1b));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("out.txt");
    let written = gainline(
        &format!("{eval} -o {}", file.display()),
        &["--color", "always"],
        &[("CLICOLOR_FORCE", "1")],
    );
    assert!(written.status.success());
    assert!(!std::fs::read(file).unwrap().contains(&0x1b));
}

#[test]
fn the_environment_decides_unless_the_option_does() {
    let [eval, ..] = EXAMPLES;
    let forced = [("CLICOLOR_FORCE", "1")];
    assert!(gainline(eval, &[], &forced).stdout.contains(&0x1b));
    let without = [("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")];
    assert!(gainline(eval, &["--color", "always"], &without).stdout.contains(&0x1b));
    assert!(!gainline(eval, &["--color", "never"], &forced).stdout.contains(&0x1b));
}

#[test]
fn an_error_is_red_in_its_first_word_only() {
    let failed = gainline("eval nowhere.txt nothing.run", &["--color", "always"], &[]);
    let said = String::from_utf8(failed.stderr).unwrap();
    assert!(said.starts_with("\u{1b}[31mgainline:\u{1b}[0m nowhere.txt"), "{said}");
}
