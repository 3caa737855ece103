//! Whether a difference is large enough to matter.

use std::fmt;

use crate::{Result, StatsError, check};

/// How much a relative difference matters, by the rule of thumb of Sparck Jones (1974), "Automatic
/// indexing", Journal of Documentation 30: differences of 5 to 10 % are noticeable, greater ones
/// material.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Practical {
    /// Less than 5 %.
    Marginal,
    /// From 5 to 10 %.
    Noticeable,
    /// More than 10 %.
    Material,
}

impl Practical {
    /// What a relative difference is: 0.07 is 7 %, and so is −0.07.
    pub fn of(relative: f64) -> Result<Self> {
        check::finite(&[relative])?;
        // (0.55 − 0.5) / 0.5 is 0.10000000000000009, and 10 % all the same.
        const ROUNDING: f64 = 1e-12;
        let size = relative.abs();
        Ok(if size < 0.05 - ROUNDING {
            Practical::Marginal
        } else if size <= 0.10 + ROUNDING {
            Practical::Noticeable
        } else {
            Practical::Material
        })
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Practical::Marginal => "marginal",
            Practical::Noticeable => "noticeable",
            Practical::Material => "material",
        }
    }
}

impl fmt::Display for Practical {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// (value − baseline) / |baseline|; 0 if both are 0, undefined if only the baseline is.
pub fn relative_difference(value: f64, baseline: f64) -> Result<f64> {
    check::finite(&[value, baseline])?;
    if value == baseline {
        return Ok(0.0);
    }
    let relative = (value - baseline) / baseline.abs();
    if relative.is_finite() {
        return Ok(relative);
    }
    Err(StatsError::Undefined { what: "the relative difference", why: "the baseline is 0" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_and_ten_percent_are_noticeable() {
        let word = |value, baseline| {
            Practical::of(relative_difference(value, baseline).unwrap()).unwrap().word()
        };
        assert_eq!(word(0.52, 0.5), "marginal");
        assert_eq!(word(0.525, 0.5), "noticeable");
        assert_eq!(word(0.55, 0.5), "noticeable");
        assert_eq!(word(0.45, 0.5), "noticeable");
        assert_eq!(word(0.56, 0.5), "material");
        assert_eq!(word(0.3, 0.5), "material");
        assert_eq!(word(0.0, 0.0), "marginal");
    }

    #[test]
    fn a_baseline_of_0_has_no_relative_difference() {
        let error = relative_difference(0.1, 0.0).unwrap_err();
        let message = "the relative difference is undefined: the baseline is 0";
        assert_eq!(error.to_string(), message);
    }
}
