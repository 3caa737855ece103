//! An interval with the level at which it holds.

/// From `low` to `high`, both included.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The confidence (or probability) with which it is stated, such as 0.95.
    pub level: f64,
}

impl Interval {
    /// The interval that reaches `reach` to both sides of `centre`.
    pub(crate) fn around(centre: f64, reach: f64, level: f64) -> Self {
        Interval { low: centre - reach, high: centre + reach, level }
    }

    /// Whether `value` lies in it.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}
