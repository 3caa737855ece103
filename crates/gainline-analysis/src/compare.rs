//! Which run is better, and how certain is that?

mod checks;
mod decision;
mod findings;

pub use decision::{Decision, MeasureBest};
pub use findings::{Finding, PairOf, SliceTopics, TestP};

use crate::comparison::{
    Comparison, Family, Pair, Plan, Status, Tolerance, check_trials, compare, left_out, samples,
    samples_tested, slice_facts,
};
use crate::default_measures;
use crate::eval::SliceFacts;
use crate::evaluation::{EvaluatedRun, evaluate, monte_carlo, refuse_bounds};
use crate::progress::{Parts, Progress};
use crate::uneven_runs::JUDGED;
use crate::unjudged_runs::unjudged_runs;
use crate::{Answer, Experiment, Provenance, RunName};
use gainline::{Error, ErrorKind, Measure, Result, Slices, parse_measures};
use gainline_stats::{Correction, IntervalMethod, Test};
use serde::Serialize;

/// The test when nothing is asked for: with Holm's correction it keeps its error where tests that pool
/// variances or permute do not (`docs/comparing.md`), and its intervals belong to it.
pub const DEFAULT_TEST: Test = Test::T;

/// So many topics with gains are given, and as many with losses.
const TOPICS_GIVEN: usize = 5;

/// Which run is better, and how certain is that?
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Compare {
    /// The measures.
    pub measures: Vec<Measure>,
    /// The run that every other one is compared with, by its name or file. Without it all pairs
    /// are compared; of two runs, the first is the baseline.
    pub baseline: Option<String>,
    /// The test.
    pub test: Test,
    /// The correction of p-values for the number of comparisons. Without it, Holm's; for tests that
    /// correct for all pairs themselves, Bonferroni's over measures and slices, and they take no other
    /// one but none.
    pub correction: Option<Correction>,
    /// Which comparisons are corrected for together.
    pub family: Family,
    /// A difference is significant if its adjusted p-value is below this; intervals have the level
    /// 1 − alpha.
    pub alpha: f64,
    /// How confidence intervals of differences are made.
    pub interval: IntervalMethod,
    /// Whether runs differ by less than this is tested too.
    pub equivalence: Option<f64>,
    /// Whether runs are worse than the baseline by less than this is tested too, by one-sided tests.
    pub not_worse_by: Option<Tolerance>,
    /// How many permutations or resamples are drawn, where a test draws any.
    pub trials: usize,
    /// The seed of random numbers.
    pub seed: u64,
    /// Runs are compared on these slices of the topics too.
    #[serde(skip)]
    pub slices: Option<Slices>,
}

/// What came of it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompareAnswer {
    /// What was asked.
    pub request: Compare,
    /// Where the numbers come from.
    pub provenance: Provenance,
    /// The test in force.
    pub test: Test,
    /// The correction in force for the tests of pairs: Bonferroni's over measures and slices with a
    /// test that corrects for all pairs itself, unless none was asked for.
    pub correction_used: Correction,
    /// The baseline in force, if there is one.
    pub baseline: Option<RunName>,
    /// Topics that some run has and another one lacks: runs are not compared on them.
    pub topics_left_out: Vec<String>,
    /// What there is to know about the slices, where there are any.
    pub slices: Option<SliceFacts>,
    /// The comparison by each measure over all topics, then by each measure over each slice. There
    /// is none of a single run, nor without a topic that every run has.
    pub comparisons: Vec<Comparison>,
    /// How many pairs were tested, over all measures and slices.
    pub pairs_tested: usize,
    /// How many comparisons have a pair that was tested.
    pub comparisons_tested: usize,
    /// For each measure, the topics on which the two best runs, or the best run and the baseline,
    /// differ most.
    pub topic_differences: Vec<TopicDifferences>,
    /// What makes conclusions less certain: first what could change the decision, then what is about
    /// precision, then remarks.
    pub findings: Vec<Finding>,
    /// What it all comes to.
    pub decision: Decision,
}

/// The topics on which two runs differ most by a measure.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TopicDifferences {
    /// The measure.
    pub measure: Measure,
    /// The run.
    pub run: RunName,
    /// The run that it is compared with.
    pub baseline: RunName,
    /// The topics on which it gains most, then those on which it loses most, from the largest gain
    /// to the largest loss.
    pub topics: Vec<TopicDifference>,
}

/// A topic and the values of two runs.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TopicDifference {
    /// The topic.
    pub topic: String,
    /// The run's value.
    pub run: f64,
    /// The baseline's value.
    pub baseline: f64,
}

impl Answer for CompareAnswer {
    const NAME: &'static str = "compare";
}

impl Compare {
    /// By these measures, and as usual otherwise.
    pub fn by(measures: Vec<Measure>) -> Self {
        Compare {
            measures,
            baseline: None,
            test: DEFAULT_TEST,
            correction: None,
            family: Family::All,
            alpha: 0.05,
            interval: IntervalMethod::T,
            equivalence: None,
            not_worse_by: None,
            trials: 100_000,
            seed: 1,
            slices: None,
        }
    }

    /// By the usual measures.
    pub fn usual() -> Result<Self> {
        Ok(Compare::by(parse_measures([default_measures::USUAL])?))
    }

    /// Evaluates the runs and compares them.
    pub fn answer(self, experiment: &Experiment, progress: &dyn Progress) -> Result<CompareAnswer> {
        if let [run] = &experiment.runs[..] {
            let message = format!("there is a single run, `{}`", run.name);
            return Err(
                Error::new(ErrorKind::Request, message).remedy("give two or more runs to compare")
            );
        }
        self.plan_for(experiment)?;
        let evaluated = evaluate(experiment, &self.evaluated_measures()?, progress)?;
        let answer = self.answer_evaluated(experiment, &evaluated, progress)?;
        if answer.comparisons.is_empty() {
            let message = "there is no judged topic that every run has, so nothing can be compared";
            return Err(Error::new(ErrorKind::Nothing, message));
        }
        Ok(answer)
    }

    /// The correction of tests of single pairs, such as those of equivalence are whatever the other test
    /// is.
    pub fn correction_of_pairs(&self) -> Correction {
        self.correction.unwrap_or(Correction::Holm)
    }

    /// The measures that [`Compare::answer_evaluated`] needs runs to be evaluated by: besides those
    /// of the request, the share of judged documents.
    pub fn evaluated_measures(&self) -> Result<Vec<Measure>> {
        let mut measures = self.measures.clone();
        let judged: Measure = JUDGED.parse()?;
        if !measures.contains(&judged) {
            measures.push(judged);
        }
        Ok(measures)
    }

    /// Compares the runs of an experiment, which have been evaluated by at least
    /// [`Compare::evaluated_measures`]. Of a single run, or without a topic that every run has, the
    /// answer has no comparisons.
    pub fn answer_evaluated(
        self,
        experiment: &Experiment,
        evaluated: &[EvaluatedRun],
        progress: &dyn Progress,
    ) -> Result<CompareAnswer> {
        let (test, baseline) = self.plan_for(experiment)?;
        // Where topics are missing, all is compared without them too.
        let again = evaluated.iter().any(|run| !run.scores.missing().is_empty());
        let drawn = self.parts_drawn(experiment) * (1 + usize::from(again));
        let parts = Parts::new(progress, self.test.description(), drawn);
        let told = |done, total| parts.tell(done, total);
        let plan = Plan {
            test,
            correction: self.correction_of_pairs(),
            family: self.family,
            alpha: self.alpha,
            interval: self.interval,
            monte_carlo: monte_carlo(self.trials, self.seed, &experiment.options, &told),
            baseline: baseline.as_ref().map(|run| run.place),
            equivalence: self.equivalence,
            not_worse_by: self.not_worse_by,
        };
        let several = if evaluated.len() > 1 { evaluated } else { &[] };
        let scored = several.iter().map(EvaluatedRun::named);
        let samples = samples(scored, &self.measures, self.slices.as_ref())?;
        let topics_left_out = left_out(evaluated, &samples);
        let slices = self.slices.as_ref().map(|slices| slice_facts(slices, evaluated, &samples));
        let comparisons = compare(samples, &plan)?;
        let tested = comparisons.iter().flat_map(|c| &c.pairs).filter(|pair| pair.p().is_some());
        let mut answer = CompareAnswer {
            provenance: Provenance::of(experiment, evaluated)?,
            test,
            correction_used: plan.correction_used(),
            baseline,
            topics_left_out,
            slices,
            pairs_tested: tested.count(),
            comparisons_tested: samples_tested(&comparisons),
            topic_differences: vec![],
            findings: vec![],
            decision: Decision::NothingCompared,
            comparisons,
            request: self,
        };
        answer.topic_differences =
            answer.over_all_topics().filter_map(|c| answer.topic_differences_of(c)).collect();
        let runs = unjudged_runs(experiment, several)?;
        answer.decision = match runs.is_empty() {
            true => decision::decide(&answer.comparisons, answer.baseline.as_ref()),
            false => Decision::NothingJudged { runs },
        };
        answer.findings = findings::find(&answer, evaluated, &plan)?;
        if let Some(found) = checks::missing_topics_decide(&answer, experiment, evaluated, &plan)? {
            answer.findings.insert(0, found);
        }
        Ok(answer)
    }

    /// How many times something is drawn at random, at the most.
    fn parts_drawn(&self, experiment: &Experiment) -> usize {
        let slices = self.slices.as_ref().map_or(0, |slices| slices.iter().len());
        let samples = self.measures.len() * (1 + slices);
        let runs = experiment.runs.len();
        let pairs = if self.baseline.is_some() { runs } else { runs * runs / 2 };
        let tests = match self.test {
            Test::Bootstrap => samples * pairs,
            Test::Randomization | Test::RandomizedTukey | Test::MaxT | Test::MaxTStepDown => {
                samples
            }
            Test::T
            | Test::Wilcoxon
            | Test::Sign
            | Test::Tukey
            | Test::Dunnett
            | Test::Nemenyi
            | Test::Conover => 0,
        };
        let intervals = match self.interval {
            IntervalMethod::T => 0,
            IntervalMethod::Percentile | IntervalMethod::Bca => 2 * samples * pairs,
        };
        tests + intervals
    }

    /// Whether the request makes sense for these runs.
    pub(crate) fn check(&self, experiment: &Experiment) -> Result<()> {
        self.plan_for(experiment).map(|_| ())
    }

    /// The test and the baseline in force, if the request makes sense for these runs.
    fn plan_for(&self, experiment: &Experiment) -> Result<(Test, Option<RunName>)> {
        refuse_bounds(&experiment.options)?;
        let runs = &experiment.runs;
        let share = |name: &str, value: f64, most: f64| {
            if value > 0.0 && value < most {
                return Ok(());
            }
            let message = format!("{name} is `{value}`; it must be between 0 and {most}");
            Err(Error::new(ErrorKind::Request, message))
        };
        share("alpha", self.alpha, 0.5)?;
        if let Some(margin) = self.equivalence {
            share("the margin of equivalence", margin, f64::INFINITY)?;
        }
        let test = self.test;
        check_trials(test, self.trials, self.alpha)?;
        let possible = match self.correction {
            None | Some(Correction::None | Correction::Bonferroni) => true,
            Some(Correction::Holm | Correction::Hochberg | Correction::BenjaminiHochberg) => {
                !test.is_simultaneous()
            }
        };
        if !possible {
            let message = format!("the test `{test}` corrects for all pairs itself");
            let remedy = "over measures and slices it can be corrected by bonferroni, or not at all \
                          (none)";
            return Err(Error::new(ErrorKind::Request, message).remedy(remedy));
        }
        if test == Test::Dunnett && self.baseline.is_none() && runs.len() > 2 {
            let message = "Dunnett's test compares runs with a baseline";
            return Err(Error::new(ErrorKind::Request, message).remedy("name it (--baseline)"));
        }
        let baseline = match &self.baseline {
            Some(text) => Some(experiment.run_index(text)?),
            None => (runs.len() == 2).then_some(0),
        };
        if self.not_worse_by.is_some() && baseline.is_none() {
            let message = "a margin by which runs may be worse needs a baseline";
            return Err(Error::new(ErrorKind::Request, message).remedy("name it (--baseline)"));
        }
        Ok((test, baseline.map(|place| RunName::new(place, &runs[place].name))))
    }
}

impl CompareAnswer {
    /// The comparisons over all topics, one for each measure.
    pub fn over_all_topics(&self) -> impl Iterator<Item = &Comparison> + Clone {
        self.comparisons.iter().filter(|comparison| comparison.sample.slice.is_none())
    }

    /// Those of them by measures that say which of two values is better.
    pub fn deciding(&self) -> impl Iterator<Item = &Comparison> + Clone {
        decision::deciding(&self.comparisons)
    }

    /// How many pairs are corrected for together.
    pub fn tested_together(&self) -> usize {
        match self.request.family {
            Family::All => self.pairs_tested,
            Family::Measure => self.pairs_tested.div_ceil(self.request.measures.len().max(1)),
        }
    }

    /// The pairs that matter most: all with the baseline, or the best run with each other one.
    pub fn main_pairs<'c>(&self, comparison: &'c Comparison) -> impl Iterator<Item = &'c Pair> {
        let all = self.baseline.is_some();
        let best = comparison.best();
        comparison.pairs.iter().filter(move |pair| all || Some(&pair.run) == best)
    }

    /// The pair that is looked at topic by topic: the two best runs, or the best of the others and
    /// the baseline.
    fn top_pair<'c>(&self, comparison: &'c Comparison) -> Option<&'c Pair> {
        let Some(baseline) = &self.baseline else { return comparison.pairs.first() };
        let best = comparison.best_first.iter().find(|run| *run != baseline)?;
        comparison.pairs.iter().find(|pair| pair.run == *best)
    }

    fn topic_differences_of(&self, comparison: &Comparison) -> Option<TopicDifferences> {
        let pair = self.top_pair(comparison).filter(|pair| !pair.is_same())?;
        let sample = &comparison.sample;
        let (a, b) = (&sample.columns[pair.baseline.place], &sample.columns[pair.run.place]);
        let gain = |topic: &usize| sample.oriented(b[*topic] - a[*topic]);
        let mut order: Vec<usize> = (0..sample.topics.len()).collect();
        order.sort_by(|x, y| gain(y).total_cmp(&gain(x)));
        let gains = order.iter().take(TOPICS_GIVEN).filter(|topic| gain(topic) > 0.0);
        let losses = order.iter().skip(order.len().saturating_sub(TOPICS_GIVEN));
        let losses = losses.filter(|topic| gain(topic) < 0.0);
        let difference = |&topic: &usize| TopicDifference {
            topic: sample.topics[topic].clone(),
            run: b[topic],
            baseline: a[topic],
        };
        Some(TopicDifferences {
            measure: sample.measure.clone(),
            run: pair.run.clone(),
            baseline: pair.baseline.clone(),
            topics: gains.chain(losses).map(difference).collect(),
        })
    }
}

/// The runs that stand so to the best one, where all pairs were compared: in the order of the pairs.
pub fn beside_best(comparison: &Comparison, wanted: &[Status]) -> Vec<RunName> {
    let with_best = comparison.pairs.iter().filter(|pair| Some(&pair.run) == comparison.best());
    let found = with_best.filter(|pair| wanted.contains(&pair.status));
    found.map(|pair| pair.baseline.clone()).collect()
}
