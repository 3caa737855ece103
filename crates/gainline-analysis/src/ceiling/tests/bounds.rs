//! Where rankings end, and what has no vector.

use super::*;

/// Ten documents of which a run has three (two of them relevant) for topic t and none for topic u.
#[test]
fn runs_that_end_before_a_measure_stops_looking_are_told() {
    let rows: Vec<(String, Vec<f64>)> =
        (0..10).map(|at| (format!("d{at}"), vec![1.0, f64::from(at)])).collect();
    let vectors = Vectors::from_rows(rows).unwrap();
    let qrels = [("t", "d0", 1.0), ("t", "d1", 1.0), ("u", "d2", 1.0), ("u", "d3", 1.0)];
    let qrels = Qrels::from_rows(qrels).unwrap();
    let short = [("t", "d0", 3.0), ("t", "d9", 2.0), ("t", "d1", 1.0)];
    let whole = (0..10).flat_map(|d| ["t", "u"].map(|t| (t, format!("d{d}"), f64::from(d))));
    let runs = [Run::from_rows(short).unwrap(), Run::from_rows(whole).unwrap()];
    let measures = parse_measures(["P@2,P@3,P@4,AP"]).unwrap();
    let with = |options: &Options, depth: usize| {
        let design = Design { depth, ..Design::default() };
        let found = ceiling(&qrels, &runs, &measures, options, &vectors, &design, &|_| {}).unwrap();
        let topics = |run| [0, 1, 2, 3].map(|measure| found.shorter(run, measure));
        (topics(0), topics(1), [None, Some(0), Some(1)].map(|run| found.length(run)))
    };
    // Held out, one of the three documents is taken out: two are left for P@3.
    let lengths = [Some(10.0), Some(1.5), Some(10.0)];
    let options = Options::default();
    assert_eq!(with(&options, 1000), ([1, 2, 2, 2], [0; 4], lengths));
    let skip = Options::default().missing(Missing::Skip);
    let lengths = [Some(10.0), Some(3.0), Some(10.0)];
    assert_eq!(with(&skip, 1000), ([0, 1, 1, 1], [0; 4], lengths));
    // No ranking is longer than three: the run's is not shorter, but where one is held out.
    let lengths = [Some(3.0), Some(3.0), Some(3.0)];
    assert_eq!(with(&skip, 3), ([0, 1, 1, 0], [0; 4], lengths));
    // Where unjudged documents are dropped, the first two may come from anywhere.
    let mut condensed = Options::default().missing(Missing::Skip);
    condensed.unjudged = Unjudged::Condense;
    assert_eq!(with(&condensed, 1000).0, [1; 4]);
}

#[test]
fn retrieved_documents_without_a_vector_are_counted_for_each_run_down_to_the_depth() {
    let vectors = Vectors::from_rows([("a", vec![1.0]), ("b", vec![-1.0])]).unwrap();
    let qrels = [("t", "a", 1.0), ("u", "gone", 0.0), ("u", "b", 1.0)];
    let run = [("t", "a", 3.0), ("t", "x", 2.0), ("t", "y", 1.0), ("u", "gone", 1.0)];
    let all = [("t", "a", 1.0), ("u", "b", 1.0), ("v", "x", 1.0)];
    let retrieved = |depth| {
        let design = Design { depth, ..Design::default() };
        let found = study(&qrels, &[&run, &all], "AP", &vectors, &design).unwrap();
        assert_eq!(found.facts.judged_vectors, 2);
        found.retrieved.iter().map(|r| (r.documents, r.without_vector)).collect::<Vec<_>>()
    };
    assert_eq!(retrieved(1000), [(4, 3), (2, 0)]);
    assert_eq!(retrieved(2), [(3, 2), (2, 0)]);
}

#[test]
fn a_depth_is_bounded_by_the_collection_and_by_the_deepest() {
    let rows = |n: usize| (0..n).map(|at| (format!("d{at}"), vec![1.0, at as f64]));
    let qrels = [("t", "d0", 1.0), ("t", "d1", 1.0)];
    let deep = Design { depth: usize::MAX, ..Design::default() };
    let vectors = Vectors::from_rows(rows(20)).unwrap();
    let found = study(&qrels, &[], "AP", &vectors, &deep).unwrap();
    assert_eq!(found.topics[0].ranking.len(), 20);
    let vectors = Vectors::from_rows(rows(DEEPEST + 1)).unwrap();
    let deepest = Design { depth: DEEPEST, ..Design::default() };
    let found = study(&qrels, &[], "AP", &vectors, &deepest).unwrap();
    assert_eq!(found.topics[0].ranking.len(), DEEPEST);
    let error = study(&qrels, &[], "AP", &vectors, &deep).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a depth of 18446744073709551615 in 10001 documents: optimal queries' rankings go down to \
         10000\n  give a depth of 10000 or less (--depth)"
    );
}
