//! Correlations as JSON, with the choices and facts behind them.

use super::part::Part;
use super::report::About;
use crate::comparison::RankedRuns;
use crate::comparison::{RankAgreement, Statistic};
use crate::documents::{self, ChoicesDocument, Ordered, RunFacts};
use serde::Serialize;
use std::io::{self, Write};

#[derive(Serialize)]
struct Document<'a> {
    choices: Choices<'a>,
    measures: Vec<String>,
    runs: Vec<RunFacts<'a>>,
    parts: Vec<PartDocument<'a>>,
}

#[derive(Serialize)]
struct Choices<'a> {
    #[serde(flatten)]
    shared: ChoicesDocument<'a>,
    against: Option<&'a str>,
    depth: Option<usize>,
    collection_size: Option<usize>,
    test: String,
    correction: &'static str,
    alpha: f64,
    trials: usize,
    seed: u64,
}

#[derive(Serialize)]
struct PartDocument<'a> {
    slice: String,
    topics: usize,
    /// Two measures, or one by two judgments.
    correlations: Vec<AlikeDocument<'a>>,
    discrimination: Vec<RankedDocument<'a>>,
}

#[derive(Serialize)]
struct AlikeDocument<'a> {
    judgments: &'static str,
    measure: String,
    other: Option<String>,
    #[serde(flatten)]
    statistics: Ordered<'a, Statistic>,
    swapped_runs: Vec<[&'a str; 2]>,
}

#[derive(Serialize)]
struct RankedDocument<'a> {
    judgments: &'static str,
    measure: String,
    #[serde(flatten)]
    statistics: Ordered<'a, Statistic>,
    means: Ordered<'a, f64>,
    pairs: Vec<PairDocument<'a>>,
}

#[derive(Serialize)]
struct PairDocument<'a> {
    first: &'a str,
    second: &'a str,
    difference: f64,
    p: Option<f64>,
    separated: bool,
}

/// Writes everything as one JSON document.
pub(super) fn write_document(
    about: &About<'_>,
    parts: &[Part],
    out: &mut dyn Write,
) -> io::Result<()> {
    let options = &about.opened.options;
    let document = Document {
        choices: Choices {
            shared: ChoicesDocument::of(about.opened),
            against: about.second.map(|second| second.qrels_file.as_str()),
            depth: options.depth,
            collection_size: options.collection,
            test: about.plan.test.to_string(),
            correction: about.plan.correction.name(),
            alpha: about.plan.alpha,
            trials: about.trials,
            seed: about.seed,
        },
        measures: about.measures.iter().map(ToString::to_string).collect(),
        runs: about.runs.iter().map(|run| RunFacts::of(&run.file, &run.seen())).collect(),
        parts: parts.iter().map(|part| part_document(about, part)).collect(),
    };
    documents::write(&document, out)
}

fn part_document<'a>(about: &'a About<'_>, part: &Part) -> PartDocument<'a> {
    let name = |at: usize| part.first[at].measure.to_string();
    let alike =
        |judgments, measure: usize, other: Option<usize>, alike: &RankAgreement| AlikeDocument {
            judgments,
            measure: name(measure),
            other: other.map(name),
            statistics: Ordered(alike.statistics().into()),
            swapped_runs: alike
                .swapped
                .iter()
                .map(|&(a, b)| [about.run(a), about.run(b)])
                .collect(),
        };
    let measures = part.measures.iter().map(|(a, b, pair)| alike("first", *a, Some(*b), pair));
    let judgments = part.judgments.iter().enumerate().map(|(m, pair)| alike("both", m, None, pair));
    let ranked = |(judgments, ranked): (&'static str, &RankedRuns)| RankedDocument {
        judgments,
        measure: ranked.measure.to_string(),
        statistics: Ordered(ranked.statistics().into()),
        means: Ordered(ranked.means.iter().enumerate().map(|(r, m)| (about.run(r), *m)).collect()),
        pairs: ranked
            .pairs
            .iter()
            .map(|pair| PairDocument {
                first: about.run(pair.first.place),
                second: about.run(pair.second.place),
                difference: pair.difference,
                p: pair.p,
                separated: pair.separated,
            })
            .collect(),
    };
    PartDocument {
        slice: part.label(),
        topics: part.topics,
        correlations: measures.chain(judgments).collect(),
        discrimination: part.ranked().map(ranked).collect(),
    }
}
