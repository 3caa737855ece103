//! What a validation found: a line for each file and finding, with the remedy below.

use super::words::counted;
use super::{Presenter, answer};
use crate::Tone;
use crate::document::{Block, Document, Line};
use crate::records::Records;
use gainline::{FileContent, Severity, ValidatedFile};
use gainline_analysis::validate::ValidateAnswer;
use serde::Serialize;
use std::io;

/// Shows what a validation found.
pub struct ValidationPresenter<'a> {
    /// What is shown.
    pub answer: &'a ValidateAnswer,
}

/// A finding, for scripts.
#[derive(Default, Serialize)]
struct Record<'a> {
    severity: String,
    code: &'a str,
    file: &'a str,
    line: Option<u64>,
    lines: &'a [u64],
    count: u64,
    unit: &'a str,
    message: &'a str,
    remedy: &'a str,
}

impl Presenter for ValidationPresenter<'_> {
    answer!(ValidateAnswer);

    /// Lines are not wrapped, so that editors find `file:line:` in them.
    fn document(&self) -> Document {
        let mut lines: Vec<Line> = vec![];
        for file in &self.answer.validation.files {
            lines.push(describe(file).into());
            for finding in &file.findings {
                lines.extend(finding.to_string().lines().map(|line| said(finding.severity, line)));
            }
        }
        let count = |severity: Severity| {
            counted(self.answer.validation.count(severity), &severity.to_string())
        };
        let counts = [Severity::Error, Severity::Warning, Severity::Note].map(count);
        lines.push(counts.join(", ").into());
        Document { blocks: vec![Block::Lines(lines)], ..Document::default() }
    }

    fn records(&self, out: &mut Records<'_>) -> io::Result<()> {
        out.rows(self.answer.validation.findings().map(|finding| Record {
            severity: finding.severity.to_string(),
            code: finding.code(),
            file: &finding.file,
            line: finding.line(),
            lines: &finding.lines,
            count: finding.count,
            unit: finding.unit,
            message: &finding.message,
            remedy: &finding.remedy,
        }))
    }
}

/// A line of a finding, which starts with its severity; the remedy below does not.
fn said(severity: Severity, line: &str) -> Line {
    let tone = match severity {
        Severity::Error => Some(Tone::Worse),
        Severity::Warning => Some(Tone::Warning),
        Severity::Note => None,
    };
    let label = severity.to_string();
    match (tone, line.strip_prefix(&label)) {
        (Some(tone), Some(rest)) => Line { label: Some((label, tone)), text: rest.into() },
        (Some(_) | None, _) => line.to_string().into(),
    }
}

/// `qrels.txt: qrels, 43 topics, 9260 judgments, grades 0 to 3`
fn describe(file: &ValidatedFile) -> String {
    let ValidatedFile { file: name, topics, rows, content, .. } = file;
    let topics = counted(*topics, "topic");
    match content {
        FileContent::Qrels { .. } if *rows == 0 => format!("{name}: no judgments were read"),
        FileContent::Run { .. } if *rows == 0 => format!("{name}: no rows of a run were read"),
        FileContent::Qrels { lowest_grade, highest_grade } => {
            let grades = match (lowest_grade, highest_grade) {
                (Some(low), Some(high)) if low == high => format!(", grade {low}"),
                (Some(low), Some(high)) => format!(", grades {low} to {high}"),
                (None, _) | (_, None) => String::new(),
            };
            format!("{name}: qrels, {topics}, {}{grades}", counted(*rows, "judgment"))
        }
        FileContent::Run { tag, .. } => {
            let tag = tag.as_ref().map(|tag| format!(", tag `{}`", tag.escape_debug()));
            format!("{name}: run, {topics}, {}{}", counted(*rows, "row"), tag.unwrap_or_default())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Colors, Format, write};
    use gainline_analysis::validate::Validate;

    fn written(run: &str, format: Format) -> String {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            path
        };
        let qrels = file("qrels.txt", "1 0 d1 2\n1 0 d2 0\n");
        let runs = vec![file("a.run", run)];
        let answer = Validate { qrels, runs, strict: false }.answer().unwrap();
        let mut out = vec![];
        write(&ValidationPresenter { answer: &answer }, format, &mut out).unwrap();
        let there = format!("{}/", folder.path().display());
        String::from_utf8(out).unwrap().replace(&there, "")
    }

    #[test]
    fn text_describes_each_file_then_its_findings_then_counts_them() {
        let run = "1 Q0 d1 1 abc x\n1 Q0 d2 2 1.5 x\n1 Q0 d3 3 ? x\n";
        assert_eq!(
            written(run, Format::Text(Colors::Off)),
            "qrels.txt: qrels, 1 topic, 2 judgments, grades 0 to 2\n\
             a.run: run, 1 topic, 1 row, tag `x`\n\
             error a.run:1: score `abc` is not a number (2 rows: lines 1, 3)\n  \
             column 5 of a run is the score that the ranking is sorted by, highest first\n\
             1 error, 0 warnings, 0 notes\n"
        );
    }

    #[test]
    fn rows_have_a_header_even_without_findings() {
        let tsv = written("1 Q0 d1 1 2.5 x\n1 Q0 d2 2 1.5 x\n", Format::Tsv);
        assert_eq!(tsv, "severity\tcode\tfile\tline\tlines\tcount\tunit\tmessage\tremedy\n");
    }

    #[test]
    fn json_is_the_signed_answer_with_the_data_of_findings() {
        let json = written("1 Q0 d1 1 2.5 x\n1 Q0 d2 2 abc x\n", Format::Json);
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["answer"], "validate");
        assert_eq!(json["decision"], "failed");
        assert_eq!(
            (&json["request"]["strict"], &json["provenance"][0]["bytes"]),
            (&false.into(), &18.into())
        );
        assert_eq!(json["files"][0]["highest_grade"], 2.0);
        let run = &json["files"][1];
        assert_eq!((&run["kind"], &run["tag"]), (&"run".into(), &"x".into()));
        assert_eq!(run["compared"]["best_ndcg_at_10"], 1.0);
        let finding = &run["findings"][0];
        assert_eq!(finding["code"], "bad-score");
        assert_eq!(finding["severity"], "error");
        assert_eq!(finding["data"], serde_json::json!({ "score": "abc" }));
        assert_eq!((&finding["lines"][0], &finding["column"]), (&2.into(), &11.into()));
        assert_eq!(finding["unit"], "rows");
    }
}
