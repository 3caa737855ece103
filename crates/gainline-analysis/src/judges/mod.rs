//! How far do judges agree, and does it matter to conclusions about runs? Several judgments of the
//! same documents, side by side, on documents that two of them or all of them have judged. A document
//! that a judge has not judged is not one that the judge finds irrelevant.

mod agreement;
mod all;
mod effect;
mod findings;
mod inputs;
mod pair;
mod ratings;
mod regrading;

pub use agreement::{Agreement, MeanOverlap, TopicAgreement};
pub use all::{AllAgreement, Alpha, Reliability};
pub use effect::{
    Conclusion, JudgePairEffect, JudgeRanking, LargestChange, LowestTau, MeasureEffect, RunsEffect,
};
pub use findings::{AllReason, Finding, JudgePair, PairReason};
pub use inputs::{JudgeFacts, JudgeInputs, JudgesProvenance, read_judges};
pub use pair::{GradeAgreement, KAPPA_LEVEL, Kappa, PairAgreement, RelevanceAgreement, Strength};
pub use ratings::{MOST_GRADES, RatedDocument, RatedTopic, Ratings, judged_by_all};
pub use regrading::Regrading;

use crate::Answer;
use crate::default_measures;
use crate::evaluation::refuse_bounds;
use crate::naming::find_named;
use crate::progress::Progress;
use findings::Found;
use gainline::{Error, ErrorKind, Measure, Result, parse_measures};
use serde::Serialize;

/// How far do judges agree, and does it matter to conclusions about runs?
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Judges {
    /// The measures of runs, where there are runs.
    pub measures: Vec<Measure>,
    /// The agreement on every topic too.
    pub per_topic: bool,
    /// Only documents that all judges have judged count.
    pub common: bool,
    /// The judge from whose grades to all others' the matrix of regrading goes; null for every pair
    /// of judges both ways.
    pub regrading_from: Option<String>,
    /// Differences between runs of a lower p are significant; p is not corrected.
    pub alpha: f64,
}

/// How far judges agree, and what becomes of conclusions about runs.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JudgesAnswer {
    /// What was asked.
    pub request: Judges,
    /// Where the numbers come from.
    pub provenance: JudgesProvenance,
    /// The grades that any judge gave, the lowest first; confusion matrices have a row and a column
    /// for each.
    pub grades: Vec<f64>,
    /// Topics that any judge has judged, of those that were selected.
    pub topics: usize,
    /// Those of them that all judges have judged.
    pub topics_by_all: usize,
    /// Documents that were left out because some judge has not judged them.
    pub documents_left_out: usize,
    /// The agreement over all topics.
    #[serde(flatten)]
    pub agreement: Agreement,
    /// The agreement on each topic, where that was asked for.
    pub by_topic: Option<Vec<TopicAgreement>>,
    /// How often a document of one grade has another grade by another judge.
    pub regrading: Regrading,
    /// What becomes of conclusions about runs, where there are runs.
    pub effect: Option<RunsEffect>,
    /// What is noteworthy.
    pub findings: Vec<Finding>,
}

impl Answer for JudgesAnswer {
    const NAME: &'static str = "judges";
}

impl Judges {
    /// By these measures of runs, and as usual otherwise.
    pub fn by(measures: Vec<Measure>) -> Self {
        let regrading_from = None;
        Judges { measures, per_topic: false, common: false, regrading_from, alpha: 0.05 }
    }

    /// By the usual measures.
    pub fn usual() -> Result<Self> {
        Ok(Judges::by(parse_measures([default_measures::USUAL])?))
    }

    /// Compares the judges.
    pub fn answer(self, inputs: &JudgeInputs, progress: &dyn Progress) -> Result<JudgesAnswer> {
        refuse_bounds(&inputs.options)?;
        let from = self.regrading_judge(inputs)?;
        let gathered = Ratings::new(&inputs.judges, |topic| inputs.wants(topic))?;
        inputs.check_common(&gathered, self.common)?;
        let judges =
            if self.common { judged_by_all(&inputs.judges)? } else { inputs.judges.clone() };
        let ratings = Ratings::new(&judges, |topic| inputs.wants(topic))?;
        let rel = inputs.options.rel;
        let agreement = Agreement::of(&ratings, rel);
        let by_topic = self.per_topic.then(|| Agreement::by_topic(&ratings, rel));
        let regrading = Regrading::of(&ratings, from);
        if let Some(judge) = self.regrading_from.as_ref().filter(|_| regrading.counts.is_empty()) {
            let message = format!("no other judge has judged a document of `{judge}`");
            return Err(Error::new(ErrorKind::Nothing, message));
        }
        let effect = RunsEffect::of(inputs, &judges, &self.measures, self.alpha, progress)?;
        let provenance = inputs.provenance(&judges)?;
        let found = Found {
            provenance: &provenance,
            ratings: &ratings,
            agreement: &agreement,
            topics: by_topic.as_deref(),
            effect: effect.as_ref(),
        };
        let findings = found.findings();
        let by_all = |topic: &&RatedTopic| {
            judges.iter().all(|judge| judge.qrels.topic(&topic.name).is_some())
        };
        let documents = |ratings: &Ratings| -> usize {
            ratings.topics.iter().map(|topic| topic.documents.len()).sum()
        };
        Ok(JudgesAnswer {
            grades: ratings.grades.to_vec(),
            topics: ratings.topics.len(),
            topics_by_all: ratings.topics.iter().filter(by_all).count(),
            documents_left_out: documents(&gathered) - documents(&ratings),
            request: self,
            provenance,
            agreement,
            by_topic,
            regrading,
            effect,
            findings,
        })
    }

    /// The place of the judge from whom regrading goes.
    fn regrading_judge(&self, inputs: &JudgeInputs) -> Result<Option<usize>> {
        let Some(name) = &self.regrading_from else { return Ok(None) };
        let judges = inputs.judges.iter().map(|judge| (judge.name.as_str(), judge.file.as_deref()));
        let found = find_named(&judges, name);
        found.map(Some).ok_or_else(|| {
            let names: Vec<&str> = inputs.judges.iter().map(|judge| judge.name.as_str()).collect();
            let message =
                format!("there is no judge `{name}`; the judges are {}", names.join(", "));
            Error::new(ErrorKind::Request, message)
        })
    }
}

#[cfg(test)]
mod tests;
