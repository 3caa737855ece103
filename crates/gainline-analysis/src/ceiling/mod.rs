//! What do document vectors allow? Rocchio's optimal query, cross-validated.
//!
//! For each topic a query vector is made from the documents themselves: the mean of the relevant
//! ones' unit vectors minus the mean of the others' (J. Rocchio, Document Retrieval Systems:
//! Optimization and Evaluation, 1966, chapters 3 and 5.3). Of all queries it has the largest
//! difference between its mean cosine with the relevant documents and its mean cosine with the
//! others. What it finds tells how well the vectors keep relevant documents together, whatever
//! queries users write. Measured on the documents that it was made from, it knows the answers; so
//! parts of the judged documents are held out, and it is measured on these, with those it was made
//! from removed from the ranking.

mod check;
mod conclusion;
mod facts;
mod lengths;
mod optimal;
mod plan;
mod results;
mod search;
mod split_evaluator;
mod study;

pub use check::DEEPEST;
pub use conclusion::{Finding, RunVerdict, Verdict};
pub use facts::{Retrieved, VectorUse};
pub use results::{Judgments, Losses};

use crate::default_measures;
use crate::progress::Part;
use crate::vectors::Vectors;
use crate::{Answer, Experiment, Progress, Provenance};
use gainline::{Error, ErrorKind, Measure, Result, parse_measures};
use results::CeilingResults;
use serde::Serialize;

/// What do document vectors allow, and how far are runs from it?
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ceiling {
    /// The measures.
    pub measures: Vec<Measure>,
    /// How optimal queries are made and evaluated.
    #[serde(flatten)]
    pub design: Design,
    /// The losses of every topic too.
    pub per_topic: bool,
    /// Keep the rankings of the queries made from all judgments, for [`CeilingAnswer::optimal_run`].
    pub rankings: bool,
}

/// How optimal queries are made and evaluated.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Design {
    /// Which documents count as not relevant when queries are made: their mean vector is subtracted.
    pub nonrelevant: Nonrelevant,
    /// Into how many parts the judged documents are divided, each of which is held out once; from 2
    /// up.
    pub folds: usize,
    /// How often they are divided anew, from 1 up.
    pub repeats: usize,
    /// The seed of the random divisions.
    pub seed: u64,
    /// How many documents of a ranking are measured, from 1 up; in larger collections, to
    /// [`DEEPEST`].
    pub depth: usize,
}

impl Default for Design {
    fn default() -> Self {
        let nonrelevant = Nonrelevant::Collection;
        Design { nonrelevant, folds: 2, repeats: 5, seed: 1, depth: 1000 }
    }
}

/// Whose mean vector is subtracted in an optimal query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Nonrelevant {
    /// All others of the collection, judged or not: Rocchio's definition.
    #[default]
    Collection,
    /// Those that are judged not relevant.
    Judged,
}

named!(Nonrelevant: Collection "collection", Judged "judged");

/// What came of it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CeilingAnswer {
    /// What was asked.
    pub request: Ceiling,
    /// Where the numbers come from.
    pub provenance: Provenance,
    /// The vectors.
    pub vectors: VectorFacts,
    /// The topics.
    pub topics: TopicFacts,
    /// The runs, in the order of `provenance.runs`.
    pub runs: Vec<RunLengths>,
    /// For held-out and then for all judgments, for each run: by topic where that was asked for,
    /// then over all topics. Without runs, the same without one.
    pub losses: Vec<LossRow>,
    /// What the first measure says that has a better and a worse; none where nothing could be held
    /// out.
    pub verdict: Option<Verdict>,
    /// What else there is to know.
    pub findings: Vec<Finding>,
    /// By topic, what the queries made from all judgments find, where that was asked for: documents
    /// with their cosines, best first.
    #[serde(skip)]
    pub rankings: Vec<(String, Vec<(String, f64)>)>,
}

/// What there is to know about the vectors.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VectorFacts {
    /// The file, as it was named.
    pub file: String,
    /// How they are stored, in words.
    pub kind: String,
    /// How many documents have one.
    pub documents: usize,
    /// How many numbers a vector has.
    pub dimension: usize,
    /// How they go together with judgments and queries.
    #[serde(flatten)]
    pub used: VectorUse,
}

/// What there is to know about the topics.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TopicFacts {
    /// All of them.
    pub all: usize,
    /// Those with optimal queries.
    pub with_queries: usize,
    /// Those of them with enough relevant documents to hold some out.
    pub held_out: usize,
    /// Into how many parts the judged documents of these are divided on average.
    pub mean_parts: Option<f64>,
    /// Those without a relevant document.
    pub without_relevant: Vec<String>,
    /// Those with relevant documents, none of which has a vector to make a query from.
    pub without_vectors: Vec<String>,
    /// How many documents an optimal query ranks on average, with nothing held out.
    pub optimal_documents: Option<f64>,
}

/// How long a run's rankings are.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunLengths {
    /// The run.
    pub run: String,
    /// Its documents per topic on average, with nothing held out.
    pub mean_documents: Option<f64>,
    /// What it retrieved.
    pub retrieved: Retrieved,
    /// By measure, on how many topics its ranking ends before the measure does, while the optimal
    /// query's goes on.
    pub topics_too_short: Vec<usize>,
}

/// Losses by a measure.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LossRow {
    /// On which judgments.
    pub judgments: Judgments,
    /// The run; none where no runs were given.
    pub run: Option<String>,
    /// The topic; none for all of them.
    pub topic: Option<String>,
    /// The measure.
    pub measure: Measure,
    /// The values and losses.
    #[serde(flatten)]
    pub losses: Losses,
}

impl Answer for CeilingAnswer {
    const NAME: &'static str = "ceiling";
}

impl Ceiling {
    /// By these measures, and as usual otherwise.
    pub fn by(measures: Vec<Measure>) -> Self {
        Ceiling { measures, design: Design::default(), per_topic: false, rankings: false }
    }

    /// By the usual measures.
    pub fn usual() -> Result<Self> {
        Ok(Ceiling::by(parse_measures([default_measures::CEILING])?))
    }

    /// Makes optimal queries, searches for them and measures what they find, beside the runs.
    pub fn answer(
        self,
        experiment: &Experiment,
        vectors: &Vectors,
        progress: &dyn Progress,
    ) -> Result<CeilingAnswer> {
        let Experiment { qrels, options, .. } = experiment;
        check::options(options)?;
        let runs = experiment.loaded_runs(progress)?;
        const STEPS: f64 = 1000.0;
        let told = |share: f64| {
            let part = Part { what: "searching vectors", at: 1, of: 1 };
            progress.working(part, (share * STEPS) as usize, STEPS as usize);
        };
        let (measures, design) = (&self.measures, &self.design);
        let results = study::study(qrels, &runs, measures, options, vectors, design, &told)?;
        if results.topics.is_empty() {
            return Err(no_topic(&results, vectors, options.rel));
        }
        let names: Vec<&str> = experiment.runs.iter().map(|run| run.name.as_str()).collect();
        let mut answer = CeilingAnswer {
            provenance: Provenance::of_pool(experiment, &results.pool)?,
            vectors: VectorFacts {
                file: vectors.name().into(),
                kind: vectors.kind().into(),
                documents: vectors.len(),
                dimension: vectors.dimension(),
                used: results.facts,
            },
            topics: self.topic_facts(&results),
            runs: run_lengths(&names, &results),
            losses: self.losses(&names, &results),
            verdict: conclusion::verdict(&names, &results),
            findings: vec![],
            rankings: if self.rankings { rankings(&results, vectors) } else { vec![] },
            request: self,
        };
        answer.findings = conclusion::findings(&answer);
        Ok(answer)
    }

    fn topic_facts(&self, results: &CeilingResults) -> TopicFacts {
        let held_out = results.topics_on(Judgments::HeldOut);
        // Beside one query for each topic's whole, each part has one.
        let parts = (results.facts.queries - results.topics.len()) / self.design.repeats;
        TopicFacts {
            all: results.pool.topics().len(),
            with_queries: results.topics.len(),
            held_out,
            mean_parts: (held_out > 0).then(|| parts as f64 / held_out as f64),
            without_relevant: results.without_relevant.clone(),
            without_vectors: results.without_vectors.clone(),
            optimal_documents: results.length(None),
        }
    }

    fn losses(&self, names: &[&str], results: &CeilingResults) -> Vec<LossRow> {
        let runs: Vec<Option<usize>> = match names {
            [] => vec![None],
            _ => (0..names.len()).map(Some).collect(),
        };
        let mut rows = vec![];
        for judgments in Judgments::BOTH {
            for &run in &runs {
                let mut push = |topic: Option<&String>, measure: usize, losses: Option<Losses>| {
                    rows.extend(losses.map(|losses| LossRow {
                        judgments,
                        run: run.map(|run| names[run].to_string()),
                        topic: topic.cloned(),
                        measure: self.measures[measure].clone(),
                        losses,
                    }));
                };
                for topic in results.topics.iter().filter(|_| self.per_topic) {
                    for (at, measure) in self.measures.iter().enumerate() {
                        let losses = topic.losses(judgments, (at, measure), run);
                        push(Some(&topic.topic), at, losses);
                    }
                }
                for at in 0..self.measures.len() {
                    push(None, at, results.losses(judgments, at, run));
                }
            }
        }
        rows
    }
}

impl CeilingAnswer {
    /// What the queries made from all judgments find, as the text of a run; empty where rankings
    /// were not asked for.
    pub fn optimal_run(&self) -> String {
        let mut text = String::new();
        for (topic, documents) in &self.rankings {
            for (rank, (document, cosine)) in (1..).zip(documents) {
                text.push_str(&format!("{topic} Q0 {document} {rank} {cosine} optimal\n"));
            }
        }
        text
    }
}

fn run_lengths(names: &[&str], results: &CeilingResults) -> Vec<RunLengths> {
    let run = |(at, name): (usize, &&str)| RunLengths {
        run: (*name).into(),
        mean_documents: results.length(Some(at)),
        retrieved: results.retrieved[at],
        topics_too_short: (0..results.measures.len()).map(|m| results.shorter(at, m)).collect(),
    };
    names.iter().enumerate().map(run).collect()
}

fn rankings(results: &CeilingResults, vectors: &Vectors) -> Vec<(String, Vec<(String, f64)>)> {
    let id = |(row, cosine): &(usize, f64)| (vectors.ids().get(*row).to_string(), *cosine);
    let topics = results.topics.iter();
    topics.map(|topic| (topic.topic.clone(), topic.ranking.iter().map(id).collect())).collect()
}

/// There is nothing to make a query from.
fn no_topic(results: &CeilingResults, vectors: &Vectors, rel: f64) -> Error {
    match results.without_vectors.first() {
        None => {
            let message = format!("no document is relevant: none has grade {rel} or higher");
            Error::new(ErrorKind::Nothing, message)
                .remedy("give another lowest relevant grade (--rel)")
        }
        Some(topic) => {
            let message = format!(
                "no relevant document has a vector that is not zero, such as those of topic `{topic}`"
            );
            Error::new(ErrorKind::Nothing, message)
                .in_file(vectors.name())
                .remedy("give vectors of the relevant documents")
        }
    }
}

#[cfg(test)]
mod tests;
