//! Two raters who say yes or no.

/// How often two raters said yes or no.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BinaryAgreement {
    /// Both said yes.
    pub both: u64,
    /// Only the first did.
    pub first: u64,
    /// Only the second did.
    pub second: u64,
    /// None did.
    pub neither: u64,
}

impl BinaryAgreement {
    /// Counts a unit.
    pub fn add(&mut self, first: bool, second: bool) {
        match (first, second) {
            (true, true) => self.both += 1,
            (true, false) => self.first += 1,
            (false, true) => self.second += 1,
            (false, false) => self.neither += 1,
        }
    }

    /// How many units there are.
    pub fn total(&self) -> u64 {
        self.both + self.first + self.second + self.neither
    }

    /// The share of units on which both say the same; none without units.
    pub fn agreement(&self) -> Option<f64> {
        share(self.both + self.neither, self.total())
    }

    /// What both say yes to, over what either does; none if neither ever does.
    pub fn overlap(&self) -> Option<f64> {
        share(self.both, self.both + self.first + self.second)
    }

    /// Of the second's yeses, the share that the first shares.
    pub fn precision_of_second(&self) -> Option<f64> {
        share(self.both, self.both + self.second)
    }

    /// Of the first's yeses, the share that the second shares.
    pub fn recall_of_second(&self) -> Option<f64> {
        share(self.both, self.both + self.first)
    }

    /// Of all yeses by either, the share that is shared (Dice 1945; Cicchetti & Feinstein 1990).
    pub fn positive_agreement(&self) -> Option<f64> {
        share(2 * self.both, 2 * self.both + self.first + self.second)
    }

    /// The same of all noes.
    pub fn negative_agreement(&self) -> Option<f64> {
        share(2 * self.neither, 2 * self.neither + self.first + self.second)
    }

    /// As a table of two categories, no before yes.
    pub fn confusion(&self) -> super::Confusion {
        super::Confusion::of_two([[self.neither, self.second], [self.first, self.both]])
    }
}

fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::KappaWeights;

    #[test]
    fn shares_are_those_of_the_four_cells() {
        let counts = BinaryAgreement { both: 3, first: 1, second: 2, neither: 4 };
        assert_eq!(counts.total(), 10);
        assert_eq!(counts.agreement(), Some(0.7));
        assert_eq!(counts.overlap(), Some(0.5));
        assert_eq!(counts.precision_of_second(), Some(0.6));
        assert_eq!(counts.recall_of_second(), Some(0.75));
        assert_eq!(counts.positive_agreement(), Some(6.0 / 9.0));
        assert_eq!(counts.negative_agreement(), Some(8.0 / 11.0));
        // Observed 0.7, expected 0.4 · 0.5 + 0.6 · 0.5.
        let kappa = counts.confusion().kappa(KappaWeights::Equal).unwrap().kappa;
        assert!((kappa - 0.4).abs() < 1e-15);
    }

    #[test]
    fn what_nobody_said_has_no_share() {
        let mut counts = BinaryAgreement::default();
        assert_eq!((counts.agreement(), counts.overlap()), (None, None));
        counts.add(false, false);
        assert_eq!((counts.agreement(), counts.overlap()), (Some(1.0), None));
        assert_eq!((counts.positive_agreement(), counts.negative_agreement()), (None, Some(1.0)));
    }
}
