//! Intervals with the level at which they hold, and ways to make that of a difference.

use crate::{BootstrapMethod, MonteCarlo, Result, bootstrap_mean, check, paired_t_test};
use std::fmt;
use std::str::FromStr;

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

/// How the confidence interval of a mean difference is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum IntervalMethod {
    /// That of the paired t test.
    #[default]
    T,
    /// Quantiles of the means of resamples.
    Percentile,
    /// The same, bias-corrected and accelerated.
    Bca,
}

impl IntervalMethod {
    /// All of them.
    pub const ALL: [IntervalMethod; 3] =
        [IntervalMethod::T, IntervalMethod::Percentile, IntervalMethod::Bca];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            IntervalMethod::T => "t",
            IntervalMethod::Percentile => "percentile",
            IntervalMethod::Bca => "bca",
        }
    }

    /// In words.
    pub fn description(self) -> &'static str {
        match self {
            IntervalMethod::T => "paired t interval",
            IntervalMethod::Percentile => "bootstrap percentile interval",
            IntervalMethod::Bca => "bootstrap BCa interval",
        }
    }

    /// The interval of the mean of `b` minus `a`, value by value.
    pub fn of_difference(
        self,
        a: &[f64],
        b: &[f64],
        level: f64,
        plan: &MonteCarlo<'_>,
    ) -> Result<Interval> {
        let method = match self {
            IntervalMethod::T => return paired_t_test(b, a)?.interval(level),
            IntervalMethod::Percentile => BootstrapMethod::Percentile,
            IntervalMethod::Bca => BootstrapMethod::Bca,
        };
        check::pairs("the bootstrap interval", 1, a, b)?;
        let differences: Vec<f64> = b.iter().zip(a).map(|(b, a)| b - a).collect();
        Ok(bootstrap_mean(&differences, level, method, plan)?.interval)
    }
}

impl fmt::Display for IntervalMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for IntervalMethod {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        IntervalMethod::ALL.into_iter().find(|method| method.name() == text).ok_or_else(|| {
            let names = IntervalMethod::ALL.map(IntervalMethod::name).join(", ");
            format!("no interval is called `{text}`\n  there are {names}")
        })
    }
}
