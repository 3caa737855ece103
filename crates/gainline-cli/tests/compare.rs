//! `gainline compare` gives the library's answer.

#[allow(dead_code)]
#[path = "../../gainline-analysis/examples/compare.rs"]
mod example;

use gainline_analysis::answer::Signed;
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
