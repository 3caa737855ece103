//! Titles and texts of documents and topics: from columns with tabs between, JSON lines, or TREC's
//! topic files. Only what is wanted is kept, so that a whole collection may be given.

mod json;
mod tabs;
mod tags;

use gainline::{Error, ErrorKind, Source};
use std::collections::HashMap;
use std::io::{BufRead, BufReader};

/// What is known of a document or topic beside its id.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
pub struct Text {
    /// Its title.
    pub title: Option<String>,
    /// A document's text, or a topic's description.
    pub text: Option<String>,
}

/// What a file describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum TextKind {
    /// Documents.
    Documents,
    /// Topics.
    Topics,
}

impl TextKind {
    /// Names of the fields of the title and of the text, the best first.
    fn fields(self) -> [&'static [&'static str]; 2] {
        match self {
            TextKind::Documents => {
                [&["title", "headline"], &["text", "contents", "body", "abstract"]]
            }
            TextKind::Topics => [
                &["title", "query", "text", "topic"],
                &["description", "desc", "question", "narrative"],
            ],
        }
    }
}

/// The names of the field of the id.
const IDS: [&str; 9] =
    ["id", "_id", "docid", "doc_id", "docno", "qid", "query_id", "topic_id", "number"];

/// Reads a file; of each id that is wanted the title and the text.
pub fn read(
    source: &Source,
    kind: TextKind,
    wanted: &dyn Fn(&str) -> bool,
) -> gainline::Result<HashMap<String, Text>> {
    let mut lines = Lines::of(source)?;
    let mut texts = HashMap::new();
    let mut rows = 0;
    let mut keep = |id: &str, text: Text| {
        rows += 1;
        if wanted(id) {
            texts.entry(id.to_string()).or_insert(text);
        }
    };
    while lines.next()? {
        match lines.start().chars().next() {
            None => continue,
            Some('{') => json::read(&mut lines, kind, &mut keep)?,
            Some('<') => tags::read(&mut lines, kind, &mut keep)?,
            _ => tabs::read(&mut lines, kind, &mut keep)?,
        }
    }
    if rows == 0 {
        return Err(nothing(source, kind));
    }
    Ok(texts)
}

/// Whether a file tells more than ids, by its first line that is not blank: such a line is marked
/// up, JSON, or has columns.
pub fn tells_more_than_ids(source: &Source) -> gainline::Result<bool> {
    let mut lines = Lines::of(source)?;
    while lines.next()? {
        let start = lines.start();
        if !start.is_empty() {
            return Ok(start.starts_with(['{', '<']) || lines.line.contains('\t'));
        }
    }
    Ok(false)
}

fn nothing(source: &Source, kind: TextKind) -> Error {
    let what = match kind {
        TextKind::Documents => "documents",
        TextKind::Topics => "topics",
    };
    Error::new(ErrorKind::Nothing, format!("no {what} in this file"))
        .in_file(source.name())
        .remedy("a line is `id<TAB>title<TAB>text`, or JSON with `id`, `title` and `text`")
}

/// The lines of a file; the one that was read last is there until the next.
struct Lines<'s> {
    source: &'s Source,
    reader: Box<dyn BufRead>,
    number: u64,
    line: String,
}

impl<'s> Lines<'s> {
    fn of(source: &'s Source) -> gainline::Result<Self> {
        let reader = Box::new(BufReader::with_capacity(1 << 16, source.open()?));
        Ok(Lines { source, reader, number: 0, line: String::new() })
    }

    /// The line from its first character that is not blank, nor a mark of byte order.
    fn start(&self) -> &str {
        self.line.trim_start_matches('\u{feff}').trim_start()
    }

    /// Reads the next line; false at the end.
    fn next(&mut self) -> gainline::Result<bool> {
        let mut bytes = vec![];
        let read = self.reader.read_until(b'\n', &mut bytes);
        if read.map_err(|error| self.source.io_error(&error))? == 0 {
            return Ok(false);
        }
        self.number += 1;
        // Texts of a collection may hold anything; what is not UTF-8 shows as such.
        self.line = String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_string();
        Ok(true)
    }

    /// The error for this line.
    fn wrong(&self, message: impl Into<String>, remedy: &str) -> Error {
        Error::new(ErrorKind::Malformed, message)
            .in_file(self.source.name())
            .at(self.number, None)
            .remedy(remedy)
    }
}

/// A text without what is only layout; none if nothing is left.
fn tidied(text: &str) -> Option<String> {
    let tidied = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (!tidied.is_empty()).then_some(tidied)
}

#[cfg(test)]
mod tests;
