//! Small files that tell something of each topic, a row a line: its number ([`TopicNumbers`]), the
//! slices it is in ([`Slices`]), the documents its user knows already ([`Known`]).
//!
//! Nearly any text could be read as two columns, so the first row is looked at for what is no row:
//! a header line, a comment, qrels or a run.

use crate::error::quote;
use crate::input::columns::{Cell, Columns, cells, with_final_newline};
use crate::input::fault::Fault;
use crate::input::formats::first_row;
use crate::input::{Source, hints};
use crate::judgments::qrels::nothing;
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

/// A map of topics to their numbers.
#[cfg(feature = "schema")]
impl schemars::JsonSchema for TopicNumbers {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "TopicNumbers".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        generator.subschema_for::<std::collections::BTreeMap<String, f64>>()
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for TopicNumbers {
    fn serialize<S: serde::Serializer>(
        &self,
        serializer: S,
    ) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_map(self.topics.iter().filter_map(|t| Some((t, self.get(t)?))))
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

    /// How many documents are known, over all topics.
    pub fn len(&self) -> usize {
        self.topics.values().map(Set::len).sum()
    }

    /// Whether nothing is known for any topic.
    pub fn is_empty(&self) -> bool {
        self.topics.is_empty()
    }
}

/// What a list is read into.
trait List: Default {
    /// What its rows are called.
    const ROWS: &'static str;
    /// The names of its columns.
    const SHAPE: &'static str;
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
    const ROWS: &'static str = "numbers";
    const SHAPE: &'static str = "topic number";
    const HEADINGS: &[&str] = &["number", "weight", "count", "expected"];
    const ONE_ROW: bool = true;

    fn add(&mut self, topic: &str, second: &str) -> Result<()> {
        let number = fast_float2::parse(second).unwrap_or(f64::NAN);
        self.insert(topic, number, second)
    }
}

impl List for Slices {
    const ROWS: &'static str = "slices";
    const SHAPE: &'static str = "topic slice";
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
    const ROWS: &'static str = "known documents";
    const SHAPE: &'static str = "topic document";
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
    columns.not_a_row(L::ROWS).map_or_else(|| columns.fault(row.start, e), Fault::from)
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
        let what = L::SHAPE.trim_start_matches("topic ");
        let topic = columns.id("topic", Cell { start: at, text: topic })?;
        let second = columns.id(what, Cell { start, text: second })?;
        Ok(Row { topic, second, line: columns.lines + 1, start })
    }
}

/// The error for a line that could be read as a row but is none.
fn no_row<L: List>(columns: &Columns<'_>, is_first: bool) -> Option<Fault> {
    let cells = cells(columns.line());
    let topic = *cells.first()?;
    if topic.iter().all(|b| *b == b'#') {
        return columns.not_a_row(L::ROWS).map(Fault::from);
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
    if hints::is_header(&cells) { None } else { columns.not_a_row(L::ROWS).map(Fault::from) }
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
    if let Some(fault) = columns.not_a_row(L::ROWS) {
        return fault.into();
    }
    // The hint asks for two separators, as rows of three columns have; here one is enough.
    let hint = hints::of_separator(&line.repeat(2)).map(String::from);
    let message = format!("expected 2 columns, found {}: {}", cells(line).len(), quote(line));
    let error = Error::new(ErrorKind::Malformed, message);
    columns.line_fault(error.remedy(hint.unwrap_or_else(shape::<L>)))
}

#[cfg(test)]
mod tests;
