//! A run against judgments: what they have in common, and how far the numbers can be trusted.

use super::findings::Findings;
use super::ids::{SimilarIds, id_difference};
use super::rankings::Ranking;
use crate::error::quote;
use crate::evaluate::options::Options;
use crate::evaluate::policy::Column;
use crate::judgments::qrels::{Qrels, TopicJudgments, utf8};
use crate::measure::Measure;
use crate::problem::{
    DUPLICATE_DOCUMENT, EXTRA_TOPICS, NO_COMMON_DOCUMENT, Problem, SIMILAR_DOCUMENT_IDS,
    SIMILAR_TOPIC_IDS, Severity, TIED_SCORES, TieEffect,
};
use crate::ranking::background::TopicBackground;
use crate::ranking::joiner::Joiner;
use crate::ranking::ties::Ties;
use crate::{Error, ErrorKind, Result};

/// How far nDCG@10 must move for ties to be suspicious: what the third decimal shows.
const VISIBLE: f64 = 0.001;
/// Where so many are judged, the top ten could have been.
const DEEP: usize = 10;

/// A run's figures when held against judgments, as far as validation works them out.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Compared {
    /// Topics that are judged and in the run.
    pub common_topics: usize,
    /// The unjudged share of the top 10, averaged over the common topics.
    pub unjudged_at_10: f64,
    /// The unjudged share of the top 100, averaged over the common topics.
    pub unjudged_at_100: f64,
    /// nDCG@10 over all judged topics when, of equal scores, the documents of low gain come first.
    pub worst_ndcg_at_10: f64,
    /// The same when those of high gain come first.
    pub best_ndcg_at_10: f64,
}

/// Takes in a run's rankings, one by one.
pub(super) struct Comparison<'q> {
    qrels: &'q Qrels,
    joiner: Joiner,
    options: Options,
    measure: Measure,
    ndcg: Column,
    in_run: Vec<bool>,
    /// Topics that are not judged, with their first line.
    extra: Vec<(String, u64)>,
    /// Common topics without a common document, with their first line and whether both the run
    /// and the judgments are deep there.
    apart: Vec<(String, u64, bool)>,
    with_unjudged: usize,
    tied_topics: usize,
    duplicates: bool,
    /// Sums, until the end.
    sums: Compared,
}

impl<'q> Comparison<'q> {
    pub(super) fn new(qrels: &'q Qrels) -> Result<Self> {
        let measure: Measure = "nDCG@10".parse()?;
        Ok(Comparison {
            qrels,
            joiner: Joiner::default(),
            options: Options::default().ties(Ties::Best),
            ndcg: Column::new(&measure, 1.0, &qrels.grades())?,
            measure,
            in_run: vec![false; qrels.topics().len()],
            extra: vec![],
            apart: vec![],
            with_unjudged: 0,
            tied_topics: 0,
            duplicates: false,
            sums: Compared::default(),
        })
    }

    /// Takes in one topic's ranking.
    pub(super) fn topic(
        &mut self,
        data: &[u8],
        ranking: &Ranking<'_>,
        findings: &mut Findings,
    ) -> Result<()> {
        let line = ranking.lines[0];
        let Some(index) = self.qrels.topic_index(ranking.topic) else {
            self.extra.push((ranking.topic.to_string(), line));
            return Ok(());
        };
        self.in_run[index] = true;
        self.duplicates |= ranking.duplicates;
        let topic = self.qrels.topic_at(index);
        similar_documents(data, ranking, topic, findings);
        let (background, options) = (TopicBackground::default(), &self.options);
        let joined =
            self.joiner.join(ranking.rows, data, topic, &background, options).map_err(|same| {
                let document = quote(ranking.rows[same.0].id(data));
                Error::new(ErrorKind::Duplicate, format!("document {document} is ranked twice"))
            })?;
        let judged = joined.judged;
        if judged.found().is_empty() {
            let deep = topic.len() >= DEEP && ranking.rows.len() >= DEEP;
            self.apart.push((ranking.topic.to_string(), line, deep));
        }
        let unjudged = |k: usize| {
            let top = k.min(judged.retrieved());
            (top - judged.found_within(k).len()) as f64 / top.max(1) as f64
        };
        self.with_unjudged += usize::from(unjudged(100) > 0.0);
        let ndcg = |ties| {
            let score = self.ndcg.score(&judged, ties);
            score.map_err(|no_value| no_value.error(&self.measure, ranking.topic))
        };
        let (worst, best) = (ndcg(Ties::Worst)?, ndcg(Ties::Best)?);
        self.tied_topics += usize::from(ranking.tied > 0);
        tied_scores(ranking, findings);
        let sums = &mut self.sums;
        sums.common_topics += 1;
        sums.unjudged_at_10 += unjudged(10);
        sums.unjudged_at_100 += unjudged(100);
        sums.worst_ndcg_at_10 += worst;
        sums.best_ndcg_at_10 += best;
        Ok(())
    }

    /// Reports what the whole run shows.
    pub(super) fn finish(self, findings: &mut Findings) -> Option<Compared> {
        let mut compared = self.sums;
        let common = compared.common_topics.max(1) as f64;
        compared.unjudged_at_10 /= common;
        compared.unjudged_at_100 /= common;
        let topics = self.qrels.topics().len().max(1) as f64;
        compared.worst_ndcg_at_10 /= topics;
        compared.best_ndcg_at_10 /= topics;
        if let (Some(duplicates), false) = (findings.of(&DUPLICATE_DOCUMENT), self.duplicates) {
            duplicates.severity = Severity::Warning;
        }
        self.topics(findings);
        if compared.common_topics == 0 {
            return None;
        }
        self.common_documents(compared.common_topics, findings);
        self.ties(&compared, findings);
        self.unjudged(&compared, findings);
        Some(compared)
    }

    fn topics(&self, findings: &mut Findings) {
        let topics = self.qrels.topics().zip(&self.in_run);
        let missing: Vec<&str> = topics.filter(|(_, here)| !**here).map(|t| t.0).collect();
        if self.sums.common_topics == 0 {
            let in_qrels = self.qrels.topics().next().unwrap_or_default().to_string();
            let in_run = self.extra.first().map_or_else(String::new, |topic| topic.0.clone());
            findings.file(Problem::NoCommonTopic { in_run, in_qrels }, 1);
        } else {
            for (topic, line) in &self.extra {
                let problem = || Problem::ExtraTopics { topic: topic.clone() };
                findings.at(&EXTRA_TOPICS, *line, problem);
            }
            if !missing.is_empty() {
                let topics = missing.iter().copied().map(String::from).collect();
                findings.file(Problem::MissingTopics { topics }, missing.len());
            }
        }
        let mut similar = SimilarIds::new(missing.into_iter());
        for (topic, line) in &self.extra {
            if let Some(judged) = similar.find(topic) {
                findings.at(&SIMILAR_TOPIC_IDS, *line, || Problem::SimilarTopicIds {
                    in_run: topic.clone(),
                    in_qrels: judged.to_string(),
                    ignoring: id_difference(topic, judged),
                });
            }
        }
    }

    fn common_documents(&self, common: usize, findings: &mut Findings) {
        let in_all_topics = self.apart.len() == common;
        for (topic, line, _) in self.apart.iter().filter(|(_, _, deep)| *deep || in_all_topics) {
            findings.at(&NO_COMMON_DOCUMENT, *line, || Problem::NoCommonDocument {
                topic: topic.clone(),
                in_all_topics,
            });
        }
    }

    fn ties(&self, compared: &Compared, findings: &mut Findings) {
        let Some(found) = findings.of(&TIED_SCORES) else { return };
        let &Compared { worst_ndcg_at_10, best_ndcg_at_10, .. } = compared;
        if best_ndcg_at_10 - worst_ndcg_at_10 >= VISIBLE {
            found.severity = Severity::Warning;
        }
        if let Problem::TiedScores { effect, .. } = &mut found.problem {
            let topics = self.tied_topics;
            *effect = Some(TieEffect { topics, worst_ndcg_at_10, best_ndcg_at_10 });
        }
    }

    fn unjudged(&self, compared: &Compared, findings: &mut Findings) {
        if self.with_unjudged == 0 {
            return;
        }
        let (at_10, at_100) = (compared.unjudged_at_10, compared.unjudged_at_100);
        let found = findings.file(Problem::UnjudgedDocuments { at_10, at_100 }, self.with_unjudged);
        let deep = self.qrels.judgments() >= DEEP * self.qrels.topics().len();
        if at_10 <= 0.5 || !deep {
            found.severity = Severity::Note;
        }
    }
}

/// Counts the rows that have the same score as another one; a note as long as nothing tells how
/// much it matters.
pub(super) fn tied_scores(ranking: &Ranking<'_>, findings: &mut Findings) {
    if ranking.tied == 0 {
        return;
    }
    let score = |row: u32| ranking.rows[row as usize].score;
    for group in ranking.order.chunk_by(|&a, &b| score(a) == score(b)).filter(|g| g.len() > 1) {
        for &row in group {
            let problem = || Problem::TiedScores {
                topic: ranking.topic.to_string(),
                documents: group.len(),
                score: score(row),
                effect: None,
            };
            let found = findings.at(&TIED_SCORES, ranking.lines[row as usize], problem);
            found.severity = Severity::Note;
        }
    }
}

/// Looks for documents that would be judged if their ids were written in another way.
fn similar_documents(
    data: &[u8],
    ranking: &Ranking<'_>,
    topic: TopicJudgments<'_>,
    findings: &mut Findings,
) {
    let mut judged = vec![false; ranking.rows.len()];
    let mut not_retrieved = vec![];
    for entry in topic.entries() {
        match ranking.documents.get(entry.id) {
            Some(&row) => judged[row as usize] = true,
            None => not_retrieved.push(utf8(entry.id)),
        }
    }
    let mut similar = SimilarIds::new(not_retrieved.into_iter());
    for ((row, line), _) in
        ranking.rows.iter().zip(ranking.lines).zip(&judged).filter(|(_, judged)| !**judged)
    {
        let document = utf8(row.id(data));
        if let Some(judged) = similar.find(document) {
            findings.at(&SIMILAR_DOCUMENT_IDS, *line, || Problem::SimilarDocumentIds {
                topic: ranking.topic.to_string(),
                in_run: document.to_string(),
                in_qrels: judged.to_string(),
                ignoring: id_difference(document, judged),
            });
        }
    }
}
