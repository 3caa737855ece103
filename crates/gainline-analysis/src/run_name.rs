//! A run as answers refer to it.

use serde::{Serialize, Serializer};
use std::fmt;
use std::sync::Arc;

/// A run as answers refer to it: serialised, it is its name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "String"))]
pub struct RunName {
    /// Its place among the runs, in the order in which they were given.
    pub place: usize,
    name: Arc<str>,
}

impl RunName {
    /// The run of this name at a place.
    pub fn new(place: usize, name: &str) -> Self {
        RunName { place, name: name.into() }
    }

    /// All runs, in their order.
    pub fn all<'n>(names: impl IntoIterator<Item = &'n str>) -> Vec<Self> {
        names.into_iter().enumerate().map(|(place, name)| RunName::new(place, name)).collect()
    }

    /// Its name.
    pub fn as_str(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for RunName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl Serialize for RunName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.name)
    }
}
