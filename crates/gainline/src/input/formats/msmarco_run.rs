//! MS MARCO's short runs, `topic document rank`: the rank orders the documents.

use super::run_faults::{bad_rank, wrong_columns};
use super::{Dialect, RowReader, RunFormat, RunReader, RunRow, rank_number};
use crate::input::columns::{Cell, Columns, cells};
use crate::input::fault::RowFault;
use crate::input::hints::is_number;
use crate::problem::{BAD_RANK, is_whole};

/// `topic document rank`; the score is the negated rank.
#[derive(Debug)]
pub(super) struct MsMarcoRun;

impl RunFormat for MsMarcoRun {
    fn takes(&self, first_row: &[&[u8]], dialect: Dialect) -> bool {
        dialect == Dialect::Gainline
            && matches!(first_row, [_, _, rank] if rank_number(rank).is_some())
    }

    fn has_scores(&self) -> bool {
        false
    }

    fn rows<'a>(&self, data: &'a [u8], _: Dialect) -> Box<dyn RunReader<'a> + 'a> {
        let check_ids = std::str::from_utf8(data).is_err();
        Box::new(MsMarcoRows { columns: Columns::new(data), topic: b"", check_ids })
    }
}

struct MsMarcoRows<'a> {
    columns: Columns<'a>,
    /// The topic of the row before.
    topic: &'a [u8],
    /// Some id may not be UTF-8.
    check_ids: bool,
}

impl<'a> RowReader<'a, RunRow<'a>> for MsMarcoRows<'a> {
    fn next_row(&mut self) -> Option<Result<RunRow<'a>, RowFault>> {
        if !self.columns.skip_blank_lines() {
            return None;
        }
        let row = self.row();
        self.columns.next_line();
        Some(row)
    }

    fn columns(&self) -> &Columns<'a> {
        &self.columns
    }
}

impl<'a> RunReader<'a> for MsMarcoRows<'a> {
    fn rank(&self, row: &RunRow<'a>) -> Result<i64, RowFault> {
        // The score was made of it.
        Ok(-row.score as i64)
    }
}

impl<'a> MsMarcoRows<'a> {
    /// Reads the current line, and stays on it.
    fn row(&mut self) -> Result<RunRow<'a>, RowFault> {
        let columns = &mut self.columns;
        let Some([topic, doc, rank]) = columns.read()? else {
            return Err(short_row(columns));
        };
        if self.check_ids {
            columns.id("topic", topic)?;
            columns.id("document", doc)?;
        }
        let Some(number) = rank_number(rank.text) else { return Err(wrong_rank(columns, rank)) };
        let end = columns.pos;
        columns.check_rest()?;
        let same_topic = topic.text == self.topic;
        self.topic = topic.text;
        Ok(RunRow {
            topic: topic.text,
            doc: doc.text,
            doc_start: doc.start,
            rank: rank.text,
            score: -(number as f64),
            tag: b"",
            end,
            same_topic,
        })
    }
}

fn short_row(columns: &Columns<'_>) -> RowFault {
    wrong_columns(columns, 3, "a row of this run is `topic document rank`, as its first row is")
}

/// What is wrong with a row whose third column is not a rank.
#[cold]
pub(super) fn wrong_rank(columns: &Columns<'_>, rank: Cell<'_>) -> RowFault {
    if cells(columns.line()).len() > 3 {
        return short_row(columns);
    }
    let is_score = is_number(rank.text) && !is_whole(&String::from_utf8_lossy(rank.text));
    let remedy = if is_score {
        "three columns are `topic document rank`; with scores, `topic Q0 document rank score tag`"
    } else {
        BAD_RANK.remedy
    };
    bad_rank(columns, rank, remedy)
}
