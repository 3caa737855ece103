//! What a word that is not known was likely meant to be.

/// The candidate that is most like a word, if one is: differing in a letter or a third of them.
///
/// ```
/// assert_eq!(gainline::nearest("hybird", ["bm25", "hybrid"]), Some("hybrid"));
/// assert_eq!(gainline::nearest("dense", ["bm25", "hybrid"]), None);
/// ```
pub fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let near = candidates.into_iter().filter_map(|candidate| {
        let distance = distance(word, candidate);
        is_near(distance, word).then_some((distance, candidate))
    });
    near.min_by_key(|(distance, _)| *distance).map(|(_, candidate)| candidate)
}

/// How many letters differ, in any case.
pub(crate) fn distance(one: &str, other: &str) -> usize {
    strsim::damerau_levenshtein(&one.to_lowercase(), &other.to_lowercase())
}

/// Whether a word may be one that is so far from it.
pub(crate) fn is_near(distance: usize, word: &str) -> bool {
    distance <= 1 + word.chars().count() / 3
}
