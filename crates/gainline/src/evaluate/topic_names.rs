//! Topics by name.

use std::sync::OnceLock;

/// Names of topics in an order, and where each of them stands.
#[derive(Debug, Default)]
pub(crate) struct TopicNames {
    names: Vec<String>,
    /// Places in the byte order of the names; most evaluations never ask for a topic by name.
    by_name: OnceLock<Vec<usize>>,
}

impl TopicNames {
    pub(crate) fn new(names: Vec<String>) -> Self {
        TopicNames { names, by_name: OnceLock::new() }
    }

    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// Where a topic stands.
    pub(crate) fn place(&self, name: &str) -> Option<usize> {
        let by_name = self.by_name.get_or_init(|| {
            let mut places: Vec<usize> = (0..self.names.len()).collect();
            places.sort_unstable_by_key(|&place| &self.names[place]);
            places
        });
        let found = by_name.binary_search_by_key(&name, |&place| &self.names[place]);
        found.ok().map(|at| by_name[at])
    }

    pub(crate) fn contains(&self, name: &str) -> bool {
        self.place(name).is_some()
    }
}

impl PartialEq for TopicNames {
    fn eq(&self, other: &Self) -> bool {
        self.names == other.names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topics_are_found_whatever_their_order() {
        let topics = TopicNames::new(["t2", "t10", "t1"].map(String::from).into());
        assert_eq!(
            ["t1", "t2", "t10", "t3"].map(|t| topics.place(t)),
            [Some(2), Some(0), Some(1), None]
        );
    }
}
