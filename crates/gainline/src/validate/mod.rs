//! A look at files before they are evaluated: everything that is wrong or suspicious at once, not
//! only the first of it.
//!
//! A file is read into memory and gone through line by line ([`scan`]), past rows that are
//! broken; what is left is checked by itself ([`judgments`], [`rankings`]) and then a run against
//! the judgments ([`compare`]). Each check counts what it finds and keeps a few lines as examples.

mod checks;
mod compare;
mod findings;
mod ids;
mod judgments;
#[cfg(test)]
mod properties;
mod rankings;
mod row;
mod scan;
mod sniff;
#[cfg(test)]
mod tests;

pub use checks::{CHECKS, Check};
pub use compare::Compared;
pub use findings::{Finding, Severity};

use crate::input::rows::{BOM, with_final_newline};
use crate::{Qrels, Source};
use checks::{BYTE_ORDER_MARK, UNREADABLE};
use compare::{Comparison, tied_scores};
use findings::Findings;
use std::ops::Range;

/// What a validation found.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Report {
    /// The files: the qrels, then the runs as they were given.
    pub files: Vec<FileSummary>,
    /// The findings, file by file, in each the worst first.
    pub findings: Vec<Finding>,
}

impl Report {
    /// How many findings are of this severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|f| f.severity == severity).count()
    }

    /// The findings in one of [`Report::files`].
    pub fn of(&self, file: &FileSummary) -> &[Finding] {
        self.findings.get(file.findings.clone()).unwrap_or_default()
    }

    /// Whether some file could not be opened, read or decompressed.
    pub fn unreadable(&self) -> bool {
        self.findings.iter().any(|f| f.code == UNREADABLE.code)
    }
}

/// What one of the files holds, as far as its rows can be read.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct FileSummary {
    /// The file, as it was named.
    pub file: String,
    /// The number of topics.
    pub topics: usize,
    /// The number of rows that can be read.
    pub rows: usize,
    /// What is particular to qrels or to a run.
    pub content: Content,
    findings: Range<usize>,
}

/// What is particular to a kind of file.
#[derive(Debug, Clone)]
pub enum Content {
    /// Judgments.
    #[non_exhaustive]
    Qrels {
        /// The lowest and the highest grade.
        grades: Option<(f64, f64)>,
    },
    /// A run.
    #[non_exhaustive]
    Run {
        /// The tag in the last row.
        tag: Option<String>,
        /// The run against the judgments, if both hold rows.
        compared: Option<Compared>,
    },
}

/// Looks for everything that is wrong or suspicious in judgments and in runs.
///
/// ```
/// use gainline::{Severity, Source, validate};
/// let qrels = Source::bytes("qrels.txt", &b"1 0 d1 1\n1 0 d2 0\n"[..]);
/// let run = Source::bytes("bm25.run", &b"1 Q0 d1 1 2.5 x\n1 Q0 d1 2 1.5 x\n1 Q0 d2 3 abc x\n"[..]);
/// let report = validate(&qrels, &[run]);
/// let found: Vec<_> = report.findings.iter().map(|f| (f.code, f.lines[0])).collect();
/// assert_eq!(found, [("bad-score", 3), ("duplicate-document", 2)]);
/// assert_eq!(report.count(Severity::Error), 2);
/// ```
pub fn validate(qrels: &Source, runs: &[Source]) -> Report {
    let mut report = Report { files: vec![], findings: vec![] };
    let mut findings = Findings::new(qrels.name());
    let judgments = read(qrels, &mut findings).and_then(|data| judged(&data, &mut findings));
    let grades = judgments.as_ref().map(Qrels::grades).unwrap_or_default();
    let grades = grades.first().copied().zip(grades.last().copied());
    let topics = judgments.as_ref().map_or(0, |q| q.topics().len());
    let rows = judgments.as_ref().map_or(0, Qrels::judgments);
    report.add(qrels, topics, rows, Content::Qrels { grades }, findings);
    for run in runs {
        let mut findings = Findings::new(run.name());
        let (mut topics, mut rows) = (0, 0);
        let mut content = Content::Run { tag: None, compared: None };
        if let Some(data) = read(run, &mut findings)
            && !sniff::is_not_a_run(&data, &mut findings)
        {
            let scan = scan::scan_run(&data, &mut findings);
            (topics, rows) = (scan.topics.len(), scan.rows.len());
            let compared = check_run(&data, &scan, judgments.as_ref(), &mut findings);
            content = Content::Run { tag: scan.tag, compared };
        }
        report.add(run, topics, rows, content, findings);
    }
    report
}

impl Report {
    fn add(
        &mut self,
        source: &Source,
        topics: usize,
        rows: usize,
        content: Content,
        findings: Findings,
    ) {
        let start = self.findings.len();
        self.findings.extend(findings.finish());
        let findings = start..self.findings.len();
        let file = source.name().to_string();
        self.files.push(FileSummary { file, topics, rows, content, findings });
    }
}

/// The file's bytes as the row readers want them.
fn read(source: &Source, findings: &mut Findings) -> Option<Vec<u8>> {
    match source.read_all() {
        Ok(bytes) => {
            if bytes.starts_with(BOM) {
                findings.add(&BYTE_ORDER_MARK, 1, BYTE_ORDER_MARK.meaning.to_string());
            }
            Some(with_final_newline(bytes))
        }
        Err(error) => {
            findings.add(&UNREADABLE, 1, error.message().to_string());
            None
        }
    }
}

/// The judgments, if there are any.
fn judged(data: &[u8], findings: &mut Findings) -> Option<Qrels> {
    if sniff::is_not_qrels(data, findings) {
        return None;
    }
    let scan = scan::scan_qrels(data, findings);
    (!scan.rows.is_empty()).then(|| judgments::judgments(&scan, findings))
}

fn check_run(
    data: &[u8],
    scan: &scan::RunScan<'_>,
    qrels: Option<&Qrels>,
    findings: &mut Findings,
) -> Option<Compared> {
    let Some(qrels) = qrels.filter(|_| !scan.rows.is_empty()) else {
        rankings::each_ranking(data, scan, findings, &mut |ranking, findings| {
            tied_scores(ranking, findings);
        });
        return None;
    };
    let mut comparison = Comparison::new(qrels);
    rankings::each_ranking(data, scan, findings, &mut |ranking, findings| {
        comparison.topic(data, ranking, findings);
    });
    Some(comparison.finish(findings))
}
