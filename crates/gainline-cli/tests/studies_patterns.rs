//! Kishida's Tables 3, 4 and 5 (Property of Average Precision and its Generalization, 2005), as
//! `gainline patterns` gives them without any options. Every printed digit is that of the exact number
//! rounded. This holds for the ratios of Table 5 too: they are not ratios of the rounded numbers, by
//! which 0.750 / 0.667 for Q would be 1.124, and 1.125 is printed.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use std::collections::HashMap;
use std::process::Command;

/// What the command prints, by table, row and measure.
fn values(options: &[&str]) -> HashMap<(String, String, String), String> {
    let output = Command::new(env!("CARGO_BIN_EXE_gainline"))
        .args(["patterns", "--format", "tsv"])
        .args(options)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let mut values = HashMap::new();
    for line in text.lines().skip(1) {
        let [table, row, measure, value] =
            line.split('\t').map(String::from).collect::<Vec<_>>().try_into().unwrap();
        assert_eq!(values.insert((table, row, measure), value), None, "{line}");
    }
    values
}

const FIVE: [&str; 5] = ["mSR", "AvgnDCG(discount=jk)@5", "Q", "GenAP", "AP"];

/// The numbers of a table's row for some measures, to three decimals.
fn printed(
    values: &HashMap<(String, String, String), String>,
    table: &str,
    row: &str,
    measures: &[&str],
) -> Vec<String> {
    let of = |measure: &&str| {
        let key = (table.to_string(), row.to_string(), measure.to_string());
        format!("{:.3}", values[&key].parse::<f64>().unwrap())
    };
    measures.iter().map(of).collect()
}

#[test]
fn table_3_is_what_the_command_prints() {
    let values = values(&[]);
    let row = |row| printed(&values, "spread", row, &FIVE[..4]);
    assert_eq!(row("mean"), ["0.488", "0.443", "0.503", "0.410"]);
    assert_eq!(row("sd"), ["0.245", "0.250", "0.240", "0.228"]);
}

#[test]
fn table_4_is_what_the_command_prints() {
    let values = values(&[]);
    for (measure, print) in [
        (1, &["0.969"][..]),
        (2, &["0.885", "0.840"]),
        (3, &["0.963", "0.940", "0.961"]),
        (4, &["0.857", "0.829", "0.928", "0.894"]),
    ] {
        let row = printed(&values, "correlation", FIVE[measure], &FIVE[..measure]);
        assert_eq!(row, print, "{}", FIVE[measure]);
    }
}

#[test]
fn table_5_is_what_the_command_prints() {
    let values = values(&[]);
    for (row, print) in [
        ("32000", ["0.923", "0.933", "0.667", "0.733"]),
        ("00123", ["0.331", "0.184", "0.513", "0.304"]),
        ("00123/32000", ["0.358", "0.197", "0.770", "0.415"]),
        ("03210", ["0.558", "0.610", "0.750", "0.622"]),
        ("03210/32000", ["0.604", "0.654", "1.125", "0.848"]),
        ("30000", ["0.692", "0.640", "0.333", "0.400"]),
        ("30000/32000", ["0.750", "0.686", "0.500", "0.545"]),
        ("00003", ["0.138", "0.046", "0.121", "0.080"]),
        ("00003/30000", ["0.200", "0.072", "0.364", "0.200"]),
    ] {
        assert_eq!(printed(&values, "shown", row, &FIVE[..4]), print, "{row}");
    }
}

#[test]
fn there_are_136_patterns() {
    let values = values(&["--all", "-m", "AP"]);
    let patterns: Vec<&String> =
        values.keys().filter(|(table, _, _)| table == "pattern").map(|(_, row, _)| row).collect();
    assert_eq!(patterns.len(), 136);
    assert!(patterns.iter().any(|pattern| *pattern == "00000"));
}
