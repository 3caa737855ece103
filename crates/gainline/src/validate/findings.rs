//! What a validation finds: one finding for each kind of problem and file, with a count and
//! examples.

use crate::input::fault::RowFault;
use crate::problem::{CHECKS, Check, Problem, Severity};
use std::fmt;

/// Everything of one kind that was found in one file.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong at the first place.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub problem: Problem,
    /// The file, as it was named.
    pub file: String,
    /// The first lines it is on, from 1: at most three, and none where no line is to blame.
    pub lines: Vec<u64>,
    /// The column of the first line, from 1, in characters, where one is to blame.
    pub column: Option<usize>,
    /// How many there are.
    pub count: u64,
    /// What was counted: `rows`, `topics` and so on, or `files` for the file as a whole.
    pub unit: &'static str,
    /// What is wrong at the first place, in words.
    pub message: String,
    /// What to do about it.
    pub remedy: String,
}

/// How many lines a finding names.
const EXAMPLES: usize = 3;

impl Finding {
    /// The stable name of what was found, such as `duplicate-document`; one of [`CHECKS`].
    pub fn code(&self) -> &'static str {
        self.problem.code()
    }

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
    list: Vec<Entry>,
}

/// What was found of one kind so far.
#[derive(Debug)]
pub(super) struct Entry {
    check: &'static Check,
    pub severity: Severity,
    pub problem: Problem,
    lines: Vec<u64>,
    column: Option<usize>,
    count: u64,
    /// A remedy that fits the row better than that of the problem.
    remedy: Option<&'static str>,
}

impl Findings {
    pub(super) fn new(file: &str) -> Self {
        Findings { file: file.to_string(), list: vec![] }
    }

    /// Counts one more on a line. The problem is asked for when that line is the first one.
    pub(super) fn at(
        &mut self,
        check: &'static Check,
        line: u64,
        problem: impl FnOnce() -> Problem,
    ) -> &mut Entry {
        let Some(index) = self.index(check) else {
            let entry = self.file(problem(), 1);
            entry.lines.push(line);
            return entry;
        };
        let entry = &mut self.list[index];
        entry.count += 1;
        // Topics are gone through one by one, so lines of scattered ones come out of order.
        let place = entry.lines.partition_point(|&known| known <= line);
        if place == 0 {
            entry.problem = problem();
            (entry.column, entry.remedy) = (None, None);
        }
        if place < EXAMPLES {
            entry.lines.insert(place, line);
            entry.lines.truncate(EXAMPLES);
        }
        entry
    }

    /// Counts a row that cannot be read.
    pub(super) fn fault(&mut self, fault: &RowFault) -> &mut Entry {
        let line = fault.line();
        let entry = self.at(fault.problem().check(), line, || fault.problem().clone());
        if entry.lines.first() == Some(&line) {
            (entry.column, entry.remedy) = (Some(fault.column()), Some(fault.remedy()));
        }
        entry
    }

    /// Says something that no line is to blame for.
    pub(super) fn file(&mut self, problem: Problem, count: usize) -> &mut Entry {
        let check = problem.check();
        let at = self.list.len();
        self.list.push(Entry {
            check,
            severity: check.severity,
            problem,
            lines: vec![],
            column: None,
            count: count as u64,
            remedy: None,
        });
        &mut self.list[at]
    }

    /// What has been found of a kind so far.
    pub(super) fn of(&mut self, check: &Check) -> Option<&mut Entry> {
        self.index(check).map(|index| &mut self.list[index])
    }

    pub(super) fn any_error(&self) -> bool {
        self.list.iter().any(|entry| entry.severity == Severity::Error)
    }

    /// The findings, worst first, then in the order of the checks.
    pub(super) fn finish(mut self) -> Vec<Finding> {
        let rank = |entry: &Entry| CHECKS.iter().position(|c| std::ptr::eq(*c, entry.check));
        self.list.sort_by_key(|entry| (std::cmp::Reverse(entry.severity), rank(entry)));
        let Findings { file, list } = self;
        list.into_iter().map(|entry| entry.finish(&file)).collect()
    }

    fn index(&self, check: &Check) -> Option<usize> {
        self.list.iter().position(|entry| std::ptr::eq(entry.check, check))
    }
}

impl Entry {
    fn finish(self, file: &str) -> Finding {
        Finding {
            severity: self.severity,
            file: file.to_string(),
            lines: self.lines,
            column: self.column,
            count: self.count,
            unit: self.check.unit,
            message: self.problem.message(),
            remedy: self.remedy.unwrap_or(self.problem.remedy()).to_string(),
            problem: self.problem,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{BAD_SCORE, LooksLike};

    #[test]
    fn a_finding_prints_its_place_count_and_remedy() {
        let bad = |score: &str| Problem::BadScore { score: score.into() };
        let mut findings = Findings::new("a.run");
        findings.at(&BAD_SCORE, 9, || bad("x"));
        let one = findings.finish()[0].to_string();
        assert!(one.starts_with("error a.run:9: score `x` is not a number\n  "), "{one}");
        let mut findings = Findings::new("a.run");
        for line in [9, 4, 12, 15] {
            findings.at(&BAD_SCORE, line, || bad("abc"));
        }
        findings.file(Problem::MissingTopics { topics: vec!["7".into()] }, 1);
        let (looks_like, row) = (LooksLike::Json, "{".to_string());
        findings.file(Problem::WrongFile { expected: "a run", looks_like, row }, 1);
        let printed = findings.finish();
        let first = |at: usize| printed[at].to_string().lines().next().unwrap().to_string();
        assert_eq!(first(0), "error a.run: looks like JSON, not a run: `{`");
        assert_eq!(
            first(1),
            "error a.run:4: score `abc` is not a number (4 rows: lines 4, 9, 12, …)"
        );
        assert_eq!(first(2), "warning a.run: judged, but not in this run: `7` (1 topic)");
    }
}
