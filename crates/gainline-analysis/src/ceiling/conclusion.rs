//! Where the losses are, and what makes them uncertain.

use super::results::CeilingResults;
use super::{CeilingAnswer, Judgments, Losses};
use gainline::Measure;
use serde::Serialize;

/// What a measure says on held-out judgments.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Verdict {
    /// The measure.
    pub measure: Measure,
    /// Over all topics, whatever runs have of them.
    pub overall: Losses,
    /// The runs, on the topics that count for each.
    pub runs: Vec<RunVerdict>,
    /// What optimal queries reach on all judgments of the same topics, where that is better.
    pub optimal_on_all_judgments: Option<f64>,
}

/// Where a run loses.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunVerdict {
    /// The run.
    pub run: String,
    /// Its values and losses.
    #[serde(flatten)]
    pub losses: Losses,
    /// Whether it is better than the optimal queries: it uses more than these vectors, or more than the
    /// documents show that the queries were made from.
    pub better_than_optimal: bool,
    /// Whether the confidence interval of the query loss includes 0.
    pub uncertain: bool,
    /// On how many topics its ranking ends before the measure does.
    pub topics_too_short: usize,
}

/// A fact worth knowing.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "CeilingFinding"))]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum Finding {
    /// No topic has two relevant documents with vectors, so nothing could be held out.
    NothingHeldOut,
    /// One in ten or more of the documents that these runs retrieved have no vector, so that optimal
    /// queries choose among fewer documents, and what they reach is probably too high.
    RetrievedWithoutVectors {
        /// The runs.
        runs: Vec<String>,
    },
    /// Most vectors are of judged documents: if others were searched too, what optimal queries reach
    /// is too high without their vectors.
    MostVectorsJudged {
        /// Vectors of judged documents.
        judged: usize,
        /// All vectors.
        vectors: usize,
    },
    /// The run ends before measures do, so that it also loses by its length.
    RunTooShort {
        /// The run.
        run: String,
        /// The measures.
        measures: Vec<Measure>,
    },
}

/// What the first measure says that has a better and a worse.
pub(super) fn verdict(names: &[&str], results: &CeilingResults) -> Option<Verdict> {
    let held_out = |measure, run| results.losses(Judgments::HeldOut, measure, run);
    let (at, overall, lost) = (0..results.measures.len()).find_map(|at| {
        let losses = held_out(at, None)?;
        Some((at, losses, losses.vector_loss?))
    })?;
    let run = |(run, name): (usize, &&str)| {
        let losses = held_out(at, Some(run))?;
        let query_loss = losses.query_loss?;
        Some(RunVerdict {
            run: (*name).into(),
            better_than_optimal: query_loss < 0.0,
            uncertain: losses.interval.is_some_and(|interval| interval.contains(0.0)),
            topics_too_short: results.shorter(run, at),
            losses,
        })
    };
    let all = results.losses(Judgments::All, at, None);
    let all = all.filter(|all| all.topics == overall.topics && all.vector_loss < Some(lost));
    Some(Verdict {
        measure: results.measures[at].clone(),
        overall,
        runs: names.iter().enumerate().filter_map(run).collect(),
        optimal_on_all_judgments: all.map(|all| all.optimal),
    })
}

/// What makes values too high or too low.
pub(super) fn findings(answer: &CeilingAnswer) -> Vec<Finding> {
    let mut findings = vec![];
    if answer.topics.held_out == 0 {
        findings.push(Finding::NothingHeldOut);
    }
    for run in &answer.runs {
        let measures = answer.request.measures.iter().zip(&run.topics_too_short);
        let measures: Vec<Measure> = measures
            .filter(|(_, topics)| **topics > 0)
            .map(|(measure, _)| measure.clone())
            .collect();
        if !measures.is_empty() {
            findings.push(Finding::RunTooShort { run: run.run.clone(), measures });
        }
    }
    // One in ten is many: so many documents fewer compete with those that an optimal query finds.
    let many = answer
        .runs
        .iter()
        .filter(|run| 10 * run.retrieved.without_vector >= run.retrieved.documents.max(1));
    let many: Vec<String> = many.map(|run| run.run.clone()).collect();
    if !many.is_empty() {
        findings.push(Finding::RetrievedWithoutVectors { runs: many });
    }
    let (judged, vectors) = (answer.vectors.used.judged_vectors, answer.vectors.documents);
    if 2 * judged > vectors {
        findings.push(Finding::MostVectorsJudged { judged, vectors });
    }
    findings
}
