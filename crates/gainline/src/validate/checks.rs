//! The checks: one list that findings, documentation and tests all read.

use super::findings::Severity;

/// Something that a validation looks for.
#[derive(Debug)]
#[non_exhaustive]
pub struct Check {
    /// Its stable name.
    pub code: &'static str,
    /// How bad it usually is; the finding's own severity may differ, as `meaning` says.
    pub severity: Severity,
    /// What is counted.
    pub unit: &'static str,
    /// What it is, in a line.
    pub meaning: &'static str,
    /// What to do about it.
    pub remedy: &'static str,
}

/// Makes the checks with their list, in the order in which findings of one severity are reported.
macro_rules! checks {
    ($($name:ident = $severity:ident $code:literal ($unit:literal): $meaning:literal, $remedy:literal;)+) => {
        $(pub(super) static $name: Check = Check {
            code: $code,
            severity: Severity::$severity,
            unit: $unit,
            meaning: $meaning,
            remedy: $remedy,
        };)+
        /// Everything that a validation looks for.
        pub static CHECKS: &[&Check] = &[$(&$name),+];
    };
}

checks! {
    UNREADABLE = Error "unreadable" ("files"):
        "the file could not be opened, read or decompressed",
        "check the path, the permissions, and that the file is whole";
    EMPTY_FILE = Error "empty-file" ("files"):
        "the file holds no rows",
        "was it written to the end?";
    UTF_16 = Error "utf-16" ("files"):
        "the file is UTF-16, not UTF-8",
        "convert it, for example with `iconv -f UTF-16 -t UTF-8`";
    WRONG_FILE = Error "wrong-file" ("files"):
        "the file is of another kind: qrels for a run, a run for qrels, JSON, CSV, HTML",
        "the qrels come first and the runs after it: gainline validate QRELS RUN...";
    HEADER_LINE = Error "header-line" ("lines"):
        "the first row holds the names of columns",
        "remove it, for example with `sed 1d`";
    COMMENT_LINE = Error "comment-line" ("lines"):
        "a comment that starts with `#`",
        "remove comments, for example with `grep -v '^#'`";
    WRONG_COLUMNS = Error "wrong-columns" ("rows"):
        "a row has too few columns, or qrels hold a row of a run",
        "a run's row is `topic Q0 document rank score tag`, or in all rows `topic document rank`; \
         ids hold no blanks";
    CONTROL_BYTE = Error "control-byte" ("rows"):
        "a row holds a byte that is not text",
        "rows are made of printable text, blanks and tabs; a byte 0x00 points to a binary file or \
         one that was cut or damaged";
    NOT_UTF_8 = Error "not-utf-8" ("rows"):
        "an id is not UTF-8",
        "convert the file, for example with `iconv -f LATIN1 -t UTF-8`";
    BAD_SCORE = Error "bad-score" ("rows"):
        "a score is not a number",
        "column 5 of a run is the score that the ranking is sorted by, highest first; trec_eval \
         would read it as 0";
    NAN_SCORE = Error "nan-score" ("rows"):
        "a score is NaN",
        "a NaN cannot be ranked: find out where the system divides by 0, or leave the row out";
    BAD_RANK = Error "bad-rank" ("rows"):
        "a rank is not a whole number (a note where there are scores, which go before ranks)",
        "ranks count from 1; they are read in three-column runs and for `--ties rank`";
    BAD_GRADE = Error "bad-grade" ("rows"):
        "a grade is not a finite number",
        "the last column of qrels is the grade, such as 0, 1 or 2; trec_eval would read it as 0";
    DUPLICATE_DOCUMENT = Error "duplicate-document" ("rows"):
        "a document comes twice in a topic's ranking (a warning if no such topic is judged)",
        "keep one row of each, usually the one with the highest score";
    DUPLICATE_JUDGMENT = Error "duplicate-judgment" ("rows"):
        "a document is judged twice for a topic, with the same grade",
        "keep one row of each, for example with `sort -u`";
    CONFLICTING_JUDGMENT = Error "conflicting-judgment" ("rows"):
        "a document is judged twice for a topic, with different grades",
        "decide on one grade; tools that accept both differ in which they use";
    NO_COMMON_TOPIC = Error "no-common-topic" ("files"):
        "no topic of the run is judged",
        "is this run for other topics, or are their ids written in another way?";
    MISSING_TOPICS = Warning "missing-topics" ("topics"):
        "judged topics that the run lacks",
        "`gainline eval` counts them as empty rankings; `--missing skip` leaves them out, as \
         trec_eval does without -c";
    SIMILAR_TOPIC_IDS = Warning "similar-topic-ids" ("topics"):
        "a topic of the run is not judged, but one is whose id differs in writing only",
        "write the ids alike in both files";
    SIMILAR_DOCUMENT_IDS = Warning "similar-document-ids" ("documents"):
        "a document is unjudged, but one is judged whose id differs in writing only",
        "write the ids alike in both files, or these documents count as unjudged";
    NO_COMMON_DOCUMENT = Warning "no-common-document" ("topics"):
        "none of a topic's documents is judged: in any topic, or in one with ten judgments or more \
         and as many documents",
        "is this run on another collection, or are its ids written in another way?";
    TOPICS_WITHOUT_RELEVANT = Warning "topics-without-relevant" ("topics"):
        "no document of a topic has a grade of 1 or more",
        "most measures give 0 there, which lowers every run's mean; some tools leave such topics \
         out";
    RANK_CONTRADICTS_SCORE = Warning "rank-contradicts-score" ("rows"):
        "the rank column orders a topic's documents in another way than the scores",
        "the scores decide, here and in trec_eval: make sure that they are the ones meant";
    INFINITE_SCORE = Warning "infinite-score" ("rows"):
        "a score is infinite",
        "infinite scores are ranked first or last and tie with each other";
    LONE_CARRIAGE_RETURN = Error "lone-carriage-return" ("lines"):
        "a carriage return within a line: rows were not told apart",
        "turn them into line ends, for example with `tr '\\r' '\\n'`";
    EXTRA_COLUMNS = Warning "extra-columns" ("rows"):
        "a row has more columns than its format (a note in runs, whose tags may hold blanks)",
        "they are not read; make sure that no id holds a blank, which would shift the others";
    TIED_SCORES = Warning "tied-scores" ("rows"):
        "equal scores in a judged topic (a note if nDCG@10 moves by less than 0.001)",
        "tools order ties differently: by document id here and in trec_eval; `--ties` chooses, \
         distinct scores settle it";
    UNJUDGED_DOCUMENTS = Warning "unjudged-documents" ("topics"):
        "documents near the top are unjudged (a note up to half of the top 10, or where topics \
         have fewer than ten judgments on average)",
        "they count as not relevant; compare with `gainline eval --unjudged condense`";
    EXTRA_TOPICS = Note "extra-topics" ("topics"):
        "topics of the run that are not judged",
        "they are not evaluated";
    SINGLE_PRECISION_TIES = Note "single-precision-ties" ("rows"):
        "scores that differ, but not in single precision",
        "trec_eval 9 and pytrec_eval see ties there and may rank these documents otherwise";
    SHORT_RANKINGS = Note "short-rankings" ("topics"):
        "rankings of less than a tenth of the median length",
        "did the system fail, or stop early, for these topics?";
    SEVERAL_TAGS = Note "several-tags" ("tags"):
        "more than one run tag in a run",
        "was more than one run put into this file? The last row's tag is taken";
    SCATTERED_TOPICS = Note "scattered-topics" ("topics"):
        "a topic's rows do not stand together",
        "the result is the same; evaluating a scattered run takes more memory";
    NEGATIVE_GRADE = Note "negative-grade" ("rows"):
        "a grade below 0",
        "such documents have no gain; trec_eval and bpref treat them as pooled but not judged";
    FRACTIONAL_GRADE = Note "fractional-grade" ("rows"):
        "a grade that is not a whole number",
        "trec_eval cuts it to a whole number, so its figures differ from those of `gainline eval`";
    BYTE_ORDER_MARK = Note "byte-order-mark" ("files"):
        "the file starts with a UTF-8 byte-order mark",
        "it is skipped here, but other tools take it for part of the first topic's id";
    CRLF = Note "crlf" ("lines"):
        "lines that end in CR LF, as on Windows",
        "they are read like any other";
    BLANK_LINES = Note "blank-lines" ("lines"):
        "lines without text",
        "they are skipped here, but trec_eval refuses them in qrels";
}
