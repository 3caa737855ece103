//! Small files that tell something of each topic, a row a line: its number ([`TopicNumbers`]), the
//! slices it is in ([`Slices`]), the documents its user knows already ([`Known`]).
//!
//! Nearly any text could be read as two columns, so the first row is looked at for what is no row:
//! a header line, a comment, qrels or a run.

use crate::error::quote;
use crate::formats::rows::{Columns, Fault, cells, with_final_newline};
use crate::formats::trec::first_row;
use crate::formats::{Source, hints};
use crate::qrels::nothing;
use crate::{Error, ErrorKind, Result};
use std::collections::{HashMap, HashSet};

type Map<K, V> = HashMap<K, V, foldhash::fast::FixedState>;
type Set<K> = HashSet<K, foldhash::fast::FixedState>;

/// A number for each topic, such as its weight, from rows `topic number`.
///
/// ```
/// use gainline::{Source, TopicNumbers};
/// let weights = TopicNumbers::read(Source::bytes("weights", *b"t1 2\nt2 0.5\n"))?;
/// assert_eq!(weights.get("t2"), Some(0.5));
/// assert_eq!(weights.get("t3"), None);
/// # Ok::<(), gainline::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TopicNumbers {
    topics: Vec<String>,
    numbers: Map<String, f64>,
}

impl TopicNumbers {
    /// Reads rows `topic number`, compressed or not.
    pub fn read(source: impl Into<Source>) -> Result<Self> {
        read(&source.into())
    }

    /// Numbers from memory: `(topic, number)`.
    pub fn from_rows<T: AsRef<str>>(rows: impl IntoIterator<Item = (T, f64)>) -> Result<Self> {
        let mut list = TopicNumbers::default();
        for (topic, number) in rows {
            list.insert(topic.as_ref(), number, &number.to_string())?;
        }
        Ok(list)
    }

    /// The number of a topic, if it has one.
    pub fn get(&self, topic: &str) -> Option<f64> {
        self.numbers.get(topic).copied()
    }

    /// The topics, in the order of the rows.
    pub fn topics(&self) -> impl ExactSizeIterator<Item = &str> {
        self.topics.iter().map(String::as_str)
    }

    /// `text` is the number as it was written.
    fn insert(&mut self, topic: &str, number: f64, text: &str) -> Result<()> {
        if !number.is_finite() || number < 0.0 {
            let what = if number.is_finite() { "negative" } else { "not a finite number" };
            let message = format!("number {} is {what}", quote(text.as_bytes()));
            let remedy = hints::of_number(text.as_bytes())
                .unwrap_or("the second column is a number of 0 or more, such as 1 or 2.5");
            return Err(Error::new(ErrorKind::Malformed, message).remedy(remedy));
        }
        // `+ 0.0` makes a negative zero positive.
        if self.numbers.insert(topic.into(), number + 0.0).is_some() {
            return Err(twice(format!("topic {} has two numbers", quote(topic.as_bytes()))));
        }
        self.topics.push(topic.into());
        Ok(())
    }
}

/// Named sets of topics, from rows `topic slice`. The name of a slice is the rest of the line, so
/// it may hold blanks; a topic may be in several slices, with a row for each.
///
/// ```
/// use gainline::{Slices, Source};
/// let slices = Slices::read(Source::bytes("slices", *b"t1 one word\nt2 long\nt3 one word\n"))?;
/// let sizes: Vec<_> = slices.iter().map(|(name, topics)| (name, topics.len())).collect();
/// assert_eq!(sizes, [("one word", 2), ("long", 1)]);
/// # Ok::<(), gainline::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Slices {
    slices: Vec<(String, Vec<String>)>,
    /// Where a slice stands.
    by_name: Map<String, usize>,
    /// Where the slices of a topic stand.
    by_topic: Map<String, Vec<usize>>,
}

impl Slices {
    /// Reads rows `topic slice`, compressed or not.
    pub fn read(source: impl Into<Source>) -> Result<Self> {
        read(&source.into())
    }

    /// Slices from memory: `(topic, slice)`.
    pub fn from_rows<T, S>(rows: impl IntoIterator<Item = (T, S)>) -> Result<Self>
    where
        T: AsRef<str>,
        S: AsRef<str>,
    {
        from_pairs(rows)
    }

    /// The slices in the order in which they first appear, each with its topics in that of the
    /// rows.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &[String])> {
        self.slices.iter().map(|(name, topics)| (name.as_str(), topics.as_slice()))
    }
}

/// The documents that the user of a topic knows already, from rows `topic document`.
///
/// ```
/// use gainline::{Known, Source};
/// let known = Known::read(Source::bytes("known", *b"t1 d1\nt1 d2\n"))?;
/// assert!(known.contains("t1", "d2"));
/// assert!(!known.contains("t2", "d2"));
/// # Ok::<(), gainline::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Known {
    topics: Map<String, Set<String>>,
}

impl Known {
    /// Reads rows `topic document`, compressed or not.
    pub fn read(source: impl Into<Source>) -> Result<Self> {
        read(&source.into())
    }

    /// Known documents from memory: `(topic, document)`.
    pub fn from_rows<T, D>(rows: impl IntoIterator<Item = (T, D)>) -> Result<Self>
    where
        T: AsRef<str>,
        D: AsRef<str>,
    {
        from_pairs(rows)
    }

    /// Whether the user of a topic knows a document.
    pub fn contains(&self, topic: &str, document: &str) -> bool {
        self.topics.get(topic).is_some_and(|documents| documents.contains(document))
    }

    /// Whether nothing is known for any topic.
    pub fn is_empty(&self) -> bool {
        self.topics.is_empty()
    }
}

/// What a list is read into.
trait List: Default {
    /// What its rows are called.
    const ROWS: &str;
    /// The names of its columns.
    const SHAPE: &str;
    /// What the second column is called in a header line, apart from what [`hints`] know.
    const HEADINGS: &[&str];
    /// Whether the second column goes on to the end of the line.
    const TO_END: bool = false;
    /// Whether a topic has one row only.
    const ONE_ROW: bool = false;

    /// Takes a row; the error is about the second column, or says that the row came before.
    fn add(&mut self, topic: &str, second: &str) -> Result<()>;
}

impl List for TopicNumbers {
    const ROWS: &str = "numbers";
    const SHAPE: &str = "topic number";
    const HEADINGS: &[&str] = &["number", "weight", "count", "expected"];
    const ONE_ROW: bool = true;

    fn add(&mut self, topic: &str, second: &str) -> Result<()> {
        let number = fast_float2::parse(second).unwrap_or(f64::NAN);
        self.insert(topic, number, second)
    }
}

impl List for Slices {
    const ROWS: &str = "slices";
    const SHAPE: &str = "topic slice";
    const HEADINGS: &[&str] = &["slice", "slices", "category", "type"];
    const TO_END: bool = true;

    fn add(&mut self, topic: &str, second: &str) -> Result<()> {
        let slice = *self.by_name.entry(second.into()).or_insert_with(|| {
            self.slices.push((second.into(), vec![]));
            self.slices.len() - 1
        });
        let slices = self.by_topic.entry(topic.into()).or_default();
        if slices.contains(&slice) {
            let (topic, slice) = (quote(topic.as_bytes()), quote(second.as_bytes()));
            return Err(twice(format!("topic {topic} is in slice {slice} twice")));
        }
        slices.push(slice);
        self.slices[slice].1.push(topic.into());
        Ok(())
    }
}

impl List for Known {
    const ROWS: &str = "known documents";
    const SHAPE: &str = "topic document";
    const HEADINGS: &[&str] = &["known"];

    fn add(&mut self, topic: &str, second: &str) -> Result<()> {
        if !self.topics.entry(topic.into()).or_default().insert(second.into()) {
            let (topic, document) = (quote(topic.as_bytes()), quote(second.as_bytes()));
            return Err(twice(format!("document {document} is listed twice for topic {topic}")));
        }
        Ok(())
    }
}

fn twice(message: String) -> Error {
    Error::new(ErrorKind::Duplicate, message).remedy("keep one row")
}

fn from_pairs<L: List, T, S>(rows: impl IntoIterator<Item = (T, S)>) -> Result<L>
where
    T: AsRef<str>,
    S: AsRef<str>,
{
    let mut list = L::default();
    for (topic, second) in rows {
        list.add(topic.as_ref(), second.as_ref())?;
    }
    Ok(list)
}

fn read<L: List>(source: &Source) -> Result<L> {
    let data = with_final_newline(source.read_all()?);
    let place = |fault: Fault| fault.place(source.name(), 0);
    first_row(&data).map_err(place)?;
    let mut list = L::default();
    let mut rows: Vec<Row<'_>> = vec![];
    let mut columns = Columns::new(&data);
    while !columns.at_end() {
        columns.skip_blanks();
        if columns.data[columns.pos] != b'\n' {
            let row = Row::read::<L>(&mut columns, rows.is_empty()).map_err(place)?;
            list.add(row.topic, row.second)
                .map_err(|error| place(refused::<L>(&columns, &rows, &row, error)))?;
            rows.push(row);
        }
        columns.next_line();
    }
    if rows.is_empty() {
        let error = nothing(L::ROWS, "blank lines", &data).in_file(source.name());
        return Err(error.remedy(shape::<L>()));
    }
    Ok(list)
}

/// Gives the error for a row that the list did not take its place.
#[cold]
fn refused<L: List>(columns: &Columns<'_>, before: &[Row<'_>], row: &Row<'_>, e: Error) -> Fault {
    if e.kind() == ErrorKind::Duplicate {
        let is_same = |r: &&Row<'_>| r.topic == row.topic && (L::ONE_ROW || r.second == row.second);
        let first = before.iter().find(is_same).map(|r| r.line);
        return Fault::new(columns.lines, None, e).repeats(first);
    }
    columns.no_row(L::ROWS).unwrap_or_else(|| columns.fault(row.start, e))
}

fn shape<L: List>() -> String {
    format!("a row of {} is `{}`", L::ROWS, L::SHAPE)
}

/// One row of a list.
struct Row<'a> {
    topic: &'a str,
    second: &'a str,
    /// Its line, from 1.
    line: u64,
    /// Where the second column starts.
    start: usize,
}

impl<'a> Row<'a> {
    /// Reads the current line, which is not blank, and stays on it.
    fn read<L: List>(
        columns: &mut Columns<'a>,
        is_first: bool,
    ) -> std::result::Result<Self, Fault> {
        let mut found = vec![];
        while let Some(cell) = columns.next_column() {
            columns.check_separator()?;
            if found.is_empty() {
                columns.clone().check_rest()?;
            }
            found.push((columns.pos - cell.len(), cell));
        }
        if let Some(fault) = no_row::<L>(columns, is_first) {
            return Err(fault);
        }
        let (&[(at, topic), (start, second), ..], Some(&(last, end))) = (&*found, found.last())
        else {
            return Err(wrong_columns::<L>(columns));
        };
        if found.len() > 2 && !L::TO_END {
            return Err(wrong_columns::<L>(columns));
        }
        let second = if L::TO_END { &columns.data[start..last + end.len()] } else { second };
        let text = |what, bytes: &'a [u8], start| {
            std::str::from_utf8(bytes).map_err(|_| columns.not_utf8(what, bytes, start))
        };
        let what = L::SHAPE.trim_start_matches("topic ");
        let (topic, second) = (text("topic", topic, at)?, text(what, second, start)?);
        Ok(Row { topic, second, line: columns.lines + 1, start })
    }
}

/// The error for a line that could be read as a row but is none.
fn no_row<L: List>(columns: &Columns<'_>, is_first: bool) -> Option<Fault> {
    let cells = cells(columns.line());
    let topic = *cells.first()?;
    if topic.iter().all(|b| *b == b'#') {
        return columns.no_row(L::ROWS);
    }
    if !is_first || topic[0] == b'#' {
        // The id of a topic may start with `#`.
        return None;
    }
    if let Some(other) = other_file(&cells) {
        let message = format!("looks like {other}, not {}: {}", L::ROWS, quote(columns.line()));
        let error = Error::new(ErrorKind::WrongFile, message);
        return Some(columns.line_fault(error.remedy(shape::<L>())));
    }
    let names_column = |cell: &[u8]| hints::is_header(&[cell, cell]);
    let is_heading = |cell: &[u8]| {
        names_column(cell) || L::HEADINGS.iter().any(|h| cell.eq_ignore_ascii_case(h.as_bytes()))
    };
    if names_column(topic) && cells.len() == 2 && is_heading(cells[1]) {
        let message = format!("not a row of {}: {}", L::ROWS, quote(columns.line()));
        let error = Error::new(ErrorKind::Malformed, message);
        return Some(columns.line_fault(error.remedy("this looks like a header line: remove it")));
    }
    // Words that name columns may stand in the name of a slice.
    if hints::is_header(&cells) { None } else { columns.no_row(L::ROWS) }
}

/// What else a first row belongs to, if its look tells.
fn other_file(cells: &[&[u8]]) -> Option<&'static str> {
    let unused = |cell: &[u8]| cell == b"0" || cell.eq_ignore_ascii_case(b"Q0");
    match cells {
        [_, q0, _, _, score, _, ..] if unused(q0) && hints::is_number(score) => Some("a run"),
        // `0 to 5` may be a slice, but hardly a document is called `to`.
        [_, iteration, document, grade]
            if unused(iteration)
                && document.iter().any(u8::is_ascii_digit)
                && hints::is_number(grade) =>
        {
            Some("qrels")
        }
        _ => None,
    }
}

#[cold]
fn wrong_columns<L: List>(columns: &Columns<'_>) -> Fault {
    let line = columns.line();
    if let Some(fault) = columns.no_row(L::ROWS) {
        return fault;
    }
    // The hint asks for two separators, as rows of three columns have; here one is enough.
    let hint = hints::of_separator(&line.repeat(2)).map(String::from);
    let message = format!("expected 2 columns, found {}: {}", cells(line).len(), quote(line));
    let error = Error::new(ErrorKind::Malformed, message);
    columns.line_fault(error.remedy(hint.unwrap_or_else(shape::<L>)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// `t1 d1` and a line end.
    const GZIPPED: &[u8] = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\
        \x2b\x31\x54\x48\x31\xe4\x02\x00\x2c\x5d\x54\x74\x06\x00\x00\x00";

    fn numbers(text: &[u8]) -> Result<TopicNumbers> {
        TopicNumbers::read(Source::bytes("list", text))
    }

    fn slices(text: &[u8]) -> Result<Slices> {
        Slices::read(Source::bytes("list", text))
    }

    fn known(text: &[u8]) -> Result<Known> {
        Known::read(Source::bytes("list", text))
    }

    #[track_caller]
    fn says<T: std::fmt::Debug>(result: Result<T>, kind: ErrorKind, expected: &str) {
        let error = result.unwrap_err();
        assert_eq!(error.to_string(), expected);
        assert_eq!(error.kind(), kind);
    }

    #[test]
    fn numbers_are_read_in_the_order_of_the_rows() {
        let list = numbers(b"\xef\xbb\xbfb 2\r\n\n \t\n a\t0.5  \nc -0\n#1 1e3").unwrap();
        assert_eq!(list.topics().collect::<Vec<_>>(), ["b", "a", "c", "#1"]);
        assert_eq!(
            ["b", "a", "c", "#1", "d"].map(|t| list.get(t)),
            [Some(2.0), Some(0.5), Some(0.0), Some(1000.0), None]
        );
        assert!(list.get("c").unwrap().is_sign_positive());
        let same = [("b", 2.0), ("a", 0.5), ("c", 0.0), ("#1", 1e3)];
        assert_eq!(list, TopicNumbers::from_rows(same).unwrap());
    }

    #[test]
    fn slices_have_the_rest_of_the_line_for_a_name_and_keep_their_order() {
        let list =
            slices(b"t2 one word \r\nt1\tlong, or 0 to 5\n\n t3  one word\nt2 new\n").unwrap();
        let rows: Vec<(&str, Vec<&str>)> =
            list.iter().map(|(n, t)| (n, t.iter().map(String::as_str).collect())).collect();
        let expected =
            [("one word", vec!["t2", "t3"]), ("long, or 0 to 5", vec!["t1"]), ("new", vec!["t2"])];
        assert_eq!(rows, expected);
        let rows =
            [("t2", "one word"), ("t1", "long, or 0 to 5"), ("t3", "one word"), ("t2", "new")];
        assert_eq!(list, Slices::from_rows(rows).unwrap());
    }

    #[test]
    fn words_that_name_columns_may_name_a_slice() {
        for name in ["document level", "group", "slice", "0 to 5", "1 or 2", "Q0", "# 1"] {
            let list = slices(format!("t1 {name}\n").as_bytes()).unwrap();
            assert_eq!(list.iter().next().unwrap().0, name);
        }
    }

    #[test]
    fn known_documents_are_known_for_their_topic_only() {
        let list = known(b"t1 d1\nt2\td2\nt1 d2").unwrap();
        assert!(
            list.contains("t1", "d1") && list.contains("t1", "d2") && list.contains("t2", "d2")
        );
        assert!(!list.contains("t2", "d1") && !list.contains("t3", "d1") && !list.is_empty());
        assert_eq!(list, Known::from_rows([("t1", "d2"), ("t1", "d1"), ("t2", "d2")]).unwrap());
        assert!(Known::default().is_empty());
    }

    #[test]
    fn a_compressed_list_is_unpacked() {
        assert!(known(GZIPPED).unwrap().contains("t1", "d1"));
    }

    #[test]
    fn a_number_is_finite_and_not_negative() {
        let second = "the second column is a number of 0 or more, such as 1 or 2.5";
        for (row, column, message, remedy) in [
            ("t1 many", 4, "number `many` is not a finite number", second),
            (" t1 \t nan", 7, "number `nan` is not a finite number", second),
            ("é inf", 3, "number `inf` is not a finite number", second),
            ("t1 1e400", 4, "number `1e400` is not a finite number", second),
            ("t1 -1", 4, "number `-1` is negative", second),
            ("t1 -inf", 4, "number `-inf` is not a finite number", second),
            (
                "t1 0,5",
                4,
                "number `0,5` is not a finite number",
                "numbers are written without commas, such as 0.5 or 1234",
            ),
        ] {
            let text = format!("t0 1\n{row}\n");
            let expected = format!("list:2:{column}: {message}\n  {remedy}");
            says(numbers(text.as_bytes()), ErrorKind::Malformed, &expected);
        }
        says(
            TopicNumbers::from_rows([("t1", 1.0), ("t2", f64::NAN)]),
            ErrorKind::Malformed,
            &format!("number `NaN` is not a finite number\n  {second}"),
        );
        says(
            TopicNumbers::from_rows([("t1", -0.5)]),
            ErrorKind::Malformed,
            &format!("number `-0.5` is negative\n  {second}"),
        );
    }

    #[test]
    fn a_row_that_comes_twice_is_an_error_that_names_both_lines() {
        let twice = ErrorKind::Duplicate;
        says(
            numbers(b"t1 1\n\nt2 1\nt1 1\n"),
            twice,
            "list:4: topic `t1` has two numbers: first on line 1\n  keep one row",
        );
        says(
            numbers(b"t2 1\nt1 1\nt1 2\n"),
            twice,
            "list:3: topic `t1` has two numbers: first on line 2\n  keep one row",
        );
        says(
            slices(b"\nt1 one word\nt2 one word\nt1 long\nt1\tone word\n"),
            twice,
            "list:5: topic `t1` is in slice `one word` twice: first on line 2\n  keep one row",
        );
        says(
            known(b"t1 d1\nt1 d2\nt2 d1\nt1 d1"),
            twice,
            "list:4: document `d1` is listed twice for topic `t1`: first on line 1\n  keep one row",
        );
    }

    #[test]
    fn a_row_that_comes_twice_in_memory_is_an_error() {
        let twice = ErrorKind::Duplicate;
        says(
            TopicNumbers::from_rows([("t1", 1.0), ("t1", 2.0)]),
            twice,
            "topic `t1` has two numbers\n  keep one row",
        );
        says(
            Slices::from_rows([("t1", "a"), ("t1", "a")]),
            twice,
            "topic `t1` is in slice `a` twice\n  keep one row",
        );
        says(
            Known::from_rows([("t1", "d1"), ("t1", "d1")]),
            twice,
            "document `d1` is listed twice for topic `t1`\n  keep one row",
        );
    }

    #[test]
    fn a_file_without_rows_is_an_error() {
        let none = ErrorKind::Nothing;
        says(
            numbers(b""),
            none,
            "list: no numbers in this file\n  a row of numbers is `topic number`",
        );
        says(
            slices(b"\n \n"),
            none,
            "list:1: no slices in this file, only blank lines\n  a row of slices is `topic slice`",
        );
        says(
            known(b""),
            none,
            "list: no known documents in this file\n  a row of known documents is `topic document`",
        );
        let missing = Known::read("no/such/list");
        says(missing, ErrorKind::Io, "no/such/list: no such file");
    }

    #[test]
    fn rows_have_two_columns() {
        let wrong = ErrorKind::Malformed;
        says(
            numbers(b"t1 1\n t2 1 2\n"),
            wrong,
            "list:2:2: expected 2 columns, found 3: ` t2 1 2`\n  a row of numbers is `topic number`",
        );
        says(
            slices(b"t1 a\nt2\n"),
            wrong,
            "list:2:1: expected 2 columns, found 1: `t2`\n  a row of slices is `topic slice`",
        );
        says(
            known(b"t1 d1 d2\n"),
            wrong,
            "list:1:1: expected 2 columns, found 3: `t1 d1 d2`\n  a row of known documents is \
             `topic document`",
        );
        says(
            numbers(b"t1,5\n"),
            wrong,
            "list:1:1: expected 2 columns, found 1: `t1,5`\n  columns are separated by blanks or \
             tabs, not by commas",
        );
    }

    #[test]
    fn header_lines_and_comments_are_not_rows() {
        let wrong = ErrorKind::Malformed;
        let header = "  this looks like a header line: remove it";
        for (row, rows, result) in [
            ("topic weight", "numbers", numbers(b"topic weight\nt1 1\n").map(drop)),
            ("QID\\tSlice", "slices", slices(b"QID\tSlice\nt1 a\n").map(drop)),
            ("topic document", "known documents", known(b"topic document\nt1 d1\n").map(drop)),
        ] {
            says(result, wrong, &format!("list:1:1: not a row of {rows}: `{row}`\n{header}"));
        }
        let comment = "  comments are not read: remove them, for example with `grep -v '^#'`";
        for (row, rows, result) in [
            ("#by hand", "numbers", numbers(b"t1 1\n#by hand\n").map(drop)),
            ("# of 2024", "slices", slices(b"t1 a\n# of 2024\n").map(drop)),
            ("## known", "known documents", known(b"t1 d1\n## known\n").map(drop)),
        ] {
            says(result, wrong, &format!("list:2:1: not a row of {rows}: `{row}`\n{comment}"));
        }
        says(
            slices(b"{\"t1\": \"long\"}\n"),
            wrong,
            "list:1:1: not a row of slices: `{\"t1\": \"long\"}`\n  this looks like JSON; rows are \
             lines of columns separated by blanks or tabs",
        );
    }

    #[test]
    fn qrels_and_runs_are_not_lists() {
        says(
            slices(b"t1 0 d1 1\n"),
            ErrorKind::WrongFile,
            "list:1:1: looks like qrels, not slices: `t1 0 d1 1`\n  a row of slices is `topic slice`",
        );
        says(
            known(b"t1 Q0 d1 1 0.9 tag\n"),
            ErrorKind::WrongFile,
            "list:1:1: looks like a run, not known documents: `t1 Q0 d1 1 0.9 tag`\n  a row of \
             known documents is `topic document`",
        );
    }

    #[test]
    fn rows_are_text_in_utf8() {
        let wrong = ErrorKind::Malformed;
        let convert = "convert the file, for example with `iconv -f LATIN1 -t UTF-8`";
        for (expected, result) in [
            ("1:1: topic id `caf\u{fffd}` is not UTF-8", numbers(b"caf\xe9 1\n").map(drop)),
            ("1:3: document id `\u{fffd}` is not UTF-8", known(b"t \xe9\n").map(drop)),
            ("1:3: slice id `a \u{fffd}` is not UTF-8", slices(b"t a \xe9\n").map(drop)),
        ] {
            says(result, wrong, &format!("list:{expected}\n  {convert}"));
        }
        says(
            slices(b"t1 a\nt2 a \x01b\n"),
            wrong,
            "list:2:6: control byte 0x01 in a row\n  rows are printable text, with blanks or tabs \
             between the columns",
        );
        says(
            slices(b"t1 a\rt2 b\r"),
            wrong,
            "list:1:5: carriage return within a line: `t1 a\\rt2 b`\n  turn carriage returns into \
             line ends, for example with `tr '\\r' '\\n'`",
        );
        says(
            known(b"\xff\xfet\0 \0d\0\n\0"),
            ErrorKind::WrongFile,
            "list:1:1: the file is UTF-16, not UTF-8\n  convert it, for example with \
             `iconv -f UTF-16 -t UTF-8`",
        );
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(
            prop_oneof![proptest::sample::select(&b"t1#0, \t\r\n\n\x0b"[..]), any::<u8>()], 0..40,
        )) {
            let _ = (numbers(&bytes), slices(&bytes), known(&bytes));
        }
    }
}
