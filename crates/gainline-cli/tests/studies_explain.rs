//! On the bundled collection, contributions add up to what `gainline eval` says, and differences to
//! what two evaluations differ by.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use std::collections::HashMap;
use std::path::Path;
use std::process::Command;

const MEASURES: &str = "nDCG@10,AP,RBP,ERR,Q,Rprec,Bpref,infAP,E@5,SetP,Fallout@10,NormR,ASL,ADM";
const TOPICS: [&str; 12] =
    ["t01", "t02", "t03", "t04", "t05", "t06", "t07", "t08", "t09", "t10", "t11", "t12"];

/// What a command prints as tab-separated values: rows as maps from the names of columns.
fn rows(command: &str) -> Vec<HashMap<String, String>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let output = Command::new(env!("CARGO_BIN_EXE_gainline"))
        .args(command.split(' '))
        .args(["-m", MEASURES, "--collection-size", "60", "--format", "tsv"])
        .current_dir(root)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
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
