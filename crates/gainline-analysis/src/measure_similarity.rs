//! How similar are measures? The correlation of their values over topics, or over runs.

use crate::comparison::{Sample, samples};
use crate::evaluation::{evaluate, refuse_bounds};
use crate::progress::Progress;
use crate::topic_values::mean;
use crate::{Answer, Experiment, Provenance};
use gainline::{Better, Error, ErrorKind, Measure, Result};
use gainline_stats::{kendall_tau_b, merge_ties, pearson, spearman};
use serde::Serialize;

/// How similar are measures?
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MeasureSimilarity {
    /// The measures, two or more.
    pub measures: Vec<Measure>,
    /// What the correlations are over.
    pub over: Over,
    /// The coefficient.
    pub coefficient: Coefficient,
}

/// What correlations are over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Over {
    /// The topics of each run; then the mean over the runs.
    #[default]
    Topics,
    /// The means of the runs.
    Runs,
}

named!(Over: Topics "topics", Runs "runs");

/// A coefficient of correlation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Coefficient {
    /// Kendall's tau_b.
    #[default]
    Kendall,
    /// Spearman's rho.
    Spearman,
    /// Pearson's r.
    Pearson,
}

named!(Coefficient: Kendall "kendall", Spearman "spearman", Pearson "pearson");

impl Coefficient {
    /// None where it is undefined.
    fn of(self, first: &[f64], second: &[f64]) -> Option<f64> {
        let found = match self {
            Coefficient::Kendall => kendall_tau_b(first, second),
            Coefficient::Spearman => spearman(first, second),
            Coefficient::Pearson => pearson(first, second),
        };
        found.ok().map(|found| found.coefficient)
    }
}

/// What came of it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MeasureSimilarityAnswer {
    /// What was asked.
    pub request: MeasureSimilarity,
    /// Where the numbers come from.
    pub provenance: Provenance,
    /// The topics that every run has.
    pub topics: usize,
    /// A row for each measure, with a coefficient for each measure.
    pub matrix: Vec<Vec<Similarity>>,
    /// The measures whose values were negated, since lower ones are better.
    pub negated: Vec<Measure>,
}

/// How similar two measures are.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Similarity {
    /// The coefficient; none where a measure has the same value everywhere.
    pub coefficient: Option<f64>,
    /// The runs whose coefficients were averaged, or over runs those that were ordered.
    pub of: usize,
}

impl Answer for MeasureSimilarityAnswer {
    const NAME: &'static str = "measure-similarity";
}

impl MeasureSimilarity {
    /// Evaluates the runs and correlates the measures.
    pub fn answer(
        self,
        experiment: &Experiment,
        progress: &dyn Progress,
    ) -> Result<MeasureSimilarityAnswer> {
        self.check(experiment)?;
        let evaluated = evaluate(experiment, &self.measures, progress)?;
        let provenance = Provenance::of(experiment, &evaluated)?;
        let scores = evaluated.iter().map(|run| (run.name.as_str(), &run.scores));
        let samples = samples(scores, &self.measures, None)?;
        let topics = samples.first().map_or(0, |sample| sample.topics.len());
        let fewest = match self.over {
            Over::Topics => 2,
            Over::Runs => 1,
        };
        if topics < fewest {
            let message = format!(
                "a correlation needs at least {fewest} judged topics that every run has, not {topics}"
            );
            return Err(Error::new(ErrorKind::Nothing, message));
        }
        let row = |(row, first): (usize, &Sample)| {
            let cells = samples.iter().enumerate().map(|(column, second)| {
                let similarity = self.similarity(first, second);
                // What is like itself is so without rounding.
                let same = row == column;
                let coefficient = similarity.coefficient.map(|c| if same { 1.0 } else { c });
                Similarity { coefficient, ..similarity }
            });
            cells.collect()
        };
        let lower = |measure: &&Measure| measure.family().better == Better::Lower;
        Ok(MeasureSimilarityAnswer {
            provenance,
            topics,
            matrix: samples.iter().enumerate().map(row).collect(),
            negated: self.measures.iter().filter(lower).cloned().collect(),
            request: self,
        })
    }

    fn check(&self, experiment: &Experiment) -> Result<()> {
        refuse_bounds(&experiment.options)?;
        if self.measures.len() < 2 {
            let message = "a single measure cannot be compared with others";
            return Err(
                Error::new(ErrorKind::Request, message).remedy("give two or more: -m nDCG@10,AP")
            );
        }
        let runs = experiment.runs.len();
        if self.over == Over::Runs && runs < 3 {
            let message = format!("a correlation over runs needs at least 3 runs, not {runs}");
            return Err(Error::new(ErrorKind::Request, message)
                .remedy("give more runs, better ten or more, or take --over topics"));
        }
        Ok(())
    }

    fn similarity(&self, first: &Sample, second: &Sample) -> Similarity {
        let oriented = |sample: &Sample, values: &[f64]| {
            let oriented: Vec<f64> = values.iter().map(|value| sample.oriented(*value)).collect();
            merge_ties(&oriented)
        };
        let of = |one: &[f64], other: &[f64]| {
            self.coefficient.of(&oriented(first, one), &oriented(second, other))
        };
        match self.over {
            Over::Runs => {
                Similarity { coefficient: of(&first.means, &second.means), of: first.means.len() }
            }
            Over::Topics => {
                let columns = first.columns.iter().zip(&second.columns);
                let each: Vec<f64> = columns.filter_map(|(one, other)| of(one, other)).collect();
                let coefficient = (!each.is_empty()).then(|| mean(each.iter().copied()));
                Similarity { coefficient, of: each.len() }
            }
        }
    }
}
