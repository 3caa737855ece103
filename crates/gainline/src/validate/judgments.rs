//! What can be said of the judgments by themselves.

use super::findings::Findings;
use super::scan::{Graded, Hasher, QrelsScan};
use crate::judgments::qrels::utf8;
use crate::problem::{CONFLICTING_JUDGMENT, DUPLICATE_JUDGMENT, Problem, TOPICS_WITHOUT_RELEVANT};
use crate::{Qrels, Result};
use std::collections::HashMap;

/// Checks the judgments; those left have each document once in a topic, with its first grade.
pub(super) fn judgments(scan: &QrelsScan<'_>, findings: &mut Findings) -> Result<Qrels> {
    let mut kept = Vec::with_capacity(scan.rows.len());
    let mut by_group = true;
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
            by_group &= first.group != row.group;
            let (document, topic) = (utf8(row.doc).to_string(), topic.to_string());
            let first_line = first.line;
            if first.grade == row.grade {
                findings.at(&DUPLICATE_JUDGMENT, row.line, || Problem::DuplicateJudgment {
                    topic,
                    document,
                    first_line,
                    by_group: false,
                });
            } else {
                findings.at(&CONFLICTING_JUDGMENT, row.line, || Problem::ConflictingJudgment {
                    topic,
                    document,
                    grade: row.grade,
                    first_grade: first.grade,
                    first_line,
                    by_group: false,
                });
            }
        }
        if !relevant {
            let problem = || Problem::TopicsWithoutRelevant { topic: topic.to_string() };
            findings.at(&TOPICS_WITHOUT_RELEVANT, rows[0].line, problem);
        }
    }
    for check in [&DUPLICATE_JUDGMENT, &CONFLICTING_JUDGMENT] {
        if let Some(
            Problem::DuplicateJudgment { by_group: found, .. }
            | Problem::ConflictingJudgment { by_group: found, .. },
        ) = findings.of(check).map(|entry| &mut entry.problem)
        {
            *found = by_group;
        }
    }
    Qrels::from_rows(kept)
}
