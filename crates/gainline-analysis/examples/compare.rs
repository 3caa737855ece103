//! What `gainline compare` does, with the answer as a struct. `cargo run --example compare`

use gainline::{Options, Result};
use gainline_analysis::compare::{Compare, CompareAnswer, Decision};
use gainline_analysis::{Experiment, Silent};

/// Compares the runs in a folder, with the randomized Tukey HSD by nDCG@10 and AP.
pub fn compare(folder: &str, runs: &[&str]) -> Result<CompareAnswer> {
    let qrels = format!("{folder}/qrels.txt");
    let runs: Vec<String> = runs.iter().map(|run| format!("{folder}/runs/{run}.run")).collect();
    let experiment = Experiment::open(qrels, &runs, Options::default())?;
    Compare::usual()?.answer(&experiment, &Silent)
}

fn main() -> Result<()> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    let answer = compare(folder, &["boolean", "hybrid", "titles"])?;
    for comparison in &answer.comparisons {
        for pair in &comparison.pairs {
            let (run, other, measure) = (&pair.run, &pair.baseline, &comparison.sample.measure);
            let (difference, p) = (pair.difference, pair.p_adjusted());
            println!("{measure}: {run} − {other} = {difference:+.4}, p = {p:?}: {:?}", pair.status);
        }
    }
    if let Decision::Best { run, indistinguishable } = &answer.decision {
        println!("{run} is the best run; not significantly worse: {indistinguishable:?}");
    }
    Ok(())
}
