//! How good are the runs? Values of measures over topics, in every average that is asked for.

use crate::default_measures;
use crate::evaluation::{EvaluatedRun, evaluate};
use crate::progress::Progress;
use crate::uneven_runs::{DepthsDiffer, JUDGED, RunShare, depths_differ, unjudged_differ};
use crate::unjudged_runs::{UnjudgedRun, unjudged_runs};
use crate::{Answer, Experiment, Provenance};
use gainline::{
    Average, Better, Error, ErrorKind, Measure, Result, Scores, Slices, TopicNumbers,
    parse_measures,
};
use gainline_stats::is_same;
use serde::Serialize;
use std::cmp::Ordering;
use std::collections::HashSet;

/// How good are the runs?
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Eval {
    /// The measures.
    pub measures: Vec<Measure>,
    /// How topics are averaged, each way once.
    pub averages: Vec<Average>,
    /// What topics weigh in averages.
    pub weights: Option<TopicNumbers>,
    /// Averages of these slices of the topics too.
    #[serde(skip)]
    pub slices: Option<Slices>,
    /// Values of every topic too.
    pub per_topic: bool,
    /// Orders the runs by this measure, which is among the measures; the best first.
    pub sort: Option<Measure>,
}

/// What came of it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EvalAnswer {
    /// What was asked.
    pub request: Eval,
    /// Where the numbers come from.
    pub provenance: Provenance,
    /// The runs, in the order that was asked for.
    pub runs: Vec<RunScores>,
    /// What there is to know about the slices, where there are any.
    pub slices: Option<SliceFacts>,
    /// Runs of which (nearly) no document is judged, so that their values say nothing.
    pub unjudged_runs: Vec<UnjudgedRun>,
    /// What else makes values hard to compare.
    pub findings: Vec<Finding>,
}

/// Something that makes the values of runs hard to compare.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "code", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "EvalFinding"))]
pub enum Finding {
    /// Rankings differ in depth.
    DepthsDiffer(DepthsDiffer),
    /// Runs differ in how many of their first ten documents are unjudged; looked for where Judged@10 is
    /// among the measures.
    UnjudgedDiffer {
        /// The share of each run, lowest first.
        shares: Vec<RunShare>,
    },
}

/// A run's values.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunScores {
    /// Its name.
    pub run: String,
    /// Over all topics, then over each slice, in each average.
    pub averages: Vec<AverageScores>,
    /// By topic, in the order of the judgments, where that was asked for.
    pub topics: Option<Vec<TopicScores>>,
}

/// Values over topics.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AverageScores {
    /// The slice; none for all topics.
    pub slice: Option<String>,
    /// How topics were averaged.
    pub average: Average,
    /// How many topics there are.
    pub topics: usize,
    /// The values.
    #[serde(flatten)]
    pub scores: MeasureScores,
}

/// Values of a topic.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TopicScores {
    /// The topic.
    pub topic: String,
    /// Its values.
    #[serde(flatten)]
    pub scores: MeasureScores,
}

/// A value for each measure, in their order.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MeasureScores {
    /// The values, in the order of the request's measures.
    pub values: Vec<f64>,
    /// The lowest values that grades of unjudged documents allow, where bounds were asked for.
    pub low: Option<Vec<f64>>,
    /// The highest ones.
    pub high: Option<Vec<f64>>,
}

/// What there is to know about slices.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SliceFacts {
    /// How many there are.
    pub count: usize,
    /// Slices of which no run has a topic; they are left out.
    pub empty: Vec<String>,
    /// Topics that are in no slice, in byte order.
    pub topics_in_none: Vec<String>,
}

impl Answer for EvalAnswer {
    const NAME: &'static str = "eval";
}

impl Eval {
    /// By these measures, and as usual otherwise.
    pub fn by(measures: Vec<Measure>) -> Self {
        Eval {
            measures,
            averages: vec![Average::Macro],
            weights: None,
            slices: None,
            per_topic: false,
            sort: None,
        }
    }

    /// By the usual measures.
    pub fn usual() -> Result<Self> {
        Ok(Eval::by(parse_measures([default_measures::EVAL])?))
    }

    /// Evaluates the runs.
    pub fn answer(
        mut self,
        experiment: &Experiment,
        progress: &dyn Progress,
    ) -> Result<EvalAnswer> {
        let mut once = HashSet::new();
        self.averages.retain(|average| once.insert(*average));
        let sort = self.sort_column()?;
        let evaluated = evaluate(experiment, &self.measures, progress)?;
        let provenance = Provenance::of(experiment, &evaluated)?;
        let slices = self.slices.as_ref().map(|slices| SliceFacts::of(slices, &evaluated));
        let mut runs = vec![];
        for run in &evaluated {
            runs.push(RunScores {
                run: run.name.clone(),
                averages: self.averages_of(&run.scores, slices.as_ref())?,
                topics: self.per_topic.then(|| topics_of(&run.scores)),
            });
        }
        if let Some(column) = sort {
            self.sort(column, &mut runs);
        }
        let unjudged_runs = unjudged_runs(experiment, &evaluated)?;
        let findings = self.findings(&provenance, &evaluated)?;
        Ok(EvalAnswer { request: self, provenance, runs, slices, unjudged_runs, findings })
    }

    fn findings(&self, of: &Provenance, evaluated: &[EvaluatedRun]) -> Result<Vec<Finding>> {
        let depths = depths_differ(of, &self.measures).map(Finding::DepthsDiffer);
        let shares = match self.measures.contains(&JUDGED.parse()?) {
            true => unjudged_differ(&of.options, evaluated)?,
            false => None,
        };
        let unjudged = shares.map(|shares| Finding::UnjudgedDiffer { shares });
        Ok(depths.into_iter().chain(unjudged).collect())
    }

    pub(crate) fn sort_column(&self) -> Result<Option<usize>> {
        let Some(wanted) = &self.sort else { return Ok(None) };
        let found = self.measures.iter().position(|measure| measure == wanted);
        found.map(Some).ok_or_else(|| {
            let message =
                format!("`{wanted}` is not among the measures, so runs cannot be sorted by it");
            Error::new(ErrorKind::Request, message).remedy("add it to the measures")
        })
    }

    /// The values over all topics, then over each slice.
    fn averages_of(
        &self,
        scores: &Scores,
        facts: Option<&SliceFacts>,
    ) -> Result<Vec<AverageScores>> {
        let mut averages = self.over(None, scores)?;
        for (slice, topics) in self.slices.iter().flat_map(Slices::iter) {
            if facts.is_some_and(|facts| !facts.empty.iter().any(|empty| empty == slice)) {
                averages.extend(self.over(Some(slice), &scores.of(topics)?)?);
            }
        }
        Ok(averages)
    }

    fn over(&self, slice: Option<&str>, scores: &Scores) -> Result<Vec<AverageScores>> {
        let average = |&average: &Average| {
            let values = |scores: &Scores| scores.average(average, self.weights.as_ref());
            let bounds = scores.bounds();
            if bounds.is_some() && average == Average::Deviation {
                let message = "a standard deviation has no bounds for unjudged documents";
                return Err(Error::new(ErrorKind::Measure, message)
                    .remedy("take another average, or no bounds"));
            }
            Ok(AverageScores {
                slice: slice.map(String::from),
                average,
                topics: scores.topics().len(),
                scores: MeasureScores {
                    values: values(scores)?,
                    low: bounds.map(|(low, _)| values(low)).transpose()?,
                    high: bounds.map(|(_, high)| values(high)).transpose()?,
                },
            })
        };
        self.averages.iter().map(average).collect()
    }

    /// Orders runs by the first average that is not a spread, the best first.
    fn sort(&self, column: usize, runs: &mut [RunScores]) {
        let lower = self.measures[column].family().better == Better::Lower;
        let first = self.averages.iter().position(|average| *average != Average::Deviation);
        let Some(first) = first else { return };
        let value = |run: &RunScores| run.averages[first].scores.values[column];
        runs.sort_by(|a, b| {
            let (a, b) = (value(a), value(b));
            if is_same(a, b) {
                return Ordering::Equal;
            }
            if lower { a.total_cmp(&b) } else { b.total_cmp(&a) }
        });
    }
}

fn topics_of(scores: &Scores) -> Vec<TopicScores> {
    let bounds = scores.bounds();
    let topics = scores.iter().enumerate().map(|(at, (topic, values))| TopicScores {
        topic: topic.into(),
        scores: MeasureScores {
            values: values.to_vec(),
            low: bounds.map(|(low, _)| low.row(at).to_vec()),
            high: bounds.map(|(_, high)| high.row(at).to_vec()),
        },
    });
    topics.collect()
}

impl SliceFacts {
    /// Of slices of the topics of these runs.
    pub fn of(slices: &Slices, runs: &[EvaluatedRun]) -> Self {
        let topics: HashSet<&str> =
            runs.iter().flat_map(|run| run.scores.topics()).map(String::as_str).collect();
        let sliced: HashSet<&str> =
            slices.iter().flat_map(|(_, topics)| topics).map(String::as_str).collect();
        let has = |topic: &String| topics.contains(topic.as_str());
        let empty = slices.iter().filter(|(_, topics)| !topics.iter().any(has));
        let mut outside: Vec<String> =
            topics.iter().filter(|t| !sliced.contains(*t)).map(ToString::to_string).collect();
        outside.sort_unstable();
        SliceFacts {
            count: slices.iter().len(),
            empty: empty.map(|(name, _)| name.to_string()).collect(),
            topics_in_none: outside,
        }
    }
}
