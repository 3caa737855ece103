//! Kishida's Table 1 by the command, the replay on the bundled collection, and what small worlds
//! should be told.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use std::path::{Path, PathBuf};
use std::process::Command;

fn gainline(arguments: &str) -> String {
    gainline_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."), arguments)
}

fn gainline_in(folder: &Path, arguments: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_gainline"))
        .args(arguments.split(' '))
        .current_dir(folder)
        .env("COLUMNS", "10000")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A folder with these judgments of topic `t` in `qrels`, and a run for each ranking: `A`, `B` …
fn small_world(name: &str, judged: &[(&str, i32)], rankings: &[&str]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("missing-{name}"));
    std::fs::create_dir_all(&folder).unwrap();
    let rows: String = judged.iter().map(|(d, grade)| format!("t 0 {d} {grade}\n")).collect();
    std::fs::write(folder.join("qrels"), rows).unwrap();
    for (run, documents) in ["A", "B", "C"].iter().zip(rankings) {
        let ranked = documents.split(' ').enumerate();
        let row = |(at, d): (usize, &str)| format!("t Q0 {d} {} {} {run}\n", at + 1, 1000 - at);
        std::fs::write(folder.join(run), ranked.map(row).collect::<String>()).unwrap();
    }
    folder
}

/// The text as one line, however it was broken.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn assert_says(text: &str, words: &str) {
    assert!(one_line(text).contains(words), "`{words}` is not in:\n{text}");
}

/// o0, o1 and o2 being relevant turns it, though neither none nor all of them do.
#[test]
fn what_turns_between_the_ends_is_not_called_safe() {
    let mut judged = vec![("r0", 1), ("r1", 1), ("r2", 1)];
    judged.extend(["n0", "n1", "n2", "n3", "n4"].map(|name| (name, 0)));
    let rankings = ["n2 n4 n1 r1 n3 r0 n0", "n2 r1 n1 n3 n4 n0 r0 r2", "o0 o1 o2 o3 o4"];
    let folder = small_world("rprec", &judged, &rankings);
    let shown = gainline_in(&folder, "missing qrels A B C -m Rprec --show flips -f tsv");
    let row = shown.lines().find(|row| row.starts_with("Rprec\tB\tA\t")).unwrap();
    assert!(!row.contains("safe"), "{row}");
}

#[test]
fn without_bounds_there_are_dashes_and_a_reason() {
    let many = (0..400).map(|n| format!("o{n}")).collect::<Vec<_>>().join(" ");
    let folder = small_world("bpref", &[("x", 0), ("r", 1)], &["r x", "x r", &many]);
    let shown = gainline_in(&folder, "missing qrels A B C -m Bpref --show scores,flips");
    assert_says(&shown, "no bounds: the bounds of `Bpref` are found by trying how many unjudged");
    let row = shown.lines().find(|line| line.starts_with("Bpref") && line.contains(" A ")).unwrap();
    assert_eq!(row.split_whitespace().skip(4).collect::<Vec<_>>(), ["-", "-"]);
    assert_says(&shown, "By Bpref, none of 3 comparisons is shown to be safe");
}

#[test]
fn a_collection_without_relevant_documents_can_be_started() {
    let folder = small_world("start", &[("a", 0), ("b", -1)], &["a x y", "z a"]);
    let shown = gainline_in(&folder, "missing qrels A B");
    let supposed =
        "no judged document is relevant by AP: relevant unjudged ones are assumed to have grade 1";
    assert_says(&shown, supposed);
    let next = gainline_in(&folder, "missing qrels A B -f tsv");
    assert!(next.lines().nth(1).unwrap().starts_with("1\tt\tz\t0."), "{next}");
    let shown = gainline_in(&folder, "missing qrels A B -m AP --rel 3 --show scores -f json");
    assert!(
        shown.contains(
            "\"code\": \"supposed-grade\",\n      \"measure\": \"AP(rel=3)\",\n      \"grade\": 3.0"
        ),
        "{shown}"
    );
}

#[test]
fn a_replay_that_was_cut_off_says_so() {
    let shown = gainline(
        "missing examples/qrels.txt examples/runs/hybrid.run examples/runs/titles.run \
         examples/runs/cached.run --replay -m nDCG@10 --batch 20 --most 60",
    );
    assert_says(&shown, "only the first 60 of 165 (--most)");
    assert_says(&shown, "within the first 60 of 165 judgments");
    assert!(!shown.contains("for good with"), "{shown}");
    let rows = shown.lines().filter(|line| line.starts_with("nDCG@10  value"));
    let stays: Vec<&str> = rows.map(|row| row.split_whitespace().nth(4).unwrap()).collect();
    assert_eq!(stays, ["-", "-", "-"]);
}

#[test]
fn a_replay_of_runs_that_end_equal_says_so() {
    let folder = small_world("equal", &[("a", 1), ("b", 0)], &["a b", "a b"]);
    let shown = gainline_in(&folder, "missing qrels A B --replay -m AP");
    assert_says(&shown, "by all judgments the runs are equal, so there is no order to reach.");
    assert!(!shown.contains("neither order"), "{shown}");
}

/// What is said to turn a comparison turns it, when it is judged so.
#[test]
fn the_documents_that_turn_a_comparison_do() {
    let runs = "examples/runs/boolean.run examples/runs/cached.run";
    let shown = gainline(&format!(
        "missing examples/qrels.txt {runs} -m nDCG@10,Sat@10 --show flips -f tsv"
    ));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut turned = 0;
    for row in shown.lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let documents: Vec<&str> = cells[8].split(' ').filter(|cell| !cell.is_empty()).collect();
        assert_eq!(cells[7].parse().unwrap_or(0), documents.len() / 2, "{row}");
        if documents.is_empty() {
            continue;
        }
        let mut qrels = std::fs::read_to_string(root.join("examples/qrels.txt")).unwrap();
        let pairs = documents.chunks(2);
        qrels.extend(pairs.map(|pair| format!("{} 0 {} 3\n", pair[0], pair[1])));
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("missing-turned.qrels");
        std::fs::write(&file, qrels).unwrap();
        let means = gainline(&format!("eval {} {runs} -m {} -f csv", file.display(), cells[0]));
        let mean = |run: &str| -> f64 {
            let row = means.lines().find(|row| row.starts_with(run)).unwrap();
            row.rsplit(',').next().unwrap().parse().unwrap()
        };
        assert!(mean(cells[1]) < mean(cells[2]), "{row}\n{means}");
        turned += 1;
    }
    assert!(turned > 0, "{shown}");
    let shown = gainline(&format!("missing examples/qrels.txt {runs} -m nDCG@10 --show flips"));
    assert_says(&shown, "more relevant documents: t");
}

#[test]
fn different_depths_and_topics_are_warned_of() {
    let runs = "examples/runs/hybrid.run examples/runs/cached.run";
    let shown = gainline(&format!("missing examples/qrels.txt {runs} --show unjudged"));
    assert_says(&shown, "documents per topic on average: hybrid 30, cached 20");
    assert_says(&shown, "caution the runs have different depths");
    let alike = gainline(&format!("missing examples/qrels.txt {runs} --show unjudged --depth 10"));
    assert!(!alike.contains("caution"), "{alike}");
    let skip = gainline(&format!("missing examples/qrels.txt {runs} --show flips --missing skip"));
    assert_says(&skip, "runs are compared on different topics");
}

#[test]
fn where_nothing_is_in_doubt_it_is_said() {
    // x is unjudged, and at the same rank of both.
    let folder = small_world("settled", &[("a", 1), ("b", 0)], &["a b x", "b a x"]);
    let shown = gainline_in(&folder, "missing qrels A B -m RR");
    assert_says(&shown, "the order of these runs is certain");
    assert!(!shown.contains("of the total uncertainty by"), "{shown}");
    let folder = small_world("judged", &[("a", 1), ("b", 0)], &["a b", "b a"]);
    let shown = gainline_in(&folder, "missing qrels A B");
    assert!(!shown.contains("Change on discovery"), "{shown}");
    assert_says(&shown, "No run has an unjudged document whose discovery would change a score.");
}

#[test]
fn leaving_out_speaks_of_these_runs_only() {
    let shown = gainline(
        "missing examples/qrels.txt examples/runs/hybrid.run examples/runs/titles.run --show \
         leave-out",
    );
    assert_says(&shown, "unique among these 2 runs; runs not given may have retrieved these");
    assert!(!shown.contains("-0.0 %"), "{shown}");
}

/// The recipe in the help makes qrels of what was judged: of a sheet with Windows' line ends, one of
/// whose rows lost its empty last column, and of qrels whose last line has no end.
#[cfg(unix)]
#[test]
fn a_pool_that_was_judged_becomes_qrels() {
    let help = gainline("missing --help");
    let from = help.lines().skip_while(|line| !line.trim().starts_with("awk "));
    let recipe: Vec<&str> = from.take_while(|line| line.starts_with("  ")).collect();
    let recipe = recipe.join("\n");
    let folder = small_world("pool", &[("a", 1), ("b", 0)], &["a x y", "b z a"]);
    std::fs::rename(folder.join("qrels"), folder.join("qrels.txt")).unwrap();
    gainline_in(&folder, "missing qrels.txt A B --next 2 -o pool.tsv");
    let pool = std::fs::read_to_string(folder.join("pool.tsv")).unwrap();
    let rows: Vec<&str> = pool.lines().collect();
    assert!(rows[0].ends_with("\trank_A\trank_B\tgrade"), "{pool}");
    // One of the two is judged.
    let judged = format!("{}\r\n{}2\r\n{}\r\n", rows[0], rows[1], rows[2].trim_end());
    std::fs::write(folder.join("pool.tsv"), judged).unwrap();
    let qrels = std::fs::read_to_string(folder.join("qrels.txt")).unwrap();
    std::fs::write(folder.join("qrels.txt"), qrels.trim_end()).unwrap();
    let ran = Command::new("sh").args(["-c", &recipe]).current_dir(&folder).status().unwrap();
    assert!(ran.success());
    let qrels = std::fs::read_to_string(folder.join("new.txt")).unwrap();
    let document = rows[1].split('\t').nth(2).unwrap();
    assert_eq!(qrels, format!("t 0 a 1\nt 0 b 0\nt 0 {document} 2\n"));
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

/// Bounds that are not asked for are not searched, so that nothing is said of there being none.
#[test]
fn only_what_is_shown_is_computed() {
    let asked = "missing examples/qrels.txt examples/runs/hybrid.run -m infAP -f json --show";
    let reason = "found by trying grades";
    assert!(gainline(&format!("{asked} scores")).contains(reason));
    assert!(!gainline(&format!("{asked} discovery,next")).contains(reason));
}
