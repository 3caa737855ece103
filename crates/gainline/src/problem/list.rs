//! The list of problems. An entry is a check (its severity, code, unit, meaning and remedy), the
//! data of the problem, and the message that is made of it.

use super::{Check, LooksLike, Severity, Spelling, TieEffect, is_whole, q, same_but_for};

/// What to do about unjudged documents, behind a sentence that says how many there are.
pub const UNJUDGED_ADVICE: &str = "they count as not relevant, so a run with many of them may be better \
     than it appears; see `gainline eval --unjudged bounds` or `gainline missing`";

/// Makes the problems with their checks, in the order in which those of one severity are reported.
macro_rules! problems {
    ($(
        $check:ident = $severity:ident $code:literal ($unit:literal):
        $meaning:literal, $remedy:expr;
        $name:ident $({ $($(#[$doc:meta])* $field:ident: $type:ty,)+ })? => $message:expr
        $(, $special:expr)?;
    )+) => {
        /// Something wrong or suspicious, with the data that tells what. The texts of rows and
        /// cells are the first 60 characters of what stands in the file.
        #[derive(Debug, Clone, PartialEq)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "code", content = "data"))]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum Problem {
            $(
                #[doc = $meaning]
                #[cfg_attr(feature = "serde", serde(rename = $code))]
                $name $({ $($(#[$doc])* $field: $type,)+ })?,
            )+
        }

        impl Problem {
            /// What kind of problem this is.
            pub fn check(&self) -> &'static Check {
                match self {
                    $(Problem::$name { .. } => &$check,)+
                }
            }

            /// What is wrong, in words; the place and the remedy stand apart.
            #[allow(unused_variables)] // not every message shows all of its data
            pub fn message(&self) -> String {
                match self {
                    $(Problem::$name $({ $($field),+ })? => $message,)+
                }
            }

            /// What to do about it.
            #[allow(unused_variables)] // few remedies depend on the data
            pub fn remedy(&self) -> &'static str {
                let special = match self {
                    $(Problem::$name $({ $($field),+ })? => None::<&str>$(.or($special))?,)+
                };
                special.unwrap_or(self.check().remedy)
            }
        }

        $(pub(crate) static $check: Check = Check {
            code: $code,
            severity: Severity::$severity,
            unit: $unit,
            meaning: $meaning,
            remedy: $remedy,
        };)+

        /// Every kind of problem.
        pub static CHECKS: &[&Check] = &[$(&$check),+];
    };
}

/// What to do where documents are judged more than once, each time with another second column.
const BY_GROUP: &str = "the second column differs in all of these: are they judgments by subtopic, \
    or by group (`gainline trec-eval -R qrels_jg`)? Otherwise keep one row of each";

/// What to do where scores go up with the ranks.
const LOWEST_FIRST: &str = "the lowest scores have the first ranks: if they are distances or costs, \
    negate them, because the highest score is ranked first";

problems! {
    UNREADABLE = Error "unreadable" ("files"):
        "the file could not be opened, read or decompressed",
        "check the path, the permissions, and that the file is complete";
        Unreadable {
            /// Why.
            reason: String,
        } => reason.clone();
    EMPTY_FILE = Error "empty-file" ("files"):
        "the file holds no rows",
        "was it written to the end?";
        EmptyFile {
            /// What was to be read: `rows` or `judgments`.
            expected: &'static str,
        } => format!("no {expected} in this file");
    UTF_16 = Error "utf-16" ("files"):
        "the file is UTF-16, not UTF-8",
        "convert it, for example with `iconv -f UTF-16 -t UTF-8`";
        Utf16 => UTF_16.meaning.to_string();
    WRONG_FILE = Error "wrong-file" ("files"):
        "the file is of another kind: qrels for a run, a run for qrels, JSON, CSV, HTML",
        "the qrels come first and the runs after it: gainline validate QRELS RUN...";
        WrongFile {
            /// What was expected: `a run` or `qrels`.
            expected: &'static str,
            /// What it looks like.
            looks_like: LooksLike,
            /// The first row.
            row: String,
        } => format!("looks like {looks_like}, not {expected}: {}", q(row)),
        looks_like.file_remedy();
    HEADER_LINE = Error "header-line" ("lines"):
        "the first row holds the names of columns",
        "this looks like a header line: remove it";
        HeaderLine {
            /// What rows were expected, such as those of `a run`.
            expected: &'static str,
            /// The line.
            row: String,
        } => format!("not a row of {expected}: {}", q(row));
    COMMENT_LINE = Error "comment-line" ("lines"):
        "a comment that starts with `#`",
        "comments are not read: remove them, for example with `grep -v '^#'`";
        CommentLine {
            /// What rows were expected, such as those of `a run`.
            expected: &'static str,
            /// The line.
            row: String,
        } => format!("not a row of {expected}: {}", q(row));
    NOT_A_ROW = Error "not-a-row" ("lines"):
        "a line of another format among rows: JSON, HTML or XML, a pointer to a file in Git LFS",
        "rows are lines of columns separated by blanks or tabs";
        NotARow {
            /// What rows were expected, such as those of `a run`.
            expected: &'static str,
            /// What the line looks like.
            looks_like: LooksLike,
            /// The line.
            row: String,
        } => format!("not a row of {expected}: {}", q(row)),
        looks_like.remedy();
    RUN_ROW_IN_QRELS = Error "run-row-in-qrels" ("rows"):
        "qrels hold a row of a run",
        "a row of qrels is `topic iteration document grade`";
        RunRowInQrels {
            /// The row.
            row: String,
        } => format!("looks like a row of a run, not of qrels: {}", q(row));
    WRONG_COLUMNS = Error "wrong-columns" ("rows"):
        "a row has too few columns",
        "a run's row is `topic Q0 document rank score tag`, or in all rows `topic document rank`; \
         ids hold no blanks";
        WrongColumns {
            /// How many columns the format has.
            expected: usize,
            /// How many there are.
            found: usize,
            /// The row.
            row: String,
        } => format!("expected {expected} columns, found {found}: {}", q(row));
    CONTROL_BYTE = Error "control-byte" ("rows"):
        "a row holds a byte that is not text",
        "rows are printable text, with blanks or tabs between the columns";
        ControlByte {
            /// The byte.
            byte: u8,
        } => format!("control byte 0x{byte:02x} in a row");
    NOT_UTF_8 = Error "not-utf-8" ("rows"):
        "an id is not UTF-8",
        "convert the file, for example with `iconv -f LATIN1 -t UTF-8`";
        NotUtf8 {
            /// What the id is of, such as a `topic` or a `document`.
            what: &'static str,
            /// The id, with `U+FFFD` for what is not UTF-8.
            id: String,
        } => format!("{what} id {} is not UTF-8", q(id));
    BAD_SCORE = Error "bad-score" ("rows"):
        "a score is not a number",
        "column 5 of a run is the score that the ranking is sorted by, highest first";
        BadScore {
            /// The score as it stands in the file.
            score: String,
        } => format!("score {} is not a number", q(score));
    NAN_SCORE = Error "nan-score" ("rows"):
        "a score is NaN",
        "a NaN cannot be ranked: find out where the system divides by 0, or leave the row out";
        NanScore {
            /// The score as it stands in the file.
            score: String,
        } => format!("score {} is not a number", q(score));
    BAD_RANK = Error "bad-rank" ("rows"):
        "a rank is not a whole number (a note where there are scores, which go before ranks)",
        "a row of this run is `topic document rank`; ranks count from 1";
        BadRank {
            /// The rank as it stands in the file.
            rank: String,
        } => {
            let what = if is_whole(rank) { "too large" } else { "not a whole number" };
            format!("rank {} is {what}", q(rank))
        };
    BAD_GRADE = Error "bad-grade" ("rows"):
        "a grade is not a finite number",
        "the last column of qrels is the grade, such as 0, 1 or 2";
        BadGrade {
            /// The grade as it stands in the file.
            grade: String,
        } => format!("grade {} is not a finite number", q(grade));
    DUPLICATE_DOCUMENT = Error "duplicate-document" ("rows"):
        "a document comes twice in a topic's ranking (a warning if no such topic is judged)",
        "keep one row of each, usually the one with the highest score";
        DuplicateDocument {
            /// The topic.
            topic: String,
            /// The document.
            document: String,
            /// The line it is on first.
            first_line: u64,
        } => format!(
            "document {} is ranked twice for topic {}: first on line {first_line}",
            q(document),
            q(topic)
        );
    DUPLICATE_JUDGMENT = Error "duplicate-judgment" ("rows"):
        "a document is judged twice for a topic, with the same grade",
        "keep one row of each, for example with `sort -u`";
        DuplicateJudgment {
            /// The topic.
            topic: String,
            /// The document.
            document: String,
            /// The line it is on first.
            first_line: u64,
            /// The second column differs wherever a document is judged twice.
            by_group: bool,
        } => format!(
            "document {} is judged twice for topic {}: first on line {first_line}",
            q(document),
            q(topic)
        ),
        by_group.then_some(BY_GROUP);
    CONFLICTING_JUDGMENT = Error "conflicting-judgment" ("rows"):
        "a document is judged twice for a topic, with different grades",
        "decide on one grade; tools that accept both differ in which they use";
        ConflictingJudgment {
            /// The topic.
            topic: String,
            /// The document.
            document: String,
            /// Its second grade.
            grade: f64,
            /// Its first grade.
            first_grade: f64,
            /// The line of the first grade.
            first_line: u64,
            /// The second column differs wherever a document is judged twice.
            by_group: bool,
        } => format!(
            "document {} has grade {grade} for topic {}, but {first_grade} on line {first_line}",
            q(document),
            q(topic)
        ),
        by_group.then_some(BY_GROUP);
    NO_COMMON_TOPIC = Error "no-common-topic" ("files"):
        "no topic of the run is judged",
        "is this run for other topics, or are their ids written in another way?";
        NoCommonTopic {
            /// The run's first topic.
            in_run: String,
            /// The qrels' first topic.
            in_qrels: String,
        } => format!(
            "no topic of this run is judged: it holds topics such as {}, the qrels {}",
            q(in_run),
            q(in_qrels)
        );
    MISSING_TOPICS = Warning "missing-topics" ("topics"):
        "judged topics that the run lacks",
        "`gainline eval` counts them as empty rankings; `--missing skip` leaves them out, as \
         trec_eval does without -c";
        MissingTopics {
            /// The topics, in the order of the qrels.
            topics: Vec<String>,
        } => {
            let names: Vec<String> = topics.iter().take(3).map(|topic| q(topic)).collect();
            let more = if topics.len() > names.len() { ", …" } else { "" };
            format!("judged, but not in this run: {}{more}", names.join(", "))
        };
    SIMILAR_TOPIC_IDS = Warning "similar-topic-ids" ("topics"):
        "a topic of the run is not judged, but one is whose id differs in writing only",
        "write the ids alike in both files";
        SimilarTopicIds {
            /// The id in the run.
            in_run: String,
            /// The id in the qrels.
            in_qrels: String,
            /// What they differ in.
            ignoring: Vec<Spelling>,
        } => format!("topic {}", same_but_for(in_run, in_qrels, ignoring));
    SIMILAR_DOCUMENT_IDS = Warning "similar-document-ids" ("documents"):
        "a document is unjudged, but one is judged whose id differs in writing only",
        "write the ids alike in both files, or these documents count as unjudged";
        SimilarDocumentIds {
            /// The topic.
            topic: String,
            /// The id in the run.
            in_run: String,
            /// The id in the qrels.
            in_qrels: String,
            /// What they differ in.
            ignoring: Vec<Spelling>,
        } => format!("document {}", same_but_for(in_run, in_qrels, ignoring));
    NO_COMMON_DOCUMENT = Warning "no-common-document" ("topics"):
        "none of a topic's documents is judged: in any topic, or in one with ten judgments or more \
         and as many documents",
        "is this run on another collection, or are its ids written in another way?";
        NoCommonDocument {
            /// The topic.
            topic: String,
            /// It is so in every topic.
            in_all_topics: bool,
        } => {
            match in_all_topics {
                true => "no retrieved document is judged, in any topic".into(),
                false => format!("no document of topic {} is judged", q(topic)),
            }
        };
    TOPICS_WITHOUT_RELEVANT = Warning "topics-without-relevant" ("topics"):
        "no document of a topic has a grade of 1 or more",
        "most measures give 0 there, which lowers every run's mean; some tools leave such topics \
         out";
        TopicsWithoutRelevant {
            /// The topic.
            topic: String,
        } => format!("topic {} has no relevant document", q(topic));
    RANK_CONTRADICTS_SCORE = Warning "rank-contradicts-score" ("rows"):
        "the rank column orders a topic's documents in another way than the scores",
        "the scores decide, here and in trec_eval: make sure that they are the ones meant";
        RankContradictsScore {
            /// The topic.
            topic: String,
            /// The rank.
            rank: i64,
            /// The score.
            score: f64,
            /// Topics with such rows.
            topics: usize,
            /// In all of them the lowest scores have the first ranks.
            reversed: bool,
        } => {
            let all =
                if *topics > 1 { format!(", and so in {topics} topics") } else { String::new() };
            format!("rank {rank} does not fit score {score} among those of topic {}{all}", q(topic))
        },
        reversed.then_some(LOWEST_FIRST);
    INFINITE_SCORE = Warning "infinite-score" ("rows"):
        "a score is infinite",
        "infinite scores are ranked first or last and tie with each other";
        InfiniteScore {
            /// The row.
            row: String,
        } => format!("infinite score in {}", q(row));
    LONE_CARRIAGE_RETURN = Error "lone-carriage-return" ("lines"):
        "a carriage return within a line: rows were not separated",
        "turn carriage returns into line ends, for example with `tr '\\r' '\\n'`";
        LoneCarriageReturn {
            /// The line.
            row: String,
        } => format!("carriage return within a line: {}", q(row));
    EXTRA_COLUMNS = Warning "extra-columns" ("rows"):
        "a row has more columns than its format (a note in runs, whose tags may hold blanks)",
        "they are not read; make sure that no id holds a blank, which would shift the others";
        ExtraColumns {
            /// The row.
            row: String,
        } => format!("more columns than are read: {}", q(row));
    TIED_SCORES = Warning "tied-scores" ("rows"):
        "equal scores in a judged topic (a note if nDCG@10 changes by less than 0.001)",
        "tools order ties differently: by document id here and in trec_eval; choose with --ties, \
         or write distinct scores";
        TiedScores {
            /// The topic.
            topic: String,
            /// How many of its documents have the score.
            documents: usize,
            /// The score.
            score: f64,
            /// How far ties move nDCG@10, where there are judgments.
            effect: Option<TieEffect>,
        } => {
            let effect = effect.as_ref().map(ToString::to_string).unwrap_or_default();
            format!("{documents} documents of topic {} have score {score}{effect}", q(topic))
        };
    UNJUDGED_DOCUMENTS = Warning "unjudged-documents" ("topics"):
        "documents near the top are unjudged (a note up to half of the top 10, or where topics \
         have fewer than ten judgments on average)",
        UNJUDGED_ADVICE;
        UnjudgedDocuments {
            /// The unjudged share of the top 10, averaged over the common topics.
            at_10: f64,
            /// The unjudged share of the top 100, averaged over the common topics.
            at_100: f64,
        } => format!(
            "unjudged on average: {:.1} % of the top 10, {:.1} % of the top 100",
            100.0 * at_10,
            100.0 * at_100
        );
    EXTRA_TOPICS = Note "extra-topics" ("topics"):
        "topics of the run that are not judged",
        "they are not evaluated";
        ExtraTopics {
            /// The topic.
            topic: String,
        } => format!("topic {} is not judged", q(topic));
    SINGLE_PRECISION_TIES = Note "single-precision-ties" ("rows"):
        "scores that differ, but not in single precision",
        "trec_eval 9 and pytrec_eval see ties there and may rank these documents otherwise";
        SinglePrecisionTies {
            /// The score.
            score: f64,
            /// The score ranked before it.
            score_before: f64,
        } => format!(
            "score {score} is not {score_before}, but is the same in single precision"
        );
    SHORT_RANKINGS = Note "short-rankings" ("topics"):
        "rankings of less than a tenth of the median length",
        "did the system fail, or stop early, for these topics?";
        ShortRankings {
            /// The topic.
            topic: String,
            /// How many rows it has.
            rows: usize,
            /// The median over the topics.
            median: usize,
        } => {
            let unit = if *rows == 1 { "row" } else { "rows" };
            format!("topic {} has {rows} {unit}, where the median is {median}", q(topic))
        };
    SEVERAL_TAGS = Note "several-tags" ("tags"):
        "more than one run tag in a run",
        "was more than one run put into this file? The last row's tag is taken";
        SeveralTags {
            /// The tag.
            tag: String,
            /// The first tag.
            first_tag: String,
        } => format!("tag {} after {}", q(tag), q(first_tag));
    SCATTERED_TOPICS = Note "scattered-topics" ("topics"):
        "a topic's rows do not stand together",
        "the result is the same; evaluating a scattered run takes more memory";
        ScatteredTopics {
            /// The topic.
            topic: String,
        } => format!("topic {} goes on here, after another one", q(topic));
    NEGATIVE_GRADE = Note "negative-grade" ("rows"):
        "a grade below 0",
        "such documents have no gain; trec_eval and bpref treat them as pooled but not judged";
        NegativeGrade {
            /// The grade as it stands in the file.
            grade: String,
        } => format!("grade {} is negative", q(grade));
    FRACTIONAL_GRADE = Note "fractional-grade" ("rows"):
        "a grade that is not a whole number",
        "trec_eval cuts it to a whole number, so its figures differ from those of `gainline eval`";
        FractionalGrade {
            /// The grade as it stands in the file.
            grade: String,
        } => format!("grade {} is not a whole number", q(grade));
    BYTE_ORDER_MARK = Note "byte-order-mark" ("files"):
        "the file starts with a UTF-8 byte-order mark",
        "it is skipped here, but other tools take it for part of the first topic's id";
        ByteOrderMark => BYTE_ORDER_MARK.meaning.to_string();
    CRLF = Note "crlf" ("lines"):
        "lines that end in CR LF, as on Windows",
        "they are read like any other";
        Crlf => "the line ends in CR LF".to_string();
    BLANK_LINES = Note "blank-lines" ("lines"):
        "lines without text",
        "they are skipped here, but trec_eval refuses them in qrels";
        BlankLines {
            /// What they are in: `a run` or `qrels`.
            file: &'static str,
        } => format!("blank line in {file}");
}
