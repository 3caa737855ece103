//! How good is each run in each collection, and over all of them?

use super::{Board, Collections};
use crate::eval::{Eval, EvalAnswer};
use crate::progress::Progress;
use crate::{Answer, RunName};
use gainline::{Error, ErrorKind, Result, Unjudged};
use serde::Serialize;

/// Runs evaluated in several collections.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CollectionsEvalAnswer {
    /// What was asked of each collection.
    pub request: Eval,
    /// All runs, in the order in which they first occur.
    pub runs: Vec<RunName>,
    /// Each collection by itself.
    pub collections: Vec<CollectionScores>,
    /// For each measure, the first average that was asked for in all collections.
    pub boards: Vec<Board>,
}

/// Runs evaluated in one of several collections.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CollectionScores {
    /// The collection.
    pub collection: String,
    /// What an evaluation of it alone gives.
    pub answer: EvalAnswer,
}

impl Answer for CollectionsEvalAnswer {
    const NAME: &'static str = "eval-collections";
}

impl Eval {
    /// Evaluates the runs of several collections.
    pub fn answer_collections(
        self,
        collections: &Collections,
        progress: &dyn Progress,
    ) -> Result<CollectionsEvalAnswer> {
        let sorted = self.sort_column()?;
        for collection in collections.iter() {
            match collection.experiment.options.unjudged {
                Unjudged::Irrelevant | Unjudged::Condense => {}
                Unjudged::Bounds => {
                    let message = "a table of collections has one value for each run, not bounds";
                    return Err(Error::new(ErrorKind::Request, message)
                        .remedy("evaluate each collection by itself for bounds"));
                }
            }
        }
        let mut answers = vec![];
        for (at, collection) in collections.iter().enumerate() {
            let alone = Eval { sort: None, ..self.clone() };
            progress.collection(&collection.name, at + 1, collections.iter().count());
            let answer = alone.answer(&collection.experiment, progress)?;
            answers.push(CollectionScores { collection: collection.name.clone(), answer });
        }
        let runs = collections.runs();
        let places: Vec<Vec<Option<usize>>> =
            collections.iter().map(|collection| collection.places(runs)).collect();
        let board = |(at, measure)| {
            let values = answers.iter().zip(&places).map(|(of, places)| {
                let value = |place: &Option<usize>| {
                    let average = of.answer.runs[(*place)?].averages.first()?;
                    Some((average.scores.values[at], average.topics))
                };
                places.iter().map(value).collect()
            });
            Board::new(measure, runs, values.collect())
        };
        let boards: Vec<Board> = self.measures.iter().cloned().enumerate().map(board).collect();
        let order = sorted.map(|at| boards[at].best_first.clone());
        let runs = order.unwrap_or_else(|| runs.to_vec());
        Ok(CollectionsEvalAnswer { request: self, runs, collections: answers, boards })
    }
}
