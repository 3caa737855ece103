//! Corrections of p-values for the number of tests.

use crate::{Result, check, rising};
use std::fmt;
use std::str::FromStr;

/// A way to correct p-values for their number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Correction {
    /// None at all.
    None,
    /// m · p (Bonferroni; Dunn 1961). Bounds the chance of any false rejection.
    Bonferroni,
    /// From the smallest up, (m − i + 1) · pᵢ, never below the one before (Holm 1979). As
    /// Bonferroni's, but it rejects more.
    Holm,
    /// From the largest down, (m − i + 1) · pᵢ, never above the one before (Hochberg 1988). As
    /// Holm's, but it rejects more; it assumes tests that are independent or positively dependent.
    Hochberg,
    /// From the largest down, m/i · pᵢ, never above the one before (Benjamini & Hochberg 1995).
    /// Bounds the expected share of false rejections.
    #[cfg_attr(feature = "serde", serde(rename = "bh"))]
    BenjaminiHochberg,
}

impl Correction {
    /// All of them.
    pub const ALL: [Correction; 5] = [
        Correction::None,
        Correction::Bonferroni,
        Correction::Holm,
        Correction::Hochberg,
        Correction::BenjaminiHochberg,
    ];

    /// The name that one gives it.
    pub fn name(self) -> &'static str {
        match self {
            Correction::None => "none",
            Correction::Bonferroni => "bonferroni",
            Correction::Holm => "holm",
            Correction::Hochberg => "hochberg",
            Correction::BenjaminiHochberg => "bh",
        }
    }

    /// What it is called in a sentence; none for [`Correction::None`].
    pub fn word(self) -> Option<&'static str> {
        match self {
            Correction::None => None,
            Correction::Bonferroni => Some("Bonferroni"),
            Correction::Holm => Some("Holm"),
            Correction::Hochberg => Some("Hochberg"),
            Correction::BenjaminiHochberg => Some("Benjamini-Hochberg"),
        }
    }

    /// The adjusted p-values, in the order of `p`: a test is rejected if its is below α. None is
    /// above 1.
    pub fn adjust(self, p: &[f64]) -> Result<Vec<f64>> {
        for &value in p {
            check::setting((0.0..=1.0).contains(&value), "p", value, "from 0 to 1")?;
        }
        let m = p.len() as f64;
        let order = rising(p);
        let factor = |place: usize| match self {
            Correction::None => 1.0,
            Correction::Bonferroni => m,
            Correction::Holm | Correction::Hochberg => m - place as f64,
            Correction::BenjaminiHochberg => m / (place as f64 + 1.0),
        };
        let mut adjusted: Vec<f64> =
            order.iter().enumerate().map(|(place, &at)| (factor(place) * p[at]).min(1.0)).collect();
        match self {
            Correction::None | Correction::Bonferroni => {}
            Correction::Holm => {
                let largest = |so_far: f64, next: f64| so_far.max(next);
                running(adjusted.iter_mut(), largest);
            }
            Correction::Hochberg | Correction::BenjaminiHochberg => {
                running(adjusted.iter_mut().rev(), |so_far: f64, next: f64| so_far.min(next));
            }
        }
        let mut in_order = vec![0.0; p.len()];
        for (&at, value) in order.iter().zip(adjusted) {
            in_order[at] = value;
        }
        Ok(in_order)
    }
}

impl fmt::Display for Correction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Correction {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        Correction::ALL.into_iter().find(|correction| correction.name() == text).ok_or_else(|| {
            let names = Correction::ALL.map(Correction::name).join(", ");
            format!("no correction is called `{text}`\n  there are {names}")
        })
    }
}

/// Replaces each value by what `keep` makes of the one before and itself.
fn running<'a>(values: impl Iterator<Item = &'a mut f64>, keep: impl Fn(f64, f64) -> f64) {
    let mut before = None;
    for value in values {
        *value = before.map_or(*value, |before| keep(before, *value));
        before = Some(*value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_p_values_worked_by_hand() {
        let p = [0.01, 0.04, 0.03, 0.005];
        let close = |got: Vec<f64>, want: [f64; 4]| {
            assert!(got.iter().zip(want).all(|(g, w)| (g - w).abs() < 1e-15), "{got:?}");
        };
        close(Correction::Bonferroni.adjust(&p).unwrap(), [0.04, 0.16, 0.12, 0.02]);
        close(Correction::Holm.adjust(&p).unwrap(), [0.03, 0.06, 0.06, 0.02]);
        close(Correction::Hochberg.adjust(&p).unwrap(), [0.03, 0.04, 0.04, 0.02]);
        close(Correction::BenjaminiHochberg.adjust(&p).unwrap(), [0.02, 0.04, 0.04, 0.02]);
        assert_eq!(Correction::None.adjust(&p).unwrap(), p);
    }

    #[test]
    fn no_p_values_are_no_error_but_a_wrong_one_is() {
        for correction in Correction::ALL {
            assert_eq!(correction.to_string().parse(), Ok(correction));
            assert_eq!(correction.adjust(&[]), Ok(vec![]));
            let error = correction.adjust(&[0.5, 1.5]).unwrap_err();
            assert_eq!(error.to_string(), "p is `1.5`; it must be from 0 to 1");
            assert!(correction.adjust(&[f64::NAN]).is_err());
        }
    }
}
