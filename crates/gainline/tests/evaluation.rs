//! Properties of evaluation: every option does what a naive reading of it does, and the same rows
//! give the same scores however they come in and however many threads work on them.

mod dense;
mod topic;
mod world;

use dense::{Dense, over};
use gainline::{
    Batch, ErrorKind, Evaluator, Expected, FAMILIES, Known, Measure, Missing, Options, Qrels, Run,
    Scorer, Scores, Source, Ties, Unjudged, parse_measures,
};
use proptest::prelude::*;
use std::io::Write;
use world::{any_world, file, interleaved};

fn any_options() -> impl Strategy<Value = Options> {
    let ties = prop_oneof![Just(Ties::Docid), Just(Ties::Rank), Just(Ties::Input)];
    let depth = proptest::option::weighted(0.5, 0usize..8);
    let rel = prop_oneof![Just(1.0), Just(0.5), Just(2.0)];
    (ties, depth, rel, any::<[bool; 3]>(), 1usize..5).prop_map(
        |(ties, depth, rel, [condense, drop_self, skip], threads)| {
            let unjudged = if condense { Unjudged::Condense } else { Unjudged::Irrelevant };
            let missing = if skip { Missing::Skip } else { Missing::Zero };
            let threads = Some(threads);
            Options {
                rel,
                missing,
                ties,
                unjudged,
                depth,
                drop_self,
                threads,
                ..Options::default()
            }
        },
    )
}

/// Every measure over grades, at a cutoff where it takes one.
fn graded() -> Vec<Measure> {
    let texts = FAMILIES.iter().flat_map(|f| [f.name.to_string(), format!("{}@1", f.name)]);
    let measures = texts.filter_map(|text| text.parse::<Measure>().ok());
    measures.filter(|m| matches!(m.scorer(1.0), Scorer::Judged(_))).collect()
}

fn with_threads(options: &Options, threads: usize) -> Options {
    Options { threads: Some(threads), ..options.clone() }
}

/// With all that any measure needs.
fn evaluator(qrels: &Qrels, options: &Options) -> Evaluator {
    let known = Known::from_rows([("t1", "d1"), ("t2", "d2")]).expect("no row twice");
    let options = options.clone().collection(10_000).known(known).expected(Expected::Each(2.0));
    Evaluator::new(qrels, &graded(), options).expect("graded measures over grades")
}

/// Scores are the same, whether the rows were scattered or not.
fn same(a: &Scores, b: &Scores) -> Result<(), TestCaseError> {
    prop_assert_eq!(a.topics(), b.topics());
    prop_assert_eq!(a.missing(), b.missing());
    prop_assert!(a.iter().eq(b.iter()), "{:?} {:?}", a, b);
    let (a, b) = (a.facts(), b.facts());
    prop_assert_eq!((a.rows, a.tied_rows), (b.rows, b.tied_rows));
    prop_assert_eq!(&a.extra_topics, &b.extra_topics);
    Ok(())
}

fn gzipped(lines: &[String]) -> Source {
    let mut gzip = flate2::write::GzEncoder::new(vec![], flate2::Compression::fast());
    gzip.write_all(lines.concat().as_bytes()).expect("memory takes bytes");
    Source::bytes("run", gzip.finish().expect("memory takes bytes"))
}

#[test]
fn without_judgments_or_rows_nothing_is_evaluated() {
    let none = Qrels::from_rows([("t0", "d1", 1.0)].into_iter().take(0)).unwrap();
    let evaluator = evaluator(&none, &Options::default());
    for lines in [vec![], vec!["t0 Q0 d5 1 0.5 tag\n".to_string()]] {
        assert_eq!(evaluator.run(file(&lines)).unwrap_err().kind(), ErrorKind::Nothing);
    }
}

proptest! {
    #[test]
    fn every_option_does_what_a_naive_reading_does(world in any_world(), options in any_options()) {
        let (qrels, run) = (world.qrels(), Run::read(file(&world.lines())));
        let Ok(run) = run else { return Ok(()) };
        prop_assume!(world.has_common_topic());
        let measures = parse_measures(["AP,P@3,nDCG@4,NumRet,Judged,Bpref,NumRel"]).unwrap();
        let evaluator = Evaluator::new(&qrels, &measures, options.clone()).unwrap();
        let scores = evaluator.evaluate(&run).unwrap();
        let expected = world.topics(&options);
        let names: Vec<&str> = expected.iter().map(|(name, _)| name.as_str()).collect();
        prop_assert_eq!(scores.topics(), &names[..]);
        for (name, topic) in &expected {
            let dense = Dense { topic, rel: options.rel };
            let relevant = dense.relevant();
            let naive = [
                over(dense.precisions(usize::MAX), relevant),
                dense.precision(3),
                dense.ndcg(4, |grade| grade.max(0.0)),
                dense.retrieved() as f64,
                dense.judged_share(usize::MAX),
                dense.bpref(relevant, relevant.min(dense.nonrelevant())),
                relevant,
            ];
            for (value, naive) in scores.topic(name).unwrap().iter().zip(naive) {
                prop_assert!((value - naive).abs() < 1e-12, "{name}: {value}, naively {naive}");
            }
        }
    }

    #[test]
    fn any_number_of_threads_gives_the_same_scores(world in any_world(), options in any_options()) {
        prop_assume!(world.has_common_topic());
        let (qrels, run) = (world.qrels(), world.run());
        let one = evaluator(&qrels, &with_threads(&options, 1)).evaluate(&run).unwrap();
        let four = evaluator(&qrels, &with_threads(&options, 4)).evaluate(&run).unwrap();
        prop_assert_eq!(one, four);
    }

    #[test]
    fn rows_give_the_same_scores_however_they_come_in(
        world in any_world(), options in any_options(),
    ) {
        let qrels = world.qrels();
        let evaluator = evaluator(&qrels, &options);
        let lines = world.lines();
        if !world.has_common_topic() {
            let refused = evaluator.evaluate(&world.run()).is_err();
            prop_assert!(refused || world.run().is_empty());
            let error = evaluator.run(file(&lines)).unwrap_err();
            prop_assert_eq!(error.kind(), ErrorKind::Nothing);
            return Ok(());
        }
        let expected = match options.ties {
            // Only a file has a rank column.
            Ties::Rank => evaluator.evaluate(&Run::read(file(&lines)).unwrap()).unwrap(),
            _ => evaluator.evaluate(&world.run()).unwrap(),
        };
        let contiguous = evaluator.run(file(&lines)).unwrap();
        prop_assert!(!contiguous.facts().scattered);
        same(&contiguous, &expected)?;
        same(&evaluator.run(gzipped(&lines)).unwrap(), &expected)?;
        let mixed = interleaved(&lines);
        same(&evaluator.run(file(&mixed)).unwrap(), &expected)?;
        same(&evaluator.run(gzipped(&mixed)).unwrap(), &expected)?;
        same(&evaluator.evaluate(&Run::read(file(&mixed)).unwrap()).unwrap(), &expected)?;
    }

    #[test]
    fn columns_give_what_the_run_gives(
        world in any_world(), options in any_options(), size in 1usize..5,
    ) {
        prop_assume!(world.has_common_topic() && options.ties != Ties::Rank);
        let (qrels, run) = (world.qrels(), world.run());
        let known = Known::from_rows([("t1", "d1"), ("t2", "d2")]).unwrap();
        let measures = parse_measures(["AP,nDCG@3,NumRet,Coverage,R@2"]).unwrap();
        let evaluator = Evaluator::new(&qrels, &measures, options.known(known)).unwrap();
        let expected = evaluator.evaluate(&run).unwrap();
        let rows: Vec<(&str, &str, f64)> =
            run.topics().flat_map(|t| run.documents(t).map(move |(d, s)| (t, d, s))).collect();
        let topics: Vec<&str> = rows.iter().map(|row| row.0).collect();
        let documents: Vec<String> = rows.iter().map(|row| row.1.to_string()).collect();
        let scores: Vec<f64> = rows.iter().map(|row| row.2).collect();
        let batches = topics.chunks(size).zip(documents.chunks(size)).zip(scores.chunks(size));
        let batches =
            batches.map(|((topics, documents), scores)| Batch { topics, documents, scores });
        prop_assert_eq!(&evaluator.batches(batches).unwrap(), &expected);
        for (topic, values) in expected.iter() {
            prop_assert_eq!(evaluator.topic(topic, run.documents(topic)).unwrap(), values);
        }
    }

    #[test]
    fn parts_of_a_run_give_the_scores_of_the_whole(world in any_world(), options in any_options()) {
        let (qrels, run) = (world.qrels(), world.run());
        let evaluator = evaluator(&qrels, &options);
        let topics: Vec<&str> = run.topics().collect();
        let part = |topics: &[&str]| {
            let rows = topics.iter().flat_map(|t| run.documents(t).map(move |(d, s)| (*t, d, s)));
            evaluator.evaluate(&Run::from_rows(rows).unwrap())
        };
        let (first, second) = topics.split_at(topics.len() / 2);
        let (Ok(first), Ok(second)) = (part(first), part(second)) else { return Ok(()) };
        let whole = evaluator.evaluate(&run).unwrap();
        let merged = Scores::merge([first.clone(), second]).unwrap();
        let places: Vec<usize> = merged.topics().iter().map(|t| whole.place(t).unwrap()).collect();
        let in_order = whole.select(&places).unwrap();
        prop_assert_eq!(merged.topics().len(), whole.topics().len());
        prop_assert!(merged.iter().eq(in_order.iter()));
        prop_assert_eq!(merged.all(), in_order.all());
        prop_assert_eq!(merged.facts(), whole.facts());
        prop_assert_eq!(merged.missing().len(), whole.missing().len());
        prop_assert!(merged.missing().iter().all(|topic| whole.missing().contains(topic)));
        prop_assert_eq!(Scores::merge([first.clone()]).unwrap(), first);
    }

    #[test]
    fn missing_topics_count_as_empty_or_not_at_all(world in any_world(), options in any_options()) {
        prop_assume!(world.has_common_topic());
        let (qrels, run) = (world.qrels(), world.run());
        let with = |missing| {
            let options = Options { missing, ..options.clone() };
            evaluator(&qrels, &options).evaluate(&run).unwrap()
        };
        let (zero, skip) = (with(Missing::Zero), with(Missing::Skip));
        prop_assert_eq!(zero.missing(), skip.missing());
        prop_assert_eq!(zero.topics().len(), qrels.topics().len());
        prop_assert_eq!(skip.topics().len() + skip.missing().len(), zero.topics().len());
        for (topic, values) in skip.iter() {
            prop_assert_eq!(Some(values), zero.topic(topic));
        }
        for topic in zero.missing() {
            let values = zero.measures().iter().zip(zero.topic(topic).unwrap());
            for (measure, value) in values.filter(|(m, _)| !m.family().empty.is_nan()) {
                let relevant = qrels.topic(topic).unwrap().grades()[0] >= options.rel;
                let family = measure.family();
                let expected = if relevant { family.empty } else { family.no_relevant };
                prop_assert!(expected.is_nan() || *value == expected, "{measure}: {value}");
            }
        }
    }
}

/// Large enough for several blocks, which the threads then share.
#[test]
fn a_file_of_many_blocks_gives_the_same_scores_on_any_number_of_threads() {
    let mut lines = vec![];
    let mut judgments = vec![];
    for topic in 0..70usize {
        for at in 0..1000usize {
            let doc = (at * 7919 + topic) % 5000;
            let score = ((at * 37) % 400) as f64 / 8.0;
            lines.push(format!("q{topic} Q0 document-{doc} {at} {score} tag\n"));
            if doc % 17 == 0 {
                judgments.push((format!("q{topic}"), format!("document-{doc}"), (doc % 4) as f64));
            }
        }
    }
    let qrels = Qrels::from_rows(judgments).unwrap();
    let options = |threads| with_threads(&Options::default(), threads);
    let in_memory = Run::read(file(&lines)).unwrap();
    let expected = evaluator(&qrels, &options(1)).evaluate(&in_memory).unwrap();
    assert!(expected.facts().tied_rows > 0);
    for (threads, source) in [(1, file(&lines)), (4, file(&lines)), (2, gzipped(&lines))] {
        assert_eq!(evaluator(&qrels, &options(threads)).run(source).unwrap(), expected);
    }
}

#[test]
fn evaluators_and_curves_can_be_kept_and_shared_by_threads() {
    fn shared<T: Send + Sync + 'static>() {}
    shared::<Evaluator>();
    shared::<gainline::Curves>();
}
