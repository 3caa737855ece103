//! Kishida's simulation of unstable judgments, as data for [`super::noise`].
//!
//! 50 topics with 10 ranked documents each. A document is relevant to a judge with chance θ or 1 − θ,
//! each for about half of the documents, chosen at random. That is what [`super::Confusion::flip`]
//! does with judgments of which a random half is relevant. The paper's step (2-a) has a document
//! relevant if a random number *exceeds* its chance, so with one less the chance; as half of the
//! documents have the one and half the other, that makes no difference.

use gainline::{Qrels, Result, Run};
use gainline_stats::Random;

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
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TableTwo {
    /// θ.
    pub theta: f64,
    /// μ̂.
    pub mean: f64,
    /// σ̂²_μ.
    pub between_topics: f64,
    /// σ̂²_d.
    pub from_judging: f64,
    /// σ̂²_μ + σ̂²_d.
    pub sum: f64,
    /// The mean over repeats of the estimated population variance in one.
    pub in_one_judging: f64,
}

/// Kishida's Table 2 as it is printed: AP, 1000 repeats.
pub const KISHIDA_TABLE_2: [TableTwo; 2] = [
    TableTwo {
        theta: 0.9,
        mean: 0.62396,
        between_topics: 0.01660,
        from_judging: 0.01314,
        sum: 0.02974,
        in_one_judging: 0.03006,
    },
    TableTwo {
        theta: 0.5,
        mean: 0.60679,
        between_topics: 0.00004,
        from_judging: 0.03674,
        sum: 0.03678,
        in_one_judging: 0.03687,
    },
];
