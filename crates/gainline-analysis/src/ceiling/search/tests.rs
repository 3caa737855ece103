use super::*;
use crate::vectors::VectorFiles;
use proptest::prelude::*;
use std::io::Write as _;

/// Cosines as they are written in a textbook, and a plain sort.
fn plainly(rows: &[(String, Vec<f64>)], query: &Query, depth: usize) -> Vec<(String, f64)> {
    let length = |v: &[f64]| v.iter().map(|x| x * x).sum::<f64>().sqrt();
    let cosine = |v: &[f64]| {
        let product: f64 = v.iter().zip(&query.vector).map(|(a, b)| a * b).sum();
        if length(v) == 0.0 { 0.0 } else { product / length(v) + 0.0 }
    };
    let kept = rows.iter().enumerate().filter(|(row, _)| !query.without.contains(&(*row as u32)));
    let mut all: Vec<_> = kept.map(|(_, (id, v))| (id.clone(), cosine(v))).collect();
    all.sort_by(|a, b| rounded(b.1).total_cmp(&rounded(a.1)).then_with(|| b.0.cmp(&a.0)));
    all.truncate(depth);
    all
}

/// Cosines that differ by rounding only are the same in comparisons.
fn rounded(cosine: f64) -> f64 {
    // Adding 0 makes a negative zero positive.
    (cosine * 1e9).round() + 0.0
}

fn unit(mut vector: Vec<f64>) -> Vec<f64> {
    let length = vector.iter().map(|x| x * x).sum::<f64>().sqrt();
    vector.iter_mut().for_each(|x| *x /= if length > 0.0 { length } else { 1.0 });
    vector
}

/// Whole numbers, so that many cosines are equal or nearly so.
fn rows(dimension: usize) -> impl Strategy<Value = Vec<(String, Vec<f64>)>> {
    let vector = proptest::collection::vec((-3_i8..4).prop_map(f64::from), dimension);
    proptest::collection::vec(vector, 1..60).prop_map(|vectors| {
        // Ids whose order is not that of the rows.
        let id = |at: usize| format!("d{}", (at * 37) % 101);
        vectors.into_iter().enumerate().map(|(at, v)| (id(at), v)).collect()
    })
}

fn queries(dimension: usize) -> impl Strategy<Value = Vec<Query>> {
    let vector = proptest::collection::vec((-3_i8..4).prop_map(f64::from), dimension);
    let without = proptest::collection::btree_set(0_u32..60, 0..6);
    let query = (vector, without).prop_map(|(vector, without)| Query {
        vector: unit(vector),
        without: without.into_iter().collect(),
    });
    proptest::collection::vec(query, 1..5)
}

fn named(hits: &[Vec<Hit>], vectors: &Vectors) -> Vec<Vec<(String, f64)>> {
    let named = |hit: &Hit| (vectors.ids().get(hit.row as usize).to_string(), hit.cosine);
    hits.iter().map(|hits| hits.iter().map(named).collect()).collect()
}

/// The same vectors as a file of svmlight's.
fn sparse(rows: &[(String, Vec<f64>)]) -> Vectors {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    for (id, vector) in rows {
        let there = vector.iter().enumerate().filter(|(_, value)| **value != 0.0);
        let there: String = there.map(|(index, value)| format!(" {}:{value}", 5 * index)).collect();
        writeln!(file, "{id}{there}").unwrap();
    }
    Vectors::open(&VectorFiles { vectors: file.path().into(), ..VectorFiles::default() }).unwrap()
}

proptest! {
    #[test]
    fn the_best_are_those_of_a_plain_sort(
        (rows, queries) in (1_usize..12).prop_flat_map(|d| (rows(d), queries(d))),
        depth in 1_usize..70,
        block_rows in 1_usize..20,
    ) {
        let mut vectors = Vectors::from_rows(rows.clone()).unwrap();
        vectors.block_rows = block_rows;
        let one = search(&vectors, &queries, depth, 1, &|_| {}).unwrap();
        // Any number of threads, and any blocks, give the same hits with the same bits.
        let many = search(&vectors, &queries, depth, 4, &|_| {}).unwrap();
        prop_assert_eq!(&one, &many);
        vectors.block_rows = 8192;
        prop_assert_eq!(&one, &search(&vectors, &queries, depth, 2, &|_| {}).unwrap());
        for (found, query) in named(&one, &vectors).iter().zip(&queries) {
            let expected = plainly(&rows, query, depth);
            prop_assert_eq!(found.len(), expected.len());
            for (found, expected) in found.iter().zip(&expected) {
                prop_assert!((found.1 - expected.1).abs() < 1e-12);
            }
            // Where no group of equal cosines is cut, the documents are the same, and in the same
            // order but for what rounding may turn within such a group.
            let mut ids: Vec<(f64, &str)> =
                found.iter().map(|(id, cosine)| (rounded(*cosine), id.as_str())).collect();
            ids.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| b.1.cmp(a.1)));
            let whole = |cosine: f64| depth >= rows.len() || cosine > ids[ids.len() - 1].0;
            for (found, expected) in ids.iter().zip(&expected) {
                prop_assert!(found.1 == expected.0 || !whole(found.0));
            }
        }
    }

    #[test]
    fn sparse_vectors_have_the_cosines_of_dense_ones(
        rows in rows(4),
        query in queries(4),
        depth in 1_usize..70,
    ) {
        // Indices that occur nowhere have no place in sparse queries.
        let used = |at: usize| rows.iter().any(|(_, v)| v[at] != 0.0);
        prop_assume!((0..4).all(used));
        let (dense, sparse) = (Vectors::from_rows(rows.clone()).unwrap(), sparse(&rows));
        let a = named(&search(&dense, &query, depth, 2, &|_| {}).unwrap(), &dense);
        let b = named(&search(&sparse, &query, depth, 2, &|_| {}).unwrap(), &sparse);
        for (a, b) in a.iter().flatten().zip(b.iter().flatten()) {
            prop_assert!((a.1 - b.1).abs() < 1e-12);
        }
        prop_assert_eq!(a.len(), b.len());
    }
}

/// Documents with the same vector are tied, and so are those that point the same way: powers of two
/// scale without rounding.
#[test]
fn ties_are_ordered_by_id_descending_at_any_depth() {
    let same = [3.0_f64, 1.0, 2.0];
    let rows: Vec<(String, Vec<f64>)> = (0..50)
        .map(|at| (format!("d{at:02}"), same.iter().map(|x| x * 2f64.powi(at % 5)).collect()))
        .chain([("better".to_string(), vec![3.0, 0.0, 2.0])])
        .collect();
    let mut vectors = Vectors::from_rows(rows).unwrap();
    vectors.block_rows = 7;
    let query = [Query { vector: unit(vec![1.0, 0.0, 1.0]), without: vec![49] }];
    for depth in 1..52 {
        let found = named(&search(&vectors, &query, depth, 3, &|_| {}).unwrap(), &vectors);
        let ids: Vec<&str> = found[0].iter().map(|(id, _)| id.as_str()).collect();
        let expected = (0..49).rev().map(|at| format!("d{at:02}"));
        let expected: Vec<String> = ["better".to_string()].into_iter().chain(expected).collect();
        assert_eq!(ids, expected[..depth.min(50)], "{depth}");
    }
}

/// Vectors that single precision cannot tell apart.
#[test]
fn what_single_precision_confuses_double_precision_orders() {
    let row = |at: u32| (format!("d{at:03}"), vec![1.0, f64::from(at) * 1e-12]);
    let rows: Vec<(String, Vec<f64>)> = (0..500).map(|at| row(at * 173 % 500)).collect();
    assert!(rows.iter().all(|(_, v)| v[0] as f32 + v[1] as f32 == 1.0));
    let mut vectors = Vectors::from_rows(rows).unwrap();
    vectors.block_rows = 16;
    let query = [Query { vector: unit(vec![1.0, 1.0]), without: vec![] }];
    let found = named(&search(&vectors, &query, 20, 2, &|_| {}).unwrap(), &vectors);
    let ids: Vec<&str> = found[0].iter().map(|(id, _)| id.as_str()).collect();
    let expected: Vec<String> = (480..500).rev().map(|at| format!("d{at:03}")).collect();
    assert_eq!(ids, expected);
}

#[test]
fn single_precision_stays_within_its_bound() {
    let mut random = gainline_stats::Random::stream(1, 0);
    for dimension in [1, 3, 16, 384, 1025] {
        let mut most = 0_f64;
        for _ in 0..200 {
            let mut vector = || unit((0..dimension).map(|_| random.unit() - 0.4).collect());
            let (a, b) = (vector(), vector());
            let single = a.iter().zip(&b).fold(0_f32, |sum, (a, b)| sum + *a as f32 * *b as f32);
            most = most.max((f64::from(single) - dot(&a, &b)).abs());
        }
        assert!(most < slack(dimension), "{dimension}: {most} {}", slack(dimension));
    }
    assert_eq!(slack(usize::MAX), f64::INFINITY);
}

#[test]
fn a_query_of_zeros_ranks_by_id() {
    let rows = [("a", vec![1.0, 0.0]), ("c", vec![-1.0, 0.0]), ("b", vec![0.0, 0.0])];
    let vectors = Vectors::from_rows(rows).unwrap();
    let query = [Query { vector: vec![0.0, 0.0], without: vec![] }];
    let found = named(&search(&vectors, &query, 5, 1, &|_| {}).unwrap(), &vectors);
    assert_eq!(found, [["c", "b", "a"].map(|id| (id.to_string(), 0.0))]);
}
