//! Sparse vectors in svmlight's format, a document a line: `label index:value … # id`, or with the
//! id in place of the label. All of them are held in memory.

use super::ids::{DuplicateId, Ids};
use super::sparse::Sparse;
use super::units::Fault;
use super::{quoted, too_many};
use gainline::{Error, ErrorKind, Result, Source};
use std::io::{BufRead, BufReader};

/// Where the id of a document stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum IdPlace {
    /// In the first column.
    First,
    /// Behind `#`, at the end.
    Comment,
}

/// Reads documents, with what tells where their ids stand.
pub(super) fn read(source: &Source) -> Result<(Ids, Sparse, &'static str)> {
    let mut reading = LineReader { source, lines: vec![], line: 0, place: None };
    let mut input = BufReader::with_capacity(1 << 20, source.open()?);
    let (mut ids, mut sparse) = (Ids::default(), Sparse::default());
    let mut bytes = vec![];
    loop {
        bytes.clear();
        let got = input.read_until(b'\n', &mut bytes).map_err(|e| {
            let message = match e.kind() {
                std::io::ErrorKind::UnexpectedEof => "the compressed data ends too early".into(),
                _ => format!("cannot read: {e}"),
            };
            Error::new(ErrorKind::Io, message).in_file(source.name())
        })?;
        if got == 0 {
            break;
        }
        reading.line += 1;
        let Ok(text) = std::str::from_utf8(&bytes) else {
            let what = quoted(String::from_utf8_lossy(&bytes).trim_end());
            return Err(reading.fault(None, format!("{what} is not text in UTF-8"), BINARY));
        };
        let text = text.trim_start_matches('\u{feff}').trim_end();
        reading.row(text, &mut ids, &mut sparse)?;
    }
    if ids.is_empty() {
        let error = Error::new(ErrorKind::Nothing, "no vectors in this file").remedy(ROW);
        return Err(error.in_file(source.name()));
    }
    let place = match reading.place {
        Some(IdPlace::Comment) => "ids behind #",
        Some(IdPlace::First) | None => "ids in the first column",
    };
    ids.finish().map_err(|twice| reading.twice(&ids, twice))?;
    sparse.finish();
    if sparse.dimension == 0 {
        reading.line = reading.lines[0];
        let message = format!("no number in any line, as in that of {}", quoted(ids.get(0)));
        return Err(reading.fault(None, message, ROW));
    }
    Ok((ids, sparse, place))
}

const ROW: &str =
    "a row is `id index:value index:value …`, or svmlight's `label index:value … # id`";
const BINARY: &str = "vectors are NumPy's .npy, Parquet, or svmlight's text";

struct LineReader<'s> {
    source: &'s Source,
    /// On which line each document is.
    lines: Vec<u64>,
    line: u64,
    place: Option<IdPlace>,
}

impl LineReader<'_> {
    fn row(&mut self, text: &str, ids: &mut Ids, sparse: &mut Sparse) -> Result<()> {
        let (columns, comment) = match text.split_once('#') {
            Some((columns, comment)) => (columns, comment.split_whitespace().next()),
            None => (text, None),
        };
        let mut words = columns.split_whitespace();
        // A blank line, or nothing but a comment.
        let Some(first) = words.next() else { return Ok(()) };
        let has = if comment.is_some() { IdPlace::Comment } else { IdPlace::First };
        let place = *self.place.get_or_insert(has);
        if place != has {
            let (what, remedy) = match place {
                IdPlace::Comment => {
                    ("no id behind #", "give each document one, as lines before have")
                }
                IdPlace::First => (
                    "something behind #",
                    "the first column is the id in lines before; leave out what is behind #",
                ),
            };
            return Err(self.fault(None, format!("{what} in {}", quoted(text.trim())), remedy));
        }
        if first.contains(':') && first.split(':').all(|part| part.parse::<f64>().is_ok()) {
            let message = format!("{} stands where the id or label should", quoted(first));
            return Err(self.fault(column(text, first), message, ROW));
        }
        for word in words {
            let Some((index, value)) = word.split_once(':') else {
                let message = format!("{} is not `index:value`", quoted(word));
                return Err(self.fault(column(text, word), message, ROW));
            };
            if index == "qid" {
                continue;
            }
            let Ok(index) = index.parse::<u32>() else {
                let message =
                    format!("{}: the index is not a whole number from 0 up", quoted(word));
                let remedy = "indices are numbers below 4294967296, values follow behind `:`";
                return Err(self.fault(column(text, word), message, remedy));
            };
            let Some(value) = value.parse::<f64>().ok().filter(|v| v.is_finite()) else {
                let message = format!("{}: the value is not a finite number", quoted(word));
                let remedy = "values are numbers such as 0.5 or -1e-3";
                return Err(self.fault(column(text, word), message, remedy));
            };
            sparse.push(index, value);
        }
        if let Err(Fault::Twice(index)) = sparse.end_row() {
            let message = format!("index `{index}` comes twice in this line");
            return Err(self.fault(None, message, "keep one value for each index"));
        }
        ids.push(comment.unwrap_or(first));
        self.lines.push(self.line);
        if self.lines.len() > u32::MAX as usize {
            return Err(too_many(self.source.name()));
        }
        Ok(())
    }

    fn fault(&self, column: Option<usize>, message: String, remedy: &str) -> Error {
        let error = Error::new(ErrorKind::Malformed, message).remedy(remedy);
        error.in_file(self.source.name()).at(self.line, column)
    }

    fn twice(&self, ids: &Ids, DuplicateId { first, second }: DuplicateId) -> Error {
        let (id, line) = (quoted(ids.get(second)), self.lines[first]);
        let message = format!("document {id} comes twice: first on line {line}");
        let error = Error::new(ErrorKind::Duplicate, message).in_file(self.source.name());
        error.at(self.lines[second], None).remedy(
            "give each document its own id, in the first column or behind # at the line's end",
        )
    }
}

/// Where a word of a line starts, in characters from 1.
fn column(line: &str, word: &str) -> Option<usize> {
    let start = word.as_ptr() as usize - line.as_ptr() as usize;
    Some(line[..start].chars().count() + 1)
}
