//! Does a reproduction give what the original experiment gave? From the documents of each ranking to
//! the improvement over a baseline.
//!
//! T. Breuer, N. Ferro, N. Fuhr, M. Maistro, T. Sakai, P. Schaer, I. Soboroff, How to Measure the
//! Reproducibility of System-oriented IR Experiments, SIGIR 2020.

mod effect;
mod findings;
mod rankings;
mod scores;
#[cfg(test)]
mod tests;

pub use effect::{Effect, EffectVerdict, Improvement};
pub use findings::{Finding, TestedDifference};
pub use rankings::{PairRankings, RankingsAt, TopicRankings, TopicRankingsAt};
pub use scores::{Difference, DifferenceTest, PairScores, TopicErrors, TopicScores};

use crate::comparison::{Sample, samples};
use crate::default_measures;
use crate::evaluation::{EvaluatedRun, evaluate, refuse_bounds};
use crate::progress::Progress;
use crate::unjudged_runs::{refuse, unjudged_runs};
use crate::{Answer, Experiment, Provenance, RunName, check_names};
use gainline::{Error, ErrorKind, Measure, Result, parse_measures};
use serde::Serialize;

/// The cutoffs at which rankings are compared when none are asked for.
pub const DEFAULT_CUTOFFS: [usize; 3] = [10, 100, 1000];

/// Does a reproduction give what the original experiment gave?
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reproduce {
    /// The measures.
    pub measures: Vec<Measure>,
    /// Rankings are compared up to each of these ranks, the lowest first.
    pub cutoffs: Vec<usize>,
    /// The p of rank-biased overlap: the higher, the more weight low ranks have.
    pub rbo_p: f64,
    /// Differences of a lower p are significant; intervals are of level 1 − alpha.
    pub alpha: f64,
    /// Values of every topic too.
    pub per_topic: bool,
}

/// How far a reproduction gives what the original experiment gave.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReproduceAnswer {
    /// What was asked.
    pub request: Reproduce,
    /// Where the numbers come from.
    pub provenance: Provenance,
    /// Where those of the reproduced runs come from, if they are of another collection.
    pub other_collection: Option<Provenance>,
    /// The runs: the baseline, then the advanced one, if there is one.
    pub pairs: Vec<RunPair>,
    /// The rankings of each pair of runs; none across collections.
    pub rankings: Vec<PairRankings>,
    /// The scores, measure by measure.
    pub measures: Vec<MeasureReproduction>,
    /// What is noteworthy.
    pub findings: Vec<Finding>,
}

/// An original run and its reproduction.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunPair {
    /// What they are in the experiment.
    pub role: Role,
    /// The original run.
    pub original: RunName,
    /// The reproduced run.
    pub reproduced: RunName,
}

/// What a run is in an experiment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// What is to be improved on.
    Baseline,
    /// What is to improve on it.
    Advanced,
}

named!(Role: Baseline "baseline", Advanced "advanced");

/// What became of the scores by one measure.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MeasureReproduction {
    /// The measure.
    pub measure: Measure,
    /// The scores of each pair of runs.
    pub scores: Vec<PairScores>,
    /// The improvement over the baseline, where there is an advanced run.
    pub effect: Option<Effect>,
}

impl Answer for ReproduceAnswer {
    const NAME: &'static str = "reproduce";
}

/// The scores by one measure of both experiments.
struct Sides {
    original: Sample,
    reproduced: Sample,
    /// Whether they are of the same topics, value by value.
    paired: bool,
}

impl Reproduce {
    /// By these measures, and as usual otherwise.
    pub fn by(measures: Vec<Measure>) -> Self {
        Reproduce {
            measures,
            cutoffs: DEFAULT_CUTOFFS.into(),
            rbo_p: 0.95,
            alpha: 0.05,
            per_topic: false,
        }
    }

    /// By the usual measures.
    pub fn usual() -> Result<Self> {
        Ok(Reproduce::by(parse_measures([default_measures::REPRODUCE])?))
    }

    /// Compares a reproduction with the original. The runs of the experiment are the original ones (a
    /// baseline and perhaps an advanced one), and then their reproductions in the same order; unless
    /// these are of another collection, and so in another experiment.
    pub fn answer(
        mut self,
        experiment: &Experiment,
        other_collection: Option<&Experiment>,
        progress: &dyn Progress,
    ) -> Result<ReproduceAnswer> {
        self.check()?;
        let pairs = pairs(experiment, other_collection)?;
        // The rankings themselves are needed beside their scores.
        let loaded = match other_collection {
            None => Some(experiment.load()?.0),
            Some(_) => None,
        };
        let experiment = loaded.as_ref().unwrap_or(experiment);
        let (evaluated, provenance) = self.evaluated(experiment, progress)?;
        let other = other_collection.map(|other| self.evaluated(other, progress)).transpose()?;
        let rankings = match loaded.as_ref() {
            Some(experiment) => rankings::compare(&mut self, experiment, pairs.len())?,
            None => vec![],
        };
        let other_runs = other.as_ref().map(|(runs, _)| &runs[..]);
        let sides = self.sides(&evaluated, other_runs)?;
        let measures =
            sides.iter().map(|sides| self.measured(sides)).collect::<Result<Vec<_>>>()?;
        let findings = findings::find(
            &self,
            &rankings,
            &measures,
            &sides,
            [&evaluated, other_runs.unwrap_or_default()],
        );
        let other_collection = other.map(|(_, provenance)| provenance);
        Ok(ReproduceAnswer {
            request: self,
            provenance,
            other_collection,
            pairs,
            rankings,
            measures,
            findings,
        })
    }

    fn check(&mut self) -> Result<()> {
        let wrong = |message: String| Err(Error::new(ErrorKind::Request, message));
        self.cutoffs.sort_unstable();
        self.cutoffs.dedup();
        if self.cutoffs.first().is_none_or(|cutoff| *cutoff == 0) {
            return wrong("rankings are compared up to rank 1 or a lower one".into());
        }
        for (name, value) in [("alpha", self.alpha), ("the p of RBO", self.rbo_p)] {
            if !(value > 0.0 && value < 1.0) {
                return wrong(format!("{name} {value} does not lie between 0 and 1"));
            }
        }
        Ok(())
    }

    /// The runs of a collection evaluated, each of which must be about it.
    fn evaluated(
        &self,
        experiment: &Experiment,
        progress: &dyn Progress,
    ) -> Result<(Vec<EvaluatedRun>, Provenance)> {
        refuse_bounds(&experiment.options)?;
        let runs = evaluate(experiment, &self.measures, progress)?;
        if let Some(unjudged) = unjudged_runs(experiment, &runs)?.first() {
            return Err(refuse(unjudged));
        }
        let provenance = Provenance::of(experiment, &runs)?;
        Ok((runs, provenance))
    }

    /// The scores by each measure, on the topics that all runs of a collection have.
    fn sides(&self, runs: &[EvaluatedRun], other: Option<&[EvaluatedRun]>) -> Result<Vec<Sides>> {
        let samples = |runs: &[EvaluatedRun]| {
            let samples = samples(runs.iter().map(EvaluatedRun::named), &self.measures, None)?;
            if samples.is_empty() {
                let message = "no topic is judged and in every run, so there is nothing to compare";
                return Err(Error::new(ErrorKind::Nothing, message));
            }
            Ok(samples)
        };
        let first = samples(runs)?.into_iter();
        let Some(other) = other else {
            let halves = first.map(|sample| sample.split(runs.len() / 2));
            let sides = halves.filter_map(|halves| {
                let [original, reproduced] = halves.try_into().ok()?;
                Some(Sides { original, reproduced, paired: true })
            });
            return Ok(sides.collect());
        };
        let sides = first.zip(samples(other)?);
        let sides =
            sides.map(|(original, reproduced)| Sides { original, reproduced, paired: false });
        Ok(sides.collect())
    }

    fn measured(&self, sides: &Sides) -> Result<MeasureReproduction> {
        let roles = Role::ALL.into_iter().take(sides.original.columns.len());
        let scores = roles.enumerate().map(|(at, role)| PairScores::of(self, role, at, sides));
        Ok(MeasureReproduction {
            measure: sides.original.measure.clone(),
            scores: scores.collect::<Result<_>>()?,
            effect: Effect::of(self, sides)?,
        })
    }
}

/// Which run is the reproduction of which.
fn pairs(experiment: &Experiment, other: Option<&Experiment>) -> Result<Vec<RunPair>> {
    let names = |experiment: &Experiment| -> Vec<RunName> {
        RunName::all(experiment.runs.iter().map(|run| run.name.as_str()))
    };
    let mut original = names(experiment);
    let reproduced = match other {
        Some(other) => names(other),
        None => original.split_off(original.len().div_ceil(2)),
    };
    check_names(original.iter().chain(&reproduced).map(RunName::as_str), "runs")?;
    if !matches!((original.len(), reproduced.len()), (1, 1) | (2, 2)) {
        let message =
            "there are not as many reproduced runs as original ones, or more than two of each";
        let remedy =
            "give an original baseline and perhaps an advanced run, and the same reproduced";
        return Err(Error::new(ErrorKind::Request, message).remedy(remedy));
    }
    let pairs = Role::ALL.into_iter().zip(original.into_iter().zip(reproduced));
    Ok(pairs.map(|(role, (original, reproduced))| RunPair { role, original, reproduced }).collect())
}
