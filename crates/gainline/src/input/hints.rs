//! What a line or a cell that cannot be read looks like instead, so that the remedy fits the case.

use super::columns::cells;
use crate::error::{excerpt, is_invisible};
use crate::problem::{LooksLike, Problem};

/// What a line that is not a row is instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LineKind {
    Comment,
    Header,
    Other(LooksLike),
}

impl LineKind {
    /// What a line is, where its look tells.
    pub(crate) fn of(line: &[u8]) -> Option<LineKind> {
        let line = line.trim_ascii();
        let is_json = || line.len() == 1 || line.contains(&b'"');
        match line.first()? {
            b'#' => Some(LineKind::Comment),
            b'{' | b'[' if is_json() => Some(LineKind::Other(LooksLike::Json)),
            b'<' if line.contains(&b'>') => Some(LineKind::Other(LooksLike::Markup)),
            _ if line.starts_with(b"version https://git-lfs") => {
                Some(LineKind::Other(LooksLike::GitLfs))
            }
            _ if is_header(&cells(line)) => Some(LineKind::Header),
            _ => None,
        }
    }

    /// What is wrong with the line, in the place of a row of what is expected.
    pub(crate) fn problem(self, expected: &'static str, line: &[u8]) -> Problem {
        let row = excerpt(line);
        match self {
            LineKind::Comment => Problem::CommentLine { expected, row },
            LineKind::Header => Problem::HeaderLine { expected, row },
            LineKind::Other(looks_like) => Problem::NotARow { expected, looks_like, row },
        }
    }
}

/// What to do about a line with too few columns, if something else than blanks separates them.
pub(crate) fn of_separator(line: &[u8]) -> Option<&'static str> {
    if String::from_utf8_lossy(line).chars().any(is_invisible) {
        return Some("columns are separated by plain blanks or tabs, not by other kinds of space");
    }
    let found = separator(&[line]).filter(|_| cells(line).len() < 3)?;
    found.remedy()
}

/// What to do about a cell that is no number but nearly one.
pub(crate) fn of_number(cell: &[u8]) -> Option<&'static str> {
    if is_number(cell) {
        return None;
    }
    let text = String::from_utf8_lossy(cell);
    if text.chars().any(is_invisible) {
        return Some("it holds an invisible character, such as a no-break space: remove it");
    }
    if let Some((_, separator)) = SEPARATORS.iter().find(|s| cell.ends_with(&[s.0])) {
        return separator.remedy();
    }
    if text.contains(',') && is_number(text.replace(',', "").as_bytes()) {
        return Some("numbers are written without commas, such as 0.5 or 1234");
    }
    if is_number(text.trim_matches(['"', '\'']).as_bytes()) {
        return Some("numbers stand without quotation marks");
    }
    if is_number(text.trim_start_matches(['−', '–', '—']).as_bytes()) {
        return Some("write a plain minus sign: `-`");
    }
    None
}

const SEPARATORS: [(u8, LooksLike); 3] =
    [(b',', LooksLike::Commas), (b';', LooksLike::Semicolons), (b'|', LooksLike::Bars)];

/// What separates at least three columns in all lines, if it is not blanks.
pub(crate) fn separator(lines: &[&[u8]]) -> Option<LooksLike> {
    let separates =
        |byte: u8| lines.iter().all(|line| line.iter().filter(|&&b| b == byte).count() >= 2);
    SEPARATORS.iter().find(|(byte, _)| separates(*byte)).map(|(_, separator)| *separator)
}

/// Names of columns, in small letters without what joins their words.
const NAMES: &str = "qid query queryid topic topicid iter iteration doc docid docno document \
    documentid corpusid pid passage passageid rank score sim similarity tag run runid runtag rel \
    relevance grade label judgment judgement level group subgroup";

/// Whether at least half of the cells are names of columns.
pub(crate) fn is_header(cells: &[&[u8]]) -> bool {
    let is_name = |cell: &&&[u8]| {
        let letters = cell.iter().filter(|b| !b"_-.\"".contains(b));
        let name: Vec<u8> = letters.map(u8::to_ascii_lowercase).collect();
        NAMES.split(' ').any(|n| n.as_bytes() == name)
    };
    let names = cells.iter().filter(is_name).count();
    names >= 2 && 2 * names >= cells.len()
}

/// Whether these are the cells of the line that BEIR puts above its judgments.
pub(crate) fn is_beir_header(cells: &[&[u8]]) -> bool {
    let is =
        |cell: &[u8], names: &[&str]| names.iter().any(|n| cell.eq_ignore_ascii_case(n.as_bytes()));
    cells.len() == 3
        && is(cells[0], &["query-id", "query_id", "qid"])
        && is(cells[2], &["score", "grade", "relevance", "label"])
}

pub(crate) fn is_number(cell: &[u8]) -> bool {
    fast_float2::parse::<f64, _>(cell).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_made_of_names_of_columns_and_a_row_is_not() {
        let header = |line: &str| is_header(&cells(line.as_bytes()));
        assert!(header("qid Q0 docid rank score tag"));
        assert!(header("Query_ID\tDoc-No\tRank"));
        assert!(header("query 0 document relevance"));
        assert!(!header("1 Q0 doc 1 abc run"));
        assert!(!header("topic-1 0 document-2 x"));
        assert!(!header("These are the results of our first run"));
        assert!(!header("score"));
    }

    #[test]
    fn a_number_needs_no_hint_and_what_is_nearly_one_does() {
        let hint = |cell: &str| of_number(cell.as_bytes()).unwrap_or_default();
        for cell in ["1.5", "inf", "nan", "1e400", "abc", "0x1", "--5", ""] {
            assert_eq!(hint(cell), "", "{cell}");
        }
        assert!(hint("1,5").contains("without commas"));
        assert!(hint("1.5,").contains("not by commas"));
        assert!(hint("'1'").contains("quotation marks"));
        assert!(hint("−1").contains("minus"));
        assert!(hint("1\u{a0}").contains("invisible"));
    }

    #[test]
    fn ids_may_hold_commas_and_brackets_in_a_row_that_is_wrong_otherwise() {
        assert_eq!(of_separator(b"1 Q0 a,b,c 1 0.9"), None);
        assert_eq!(LineKind::of(b"[1] Q0 d1 1 abc tag"), None);
        assert_eq!(LineKind::of(b"<1 Q0 d1 1 abc tag"), None);
    }
}
