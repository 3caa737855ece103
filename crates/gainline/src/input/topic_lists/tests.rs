//! Every message to the character.

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
    let list = slices(b"t2 one word \r\nt1\tlong, or 0 to 5\n\n t3  one word\nt2 new\n").unwrap();
    let rows: Vec<(&str, Vec<&str>)> =
        list.iter().map(|(n, t)| (n, t.iter().map(String::as_str).collect())).collect();
    let expected =
        [("one word", vec!["t2", "t3"]), ("long, or 0 to 5", vec!["t1"]), ("new", vec!["t2"])];
    assert_eq!(rows, expected);
    let rows = [("t2", "one word"), ("t1", "long, or 0 to 5"), ("t3", "one word"), ("t2", "new")];
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
    assert!(list.contains("t1", "d1") && list.contains("t1", "d2") && list.contains("t2", "d2"));
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
    says(numbers(b""), none, "list: no numbers in this file\n  a row of numbers is `topic number`");
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
