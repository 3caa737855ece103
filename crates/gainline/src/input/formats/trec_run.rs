//! TREC's runs, `topic Q0 document rank score tag`.

use super::run_faults::{bad_rank, wrong_columns};
use super::{Dialect, RowReader, RunFormat, RunReader, RunRow, rank_number};
use crate::error::excerpt;
use crate::input::bytes::{Expected, column_end, short_decimal};
use crate::input::columns::{Cell, Columns, cells, is_blank};
use crate::input::fault::RowFault;
use crate::input::hints::{self, is_number};
use crate::problem::{BAD_SCORE, NAN_SCORE, Problem};

/// `topic Q0 document rank score tag`
#[derive(Debug)]
pub(super) struct TrecRun;

impl RunFormat for TrecRun {
    fn takes(&self, first_row: &[&[u8]], _: Dialect) -> bool {
        // A row of five columns lacks its tag more likely than that it is something else.
        first_row.len() >= 5
    }

    fn has_scores(&self) -> bool {
        true
    }

    fn rows<'a>(&self, data: &'a [u8], dialect: Dialect) -> Box<dyn RunReader<'a> + 'a> {
        Box::new(TrecRows {
            columns: Columns::new(data),
            dialect,
            start: Expected::default(),
            topic: b"",
            end: Expected::default(),
            tag: b"",
            tag_end: 0,
            check_ids: std::str::from_utf8(data).is_err(),
        })
    }
}

struct TrecRows<'a> {
    columns: Columns<'a>,
    dialect: Dialect,
    /// What the row before started with, up to its document: rows of one topic share it.
    start: Expected<'a>,
    topic: &'a [u8],
    /// What followed the score of the row before, its newline included: most runs have one tag.
    end: Expected<'a>,
    tag: &'a [u8],
    /// Where the tag ends, counted from the end of the score.
    tag_end: usize,
    /// Some id of this stretch may not be UTF-8.
    check_ids: bool,
}

impl<'a> RowReader<'a, RunRow<'a>> for TrecRows<'a> {
    /// Inlined, because the row would else be written to memory and read back, seven million times
    /// for a middling run.
    #[inline(always)]
    fn next_row(&mut self) -> Option<Result<RunRow<'a>, RowFault>> {
        if let Some(row) = self.usual_row() {
            return Some(Ok(row));
        }
        self.any_row()
    }

    fn columns(&self) -> &Columns<'a> {
        &self.columns
    }
}

impl<'a> RunReader<'a> for TrecRows<'a> {
    fn rank(&self, row: &RunRow<'a>) -> Result<i64, RowFault> {
        rank_number(row.rank).ok_or_else(|| {
            let data = self.columns.data;
            let line_start = memchr::memrchr(b'\n', &data[..row.doc_start]).map_or(0, |p| p + 1);
            let mut start = row.doc_start + row.doc.len();
            while is_blank(data[start]) {
                start += 1;
            }
            let lines = self.columns.lines - 1;
            let columns = Columns { data, pos: start + row.rank.len(), line_start, lines };
            let remedy = "--ties rank reads column 4, a whole number; --ties docid and --ties \
                          input do without it";
            bad_rank(&columns, Cell { start, text: row.rank }, remedy)
        })
    }
}

impl<'a> TrecRows<'a> {
    /// The next row if it looks like the one before: the same topic and tag, a blank between
    /// columns, a plain decimal for a score. Nearly all rows do; the others, and all errors, are
    /// for [`TrecRows::any_row`].
    #[inline(always)]
    fn usual_row(&mut self) -> Option<RunRow<'a>> {
        let data = self.columns.data;
        if !self.start.stand_at(data, self.columns.pos) {
            return None;
        }
        let one_blank = |pos: usize| {
            (data.get(pos) == Some(&b' ') || data.get(pos) == Some(&b'\t'))
                && data.get(pos + 1).is_some_and(|b| *b > b' ')
        };
        let doc_start = self.columns.pos + self.start.len();
        let doc_end = column_end(data, doc_start);
        if doc_end == doc_start || !one_blank(doc_end) {
            return None;
        }
        let rank_end = column_end(data, doc_end + 1);
        if !one_blank(rank_end) {
            return None;
        }
        let (score, score_end) = short_decimal(data, rank_end + 1)?;
        if !self.end.stand_at(data, score_end) {
            return None;
        }
        self.columns.start_line(score_end + self.end.len());
        Some(RunRow {
            topic: self.topic,
            doc: &data[doc_start..doc_end],
            doc_start,
            rank: &data[doc_end + 1..rank_end],
            score: self.rounded(score),
            tag: self.tag,
            end: score_end + self.tag_end,
            same_topic: true,
        })
    }

    /// The next row, whatever it looks like.
    #[inline(never)]
    fn any_row(&mut self) -> Option<Result<RunRow<'a>, RowFault>> {
        if !self.columns.skip_blank_lines() {
            return None;
        }
        let row = self.row();
        if row.is_err() {
            self.columns.next_line();
        }
        Some(row)
    }

    fn row(&mut self) -> Result<RunRow<'a>, RowFault> {
        let columns = &mut self.columns;
        let line_start = columns.line_start;
        let Some([topic, _, doc, rank, score, tag]) = columns.read()? else {
            let remedy = "a row of this run is `topic Q0 document rank score tag`";
            return Err(wrong_columns(columns, 6, remedy));
        };
        if self.check_ids {
            columns.id("topic", topic)?;
            columns.id("document", doc)?;
        }
        let short = short_decimal(columns.data, score.start).map(|(number, _)| number);
        let number = short.or_else(|| fast_float2::parse::<f64, _>(score.text).ok());
        let Some(number) = number.filter(|number| !number.is_nan()) else {
            return Err(bad_score(columns, score));
        };
        let end = columns.pos;
        if self.dialect == Dialect::Gainline {
            columns.check_rest()?;
        }
        columns.next_line();
        let same_topic = topic.text == self.topic;
        self.topic = topic.text;
        // What the next row is expected to look like; ids that may not be UTF-8 are checked one by
        // one.
        if !self.check_ids {
            let score_end = score.start + score.text.len();
            self.start = Expected::new(&columns.data[line_start..doc.start]);
            self.end = Expected::new(&columns.data[score_end..columns.pos]);
            self.tag = tag.text;
            self.tag_end = end - score_end;
        }
        Ok(RunRow {
            topic: topic.text,
            doc: doc.text,
            doc_start: doc.start,
            rank: rank.text,
            score: self.rounded(number),
            tag: tag.text,
            end,
            same_topic,
        })
    }

    #[inline]
    fn rounded(&self, score: f64) -> f64 {
        match self.dialect {
            Dialect::Gainline => score,
            Dialect::TrecEval => f64::from(score as f32),
        }
    }
}

#[cold]
fn bad_score(columns: &Columns<'_>, score: Cell<'_>) -> RowFault {
    if let Some(fault) = columns.not_a_row("a run") {
        return fault;
    }
    let text = excerpt(score.text);
    if is_number(score.text) {
        let problem = Problem::NanScore { score: text };
        return columns.row_fault(score.start, problem, NAN_SCORE.remedy);
    }
    let cells = cells(columns.line());
    let remedy = if let Some(hint) = hints::of_number(score.text) {
        hint
    } else if cells.len() > 6 && !is_number(cells[3]) {
        "a row of a run is `topic Q0 document rank score tag`: is there a blank in an id?"
    } else if is_number(cells[5]) {
        "column 5 of a run is the score, column 6 the tag: here the number stands in column 6"
    } else {
        BAD_SCORE.remedy
    };
    columns.row_fault(score.start, Problem::BadScore { score: text }, remedy)
}
