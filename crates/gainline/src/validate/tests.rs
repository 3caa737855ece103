//! One test for every check.

use super::*;
use crate::problem::CHECKS;

pub(super) const QRELS: &[u8] = b"1 0 d1 2\n1 0 d2 0\n2 0 d1 0\n2 0 d3 1\n";
pub(super) const RUN: &[u8] =
    b"1 Q0 d1 1 2.5 x\n1 Q0 d2 2 1.5 x\n2 Q0 d3 1 0.5 x\n2 Q0 d1 2 0.25 x\n";

pub(super) fn report(qrels: &[u8], run: &[u8]) -> Validation {
    validate(&Source::bytes("qrels", qrels), &[Source::bytes("run", run)]).unwrap()
}

/// What a check found, as it is printed, without the remedy.
fn found(report: &Validation, code: &str) -> String {
    let mut of_code = report.findings().filter(|f| f.code() == code);
    let finding = of_code.next().unwrap_or_else(|| panic!("no {code} in {report:#?}"));
    assert!(of_code.next().is_none(), "one finding for each code and file");
    assert!(!finding.remedy.is_empty());
    finding.to_string().lines().next().unwrap().to_string()
}

/// The same for a run beside good qrels.
fn in_run(run: &[u8], code: &str) -> String {
    found(&report(QRELS, run), code)
}

/// The same for qrels by themselves.
fn in_qrels(qrels: &[u8], code: &str) -> String {
    found(&validate(&Source::bytes("qrels", qrels), &[]).unwrap(), code)
}

fn codes(report: &Validation) -> Vec<&str> {
    report.findings().map(Finding::code).collect()
}

#[test]
fn every_check_has_a_test_and_a_code_of_its_own() {
    let tests = include_str!("tests.rs");
    for (i, check) in CHECKS.iter().enumerate() {
        assert!(tests.contains(&format!("\"{}\"", check.code)), "no test for {}", check.code);
        assert!(CHECKS[..i].iter().all(|c| c.code != check.code));
        assert!(
            check.code.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        );
    }
}

#[test]
fn a_clean_pair_of_files_gives_nothing_at_all() {
    let report = report(QRELS, RUN);
    assert_eq!(report.findings().count(), 0, "{report:#?}");
    assert_eq!((report.files[0].topics, report.files[0].rows), (2, 4));
    let FileContent::Qrels { lowest_grade, highest_grade } = report.files[0].content else {
        panic!()
    };
    assert_eq!((lowest_grade, highest_grade), (Some(0.0), Some(2.0)));
    let FileContent::Run { tag, compared: Some(compared) } = &report.files[1].content else {
        panic!()
    };
    assert_eq!(tag.as_deref(), Some("x"));
    assert_eq!(compared.common_topics, 2);
    assert_eq!((compared.worst_ndcg_at_10, compared.best_ndcg_at_10), (1.0, 1.0));
}

#[test]
fn a_missing_file_is_reported_and_the_others_are_still_checked() {
    let runs = [Source::path("/no/such.run"), Source::bytes("other", &b"1 Q0\n"[..])];
    let report = validate(&Source::bytes("qrels", QRELS), &runs).unwrap();
    assert_eq!(found(&report, "unreadable"), "error /no/such.run: no such file");
    assert!(report.unreadable());
    assert_eq!(report.files[2].findings[0].code(), "wrong-columns");
    let cut = Source::bytes("run", &b"\x1f\x8b\x08\x00\x00\x00"[..]);
    let report = validate(&Source::bytes("qrels", QRELS), &[cut]).unwrap();
    assert_eq!(found(&report, "unreadable"), "error run: the compressed data ends too early");
}

#[test]
fn a_file_without_rows_is_empty() {
    assert_eq!(in_run(b"\n\n", "empty-file"), "error run: no rows in this file");
    let header = b"query-id\tcorpus-id\tscore\n";
    assert_eq!(in_qrels(header, "empty-file"), "error qrels: no judgments in this file");
}

#[test]
fn utf_16_is_recognised_with_and_without_its_mark() {
    let text = String::from_utf8(RUN.to_vec()).unwrap();
    let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    for run in [[b"\xff\xfe", &little[..]].concat(), [b"\xfe\xff", &big[..]].concat(), little, big]
    {
        assert_eq!(in_run(&run, "utf-16"), "error run: the file is UTF-16, not UTF-8");
        assert_eq!(codes(&report(QRELS, &run)), ["utf-16"]);
    }
}

#[test]
fn a_file_of_another_kind_is_one_finding() {
    let cases: [(&[u8], &str); 6] = [
        (QRELS, "looks like qrels, not a run: `1 0 d1 2`"),
        (
            b"query-id corpus-id score\n1 d1 1\n",
            "looks like qrels, not a run: `query-id corpus-id score`",
        ),
        (b"{\"1\": {\"d1\": 0.5}}\n", "looks like JSON, not a run: `{\"1\": {\"d1\": 0.5}}`"),
        (
            b"qid,docid,score\n1,d1,0.5\n",
            "looks like CSV, with commas between the columns, not a run: `qid,docid,score`",
        ),
        (
            b"1|d1|0.5\n1|d2|0.5\n",
            "looks like a table with `|` between the columns, not a run: `1|d1|0.5`",
        ),
        (b"<html>\n", "looks like HTML or XML, not a run: `<html>`"),
    ];
    for (run, message) in cases {
        assert_eq!(in_run(run, "wrong-file"), format!("error run: {message}"));
        assert_eq!(codes(&report(QRELS, run)), ["wrong-file"]);
    }
    let swapped = report(RUN, QRELS);
    assert_eq!(codes(&swapped), ["wrong-file", "wrong-file"]);
    assert_eq!(
        swapped.files[0].findings[0].to_string().lines().next().unwrap(),
        "error qrels: looks like a run, not qrels: `1 Q0 d1 1 2.5 x`"
    );
}

#[test]
fn names_of_columns_are_a_header_line() {
    let header = "error run:1: not a row of a run: `qid Q0 docno rank score tag`";
    let run = [b"qid Q0 docno rank score tag\n", RUN].concat();
    assert_eq!(in_run(&run, "header-line"), header);
    let qrels = [b"topic iteration document grade\n", QRELS].concat();
    assert_eq!(
        in_qrels(&qrels, "header-line"),
        "error qrels:1: not a row of qrels: `topic iteration document grade`"
    );
    let short = b"qid docid rank\n1 d1 1\n";
    assert_eq!(in_run(short, "header-line"), "error run:1: not a row of a run: `qid docid rank`");
}

#[test]
fn comments_are_told_from_broken_rows() {
    let run = [b"# made by hand\n", RUN, b"# the end\n"].concat();
    assert_eq!(
        in_run(&run, "comment-line"),
        "error run:1: not a row of a run: `# made by hand` (2 lines: lines 1, 6)"
    );
}

#[test]
fn lines_of_another_format_are_told_from_broken_rows() {
    let run = [RUN, b"{\"took\": 5}\n"].concat();
    assert_eq!(in_run(&run, "not-a-row"), "error run:5: not a row of a run: `{\"took\": 5}`");
}

#[test]
fn rows_with_too_few_columns_are_counted() {
    let run = [RUN, b"1 Q0 d7 3 0.5\n2 Q0 d7\n"].concat();
    assert_eq!(
        in_run(&run, "wrong-columns"),
        "error run:5: expected 6 columns, found 5: `1 Q0 d7 3 0.5` (2 rows: lines 5, 6)"
    );
    let qrels = [QRELS, b"2 Q0 d9 1 0.5 tag\n3 d1 1\n"].concat();
    assert_eq!(
        in_qrels(&qrels, "wrong-columns"),
        "error qrels:6: expected 4 columns, found 3: `3 d1 1`"
    );
    assert_eq!(
        in_qrels(&qrels, "run-row-in-qrels"),
        "error qrels:5: looks like a row of a run, not of qrels: `2 Q0 d9 1 0.5 tag`"
    );
    // A first row that evaluation would not get past counts, though the others make it a row.
    assert_eq!(
        in_run(b"1 0 5 1\n1 d1 1\n", "wrong-columns"),
        "error run:1: expected 6 columns, found 4: `1 0 5 1`"
    );
}

#[test]
fn more_columns_are_a_note_in_runs_and_a_warning_in_qrels() {
    assert_eq!(
        in_run(b"1 Q0 d1 1 2.5 my run\n", "extra-columns"),
        "note run:1: more columns than are read: `1 Q0 d1 1 2.5 my run`"
    );
    assert_eq!(
        in_qrels(b"1 0 d1 1 0.5\n", "extra-columns"),
        "warning qrels:1: more columns than are read: `1 0 d1 1 0.5`"
    );
}

#[test]
fn control_bytes_and_ids_that_are_not_utf_8_are_found() {
    let run = [RUN, b"1 Q0 d\x007 3 0.5 x\n"].concat();
    assert_eq!(in_run(&run, "control-byte"), "error run:5: control byte 0x00 in a row");
    let run = [RUN, b"1 Q0 caf\xe9 3 0.5 x\n"].concat();
    assert_eq!(in_run(&run, "not-utf-8"), "error run:5: document id `caf\u{fffd}` is not UTF-8");
    let qrels = [QRELS, b"\xe9 0 d 1\n"].concat();
    assert_eq!(in_qrels(&qrels, "not-utf-8"), "error qrels:5: topic id `\u{fffd}` is not UTF-8");
}

#[test]
fn scores_must_be_numbers_and_should_be_finite() {
    let run = [RUN, b"1 Q0 d7 3 n/a x\n1 Q0 d8 3 NaN x\n1 Q0 d9 4 -inf x\n"].concat();
    assert_eq!(in_run(&run, "bad-score"), "error run:5: score `n/a` is not a number");
    let all_bad = b"1 Q0 5 1 abc x\n1 Q0 6 2 def x\n";
    assert_eq!(codes(&report(QRELS, all_bad)), ["bad-score"]);
    assert_eq!(in_run(&run, "nan-score"), "error run:6: score `NaN` is not a number");
    assert_eq!(
        in_run(&run, "infinite-score"),
        "warning run:7: infinite score in `1 Q0 d9 4 -inf x`"
    );
}

#[test]
fn ranks_that_are_no_numbers_matter_only_without_scores() {
    assert_eq!(
        in_run(b"1 d1 1\n1 d2 two\n", "bad-rank"),
        "error run:2: rank `two` is not a whole number"
    );
    assert_eq!(
        in_run(b"1 Q0 d1 first 2.5 x\n", "bad-rank"),
        "note run:1: rank `first` is not a whole number"
    );
}

#[test]
fn grades_must_be_finite_and_unusual_ones_are_noted() {
    let qrels = [QRELS, b"1 0 d4 abc\n1 0 d5 inf\n1 0 d6 0.5\n1 0 d7 -2\n1 0 d8 -1\n"].concat();
    assert_eq!(
        in_qrels(&qrels, "bad-grade"),
        "error qrels:5: grade `abc` is not a finite number (2 rows: lines 5, 6)"
    );
    assert_eq!(
        in_qrels(&qrels, "fractional-grade"),
        "note qrels:7: grade `0.5` is not a whole number"
    );
    assert_eq!(
        in_qrels(&qrels, "negative-grade"),
        "note qrels:8: grade `-2` is negative (2 rows: lines 8, 9)"
    );
}

#[test]
fn a_document_ranked_twice_is_an_error_where_the_topic_is_judged() {
    let run = [RUN, b"1 Q0 d1 3 0.5 x\n"].concat();
    assert_eq!(
        in_run(&run, "duplicate-document"),
        "error run:5: document `d1` is ranked twice for topic `1`: first on line 1"
    );
    let run = [RUN, b"7 Q0 d1 1 0.5 x\n7 Q0 d1 2 0.25 x\n"].concat();
    assert!(in_run(&run, "duplicate-document").starts_with("warning run:6: "));
}

#[test]
fn second_judgments_are_told_apart_by_their_grade() {
    let qrels = [QRELS, b"1 0 d1 2\n1 0 d2 1\n"].concat();
    assert_eq!(
        in_qrels(&qrels, "duplicate-judgment"),
        "error qrels:5: document `d1` is judged twice for topic `1`: first on line 1"
    );
    assert_eq!(
        in_qrels(&qrels, "conflicting-judgment"),
        "error qrels:6: document `d2` has grade 1 for topic `1`, but 0 on line 2"
    );
    let groups = validate(&Source::bytes("qrels", &b"1 a d1 2\n1 b d1 2\n"[..]), &[]).unwrap();
    assert!(
        groups.files[0].findings[0].remedy.starts_with("the second column differs in all of these")
    );
}

#[test]
fn topics_without_a_relevant_document_are_named() {
    let qrels = [QRELS, b"3 0 d1 0\n3 0 d2 0.5\n"].concat();
    assert_eq!(
        in_qrels(&qrels, "topics-without-relevant"),
        "warning qrels:5: topic `3` has no relevant document"
    );
}

#[test]
fn missing_and_extra_topics_are_counted() {
    let run = b"1 Q0 d1 1 2.5 x\n8 Q0 d1 1 2.5 x\n9 Q0 d1 1 2.5 x\n";
    assert_eq!(
        in_run(run, "missing-topics"),
        "warning run: judged, but not in this run: `2` (1 topic)"
    );
    assert_eq!(
        in_run(run, "extra-topics"),
        "note run:2: topic `8` is not judged (2 topics: lines 2, 3)"
    );
}

#[test]
fn a_run_for_other_topics_is_an_error_and_similar_ids_are_shown() {
    let run = b"01 Q0 d1 1 2.5 x\n02 Q0 d1 1 2.5 x\n";
    assert_eq!(
        in_run(run, "no-common-topic"),
        "error run: no topic of this run is judged: it holds topics such as `01`, the qrels `1`"
    );
    assert_eq!(
        in_run(run, "similar-topic-ids"),
        "warning run:1: topic `01` here is `1` in the qrels when ignoring leading zeros \
         (2 topics: lines 1, 2)"
    );
    assert_eq!(codes(&report(QRELS, run)), ["no-common-topic", "similar-topic-ids"]);
}

#[test]
fn documents_that_are_the_same_but_for_their_writing_are_shown() {
    let run = b"1 Q0 D1 1 2.5 x\n1 Q0 D2 2 1.5 x\n2 Q0 [d3] 1 2.5 x\n2 Q0 d7 2 1.5 x\n";
    assert_eq!(
        in_run(run, "similar-document-ids"),
        "warning run:1: document `D1` here is `d1` in the qrels when ignoring case \
         (3 documents: lines 1, 2, 3)"
    );
    assert_eq!(
        in_run(run, "no-common-document"),
        "warning run:1: no retrieved document is judged, in any topic (2 topics: lines 1, 3)"
    );
}

#[test]
fn a_topic_without_a_judged_document_counts_only_where_much_was_judged() {
    let few = b"1 Q0 d1 1 2.5 x\n2 Q0 d7 1 2.5 x\n";
    assert!(!codes(&report(QRELS, few)).contains(&"no-common-document"));
    let (mut qrels, mut run) = (QRELS.to_vec(), RUN.to_vec());
    for i in 0..10 {
        qrels.extend(format!("3 0 a{i} 1\n").bytes());
        run.extend(format!("3 Q0 b{i} {i} {} x\n", -i).bytes());
    }
    assert_eq!(
        found(&report(&qrels, &run), "no-common-document"),
        "warning run:5: no document of topic `3` is judged"
    );
}

#[test]
fn ranks_that_contradict_scores_are_counted_by_row_and_topic() {
    let run = b"1 Q0 d1 2 2.5 x\n1 Q0 d2 1 1.5 x\n2 Q0 d3 1 0.5 x\n2 Q0 d1 2 0.25 x\n";
    assert_eq!(
        in_run(run, "rank-contradicts-score"),
        "warning run:1: rank 2 does not fit score 2.5 among those of topic `1` (2 rows: lines 1, 2)"
    );
    let distances = b"1 Q0 d1 1 0.5 x\n1 Q0 d2 2 1.5 x\n2 Q0 d3 1 0.5 x\n2 Q0 d1 2 2.5 x\n";
    let report = report(QRELS, distances);
    assert_eq!(
        found(&report, "rank-contradicts-score"),
        "warning run:1: rank 1 does not fit score 0.5 among those of topic `1`, and so in 2 topics \
         (4 rows: lines 1, 2, 3, …)"
    );
    assert!(
        report.files[1].findings[0].remedy.starts_with("the lowest scores have the first ranks")
    );
}

#[test]
fn ties_say_how_far_they_move_ndcg() {
    let run = b"1 Q0 d1 1 1.5 x\n1 Q0 d2 2 1.5 x\n2 Q0 d3 1 0.5 x\n2 Q0 d1 2 0.25 x\n";
    // Topic 1: d1, of grade 2, stands first or second: nDCG@10 is 1 or 1 / log2(3).
    assert_eq!(
        in_run(run, "tied-scores"),
        "warning run:1: 2 documents of topic `1` have score 1.5; 1 topic with ties, whose order \
         moves nDCG@10 by 0.1845: 0.8155 to 1.0000 (2 rows: lines 1, 2)"
    );
    let below = [RUN, b"2 Q0 d8 3 0.125 x\n2 Q0 d9 4 0.125 x\n"].concat();
    assert_eq!(
        in_run(&below, "tied-scores"),
        "note run:5: 2 documents of topic `2` have score 0.125; 1 topic with ties, whose order \
         does not change nDCG@10: 1.0000 (2 rows: lines 5, 6)"
    );
}

#[test]
fn scores_that_differ_beyond_single_precision_are_noted() {
    let run = b"1 Q0 d1 1 0.9222621455 x\n1 Q0 d2 2 0.9222621453 x\n2 Q0 d3 1 0.5 x\n";
    assert_eq!(
        in_run(run, "single-precision-ties"),
        "note run:2: score 0.9222621453 is not 0.9222621455, but is the same in single precision"
    );
}

#[test]
fn unjudged_documents_are_a_warning_where_topics_are_judged_deeply() {
    let run = b"1 Q0 d1 1 2.5 x\n1 Q0 d8 2 1.5 x\n1 Q0 d9 3 1.25 x\n2 Q0 d1 1 2.5 x\n";
    let message = "unjudged on average: 33.3 % of the top 10, 33.3 % of the top 100 (1 topic)";
    assert_eq!(in_run(run, "unjudged-documents"), format!("note run: {message}"));
    let deep: String = (0..10).map(|i| format!("1 0 a{i} 1\n")).collect();
    let run = b"1 Q0 a1 1 2.5 x\n1 Q0 d8 2 1.5 x\n1 Q0 d9 3 1.25 x\n";
    assert_eq!(
        found(&report(deep.as_bytes(), run), "unjudged-documents"),
        "warning run: unjudged on average: 66.7 % of the top 10, 66.7 % of the top 100 (1 topic)"
    );
}

#[test]
fn rankings_much_shorter_than_the_others_are_noted() {
    let mut run = String::new();
    for topic in 1..=2 {
        run.extend((0..11).map(|i| format!("{topic} Q0 d{i} {i} {} x\n", -i)));
    }
    run.push_str("3 Q0 d1 1 2.5 x\n");
    assert_eq!(
        in_run(run.as_bytes(), "short-rankings"),
        "note run:23: topic `3` has 1 row, where the median is 11"
    );
}

#[test]
fn several_tags_and_scattered_topics_are_noted() {
    let run = [RUN, b"1 Q0 d8 3 0.5 y\n1 Q0 d9 4 0.25 z\n"].concat();
    assert_eq!(in_run(&run, "several-tags"), "note run:5: tag `y` after `x` (2 tags: lines 5, 6)");
    assert_eq!(
        in_run(&run, "scattered-topics"),
        "note run:5: topic `1` goes on here, after another one"
    );
    let qrels = [QRELS, b"1 0 d9 1\n"].concat();
    assert!(in_qrels(&qrels, "scattered-topics").starts_with("note qrels:5: "));
}

#[test]
fn marks_line_ends_and_blank_lines_are_noted() {
    let run = [b"\xef\xbb\xbf", RUN].concat();
    assert_eq!(
        in_run(&run, "byte-order-mark"),
        "note run: the file starts with a UTF-8 byte-order mark"
    );
    let text = String::from_utf8(RUN.to_vec()).unwrap();
    let windows = text.replace('\n', "\r\n") + "\r\n";
    assert_eq!(
        in_run(windows.as_bytes(), "crlf"),
        "note run:1: the line ends in CR LF (5 lines: lines 1, 2, 3, …)"
    );
    assert_eq!(in_run(windows.as_bytes(), "blank-lines"), "note run:5: blank line in a run");
    assert_eq!(report(QRELS, windows.as_bytes()).count(Severity::Warning), 0);
    assert_eq!(
        in_run(b"1 Q0 d1 1 2.5 x\r1 Q0 d2 2 1.5 x\r", "lone-carriage-return"),
        "error run:1: carriage return within a line: `1 Q0 d1 1 2.5 x\\r1 Q0 d2 2 1.5 x`"
    );
}
