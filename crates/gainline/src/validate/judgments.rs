//! What can be said of the judgments by themselves.

use super::checks::{CONFLICTING_JUDGMENT, DUPLICATE_JUDGMENT, TOPICS_WITHOUT_RELEVANT};
use super::findings::Findings;
use super::scan::{Graded, Hasher, QrelsScan};
use crate::Qrels;
use crate::error::quote;
use crate::judgments::qrels::utf8;
use std::collections::HashMap;

/// Checks the judgments; those left have each document once in a topic, with its first grade.
pub(super) fn judgments(scan: &QrelsScan<'_>, findings: &mut Findings) -> Qrels {
    let mut kept = Vec::with_capacity(scan.rows.len());
    let mut by_iteration = true;
    let mut documents: HashMap<&[u8], &Graded<'_>, Hasher> = HashMap::default();
    for rows in scan.rows.chunk_by(|a, b| a.topic == b.topic) {
        let topic = scan.topics[rows[0].topic as usize];
        documents.clear();
        let mut relevant = false;
        for row in rows {
            relevant |= row.grade >= 1.0;
            let Some(first) = documents.insert(row.doc, row) else {
                kept.push((topic, utf8(row.doc), row.grade));
                continue;
            };
            documents.insert(row.doc, first);
            by_iteration &= first.iteration != row.iteration;
            let (doc, topic) = (quote(row.doc), quote(topic.as_bytes()));
            if first.grade == row.grade {
                findings.at(&DUPLICATE_JUDGMENT, row.line, || {
                    let line = first.line;
                    format!(
                        "document {doc} is judged twice for topic {topic}: first on line {line}"
                    )
                });
            } else {
                findings.at(&CONFLICTING_JUDGMENT, row.line, || {
                    format!(
                        "document {doc} has grade {} for topic {topic}, but {} on line {}",
                        row.grade, first.grade, first.line
                    )
                });
            }
        }
        if !relevant {
            findings.at(&TOPICS_WITHOUT_RELEVANT, rows[0].line, || {
                format!("topic {} has no relevant document", quote(topic.as_bytes()))
            });
        }
    }
    for check in [&DUPLICATE_JUDGMENT, &CONFLICTING_JUDGMENT] {
        if let (Some(finding), true) = (findings.of(check), by_iteration) {
            finding.remedy = "the second column differs in all of these: are they judgments by \
                              subtopic, or by group (`gainline trec-eval -R qrels_jg`)? Otherwise \
                              keep one row of each"
                .to_string();
        }
    }
    // No document is left twice, so this does not fail.
    Qrels::from_rows(kept).unwrap_or_default()
}
