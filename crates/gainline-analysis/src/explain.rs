//! Which documents does a score come from, and which documents make two runs differ?

mod choice;
mod difference;
mod explainer;
mod findings;
mod ideal;
mod missed;
mod supposed;

pub use choice::TopicChoice;
pub use difference::{DependsOn, Difference, DocumentDifference};
pub use explainer::{Breakdown, Contribution, Explainer};
pub use findings::{Cause, Finding, UnjudgedOnTop};
pub use ideal::{Ideal, IdealRank};
pub use missed::Missed;

use crate::default_measures;
use crate::progress::Part;
use crate::{Answer, Experiment, Progress, Provenance};
use gainline::{
    Error, ErrorKind, Measure, Pool, PoolTopic, Qrels, Result, Run, Ties, Unjudged, parse_measures,
};
use serde::Serialize;
use std::sync::Arc;

/// Which documents does a topic's score come from, or the difference of two runs?
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Explain {
    /// The run.
    pub run: String,
    /// Another run: what makes `run` (B) differ from it (A)?
    pub against: Option<String>,
    /// The topic.
    pub topic: TopicChoice,
    /// The measures.
    pub measures: Vec<Measure>,
}

/// What came of it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExplainAnswer {
    /// What was asked.
    pub request: Explain,
    /// Where the numbers come from; of two runs, A (`against`) comes first.
    pub provenance: Provenance,
    /// The topic that is explained.
    pub topic: String,
    /// The topic's judged documents by grade, the highest grade first.
    pub judged: Vec<GradeCount>,
    /// The rankings of the topic, in the order of `provenance.runs`.
    pub rankings: Vec<RankingFacts>,
    /// The grades at which contributions are also computed: 0 and those of the qrels, lowest first.
    pub grades: Vec<f64>,
    /// For each measure, what its score or its difference is made of.
    pub measures: Vec<MeasureExplanation>,
    /// What else there is to know.
    pub findings: Vec<Finding>,
}

/// How many documents have a grade.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GradeCount {
    /// The grade.
    pub grade: f64,
    /// How many documents have it.
    pub documents: usize,
}

/// A run's ranking of the topic.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RankingFacts {
    /// The run.
    pub run: String,
    /// How many documents it has; 0 where the run lacks the topic.
    pub retrieved: usize,
    /// How many of them are judged.
    pub judged: usize,
}

/// What is said of one measure.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MeasureExplanation {
    /// The measure.
    pub measure: Measure,
    /// What was found.
    #[serde(flatten)]
    pub explanation: Explanation,
}

/// What a score, or a difference of two scores, is made of.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Explanation {
    /// A run's score, rank by rank.
    Score(ScoreExplanation),
    /// The difference of two runs, document by document.
    Difference(Difference),
}

/// What a score is made of.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScoreExplanation {
    /// What each document contributes.
    #[serde(flatten)]
    pub breakdown: Breakdown,
    /// By rank, what the document would contribute at each of the answer's `grades`, with all other
    /// judgments as they are.
    pub at_grades: Vec<Vec<f64>>,
    /// The ranking with the highest grades first; none for a measure that goes by scores.
    pub ideal: Option<Ideal>,
    /// Documents of a grade above 0 that are not retrieved, or not within the measure's cutoff; the
    /// highest grade first.
    pub missed: Vec<Missed>,
}

impl Answer for ExplainAnswer {
    const NAME: &'static str = "explain";
}

impl Explain {
    /// A run's score for a topic, by the usual measure.
    pub fn usual(run: impl Into<String>, topic: impl Into<String>) -> Result<Self> {
        let measures = parse_measures([default_measures::ONE])?;
        Ok(Explain {
            run: run.into(),
            against: None,
            topic: TopicChoice::Id(topic.into()),
            measures,
        })
    }

    /// Explains the score, or the difference.
    pub fn answer(self, experiment: &Experiment, progress: &dyn Progress) -> Result<ExplainAnswer> {
        check(experiment)?;
        let (scope, chosen) = self.scope(experiment, progress)?;
        // What is wrong with a measure is said before runs are read.
        let explainers = self
            .measures
            .iter()
            .map(|measure| Explainer::new(&scope.qrels, measure, scope.options.clone()))
            .collect::<Result<Vec<_>>>()?;
        let pool = pool(&scope, &chosen)?;
        let topic = &pool.topics()[0];
        let mut measures = vec![];
        for (done, (measure, explainer)) in self.measures.iter().zip(&explainers).enumerate() {
            let part = Part { what: "explaining", at: 1, of: 1 };
            progress.working(part, done, explainers.len());
            let explanation = match self.against {
                Some(_) => Explanation::Difference(explainer.difference(topic, 0, 1)?),
                None => Explanation::Score(score(explainer, measure, topic)?),
            };
            measures.push(MeasureExplanation { measure: measure.clone(), explanation });
        }
        Ok(ExplainAnswer {
            provenance: Provenance::of_pool(&scope, &pool)?,
            topic: chosen,
            judged: grade_counts(topic),
            grades: explainers.first().map_or(vec![], |explainer| explainer.grades().to_vec()),
            findings: findings::findings(&scope, &pool, &measures),
            rankings: rankings(&scope, topic),
            measures,
            request: self,
        })
    }

    /// The experiment with no more than the runs and the topic that were asked for, and this topic.
    fn scope(
        &self,
        experiment: &Experiment,
        progress: &dyn Progress,
    ) -> Result<(Experiment, String)> {
        if let TopicChoice::Id(topic) = &self.topic
            && experiment.qrels.topic(topic).is_none()
        {
            let message = format!("topic `{topic}` is not judged");
            let remedy = format!("judged topics: {}", some_topics(&experiment.qrels));
            return Err(Error::new(ErrorKind::Request, message).remedy(remedy));
        }
        let names = self.against.iter().chain([&self.run]);
        let runs = names.map(|name| Ok(experiment.runs[experiment.run_index(name)?].clone()));
        let mut scope = Experiment { runs: runs.collect::<Result<_>>()?, ..experiment.clone() };
        let topic = match &self.topic {
            TopicChoice::Id(topic) => topic.clone(),
            TopicChoice::Worst | TopicChoice::Best => {
                // Runs are read once, and may come from a pipe.
                (scope, _) = scope.load()?;
                self.topic.of(&scope, &self.measures, progress)?
            }
        };
        scope.options.topics = Some([topic.clone()].into());
        Ok((scope, topic))
    }
}

fn check(experiment: &Experiment) -> Result<()> {
    let Experiment { options, .. } = experiment;
    if !options.ties.is_definite() {
        let message =
            format!("with ties `{}`, a document has no rank and no contribution", options.ties);
        return Err(
            Error::new(ErrorKind::Request, message).remedy("order ties by docid, rank or input")
        );
    }
    if options.unjudged == Unjudged::Bounds {
        let message = "contributions add up to one score, not to bounds for unjudged documents";
        return Err(Error::new(ErrorKind::Request, message)
            .remedy("count unjudged documents as irrelevant, or condense rankings"));
    }
    Ok(())
}

/// A few of the topics, all if they are few.
pub fn some_topics(qrels: &Qrels) -> String {
    const SHOWN: usize = 20;
    let shown: Vec<&str> = qrels.topics().take(SHOWN).collect();
    let more = match qrels.topics().len() - shown.len() {
        0 => String::new(),
        more => format!(", … ({more} more)"),
    };
    format!("{}{more}", shown.join(", "))
}

/// The runs with the judgments of the topic. A run that has other judged topics and lacks this one
/// has an empty ranking; the pool would take it for a run of other topics altogether.
fn pool(scope: &Experiment, topic: &str) -> Result<Pool> {
    let runs = scope.runs.iter().map(|input| {
        let run = input.load(scope.options.dialect)?;
        let has = |topic: &str| !run.ranking(topic, Ties::Input).is_empty();
        let lacks = !has(topic) && scope.qrels.topics().any(has);
        if lacks { Run::from_rows::<&str, &str>([]) } else { Ok(Arc::unwrap_or_clone(run)) }
    });
    Pool::new(&scope.qrels, &runs.collect::<Result<Vec<Run>>>()?, &scope.options)
}

fn score(explainer: &Explainer, measure: &Measure, topic: &PoolTopic) -> Result<ScoreExplanation> {
    Ok(ScoreExplanation {
        breakdown: explainer.breakdown(topic, 0)?,
        at_grades: explainer.at_grades(topic, 0)?,
        ideal: explainer.ideal(topic, 0)?,
        missed: explainer.missed(topic, 0, measure.cutoff().unwrap_or(usize::MAX))?,
    })
}

fn grade_counts(topic: &PoolTopic) -> Vec<GradeCount> {
    let mut grades: Vec<f64> = topic.documents().iter().filter_map(|d| d.grade).collect();
    grades.sort_by(|a, b| b.total_cmp(a));
    let groups = grades.chunk_by(|a, b| a == b);
    groups.map(|group| GradeCount { grade: group[0], documents: group.len() }).collect()
}

fn rankings(scope: &Experiment, topic: &PoolTopic) -> Vec<RankingFacts> {
    let facts = scope.runs.iter().enumerate().map(|(at, run)| {
        let ranked = explainer::ranked(topic, at);
        let judged = ranked.iter().filter(|place| topic.documents()[**place].grade.is_some());
        RankingFacts { run: run.name.clone(), retrieved: ranked.len(), judged: judged.count() }
    });
    facts.collect()
}
