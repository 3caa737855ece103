//! How much does a measure change when the document at a rank turns relevant, or changes grade? That
//! is the weight that it puts on each rank.
//!
//! The change at rank j is the measure with a document of some grade there, minus the measure
//! without. Kishida has closed formulas for some measures ([`kishida`]), and these are used; all
//! others are computed anew with the judgment exchanged, which gives the same (tests hold the two
//! together).

mod evaluator;
mod findings;
mod formula;
pub mod kishida;
mod outcome;
mod recompute;

pub use evaluator::SensitivityEvaluator;
pub use findings::Finding;
pub use outcome::{Changes, RankChange, TopicChanges};

use crate::default_measures;
use crate::evaluation::{Rows, each_run, share_threads};
use crate::{Answer, Experiment, Progress, Provenance};
use gainline::{Measure, Result, parse_measures};
use serde::Serialize;

/// How much do measures change when the document at a rank changes its grade?
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sensitivity {
    /// The measures.
    pub measures: Vec<Measure>,
    /// The grade that documents get; without it, for each measure the lowest grade of the qrels that
    /// is relevant to it.
    pub to: Option<f64>,
    /// What becomes of the recall base.
    pub base: Base,
    /// Which documents change.
    pub documents: Documents,
    /// The last rank; rankings are not cut there.
    pub depth: usize,
    /// The changes of every topic too.
    pub per_topic: bool,
}

/// What becomes of the recall base: of R, the number of relevant documents, and of the ideal
/// ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Base {
    /// It stays as it is, as if a relevant document that the run missed were at the rank.
    #[default]
    Fixed,
    /// It grows with the document, as if one that nobody had discovered turned out relevant.
    Grows,
}

named!(Base: Fixed "fixed", Grows "grows");

/// Which documents change, and what they were before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Documents {
    /// Every one, as if it had not been judged before: the weight of its rank, whatever is there.
    #[default]
    All,
    /// Those that are unjudged or have a lower grade, compared with that.
    Lower,
    /// The unjudged ones.
    Unjudged,
}

named!(Documents: All "all", Lower "lower", Unjudged "unjudged");

/// What came of it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SensitivityAnswer {
    /// What was asked.
    pub request: Sensitivity,
    /// Where the numbers come from.
    pub provenance: Provenance,
    /// What changes for each measure, in the order of the request.
    pub measures: Vec<MeasureChange>,
    /// The runs, in the order in which they were given.
    pub runs: Vec<RunSensitivity>,
    /// What else there is to know.
    pub findings: Vec<Finding>,
}

/// What changes for a measure.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MeasureChange {
    /// The measure.
    pub measure: Measure,
    /// The grade that documents get.
    pub to: f64,
    /// The number of Kishida's formula that gives the changes, or `1/R`; none where the measure is
    /// computed anew with each judgment exchanged.
    pub formula: Option<&'static str>,
}

/// The changes of a run.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunSensitivity {
    /// Its name.
    pub run: String,
    /// The last rank at which a document changes, of any topic; 0 where there is none.
    pub last_rank: usize,
    /// By measure, in the order of the request.
    pub measures: Vec<MeasureSensitivity>,
    /// By topic, in the order of the judgments, where that was asked for.
    pub topics: Option<Vec<TopicSensitivity>>,
}

/// The changes of a measure.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MeasureSensitivity {
    /// The score as it is.
    pub score: f64,
    /// The first rank by which half of the weight lies: of the sum of all mean changes. None where
    /// nothing changes, or changes go both ways.
    pub half_by_rank: Option<usize>,
    /// The last rank at which a document changes the value of any topic.
    pub last_effective_rank: Option<usize>,
    /// The first rank whose mean change has the opposite sign of the first one, if from there on none has
    /// its sign.
    pub opposite_from_rank: Option<usize>,
    /// The mean changes at the ranks where a document changes.
    pub changes: Vec<RankChange>,
}

/// The changes of a topic.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TopicSensitivity {
    /// The topic.
    pub topic: String,
    /// By measure, in the order of the request, the changes at the ranks where a document changes.
    pub measures: Vec<Vec<RankChange>>,
}

impl Answer for SensitivityAnswer {
    const NAME: &'static str = "sensitivity";
}

impl Sensitivity {
    /// By these measures, and as usual otherwise.
    pub fn by(measures: Vec<Measure>) -> Self {
        Sensitivity {
            measures,
            to: None,
            base: Base::default(),
            documents: Documents::default(),
            depth: 100,
            per_topic: false,
        }
    }

    /// By the usual measures.
    pub fn usual() -> Result<Self> {
        Ok(Sensitivity::by(parse_measures([default_measures::SENSITIVITY])?))
    }

    /// Finds the changes.
    pub fn answer(
        self,
        experiment: &Experiment,
        progress: &dyn Progress,
    ) -> Result<SensitivityAnswer> {
        let (workers, options) = share_threads(experiment);
        let evaluator = SensitivityEvaluator::new(&experiment.qrels, options, &self)?;
        let changes = each_run(experiment, workers, |run| {
            let rows = Rows::of(run).rereadable()?;
            rows.with_progress(
                run,
                progress,
                |changes: &Changes| changes.scores.facts(),
                |rows, told| evaluator.changes(rows, told),
            )
        })?;
        let seen = changes.iter().map(|changes| {
            let scores = &changes.scores;
            (scores.topics().len(), scores.missing(), scores.facts())
        });
        let provenance = Provenance::new(experiment, &seen.collect::<Vec<_>>())?;
        let measures = self.measures.iter().enumerate().map(|(at, measure)| MeasureChange {
            measure: measure.clone(),
            to: evaluator.to(at),
            formula: evaluator.formula(at),
        });
        let measures = measures.collect();
        let named = experiment.runs.iter().zip(&changes);
        let runs: Vec<RunSensitivity> =
            named.map(|(run, changes)| self.run(&run.name, changes)).collect();
        let findings = findings::findings(&self, &provenance, &runs);
        Ok(SensitivityAnswer { request: self, provenance, measures, runs, findings })
    }

    fn run(&self, name: &str, changes: &Changes) -> RunSensitivity {
        let scores = changes.scores.all();
        let measure = |at: usize| {
            let curve = changes.curve(at);
            MeasureSensitivity {
                score: scores[at],
                half_by_rank: outcome::half(&curve),
                last_effective_rank: changes.last_effective(at),
                opposite_from_rank: outcome::opposite_from(&curve),
                changes: curve,
            }
        };
        let measures: Vec<MeasureSensitivity> = (0..self.measures.len()).map(measure).collect();
        let ends = measures.iter().filter_map(|measure| measure.changes.last());
        let topic = |topic: &TopicChanges| TopicSensitivity {
            topic: topic.name.clone(),
            measures: (0..self.measures.len()).map(|at| topic.curve(at)).collect(),
        };
        RunSensitivity {
            run: name.into(),
            last_rank: ends.map(|end| end.rank).max().unwrap_or(0),
            topics: self.per_topic.then(|| changes.topics.iter().map(topic).collect()),
            measures,
        }
    }
}
