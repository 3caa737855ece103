//! The examples give the answers that they are about.

#[allow(dead_code)]
#[path = "../examples/compare.rs"]
mod compare;

use gainline_analysis::RunName;
use gainline_analysis::compare::{Decision, Finding};
use gainline_analysis::comparison::Status;

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");

#[test]
fn runs_are_compared_without_the_command_line() {
    let runs = ["boolean", "cached", "hybrid", "reranker", "titles"];
    let answer = compare::compare(EXAMPLES, &runs).unwrap();
    let Decision::Best { run, indistinguishable } = &answer.decision else {
        panic!("{:?}", answer.decision);
    };
    let others: Vec<&str> = indistinguishable.iter().map(RunName::as_str).collect();
    assert_eq!((run.as_str(), &others[..]), ("hybrid", &["reranker", "cached"][..]));
    let few = |finding: &Finding| matches!(finding, Finding::FewTopics { topics: 12, enough: 25 });
    assert!(answer.findings.iter().any(few));
    let statuses = answer.comparisons[0].pairs.iter().map(|pair| pair.status);
    assert_eq!(statuses.filter(|status| *status == Status::Better).count(), 5);
}
