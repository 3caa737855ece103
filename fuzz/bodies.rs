//! What each fuzz target does with its bytes: read them, and check what must hold of whatever
//! came out. A panic is a finding; an error is an answer.
//!
//! The targets share this file with the test `fuzz_smoke`, which needs no fuzzer.

// Each target uses one of these functions.
#![allow(dead_code)]

use gainline::{
    Dialect, Evaluator, Expected, FAMILIES, GroupedQrels, Known, Measure, Options,
    PreferenceJudgments, PreferencesLayout, Qrels, Run, Scorer, Scores, Severity, Slices, Source,
    Ties, TopicNumbers, parse_measures,
};
use std::sync::LazyLock;

const DIALECTS: [Dialect; 2] = [Dialect::Gainline, Dialect::TrecEval];

/// Few topics and documents with short names, so that a fuzzer hits them.
static QRELS: LazyLock<Qrels> = LazyLock::new(|| {
    let rows = [
        ("1", "a", 2.0),
        ("1", "b", 0.0),
        ("1", "c", 1.0),
        ("1", "d", -1.0),
        ("2", "a", 1.5),
        ("2", "é", 3.0),
        ("3", "x", 0.0),
        ("q", "q", 1.0),
    ];
    Qrels::from_rows(rows).expect("no row comes twice")
});

static RUN: LazyLock<Run> = LazyLock::new(|| {
    let rows = [("1", "a"), ("1", "z"), ("1", "c"), ("1", "b"), ("2", "a"), ("q", "q"), ("q", "a")];
    Run::from_rows(rows.map(|(topic, doc)| (topic, doc, 1.0))).expect("scores are numbers")
});

/// Every measure over grades, at its defaults.
static GRADED: LazyLock<Vec<Measure>> =
    LazyLock::new(|| of_kind(|scorer| matches!(scorer, Scorer::Judged(_))));

/// Every measure over judgment groups, at its defaults.
static OVER_GROUPS: LazyLock<Vec<Measure>> =
    LazyLock::new(|| of_kind(|scorer| matches!(scorer, Scorer::Groups(_))));

fn of_kind(wanted: impl Fn(&Scorer) -> bool) -> Vec<Measure> {
    let plain = FAMILIES.iter().map(|family| family.name.to_string());
    let cut = FAMILIES.iter().map(|family| format!("{}@1", family.name));
    let parsed = plain.chain(cut).filter_map(|text| text.parse::<Measure>().ok());
    parsed.filter(|measure| wanted(&measure.scorer(1.0))).collect()
}

/// Judgments, both dialects: what was read can be looked up again.
pub fn qrels(data: &[u8]) {
    for dialect in DIALECTS {
        let qrels = match Qrels::read_as(Source::bytes("qrels", data), dialect) {
            Ok(qrels) => qrels,
            Err(error) => {
                assert!(error.to_string().starts_with("qrels:"), "an error names its file");
                continue;
            }
        };
        let mut judgments = 0;
        for name in qrels.topics() {
            let topic = qrels.topic(name).expect("a topic that was listed");
            assert!(topic.grades().windows(2).all(|pair| pair[0] >= pair[1]));
            judgments += topic.len();
            for (doc, grade) in topic.documents().take(10) {
                assert_eq!(qrels.grade(name, doc), Some(grade));
            }
        }
        assert_eq!(judgments, qrels.judgments());
    }
}

/// An evaluator on one thread and one on two, for each dialect and rule for ties. Made once: it is
/// their work that is to be fuzzed.
static EVALUATORS: LazyLock<Vec<(Dialect, [Evaluator; 2])>> = LazyLock::new(|| {
    let ties = [Ties::Docid, Ties::Rank, Ties::Input];
    let choices = DIALECTS.into_iter().flat_map(|dialect| ties.map(|ties| (dialect, ties)));
    choices.map(|(dialect, ties)| (dialect, [1, 2].map(|n| evaluator(dialect, ties, n)))).collect()
});

fn evaluator(dialect: Dialect, ties: Ties, threads: usize) -> Evaluator {
    let options = Options { ties, dialect, threads: Some(threads), ..Options::default() };
    // With all that any measure needs.
    let known = Known::from_rows([("t1", "d1"), ("1", "d1")]).expect("no row twice");
    let options = options.collection(1 << 40).known(known).expected(Expected::Each(2.0));
    Evaluator::new(&QRELS, &GRADED, options).expect("graded measures over grades")
}

/// Runs, both dialects and every rule for ties: a file gives the same scores on any number of
/// threads, and the same as the run read into memory first.
pub fn run(data: &[u8]) {
    let source = Source::bytes("run", data);
    for (dialect, [on_one_thread, on_two]) in EVALUATORS.iter() {
        let streamed = on_one_thread.run(source.clone());
        assert_eq!(streamed, on_two.run(source.clone()));
        let scores = match streamed {
            Ok(scores) => scores,
            Err(error) => {
                assert!(error.to_string().starts_with("run:"), "an error names its file");
                continue;
            }
        };
        let run = Run::read_as(source.clone(), *dialect).expect("what streamed reads whole");
        for evaluator in [on_one_thread, on_two] {
            same_values(&scores, &evaluator.evaluate(&run).expect("what streamed evaluates whole"));
        }
    }
}

fn same_values(streamed: &Scores, in_memory: &Scores) {
    assert!(streamed.iter().eq(in_memory.iter()));
    let (a, b) = (streamed.facts(), in_memory.facts());
    assert_eq!((a.rows, a.tied_rows), (b.rows, b.tied_rows));
    assert_eq!((&a.extra_topics, &a.tag), (&b.extra_topics, &b.tag));
    assert!(streamed.iter().all(|(_, values)| values.iter().all(|value| value.is_finite())));
}

/// The small files that tell something of each topic: what is read is there, and an error names
/// its file.
pub fn topic_lists(data: &[u8]) {
    let source = || Source::bytes("list", data);
    let named = |error: gainline::Error| assert!(error.to_string().starts_with("list:"), "{error}");
    match TopicNumbers::read(source()) {
        Ok(numbers) => {
            for topic in numbers.topics() {
                assert!(numbers.get(topic).is_some_and(|n| n.is_finite() && n >= 0.0));
            }
        }
        Err(error) => named(error),
    }
    match Slices::read(source()) {
        Ok(slices) => {
            assert!(slices.iter().all(|(name, topics)| !name.is_empty() && !topics.is_empty()));
        }
        Err(error) => named(error),
    }
    match Known::read(source()) {
        Ok(known) => assert!(!known.is_empty()),
        Err(error) => named(error),
    }
}

/// Preferences, both layouts: every measure over them is a number from 0 up.
pub fn prefs(data: &[u8]) {
    for layout in [PreferencesLayout::Prefs, PreferencesLayout::QrelsPrefs] {
        let Ok(judgments) = PreferenceJudgments::read(Source::bytes("prefs", data), layout) else {
            continue;
        };
        for topic in judgments.topics() {
            let Ok(Some(preferences)) = judgments.of_run(topic, &RUN, usize::MAX) else { continue };
            for family in FAMILIES {
                let Ok(measure) = family.name.parse::<Measure>() else { continue };
                if let Scorer::Preferences(score) = measure.scorer(1.0) {
                    let value = score(&preferences);
                    assert!(value.is_finite() && value >= 0.0, "{measure} of {topic} is {value}");
                }
            }
        }
    }
}

/// Judgments by groups: every measure over them lies between 0 and 1.
pub fn grouped(data: &[u8]) {
    let Ok(grouped) = GroupedQrels::read(Source::bytes("grouped", data)) else { return };
    let options = Options { threads: Some(1), ..Options::default() };
    let scores = grouped.evaluate(&RUN, &OVER_GROUPS, 1.0, &options).expect("documents come once");
    for (topic, values) in &scores.topics {
        assert!(grouped.topics().contains(topic));
        assert!(values.iter().all(|value| (0.0..=1.0).contains(value)), "{topic}: {values:?}");
    }
}

/// The measure language: what parses prints, and parses again to itself.
pub fn measures(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(measures) = parse_measures([text]) else { return };
    for measure in &measures {
        let printed = measure.to_string();
        let again: Measure = printed.parse().expect("what was printed parses");
        assert_eq!(&again, measure);
        assert_eq!(again.to_string(), printed);
        // Must not panic, whatever the parameters are.
        let _ = measure.scorer(1.0);
    }
}

/// Anything at all, perhaps compressed: whole and in blocks, it is read to the same end.
pub fn compressed(data: &[u8]) {
    let source = Source::bytes("compressed", data);
    let _ = Qrels::read(source.clone());
    let whole = Run::read(source.clone());
    match EVALUATORS[0].1[0].run(source) {
        Ok(_) => assert!(whole.is_ok(), "only the blocks could be read"),
        Err(error) => assert!(error.to_string().starts_with("compressed:")),
    }
}

/// Judgments and a run, with a line `---` between them: an error is found just where reading or
/// evaluating would refuse.
pub fn validate(data: &[u8]) {
    let at = data.windows(5).position(|w| w == b"\n---\n");
    let (qrels, run) = at.map_or((data, &b""[..]), |at| (&data[..=at], &data[at + 5..]));
    let (qrels, run) = (Source::bytes("qrels", qrels), Source::bytes("run", run));
    let report = gainline::validate(&qrels, std::slice::from_ref(&run)).unwrap();
    let refused = match Qrels::read(qrels) {
        Err(_) => true,
        Ok(qrels) => {
            let evaluator = Evaluator::new(&qrels, &[], Options::default());
            evaluator.and_then(|evaluator| evaluator.run(run)).is_err()
        }
    };
    assert_eq!(report.count(Severity::Error) > 0, refused, "{report:?}");
}
