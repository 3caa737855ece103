//! Kishida's simulation of unstable judgments.
//!
//! 50 topics with 10 ranked documents each. A document is relevant to a judge with chance θ or 1 − θ,
//! each for about half of the documents, chosen at random. That is what [`super::Confusion::flip`]
//! does with judgments of which a random half is relevant. The paper's step (2-a) has a document
//! relevant if a random number *exceeds* its chance, so with one less the chance; as half of the
//! documents have the one and half the other, that makes no difference.

use gainline::{Measure, Qrels, Result, Run};
use gainline_stats::Random;
use serde::Serialize;

/// How many topics, and documents of each, the simulation has.
const TOPICS: usize = 50;
const DOCUMENTS: usize = 10;

/// Judgments and a ranking drawn at random.
#[derive(Debug)]
pub struct Simulated {
    /// Half of the documents are relevant, on average.
    pub qrels: Qrels,
    /// Every topic's documents from 1 to 10.
    pub run: Run,
}

/// Draws the judgments of the simulation.
pub fn kishida(seed: u64) -> Result<Simulated> {
    // Repeats draw from the first streams, so this one is none of theirs.
    let mut random = Random::stream(seed, u64::MAX);
    let (mut judgments, mut ranking) = (vec![], vec![]);
    for topic in 1..=TOPICS {
        for document in 1..=DOCUMENTS {
            let (topic, id) = (topic.to_string(), format!("d{document}"));
            judgments.push((topic.clone(), id.clone(), random.below(2) as f64));
            ranking.push((topic, id, (DOCUMENTS - document) as f64));
        }
    }
    Ok(Simulated { qrels: Qrels::from_rows(judgments)?, run: Run::from_rows(ranking)? })
}

/// A column of Kishida's Table 2.
///
/// The numbers fit variances over topics with the divisor L = 50 for σ̂²_μ, and L − 1 for the last
/// row: only then do σ̂²_μ + σ̂²_d and the last row differ by what is printed. Gainline has L − 1 for
/// both, which is larger by 2 %, and by which the two estimate the same.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableTwo {
    /// θ.
    pub theta: f64,
    /// μ̂.
    pub mean: f64,
    /// σ̂²_μ.
    pub var_topics: f64,
    /// σ̂²_d.
    pub var_judging: f64,
    /// σ̂²_μ + σ̂²_d.
    pub var_sum: f64,
    /// The mean over repeats of the estimated population variance in one.
    pub var_one_judging: f64,
}

impl TableTwo {
    /// The column for this measure, theta and number of repeats, where there is one.
    pub(super) fn of(measure: &Measure, theta: Option<f64>, repeats: usize) -> Option<Self> {
        let table = KISHIDA_TABLE_2.into_iter().find(|table| Some(table.theta) == theta);
        table.filter(|_| measure.to_string() == "AP" && repeats == 1000)
    }
}

/// Kishida's Table 2 as it is printed: AP, 1000 repeats.
pub const KISHIDA_TABLE_2: [TableTwo; 2] = [
    TableTwo {
        theta: 0.9,
        mean: 0.62396,
        var_topics: 0.01660,
        var_judging: 0.01314,
        var_sum: 0.02974,
        var_one_judging: 0.03006,
    },
    TableTwo {
        theta: 0.5,
        mean: 0.60679,
        var_topics: 0.00004,
        var_judging: 0.03674,
        var_sum: 0.03678,
        var_one_judging: 0.03687,
    },
];
