//! Does a run keep the rules? Bounds that its values must reach, drops from a baseline that it must
//! not make, and what it must be shown to be beside the baseline: for continuous integration.

mod judge;
mod margin;
mod parse;
mod rule;
mod slices;
mod stored;

pub use crate::comparison::Tolerance;
pub use parse::parse_rule;
pub use rule::{Condition, Relation, Rule, RuleError, RuleKind, Scope, is_rounding};
pub use stored::StoredScores;

use crate::comparison::TopicCounts;
use crate::eval::SliceFacts;
use crate::evaluation::{EvaluatedRun, evaluate};
use crate::progress::Parts;
use crate::provenance::FileFacts;
use crate::unjudged_runs::{refuse, unjudged_runs};
use crate::{Answer, Experiment, Progress, Provenance};
use gainline::{Error, ErrorKind, Measure, Result, Slices};
use gainline_stats::{Correction, MonteCarlo, StatsError, Test};
use judge::{Judged, Subjects, judge};
use serde::Serialize;
use std::collections::HashSet;
use std::path::Path;

/// The tests of two runs that a gate may use; those for more than two runs are left out.
pub const TESTS: [Test; 5] =
    [Test::T, Test::Randomization, Test::Wilcoxon, Test::Sign, Test::Bootstrap];

/// Does the last run of an experiment keep the rules? A run before it is the baseline.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Gate {
    /// The rules.
    pub rules: Vec<Rule>,
    /// Measures to store besides those of the rules.
    pub measures: Vec<Measure>,
    /// Slices of the topics, for rules that are about them.
    #[serde(skip)]
    pub slices: Option<Slices>,
    /// The test of whether a drop is significant: one of [`TESTS`].
    pub test: Test,
    /// How p-values are adjusted for the number of tests.
    pub correction: Correction,
    /// Permutations or resamples to draw, where not all are enumerated.
    pub trials: usize,
    /// The seed of random numbers.
    pub seed: u64,
}

/// Scores of a baseline that were stored earlier, and their file.
#[derive(Debug, Clone)]
pub struct StoredBaseline {
    /// The scores.
    pub scores: StoredScores,
    /// The file that they were read from.
    pub file: FileFacts,
}

/// What came of the rules.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GateAnswer {
    /// What was asked. Where no rule names slices, rules that forbid are about every slice too.
    pub request: Gate,
    /// Where the numbers come from.
    pub provenance: Provenance,
    /// The run that the rules are about.
    pub candidate: String,
    /// What it is compared with, if anything.
    pub baseline: Option<Baseline>,
    /// Whether no rule is broken, and all that must be shown is.
    pub passed: bool,
    /// Rules that are broken.
    pub rules_broken: usize,
    /// Rules of what must be shown, and is not.
    pub rules_not_shown: usize,
    /// Rules that could not be checked.
    pub rules_skipped: usize,
    /// What came of each rule.
    pub rules: Vec<RuleResult>,
    /// Tests of drops that their p-values were adjusted for.
    pub tests: usize,
    /// Tests of margins, for rules that must be shown, that their p-values were adjusted for.
    pub margin_tests: usize,
    /// Topics that candidate and baseline have in common, where one of them has more.
    pub common_topics: Option<usize>,
    /// What there is to know about the slices, where there are any.
    pub slices: Option<SliceFacts>,
    /// The candidate's scores, to be stored as a later baseline.
    #[serde(skip)]
    pub candidate_scores: StoredScores,
}

/// What a candidate is compared with.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Baseline {
    /// The name of the run.
    pub run: String,
    /// The file of its stored scores; none if it is a run of the experiment.
    pub stored: Option<FileFacts>,
}

/// What came of a rule.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RuleResult {
    /// The rule.
    pub rule: Rule,
    /// Broken if it is broken on any topics that it is about, else not shown if it is so on any.
    pub status: RuleStatus,
    /// One, or one for each slice.
    pub outcomes: Vec<Outcome>,
}

/// What came of a rule on some topics.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Outcome {
    /// The slice; none for all topics.
    pub slice: Option<String>,
    /// How many topics there are.
    pub topics: usize,
    /// What came of it.
    pub status: RuleStatus,
    /// The numbers behind it.
    pub finding: GateFinding,
}

/// Whether a rule holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum RuleStatus {
    /// It holds.
    Ok,
    /// It is broken.
    Broken,
    /// It must be shown, and the data do not decide. The gate does not pass.
    NotShown,
    /// It could not be checked.
    Skipped,
}

/// The numbers behind an outcome.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "code", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum GateFinding {
    /// The value and the bound that it must reach.
    Bound {
        /// The candidate's value.
        value: f64,
        /// How it must stand to the bound.
        relation: Relation,
        /// The bound.
        bound: f64,
    },
    /// How the candidate stands to its baseline.
    Drop(Box<Drop>),
    /// Whether the candidate is shown to be worse by less than a margin.
    NotWorse(Box<NotWorse>),
    /// There is no baseline yet.
    NoBaseline,
    /// Candidate and baseline have no topic in common here.
    NoTopics,
}

/// How a candidate stands to its baseline.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Drop {
    /// How much worse is allowed.
    pub tolerance: Tolerance,
    /// The baseline's value.
    pub baseline: f64,
    /// The candidate's value.
    pub candidate: f64,
    /// How much worse the candidate is; negative if it is better.
    pub worse_by: f64,
    /// The same as a share of the baseline; none if that is 0.
    pub worse_by_share: Option<f64>,
    /// Whether that is more than the rule allows.
    pub exceeds_tolerance: bool,
    /// Topics by which of the two is better there; wins are the candidate's.
    pub topics: TopicCounts,
    /// What the test says, where the rule asks for one.
    pub significance: Option<Significance>,
}

/// Whether a candidate is shown to be worse than its baseline by less than a margin, by a one-sided
/// paired t test.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NotWorse {
    /// How much worse is allowed.
    pub tolerance: Tolerance,
    /// The baseline's value.
    pub baseline: f64,
    /// The candidate's value.
    pub candidate: f64,
    /// How much worse the candidate is; negative if it is better.
    pub worse_by: f64,
    /// The same as a share of the baseline; none if that is 0.
    pub worse_by_share: Option<f64>,
    /// The difference, candidate minus baseline, that the true one must be shown to be above; where
    /// lower is better, below.
    pub margin: f64,
    /// p must be below this.
    pub alpha: f64,
    /// The one-sided 1 − alpha confidence bound of the difference, not adjusted for the number of
    /// tests: the lower one; where lower is better, the upper one. None without variance.
    pub bound: Option<f64>,
    /// The one-sided p-value of the difference being better than the margin; none where the test is
    /// undefined.
    pub p: Option<f64>,
    /// The same after the adjustment: the rule holds if it is below alpha.
    pub p_adjusted: Option<f64>,
    /// The one-sided p-value of the difference being worse than the margin.
    pub p_worse: Option<f64>,
    /// The same after the adjustment: the rule is broken, not only not shown, if it is below alpha.
    pub p_worse_adjusted: Option<f64>,
    /// Whether p is that of the exact randomization test, because the t test is undefined where all
    /// topics differ by the same.
    pub exact_instead: bool,
    /// Why there is no p-value.
    pub undefined: Option<StatsError>,
    /// Topics by which of the two is better there; wins are the candidate's.
    pub topics: TopicCounts,
    /// How many topics it takes to show it with a power of 0.8 if the true difference is 0, at the
    /// strictest step of the correction; none where no number is enough.
    pub topics_needed: Option<usize>,
}

/// Whether a drop is significant.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Significance {
    /// p must be below this.
    pub alpha: f64,
    /// The two-sided p-value; none where the test is undefined.
    pub p: Option<f64>,
    /// The standard error of p that comes from drawing at random, if it was drawn.
    pub p_standard_error: Option<f64>,
    /// Whether p is that of the exact randomization test, because the chosen test is undefined where
    /// all topics differ by the same.
    pub exact_instead: bool,
    /// Why there is no p-value.
    pub undefined: Option<StatsError>,
    /// p after the adjustment.
    pub p_adjusted: Option<f64>,
    /// The lowest adjusted p that so many topics can give, where their number bounds it.
    pub lowest_p: Option<f64>,
    /// What it comes to.
    pub verdict: DropVerdict,
}

/// What a test says of a drop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum DropVerdict {
    /// The drop is significant.
    Significant,
    /// It is not.
    NotSignificant,
    /// The test finds a difference, but not the candidate worse: by signs or ranks of topics.
    TestFindsGain,
    /// There is no p-value.
    Untestable,
}

impl Answer for GateAnswer {
    const NAME: &'static str = "gate";
}

impl Default for Gate {
    fn default() -> Self {
        Gate {
            rules: vec![],
            measures: vec![],
            slices: None,
            test: crate::compare::DEFAULT_TEST,
            correction: Correction::Holm,
            trials: 100_000,
            seed: 1,
        }
    }
}

impl Gate {
    /// Checks the rules. `stored` takes the place of a baseline run. Without either, rules that
    /// compare with a baseline are skipped.
    pub fn answer(
        mut self,
        experiment: &Experiment,
        stored: Option<&StoredBaseline>,
        progress: &dyn Progress,
    ) -> Result<GateAnswer> {
        slices::spread(&mut self.rules, self.slices.as_ref());
        let slices_file = experiment.other_files.iter().find(|(role, _)| *role == "slices");
        let slices_file = slices_file.map(|(_, path)| path.as_path());
        slices::check(&self.rules, slices_file, self.slices.as_ref())?;
        self.check_trials()?;
        let measures = self.all_measures();
        let runs = evaluate(experiment, &measures, progress)?;
        let Some((candidate, before)) = runs.split_last() else {
            return Err(Error::new(ErrorKind::Request, "there is no run to check"));
        };
        if let Some(run) = unjudged_runs(experiment, &runs)?.first() {
            return Err(refuse(run));
        }
        if let Some(stored) = stored {
            let compared = self.rules.iter().filter(|rule| rule.needs_baseline());
            let compared: Vec<&Measure> = compared.map(|rule| &rule.measure).collect();
            stored.scores.check(&stored.file.path, experiment, &candidate.scores, &compared)?;
        }
        let what = self.test.description();
        let parts = Parts::new(progress, what, self.rules.len());
        let tell = |done, total| parts.tell(done, total);
        let monte_carlo = MonteCarlo::new(self.trials, self.seed).progress(&tell);
        let monte_carlo = match experiment.options.threads {
            Some(threads) => monte_carlo.threads(threads),
            None => monte_carlo,
        };
        let scores = stored.map(|stored| &stored.scores);
        let subjects = Subjects { runs: &runs, stored: scores, measures: &measures };
        let Judged { rules, tests, margin_tests } = judge(&self, &subjects, &monte_carlo)?;
        let count = |status| rules.iter().filter(|rule| rule.status == status).count();
        let (broken, not_shown) = (count(RuleStatus::Broken), count(RuleStatus::NotShown));
        let mut outcomes = rules.iter().flat_map(|rule| &rule.outcomes);
        let unchecked = |outcome: &Outcome| matches!(outcome.finding, GateFinding::NoTopics);
        if !rules.is_empty() && outcomes.all(unchecked) {
            let message =
                "nothing could be checked: the candidate and the baseline have no topic in common";
            return Err(Error::new(ErrorKind::Nothing, message));
        }
        let run = before.first().map(|run| Baseline { run: run.name.clone(), stored: None });
        let file = |stored: &StoredBaseline| Baseline {
            run: stored.scores.run.clone(),
            stored: Some(stored.file.clone()),
        };
        Ok(GateAnswer {
            provenance: Provenance::of(experiment, &runs)?,
            candidate: candidate.name.clone(),
            baseline: stored.map(file).or(run),
            passed: broken == 0 && not_shown == 0,
            rules_broken: broken,
            rules_not_shown: not_shown,
            rules_skipped: count(RuleStatus::Skipped),
            rules,
            tests,
            margin_tests,
            common_topics: common_topics(candidate, before.first(), scores),
            slices: self
                .slices
                .as_ref()
                .map(|s| SliceFacts::of(s, std::slice::from_ref(candidate))),
            candidate_scores: StoredScores::of(&candidate.name, &candidate.scores, experiment),
            request: self,
        })
    }

    /// Every measure that is needed, once.
    fn all_measures(&self) -> Vec<Measure> {
        let mut all: Vec<Measure> = vec![];
        for measure in self.rules.iter().map(|rule| &rule.measure).chain(&self.measures) {
            if !all.contains(measure) {
                all.push(measure.clone());
            }
        }
        all
    }

    /// Whether the trials can give a p-value below each bound.
    fn check_trials(&self) -> Result<()> {
        let alphas = self.rules.iter().filter_map(|rule| match rule.condition {
            Condition::Drop { alpha, .. } => alpha,
            Condition::Bound { .. } | Condition::NotWorse { .. } => None,
        });
        // A bound of 1 is met by any p that is not 1.
        let Some(lowest) = alphas.filter(|alpha| *alpha < 1.0).reduce(f64::min) else {
            return Ok(());
        };
        let trials = self.trials;
        self.test.check_trials(trials, lowest).map_err(|why| {
            let message = format!("--trials {trials}: with α = {lowest}, {why}");
            Error::new(ErrorKind::Request, message)
        })
    }
}

/// How many topics candidate and baseline share, if one of them has more.
fn common_topics(
    candidate: &EvaluatedRun,
    baseline: Option<&EvaluatedRun>,
    stored: Option<&StoredScores>,
) -> Option<usize> {
    let of = |run: &'_ EvaluatedRun| -> HashSet<String> {
        run.scores.topics().iter().cloned().collect()
    };
    let baseline = match (stored, baseline) {
        (Some(stored), _) => stored.topics().map(String::from).collect(),
        (None, Some(run)) => of(run),
        (None, None) => return None,
    };
    let candidate = of(candidate);
    (candidate != baseline).then(|| candidate.intersection(&baseline).count())
}

impl StoredBaseline {
    /// Reads scores that were stored.
    pub fn read(path: &Path, hashes: bool) -> Result<Self> {
        Ok(StoredBaseline { scores: StoredScores::read(path)?, file: FileFacts::of(path, hashes)? })
    }
}
