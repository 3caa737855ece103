//! What a validation finds: one finding for each check and file, with a count and examples.

use super::checks::{CHECKS, Check};
use std::fmt;

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Harmless, good to know.
    Note,
    /// Suspicious: it may change numbers.
    Warning,
    /// The file would be refused.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        })
    }
}

/// Everything of one kind that was found in one file.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// Its stable name, such as `duplicate-document`; one of [`CHECKS`].
    pub code: &'static str,
    /// The file, as it was named.
    pub file: String,
    /// The first lines it is on, from 1: at most three, and none where no line is to blame.
    pub lines: Vec<u64>,
    /// How many there are.
    pub count: u64,
    /// What was counted: `rows`, `topics` and so on, or `files` for the file as a whole.
    pub unit: &'static str,
    /// What is wrong at the first place.
    pub message: String,
    /// What to do about it.
    pub remedy: String,
}

/// How many lines a finding names.
const EXAMPLES: usize = 3;

impl Finding {
    /// The first line it is on, from 1.
    pub fn line(&self) -> Option<u64> {
        self.lines.first().copied()
    }
}

impl fmt::Display for Finding {
    /// `error run.txt:4: message (3 rows: lines 4, 9, 12)`, and the remedy indented below.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}:", self.severity, self.file)?;
        if let Some(line) = self.line() {
            write!(f, "{line}:")?;
        }
        write!(f, " {}", self.message)?;
        // What stands once is placed by the line in front already.
        if self.unit != "files" && (self.count > 1 || self.lines.is_empty()) {
            let unit = if self.count == 1 { self.unit.trim_end_matches('s') } else { self.unit };
            write!(f, " ({} {unit}", self.count)?;
            if !self.lines.is_empty() {
                let lines: Vec<String> = self.lines.iter().map(u64::to_string).collect();
                let more = if self.count > lines.len() as u64 { ", …" } else { "" };
                let word = if lines.len() == 1 { "line" } else { "lines" };
                write!(f, ": {word} {}{more}", lines.join(", "))?;
            }
            f.write_str(")")?;
        }
        write!(f, "\n  {}", self.remedy)
    }
}

/// The findings in one file while it is gone through.
#[derive(Debug)]
pub(super) struct Findings {
    file: String,
    list: Vec<Finding>,
}

impl Findings {
    pub(super) fn new(file: &str) -> Self {
        Findings { file: file.to_string(), list: vec![] }
    }

    /// Counts one more on a line. The message is asked for when that line is the first one.
    pub(super) fn at(
        &mut self,
        check: &'static Check,
        line: u64,
        message: impl FnOnce() -> String,
    ) -> &mut Finding {
        let index = self.index(check);
        let finding = &mut self.list[index];
        finding.count += 1;
        // Topics are gone through one by one, so lines of scattered ones come out of order.
        let place = finding.lines.partition_point(|&known| known <= line);
        if place == 0 {
            finding.message = message();
        }
        if place < EXAMPLES {
            finding.lines.insert(place, line);
            finding.lines.truncate(EXAMPLES);
        }
        finding
    }

    /// Says something that no line is to blame for.
    pub(super) fn add(
        &mut self,
        check: &'static Check,
        count: usize,
        message: String,
    ) -> &mut Finding {
        let index = self.index(check);
        let finding = &mut self.list[index];
        finding.count += count as u64;
        finding.message = message;
        finding
    }

    /// What a check has found so far.
    pub(super) fn of(&mut self, check: &Check) -> Option<&mut Finding> {
        self.list.iter_mut().find(|f| f.code == check.code)
    }

    pub(super) fn any_error(&self) -> bool {
        self.list.iter().any(|f| f.severity == Severity::Error)
    }

    /// The findings, worst first, then in the order of the checks.
    pub(super) fn finish(mut self) -> Vec<Finding> {
        let rank = |f: &Finding| CHECKS.iter().position(|c| c.code == f.code);
        self.list.sort_by_key(|f| (std::cmp::Reverse(f.severity), rank(f)));
        self.list
    }

    fn index(&mut self, check: &'static Check) -> usize {
        if let Some(index) = self.list.iter().position(|f| std::ptr::eq(f.code, check.code)) {
            return index;
        }
        self.list.push(Finding {
            severity: check.severity,
            code: check.code,
            file: self.file.clone(),
            lines: vec![],
            count: 0,
            unit: check.unit,
            message: String::new(),
            remedy: check.remedy.to_string(),
        });
        self.list.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::super::checks::{BAD_SCORE, MISSING_TOPICS, WRONG_FILE};
    use super::*;

    #[test]
    fn a_finding_prints_its_place_count_and_remedy() {
        let mut findings = Findings::new("a.run");
        findings.at(&BAD_SCORE, 9, || "score `x` is not a number".into());
        let one = findings.of(&BAD_SCORE).unwrap().to_string();
        assert!(one.starts_with("error a.run:9: score `x` is not a number\n  "), "{one}");
        for line in [4, 12, 15] {
            findings.at(&BAD_SCORE, line, || "score `abc` is not a number".into());
        }
        let many = findings.of(&BAD_SCORE).unwrap().to_string();
        let first = many.lines().next().unwrap();
        assert_eq!(first, "error a.run:4: score `abc` is not a number (4 rows: lines 4, 9, 12, …)");
        let missing = findings.add(&MISSING_TOPICS, 1, "absent: `7`".into()).to_string();
        assert!(missing.starts_with("warning a.run: absent: `7` (1 topic)\n"), "{missing}");
        let file = findings.add(&WRONG_FILE, 1, "looks like JSON".into()).to_string();
        assert!(file.starts_with("error a.run: looks like JSON\n"), "{file}");
    }
}
