//! What a line or a cell that cannot be read looks like instead, so that the remedy fits the case.

use super::rows::cells;
use crate::error::is_invisible;

/// What to do about a line of another kind than rows, where its look tells.
pub(crate) fn of_line(line: &[u8]) -> Option<&'static str> {
    let line = line.trim_ascii();
    let is_json = || line.len() == 1 || line.contains(&b'"');
    match line.first()? {
        b'#' => Some("comments are not read: remove them, for example with `grep -v '^#'`"),
        b'{' | b'[' if is_json() => {
            Some("this looks like JSON; rows are lines of columns separated by blanks or tabs")
        }
        b'<' if line.contains(&b'>') => {
            Some("this looks like HTML or XML: was an error page saved in place of the file?")
        }
        _ if line.starts_with(b"version https://git-lfs") => {
            Some("this only points to the file: `git lfs pull` fetches the file itself")
        }
        _ if is_header(&cells(line)) => Some("this looks like a header line: remove it"),
        _ => None,
    }
}

/// What to do about a line with too few columns, if something else than blanks separates them.
pub(crate) fn of_separator(line: &[u8]) -> Option<&'static str> {
    if String::from_utf8_lossy(line).chars().any(is_invisible) {
        return Some("columns are separated by plain blanks or tabs, not by other kinds of space");
    }
    let separates = |&(byte, _): &(u8, _)| line.iter().filter(|&&b| b == byte).count() >= 2;
    let found = SEPARATORS.iter().find(|s| separates(s)).map(|s| s.1);
    found.filter(|_| cells(line).len() < 3)
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
    if let Some((_, remedy)) = SEPARATORS.iter().find(|s| cell.ends_with(&[s.0])) {
        return Some(remedy);
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

const SEPARATORS: [(u8, &str); 3] = [
    (b',', "columns are separated by blanks or tabs, not by commas"),
    (b';', "columns are separated by blanks or tabs, not by semicolons"),
    (b'|', "columns are separated by blanks or tabs, not by bars"),
];

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
        assert_eq!(of_line(b"[1] Q0 d1 1 abc tag"), None);
        assert_eq!(of_line(b"<1 Q0 d1 1 abc tag"), None);
    }
}
