//! How many topics does it take to detect a difference, and what do these topics detect?

mod figures;
mod simulation;

pub use figures::{
    DifferenceKind, DifferencePower, MeasurePower, NoPower, TestPower, TopRuns, WidthTopics,
};
pub use simulation::{MOST_TOPICS, SIMULATIONS};

use crate::compare::{Compare, DEFAULT_TEST, SliceTopics};
use crate::comparison::{Family, Plan, Sample, left_out, samples, slice_facts};
use crate::default_measures;
use crate::eval::SliceFacts;
use crate::evaluation::{EvaluatedRun, evaluate, monte_carlo, refuse_bounds};
use crate::progress::{Parts, Progress};
use crate::{Answer, Experiment, Provenance, RunName};
use gainline::{Error, ErrorKind, Measure, Missing, Result, Slices, parse_measures};
use gainline_stats::{Correction, MonteCarlo, Test};
use serde::Serialize;

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
    /// The significance level, of all comparisons together where they are corrected for.
    pub alpha: f64,
    /// The half-widths of confidence intervals to plan for; none unless asked for.
    pub half_widths: Vec<f64>,
    /// The test of pairs.
    pub test: Test,
    /// The correction of p-values, as in a comparison.
    pub correction: Option<Correction>,
    /// Which comparisons are corrected for together.
    pub family: Family,
    /// How many comparisons are planned to be corrected for together; without it as many as a comparison
    /// of these runs by these measures has.
    pub comparisons: Option<usize>,
    /// The seed of random numbers, where power is simulated.
    pub seed: u64,
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
    /// The correction in force.
    pub correction_used: Correction,
    /// How many comparisons are corrected for together; of a test of all pairs at once, how many measures
    /// and slices.
    pub comparisons: usize,
    /// The level of the test of one pair: at the strictest step of the correction, so that the power is at
    /// least what is told whatever the other comparisons show. Intervals have the level 1 − this.
    pub alpha_of_pair: f64,
    /// How many comparisons were simulated for each power; none where there is a formula.
    pub simulations: Option<usize>,
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
            half_widths: vec![],
            test: DEFAULT_TEST,
            correction: None,
            family: Family::All,
            comparisons: None,
            seed: 1,
            baseline: None,
            slices: None,
        }
    }

    /// By the usual measures.
    pub fn usual() -> Result<Self> {
        Ok(Power::by(parse_measures([default_measures::USUAL])?))
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
        let correction_used = self.correction_used();
        let comparisons = self.comparisons.unwrap_or_else(|| self.together(&samples, &baseline));
        let alpha_of_pair = match correction_used {
            Correction::None => self.alpha,
            Correction::Bonferroni
            | Correction::Holm
            | Correction::Hochberg
            | Correction::BenjaminiHochberg => self.alpha / comparisons as f64,
        };
        let parts = Parts::new(progress, "simulating comparisons", samples.len());
        let told = |done, total| parts.tell(done, total);
        let plan = monte_carlo(SIMULATIONS, self.seed, &experiment.options, &told);
        let planned = Planned { request: &self, baseline: baseline.as_ref(), alpha_of_pair, plan };
        let measures: Vec<MeasurePower> =
            samples.iter().map(|sample| MeasurePower::of(sample, &planned)).collect();
        Ok(PowerAnswer {
            provenance: Provenance::of(experiment, &evaluated)?,
            baseline,
            correction_used,
            comparisons,
            alpha_of_pair,
            simulations: (self.test != Test::T).then_some(SIMULATIONS),
            topics_left_out: left_out(&evaluated, &samples),
            slices: self.slices.as_ref().map(|slices| slice_facts(slices, &evaluated, &samples)),
            findings: few_topics(&measures).into_iter().collect(),
            measures,
            request: self,
        })
    }

    /// As a comparison has it.
    fn correction_used(&self) -> Correction {
        let correction = self.correction.unwrap_or(Correction::Holm);
        let plan = Plan::new(self.test, MonteCarlo::new(1, 1));
        Plan { correction, ..plan }.correction_used()
    }

    /// How many comparisons are corrected for together in a comparison of these samples. The second of two
    /// runs is compared with the first.
    fn together(&self, samples: &[Sample], baseline: &Option<RunName>) -> usize {
        // A single topic cannot be tested.
        let testable = samples.iter().filter(|sample| sample.topics.len() > 1);
        let samples_together = match self.family {
            Family::All => testable.count(),
            Family::Measure => {
                testable.filter(|sample| self.measures.first() == Some(&sample.measure)).count()
            }
        };
        let runs = samples.first().map_or(0, |sample| sample.runs.len());
        let pairs = if baseline.is_some() { runs - 1 } else { runs * (runs - 1) / 2 };
        let each = if self.test.is_simultaneous() { 1 } else { pairs };
        (samples_together * each).max(1)
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
        if let Some(wrong) = self.half_widths.iter().find(|w| !(**w > 0.0 && w.is_finite())) {
            return Err(refused(format!("a half-width is `{wrong}`; it must be a number above 0")));
        }
        if self.comparisons == Some(0) {
            return Err(refused("0 comparisons are planned; there must be one or more".into()));
        }
        Compare {
            baseline: self.baseline.clone(),
            test: self.test,
            correction: self.correction,
            ..Compare::by(self.measures.clone())
        }
        .check(experiment)?;
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

/// What is planned for.
struct Planned<'a> {
    request: &'a Power,
    baseline: Option<&'a RunName>,
    alpha_of_pair: f64,
    plan: MonteCarlo<'a>,
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
