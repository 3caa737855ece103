use super::*;
use crate::Silent;
use crate::compare::Compare;
use crate::comparison::Status;
use crate::eval::Eval;
use gainline::{Options, Qrels, Run, parse_measures};

/// A collection whose topics have one relevant document; runs have it at these ranks, topic by topic.
fn collection(name: &str, runs: &[(&str, &[usize])]) -> Collection {
    let topics = runs[0].1.len();
    let ids: Vec<String> = (0..topics).map(|topic| format!("t{topic}")).collect();
    let qrels = Qrels::from_rows(ids.iter().map(|topic| (topic, "found", 1.0))).unwrap();
    let run = |ranks: &[usize]| {
        let rows = ids.iter().zip(ranks).flat_map(|(topic, rank)| {
            let others = (1..*rank).map(move |at| (topic, format!("other{at}"), -(at as f64)));
            others.chain([(topic, "found".to_string(), -(*rank as f64))])
        });
        Run::from_rows(rows.collect::<Vec<_>>().iter().map(|(t, d, s)| (t, d, *s))).unwrap()
    };
    let runs = runs.iter().map(|(name, ranks)| (*name, run(ranks)));
    let experiment = Experiment::in_memory(qrels, runs, Options::default()).unwrap();
    Collection { name: name.into(), experiment }
}

fn by_rr() -> Compare {
    Compare::by(parse_measures(["RR"]).unwrap())
}

#[test]
fn means_and_ranks_are_over_the_collections_that_every_run_has() {
    let collections = Collections::new(vec![
        // RR 1 and 0.5; a and b tie in the second; c is in two of three.
        collection("x", &[("a", &[1, 1]), ("b", &[2, 2]), ("c", &[4, 4])]),
        collection("y", &[("a", &[1, 2]), ("b", &[2, 1]), ("c", &[1, 1])]),
        collection("z", &[("a", &[1, 4]), ("b", &[2, 2])]),
    ]);
    let collections = collections.unwrap();
    let answer = Eval::by(parse_measures(["RR"]).unwrap());
    let answer = answer.answer_collections(&collections, &Silent).unwrap();
    let board = &answer.boards[0];
    assert_eq!(board.complete, [true, true, false]);
    assert_eq!(board.macro_means, [Some(0.875), Some(0.625), Some(0.625)]);
    // In y, a and b share the ranks 2 and 3.
    assert_eq!(board.mean_ranks, [Some(1.75), Some(2.25), Some(2.0)]);
    assert_eq!(board.cells[2][0], Some(BoardCell { value: 0.625, topics: 2, best: true }));
    assert_eq!(board.cells[2][2], None);
}

#[test]
fn a_pair_is_compared_on_the_collections_that_have_both() {
    let good: &[usize] = &[1, 1, 1, 2, 1, 1];
    let bad: &[usize] = &[3, 4, 2, 4, 3, 5];
    let collections = Collections::new(vec![
        collection("x", &[("a", good), ("b", bad)]),
        collection("y", &[("a", &[1, 2, 1, 1, 1, 1]), ("b", bad)]),
        collection("z", &[("b", bad)]),
    ]);
    let answer = by_rr().answer_collections(&collections.unwrap(), &Silent).unwrap();
    let pair = &answer.measures[0].pairs[0];
    // Of two runs, the first is the baseline.
    assert_eq!((pair.run.as_str(), pair.baseline.as_str()), ("b", "a"));
    let names: Vec<&str> = pair.effects.iter().map(|effect| effect.collection.as_str()).collect();
    assert_eq!(names, ["x", "y"]);
    assert_eq!(pair.counts.significantly_worse, 2);
    // Two collections say little about others.
    assert_eq!(pair.status, Status::NotSignificant);
    assert!(pair.gain.unwrap() < 0.0);
    assert!(pair.prediction.is_none(), "two collections do not tell how much others vary");
    let lacking = vec![("z".to_string(), vec![answer.runs[0].clone()])];
    let missing = CollectionsFinding::MissingCells { collections: lacking, complete: 2 };
    assert!(answer.findings.contains(&missing), "{:?}", answer.findings);
}

/// Where all pairs were compared, a pair may be the other way round in a collection.
#[test]
fn a_difference_has_the_same_sign_as_its_interval_and_status() {
    let good: &[usize] = &[1, 1, 1, 2, 1, 1];
    let bad: &[usize] = &[3, 4, 2, 4, 3, 5];
    let mid: &[usize] = &[2, 2, 2, 2, 2, 1];
    let collections = Collections::new(vec![
        collection("x", &[("a", good), ("b", bad), ("c", mid)]),
        collection("y", &[("a", good), ("b", bad), ("c", mid)]),
        collection("z", &[("a", bad), ("b", mid), ("c", good)]),
    ]);
    let answer = by_rr().answer_collections(&collections.unwrap(), &Silent).unwrap();
    for pair in &answer.measures[0].pairs {
        for effect in &pair.effects {
            let interval = effect.interval.unwrap();
            assert!(interval.contains(effect.difference));
            match effect.status {
                Status::Better => assert!(interval.low > 0.0),
                Status::Worse => assert!(interval.high < 0.0),
                Status::NotSignificant | Status::Opposed | Status::Same | Status::Untested => {}
            }
        }
    }
    let best = &answer.measures[0].board.best_first[0];
    let worse = answer.measures[0].pairs.iter().filter(|pair| pair.run == *best);
    let worse = worse.flat_map(|pair| &pair.effects).filter(|e| e.status == Status::Worse);
    assert!(worse.count() > 0, "a pair that is the other way round is among them");
}

#[test]
fn runs_without_judged_documents_have_no_verdict() {
    let mut foreign = collection("y", &[("a", &[1, 1, 2]), ("b", &[2, 2, 1])]);
    foreign.experiment.qrels =
        Qrels::from_rows([("t0", "else", 1.0), ("t1", "else", 1.0)]).unwrap();
    let collections =
        Collections::new(vec![collection("x", &[("a", &[1, 1, 2]), ("b", &[2, 2, 1])]), foreign]);
    let answer = by_rr().answer_collections(&collections.unwrap(), &Silent).unwrap();
    let CollectionsDecision::NothingJudged { collection, runs } = &answer.decision else {
        panic!("{:?}", answer.decision)
    };
    assert_eq!((collection.as_str(), runs.len()), ("y", 2));
}

#[test]
fn collections_that_cannot_be_brought_together_are_errors() {
    let said = |collections| Collections::new(collections).unwrap_err().to_string();
    let one = || collection("x", &[("a", &[1, 1])]);
    assert_eq!(said(vec![]), "there is no collection");
    assert_eq!(said(vec![one()]), "there is a single collection, `x`");
    assert_eq!(
        said(vec![one(), collection("y", &[("b", &[1, 1])])]),
        "no two collections have a run of the same name\n  name the files of a run alike in each \
         collection"
    );
    assert!(said(vec![one(), one()]).starts_with("two collections are called `x`"));
}

#[test]
fn folders_are_read_by_the_names_of_their_files() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str| {
        let file = folder.path().join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, "").unwrap();
    };
    let files = ["b/qrels.txt", "b/one.run", "b/README.md", "b/.hidden"];
    files.iter().for_each(|name| write(name));
    ["a/test.qrels", "a/runs/two.run", "a/notes"].iter().for_each(|name| write(name));
    let found = CollectionFiles::in_folder(folder.path()).unwrap();
    let at = |name: &str| folder.path().join(name);
    let wanted = [
        CollectionFiles {
            name: "a".into(),
            qrels: at("a/test.qrels"),
            runs: vec![at("a/runs/two.run")],
        },
        CollectionFiles { name: "b".into(), qrels: at("b/qrels.txt"), runs: vec![at("b/one.run")] },
    ];
    assert_eq!(found, wanted);
    write("b/qrels.old");
    let error = CollectionFiles::in_folder(folder.path()).unwrap_err().to_string();
    assert!(
        error.contains("b: has several files with `qrels` in their names: qrels.old, qrels.txt")
    );
}

/// That a few topics happen not to differ does not make a difference of 0 certain.
#[test]
fn a_collection_without_any_difference_has_the_pooled_error() {
    let (good, bad): (&[usize], &[usize]) = (&[1, 1, 1, 2], &[3, 4, 2, 4]);
    let collections = Collections::new(vec![
        collection("x", &[("a", bad), ("b", good)]),
        collection("y", &[("a", good), ("b", good)]),
        collection("z", &[("a", bad), ("b", &[1, 1, 2, 1])]),
    ]);
    let answer = by_rr().answer_collections(&collections.unwrap(), &Silent).unwrap();
    let effects = &answer.measures[0].pairs[0].effects;
    assert_eq!(effects[1].standard_error, Some(0.0));
    let square = |at: usize| effects[at].standard_error.unwrap().powi(2);
    let pooled = (square(0) + square(1) + square(2)) / 3.0;
    assert!((effects[1].weighed_by.unwrap().powi(2) - pooled).abs() < 1e-15);
    assert_eq!(effects[0].weighed_by, effects[0].standard_error);
    let measure = answer.request.measures[0].clone();
    let found = CollectionsFinding::PooledErrors { measure, collections: vec!["y".into()] };
    assert!(answer.findings.contains(&found));
}

/// Values that differ by rounding only tie for the mean ranks and for Friedman's test alike.
#[test]
fn friedmans_test_has_the_ranks_of_the_board() {
    let same = 0.1 + 0.2;
    let runs = RunName::all(["a", "b", "c"]);
    let rows = [[0.3, same, 0.1], [0.5, 0.4, 0.1], [same, 0.3, 0.9]];
    let rows = rows.map(|row| row.map(|value| Some((value, 9))).to_vec()).to_vec();
    let measure = parse_measures(["AP"]).unwrap().remove(0);
    let board = Board::new(measure, &runs, rows);
    assert_eq!(board.ranks, [[1.5, 1.0, 2.5], [1.5, 2.0, 2.5], [3.0, 3.0, 1.0]]);
    let test = gainline_stats::friedman(&board.ranks).unwrap();
    let means: Vec<Option<f64>> = test.mean_ranks.into_iter().map(Some).collect();
    assert_eq!(board.mean_ranks, means);
}

#[test]
fn a_folder_is_opened_with_the_same_options() {
    let folder =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/collections");
    let files = CollectionFiles::in_folder(&folder).unwrap();
    let collections = Collections::open(files, &Options::default()).unwrap();
    let names: Vec<&str> = collections.iter().map(|of| of.name.as_str()).collect();
    assert_eq!(names, ["code", "forum", "legal", "medical", "news"]);
    let runs: Vec<&str> = collections.runs().iter().map(RunName::as_str).collect();
    assert_eq!(runs, ["dense", "hybrid", "keywords"]);
}
