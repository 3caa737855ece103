//! `gainline compare` gives the library's answer.

#[allow(dead_code)]
#[path = "../../gainline-analysis/examples/compare.rs"]
mod example;

use gainline_analysis::answer::Signed;
use std::fmt::Write;
use std::process::Command;

#[test]
fn json_is_the_answer_that_the_library_gives() {
    let runs = ["boolean", "cached", "hybrid", "reranker", "titles"];
    let folder = "../../examples";
    let answer = example::compare(folder, &runs).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_gainline"))
        .args(["compare", "-f", "json", &format!("{folder}/qrels.txt")])
        .args(runs.map(|run| format!("{folder}/runs/{run}.run")))
        .env_remove("GAINLINE_THREADS")
        .output()
        .unwrap();
    let mut wanted = vec![];
    gainline_report::write_json(&Signed::new(&answer), &mut wanted).unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), String::from_utf8(wanted).unwrap());
}

/// Of 40 runs, the first is the best on most topics; the others differ by chance only.
#[test]
fn of_many_runs_the_best_are_shown_and_scripts_get_all() {
    let folder = std::env::temp_dir().join(format!("gainline-many-runs-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut state = 1_u64;
    let mut random = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize
    };
    let mut qrels = String::new();
    for topic in 0..30 {
        (0..10).for_each(|doc| writeln!(qrels, "{topic} 0 d{doc} {}", u8::from(doc == 0)).unwrap());
    }
    std::fs::write(folder.join("qrels.txt"), qrels).unwrap();
    let mut files = vec![folder.join("qrels.txt")];
    for run in 0..40 {
        let mut rows = String::new();
        for topic in 0..30 {
            let relevant = random() % if run == 0 { 2 } else { 10 };
            for rank in 0..10 {
                let doc = if rank == relevant { 0 } else { rank + usize::from(rank < relevant) };
                writeln!(rows, "{topic} Q0 d{doc} {} {} r{run}", rank + 1, 10 - rank).unwrap();
            }
        }
        files.push(folder.join(format!("r{run}.run")));
        std::fs::write(files.last().unwrap(), rows).unwrap();
    }
    let compare = |options: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gainline"));
        command.arg("compare").args(&files).args(["-m", "RR"]).args(options);
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let text = compare(&[]);
    assert!(text.contains("… and 20 more runs; --all-runs shows all."), "{text}");
    assert!(text.contains("others above; --all-pairs shows all 780 pairs."), "{text}");
    assert_eq!(text.lines().filter(|line| line.starts_with("r0  ")).count(), 1 + 19, "{text}");
    let all = compare(&["--all-runs"]);
    assert!(!all.contains("more runs"), "{all}");
    assert_eq!(all.lines().filter(|line| line.starts_with("r0  ")).count(), 1 + 39, "{all}");
    let baseline = compare(&["--baseline", "r7"]);
    assert!(baseline.contains("r7 (baseline)"), "{baseline}");
    let kinds = |kind: &str, rows: &str| {
        rows.lines().filter(|row| row.split('\t').nth(3) == Some(kind)).count()
    };
    let rows = compare(&["-f", "tsv"]);
    assert_eq!((kinds("run", &rows), kinds("pair", &rows)), (40, 780));
    std::fs::remove_dir_all(&folder).unwrap();
}
