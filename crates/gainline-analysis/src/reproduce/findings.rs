//! What is noteworthy about a reproduction.

use super::{Difference, MeasureReproduction, PairRankings, Reproduce, Role, Sides};
use crate::evaluation::EvaluatedRun;
use gainline::Measure;
use gainline_stats::StatsError;
use serde::Serialize;

/// What is noteworthy.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ReproduceFinding"))]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum Finding {
    /// Not every run of a collection has all topics: only common ones count.
    OnlyCommonTopics {
        /// How many there are.
        topics: usize,
        /// Whether that is so in the reproduction's own collection.
        other_collection: bool,
    },
    /// Topics that only one of two runs has, whose rankings are not compared.
    RankingsInOneRun {
        /// Which of the runs.
        role: Role,
        /// The topics.
        topics: Vec<String>,
    },
    /// Rankings of different lengths, of which KTU takes the shorter length.
    UnequalLengths {
        /// Which of the runs.
        role: Role,
        /// On how many topics.
        topics: usize,
    },
    /// All rankings that were compared are the same.
    SameRankings {
        /// Which of the runs.
        role: Role,
        /// Up to which rank.
        cutoff: usize,
    },
    /// All topics have the same score in the original and in the reproduction.
    SameScores {
        /// Which of the runs.
        role: Role,
        /// By which measures.
        measures: Vec<Measure>,
    },
    /// There is no p and no interval.
    Untested {
        /// Of which differences.
        differences: Vec<TestedDifference>,
        /// By which measures.
        measures: Vec<Measure>,
        /// Why.
        why: StatsError,
    },
    /// The original improvement is not significant, so that its ratio to another one says little.
    OriginalNotSignificant {
        /// By which measures.
        measures: Vec<Measure>,
    },
}

/// A difference that a test is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TestedDifference {
    /// Between the reproduced and the original baseline.
    Baseline,
    /// Between the reproduced and the original advanced run.
    Advanced,
    /// Between the original runs.
    OriginalImprovement,
    /// Between the reproduced runs.
    ReproducedImprovement,
    /// Between the two improvements.
    Change,
}

pub(super) fn find(
    request: &Reproduce,
    rankings: &[PairRankings],
    measures: &[MeasureReproduction],
    sides: &[Sides],
    evaluated: [&[EvaluatedRun]; 2],
) -> Vec<Finding> {
    let mut findings = common_topics(sides, evaluated);
    findings.extend(rankings.iter().flat_map(of_rankings));
    findings.extend(same_scores(measures));
    findings.extend(untested(measures));
    let weak = |of: &&MeasureReproduction| {
        let with_ratio = of.effect.as_ref().filter(|effect| effect.effect_ratio.is_some());
        let original = with_ratio.and_then(|effect| effect.original.difference.test.defined());
        original.is_some_and(|test| test.p >= request.alpha)
    };
    let weak: Vec<Measure> = measures.iter().filter(weak).map(|of| of.measure.clone()).collect();
    if !weak.is_empty() {
        findings.push(Finding::OriginalNotSignificant { measures: weak });
    }
    findings
}

fn common_topics(sides: &[Sides], evaluated: [&[EvaluatedRun]; 2]) -> Vec<Finding> {
    let Some(side) = sides.first() else { return vec![] };
    let found = [&side.original, &side.reproduced].into_iter().zip(evaluated).zip([false, true]);
    let found = found.filter_map(|((sample, runs), other_collection)| {
        let topics = sample.topics.len();
        let lacking = runs.iter().any(|run| run.scores.topics().len() != topics);
        lacking.then_some(Finding::OnlyCommonTopics { topics, other_collection })
    });
    found.collect()
}

fn of_rankings(of: &PairRankings) -> Vec<Finding> {
    let role = of.role;
    let mut findings = vec![];
    if !of.topics_in_one.is_empty() {
        let topics = of.topics_in_one.clone();
        findings.push(Finding::RankingsInOneRun { role, topics });
    }
    if of.topics_of_unequal_length > 0 {
        findings.push(Finding::UnequalLengths { role, topics: of.topics_of_unequal_length });
    }
    let deepest = of.at.last().filter(|at| at.topics_identical == at.topics);
    findings.extend(deepest.map(|at| Finding::SameRankings { role, cutoff: at.cutoff }));
    findings
}

fn same_scores(measures: &[MeasureReproduction]) -> Vec<Finding> {
    let same = |role: Role| {
        let is_same = |of: &&MeasureReproduction| {
            let scores = of.scores.iter().find(|scores| scores.role == role);
            let errors = scores.and_then(|scores| Some((scores, scores.errors.as_ref()?)));
            errors.is_some_and(|(scores, errors)| errors.topics_same == scores.original_topics)
        };
        let measures = measures.iter().filter(is_same).map(|of| of.measure.clone());
        Some(measures.collect::<Vec<_>>())
            .filter(|measures| !measures.is_empty())
            .map(|measures| Finding::SameScores { role, measures })
    };
    Role::ALL.into_iter().filter_map(same).collect()
}

/// Why tests gave nothing; differences and measures of the same reason together.
fn untested(measures: &[MeasureReproduction]) -> Vec<Finding> {
    let mut found: Vec<(StatsError, Vec<TestedDifference>, Vec<Measure>)> = vec![];
    for of in measures {
        let mut of_measure: Vec<(&StatsError, Vec<TestedDifference>)> = vec![];
        for (which, difference) in tested(of) {
            let Some(why) = difference.test.undefined() else { continue };
            match of_measure.iter_mut().find(|(reason, _)| *reason == why) {
                Some((_, differences)) => differences.push(which),
                None => of_measure.push((why, vec![which])),
            }
        }
        for (why, differences) in of_measure {
            let alike =
                |(reason, others, _): &&mut (_, _, _)| reason == why && *others == differences;
            match found.iter_mut().find(alike) {
                Some((_, _, measures)) => measures.push(of.measure.clone()),
                None => found.push((why.clone(), differences, vec![of.measure.clone()])),
            }
        }
    }
    let finding = |(why, differences, measures)| Finding::Untested { differences, measures, why };
    found.into_iter().map(finding).collect()
}

/// The differences that are tested by a measure.
fn tested(of: &MeasureReproduction) -> Vec<(TestedDifference, &Difference)> {
    let scores = of.scores.iter().map(|scores| match scores.role {
        Role::Baseline => (TestedDifference::Baseline, &scores.difference),
        Role::Advanced => (TestedDifference::Advanced, &scores.difference),
    });
    let effect = of.effect.iter().flat_map(|effect| {
        [
            (TestedDifference::OriginalImprovement, &effect.original.difference),
            (TestedDifference::ReproducedImprovement, &effect.reproduced.difference),
            (TestedDifference::Change, &effect.change),
        ]
    });
    scores.chain(effect).collect()
}
