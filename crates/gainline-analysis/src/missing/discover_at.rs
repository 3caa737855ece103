//! What does one more relevant document change in average precision, without any files? Kishida's
//! formula (17), and his Table 1.

use crate::Answer;
use crate::sensitivity::kishida::average_precision_discovery_at_end;
use gainline::{Error, ErrorKind, Result};
use serde::Serialize;

/// What does a relevant document that is found at a rank change in average precision?
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DiscoverAt {
    /// The ranks at which it is found, below all others.
    pub ranks: Vec<usize>,
    /// How many relevant documents were known before.
    pub relevant: Vec<usize>,
    /// The average precision before.
    pub ap: Vec<f64>,
}

/// What came of it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DiscoverAtAnswer {
    /// What was asked.
    pub request: DiscoverAt,
    /// The formula.
    pub formula: &'static str,
    /// The changes: by rank, relevant documents and average precision.
    pub changes: Vec<ApChange>,
}

/// A change of average precision.
#[derive(Debug, Clone, Copy, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ApChange {
    /// The rank at which a relevant document is found.
    pub rank: usize,
    /// Relevant documents known before, all of them above it.
    pub relevant: usize,
    /// The average precision before.
    pub ap: f64,
    /// Its change.
    pub change: f64,
    /// The lowest average precision that so many relevant documents above the rank can have.
    pub lowest_ap: f64,
}

impl Answer for DiscoverAtAnswer {
    const NAME: &'static str = "missing-discovery";
}

impl DiscoverAt {
    /// Computes the changes.
    pub fn answer(self) -> Result<DiscoverAtAnswer> {
        let mut changes = vec![];
        for &rank in &self.ranks {
            for &relevant in &self.relevant {
                if relevant >= rank {
                    let message = format!(
                        "--relevant {relevant}: {relevant} relevant documents do not fit above rank \
                         {rank} (--discover-at)"
                    );
                    return Err(Error::new(ErrorKind::Request, message)
                        .remedy("all of them stand above the one that is found"));
                }
                let change = |&ap: &f64| ApChange {
                    rank,
                    relevant,
                    ap,
                    change: average_precision_discovery_at_end(rank, relevant, ap),
                    lowest_ap: lowest_ap(rank, relevant),
                };
                changes.extend(self.ap.iter().map(change));
            }
        }
        let formula = "1 / rank - ap / (relevant + 1)";
        Ok(DiscoverAtAnswer { request: self, formula, changes })
    }
}

/// The lowest average precision of so many relevant documents that all stand above a rank: that of
/// the ranks just above it.
fn lowest_ap(rank: usize, relevant: usize) -> f64 {
    let above = rank.saturating_sub(1 + relevant);
    let sum = (1..=relevant).fold(0.0, |sum, n| sum + n as f64 / (above + n) as f64);
    sum / relevant as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_ap_is_worked_by_hand() {
        // At ranks 3 and 4.
        assert!((lowest_ap(5, 2) - (1.0 / 3.0 + 2.0 / 4.0) / 2.0).abs() < 1e-12);
        assert_eq!(lowest_ap(101, 100), 1.0);
    }
}
