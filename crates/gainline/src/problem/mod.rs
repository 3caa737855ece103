//! Everything that may be wrong or suspicious in a file, as data: what readers say of a row they
//! cannot read, and what a validation finds. `list.rs` has an entry for each.

mod list;

pub(crate) use list::*;
pub use list::{CHECKS, Problem, UNJUDGED_ADVICE};

use crate::error::quote;
use std::fmt;

/// How bad a problem is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

/// A kind of problem, and so something that a validation looks for.
#[derive(Debug)]
pub struct Check {
    /// Its stable name.
    pub code: &'static str,
    /// How bad it usually is; the finding's own severity may differ, as `meaning` says.
    pub severity: Severity,
    /// What is counted.
    pub unit: &'static str,
    /// What it is, in a line.
    pub meaning: &'static str,
    /// What to do about it, where the data does not tell more.
    pub remedy: &'static str,
}

/// What a file, or a line of it, looks like instead of what was expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum LooksLike {
    /// Qrels.
    Qrels,
    /// A run.
    Run,
    /// JSON.
    Json,
    /// HTML or XML.
    Markup,
    /// What Git stores in place of a large file.
    GitLfs,
    /// Columns with commas between them.
    Commas,
    /// Columns with semicolons between them.
    Semicolons,
    /// Columns with bars between them.
    Bars,
}

impl fmt::Display for LooksLike {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LooksLike::Qrels => "qrels",
            LooksLike::Run => "a run",
            LooksLike::Json => "JSON",
            LooksLike::Markup => "HTML or XML",
            LooksLike::GitLfs => "a pointer to a file in Git LFS",
            LooksLike::Commas => "CSV, with commas between the columns",
            LooksLike::Semicolons => "a table with `;` between the columns",
            LooksLike::Bars => "a table with `|` between the columns",
        })
    }
}

impl LooksLike {
    /// What to do about a file or a line of this kind in the place of rows.
    pub(crate) fn remedy(self) -> Option<&'static str> {
        match self {
            LooksLike::Qrels | LooksLike::Run => None,
            LooksLike::Json => {
                Some("this looks like JSON; rows are lines of columns separated by blanks or tabs")
            }
            LooksLike::Markup => {
                Some("this looks like HTML or XML: was an error page saved in place of the file?")
            }
            LooksLike::GitLfs => {
                Some("this only points to the file: `git lfs pull` fetches the file itself")
            }
            LooksLike::Commas => Some("columns are separated by blanks or tabs, not by commas"),
            LooksLike::Semicolons => {
                Some("columns are separated by blanks or tabs, not by semicolons")
            }
            LooksLike::Bars => Some("columns are separated by blanks or tabs, not by bars"),
        }
    }
}

/// What two ids that mean the same differ in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Spelling {
    /// Upper and lower case.
    Case,
    /// Punctuation or blanks around it.
    Punctuation,
    /// Zeros before a number.
    LeadingZeros,
    /// `.0` behind a number.
    TrailingPointZero,
}

impl LooksLike {
    /// What to do about a whole file of this kind.
    fn file_remedy(self) -> Option<&'static str> {
        match self {
            LooksLike::Qrels | LooksLike::Run => None,
            LooksLike::Markup => Some("was an error page saved in place of the file?"),
            LooksLike::GitLfs => self.remedy(),
            LooksLike::Json | LooksLike::Commas | LooksLike::Semicolons | LooksLike::Bars => {
                Some(NOT_A_ROW.remedy)
            }
        }
    }
}

impl fmt::Display for Spelling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Spelling::Case => "case",
            Spelling::Punctuation => "surrounding punctuation or blanks",
            Spelling::LeadingZeros => "leading zeros",
            Spelling::TrailingPointZero => "a trailing `.0`",
        })
    }
}

/// How far the order of equal scores moves a run's mean nDCG@10.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TieEffect {
    /// Topics with equal scores.
    pub topics: usize,
    /// nDCG@10 when documents of low gain come first.
    pub worst_ndcg_at_10: f64,
    /// nDCG@10 when documents of high gain come first.
    pub best_ndcg_at_10: f64,
}

impl fmt::Display for TieEffect {
    /// `; 3 topics with ties, whose order moves nDCG@10 by …`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TieEffect { topics, worst_ndcg_at_10: worst, best_ndcg_at_10: best } = self;
        let unit = if *topics == 1 { "topic" } else { "topics" };
        write!(f, "; {topics} {unit} with ties, whose order ")?;
        if best > worst {
            write!(f, "moves nDCG@10 by {:.4}: {worst:.4} to {best:.4}", best - worst)
        } else {
            write!(f, "does not change nDCG@10: {best:.4}")
        }
    }
}

impl Problem {
    /// Its stable name, such as `duplicate-document`.
    pub fn code(&self) -> &'static str {
        self.check().code
    }
}

/// Text in backquotes.
fn q(text: &str) -> String {
    quote(text.as_bytes())
}

/// Whether a rank that could not be read is a whole number nevertheless.
pub(crate) fn is_whole(rank: &str) -> bool {
    let digits = rank.strip_prefix('-').unwrap_or(rank);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

fn same_but_for(in_run: &str, in_qrels: &str, ignoring: &[Spelling]) -> String {
    let ignoring: Vec<String> = ignoring.iter().map(Spelling::to_string).collect();
    let ignoring = ignoring.join(" and ");
    format!("{} here is {} in the qrels when ignoring {ignoring}", q(in_run), q(in_qrels))
}
