//! All orders of some documents, for tests.

/// All orders of `items`.
pub fn permutations(items: &[usize]) -> Vec<Vec<usize>> {
    if items.is_empty() {
        return vec![vec![]];
    }
    let mut all = vec![];
    for at in 0..items.len() {
        let mut rest = items.to_vec();
        let first = rest.remove(at);
        all.extend(permutations(&rest).into_iter().map(|way| [&[first][..], &way].concat()));
    }
    all
}
