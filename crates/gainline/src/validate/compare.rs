//! A run against judgments: what they have in common, and how far the numbers can be trusted.

use super::checks::{
    DUPLICATE_DOCUMENT, EXTRA_TOPICS, MISSING_TOPICS, NO_COMMON_DOCUMENT, NO_COMMON_TOPIC,
    SIMILAR_DOCUMENT_IDS, SIMILAR_TOPIC_IDS, TIED_SCORES, UNJUDGED_DOCUMENTS,
};
use super::findings::{Findings, Severity};
use super::ids::{Similar, same_but_for};
use super::rankings::Ranking;
use crate::error::quote;
use crate::evaluate::policy::Column;
use crate::judgments::qrels::{Qrels, TopicJudgments, utf8};
use crate::measure::Measure;
use crate::ranking::joiner::{Beside, Cut, Joiner};
use crate::ranking::ties::Ties;

/// How far nDCG@10 must move for ties to be suspicious: what the third decimal shows.
const VISIBLE: f64 = 0.001;
/// Where so many are judged, the top ten could have been.
const DEEP: usize = 10;

/// A run's figures when held against judgments, as far as validation works them out.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[non_exhaustive]
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
    /// nDCG@10; its name is known, so it is always there.
    ndcg: Option<Column>,
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
    pub(super) fn new(qrels: &'q Qrels) -> Self {
        let ndcg = "nDCG@10".parse::<Measure>().and_then(|m| Column::new(&m, 1.0, &qrels.grades()));
        Comparison {
            qrels,
            joiner: Joiner::default(),
            ndcg: ndcg.ok(),
            in_run: vec![false; qrels.topics().len()],
            extra: vec![],
            apart: vec![],
            with_unjudged: 0,
            tied_topics: 0,
            duplicates: false,
            sums: Compared::default(),
        }
    }

    /// Takes in one topic's ranking.
    pub(super) fn topic(&mut self, data: &[u8], ranking: &Ranking<'_>, findings: &mut Findings) {
        let line = ranking.lines[0];
        let Some(index) = self.qrels.topic_index(ranking.topic) else {
            self.extra.push((ranking.topic.to_string(), line));
            return;
        };
        self.in_run[index] = true;
        self.duplicates |= ranking.duplicates;
        let topic = self.qrels.topic_at(index);
        similar_documents(data, ranking, topic, findings);
        let cut = Cut { ties: Ties::Best, depth: usize::MAX, condense: None, scores: false };
        let beside = Beside::default();
        // Each document is there once, so the join does not fail.
        let Ok(joined) = self.joiner.join(ranking.rows, data, topic, beside, cut) else { return };
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
        let ndcg =
            |ties| self.ndcg.as_ref().and_then(|c| c.score(&judged, ties).ok()).unwrap_or(0.0);
        let (worst, best) = (ndcg(Ties::Worst), ndcg(Ties::Best));
        self.tied_topics += usize::from(ranking.tied > 0);
        tied_scores(ranking, findings);
        let sums = &mut self.sums;
        sums.common_topics += 1;
        sums.unjudged_at_10 += unjudged(10);
        sums.unjudged_at_100 += unjudged(100);
        sums.worst_ndcg_at_10 += worst;
        sums.best_ndcg_at_10 += best;
    }

    /// Reports what the whole run shows.
    pub(super) fn finish(self, findings: &mut Findings) -> Compared {
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
        if compared.common_topics > 0 {
            self.common_documents(compared.common_topics, findings);
            self.ties(&compared, findings);
            self.unjudged(&compared, findings);
        }
        compared
    }

    fn topics(&self, findings: &mut Findings) {
        let in_run = &self.in_run;
        let missing = || self.qrels.topics().zip(in_run).filter(|(_, here)| !**here).map(|t| t.0);
        if self.sums.common_topics == 0 {
            let judged = quote(self.qrels.topics().next().unwrap_or_default().as_bytes());
            let ranked = quote(self.extra.first().map_or("", |t| &t.0).as_bytes());
            let message = format!(
                "no topic of this run is judged: it holds topics such as {ranked}, the qrels {judged}"
            );
            findings.add(&NO_COMMON_TOPIC, 1, message);
        } else {
            for (topic, line) in &self.extra {
                let message = || format!("topic {} is not judged", quote(topic.as_bytes()));
                findings.at(&EXTRA_TOPICS, *line, message);
            }
            let count = missing().count();
            if count > 0 {
                let names: Vec<String> = missing().take(3).map(|t| quote(t.as_bytes())).collect();
                let more = if count > 3 { ", …" } else { "" };
                let message = format!("judged, but not in this run: {}{more}", names.join(", "));
                findings.add(&MISSING_TOPICS, count, message);
            }
        }
        let mut similar = Similar::new(missing());
        for (topic, line) in &self.extra {
            if let Some(judged) = similar.find(topic) {
                findings.at(&SIMILAR_TOPIC_IDS, *line, || same_but_for("topic", topic, judged));
            }
        }
    }

    fn common_documents(&self, common: usize, findings: &mut Findings) {
        let everywhere = self.apart.len() == common;
        for (topic, line, _) in self.apart.iter().filter(|(_, _, deep)| *deep || everywhere) {
            findings.at(&NO_COMMON_DOCUMENT, *line, || {
                let all = if everywhere { ", nor of any other" } else { "" };
                format!("no document of topic {}{all} is judged", quote(topic.as_bytes()))
            });
        }
    }

    fn ties(&self, compared: &Compared, findings: &mut Findings) {
        let Some(finding) = findings.of(&TIED_SCORES) else { return };
        let Compared { worst_ndcg_at_10: worst, best_ndcg_at_10: best, .. } = compared;
        let topics = if self.tied_topics == 1 { "topic" } else { "topics" };
        let moved = if best > worst {
            format!("moves nDCG@10 by {:.4}: {worst:.4} to {best:.4}", best - worst)
        } else {
            format!("does not move nDCG@10: {best:.4}")
        };
        let tied = self.tied_topics;
        finding.message.push_str(&format!("; {tied} {topics} with ties, whose order {moved}"));
        if best - worst >= VISIBLE {
            finding.severity = Severity::Warning;
        }
    }

    fn unjudged(&self, compared: &Compared, findings: &mut Findings) {
        if self.with_unjudged == 0 {
            return;
        }
        let message = format!(
            "unjudged on average: {:.1}% of the top 10, {:.1}% of the top 100",
            100.0 * compared.unjudged_at_10,
            100.0 * compared.unjudged_at_100
        );
        let finding = findings.add(&UNJUDGED_DOCUMENTS, self.with_unjudged, message);
        let deep = self.qrels.judgments() >= DEEP * self.qrels.topics().len();
        if compared.unjudged_at_10 <= 0.5 || !deep {
            finding.severity = Severity::Note;
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
            let message = || {
                let (score, topic) = (score(row), quote(ranking.topic.as_bytes()));
                format!("{} documents of topic {topic} have score {score}", group.len())
            };
            let finding = findings.at(&TIED_SCORES, ranking.lines[row as usize], message);
            finding.severity = Severity::Note;
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
    let mut similar = Similar::new(not_retrieved.into_iter());
    for ((row, line), _) in
        ranking.rows.iter().zip(ranking.lines).zip(&judged).filter(|(_, judged)| !**judged)
    {
        let doc = utf8(row.id(data));
        if let Some(other) = similar.find(doc) {
            findings.at(&SIMILAR_DOCUMENT_IDS, *line, || same_but_for("document", doc, other));
        }
    }
}
