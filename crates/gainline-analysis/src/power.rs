//! How many topics does it take to detect a difference, and what do these topics detect?

mod figures;

pub use figures::{DifferenceKind, DifferencePower, MeasurePower, NoPower, TestPower, TopRuns};

use crate::compare::SliceTopics;
use crate::comparison::{left_out, samples, slice_facts};
use crate::eval::SliceFacts;
use crate::evaluation::{EvaluatedRun, evaluate, refuse_bounds};
use crate::progress::Progress;
use crate::{Answer, Experiment, Provenance, RunName};
use gainline::{Error, ErrorKind, Measure, Missing, Result, Slices, parse_measures};
use serde::Serialize;

/// What is planned for when nothing is asked for.
pub const DEFAULT_MEASURES: &str = "nDCG@10,AP,RR,P@10";

/// The differences that are planned for when none are given.
pub const DEFAULT_DIFFERENCES: [f64; 4] = [0.01, 0.02, 0.05, 0.1];

/// With fewer topics, a standard deviation is little more than a guess.
const ENOUGH_TOPICS: usize = 25;

/// How many topics does it take to detect a difference, and what do these topics detect?
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Power {
    /// The measures.
    pub measures: Vec<Measure>,
    /// The differences to plan for, in units of the measures; each once.
    pub differences: Vec<f64>,
    /// The probability with which a difference shall be detected.
    pub power: f64,
    /// The significance level of the tests.
    pub alpha: f64,
    /// Only differences from this run, given by its name or file, give the variance of differences;
    /// without it, those of all pairs of runs.
    pub baseline: Option<String>,
    /// The same on these slices of the topics too.
    #[serde(skip)]
    pub slices: Option<Slices>,
}

/// What came of it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PowerAnswer {
    /// What was asked.
    pub request: Power,
    /// Where the numbers come from.
    pub provenance: Provenance,
    /// The baseline, if there is one.
    pub baseline: Option<RunName>,
    /// Topics that some run has and another one lacks, so that they are left out.
    pub topics_left_out: Vec<String>,
    /// What there is to know about the slices, where there are any.
    pub slices: Option<SliceFacts>,
    /// Each measure over all topics, then each measure over each slice.
    pub measures: Vec<MeasurePower>,
    /// What makes the numbers less certain.
    pub findings: Vec<Finding>,
}

/// Something that makes the numbers less certain.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "code", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "PowerFinding"))]
pub enum Finding {
    /// There are few topics, so that variances are only roughly known.
    FewTopics {
        /// How many.
        topics: usize,
        /// How many would be enough not to say so.
        enough: usize,
    },
    /// There are few topics in some slices.
    FewTopicsInSlices {
        /// These slices.
        slices: Vec<SliceTopics>,
        /// How many topics would be enough not to say so.
        enough: usize,
    },
}

impl Answer for PowerAnswer {
    const NAME: &'static str = "power";
}

impl Power {
    /// By these measures, and as usual otherwise.
    pub fn by(measures: Vec<Measure>) -> Self {
        Power {
            measures,
            differences: DEFAULT_DIFFERENCES.to_vec(),
            power: 0.8,
            alpha: 0.05,
            baseline: None,
            slices: None,
        }
    }

    /// By the usual measures.
    pub fn usual() -> Result<Self> {
        Ok(Power::by(parse_measures([DEFAULT_MEASURES])?))
    }

    /// Evaluates the runs, and takes the variance of their differences.
    pub fn answer(
        mut self,
        experiment: &Experiment,
        progress: &dyn Progress,
    ) -> Result<PowerAnswer> {
        let mut once: Vec<f64> = vec![];
        self.differences.retain(|difference| {
            let first = !once.contains(difference);
            once.push(*difference);
            first
        });
        let baseline = self.check(experiment)?;
        let evaluated = evaluate(experiment, &self.measures, progress)?;
        let scored = evaluated.iter().map(EvaluatedRun::named);
        let samples = samples(scored, &self.measures, self.slices.as_ref())?;
        let topics = samples.first().map_or(0, |sample| sample.topics.len());
        if topics < 2 {
            return Err(too_few_topics(topics, experiment.options.missing));
        }
        let measures = samples.iter().map(|s| MeasurePower::of(s, &self, baseline.as_ref()));
        let measures: Vec<MeasurePower> = measures.collect();
        Ok(PowerAnswer {
            provenance: Provenance::of(experiment, &evaluated)?,
            baseline,
            topics_left_out: left_out(&evaluated, &samples),
            slices: self.slices.as_ref().map(|slices| slice_facts(slices, &evaluated, &samples)),
            findings: few_topics(&measures).into_iter().collect(),
            measures,
            request: self,
        })
    }

    /// The baseline, if the request makes sense for these runs.
    fn check(&self, experiment: &Experiment) -> Result<Option<RunName>> {
        let refused = |message: String| Error::new(ErrorKind::Request, message);
        if let [_] = &experiment.runs[..] {
            let message = "a single run does not show how differences vary from topic to topic";
            return Err(refused(message.into())
                .remedy("give two or more runs of the kind that you want to compare"));
        }
        refuse_bounds(&experiment.options)?;
        for (name, value) in [("power", self.power), ("alpha", self.alpha)] {
            if !(value > 0.0 && value < 1.0) {
                return Err(refused(format!("{name} is `{value}`; it must be between 0 and 1")));
            }
        }
        if let Some(wrong) = self.differences.iter().find(|d| !(**d > 0.0 && d.is_finite())) {
            return Err(refused(format!("a difference is `{wrong}`; it must be a number above 0")));
        }
        if self.power <= self.alpha {
            let (power, alpha) = (self.power, self.alpha);
            let message = format!(
                "a power of {power} is not above alpha, {alpha}: even without any difference a \
                 test has a power of alpha"
            );
            return Err(refused(message));
        }
        let place = self.baseline.as_deref().map(|text| experiment.run_index(text)).transpose()?;
        Ok(place.map(|place| RunName::new(place, &experiment.runs[place].name)))
    }
}

fn too_few_topics(topics: usize, missing: Missing) -> Error {
    let some = if topics == 1 { "there is one topic" } else { "there is no topic" };
    let common = match missing {
        Missing::Skip => " that all runs have (--missing skip)",
        Missing::Zero => "",
    };
    let message = format!("{some}{common}: the variance between topics needs two or more");
    Error::new(ErrorKind::Nothing, message)
}

fn few_topics(measures: &[MeasurePower]) -> Option<Finding> {
    let enough = ENOUGH_TOPICS;
    let first = measures.first()?;
    if first.topics < enough {
        return Some(Finding::FewTopics { topics: first.topics, enough });
    }
    let of_first = measures.iter().filter(|of| of.measure == first.measure);
    let slices =
        of_first.filter_map(|of| Some(SliceTopics { slice: of.slice.clone()?, topics: of.topics }));
    let slices: Vec<SliceTopics> = slices.filter(|slice| slice.topics < enough).collect();
    (!slices.is_empty()).then_some(Finding::FewTopicsInSlices { slices, enough })
}
