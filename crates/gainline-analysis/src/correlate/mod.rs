//! How similarly do measures, or judgments, order the runs? Correlations of orders, and the
//! discriminative power of measures.
//!
//! T. Sakai, Evaluating Evaluation Metrics based on the Bootstrap, SIGIR 2006: discriminative power
//! is the share of pairs of runs that a test finds significantly different.

mod findings;

pub(crate) use findings::{FEW_RUNS, tau_step};
pub use findings::{Finding, RankingName, WhichJudgments};

use crate::comparison::{Plan, RankAgreement, RankedRuns, Sample, compare, samples};
use crate::default_measures;
use crate::evaluation::{EvaluatedRun, evaluate, monte_carlo, refuse_bounds};
use crate::progress::{Parts, Progress};
use crate::provenance::QrelsFacts;
use crate::{Answer, Experiment, NamedQrels, Provenance, check_rereadable};
use gainline::{Error, ErrorKind, Measure, Result, Slices, parse_measures};
use gainline_stats::{Correction, Test};
use serde::Serialize;

/// How similarly do measures, or judgments, order the runs?
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Correlate {
    /// The measures.
    pub measures: Vec<Measure>,
    /// The test of differences between runs, whose p-values are not corrected.
    pub test: Test,
    /// Differences of a lower p are significant.
    pub alpha: f64,
    /// Random permutations or resamples, where the test draws any.
    pub trials: usize,
    /// The seed of the random numbers.
    pub seed: u64,
    /// Slices of the topics are looked at too.
    #[serde(skip)]
    pub slices: Option<Slices>,
}

/// How similarly measures, or judgments, order the runs.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CorrelateAnswer {
    /// What was asked.
    pub request: Correlate,
    /// Where the numbers come from.
    pub provenance: Provenance,
    /// The second judgments, where there are any.
    pub against: Option<QrelsFacts>,
    /// All topics, then each slice that has any.
    pub parts: Vec<OrderPart>,
    /// What is noteworthy.
    pub findings: Vec<Finding>,
}

/// All topics or a slice of them, and how measures or judgments order the runs there.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OrderPart {
    /// The slice; null for all topics.
    pub slice: Option<String>,
    /// How many topics there are that all runs, and both judgments, have.
    pub topics: usize,
    /// Each two measures by the first judgments; none where there are second judgments.
    pub measures: Vec<MeasureAgreement>,
    /// Each measure by the first and by the second judgments, where there are second ones.
    pub judgments: Vec<JudgmentAgreement>,
    /// The runs by the first judgments, for each measure.
    pub first: Vec<RankedRuns>,
    /// The runs by the second judgments, for each measure, where there are any.
    pub second: Vec<RankedRuns>,
}

/// How far two measures order the runs alike.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MeasureAgreement {
    /// The one measure.
    pub first: Measure,
    /// The other measure.
    pub second: Measure,
    /// How far they agree.
    #[serde(flatten)]
    pub agreement: RankAgreement,
}

/// How far two sets of judgments order the runs alike.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JudgmentAgreement {
    /// The measure.
    pub measure: Measure,
    /// How far they agree.
    #[serde(flatten)]
    pub agreement: RankAgreement,
    /// Swapped pairs of runs that are significantly different by both judgments.
    pub swapped_significant: usize,
}

impl Answer for CorrelateAnswer {
    const NAME: &'static str = "correlate";
}

impl Correlate {
    /// By these measures, and as usual otherwise.
    pub fn by(measures: Vec<Measure>) -> Self {
        let (alpha, trials, seed) = (0.05, 10_000, 1);
        Correlate {
            measures,
            test: crate::compare::DEFAULT_TEST,
            alpha,
            trials,
            seed,
            slices: None,
        }
    }

    /// By the usual measures.
    pub fn usual() -> Result<Self> {
        Ok(Correlate::by(parse_measures([default_measures::COMPARED])?))
    }

    /// Compares the orders of the runs: by each two measures, or by each measure with the judgments
    /// of the experiment and with others.
    pub fn answer(
        self,
        experiment: &Experiment,
        against: Option<&NamedQrels>,
        progress: &dyn Progress,
    ) -> Result<CorrelateAnswer> {
        self.check(experiment)?;
        let first = evaluate(experiment, &self.measures, progress)?;
        let provenance = Provenance::of(experiment, &first)?;
        let mut second = None;
        if let Some(against) = against {
            check_rereadable(&experiment.runs)?;
            let judged = experiment.judged_by(against);
            let evaluated = evaluate(&judged, &self.measures, progress)?;
            second = Some((QrelsFacts::of(&judged)?, evaluated));
        }
        let again = second.as_ref().map_or(&[][..], |(_, runs)| &runs[..]);
        let parts = self.parts(&first, again, experiment, progress)?;
        let findings = findings::find(&self, &parts, &first, again);
        let against = second.map(|(facts, _)| facts);
        Ok(CorrelateAnswer { request: self, provenance, against, parts, findings })
    }

    fn check(&self, experiment: &Experiment) -> Result<()> {
        refuse_bounds(&experiment.options)?;
        if experiment.runs.len() < 3 {
            let message = format!(
                "{} cannot be correlated: orders need three runs or more",
                if experiment.runs.len() == 1 { "one run" } else { "two runs" }
            );
            let remedy = "give three runs or more; ten or more are better";
            return Err(Error::new(ErrorKind::Request, message).remedy(remedy));
        }
        if !(self.alpha > 0.0 && self.alpha < 1.0) {
            let message = format!("alpha {} does not lie between 0 and 1", self.alpha);
            return Err(Error::new(ErrorKind::Request, message));
        }
        Ok(())
    }

    fn parts(
        &self,
        first: &[EvaluatedRun],
        again: &[EvaluatedRun],
        experiment: &Experiment,
        progress: &dyn Progress,
    ) -> Result<Vec<OrderPart>> {
        let scores = first.iter().chain(again).map(|run| (run.name.as_str(), &run.scores));
        let samples = samples(scores, &self.measures, self.slices.as_ref())?;
        if samples.is_empty() {
            let message = "no topic is judged and in every run, so there is no order of runs";
            return Err(Error::new(ErrorKind::Nothing, message));
        }
        let orders = if again.is_empty() { 1 } else { 2 };
        let parts = Parts::new(progress, self.test.description(), orders * samples.len());
        let told = |done, total| parts.tell(done, total);
        let plan = Plan {
            correction: Correction::None,
            alpha: self.alpha,
            ..Plan::new(self.test, monte_carlo(self.trials, self.seed, &experiment.options, &told))
        };
        let mut places: Vec<(Option<String>, usize)> = vec![];
        let (mut one, mut other) = (vec![], vec![]);
        for sample in samples {
            places.push((sample.slice.clone(), sample.topics.len()));
            let mut halves = sample.split(first.len()).into_iter();
            one.extend(halves.next());
            other.extend(halves);
        }
        let ranked = |samples: Vec<Sample>| -> Result<Vec<RankedRuns>> {
            let compared = compare(samples, &plan)?.into_iter();
            Ok(compared.map(|comparison| RankedRuns::of(comparison, &plan)).collect())
        };
        let (mut one, mut other) = (ranked(one)?.into_iter(), ranked(other)?.into_iter());
        let part = |places: &[(Option<String>, usize)]| {
            let first = one.by_ref().take(places.len()).collect();
            let second = other.by_ref().take(places.len()).collect();
            OrderPart::of(places[0].clone(), first, second)
        };
        Ok(places.chunks(self.measures.len()).map(part).collect())
    }
}

impl OrderPart {
    fn of(
        (slice, topics): (Option<String>, usize),
        first: Vec<RankedRuns>,
        second: Vec<RankedRuns>,
    ) -> Self {
        let mut measures = vec![];
        for (at, one) in first.iter().enumerate().filter(|_| second.is_empty()) {
            measures.extend(first[at + 1..].iter().map(|other| MeasureAgreement {
                first: one.measure.clone(),
                second: other.measure.clone(),
                agreement: RankAgreement::of(&one.heights, &other.heights),
            }));
        }
        let judgments = first.iter().zip(&second).map(|(one, other)| {
            let agreement = RankAgreement::of(&one.heights, &other.heights);
            let significant = |ranked: &RankedRuns, pair| {
                ranked.pair(pair).is_some_and(|tested| tested.significant)
            };
            let both =
                |&&pair: &&(usize, usize)| significant(one, pair) && significant(other, pair);
            let swapped_significant = agreement.swapped.iter().filter(both).count();
            JudgmentAgreement { measure: one.measure.clone(), agreement, swapped_significant }
        });
        let judgments = judgments.collect();
        OrderPart { slice, topics, measures, judgments, first, second }
    }

    /// All measures by all judgments, with which judgments these are.
    pub fn rankings(&self) -> impl Iterator<Item = (WhichJudgments, &RankedRuns)> {
        let first = self.first.iter().map(|ranked| (WhichJudgments::First, ranked));
        first.chain(self.second.iter().map(|ranked| (WhichJudgments::Second, ranked)))
    }
}
