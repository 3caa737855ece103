//! How far do scores and comparisons move when judgments are unstable? Documents are judged again and
//! again at random around the given judgments, and runs are measured by each judging.
//!
//! K. Kishida, Property of Average Precision and its Generalization: An Examination of Evaluation
//! Indicator for Information Retrieval Experiments, NII Technical Report 2005-014E, section 3.3.

mod confusion;
mod findings;
mod kishida;
mod pairs;
mod repeat;
mod spread;
mod variance;

pub use confusion::{Chance, Confusion};
pub use findings::{Finding, SwappedPair, UNSTABLE};
pub use kishida::{KISHIDA_TABLE_2, Simulated, TableTwo, kishida};
pub use pairs::PairNoise;
pub use variance::{MeasureNoise, RunNoise, Scale, TopicNoise};

use crate::default_measures;
use crate::evaluation::{monte_carlo, refuse_bounds};
use crate::progress::{Parts, Progress};
use crate::{Answer, Experiment, Provenance};
use gainline::{
    Error, ErrorKind, Evaluator, Measure, Options, Pool, PoolTopic, Result, parse_measures,
};
use serde::Serialize;
use variance::Rejudged;

/// How far do scores and comparisons move when judgments are unstable?
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Noise {
    /// The measures.
    pub measures: Vec<Measure>,
    /// How simulated judgments deviate from the given ones.
    pub model: Model,
    /// How often all documents are judged again, two times or more.
    pub repeats: usize,
    /// The seed of the random numbers.
    pub seed: u64,
    /// Values of every topic too.
    pub per_topic: bool,
}

/// How simulated judgments deviate from the given ones.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "NoiseModel"))]
#[serde(tag = "name", rename_all = "kebab-case")]
pub enum Model {
    /// A document stays relevant, or not relevant, with a probability.
    Flip {
        /// These probabilities, one after another.
        thetas: Vec<f64>,
    },
    /// Grades are drawn by the rows of a matrix.
    Confusion {
        /// The matrix.
        matrix: Confusion,
    },
}

/// Scores and comparisons under unstable judgments.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NoiseAnswer {
    /// What was asked.
    pub request: Noise,
    /// Where the numbers come from.
    pub provenance: Provenance,
    /// The simulation that was measured, where it was one.
    pub simulation: Option<Simulation>,
    /// The topics behind all numbers: those that count for every run.
    pub topics: Vec<String>,
    /// Judged documents of these topics.
    pub judged_documents: usize,
    /// Those of them that are relevant by the given judgments.
    pub relevant_documents: usize,
    /// For each theta, or for the confusion matrix.
    pub rejudgings: Vec<Rejudging>,
    /// What is noteworthy.
    pub findings: Vec<Finding>,
}

/// Judgments and a run that are drawn at random.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Simulation {
    /// That behind Table 2 of Kishida's paper.
    Kishida,
}

/// What came of one kind of simulated judgments.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rejudging {
    /// The probability that a document stays relevant, or not relevant, where judges flip.
    pub theta: Option<f64>,
    /// For each grade, the probabilities of the grades that come out.
    pub confusion: Confusion,
    /// How many documents are relevant when they are judged again, on average.
    pub expected_relevant: f64,
    /// For each measure.
    pub measures: Vec<MeasureNoise>,
}

impl Answer for NoiseAnswer {
    const NAME: &'static str = "noise";
}

impl Noise {
    /// By these measures, and as usual otherwise: judges agree with a judgment nine times of ten.
    pub fn by(measures: Vec<Measure>) -> Self {
        let model = Model::Flip { thetas: vec![0.9] };
        Noise { measures, model, repeats: 1000, seed: 1, per_topic: false }
    }

    /// By the usual measures.
    pub fn usual() -> Result<Self> {
        Ok(Noise::by(parse_measures([default_measures::NOISE])?))
    }

    /// Judges the documents of an experiment again and again.
    ///
    /// The same seed gives the same result on any number of threads. Fails where no topic counts
    /// for all runs, where a grade has no row in the confusion matrix, and where a measure has no
    /// gain for a grade that may come out.
    pub fn answer(self, experiment: &Experiment, progress: &dyn Progress) -> Result<NoiseAnswer> {
        self.judge_again(experiment, None, progress)
    }

    /// The same for [Kishida's simulation](kishida), with the numbers that he published.
    pub fn answer_kishida(self, options: Options, progress: &dyn Progress) -> Result<NoiseAnswer> {
        let Simulated { qrels, run } = kishida(self.seed)?;
        let experiment = Experiment::in_memory(qrels, [("ranking", run)], options)?;
        self.judge_again(&experiment, Some(Simulation::Kishida), progress)
    }

    fn judge_again(
        mut self,
        experiment: &Experiment,
        simulation: Option<Simulation>,
        progress: &dyn Progress,
    ) -> Result<NoiseAnswer> {
        self.check(&experiment.options)?;
        let Experiment { qrels, options, .. } = experiment;
        let pool = experiment.pool(progress)?;
        let topics = common_topics(&pool);
        if topics.is_empty() {
            return Err(Error::new(ErrorKind::Nothing, "no topic counts for all runs")
                .remedy("count the topics that a run lacks as empty rankings: --missing zero"));
        }
        let judgments: Vec<f64> = judgments(&topics).collect();
        let confusions = self.model.confusions(options.rel, &judgments);
        let parts = Parts::new(progress, "simulating judgments", confusions.len());
        let told = |done, total| parts.tell(done, total);
        let plan = monte_carlo(self.repeats, self.seed, options, &told);
        let runs: Vec<&str> = experiment.runs.iter().map(|run| run.name.as_str()).collect();
        let rejudged = Rejudged {
            topics: &topics,
            runs: &runs,
            evaluator: &Evaluator::new(qrels, &self.measures, options.clone())?,
            measures: &self.measures,
            plan: &plan,
            per_topic: self.per_topic,
        };
        let mut rejudgings = vec![];
        for (theta, confusion) in confusions {
            let mut measures = rejudged.by(&confusion)?;
            for of in measures.iter_mut().filter(|_| simulation == Some(Simulation::Kishida)) {
                of.published = TableTwo::of(&of.measure, theta, self.repeats);
            }
            let expected_relevant = confusion.expected_relevant(&judgments, options.rel);
            rejudgings.push(Rejudging { theta, confusion, expected_relevant, measures });
        }
        let provenance = Provenance::of_pool(experiment, &pool)?;
        Ok(NoiseAnswer {
            findings: findings::find(&provenance, topics.len(), self.repeats, &rejudgings),
            provenance,
            simulation,
            topics: topics.iter().map(|topic| topic.name().to_string()).collect(),
            judged_documents: judgments.len(),
            relevant_documents: judgments.iter().filter(|grade| **grade >= options.rel).count(),
            rejudgings,
            request: self,
        })
    }

    fn check(&mut self, options: &Options) -> Result<()> {
        refuse_bounds(options)?;
        let wrong = |message: String| Err(Error::new(ErrorKind::Request, message));
        if self.repeats < 2 {
            return wrong(format!("{} repeats: variances need two or more", self.repeats));
        }
        let Model::Flip { thetas } = &mut self.model else { return Ok(()) };
        if let Some(theta) = thetas.iter().find(|theta| !(0.0..=1.0).contains(*theta)) {
            return wrong(format!("theta `{theta}` is not a probability from 0 to 1"));
        }
        let mut once: Vec<f64> = vec![];
        thetas.retain(|theta| {
            let is_new = !once.contains(theta);
            once.push(*theta);
            is_new
        });
        Ok(())
    }
}

impl Model {
    /// Its name.
    pub fn name(&self) -> &'static str {
        match self {
            Model::Flip { .. } => "flip",
            Model::Confusion { .. } => "confusion",
        }
    }

    /// The ways to judge, each with its theta.
    fn confusions(&self, rel: f64, judgments: &[f64]) -> Vec<(Option<f64>, Confusion)> {
        match self {
            Model::Flip { thetas } => {
                let flip = |&theta: &f64| {
                    (Some(theta), Confusion::flip(theta, rel, judgments.iter().copied()))
                };
                thetas.iter().map(flip).collect()
            }
            Model::Confusion { matrix } => vec![(None, matrix.clone())],
        }
    }
}

/// The topics that count for every run.
fn common_topics(pool: &Pool) -> Vec<&PoolTopic> {
    let counts = |topic: &&PoolTopic| topic.rankings().iter().all(Option::is_some);
    pool.topics().iter().filter(counts).collect()
}

/// The grades of all judgments of these topics.
fn judgments<'a>(topics: &'a [&PoolTopic]) -> impl Iterator<Item = f64> + 'a {
    topics.iter().flat_map(|topic| topic.documents()).filter_map(|document| document.grade)
}

#[cfg(test)]
mod tests;
