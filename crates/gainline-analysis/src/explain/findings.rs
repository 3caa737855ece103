//! What else there is to know about an explanation.

use super::explainer::ranked;
use super::{DependsOn, Difference, Explanation, MeasureExplanation};
use crate::Experiment;
use gainline::{Better, Measure, Need, Pool, Unjudged};
use gainline_stats::is_same;
use serde::Serialize;

/// A fact worth knowing.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ExplainFinding"))]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum Finding {
    /// The run lacks the topic, which counts as an empty ranking.
    TopicMissing {
        /// The run.
        run: String,
    },
    /// Lower values of these measures are better, so a contribution below 0 is a gain.
    LowerIsBetter {
        /// The measures.
        measures: Vec<Measure>,
    },
    /// These measures go by scores, so they have no ideal ranking.
    NoIdealRanking {
        /// The measures.
        measures: Vec<Measure>,
    },
    /// While a judgment is hidden, its document counts as another one, for which the given
    /// collection has no room: the collection counts as larger by the hidden ones.
    CollectionTooSmall {
        /// The size that was given.
        collection_size: usize,
    },
    /// While a judgment is hidden, its document counts as another one, so that the collection, whose
    /// size was not given, counts as larger by the relevant ones among them.
    CollectionGrows,
    /// No document contributes, or contributes differently to two runs.
    NothingContributes {
        /// The measure.
        measure: Measure,
    },
    /// Two runs have the same score, because gains and losses cancel out.
    CancelsOut {
        /// The measure.
        measure: Measure,
    },
    /// Gains and losses leave so little of each other that documents have no share of it.
    NearlyCancelsOut {
        /// The measure.
        measure: Measure,
    },
    /// Many of the documents on top are unjudged and count as not relevant, so that the score may say
    /// more about the judgments than about the run.
    UnjudgedOnTop {
        /// The measure.
        measure: Measure,
        /// For each run, how many are unjudged; of two, A comes first.
        runs: Vec<UnjudgedOnTop>,
        /// Whether two runs differ in it by a fifth of the documents or more.
        differ: bool,
    },
    /// The values of two runs differ before the first document.
    DifferentStart {
        /// The measure.
        measure: Measure,
        /// B − A.
        difference: f64,
        /// Why.
        cause: Cause,
    },
    /// Documents have the same rank in two runs and contribute differently.
    DifferentWithoutMove {
        /// The measure.
        measure: Measure,
        /// How many.
        documents: usize,
        /// Why.
        cause: Cause,
    },
}

/// How many of a run's documents on top are unjudged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnjudgedOnTop {
    /// The run.
    pub run: String,
    /// How many documents were looked at: those within the measure's cutoff, or the top 10.
    pub documents: usize,
    /// How many of them are unjudged.
    pub unjudged: usize,
}

/// How far down unjudged documents are counted where a measure has no cutoff.
const TOP: usize = 10;

/// Unjudged documents are many where they are one of so many.
const ONE_OF: usize = 5;

/// Measures for which an unjudged document is not the same as one that is not relevant.
const KNOWS_UNJUDGED: [&str; 7] =
    ["Bpref", "Bpref10", "GMBpref", "infAP", "Judged", "Holes", "NumNonrelJudgedRet"];

/// Why contributions differ that do not come from moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// The documents' scores differ.
    Scores,
    /// The runs retrieve different numbers of documents.
    Retrieved,
    /// Different numbers of the retrieved documents are judged.
    Judged,
    /// Other documents are above, or the runs retrieve different numbers of them.
    AboveOrRetrieved,
}

/// The findings: on runs and measures first, then measure by measure.
pub(super) fn findings(
    scope: &Experiment,
    pool: &Pool,
    measures: &[MeasureExplanation],
) -> Vec<Finding> {
    let runs = scope.runs.iter().zip(pool.runs());
    let lacking = runs.filter(|(_, facts)| !facts.missing.is_empty());
    let mut findings: Vec<Finding> =
        lacking.map(|(run, _)| Finding::TopicMissing { run: run.name.clone() }).collect();
    findings.extend(collection(scope, pool, measures));
    let those = |wanted: &dyn Fn(&MeasureExplanation) -> bool| -> Vec<Measure> {
        measures.iter().filter(|one| wanted(one)).map(|one| one.measure.clone()).collect()
    };
    let lower = those(&|one| one.measure.family().better == Better::Lower);
    if !lower.is_empty() {
        findings.push(Finding::LowerIsBetter { measures: lower });
    }
    let not_ideal = those(
        &|one| matches!(&one.explanation, Explanation::Score(score) if score.ideal.is_none()),
    );
    if !not_ideal.is_empty() {
        findings.push(Finding::NoIdealRanking { measures: not_ideal });
    }
    for one in measures {
        findings.extend(unjudged(scope, pool, &one.measure));
        match &one.explanation {
            Explanation::Score(score) => {
                let ranks = &score.breakdown.ranks;
                if ranks.iter().all(|rank| is_same(rank.contribution, 0.0)) {
                    findings.push(Finding::NothingContributes { measure: one.measure.clone() });
                }
            }
            Explanation::Difference(difference) => {
                findings.extend(of_difference(&one.measure, difference));
            }
        }
    }
    findings
}

/// How a collection without room for documents that nobody knows is dealt with, where that matters.
fn collection(scope: &Experiment, pool: &Pool, measures: &[MeasureExplanation]) -> Option<Finding> {
    let needs = |one: &MeasureExplanation, need| one.measure.family().needs.contains(&need);
    let Some(collection_size) = scope.options.collection else {
        let grows =
            |one: &MeasureExplanation| needs(one, Need::Collection) && !one.measure.gives("N");
        return measures.iter().any(grows).then_some(Finding::CollectionGrows);
    };
    let topic = &pool.topics()[0];
    let judged = topic.documents().iter().filter(|document| document.grade.is_some()).count();
    let lengths = (0..scope.runs.len()).map(|run| ranked(topic, run).len());
    let has_no_room = lengths.max().is_some_and(|longest| collection_size < longest + judged);
    let by_collection = |one: &MeasureExplanation| {
        needs(one, Need::Collection) || needs(one, Need::CollectionGiven)
    };
    (has_no_room && measures.iter().any(by_collection))
        .then_some(Finding::CollectionTooSmall { collection_size })
}

/// What of the top is unjudged, if it is much.
fn unjudged(scope: &Experiment, pool: &Pool, measure: &Measure) -> Option<Finding> {
    let as_nonrelevant = match scope.options.unjudged {
        Unjudged::Irrelevant => !KNOWS_UNJUDGED.contains(&measure.family().name),
        Unjudged::Condense | Unjudged::Bounds => false,
    };
    let (topic, depth) = (&pool.topics()[0], measure.cutoff().unwrap_or(TOP));
    let runs = scope.runs.iter().enumerate().map(|(at, run)| {
        let top = ranked(topic, at).iter().take(depth);
        let unjudged = top.clone().filter(|place| topic.documents()[**place].grade.is_none());
        let (documents, unjudged) = (top.len(), unjudged.count());
        UnjudgedOnTop { run: run.name.clone(), documents, unjudged }
    });
    let runs: Vec<UnjudgedOnTop> = runs.collect();
    let is_many = |run: &UnjudgedOnTop| run.unjudged > 0 && run.unjudged * ONE_OF >= run.documents;
    let counts = || runs.iter().map(|run| run.unjudged);
    let apart = counts().max()? - counts().min()?;
    let differ = apart * ONE_OF >= depth;
    (as_nonrelevant && runs.iter().any(is_many)).then(|| Finding::UnjudgedOnTop {
        measure: measure.clone(),
        differ,
        runs,
    })
}

fn of_difference(measure: &Measure, difference: &Difference) -> Vec<Finding> {
    let mut findings = vec![];
    let (measure, by_scores) = (measure.clone(), measure.family().needs.contains(&Need::Scores));
    let start = difference.before_b - difference.before_a;
    if !is_same(start, 0.0) {
        let retrieved_a = difference.documents.iter().filter(|d| d.rank_a.is_some()).count();
        let retrieved_b = difference.documents.iter().filter(|d| d.rank_b.is_some()).count();
        let cause = match retrieved_a == retrieved_b {
            _ if by_scores => Cause::Scores,
            true => Cause::Judged,
            false => Cause::Retrieved,
        };
        let measure = measure.clone();
        findings.push(Finding::DifferentStart { measure, difference: start, cause });
    }
    let different = || difference.documents.iter().filter(|document| document.is_different());
    if different().next().is_none() {
        findings.push(Finding::NothingContributes { measure });
        return findings;
    }
    if is_same(difference.difference, 0.0) {
        findings.push(Finding::CancelsOut { measure: measure.clone() });
    } else if difference.nearly_cancels_out() {
        findings.push(Finding::NearlyCancelsOut { measure: measure.clone() });
    }
    let unmoved = different().filter(|document| document.is_unmoved()).count();
    if unmoved > 0 {
        let cause = match difference.depends_on {
            _ if by_scores => Cause::Scores,
            DependsOn::Above => Cause::AboveOrRetrieved,
            DependsOn::Rank | DependsOn::Retrieved | DependsOn::Score => Cause::Retrieved,
        };
        findings.push(Finding::DifferentWithoutMove { measure, documents: unmoved, cause });
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use gainline::{
        Cutoff, Evaluator, Expected, FAMILIES, Known, Options, Qrels, Run, Scorer, Source,
    };

    /// A family's value is another one where a document at the top is judged not relevant instead of
    /// unjudged, if and only if the family is named.
    #[test]
    fn measures_that_know_unjudged_documents_are_named() {
        let judged = [("t", "a", 1.0), ("t", "b", 0.0), ("t", "c", 1.0)];
        let without = Qrels::from_rows(judged).unwrap();
        let with = Qrels::from_rows(judged.into_iter().chain([("t", "x", 0.0)])).unwrap();
        let ranking = ["x", "a", "b", "c"].into_iter().enumerate();
        let rows = ranking.map(|(at, document)| ("t", document, 4.0 - at as f64));
        let run = Run::from_rows(rows).unwrap();
        let known = Known::read(Source::bytes("known", &b"t a\n"[..])).unwrap();
        let options = Options::default().known(known).collection(10).expected(Expected::Each(2.0));
        let differ = |family: &&gainline::Family| {
            let cutoff = match family.cutoff {
                Cutoff::None | Cutoff::Optional => "",
                Cutoff::Required => "@3",
                Cutoff::Recall => "@0.5",
            };
            let measure: Measure = format!("{}{cutoff}", family.name).parse().unwrap();
            if !matches!(measure.scorer(1.0), Scorer::Judged(_)) {
                return false;
            }
            let value = |qrels: &Qrels| {
                let evaluator =
                    Evaluator::new(qrels, std::slice::from_ref(&measure), options.clone()).unwrap();
                evaluator.evaluate(&run).unwrap().topic("t").unwrap()[0]
            };
            !is_same(value(&without), value(&with))
        };
        let mut found: Vec<&str> =
            FAMILIES.iter().copied().filter(differ).map(|family| family.name).collect();
        let mut named = KNOWS_UNJUDGED.to_vec();
        found.sort_unstable();
        named.sort_unstable();
        assert_eq!(found, named);
    }
}
