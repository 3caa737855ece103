//! The ids of the documents that vectors stand for, found by row and by name.

use std::hash::{DefaultHasher, Hash, Hasher};

/// Ids in the order of the vectors, one after another in one piece of memory.
#[derive(Debug, Default)]
pub struct Ids {
    text: String,
    /// Where each id ends.
    ends: Vec<usize>,
    /// Hashes with their rows, sorted.
    by_hash: Vec<(u64, u32)>,
}

/// An id that comes twice: its rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DuplicateId {
    pub first: usize,
    pub second: usize,
}

impl Ids {
    /// Adds an id. [`Ids::finish`] must follow the last one.
    pub(super) fn push(&mut self, id: &str) {
        self.text.push_str(id);
        self.ends.push(self.text.len());
    }

    /// Makes ids ready to be looked up. Of ids that come twice, the first that does is returned.
    pub(super) fn finish(&mut self) -> Result<(), DuplicateId> {
        // A reader refuses more rows than a `u32` counts.
        let hashes = (0..self.len()).map(|row| (hash(self.get(row)), row as u32));
        self.by_hash = hashes.collect();
        self.by_hash.sort_unstable();
        let same = self.by_hash.chunk_by(|a, b| a.0 == b.0).filter(|same| same.len() > 1);
        let twice = same.filter_map(|same| {
            let rows = same.iter().map(|&(_, row)| row as usize);
            rows.clone().find_map(|second| {
                let is_same =
                    |&first: &usize| first < second && self.get(first) == self.get(second);
                Some(DuplicateId { first: rows.clone().find(is_same)?, second })
            })
        });
        twice.min_by_key(|twice| twice.second).map_or(Ok(()), Err)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The id of a row.
    pub fn get(&self, row: usize) -> &str {
        let start = if row == 0 { 0 } else { self.ends[row - 1] };
        &self.text[start..self.ends[row]]
    }

    /// The row of an id.
    pub fn find(&self, id: &str) -> Option<usize> {
        let wanted = hash(id);
        let start = self.by_hash.partition_point(|(hash, _)| *hash < wanted);
        let same = self.by_hash[start..].iter().take_while(|(hash, _)| *hash == wanted);
        same.map(|&(_, row)| row as usize).find(|&row| self.get(row) == id)
    }
}

fn hash(id: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    id.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(of: &[&str]) -> (Ids, Result<(), DuplicateId>) {
        let mut ids = Ids::default();
        of.iter().for_each(|id| ids.push(id));
        let finished = ids.finish();
        (ids, finished)
    }

    #[test]
    fn an_id_is_found_by_name_and_by_row() {
        let (ids, finished) = ids(&["b", "", "añb", "a"]);
        assert_eq!(finished, Ok(()));
        assert_eq!(ids.get(2), "añb");
        assert_eq!(["b", "", "a", "x"].map(|id| ids.find(id)), [Some(0), Some(1), Some(3), None]);
    }

    #[test]
    fn the_first_id_to_come_again_is_told() {
        let (_, finished) = ids(&["a", "b", "c", "b", "a", "b"]);
        assert_eq!(finished, Err(DuplicateId { first: 1, second: 3 }));
    }
}
