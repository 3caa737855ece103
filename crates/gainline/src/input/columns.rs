//! Lines into columns, with the place of everything that is wrong.

use super::bytes::column_end;
use super::fault::{Fault, RowFault};
use super::hints::LineKind;
use crate::Error;
use crate::error::excerpt;
use crate::problem::{CONTROL_BYTE, LONE_CARRIAGE_RETURN, NOT_UTF_8, Problem};

/// Walks over bytes that end in a newline, column by column.
#[derive(Debug, Clone)]
pub(crate) struct Columns<'a> {
    pub data: &'a [u8],
    pub pos: usize,
    /// Where the current line starts.
    pub line_start: usize,
    /// Complete lines before the current one.
    pub lines: u64,
}

/// A column of a line, with the place where it starts.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cell<'a> {
    pub start: usize,
    pub text: &'a [u8],
}

#[inline]
pub(crate) fn is_blank(byte: u8) -> bool {
    byte == b' ' || matches!(byte, b'\t' | 0x0b | 0x0c | b'\r')
}

impl<'a> Columns<'a> {
    /// `data` must be empty or end in a newline.
    pub(crate) fn new(data: &'a [u8]) -> Self {
        debug_assert!(data.is_empty() || data.ends_with(b"\n"));
        Columns { data, pos: 0, line_start: 0, lines: 0 }
    }

    #[inline]
    pub(crate) fn at_end(&self) -> bool {
        self.pos >= self.data.len()
    }

    #[inline]
    pub(crate) fn skip_blanks(&mut self) {
        // Nearly always there is one blank or none, so the first question decides.
        while self.data[self.pos] <= b' ' && is_blank(self.data[self.pos]) {
            self.pos += 1;
        }
    }

    /// The next column of this line, or `None` at its end. Stops at any byte up to a space, so a
    /// control byte ends a column; [`Columns::check_separator`] tells it from a blank.
    #[inline]
    pub(crate) fn next_column(&mut self) -> Option<&'a [u8]> {
        self.skip_blanks();
        let start = self.pos;
        self.pos = column_end(self.data, start);
        (self.pos > start || self.data[self.pos] != b'\n').then(|| &self.data[start..self.pos])
    }

    /// The next `N` columns of this line; `None` where there are fewer.
    #[inline]
    pub(crate) fn read<const N: usize>(&mut self) -> Result<Option<[Cell<'a>; N]>, RowFault> {
        let mut cells = [Cell { start: 0, text: b"" }; N];
        for cell in &mut cells {
            let Some(text) = self.next_column() else { return Ok(None) };
            self.check_separator()?;
            *cell = Cell { start: self.pos - text.len(), text };
        }
        Ok(Some(cells))
    }

    /// Whether the byte after a column is a blank or a newline, as it should be.
    #[inline]
    pub(crate) fn check_separator(&self) -> Result<(), RowFault> {
        let byte = self.data[self.pos];
        if is_blank(byte) || byte == b'\n' {
            return Ok(());
        }
        let remedy = if byte == 0 {
            "is this a binary file, text in UTF-16, or damaged? Rows are text in UTF-8"
        } else {
            CONTROL_BYTE.remedy
        };
        Err(self.row_fault(self.pos, Problem::ControlByte { byte }, remedy))
    }

    /// What follows the last column that counts may be columns that are not read, but not a
    /// carriage return: then lines were not told apart.
    #[inline]
    pub(crate) fn check_rest(&mut self) -> Result<(), RowFault> {
        if self.data[self.pos] == b'\n' { Ok(()) } else { self.check_extra_columns() }
    }

    #[inline(never)]
    fn check_extra_columns(&mut self) -> Result<(), RowFault> {
        self.skip_blanks();
        let line = self.line();
        if self.data[self.pos] == b'\n' {
            return Ok(());
        }
        let Some(at) = memchr::memchr(b'\r', line) else { return Ok(()) };
        let problem = Problem::LoneCarriageReturn { row: excerpt(line) };
        Err(self.row_fault(self.line_start + at, problem, LONE_CARRIAGE_RETURN.remedy))
    }

    /// An id as text, which must be UTF-8.
    pub(crate) fn id<'c>(&self, what: &'static str, id: Cell<'c>) -> Result<&'c str, RowFault> {
        std::str::from_utf8(id.text).map_err(|_| {
            let problem = Problem::NotUtf8 { what, id: excerpt(id.text) };
            self.row_fault(id.start, problem, NOT_UTF_8.remedy)
        })
    }

    /// Whether there is a line, and nothing in it.
    pub(crate) fn is_blank_line(&self) -> bool {
        !self.at_end() && self.line().iter().all(|&b| is_blank(b))
    }

    /// Skips blank lines; false at the end, where no text follows.
    pub(crate) fn skip_blank_lines(&mut self) -> bool {
        while !self.at_end() {
            self.skip_blanks();
            if self.data[self.pos] != b'\n' {
                return true;
            }
            self.next_line();
        }
        false
    }

    /// Goes to the start of the next line.
    #[inline]
    pub(crate) fn next_line(&mut self) {
        if self.data[self.pos] != b'\n' {
            self.pos += memchr::memchr(b'\n', &self.data[self.pos..])
                .unwrap_or(self.data.len() - self.pos - 1);
        }
        self.start_line(self.pos + 1);
    }

    /// A line ended before `pos`; the next one starts there.
    #[inline]
    pub(crate) fn start_line(&mut self, pos: usize) {
        self.pos = pos;
        self.line_start = pos;
        self.lines += 1;
    }

    /// The current line, without its end.
    pub(crate) fn line(&self) -> &'a [u8] {
        let rest = &self.data[self.line_start..];
        let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        rest[..end].trim_ascii_end()
    }

    /// The line before the current one, without its end.
    pub(crate) fn line_before(&self) -> &'a [u8] {
        let end = self.line_start.saturating_sub(1);
        let start = memchr::memrchr(b'\n', &self.data[..end]).map_or(0, |p| p + 1);
        self.data[start..end].trim_ascii_end()
    }

    /// Where the text of the current line starts.
    fn text_start(&self) -> usize {
        self.line_start + self.line().iter().take_while(|&&b| is_blank(b)).count()
    }

    /// An error in the current line as a whole.
    #[cold]
    pub(crate) fn line_fault(&self, error: Error) -> Fault {
        self.fault(self.text_start(), error)
    }

    /// An error at a byte of the current line.
    #[cold]
    pub(crate) fn fault(&self, offset: usize, error: Error) -> Fault {
        Fault::new(self.lines, Some(self.column_of(offset)), error)
    }

    /// A row that cannot be read, because of a byte of it.
    #[cold]
    pub(crate) fn row_fault(
        &self,
        offset: usize,
        problem: Problem,
        remedy: &'static str,
    ) -> RowFault {
        RowFault::new(self.lines, self.column_of(offset), problem, remedy)
    }

    /// A row that cannot be read as a whole.
    #[cold]
    pub(crate) fn line_row_fault(&self, problem: Problem, remedy: &'static str) -> RowFault {
        self.row_fault(self.text_start(), problem, remedy)
    }

    /// What is wrong with a line that is not a row, if its look says what it is.
    #[cold]
    pub(crate) fn not_a_row(&self, expected: &'static str) -> Option<RowFault> {
        let problem = LineKind::of(self.line())?.problem(expected, self.line());
        let remedy = problem.remedy();
        Some(self.line_row_fault(problem, remedy))
    }

    /// The column of a byte of the current line, from 1, in characters.
    fn column_of(&self, offset: usize) -> usize {
        let before = &self.data[self.line_start..offset.max(self.line_start)];
        String::from_utf8_lossy(before).chars().count() + 1
    }
}

/// The columns of a line.
pub(crate) fn cells(line: &[u8]) -> Vec<&[u8]> {
    line.split(|&b| is_blank(b)).filter(|c| !c.is_empty()).collect()
}

/// Bytes that end in a newline, as the readers want them, without a UTF-8 byte-order mark.
pub(crate) fn with_final_newline(mut bytes: Vec<u8>) -> Vec<u8> {
    if bytes.starts_with(BOM) {
        bytes.drain(..BOM.len());
    }
    if !bytes.is_empty() && !bytes.ends_with(b"\n") {
        bytes.push(b'\n');
    }
    bytes
}

/// The UTF-8 byte-order mark.
pub(crate) const BOM: &[u8] = b"\xef\xbb\xbf";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_split_at_blanks_of_any_kind() {
        let mut columns = Columns::new(b"  a\tbb  ccccccccccc\r\nd\n");
        let mut seen = vec![];
        while let Some(column) = columns.next_column() {
            seen.push(column);
        }
        assert_eq!(seen, [&b"a"[..], b"bb", b"ccccccccccc"]);
        columns.next_line();
        assert_eq!(columns.next_column(), Some(&b"d"[..]));
        assert_eq!(columns.next_column(), None);
        assert_eq!(columns.lines, 1);
    }
}
