//! Runs in columns, and single topics: what is refused, and the example.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

#[allow(dead_code)] // its `main`
#[path = "../examples/columns.rs"]
mod example;

use gainline::{Batch, Evaluator, Options, Qrels, Run, Scores};

#[test]
fn the_example_gives_the_scores_of_its_run() {
    let scores = example::scores().unwrap();
    assert_eq!(scores.topics(), ["t1", "t2"]);
    assert_eq!(scores.topic("t1").unwrap()[1..], [1.0, 0.5]);
    assert_eq!(scores.topic("t2").unwrap()[1..], [0.5, 0.5]);
    assert_eq!(scores.topic("t1").unwrap()[0], 2.5 / (2.0 + 1.0 / 3f64.log2()));
}

fn small() -> Evaluator {
    let qrels = Qrels::from_rows([("t1", "a", 1.0), ("t2", "a", 1.0)]).unwrap();
    let options = Options::default().topics(["t1"]);
    Evaluator::new(&qrels, &["RR".parse().unwrap()], options).unwrap()
}

fn error(batches: &[(&[&str], &[&str], &[f64])]) -> String {
    let batch = |&(topics, documents, scores): &(_, _, _)| Batch { topics, documents, scores };
    small().batches(batches.iter().map(batch)).map(|_: Scores| ()).unwrap_err().to_string()
}

#[test]
fn columns_that_are_no_run_are_errors_that_name_the_place() {
    assert_eq!(
        error(&[(&["t1"], &["a", "b"], &[1.0, 2.0])]),
        "the columns of a batch differ: 1 topics, 2 documents, 2 scores"
    );
    assert_eq!(
        error(&[(&["t1", "t2"], &["a", "b"], &[1.0, f64::NAN])]),
        "score of document `b` for topic `t2` is not a number"
    );
    assert_eq!(
        error(&[(&["t1", "t2"], &["a", "a"], &[1.0, 1.0]), (&["t1"], &["b"], &[1.0])]),
        "rows of topic `t1` come again after those of another topic\n  sort rows by topic, or \
         gather them in memory (Run::from_rows)"
    );
    assert_eq!(
        error(&[(&["t1"], &["a"], &[1.0]), (&["t1"], &["a"], &[0.5])]),
        "document `a` is ranked twice for topic `t1`\n  keep one of the rows"
    );
    assert_eq!(
        error(&[(&["t9"], &["a"], &[1.0])]),
        "no topic of this run is judged: it holds topics such as `t9`, the qrels `t1`\n  \
         is this run for other topics, or are their ids written in another way?"
    );
}

#[test]
fn a_single_topic_must_be_judged_and_asked_for() {
    let rows = || [("x", 2.0), ("a", 1.0)];
    assert_eq!(small().topic("t1", rows()).unwrap(), [0.5]);
    assert_eq!(small().topic::<&str>("t1", []).unwrap(), [0.0]);
    let error = |topic| small().topic(topic, rows()).unwrap_err().to_string();
    assert_eq!(error("t9"), "topic `t9` is not judged");
    assert_eq!(error("t2"), "topic `t2` is not among the topics asked for");
}

#[test]
fn no_rows_are_a_run_that_lacks_every_topic() {
    let scores = small().batches::<&str, &str>([]).unwrap();
    assert_eq!((scores.topics(), scores.missing()), (&["t1".to_string()][..], scores.topics()));
    assert_eq!(scores, small().evaluate(&Run::default()).unwrap());
}
