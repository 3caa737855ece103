//! What is noteworthy about the agreement of judges, and why some numbers are not there.

use super::{Agreement, JudgesProvenance, PairAgreement, Ratings, RunsEffect, TopicAgreement};
use crate::correlate::{FEW_RUNS, tau_step};
use gainline::Measure;
use serde::Serialize;

/// What is noteworthy.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "JudgesFinding"))]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum Finding {
    /// Grades are not evenly spaced, and only the interval α goes by their values.
    UnevenGrades,
    /// Intervals of κ that lie partly beyond −1 or 1 are cut there.
    IntervalsCut {
        /// Of these judges.
        pairs: Vec<JudgePair>,
    },
    /// Some statistics of two judges are undefined, or fixed whatever one of them says.
    PairUndefined {
        /// Why.
        reason: PairReason,
        /// The judges.
        pairs: Vec<JudgePair>,
    },
    /// Some statistics of more than two judges are undefined.
    AllUndefined {
        /// Why.
        reason: AllReason,
    },
    /// Some statistics of a topic are undefined: it is not judged by all, has one grade throughout,
    /// or nothing relevant.
    TopicsUndefined,
    /// Not all judges and runs have all topics: runs are compared on common ones.
    OnlyCommonTopics {
        /// How many there are.
        topics: usize,
    },
    /// With few runs, correlations are coarse.
    FewRuns {
        /// How many there are.
        runs: usize,
        /// By how much one swap of a pair of runs changes τ.
        tau_step: f64,
    },
    /// Judges have not judged the same documents, which changes the scores of runs too.
    DifferentDocuments,
    /// By some judge all runs have the same mean, so that τ is undefined.
    RunsTied {
        /// By these measures.
        measures: Vec<Measure>,
    },
    /// The t test is undefined for some pairs of runs, which count as not significantly different.
    RunsUntested {
        /// By these measures.
        measures: Vec<Measure>,
    },
}

/// Two judges.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JudgePair {
    /// The one.
    pub first: String,
    /// The other.
    pub second: String,
}

/// Why statistics of two judges are undefined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PairReason {
    /// No document is judged by both.
    NoCommonDocument,
    /// Both gave the same grade to all documents: no κ and no α.
    OneGrade,
    /// Both found all documents relevant, or none: no κ and no α of relevance.
    AllOrNoneRelevant,
    /// Neither found anything relevant: no overlap, positive agreement, precision or recall.
    NothingRelevant,
    /// Both found all documents relevant: no negative agreement.
    AllRelevant,
    /// The second found nothing relevant: no precision.
    SecondNothingRelevant,
    /// The first found nothing relevant: no recall.
    FirstNothingRelevant,
    /// One of them gave the same grade to all documents, so that κ is 0 whatever the other gave.
    ConstantJudge,
}

impl PairReason {
    const ALL: [PairReason; 8] = [
        PairReason::NoCommonDocument,
        PairReason::OneGrade,
        PairReason::AllOrNoneRelevant,
        PairReason::NothingRelevant,
        PairReason::AllRelevant,
        PairReason::SecondNothingRelevant,
        PairReason::FirstNothingRelevant,
        PairReason::ConstantJudge,
    ];

    fn holds(self, pair: &PairAgreement) -> bool {
        let any = pair.judged_by_both > 0;
        let (grades, relevance) = (&pair.grades, &pair.relevance);
        match self {
            PairReason::NoCommonDocument => !any,
            PairReason::OneGrade => any && grades.kappa.is_none(),
            PairReason::AllOrNoneRelevant => grades.kappa.is_some() && relevance.kappa.is_none(),
            PairReason::NothingRelevant => any && relevance.overlap.is_none(),
            PairReason::AllRelevant => any && relevance.negative_agreement.is_none(),
            PairReason::SecondNothingRelevant => {
                relevance.overlap.is_some() && relevance.precision_of_second.is_none()
            }
            PairReason::FirstNothingRelevant => {
                relevance.overlap.is_some() && relevance.recall_of_second.is_none()
            }
            PairReason::ConstantJudge => grades.kappa.is_some() && grades.is_constant(),
        }
    }
}

/// Why statistics of all judges are undefined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum AllReason {
    /// No document is judged by all: no Fleiss' κ, agreement or overlap of all.
    NoCommonDocument,
    /// What all have judged has one grade throughout: no Fleiss' κ.
    OneGrade,
    /// What all have judged is relevant to all, or to none: no Fleiss' κ of relevance.
    AllOrNoneRelevant,
    /// Nothing that all have judged is relevant to any: no overlap of all.
    NothingRelevant,
    /// What two or more have judged has one grade throughout: no α.
    OneGradeOfSeveral,
    /// What two or more have judged is relevant to all, or to none: no α of relevance.
    AllOrNoneRelevantOfSeveral,
}

/// What the findings are about.
pub(super) struct Found<'a> {
    pub provenance: &'a JudgesProvenance,
    pub ratings: &'a Ratings,
    pub agreement: &'a Agreement,
    pub topics: Option<&'a [TopicAgreement]>,
    pub effect: Option<&'a RunsEffect>,
}

impl Found<'_> {
    pub(super) fn findings(&self) -> Vec<Finding> {
        let mut findings = vec![];
        if !self.ratings.is_even() {
            findings.push(Finding::UnevenGrades);
        }
        let is_cut = |pair: &PairAgreement| {
            let kappas = [pair.grades.kappa, pair.relevance.kappa];
            kappas.into_iter().flatten().any(|kappa| kappa.interval_cut)
        };
        findings.extend(self.pairs(&is_cut).map(|pairs| Finding::IntervalsCut { pairs }));
        findings.extend(self.effect.iter().flat_map(|effect| self.of_runs(effect)));
        for reason in PairReason::ALL {
            let pairs = self.pairs(&|pair| reason.holds(pair));
            findings.extend(pairs.map(|pairs| Finding::PairUndefined { reason, pairs }));
        }
        findings.extend(self.of_all().into_iter().map(|reason| Finding::AllUndefined { reason }));
        findings.extend(self.effect.iter().flat_map(|effect| undefined_of_runs(effect)));
        let lacks = |topic: &TopicAgreement| {
            let all = &topic.agreement.all;
            all.fleiss_kappa.is_none() || all.overlap.is_none()
        };
        if self.topics.iter().copied().flatten().any(lacks) {
            findings.push(Finding::TopicsUndefined);
        }
        findings
    }

    /// The judges of which something holds; none where it holds of none.
    fn pairs(&self, which: &dyn Fn(&PairAgreement) -> bool) -> Option<Vec<JudgePair>> {
        let pairs = self.agreement.pairs.iter().filter(|pair| which(pair));
        let pairs =
            pairs.map(|pair| JudgePair { first: pair.first.clone(), second: pair.second.clone() });
        Some(pairs.collect::<Vec<_>>()).filter(|pairs| !pairs.is_empty())
    }

    /// Why some numbers of all judges are not there. Of two judges, the same is said of the pair.
    fn of_all(&self) -> Vec<AllReason> {
        let all = &self.agreement.all;
        let by_all = all.judged_by_all > 0;
        let reasons = [
            (!by_all, AllReason::NoCommonDocument),
            (by_all && all.fleiss_kappa.is_none(), AllReason::OneGrade),
            (
                by_all && all.fleiss_kappa.is_some() && all.relevant_fleiss_kappa.is_none(),
                AllReason::AllOrNoneRelevant,
            ),
            (by_all && all.overlap.is_none(), AllReason::NothingRelevant),
            (all.alpha_nominal.is_none(), AllReason::OneGradeOfSeveral),
            (
                all.alpha_nominal.is_some() && all.relevant_alpha.is_none(),
                AllReason::AllOrNoneRelevantOfSeveral,
            ),
        ];
        let several = self.provenance.judges.len() > 2;
        let holding = reasons.into_iter().filter(|(holds, _)| *holds && several);
        holding.map(|(_, reason)| reason).collect()
    }

    fn of_runs(&self, effect: &RunsEffect) -> Vec<Finding> {
        let mut findings = vec![];
        let facts = &effect.provenance.runs;
        let topics = effect.topics;
        if facts.iter().any(|run| run.topics != topics) {
            findings.push(Finding::OnlyCommonTopics { topics });
        }
        let runs = facts.len();
        if (2..FEW_RUNS).contains(&runs) {
            findings.push(Finding::FewRuns { runs, tau_step: tau_step(runs) });
        }
        let all = &self.agreement.all;
        if all.judged_by_all < all.documents {
            findings.push(Finding::DifferentDocuments);
        }
        findings
    }
}

/// Why some numbers of runs are not there.
fn undefined_of_runs(effect: &RunsEffect) -> Vec<Finding> {
    let named = |which: &dyn Fn(&super::MeasureEffect) -> bool| {
        let found = effect.measures.iter().filter(|of| which(of));
        let measures: Vec<Measure> = found.map(|of| of.measure.clone()).collect();
        Some(measures).filter(|measures| !measures.is_empty())
    };
    let several = effect.provenance.runs.len() > 1;
    let tied = named(&|of| several && of.pairs.iter().any(|pair| pair.agreement.tau_b.is_none()));
    let untested = named(&|of| of.judges.iter().any(|judge| judge.runs.untested > 0));
    let tied = tied.map(|measures| Finding::RunsTied { measures });
    let untested = untested.map(|measures| Finding::RunsUntested { measures });
    tied.into_iter().chain(untested).collect()
}
