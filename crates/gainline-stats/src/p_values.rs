//! The p-values of one test, for each alternative.

/// The p-values of a comparison of a first sample with a second one.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PValues {
    /// That they differ, either way.
    pub two_sided: f64,
    /// That the first is greater.
    pub greater: f64,
    /// That the first is less.
    pub less: f64,
}

impl PValues {
    /// Nothing distinguishes the samples.
    pub(crate) const ALIKE: PValues = PValues { two_sided: 1.0, greater: 1.0, less: 1.0 };

    /// Twice the smaller tail, at most 1, where the tails are those of a discrete distribution and
    /// both include what was seen.
    pub(crate) fn from_tails(greater: f64, less: f64) -> Self {
        PValues { two_sided: (2.0 * greater.min(less)).min(1.0), greater, less }
    }
}
