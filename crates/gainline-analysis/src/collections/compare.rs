//! Which run is better over several collections, and how certain is that?

use super::board::RunValues;
use super::effects::by_measure;
use super::{
    Board, Collection, Collections, CollectionsDecision, CollectionsFinding, CollectionsPair,
};
use crate::compare::{Compare, CompareAnswer};
use crate::comparison::{Computed, column_of, unfit};
use crate::evaluation::{EvaluatedRun, evaluate};
use crate::progress::Progress;
use crate::{Answer, RunInput, RunName, Silent};
use gainline::{Better, Error, ErrorKind, Measure, Missing, Result};
use gainline_stats::{Friedman, friedman};
use serde::Serialize;
use std::collections::HashMap;

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
        for (at, collection) in collections.iter().enumerate() {
            progress.collection(&collection.name, at + 1, collections.iter().count());
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
        let several = board.ranks.len() > 2 && board.complete_count() > 1;
        let test = several.then(|| Computed::of(friedman(&board.ranks))).transpose();
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
}
