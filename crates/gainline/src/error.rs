//! What can go wrong, where, and what to do about it.
//!
//! An [`Error`] names the file, line and column where it can, quotes the offending text in
//! backquotes, and carries a remedy. It prints as
//!
//! ```text
//! run.txt:3:21: score `abc` is not a number
//!   column 5 of a run is the score the ranking is sorted by
//! ```

use std::fmt;

/// The result of everything in this crate that can fail.
pub type Result<T> = std::result::Result<T, Error>;

/// What kind of thing went wrong; a caller can act on it without reading the message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A file could not be opened, read or decompressed.
    Io,
    /// A row is not what its format says: columns, numbers, bytes.
    Malformed,
    /// The file is of another kind than the one expected (a run given as qrels, say).
    WrongFile,
    /// The same document twice in a topic's ranking or judgments.
    Duplicate,
    /// There is nothing to evaluate: an empty file, or no topic in common.
    Nothing,
    /// A measure's name, parameter or cutoff is wrong, or does not fit the data.
    Measure,
    /// What was asked for cannot be answered: options that do not go together, a run that is not there.
    Request,
}

/// An error with its place, the offending text and a remedy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    file: Option<String>,
    line: Option<u64>,
    column: Option<usize>,
    message: String,
    remedy: Option<String>,
}

impl Error {
    /// An error of `kind`; the message quotes the offending text in backquotes.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Error { kind, file: None, line: None, column: None, message: message.into(), remedy: None }
    }

    /// Says in which file.
    #[must_use]
    pub fn in_file(mut self, file: impl Into<String>) -> Self {
        self.file = Some(file.into());
        self
    }

    /// Says on which line (from 1) and column (from 1, in characters).
    #[must_use]
    pub fn at(mut self, line: u64, column: Option<usize>) -> Self {
        self.line = Some(line);
        self.column = column;
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn remedy(mut self, remedy: impl Into<String>) -> Self {
        self.remedy = Some(remedy.into());
        self
    }

    /// Goes on with the message.
    #[must_use]
    pub(crate) fn continued(mut self, more: &str) -> Self {
        self.message.push_str(more);
        self
    }

    /// What kind of error this is.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The file it is in, as it was named.
    pub fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// The line it is on, from 1.
    pub fn line(&self) -> Option<u64> {
        self.line
    }

    /// The column it starts at, from 1, in characters.
    pub fn column(&self) -> Option<usize> {
        self.column
    }

    /// What is wrong, without place and remedy.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What to do, if there is something to say.
    pub fn advice(&self) -> Option<&str> {
        self.remedy.as_deref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{file}:")?;
            if let Some(line) = self.line {
                write!(f, "{line}:")?;
                if let Some(column) = self.column {
                    write!(f, "{column}:")?;
                }
            }
            f.write_str(" ")?;
        }
        f.write_str(&self.message)?;
        if let Some(remedy) = &self.remedy {
            write!(f, "\n  {remedy}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}

/// Whether a character shows as a blank, or not at all, without being one of ASCII's.
pub(crate) fn is_invisible(c: char) -> bool {
    (c.is_whitespace() && !c.is_ascii())
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{feff}')
}

/// The most characters of a file's text that are kept or shown.
const LONGEST: usize = 60;

/// Text of a file as data, shortened where it is long. [`quote`] shows it as it shows the text.
pub(crate) fn excerpt(bytes: &[u8]) -> String {
    // A character has at most four bytes.
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * LONGEST + 4)]).into_owned();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Text for an error message: backquoted, what cannot be seen made visible, long text shortened.
pub(crate) fn quote(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let mut out = String::from("`");
    for (i, c) in text.chars().enumerate() {
        if i == LONGEST {
            out.push('…');
            break;
        }
        if c.is_control() || is_invisible(c) {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    out.push('`');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_prints_its_place_then_the_message_then_the_remedy() {
        let error = Error::new(ErrorKind::Malformed, "score `abc` is not a number")
            .in_file("run.txt")
            .at(3, Some(21))
            .remedy("fix it");
        assert_eq!(error.to_string(), "run.txt:3:21: score `abc` is not a number\n  fix it");
    }

    #[test]
    fn quoted_text_shows_control_characters_and_is_cut_when_long() {
        assert_eq!(quote(b"a\tb\0"), "`a\\tb\\u{0}`");
        assert_eq!(quote("1\u{a0}é\u{200b}".as_bytes()), "`1\\u{a0}é\\u{200b}`");
        assert_eq!(quote("é".repeat(80).as_bytes()).chars().count(), 63);
    }
}
