//! The formats of runs and qrels. A format is one file here, with a reader of its rows, and one
//! line in [`RUN_FORMATS`] or [`QRELS_FORMATS`].
//!
//! A reader gives rows and, for rows that cannot be read, what is wrong with them. Evaluation stops
//! at the first of these, validation collects them.

mod beir_qrels;
mod detect;
mod msmarco_run;
mod run_faults;
mod trec_qrels;
mod trec_run;

pub(crate) use detect::{first_row, qrels_format, run_format};

use super::columns::{Columns, is_blank};
use super::fault::{Fault, RowFault};
use crate::ranking::run::Row;
use std::fmt::Debug;

/// The formats of runs; the first that takes a file's first row reads the file.
pub(crate) static RUN_FORMATS: [&dyn RunFormat; 2] = [&trec_run::TrecRun, &msmarco_run::MsMarcoRun];

/// The formats of qrels, likewise.
pub(crate) static QRELS_FORMATS: [&dyn QrelsFormat; 2] =
    [&trec_qrels::TrecQrels, &beir_qrels::BeirQrels];

/// How strictly rows are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Dialect {
    /// Ours: blank lines and extra columns are let be, grades are numbers.
    #[default]
    Gainline,
    /// As trec_eval 9.0.8 reads: qrels rows have just four columns, no blank lines; grades are
    /// cut to whole numbers, scores are rounded to single precision.
    TrecEval,
}

/// A format of runs.
pub(crate) trait RunFormat: Debug + Sync {
    /// Whether a file whose first row has these columns is in this format.
    fn takes(&self, first_row: &[&[u8]], dialect: Dialect) -> bool;

    /// Whether rows have scores. Without, the rank orders them.
    fn has_scores(&self) -> bool;

    /// Reads a stretch of whole lines.
    fn rows<'a>(&self, data: &'a [u8], dialect: Dialect) -> Box<dyn RunReader<'a> + 'a>;
}

/// A format of qrels.
pub(crate) trait QrelsFormat: Debug + Sync {
    /// Whether a file whose first row has these columns is in this format.
    fn takes(&self, first_row: &[&[u8]], dialect: Dialect) -> bool;

    /// Whether its first row holds names of columns.
    fn has_header(&self) -> bool;

    /// What its rows look like, for a file without any.
    fn shape(&self) -> &'static str;

    /// Reads a whole file.
    fn rows<'a>(&self, data: &'a [u8], dialect: Dialect) -> Box<dyn QrelsReader<'a> + 'a>;
}

/// A row as it was read.
pub(crate) trait ReadRow {
    /// Where the columns that are read end in the stretch.
    fn end(&self) -> usize;
}

/// Reads the rows of a stretch of lines.
pub(crate) trait RowReader<'a, R: ReadRow> {
    /// The next row, or `None` at the end. After a row that cannot be read it goes on with the
    /// next line.
    fn next_row(&mut self) -> Option<Result<R, RowFault>>;

    /// Where it stands: at the start of the line behind the row.
    fn columns(&self) -> &Columns<'a>;

    /// Whether the row just read has more columns than are read.
    fn has_extra_columns(&self, row: &R) -> bool {
        let columns = self.columns();
        !columns.data[row.end()..columns.line_start].iter().all(|&b| is_blank(b) || b == b'\n')
    }
}

/// One row of a run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RunRow<'a> {
    pub topic: &'a [u8],
    pub doc: &'a [u8],
    /// Where the document's id starts in the stretch.
    pub doc_start: usize,
    pub rank: &'a [u8],
    pub score: f64,
    pub tag: &'a [u8],
    pub end: usize,
    /// The row before had the same topic, for certain.
    pub same_topic: bool,
}

/// One row of qrels.
#[derive(Debug, Clone, Copy)]
pub(crate) struct QrelsRow<'a> {
    pub topic: &'a [u8],
    /// The iteration, or the group of judges.
    pub group: &'a [u8],
    pub doc: &'a [u8],
    pub grade: f64,
    /// The grade as it stands in the file.
    pub grade_text: &'a [u8],
    pub end: usize,
}

impl ReadRow for RunRow<'_> {
    fn end(&self) -> usize {
        self.end
    }
}

impl ReadRow for QrelsRow<'_> {
    fn end(&self) -> usize {
        self.end
    }
}

/// What becomes of the rank column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ranks {
    /// It is not looked at.
    Unread,
    /// It is a number in each row.
    Required,
    /// It is read where it is a number.
    Optional,
}

/// What [`RunReader::each_topic`] tells of all rows.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RunSummary<'a> {
    /// The last row's tag.
    pub tag: &'a [u8],
    /// Every rank that was read is a number.
    pub ranked: bool,
}

type EachTopic<'a, 'f> = dyn FnMut(&'a [u8], &mut Vec<Row>) -> Result<(), Fault> + 'f;

/// Reads the rows of a run.
pub(crate) trait RunReader<'a>: RowReader<'a, RunRow<'a>> {
    /// The rank of the row just read, as a number.
    fn rank(&self, row: &RunRow<'a>) -> Result<i64, RowFault>;

    /// Hands the rows that follow each other with the same topic to `each`, in `rows`. One call for
    /// a stretch, so that the loop over rows is compiled for each format; it allocates nothing.
    fn each_topic(
        &mut self,
        ranks: Ranks,
        rows: &mut Vec<Row>,
        each: &mut EachTopic<'a, '_>,
    ) -> Result<RunSummary<'a>, Fault> {
        let mut topic: &[u8] = b"";
        let mut summary = RunSummary { tag: b"", ranked: true };
        rows.clear();
        while let Some(row) = self.next_row() {
            let row = row?;
            if !row.same_topic && row.topic != topic {
                if !topic.is_empty() {
                    each(topic, rows)?;
                }
                topic = row.topic;
                rows.clear();
            }
            summary.tag = row.tag;
            let rank = match ranks {
                Ranks::Unread => i64::MAX,
                Ranks::Required => self.rank(&row)?,
                Ranks::Optional => {
                    let rank = rank_number(row.rank);
                    summary.ranked &= rank.is_some();
                    rank.unwrap_or(i64::MAX)
                }
            };
            let (start, length) = (row.doc_start, row.doc.len() as u32);
            rows.push(Row { start, length, rank, score: row.score });
        }
        if !topic.is_empty() {
            each(topic, rows)?;
        }
        Ok(summary)
    }
}

/// Reads the rows of qrels.
pub(crate) trait QrelsReader<'a>: RowReader<'a, QrelsRow<'a>> {}

impl<'a, R: RowReader<'a, QrelsRow<'a>>> QrelsReader<'a> for R {}

/// A rank column as a whole number.
pub(crate) fn rank_number(rank: &[u8]) -> Option<i64> {
    std::str::from_utf8(rank).ok()?.parse().ok()
}

/// A grade column as a number. Zero has no sign.
fn grade_number(grade: &[u8], dialect: Dialect) -> Option<f64> {
    let grade = fast_float2::parse::<f64, _>(grade).ok().filter(|grade| grade.is_finite())?;
    Some(
        match dialect {
            Dialect::Gainline => grade,
            Dialect::TrecEval => grade.trunc(),
        } + 0.0,
    )
}

/// The lines, from 1, on which a run holds a document for a topic.
pub(crate) fn lines_of(data: &[u8], format: &dyn RunFormat, topic: &[u8], doc: &[u8]) -> Vec<u64> {
    // The rows were read before; the laxer dialect takes them all.
    let mut rows = format.rows(data, Dialect::TrecEval);
    let mut lines = vec![];
    while let Some(Ok(row)) = rows.next_row() {
        if row.topic == topic && row.doc == doc {
            lines.push(rows.columns().lines);
        }
    }
    lines
}
