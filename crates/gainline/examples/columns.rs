//! Evaluates a run that a program holds in columns, in batches of a few rows.

use gainline::{Batch, Evaluator, Options, Qrels, Result, Scores, parse_measures};

/// The scores of a small run.
pub fn scores() -> Result<Scores> {
    let qrels = Qrels::from_rows([("t1", "a", 2.0), ("t1", "b", 1.0), ("t2", "c", 1.0)])?;
    let topics = ["t1", "t1", "t1", "t2", "t2"];
    let documents: Vec<String> = ["a", "x", "b", "x", "c"].map(String::from).into();
    let scores = [0.9, 0.8, 0.7, 0.6, 0.5];

    let measures = parse_measures(["nDCG@10", "RR", "P@2"])?;
    let evaluator = Evaluator::new(&qrels, &measures, Options::default())?;
    let batches = [0..2, 2..5].map(|rows| Batch {
        topics: &topics[rows.clone()],
        documents: &documents[rows.clone()],
        scores: &scores[rows],
    });
    evaluator.batches(batches)
}

fn main() -> Result<()> {
    let scores = scores()?;
    for (measure, value) in scores.measures().iter().zip(scores.all()) {
        println!("{measure}\t{value:.4}");
    }
    Ok(())
}
