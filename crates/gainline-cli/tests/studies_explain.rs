//! On the bundled collection, contributions add up to what `gainline eval` says, and differences to
//! what two evaluations differ by.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use std::collections::HashMap;
use std::path::Path;
use std::process::Command;

const MEASURES: &str = "nDCG@10,AP,RBP,ERR,Q,Rprec,Bpref,infAP,E@5,SetP,Fallout@10,NormR,ASL,ADM";
const TOPICS: [&str; 12] =
    ["t01", "t02", "t03", "t04", "t05", "t06", "t07", "t08", "t09", "t10", "t11", "t12"];

/// What a command line prints in the project's root.
fn printed(command: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_gainline"));
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .env("PATH", format!("{}:{path}", program.parent().unwrap().display()))
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command}: {error}");
    String::from_utf8(output.stdout).unwrap()
}

/// What a command prints as tab-separated values: rows as maps from the names of columns.
fn rows(command: &str) -> Vec<HashMap<String, String>> {
    let asked = format!("-m {MEASURES} --collection-size 60 --format tsv");
    let text = printed(&format!("gainline {command} {asked}"));
    let mut lines = text.lines().map(|line| line.split('\t').map(String::from));
    let names: Vec<String> = lines.next().unwrap().collect();
    lines.map(|line| names.iter().cloned().zip(line).collect()).collect()
}

/// A run's values by topic and measure.
fn eval(run: &str) -> HashMap<(String, String), f64> {
    let rows = rows(&format!("eval examples/qrels.txt examples/runs/{run}.run --per-topic"));
    let value = |row: &HashMap<String, String>| {
        ((row["topic"].clone(), row["measure"].clone()), row["value"].parse().unwrap())
    };
    rows.iter().map(value).collect()
}

/// The sum of a column, by measure.
fn sums(rows: &[HashMap<String, String>], column: &str) -> HashMap<String, f64> {
    let mut sums = HashMap::new();
    for row in rows.iter().filter(|row| !row[column].is_empty()) {
        *sums.entry(row["measure"].clone()).or_insert(0.0) += row[column].parse::<f64>().unwrap();
    }
    sums
}

fn check(topic: &str, added: &HashMap<String, f64>, wanted: impl Fn(&(String, String)) -> f64) {
    assert_eq!(added.len(), MEASURES.split(',').count());
    for (measure, sum) in added {
        let value = wanted(&(topic.to_string(), measure.clone()));
        let close = 1e-12 * value.abs().max(1.0);
        assert!((sum - value).abs() <= close, "{measure} of {topic}: {sum}, not {value}");
    }
}

#[test]
fn contributions_add_up_to_what_eval_says() {
    for run in ["boolean", "cached"] {
        let values = eval(run);
        for topic in TOPICS {
            let command =
                format!("explain examples/qrels.txt examples/runs/{run}.run --topic {topic}");
            check(topic, &sums(&rows(&command), "contribution"), |key| values[key]);
        }
    }
}

#[test]
fn differences_add_up_to_what_evaluations_differ_by() {
    let (a, b) = (eval("titles"), eval("cached"));
    for topic in TOPICS {
        let command = format!(
            "explain examples/qrels.txt examples/runs/cached.run --topic {topic} --against \
             examples/runs/titles.run"
        );
        let rows = rows(&command);
        check(topic, &sums(&rows, "difference"), |key| b[key] - a[key]);
        check(topic, &sums(&rows, "contribution_a"), |key| a[key]);
        check(topic, &sums(&rows, "contribution_b"), |key| b[key]);
    }
}

/// Readers of JSON may take a negative zero for something else than nothing.
#[test]
fn no_zero_is_negative() {
    let files = "examples/qrels.txt examples/runs/cached.run";
    let asked = format!("-m {MEASURES} --collection-size 60");
    let against = "--topic t04 --against examples/runs/titles.run";
    let weights = "-m AP,AP@3,ESL,ASL,NormR,Rprec --documents lower -q";
    for command in [
        format!("explain {files} --topic t04 {asked}"),
        format!("explain {files} {against} {asked}"),
        format!("sensitivity {files} {weights}"),
        format!("sensitivity {files} {weights} --base grows"),
        format!("sensitivity {files} {weights} --to 0"),
    ] {
        for format in ["json", "jsonl"] {
            let text = printed(&format!("gainline {command} --format {format}"));
            let zeros = text.split([',', ':', ' ', '\n', '[', ']', '{', '}']);
            assert_eq!(zeros.filter(|word| *word == "-0.0").count(), 0, "{command} {format}");
            assert!(text.contains("0.0"));
        }
    }
}

#[test]
fn examples_in_help_run_as_they_stand() {
    for command in ["explain", "sensitivity", "patterns"] {
        let help = printed(&format!("gainline {command} --help")).replace("\\\n", "");
        let examples = help.split_once("Examples:").unwrap().1.split_once("\n\n").unwrap().0;
        let examples: Vec<&str> =
            examples.lines().map(str::trim).filter(|line| line.starts_with("gainline ")).collect();
        assert!(examples.len() >= 4, "{command}");
        for example in examples {
            assert!(printed(example).lines().count() > 5, "{example}");
        }
        assert!(help.contains("examples/qrels.txt"), "{command}");
    }
}
