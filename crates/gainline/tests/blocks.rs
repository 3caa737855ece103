//! Runs of several blocks: the same scores on any number of threads, and errors on the right
//! line however the work was divided.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use gainline::{Evaluator, Options, Qrels, Run, Scores, Source, parse_measures};

const TOPICS: usize = 150;
const ROWS: usize = 1000;

fn qrels() -> Qrels {
    let rows = (0..TOPICS).flat_map(|t| {
        (0..7).map(move |i| (format!("t{t}"), format!("doc-{}", i * 131 % ROWS), (i % 4) as f64))
    });
    Qrels::from_rows(rows).unwrap()
}

/// Rows of about 5 MB, with ties; document ids differ in length.
fn lines() -> Vec<String> {
    let row = |t: usize, r: usize| {
        let doc = (r * 7919 + t) % ROWS;
        format!("t{t} Q0 doc-{doc} {} {:.4} tag\n", r + 1, 99.0 - (r / 2) as f64 / 8.0)
    };
    (0..TOPICS).flat_map(|t| (0..ROWS).map(move |r| row(t, r))).collect()
}

fn evaluate(text: &str, threads: usize) -> gainline::Result<Scores> {
    let qrels = qrels();
    let measures = parse_measures(["nDCG@10,AP,Bpref,Judged@100,NumRet"]).unwrap();
    let options = Options::default().threads(threads);
    Evaluator::new(&qrels, &measures, options)?.run(Source::bytes("run", text.as_bytes()))
}

#[test]
fn any_number_of_threads_gives_the_scores_of_a_run_in_memory() {
    let text = lines().concat();
    assert!(text.len() > 4 << 20);
    let one = evaluate(&text, 1).unwrap();
    assert_eq!(one.facts().rows, (TOPICS * ROWS) as u64);
    assert_eq!(one.facts().tied_rows, (TOPICS * ROWS) as u64);
    for threads in [2, 3, 8] {
        assert_eq!(evaluate(&text, threads).unwrap(), one);
    }
    let run = Run::read(Source::bytes("run", text.as_bytes())).unwrap();
    let qrels = qrels();
    let evaluator = Evaluator::new(&qrels, one.measures(), Options::default()).unwrap();
    assert_eq!(evaluator.evaluate(&run).unwrap(), one);
}

#[test]
fn scattered_topics_give_the_same_scores() {
    let mut rows = lines();
    let whole = evaluate(&rows.concat(), 2).unwrap();
    // Every topic's odd rows come after all even ones.
    rows.sort_by_key(|row| row.split(' ').nth(3).unwrap().parse::<usize>().unwrap() % 2);
    let scattered = evaluate(&rows.concat(), 2).unwrap();
    assert!(scattered.facts().scattered && !whole.facts().scattered);
    assert_eq!(scattered.iter().collect::<Vec<_>>(), whole.iter().collect::<Vec<_>>());
}

#[test]
fn an_error_is_on_its_line_whatever_block_it_is_in() {
    for line in [1, 30_001, 77_777, 150_000] {
        let mut rows = lines();
        rows[line - 1] = rows[line - 1].replace(" tag", "x tag");
        for threads in [1, 4] {
            let error = evaluate(&rows.concat(), threads).unwrap_err();
            assert_eq!(error.line(), Some(line as u64), "{error}");
        }
    }
}

#[test]
fn the_first_of_several_errors_is_the_one_reported() {
    let mut rows = lines();
    for line in [149_000, 80_000, 40_000, 40_500] {
        rows[line - 1] = "t1 Q0\n".into();
    }
    for threads in [1, 2, 8] {
        assert_eq!(evaluate(&rows.concat(), threads).unwrap_err().line(), Some(40_000));
    }
}

#[test]
fn a_document_that_comes_twice_is_found_with_both_lines() {
    let mut rows = lines();
    rows[99_998] = rows[99_000].clone();
    for threads in [1, 4] {
        let error = evaluate(&rows.concat(), threads).unwrap_err();
        let said =
            "run:99999: document `doc-99` is ranked twice for topic `t99`: first on line 99001";
        assert!(error.to_string().starts_with(said), "{error}");
    }
    // Also when its topic is scattered and the rows lie in different blocks.
    let mut rows = lines();
    rows.push(rows[10].clone());
    let error = evaluate(&rows.concat(), 4).unwrap_err();
    assert_eq!(error.line(), Some(150_001));
    assert!(error.message().ends_with("for topic `t0`: first on line 11"), "{error}");
}
