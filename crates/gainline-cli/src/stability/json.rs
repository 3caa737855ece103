//! Stability as JSON, with the choices and facts behind it.

use super::Studied;
use super::report::About;
use crate::documents::{self, RankedChoices, RunFacts};
use gainline_analysis::stability::{PairOrder, SizeSwaps};
use serde::Serialize;
use std::io::{self, Write};

#[derive(Serialize)]
struct Document<'a> {
    choices: Choices<'a>,
    runs: Vec<RunFacts<'a>>,
    measures: Vec<MeasureDocument<'a>>,
}

#[derive(Serialize)]
struct Choices<'a> {
    #[serde(flatten)]
    shared: RankedChoices<'a>,
    sizes: &'a [usize],
    replace: bool,
    trials: usize,
    seed: u64,
    rate: f64,
    bin: f64,
    level: f64,
    /// Those that all runs have.
    topics_drawn_from: usize,
}

#[derive(Serialize)]
struct MeasureDocument<'a> {
    measure: String,
    sizes: Vec<SizeDocument>,
    /// The best run on all topics first.
    ranks: Vec<RanksDocument<'a>>,
    pairs: Vec<PairDocument<'a>>,
}

#[derive(Serialize)]
struct SizeDocument {
    topics: usize,
    comparisons: usize,
    swapped: usize,
    tied: usize,
    /// Of comparisons that are not tied; none where all are.
    swap_rate: Option<f64>,
    least_difference: Option<f64>,
    /// None where it is undefined on more than a third of the sets.
    tau: Option<f64>,
    sets: usize,
    sets_without_tau: usize,
    sure_from: Option<f64>,
    sure_share: Option<f64>,
    bins: Vec<BinDocument>,
}

#[derive(Serialize)]
struct PairDocument<'a> {
    first: &'a str,
    second: &'a str,
    difference: f64,
    reversed: f64,
    tied: f64,
}

#[derive(Serialize)]
struct BinDocument {
    from: f64,
    comparisons: usize,
    swapped: usize,
}

#[derive(Serialize)]
struct RanksDocument<'a> {
    run: &'a str,
    mean: f64,
    rank: f64,
    mean_rank: f64,
    best: f64,
    worst: f64,
    first: f64,
}

/// Writes everything as one JSON document.
pub(super) fn write_document(
    about: &About<'_>,
    studied: &[Studied<'_>],
    out: &mut dyn Write,
) -> io::Result<()> {
    let document = Document {
        choices: Choices {
            shared: RankedChoices::of(about.opened),
            sizes: &about.drawing.sizes,
            replace: about.drawing.replace,
            trials: about.args.trials,
            seed: about.args.seed,
            rate: about.args.rate,
            bin: about.drawing.bin,
            level: about.drawing.level,
            topics_drawn_from: about.topics,
        },
        runs: about.runs.iter().map(|run| RunFacts::of(&run.file, &run.seen())).collect(),
        measures: studied.iter().map(|of| measure(about, of)).collect(),
    };
    documents::write(&document, out)
}

fn measure<'a>(about: &'a About<'_>, of: &Studied<'_>) -> MeasureDocument<'a> {
    let ranks = |&run: &usize| {
        let ranks = &of.stability.ranks[run];
        RanksDocument {
            run: about.run(run),
            mean: of.mean(run),
            rank: ranks.rank,
            mean_rank: ranks.mean_rank,
            best: ranks.best,
            worst: ranks.worst,
            first: ranks.first,
        }
    };
    let pair = |pair: &PairOrder| PairDocument {
        first: about.run(pair.first),
        second: about.run(pair.second),
        difference: pair.difference,
        reversed: pair.reversed,
        tied: pair.tied,
    };
    MeasureDocument {
        measure: of.measure.to_string(),
        sizes: of.stability.sizes.iter().map(|size| size_document(about, size)).collect(),
        ranks: of.stability.order.iter().map(ranks).collect(),
        pairs: of.stability.pairs.iter().map(pair).collect(),
    }
}

fn size_document(about: &About<'_>, size: &SizeSwaps) -> SizeDocument {
    let sure = size.sure_from(about.args.rate);
    let bins = size.bins.iter().map(|bin| BinDocument {
        from: bin.from,
        comparisons: bin.comparisons,
        swapped: bin.swapped,
    });
    SizeDocument {
        topics: size.topics,
        comparisons: size.comparisons,
        swapped: size.swapped,
        tied: size.tied,
        swap_rate: size.swap_rate(),
        least_difference: size.least,
        tau: size.tau,
        sets: size.sets,
        sets_without_tau: size.without_tau,
        sure_from: sure.map(|sure| sure.difference),
        sure_share: sure.map(|sure| sure.share),
        bins: bins.collect(),
    }
}
