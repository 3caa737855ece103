//! Where do the relevant documents of a topic stand in each run?

use crate::Silent;
use crate::evaluation::refuse_bounds;
use crate::{Answer, Experiment, Provenance, RunInput};
use gainline::{Error, ErrorKind, PoolTopic, Qrels, Result};
use serde::Serialize;
use std::collections::HashSet;

/// Where do the relevant documents of a topic stand in each run?
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RelevantRanks {
    /// The topic; may be left out if there is one only.
    pub topic: Option<String>,
}

/// What came of it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RelevantRanksAnswer {
    /// What was asked.
    pub request: RelevantRanks,
    /// Where the numbers come from.
    pub provenance: Provenance,
    /// The topic.
    pub topic: String,
    /// The grades of its relevant documents, lowest first.
    pub grades: Vec<f64>,
    /// How many relevant documents it has.
    pub relevant: usize,
    /// The runs, in the order in which they were given.
    pub runs: Vec<RunRanks>,
}

/// The relevant documents in a run.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunRanks {
    /// The run.
    pub run: String,
    /// How many documents it ranks.
    pub depth: usize,
    /// How many relevant documents it found.
    pub found: usize,
    /// All relevant documents, by rank; those that it lacks last.
    pub documents: Vec<RankedDocument>,
}

/// A relevant document in a run.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RankedDocument {
    /// The document.
    pub document: String,
    /// Its grade.
    pub grade: f64,
    /// Its rank; none if the run lacks it.
    pub rank: Option<usize>,
}

impl Answer for RelevantRanksAnswer {
    const NAME: &'static str = "relevant-ranks";
}

impl RelevantRanks {
    /// Reads the runs. The topics of the experiment's options are not looked at.
    pub fn answer(self, experiment: &Experiment) -> Result<RelevantRanksAnswer> {
        refuse_bounds(&experiment.options)?;
        let name = self.find(&experiment.qrels)?;
        let mut experiment = experiment.clone();
        experiment.options.topics = Some(HashSet::from([name.clone()]));
        let pool = experiment.pool(&Silent)?;
        let provenance = Provenance::of_pool(&experiment, &pool)?;
        let rel = experiment.options.rel;
        let Some(topic) = pool.topics().first() else {
            let message = format!("topic {name} is not judged");
            return Err(Error::new(ErrorKind::Nothing, message));
        };
        let relevant = topic.documents().iter().filter_map(|document| document.grade);
        let mut grades: Vec<f64> = relevant.filter(|grade| *grade >= rel).collect();
        let relevant = grades.len();
        if relevant == 0 {
            let message = format!("topic {name} has no document of grade {rel} or higher (--rel)");
            return Err(Error::new(ErrorKind::Nothing, message));
        }
        grades.sort_by(f64::total_cmp);
        grades.dedup();
        let run = |(at, run): (usize, &RunInput)| {
            let documents = ranks(topic, at, rel);
            RunRanks {
                run: run.name.clone(),
                depth: topic.rankings()[at].as_ref().map_or(0, |ranking| ranking.documents.len()),
                found: documents.iter().filter(|document| document.rank.is_some()).count(),
                documents,
            }
        };
        let runs = experiment.runs.iter().enumerate().map(run).collect();
        Ok(RelevantRanksAnswer { request: self, provenance, topic: name, grades, relevant, runs })
    }

    /// The topic that was asked for, or the only one.
    fn find(&self, qrels: &Qrels) -> Result<String> {
        let few = || {
            let names: Vec<&str> = qrels.topics().take(5).collect();
            let more = if qrels.topics().len() > 5 { ", …" } else { "" };
            format!("the qrels hold {}{more}", names.join(", "))
        };
        let wrong = |message: String| Err(Error::new(ErrorKind::Request, message).remedy(few()));
        match (&self.topic, qrels.topics().len()) {
            (Some(topic), _) if qrels.topic(topic).is_some() => Ok(topic.clone()),
            (Some(topic), _) => wrong(format!("--topic {topic}: there is no such topic")),
            (None, 1) => Ok(qrels.topics().collect()),
            (None, _) => wrong("there are several topics; choose one: --topic ID".into()),
        }
    }
}

/// The relevant documents as a run has them, the found ones first.
fn ranks(topic: &PoolTopic, run: usize, rel: f64) -> Vec<RankedDocument> {
    let mut ranks = vec![None; topic.documents().len()];
    for (rank, &place) in (1..).zip(topic.rankings()[run].iter().flat_map(|r| &r.documents)) {
        ranks[place] = Some(rank);
    }
    let relevant = topic.documents().iter().zip(ranks).filter_map(|(document, rank)| {
        let grade = document.grade.filter(|grade| *grade >= rel)?;
        Some(RankedDocument { document: document.id.clone(), grade, rank })
    });
    let mut relevant: Vec<RankedDocument> = relevant.collect();
    relevant.sort_by_key(|document| document.rank.unwrap_or(usize::MAX));
    relevant
}
