//! Kishida's Table 2 by the command.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use std::process::Command;

/// For each theta the cells of the table (mean, variance between topics, from judging, their sum,
/// mean variance in one judging): what they estimate, exact by all patterns of ten documents; the
/// standard errors of one simulation, from 1000 of them in NumPy; and what the paper prints.
type Column = (f64, [(f64, f64, f64); 5]);
const TABLE_2: [Column; 2] = [
    (
        0.9,
        [
            (0.606_956, 0.0208, 0.62396),
            (0.023_114, 0.0039, 0.01660),
            (0.013_624, 0.000_59, 0.01314),
            (0.036_738, 0.0040, 0.02974),
            (0.036_724, 0.0040, 0.03006),
        ],
    ),
    (
        0.5,
        [
            (0.606_956, 0.000_87, 0.60679),
            (0.000_036_7, 0.000_007_4, 0.00004),
            (0.036_724, 0.000_197, 0.03674),
            (0.036_761, 0.000_197, 0.03678),
            (0.036_724, 0.000_199, 0.03687),
        ],
    ),
];

/// What the command gives for a seed: for each theta, its cells.
fn preset(seed: u64) -> Vec<(f64, Vec<f64>)> {
    let output = Command::new(env!("CARGO_BIN_EXE_gainline"))
        .args(["noise", "--preset", "kishida", "--format", "tsv", "--seed", &seed.to_string()])
        .output()
        .unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let mut lines = text.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let header = lines.next().unwrap();
    let number = |line: &[&str], name: &str| -> f64 {
        line[header.iter().position(|column| *column == name).unwrap()].parse().unwrap()
    };
    let cells = ["mean", "var_topics", "var_judging", "var_sum", "var_one_judging"];
    let row = |line: Vec<&str>| {
        (number(&line, "theta"), cells.iter().map(|name| number(&line, name)).collect())
    };
    lines.map(row).collect()
}

#[test]
fn kishida_s_table_2_is_reproduced_within_three_standard_errors() {
    let ours = preset(1);
    assert_eq!(ours.len(), 2);
    for ((theta, cells), (expected_theta, expected)) in ours.iter().zip(TABLE_2) {
        assert_eq!(*theta, expected_theta);
        for (cell, (expected, error, printed)) in cells.iter().zip(expected) {
            let (us, them) = ((cell - expected) / error, (printed - expected) / error);
            assert!(
                us.abs() <= 3.0,
                "theta {theta}: {cell} is {us} standard errors off {expected}"
            );
            assert!(them.abs() <= 3.0, "theta {theta}: {printed} is {them} standard errors off");
            // The difference of two simulations has a standard error of √2 such.
            let apart = (cell - printed) / (error * std::f64::consts::SQRT_2);
            assert!(apart.abs() <= 3.0, "theta {theta}: {cell} and {printed} are {apart} apart");
        }
    }
}

#[test]
fn other_seeds_scatter_as_the_standard_errors_say() {
    let mut squares = 0.0;
    let seeds = 2..=41;
    let mut count = 0.0;
    for seed in seeds {
        for ((_, cells), (_, expected)) in preset(seed).iter().zip(TABLE_2) {
            for (cell, (expected, error, _)) in cells.iter().zip(expected) {
                squares += ((cell - expected) / error).powi(2);
                count += 1.0;
            }
        }
    }
    // Of the ten cells of a seed, three of each theta are nearly the same, so that their mean square
    // varies by √(2 · (9 + 9 + 4)) / 10 from seed to seed; three times that of 40 seeds is allowed.
    let mean_square: f64 = squares / count;
    let error = 44_f64.sqrt() / 10.0 / 40_f64.sqrt();
    assert!((mean_square - 1.0).abs() < 3.0 * error, "{mean_square} is not 1 within 3 * {error}");
}
