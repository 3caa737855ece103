//! What makes conclusions over collections less certain.

use super::{CollectionsAnswer, CollectionsDecision, MeasureOverCollections};
use crate::comparison::Status;
use crate::{Bearing, RunName};
use gainline::Measure;
use serde::Serialize;

/// With fewer collections, what is said of other ones hangs on very little.
const FEW: usize = 5;

/// With fewer topics, standard errors are rough, and p-values that take them as known too small.
const FEW_TOPICS: usize = 10;

/// What makes conclusions less certain.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "code", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum CollectionsFinding {
    /// Collections lack runs, and are left out of means over collections and ranks.
    MissingCells {
        /// Each collection that lacks runs, with those runs.
        collections: Vec<(String, Vec<RunName>)>,
        /// How many collections lack none.
        complete: usize,
    },
    /// Topics that some run lacks decide: counted as empty rankings they lead to another decision than
    /// left out.
    MissingTopicsDecide {
        /// The decision by the other rule than the one in force.
        otherwise: CollectionsDecision,
    },
    /// There are few collections, or few that have both runs of a pair.
    FewCollections {
        /// So many.
        collections: usize,
    },
    /// Some collections have few topics, so that standard errors are rough and p-values over collections
    /// too small.
    FewTopics {
        /// These, with their topics.
        collections: Vec<(String, usize)>,
        /// How many topics would be enough not to say so.
        enough: usize,
    },
    /// The best run by the macro mean is another one than by the mean rank.
    RanksDisagree {
        /// The measure.
        measure: Measure,
        /// The run with the best macro mean.
        by_mean: RunName,
        /// The run with the best mean rank.
        by_rank: RunName,
    },
    /// A run is better over collections and significantly worse in some.
    WorseSomewhere {
        /// The measure.
        measure: Measure,
        /// The run.
        run: RunName,
        /// The run that it is compared with.
        baseline: RunName,
        /// The collections.
        collections: Vec<String>,
    },
    /// In some collections a difference has no spread of its own (a single topic, or the same on all
    /// topics), so that its standard error is taken from all collections pooled.
    PooledErrors {
        /// The measure.
        measure: Measure,
        /// The collections.
        collections: Vec<String>,
    },
    /// Comparisons in single collections have findings of their own.
    WithinCollections {
        /// The collections.
        collections: Vec<String>,
    },
}

impl CollectionsFinding {
    /// What it bears on.
    pub fn bearing(&self) -> Bearing {
        match self {
            CollectionsFinding::MissingTopicsDecide { .. }
            | CollectionsFinding::RanksDisagree { .. }
            | CollectionsFinding::WorseSomewhere { .. }
            | CollectionsFinding::MissingCells { .. } => Bearing::Decision,
            CollectionsFinding::FewCollections { .. }
            | CollectionsFinding::FewTopics { .. }
            | CollectionsFinding::PooledErrors { .. } => Bearing::Precision,
            CollectionsFinding::WithinCollections { .. } => Bearing::Remark,
        }
    }
}

impl CollectionsAnswer {
    /// All findings, first what could change the decision.
    pub(super) fn find(&self) -> Vec<CollectionsFinding> {
        let mut findings = vec![];
        findings.extend(self.missing_cells());
        let main = self.measures.iter().flat_map(|over| over.main_pairs(self.baseline.as_ref()));
        let fewest = main.map(|pair| pair.effects.len()).filter(|count| *count > 0).min();
        let collections = fewest.unwrap_or(self.collections.len());
        if collections < FEW {
            findings.push(CollectionsFinding::FewCollections { collections });
        }
        findings.extend(self.few_topics());
        for measure in self.measures.iter().filter(|measure| measure.says_better()) {
            findings.extend(measure.ranks_disagree());
            findings.extend(measure.worse_somewhere(self.baseline.as_ref()));
        }
        findings.extend(self.measures.iter().filter_map(MeasureOverCollections::pooled_errors));
        let warned = self.collections.iter().filter(|alone| !alone.answer.findings.is_empty());
        let collections: Vec<String> = warned.map(|alone| alone.collection.clone()).collect();
        if !collections.is_empty() {
            findings.push(CollectionsFinding::WithinCollections { collections });
        }
        findings.sort_by_key(CollectionsFinding::bearing);
        findings
    }

    fn few_topics(&self) -> Option<CollectionsFinding> {
        let few = self.collections.iter().filter_map(|alone| {
            let topics = alone.answer.over_all_topics().next()?.sample.topics.len();
            (topics < FEW_TOPICS).then(|| (alone.collection.clone(), topics))
        });
        let collections: Vec<(String, usize)> = few.collect();
        let enough = FEW_TOPICS;
        (!collections.is_empty()).then_some(CollectionsFinding::FewTopics { collections, enough })
    }

    fn missing_cells(&self) -> Option<CollectionsFinding> {
        let board = &self.measures.first()?.board;
        let lacking = self.collections.iter().zip(&board.cells).filter_map(|(alone, row)| {
            let missing = self.runs.iter().zip(row).filter(|(_, cell)| cell.is_none());
            let missing: Vec<RunName> = missing.map(|(run, _)| run.clone()).collect();
            (!missing.is_empty()).then(|| (alone.collection.clone(), missing))
        });
        let collections: Vec<(String, Vec<RunName>)> = lacking.collect();
        let complete = board.complete_count();
        (!collections.is_empty())
            .then_some(CollectionsFinding::MissingCells { collections, complete })
    }
}

impl MeasureOverCollections {
    fn ranks_disagree(&self) -> Option<CollectionsFinding> {
        let by_mean = self.best()?.clone();
        let lowest = self.board.best_mean_rank()?;
        let has_lowest = |run: &&RunName| self.board.mean_ranks[run.place] == Some(lowest);
        let by_rank = self.board.best_first.iter().find(has_lowest)?.clone();
        let measure = self.board.measure.clone();
        let differ = by_rank != by_mean;
        differ.then_some(CollectionsFinding::RanksDisagree { measure, by_mean, by_rank })
    }

    fn pooled_errors(&self) -> Option<CollectionsFinding> {
        let effects = self.pairs.iter().flat_map(|pair| &pair.effects);
        let pooled = effects.filter(|e| e.weighed_by.is_some() && e.weighed_by != e.standard_error);
        let mut collections: Vec<String> = pooled.map(|effect| effect.collection.clone()).collect();
        collections.sort_unstable();
        collections.dedup();
        let measure = self.board.measure.clone();
        (!collections.is_empty())
            .then_some(CollectionsFinding::PooledErrors { measure, collections })
    }

    fn worse_somewhere(&self, baseline: Option<&RunName>) -> Vec<CollectionsFinding> {
        let better = self.main_pairs(baseline).filter(|pair| pair.status == Status::Better);
        let found = better.filter_map(|pair| {
            let worse = pair.effects.iter().filter(|effect| effect.status == Status::Worse);
            let collections: Vec<String> = worse.map(|effect| effect.collection.clone()).collect();
            (!collections.is_empty()).then(|| CollectionsFinding::WorseSomewhere {
                measure: self.board.measure.clone(),
                run: pair.run.clone(),
                baseline: pair.baseline.clone(),
                collections,
            })
        });
        found.collect()
    }
}
