//! Kishida's Table 1 by the command, and the replay on the bundled collection.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use std::path::Path;
use std::process::Command;

fn gainline(arguments: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_gainline"))
        .args(arguments.split(' '))
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// K. Kishida, Property of average precision and its generalization, NII-2005-014E, Table 1: the
/// change of average precision after finding a new relevant document at rank 101. The paper rounds;
/// cut off, 0.00402 and 0.00010 would read 0.00401 and 0.00009.
#[test]
fn table_1_of_kishida_is_reproduced_to_the_printed_digits() {
    let printed = [
        ("10", ["0.00081", "-0.01737", "-0.03555"]),
        ("50", ["0.00794", "0.00402", "0.00010"]),
        ("100", ["0.00891", "0.00693", "0.00495"]),
    ];
    let shown =
        gainline("missing --discover-at 101 --relevant 10,50,100 --ap 0.1,0.3,0.5 --digits 5");
    for (relevant, changes) in printed {
        let row = shown.lines().find(|line| line.split_whitespace().next() == Some(relevant));
        let cells: Vec<&str> = row.unwrap().split_whitespace().skip(1).collect();
        assert_eq!(cells, changes, "R = {relevant}");
    }
}

/// On the bundled collection, the order proposed comes to the final order of the runs with fewer
/// judgments than a pool that deepens; docs/judging.md tells of other collections.
#[test]
fn the_order_proposed_needs_fewer_judgments_than_a_deepening_pool_on_the_example() {
    let runs = ["boolean", "cached", "hybrid", "reranker", "titles"];
    let runs = runs.map(|run| format!("examples/runs/{run}.run")).join(" ");
    let points = gainline(&format!("missing examples/qrels.txt {runs} --replay -m nDCG@10 -f tsv"));
    let stays = |order: &str, column: usize| {
        let mut judgments = usize::MAX;
        for line in points.lines().rev() {
            let cells: Vec<&str> = line.split('\t').collect();
            if cells[1] == order {
                if cells[column] != "1" {
                    break;
                }
                judgments = cells[2].parse().unwrap();
            }
        }
        judgments
    };
    for column in [3, 4] {
        assert!(stays("next", column) < stays("depth", column));
        assert!(stays("depth", column) < stays("random", column));
    }
}
