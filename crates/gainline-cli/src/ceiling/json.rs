//! Losses as JSON, with the choices and facts behind them.

use super::report::About;
use super::rows::{Line, each_line};
use crate::documents::{self, ChoicesDocument, RunFacts};
use crate::notes::Seen;
use gainline::Source;
use gainline_analysis::ceiling::Facts;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};

#[derive(Serialize)]
struct Document<'a> {
    choices: Choices<'a>,
    vectors: VectorsDocument<'a>,
    measures: &'a [String],
    topics_with_queries: usize,
    optimal_documents_per_topic: Option<f64>,
    topics_without_relevant: &'a [String],
    topics_without_vectors: &'a [String],
    runs: Vec<RunDocument<'a>>,
    losses: Vec<Line<'a>>,
}

#[derive(Serialize)]
struct Choices<'a> {
    #[serde(flatten)]
    shared: ChoicesDocument<'a>,
    nonrelevant: String,
    folds: usize,
    repeats: usize,
    seed: u64,
    depth: usize,
}

#[derive(Serialize)]
struct RunDocument<'a> {
    #[serde(flatten)]
    facts: RunFacts<'a>,
    documents_per_topic: Option<f64>,
    retrieved: usize,
    retrieved_without_vector: usize,
    /// By measure, on how many topics the run ends before it stops looking.
    topics_too_short: BTreeMap<&'a str, usize>,
}

#[derive(Serialize)]
struct VectorsDocument<'a> {
    file: &'a str,
    kind: &'a str,
    documents: usize,
    dimension: usize,
    zero_vectors: usize,
    judged_vectors: usize,
    judged: usize,
    judged_without_vector: usize,
    relevant: usize,
    relevant_without_vector: usize,
    queries: usize,
    zero_queries: usize,
}

pub(super) fn write(about: &About<'_>, out: &mut dyn Write) -> io::Result<()> {
    let (found, design) = (about.found, about.design);
    let files: Vec<String> =
        about.opened.asked.iter().map(|run| Source::path(&run.file).name().to_string()).collect();
    let names = about.opened.asked.iter().map(|run| run.name.as_str());
    let seen = Seen::of_pool(names, &found.pool);
    let mut losses = vec![];
    each_line(about, |line| {
        losses.push(*line);
        Ok(())
    })?;
    let document = Document {
        choices: Choices {
            shared: ChoicesDocument::of(about.opened),
            nonrelevant: design.nonrelevant.to_string(),
            folds: design.folds,
            repeats: design.repeats,
            seed: design.seed,
            depth: design.depth,
        },
        vectors: vectors(about, found.facts),
        measures: &about.names,
        topics_with_queries: found.topics.len(),
        optimal_documents_per_topic: found.length(None),
        topics_without_relevant: &found.without_relevant,
        topics_without_vectors: &found.without_vectors,
        runs: (0..)
            .zip(files.iter().zip(&seen))
            .map(|(at, (file, seen))| run(about, at, RunFacts::of(file, seen)))
            .collect(),
        losses,
    };
    documents::write(&document, out)
}

fn run<'a>(about: &'a About<'_>, at: usize, facts: RunFacts<'a>) -> RunDocument<'a> {
    let found = about.found;
    let short = |(measure, name): (usize, &'a String)| (name.as_str(), found.shorter(at, measure));
    RunDocument {
        facts,
        documents_per_topic: found.length(Some(at)),
        retrieved: found.retrieved[at].documents,
        retrieved_without_vector: found.retrieved[at].without_vector,
        topics_too_short: about.names.iter().enumerate().map(short).collect(),
    }
}

fn vectors<'a>(about: &'a About<'_>, facts: Facts) -> VectorsDocument<'a> {
    VectorsDocument {
        file: about.vectors.name(),
        kind: about.vectors.kind(),
        documents: about.vectors.len(),
        dimension: about.vectors.dimension(),
        zero_vectors: facts.zero_vectors,
        judged_vectors: facts.judged_vectors,
        judged: facts.judged,
        judged_without_vector: facts.judged_without_vector,
        relevant: facts.relevant,
        relevant_without_vector: facts.relevant_without_vector,
        queries: facts.queries,
        zero_queries: facts.zero_queries,
    }
}
