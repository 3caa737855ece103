//! A look at files before they are evaluated: everything that is wrong or suspicious at once, not
//! only the first of it.
//!
//! A file is read into memory and gone through with the reader of its format ([`scan`]), past rows
//! that cannot be read; what is left is checked by itself ([`judgments`], [`rankings`]) and then a run against
//! the judgments ([`compare`]). Each check counts what it finds and keeps a few lines as examples.

mod compare;
mod findings;
mod ids;
mod judgments;
#[cfg(test)]
mod properties;
mod rankings;
mod scan;
mod sniff;
#[cfg(test)]
mod tests;

pub use compare::Compared;
pub use findings::Finding;
pub use ids::{SimilarIds, id_difference};

use crate::input::columns::{BOM, with_final_newline};
use crate::problem::{Problem, Severity};
use crate::{Qrels, Result, Source};
use compare::{Comparison, tied_scores};
use findings::Findings;

/// What a validation found.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Validation {
    /// The files: the qrels, then the runs as they were given.
    pub files: Vec<ValidatedFile>,
}

impl Validation {
    /// The findings, file by file, in each the worst first.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.files.iter().flat_map(|file| &file.findings)
    }

    /// How many findings are of this severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.findings().filter(|f| f.severity == severity).count()
    }

    /// Whether some file could not be opened, read or decompressed.
    pub fn unreadable(&self) -> bool {
        self.findings().any(|f| matches!(f.problem, Problem::Unreadable { .. }))
    }
}

/// What one of the files holds, as far as its rows can be read, and what is wrong with it.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ValidatedFile {
    /// The file, as it was named.
    pub file: String,
    /// What is particular to qrels or to a run.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub content: FileContent,
    /// The number of topics.
    pub topics: usize,
    /// The number of rows that can be read.
    pub rows: usize,
    /// What is wrong or suspicious, the worst first.
    pub findings: Vec<Finding>,
}

/// What is particular to a kind of file.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(tag = "kind", rename_all = "kebab-case")
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum FileContent {
    /// Judgments.
    Qrels {
        /// The lowest grade.
        lowest_grade: Option<f64>,
        /// The highest grade.
        highest_grade: Option<f64>,
    },
    /// A run.
    Run {
        /// The tag in the last row.
        tag: Option<String>,
        /// The run against the judgments, if they have topics in common.
        compared: Option<Compared>,
    },
}

/// Looks for everything that is wrong or suspicious in judgments and in runs. Files that cannot be
/// read are findings too; an error is a fault of this library.
///
/// ```
/// use gainline::{Severity, Source, validate};
/// let qrels = Source::bytes("qrels.txt", &b"1 0 d1 1\n1 0 d2 0\n"[..]);
/// let run = Source::bytes("bm25.run", &b"1 Q0 d1 1 2.5 x\n1 Q0 d1 2 1.5 x\n1 Q0 d2 3 abc x\n"[..]);
/// let report = validate(&qrels, &[run])?;
/// let found: Vec<_> = report.findings().map(|f| (f.code(), f.lines[0])).collect();
/// assert_eq!(found, [("bad-score", 3), ("duplicate-document", 2)]);
/// assert_eq!(report.count(Severity::Error), 2);
/// # Ok::<(), gainline::Error>(())
/// ```
pub fn validate(qrels: &Source, runs: &[Source]) -> Result<Validation> {
    let (judgments, file) = check_qrels(qrels)?;
    let mut files = vec![file];
    for run in runs {
        files.push(check_run(run, judgments.as_ref())?);
    }
    Ok(Validation { files })
}

/// The judgments, if there are any, and what is wrong with them.
fn check_qrels(source: &Source) -> Result<(Option<Qrels>, ValidatedFile)> {
    let mut findings = Findings::new(source.name());
    let mut qrels = None;
    if let Some(data) = read(source, &mut findings)
        && !sniff::is_not_qrels(&data, &mut findings)
    {
        let scan = scan::scan_qrels(&data, &mut findings);
        if !scan.rows.is_empty() {
            qrels = Some(judgments::judgments(&scan, &mut findings)?);
        }
    }
    let grades = qrels.as_ref().map(Qrels::grades).unwrap_or_default();
    let (lowest_grade, highest_grade) = (grades.first().copied(), grades.last().copied());
    let file = ValidatedFile {
        file: source.name().to_string(),
        content: FileContent::Qrels { lowest_grade, highest_grade },
        topics: qrels.as_ref().map_or(0, |q| q.topics().len()),
        rows: qrels.as_ref().map_or(0, Qrels::judgments),
        findings: findings.finish(),
    };
    Ok((qrels, file))
}

/// What is wrong with a run, by itself and beside the judgments.
fn check_run(source: &Source, qrels: Option<&Qrels>) -> Result<ValidatedFile> {
    let mut findings = Findings::new(source.name());
    let (mut topics, mut rows) = (0, 0);
    let (mut tag, mut compared) = (None, None);
    if let Some(data) = read(source, &mut findings)
        && !sniff::is_not_a_run(&data, &mut findings)
    {
        let scan = scan::scan_run(&data, &mut findings);
        (topics, rows) = (scan.topics.len(), scan.rows.len());
        compared = check_rankings(&data, &scan, qrels, &mut findings)?;
        tag = scan.tag;
    }
    Ok(ValidatedFile {
        file: source.name().to_string(),
        content: FileContent::Run { tag, compared },
        topics,
        rows,
        findings: findings.finish(),
    })
}

/// The file's bytes as the readers want them.
fn read(source: &Source, findings: &mut Findings) -> Option<Vec<u8>> {
    match source.read_all() {
        Ok(bytes) => {
            if bytes.starts_with(BOM) {
                findings.file(Problem::ByteOrderMark, 1);
            }
            Some(with_final_newline(bytes))
        }
        Err(error) => {
            findings.file(Problem::Unreadable { reason: error.message().to_string() }, 1);
            None
        }
    }
}

fn check_rankings(
    data: &[u8],
    scan: &scan::RunScan<'_>,
    qrels: Option<&Qrels>,
    findings: &mut Findings,
) -> Result<Option<Compared>> {
    let Some(qrels) = qrels.filter(|_| !scan.rows.is_empty()) else {
        rankings::each_ranking(data, scan, findings, &mut |ranking, findings| {
            tied_scores(ranking, findings);
            Ok(())
        })?;
        return Ok(None);
    };
    let mut comparison = Comparison::new(qrels)?;
    rankings::each_ranking(data, scan, findings, &mut |ranking, findings| {
        comparison.topic(data, ranking, findings)
    })?;
    Ok(comparison.finish(findings))
}
