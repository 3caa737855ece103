//! What a comparison over collections comes to.

use super::{CollectionsAnswer, CollectionsPair, MeasureOverCollections};
use crate::RunName;
use crate::compare::Decision;
use crate::comparison::Status;
use crate::unjudged_runs::UnjudgedRun;
use gainline::Measure;
use serde::Serialize;

/// What a comparison over collections comes to.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "code", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum CollectionsDecision {
    /// (Nearly) no document of some runs is judged, so that their scores say nothing.
    NothingJudged {
        /// The collection.
        collection: String,
        /// The runs.
        runs: Vec<UnjudgedRun>,
    },
    /// By each measure that says which of two values is better.
    ByMeasure {
        /// What it comes to by each.
        measures: Vec<MeasureChoice>,
    },
}

/// What it comes to by one measure.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MeasureChoice {
    /// The measure.
    pub measure: Measure,
    /// The baseline; without one, the run with the best macro mean, if any collection is complete.
    pub reference: Option<RunName>,
    /// Runs that are significantly better than it.
    pub better: Vec<RunName>,
    /// Runs that are significantly worse.
    pub worse: Vec<RunName>,
    /// Runs that are not significantly different.
    pub not_different: Vec<RunName>,
    /// Runs that could not be tested against it.
    pub untested: Vec<RunName>,
}

impl CollectionsAnswer {
    pub(super) fn decide(&self) -> CollectionsDecision {
        for alone in &self.collections {
            if let Decision::NothingJudged { runs } = &alone.answer.decision {
                let (collection, runs) = (alone.collection.clone(), runs.clone());
                return CollectionsDecision::NothingJudged { collection, runs };
            }
        }
        let deciding = self.measures.iter().filter(|m| m.says_better());
        let measures = deciding.map(|measure| measure.choice(self.baseline.as_ref())).collect();
        CollectionsDecision::ByMeasure { measures }
    }
}

impl CollectionsDecision {
    /// Whether somebody would do the same by both.
    pub(super) fn agrees_with(&self, other: &CollectionsDecision) -> bool {
        let sorted = |decision: &CollectionsDecision| match decision {
            CollectionsDecision::NothingJudged { .. } => vec![],
            CollectionsDecision::ByMeasure { measures } => {
                let mut measures = measures.clone();
                for choice in &mut measures {
                    choice.better.sort_unstable();
                    choice.worse.sort_unstable();
                    choice.not_different.sort_unstable();
                    choice.untested.sort_unstable();
                }
                measures
            }
        };
        sorted(self) == sorted(other)
    }
}

impl MeasureOverCollections {
    fn choice(&self, baseline: Option<&RunName>) -> MeasureChoice {
        let reference = baseline.or(self.best()).cloned();
        let with = |wanted: &[Status]| -> Vec<RunName> {
            let pairs = self.main_pairs(baseline).filter(|pair| wanted.contains(&pair.status));
            let other = |pair: &CollectionsPair| match baseline {
                Some(_) => pair.run.clone(),
                None => pair.baseline.clone(),
            };
            pairs.map(other).collect()
        };
        // The best run is the one that others are worse than.
        let (better, worse) = match baseline {
            Some(_) => (with(&[Status::Better]), with(&[Status::Worse])),
            None => (with(&[Status::Worse]), with(&[Status::Better])),
        };
        MeasureChoice {
            measure: self.board.measure.clone(),
            reference,
            better,
            worse,
            not_different: with(&[Status::NotSignificant, Status::Same]),
            untested: with(&[Status::Untested, Status::Opposed]),
        }
    }
}
