//! Which run is better over several collections, and how certain is that?

use super::board::RunValues;
use super::effects::by_measure;
use super::{Board, Collection, Collections, CollectionsPair};
use crate::compare::{Compare, CompareAnswer, Decision};
use crate::comparison::{Computed, Status, column_of, unfit};
use crate::evaluation::{EvaluatedRun, evaluate};
use crate::progress::Progress;
use crate::unjudged_runs::UnjudgedRun;
use crate::{Answer, RunInput, RunName, Silent};
use gainline::{Better, Error, ErrorKind, Measure, Missing, Result};
use gainline_stats::{Friedman, friedman};
use serde::Serialize;
use std::collections::HashMap;

/// With fewer collections, what is said of other ones hangs on very little.
const FEW: usize = 5;

/// With fewer topics, standard errors are rough, and p-values that take them as known too small.
const FEW_TOPICS: usize = 10;

/// Runs compared in several collections.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CollectionsAnswer {
    /// What was asked, of each collection and over them.
    pub request: Compare,
    /// All runs, in the order in which they first occur.
    pub runs: Vec<RunName>,
    /// The baseline in force, if there is one.
    pub baseline: Option<RunName>,
    /// Each collection by itself.
    pub collections: Vec<CollectionComparison>,
    /// Over collections, for each measure.
    pub measures: Vec<MeasureOverCollections>,
    /// What makes conclusions less certain.
    pub findings: Vec<CollectionsFinding>,
    /// What it all comes to.
    pub decision: CollectionsDecision,
}

/// Runs compared in one of several collections.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CollectionComparison {
    /// The collection.
    pub collection: String,
    /// What a comparison in it alone gives; its p-values are corrected for what is compared in it.
    pub answer: CompareAnswer,
}

/// Runs compared over collections by one measure.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MeasureOverCollections {
    /// The values of all runs in all collections.
    pub board: Board,
    /// Friedman's test of the ranks in the complete collections; with three or more runs. Rank 1 is the
    /// best.
    pub friedman: Option<Computed<Friedman>>,
    /// Mean ranks that differ by this or more differ significantly by Nemenyi's test.
    pub critical_difference: Option<f64>,
    /// The pairs that were compared: all runs with the baseline, or all pairs; the best macro mean
    /// first.
    pub pairs: Vec<CollectionsPair>,
}

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

impl Answer for CollectionsAnswer {
    const NAME: &'static str = "compare-collections";
}

impl Compare {
    /// Compares the runs of several collections: in each by itself, and over them.
    pub fn answer_collections(
        self,
        collections: &Collections,
        progress: &dyn Progress,
    ) -> Result<CollectionsAnswer> {
        if self.not_worse_by.is_some() {
            let message = "a margin by which runs may be worse is tested in one collection only";
            return Err(Error::new(ErrorKind::Request, message)
                .remedy("compare the runs of each collection by itself"));
        }
        let mut answer = self.clone().compare_collections(collections, progress)?;
        if let Some(found) = self.missing_topics_decide(&answer, collections)? {
            answer.findings.insert(0, found);
        }
        Ok(answer)
    }

    /// Whether the other rule for topics that runs lack leads to another decision; runs are read once
    /// more for it, where that can be done.
    fn missing_topics_decide(
        self,
        answer: &CollectionsAnswer,
        collections: &Collections,
    ) -> Result<Option<CollectionsFinding>> {
        let mut runs = answer.collections.iter().flat_map(|alone| &alone.answer.provenance.runs);
        let lacking = runs.any(|run| !run.topics_missing.is_empty());
        let mut inputs = collections.iter().flat_map(|collection| &collection.experiment.runs);
        if !lacking || !inputs.all(RunInput::is_rereadable) {
            return Ok(None);
        }
        let other = collections.iter().map(|collection| {
            let mut collection = collection.clone();
            let missing = &mut collection.experiment.options.missing;
            *missing = match *missing {
                Missing::Zero => Missing::Skip,
                Missing::Skip => Missing::Zero,
            };
            collection
        });
        let other = Collections::new(other.collect())?;
        // Without the topics that it lacks, a run may have none left.
        let otherwise = match self.compare_collections(&other, &Silent) {
            Ok(answer) => answer.decision,
            Err(error) if error.kind() == ErrorKind::Nothing => return Ok(None),
            Err(error) => return Err(error),
        };
        let differ = !otherwise.agrees_with(&answer.decision);
        Ok(differ.then_some(CollectionsFinding::MissingTopicsDecide { otherwise }))
    }

    fn compare_collections(
        self,
        collections: &Collections,
        progress: &dyn Progress,
    ) -> Result<CollectionsAnswer> {
        let runs = collections.runs();
        if let [run] = runs {
            let message = format!("there is a single run, `{run}`");
            let remedy = "give two or more runs to compare";
            return Err(Error::new(ErrorKind::Request, message).remedy(remedy));
        }
        let baseline = match &self.baseline {
            Some(name) => Some(collections.run(name)?),
            None => (runs.len() == 2).then(|| runs[0].clone()),
        };
        let (mut answers, mut values) = (vec![], vec![]);
        for collection in collections.iter() {
            let (answer, evaluated) =
                self.in_collection(collection, baseline.as_ref(), progress)?;
            let places = collection.places(runs);
            values.push(self.values(&answer, &evaluated, &places)?);
            answers.push(answer);
        }
        let board = |(at, measure): (usize, &Measure)| {
            let values = values.iter().map(|by_measure| by_measure[at].clone()).collect();
            Board::new(measure.clone(), runs, values)
        };
        let boards: Vec<Board> = self.measures.iter().enumerate().map(board).collect();
        let pairs = CollectionsPair::all(&self, collections, &answers, &boards, baseline.as_ref())?;
        let measures = boards.into_iter().zip(pairs);
        let measures = measures.map(|(board, pairs)| self.over_collections(board, pairs));
        let measures = measures.collect::<Result<Vec<_>>>()?;
        let names = collections.iter().map(|collection| collection.name.clone());
        let alone = names.zip(answers);
        let mut answer = CollectionsAnswer {
            runs: runs.to_vec(),
            baseline,
            collections: alone
                .map(|(collection, answer)| CollectionComparison { collection, answer })
                .collect(),
            measures,
            findings: vec![],
            decision: CollectionsDecision::ByMeasure { measures: vec![] },
            request: self,
        };
        answer.decision = answer.decide();
        answer.findings = answer.find();
        Ok(answer)
    }

    /// The comparison in one collection. Without the baseline, all its runs are compared.
    fn in_collection(
        &self,
        collection: &Collection,
        baseline: Option<&RunName>,
        progress: &dyn Progress,
    ) -> Result<(CompareAnswer, Vec<EvaluatedRun>)> {
        let experiment = &collection.experiment;
        let has = |name: &&RunName| experiment.runs.iter().any(|run| run.name == name.as_str());
        let baseline = baseline.filter(has).map(ToString::to_string);
        let request = Compare { baseline, slices: None, ..self.clone() };
        let evaluated = evaluate(experiment, &request.evaluated_measures()?, progress)?;
        let answer = request.answer_evaluated(experiment, &evaluated, progress)?;
        Ok((answer, evaluated))
    }

    /// For each measure, the value of each run with its number of topics: over the topics that all runs
    /// of the collection have, or those of a run that is alone.
    fn values(
        &self,
        answer: &CompareAnswer,
        evaluated: &[EvaluatedRun],
        places: &[Option<usize>],
    ) -> Result<Vec<RunValues>> {
        let values = self.measures.iter().map(|measure| {
            let value = |place: &Option<usize>| {
                let Some(place) = *place else { return Ok(None) };
                if let Some(comparison) = by_measure(answer, measure) {
                    let topics = comparison.sample.topics.len();
                    return Ok(Some((comparison.runs[place].mean, topics)));
                }
                let scores = &evaluated[place].scores;
                let column = column_of(scores, measure)?;
                Ok(Some((scores.all()[column], scores.topics().len())))
            };
            places.iter().map(value).collect::<Result<RunValues>>()
        });
        values.collect()
    }

    fn over_collections(
        &self,
        board: Board,
        mut pairs: Vec<CollectionsPair>,
    ) -> Result<MeasureOverCollections> {
        let columns = board.complete_columns();
        let several = columns.len() > 2 && board.complete_count() > 1;
        // The best first, as mean ranks are counted.
        let turned: Vec<Vec<f64>> =
            columns.iter().map(|column| column.iter().map(|value| -value).collect()).collect();
        let test = several.then(|| Computed::of(friedman(&turned))).transpose();
        let test = test.map_err(|why| unfit(&why))?;
        let defined = test.as_ref().and_then(Computed::defined);
        let nemenyi = defined.map(Friedman::nemenyi).into_iter().flatten();
        let nemenyi: HashMap<(usize, usize), f64> =
            nemenyi.map(|found| ((found.first, found.second), found.p)).collect();
        for pair in &mut pairs {
            let (a, b) = (pair.run.place, pair.baseline.place);
            pair.nemenyi_p = nemenyi.get(&(a.min(b), a.max(b))).copied();
        }
        let critical = defined.map(|test| test.critical_difference(self.alpha)).transpose();
        let critical_difference = critical.map_err(|why| unfit(&why))?;
        Ok(MeasureOverCollections { board, friedman: test, critical_difference, pairs })
    }
}

impl CollectionsAnswer {
    /// The pair of a run by a measure, in which it is compared with the baseline or without one with a
    /// run of a worse macro mean; without a run, the first pair.
    pub fn pair(&self, measure: &Measure, run: Option<&str>) -> Result<&CollectionsPair> {
        let over = self.measures.iter().find(|over| over.board.measure == *measure);
        let mut pairs = over.into_iter().flat_map(|over| &over.pairs);
        let found = pairs.find(|pair| run.is_none_or(|run| pair.run.as_str() == run));
        found.ok_or_else(|| {
            let names: Vec<&str> = self.runs.iter().map(RunName::as_str).collect();
            let run = run.unwrap_or_default();
            let message =
                format!("`{run}` is compared with no run; the runs are {}", names.join(", "));
            Error::new(ErrorKind::Request, message).remedy("name another baseline")
        })
    }

    fn decide(&self) -> CollectionsDecision {
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

    fn find(&self) -> Vec<CollectionsFinding> {
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

impl CollectionsDecision {
    /// Whether somebody would do the same by both.
    fn agrees_with(&self, other: &CollectionsDecision) -> bool {
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
    /// Whether the measure says which of two values is better.
    pub fn says_better(&self) -> bool {
        self.board.measure.family().better != Better::Neither
    }

    /// The run with the best macro mean, if there is one.
    pub fn best(&self) -> Option<&RunName> {
        self.board.best_first.first().filter(|run| self.board.macro_means[run.place].is_some())
    }

    /// The pairs that matter most: all with the baseline, or the best run with each other one.
    pub fn main_pairs(&self, baseline: Option<&RunName>) -> impl Iterator<Item = &CollectionsPair> {
        let all = baseline.is_some();
        self.pairs.iter().filter(move |pair| all || Some(&pair.run) == self.best())
    }

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
