//! A whole comparison, as one page shows it: values, tests, curves, rankings, what is suspicious
//! about the files.

mod curves;
mod rankings;
mod texts;

pub use curves::{ReportCurve, ReportLine};
pub use rankings::{ShownDepth, TopicRankings};
pub use texts::{LONGEST_TEXT, ReportTexts, TextFacts};

use crate::compare::{Compare, CompareAnswer};
use crate::evaluation::{EvaluatedRun, evaluate};
use crate::{Answer, Experiment, Progress};
use gainline::{
    Average, Error, ErrorKind, Measure, Pool, PoolTopic, Result, Source, Summary, Validation,
    validate,
};
use gainline_stats::{Interval, mean_interval};
use serde::Serialize;
use std::path::PathBuf;

/// How deep unjudged documents are counted.
const DEPTHS: [usize; 6] = [1, 5, 10, 20, 50, 100];

/// Everything about some runs, for one page.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Report {
    /// How runs are compared; the first measure ranks.
    pub compare: Compare,
    /// The ranks of each ranking that are shown, at the most.
    pub show: usize,
    /// What the report is called.
    pub title: Option<String>,
    /// A file with titles and descriptions of topics.
    pub topics: Option<PathBuf>,
    /// A file with titles and texts of documents.
    pub documents: Option<PathBuf>,
}

/// A report: the answer, and what is too large for it.
pub struct ReportParts {
    /// The answer.
    pub answer: ReportAnswer,
    /// Rankings by topic.
    pub rankings: Vec<TopicRankings>,
    /// Titles and texts.
    pub texts: ReportTexts,
}

/// What a report shows, but for rankings and texts.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReportAnswer {
    /// What was asked.
    pub request: Report,
    /// The comparison, which has none of a single run.
    pub compare: CompareAnswer,
    /// Each run's values over its own topics.
    pub runs: Vec<ReportRun>,
    /// The topics that count for any run, in the order of the judgments.
    pub topics: Vec<ReportTopic>,
    /// By measure, run and topic; none where a topic does not count.
    pub values: Vec<Vec<Vec<Option<f64>>>>,
    /// Curves of all runs.
    pub curves: Vec<ReportCurve>,
    /// Unjudged documents.
    pub unjudged: UnjudgedShares,
    /// What is wrong or suspicious in the files, as `validate` finds it; none where the judgments
    /// are not in a file that can be read again.
    pub validation: Option<Validation>,
    /// How deep rankings are shown.
    pub shown: ShownDepth,
    /// What was found in files of titles and texts.
    pub texts: Vec<TextFacts>,
    /// The measures whose contributions rankings carry: those whose values can be split over ranks.
    pub explained: Vec<Measure>,
}

/// A run's values over its own topics, by measure.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReportRun {
    /// The run.
    pub run: String,
    /// As an evaluation has them.
    pub values: Vec<f64>,
    /// The t interval of the mean, where it is one.
    pub intervals: Vec<Option<Interval>>,
}

/// A topic.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReportTopic {
    /// Its id.
    pub id: String,
    /// Documents judged for it.
    pub judged: usize,
    /// Those of them that are relevant.
    pub relevant: usize,
}

/// The share of unjudged documents in the top of rankings.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnjudgedShares {
    /// The depths.
    pub depths: Vec<usize>,
    /// By run and depth; none where no topic has a ranking.
    pub shares: Vec<Vec<Option<f64>>>,
}

impl Answer for ReportAnswer {
    const NAME: &'static str = "report";
}

impl Report {
    /// Evaluates and compares the runs, and gathers all that the page shows. Each run is opened
    /// once.
    pub fn answer(self, experiment: &Experiment, progress: &dyn Progress) -> Result<ReportParts> {
        let ties = experiment.options.ties;
        if !ties.is_definite() {
            let message = format!("--ties {ties}: a report shows rankings, which need one order");
            return Err(Error::new(ErrorKind::Request, message)
                .remedy("order ties by docid, rank or input"));
        }
        let (experiment, files) = experiment.load()?;
        let measures = self.compare.measures.clone();
        let Some(first) = measures.first().cloned() else {
            return Err(Error::new(ErrorKind::Request, "a report needs a measure"));
        };
        let evaluated = evaluate(&experiment, &self.compare.evaluated_measures()?, progress)?;
        let compare = self.compare.clone().answer_evaluated(&experiment, &evaluated, progress)?;
        let pool = experiment.pool(progress)?;
        let shown = ShownDepth::of(self.show, &pool);
        let documents = rankings::documents(&pool, shown.depth);
        let (texts, text_facts) = ReportTexts::read(
            self.topics.as_deref(),
            self.documents.as_deref(),
            &pool,
            &documents,
        )?;
        let explained = rankings::explained(&measures);
        let explainers = rankings::explainers(&experiment, &explained)?;
        let rankings = pool.topics().iter();
        let rankings = rankings.map(|topic| rankings::of_topic(topic, &shown, &explainers));
        let rankings = rankings.collect::<Result<Vec<TopicRankings>>>()?;
        let answer = ReportAnswer {
            compare,
            runs: runs(&evaluated, &measures, 1.0 - self.compare.alpha)?,
            topics: pool.topics().iter().map(|t| topic(t, experiment.options.rel)).collect(),
            values: values(&evaluated, measures.len(), &pool),
            curves: curves::curves(&experiment, &first, shown.longest)?,
            unjudged: unjudged(&pool),
            validation: validation(&experiment, &files)?,
            explained,
            shown,
            texts: text_facts,
            request: self,
        };
        Ok(ReportParts { answer, rankings, texts })
    }
}

fn runs(evaluated: &[EvaluatedRun], measures: &[Measure], level: f64) -> Result<Vec<ReportRun>> {
    let run = |run: &EvaluatedRun| {
        // Behind the measures stands what findings go by.
        let mut values = run.scores.average(Average::Macro, None)?;
        values.truncate(measures.len());
        let interval = |(at, measure): (usize, &Measure)| {
            let topics: Vec<f64> = run.scores.column(at).collect();
            let is_mean = measure.summary() == Summary::Mean;
            mean_interval(&topics, level).ok().filter(|_| is_mean)
        };
        let intervals = measures.iter().enumerate().map(interval).collect();
        Ok(ReportRun { run: run.name.clone(), values, intervals })
    };
    evaluated.iter().map(run).collect()
}

fn topic(topic: &PoolTopic, rel: f64) -> ReportTopic {
    let grades = topic.documents().iter().filter_map(|document| document.grade);
    ReportTopic {
        id: topic.name().to_string(),
        judged: grades.clone().count(),
        relevant: grades.filter(|grade| *grade >= rel).count(),
    }
}

fn values(runs: &[EvaluatedRun], measures: usize, pool: &Pool) -> Vec<Vec<Vec<Option<f64>>>> {
    let of = |measure: usize, run: &EvaluatedRun| {
        let value = |topic: &PoolTopic| Some(run.scores.topic(topic.name())?[measure]);
        pool.topics().iter().map(value).collect()
    };
    (0..measures).map(|measure| runs.iter().map(|run| of(measure, run)).collect()).collect()
}

fn unjudged(pool: &Pool) -> UnjudgedShares {
    let share = |run: usize, depth: usize| {
        let (mut shown, mut unjudged) = (0, 0);
        for topic in pool.topics() {
            let ranking = topic.rankings()[run].iter();
            for &place in ranking.flat_map(|ranking| ranking.documents.iter().take(depth)) {
                shown += 1;
                unjudged += usize::from(topic.documents()[place].grade.is_none());
            }
        }
        (shown > 0).then(|| unjudged as f64 / shown as f64)
    };
    let run = |run: usize| DEPTHS.iter().map(|&depth| share(run, depth)).collect();
    UnjudgedShares { depths: DEPTHS.to_vec(), shares: (0..pool.runs().len()).map(run).collect() }
}

/// What is found in the files.
fn validation(experiment: &Experiment, runs: &[Source]) -> Result<Option<Validation>> {
    let qrels = experiment.qrels_file.as_deref().filter(|path| path.is_file());
    qrels.map(|qrels| validate(&Source::path(qrels), runs)).transpose()
}
